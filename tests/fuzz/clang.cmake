# How clang compiles what gcc compiles otherwise: every folder of src, with coverage for libFuzzer,
# AddressSanitizer, UndefinedBehaviorSanitizer and its checks of integers that wrap around or lose
# bits without a word (but for `ignorelist`). Warnings are gcc's business.
if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "the fuzzers are built with clang, not with ${CMAKE_C_COMPILER_ID}: "
                      "use the preset 'fuzz'")
endif()

# Quadruple precision comes from gcc. Of the headers of gcc it is quadmath.h alone that clang may
# see.
find_program(GCC gcc REQUIRED)
execute_process(COMMAND ${GCC} -print-file-name=include OUTPUT_VARIABLE headers
                OUTPUT_STRIP_TRAILING_WHITESPACE)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/quadmath)
file(CREATE_LINK ${headers}/quadmath.h ${CMAKE_BINARY_DIR}/quadmath/quadmath.h SYMBOLIC)
include_directories(SYSTEM ${CMAKE_BINARY_DIR}/quadmath)

# fftw3.h has quadruple precision, and complex.h CMPLX, for compilers that say they are gcc 4.7 or
# later.
add_compile_options(-fgnuc-version=4.8)

set(checks address,undefined,float-cast-overflow,integer)
add_compile_options(-w -O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,${checks}
                    -fno-sanitize-recover=all
                    -fsanitize-ignorelist=${CMAKE_CURRENT_LIST_DIR}/ignorelist)
add_link_options(-fsanitize=${checks})
