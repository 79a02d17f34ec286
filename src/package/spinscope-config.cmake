# find_package(spinscope): the target spinscope::spinscope, with all that it needs to link.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/spinscope-targets.cmake)
