# SPDX-License-Identifier: Apache-2.0
# What guise is built on. ARCHITECTURE.md says why each; scripts/setup installs them on Debian 12.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(TBB REQUIRED)
find_package(Boost REQUIRED)
find_package(Threads REQUIRED)
find_package(OpenSSL 3 REQUIRED COMPONENTS Crypto SSL)

# An installed libduckdb first, then the one scripts/get-duckdb fetched.
set(GUISE_DUCKDB_FOLDERS ${PROJECT_SOURCE_DIR}/.deps/duckdb)
include(cmake/GuiseParts.cmake)
if(NOT GUISE_DUCKDB OR NOT GUISE_DUCKDB_INCLUDE)
  message(FATAL_ERROR "DuckDB was not found; run scripts/get-duckdb (it needs npm), or install libduckdb and duckdb.h")
endif()
