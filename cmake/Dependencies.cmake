# SPDX-License-Identifier: Apache-2.0
# What guise is built on. ARCHITECTURE.md says why each; scripts/setup installs them on Debian 12.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(TBB REQUIRED)
find_package(Boost REQUIRED)
find_package(Threads REQUIRED)

# OpenBLAS with LAPACKE: kernels for the CPU are picked at run time.
find_library(GUISE_OPENBLAS NAMES openblas REQUIRED)
find_library(GUISE_LAPACKE NAMES lapacke REQUIRED)
find_path(GUISE_OPENBLAS_INCLUDE cblas.h PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} ${CMAKE_LIBRARY_ARCHITECTURE}/openblas-pthread openblas-pthread openblas REQUIRED)
add_library(guise_openblas INTERFACE)
add_library(guise::openblas ALIAS guise_openblas)
set_target_properties(guise_openblas PROPERTIES EXPORT_NAME openblas)
target_include_directories(guise_openblas SYSTEM INTERFACE $<BUILD_INTERFACE:${GUISE_OPENBLAS_INCLUDE}>)
target_link_libraries(guise_openblas INTERFACE ${GUISE_LAPACKE} ${GUISE_OPENBLAS})
target_compile_definitions(guise_openblas INTERFACE EIGEN_USE_BLAS)

find_library(GUISE_SODIUM NAMES sodium REQUIRED)
add_library(guise_sodium INTERFACE)
add_library(guise::sodium ALIAS guise_sodium)
set_target_properties(guise_sodium PROPERTIES EXPORT_NAME sodium)
target_link_libraries(guise_sodium INTERFACE ${GUISE_SODIUM})

# An installed libduckdb first, then the one scripts/get-duckdb fetched.
find_library(GUISE_DUCKDB NAMES duckdb PATHS ${CMAKE_SOURCE_DIR}/.deps/duckdb/lib)
find_path(GUISE_DUCKDB_INCLUDE duckdb.h PATHS ${CMAKE_SOURCE_DIR}/.deps/duckdb/include)
if(NOT GUISE_DUCKDB OR NOT GUISE_DUCKDB_INCLUDE)
  message(FATAL_ERROR "DuckDB was not found; run scripts/get-duckdb (it needs npm), or install libduckdb and duckdb.h")
endif()
add_library(guise_duckdb INTERFACE)
add_library(guise::duckdb ALIAS guise_duckdb)
set_target_properties(guise_duckdb PROPERTIES EXPORT_NAME duckdb)
target_include_directories(guise_duckdb SYSTEM INTERFACE $<BUILD_INTERFACE:${GUISE_DUCKDB_INCLUDE}>)
target_link_libraries(guise_duckdb INTERFACE ${GUISE_DUCKDB})
