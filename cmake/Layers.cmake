# SPDX-License-Identifier: Apache-2.0
# A layer is a folder of src/ and a static library; adding a source file needs no change here.
set(GUISE_LAYERS "")

add_library(guise_options INTERFACE)
target_compile_options(guise_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<BOOL:${GUISE_WERROR}>:-Werror>
  -ffp-contract=off)  # no fused multiply-add behind our back: random numbers must have the same bits on every CPU
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees mistakes that are not there: out-of-bounds accesses in nlohmann-json's comparisons, overlaps in "a" + string,
  # and in the standard library when it comes precompiled.
  target_compile_options(guise_options INTERFACE -Wno-array-bounds -Wno-restrict -Wno-stringop-overread -Wno-stringop-overflow)
endif()

# Reading Eigen and {fmt} anew for every file would be half of the build. One precompiled header for all libraries, one for all
# programs (which are compiled with other flags); the sanitizers' build does without and finds includes that are missing.
set(GUISE_COMMON_HEADERS <Eigen/Dense> <fmt/format.h> <oneapi/tbb/parallel_for.h> <algorithm> <cmath>
  <filesystem> <functional> <map> <memory> <optional> <set> <span> <string> <vector>)

function(guise_precompile target owner)  # further arguments: headers besides the common ones
  if(NOT GUISE_PRECOMPILE)
    return()
  endif()
  if(target STREQUAL owner)
    target_precompile_headers(${target} PRIVATE ${GUISE_COMMON_HEADERS} ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

function(guise_layer name)
  cmake_parse_arguments(LAYER "" "" "USES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(guise_${name} STATIC ${sources})
  set_target_properties(guise_${name} PROPERTIES LINKER_LANGUAGE CXX EXPORT_NAME ${name})
  target_include_directories(guise_${name} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/src> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/guise>)
  target_link_libraries(guise_${name} PRIVATE $<BUILD_INTERFACE:guise_options>)
  foreach(used IN LISTS LAYER_USES)
    target_link_libraries(guise_${name} PUBLIC guise_${used})
  endforeach()
  guise_precompile(guise_${name} guise_base)
  set(GUISE_LAYERS ${GUISE_LAYERS} guise_${name} PARENT_SCOPE)
endfunction()

# Kernels are the same source compiled for several instruction sets and chosen at run time: NAME_avx2.cpp, NAME_avx512.cpp.
function(guise_kernels target)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
      if(source MATCHES "_(avx2|avx512|portable)\\.cpp$")
        set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
      endif()
      if(source MATCHES "_avx2\\.cpp$")
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-mavx2;-mfma;-O3")
      elseif(source MATCHES "_avx512\\.cpp$")
        set_source_files_properties(${source} PROPERTIES
          COMPILE_OPTIONS "-mavx512f;-mavx512dq;-mavx512vl;-mavx512bw;-mprefer-vector-width=512;-O3")
      elseif(source MATCHES "_portable\\.cpp$")
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-O3")
      endif()
    endforeach()
  endif()
endfunction()
