# SPDX-License-Identifier: Apache-2.0
# The parts without a CMake package of their own, as imported targets: guise::openblas, guise::sodium, guise::duckdb,
# guise::faiss, guise::svm and guise::files.
# Included by the build and, once installed, by find_package(guise); GUISE_DUCKDB_FOLDERS says where else to look for DuckDB.

# OpenBLAS with LAPACKE: kernels for the CPU are picked at run time.
find_library(GUISE_OPENBLAS NAMES openblas REQUIRED)
find_library(GUISE_LAPACKE NAMES lapacke REQUIRED)
find_path(GUISE_OPENBLAS_INCLUDE cblas.h REQUIRED PATH_SUFFIXES
  ${CMAKE_LIBRARY_ARCHITECTURE} ${CMAKE_LIBRARY_ARCHITECTURE}/openblas-pthread openblas-pthread openblas)
find_library(GUISE_SODIUM NAMES sodium REQUIRED)
# Neighbours in many dimensions (a static library that wants OpenMP); linear and kernel classifiers.
find_library(GUISE_FAISS NAMES faiss REQUIRED)
find_library(GUISE_SVM NAMES svm REQUIRED)
find_library(GUISE_LINEAR NAMES linear REQUIRED)
# Files that people have: workbooks and .npz (zip, XML), Stata, SPSS and SAS, SQLite. PostgreSQL's libpq is loaded when needed.
find_library(GUISE_MINIZIP NAMES minizip REQUIRED)
find_library(GUISE_EXPAT NAMES expat REQUIRED)
find_library(GUISE_READSTAT NAMES readstat REQUIRED)
find_library(GUISE_SQLITE NAMES sqlite3 REQUIRED)
find_path(GUISE_POSTGRES_INCLUDE libpq-fe.h PATH_SUFFIXES postgresql)  # only to build guise itself
find_library(GUISE_DUCKDB NAMES duckdb PATHS ${GUISE_DUCKDB_FOLDERS} PATH_SUFFIXES lib)
find_path(GUISE_DUCKDB_INCLUDE duckdb.h PATHS ${GUISE_DUCKDB_FOLDERS} PATH_SUFFIXES include)  # only to build guise itself

if(NOT TARGET guise::openblas)
  add_library(guise::openblas INTERFACE IMPORTED)
  target_include_directories(guise::openblas SYSTEM INTERFACE ${GUISE_OPENBLAS_INCLUDE})
  target_link_libraries(guise::openblas INTERFACE ${GUISE_LAPACKE} ${GUISE_OPENBLAS})
  target_compile_definitions(guise::openblas INTERFACE EIGEN_USE_BLAS)

  add_library(guise::sodium INTERFACE IMPORTED)
  target_link_libraries(guise::sodium INTERFACE ${GUISE_SODIUM})

  add_library(guise::faiss INTERFACE IMPORTED)
  target_link_libraries(guise::faiss INTERFACE ${GUISE_FAISS} gomp)
  add_library(guise::svm INTERFACE IMPORTED)
  target_link_libraries(guise::svm INTERFACE ${GUISE_SVM} ${GUISE_LINEAR})

  add_library(guise::files INTERFACE IMPORTED)
  target_link_libraries(guise::files INTERFACE ${GUISE_MINIZIP} ${GUISE_EXPAT} ${GUISE_READSTAT} ${GUISE_SQLITE} ${CMAKE_DL_LIBS})
  if(GUISE_POSTGRES_INCLUDE)
    target_include_directories(guise::files SYSTEM INTERFACE ${GUISE_POSTGRES_INCLUDE})
  endif()

  add_library(guise::duckdb INTERFACE IMPORTED)
  target_link_libraries(guise::duckdb INTERFACE ${GUISE_DUCKDB})
  if(GUISE_DUCKDB_INCLUDE)
    target_include_directories(guise::duckdb SYSTEM INTERFACE ${GUISE_DUCKDB_INCLUDE})
  endif()
endif()
