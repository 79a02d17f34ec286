# What is installed, and the Debian packages that are made of it: spinscope, the program, and
# libspinscope-dev, the library.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The manual page and the completions come from the program, the icons from the library.
set(made ${CMAKE_BINARY_DIR}/package)
file(MAKE_DIRECTORY ${made})
find_program(GZIP gzip REQUIRED)
add_custom_command(OUTPUT ${made}/spinscope.1.gz DEPENDS spinscope VERBATIM
                   COMMAND spinscope manual > ${made}/spinscope.1
                   COMMAND ${GZIP} -9nf ${made}/spinscope.1)
foreach(shell bash zsh)
  add_custom_command(OUTPUT ${made}/completion.${shell} DEPENDS spinscope VERBATIM
                     COMMAND spinscope completion ${shell} > ${made}/completion.${shell})
endforeach()
add_custom_target(documents ALL DEPENDS ${made}/spinscope.1.gz ${made}/completion.bash
                  ${made}/completion.zsh)

# The program.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
set(data ${CMAKE_INSTALL_DATADIR})
install(TARGETS spinscope)
install(DIRECTORY assets/ DESTINATION ${data}/spinscope PATTERN pictures EXCLUDE)
install(DIRECTORY shaders DESTINATION ${data}/spinscope)
install(FILES ${made}/spinscope.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${made}/completion.bash DESTINATION ${data}/bash-completion/completions
        RENAME spinscope)
if(EXISTS /etc/debian_version) # where its zsh looks
  set(zsh_folder vendor-completions)
else()
  set(zsh_folder site-functions)
endif()
install(FILES ${made}/completion.zsh DESTINATION ${data}/zsh/${zsh_folder} RENAME _spinscope)
install(FILES src/package/spinscope.desktop DESTINATION ${data}/applications)
install(DIRECTORY ${CMAKE_BINARY_DIR}/icons/hicolor DESTINATION ${data}/icons)

# The library. A header that its first comment calls private to something is not for others.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME library)
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/spinscope)
set(packages ${CMAKE_INSTALL_LIBDIR}/cmake/spinscope)
foreach(folder ${SPINSCOPE_CORE})
  file(GLOB all CONFIGURE_DEPENDS src/${folder}/*.h)
  foreach(header ${all})
    file(READ ${header} words)
    string(REGEX REPLACE "#ifndef.*" "" words "${words}")
    if(NOT words MATCHES "[Pp]rivate[ \n*]+to[ \n]")
      install(FILES ${header} DESTINATION ${headers}/${folder})
    endif()
  endforeach()
endforeach()
set(libraries fftw3 fftw3q gmp lapacke quadmath m)
list(TRANSFORM SPINSCOPE_CORE PREPEND ${CMAKE_BINARY_DIR}/include/ OUTPUT_VARIABLE include_folders)
target_include_directories(spinscope_core INTERFACE "$<BUILD_INTERFACE:${include_folders}>"
                           "$<INSTALL_INTERFACE:${headers}>")
target_link_libraries(spinscope_core INTERFACE ${libraries} Threads::Threads)
set_target_properties(spinscope_core PROPERTIES EXPORT_NAME spinscope)
install(TARGETS spinscope_core EXPORT spinscope-targets)
install(EXPORT spinscope-targets NAMESPACE spinscope:: DESTINATION ${packages})
write_basic_package_version_file(${made}/spinscope-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES src/package/spinscope-config.cmake ${made}/spinscope-config-version.cmake
        DESTINATION ${packages})
file(RELATIVE_PATH SPINSCOPE_PC_TO_PREFIX /x/${CMAKE_INSTALL_LIBDIR}/pkgconfig /x)
string(REGEX REPLACE "/$" "" SPINSCOPE_PC_TO_PREFIX ${SPINSCOPE_PC_TO_PREFIX})
list(TRANSFORM libraries PREPEND -l)
list(JOIN libraries " " SPINSCOPE_PC_LIBRARIES)
configure_file(src/package/spinscope.pc.in ${made}/spinscope.pc @ONLY)
install(FILES ${made}/spinscope.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Debian packages: cmake --build build --target package
set(SPINSCOPE_MAINTAINER "the spinscope authors <spinscope@example.org>" CACHE STRING
    "who answers for the Debian packages")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT ${SPINSCOPE_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program library)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME spinscope)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "fonts-stix, ffmpeg, libegl1, libgl1")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
"It shows where time-stepping methods are stable when they are applied to
differential-algebraic equations whose kernel turns: exact formulas, figures,
films, a window to explore in, and an integrator that checks every pixel. It
also integrates constrained mechanical systems in many formulations.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libspinscope-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libfftw3-dev, libgmp-dev, liblapacke-dev, libc6-dev")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
"The numerical part as a static library for C programs compiled with gcc:
stability functions of Runge-Kutta, collocation and multistep methods, fields,
contours, analysis, and integrators of DAEs.")

# What Debian wants to find beside a package.
file(READ LICENSE SPINSCOPE_LICENCE)
string(FIND "${SPINSCOPE_LICENCE}" "Permission" begin)
string(SUBSTRING "${SPINSCOPE_LICENCE}" ${begin} -1 SPINSCOPE_LICENCE)
string(STRIP "${SPINSCOPE_LICENCE}" SPINSCOPE_LICENCE)
string(REPLACE "\n\n" "\n.\n" SPINSCOPE_LICENCE "${SPINSCOPE_LICENCE}")
string(REPLACE "\n" "\n " SPINSCOPE_LICENCE " ${SPINSCOPE_LICENCE}")
configure_file(src/package/copyright.in ${made}/copyright @ONLY)
execute_process(COMMAND date -R -u -d ${SPINSCOPE_DATE} OUTPUT_VARIABLE SPINSCOPE_DATE_LONG
                OUTPUT_STRIP_TRAILING_WHITESPACE)
configure_file(src/package/changelog.in ${made}/changelog @ONLY)
execute_process(COMMAND ${GZIP} -9nkf ${made}/changelog)
foreach(component program library)
  string(TOUPPER ${component} upper)
  set(name ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  install(FILES ${made}/copyright ${made}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name}
          COMPONENT ${component})
endforeach()
install(FILES tests/example/region.c DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libspinscope-dev/examples
        COMPONENT library)
include(CPack)
