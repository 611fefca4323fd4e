# SPDX-License-Identifier: Apache-2.0
# libguise.so: the C interface of include/guise.h over the layers, which are linked into it and stay hidden.
add_library(guise_shared SHARED ${PROJECT_SOURCE_DIR}/cmake/empty.c)
set_target_properties(guise_shared PROPERTIES OUTPUT_NAME guise LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION} SOVERSION 0
  LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/door/exports.map)
target_link_libraries(guise_shared PRIVATE -Wl,--whole-archive guise_door -Wl,--no-whole-archive
  guise_cli_parts)  # of which only the topics of theory are taken
target_link_options(guise_shared PRIVATE LINKER:--version-script=${PROJECT_SOURCE_DIR}/src/door/exports.map LINKER:-Bsymbolic
  LINKER:--gc-sections LINKER:--no-undefined LINKER:--undefined=guise_theory)
target_include_directories(guise_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
