# SPDX-License-Identifier: Apache-2.0
# cmake --install: the program with its manual and completions, the libraries with their headers, and the CMake package.
include(CMakePackageConfigHelpers)
set(GUISE_LIBRARIES ${CMAKE_INSTALL_LIBDIR}/guise)
set(GUISE_PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/guise)

install(TARGETS guise guise_shared ${GUISE_LAYERS} EXPORT guiseTargets ARCHIVE DESTINATION ${GUISE_LIBRARIES}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/guise.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/guise DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/guise FILES_MATCHING PATTERN "*.h")
file(GLOB schemas CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/schema/*.schema.json)
install(FILES ${schemas} DESTINATION ${CMAKE_INSTALL_DATADIR}/guise/schema)
install(FILES LICENSE NOTICE README.md SECURITY.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)

install(EXPORT guiseTargets NAMESPACE guise:: DESTINATION ${GUISE_PACKAGE})
configure_package_config_file(cmake/guiseConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/guiseConfig.cmake
  INSTALL_DESTINATION ${GUISE_PACKAGE} PATH_VARS GUISE_LIBRARIES)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/guiseConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/GuiseParts.cmake ${CMAKE_CURRENT_BINARY_DIR}/guiseConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/guiseConfigVersion.cmake DESTINATION ${GUISE_PACKAGE})

# A DuckDB that was fetched goes along; one from the system stays where it is.
string(FIND ${GUISE_DUCKDB} ${PROJECT_SOURCE_DIR}/.deps/ at)
if(at EQUAL 0)
  set(bundled TRUE)
  install(FILES ${GUISE_DUCKDB} DESTINATION ${GUISE_LIBRARIES})
  install(FILES .deps/duckdb/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME LICENSE.duckdb)
endif()

# The library finds a fetched DuckDB beside it, in the build as installed.
if(bundled)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/guise)
  file(CREATE_LINK ${GUISE_DUCKDB} ${CMAKE_BINARY_DIR}/guise/libduckdb.so SYMBOLIC)
  set_target_properties(guise_shared PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/guise")
endif()

if(TARGET guise_cli)
  install(TARGETS guise_cli)
  # Built with the path it is installed with. CMake would otherwise put a path with an empty element into the build, to be replaced
  # by installing, and the loader takes an empty element for the folder where guise is called. tests/architecture/elf.py looks.
  get_filename_component(folder ${GUISE_DUCKDB} DIRECTORY)
  if(bundled)
    file(RELATIVE_PATH up /${CMAKE_INSTALL_BINDIR} /${GUISE_LIBRARIES})
    set(folder "$ORIGIN/${up}")
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/cli/${up})
    file(CREATE_LINK ${GUISE_DUCKDB} ${CMAKE_BINARY_DIR}/cli/${up}/libduckdb.so SYMBOLIC)
  endif()
  set_target_properties(guise_cli PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${folder}")

  # The program knows its own commands, steps and attacks, so it writes its manual and completions itself.
  set(pages ${CMAKE_CURRENT_BINARY_DIR}/pages)
  file(MAKE_DIRECTORY ${pages})
  add_custom_command(OUTPUT ${pages}/guise.1 ${pages}/guise.bash ${pages}/_guise ${pages}/guise.fish
    COMMAND guise_cli --man > ${pages}/guise.1
    COMMAND guise_cli --completion bash > ${pages}/guise.bash
    COMMAND guise_cli --completion zsh > ${pages}/_guise
    COMMAND guise_cli --completion fish > ${pages}/guise.fish
    DEPENDS guise_cli COMMENT "Writing the manual page and shell completions" VERBATIM)
  add_custom_target(guise_pages ALL DEPENDS ${pages}/guise.1)
  # What it is made of, for those who must know.
  set(sbom ${CMAKE_CURRENT_BINARY_DIR}/guise.cdx.json)
  add_custom_command(OUTPUT ${sbom} COMMAND /usr/bin/python3 -B ${CMAKE_CURRENT_SOURCE_DIR}/scripts/sbom $<TARGET_FILE:guise_cli> ${PROJECT_VERSION} ${sbom}
    DEPENDS guise_cli scripts/sbom web/package-lock.json COMMENT "Writing the bill of materials" VERBATIM)
  add_custom_target(guise_sbom ALL DEPENDS ${sbom})
  install(FILES ${sbom} DESTINATION ${CMAKE_INSTALL_DATADIR}/guise)
  install(FILES ${pages}/guise.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${pages}/guise.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME guise)
  install(FILES ${pages}/_guise DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${pages}/guise.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

# For pyproject.toml: what the Python package loads, and DuckDB where both look for it.
if(SKBUILD)
  install(FILES $<TARGET_FILE:guise_shared> DESTINATION guise/lib RENAME libguise.so COMPONENT python)
  install(PROGRAMS $<TARGET_FILE:guise_cli> DESTINATION guise/bin COMPONENT python)
  if(bundled)
    install(FILES ${GUISE_DUCKDB} DESTINATION guise/lib/guise COMPONENT python)
  endif()
endif()

# cpack -G DEB in the build folder makes a Debian package of all of it. tests/packages/try_deb installs it into a new Debian.
set(CPACK_PACKAGE_NAME guise)
set(CPACK_PACKAGE_CONTACT "the guise project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "mask numeric tables, attack releases, measure what leaks")
set(CPACK_PACKAGE_DESCRIPTION "guise masks a numeric table for sharing, attacks the masked release with every reconstruction it has, and says whether to publish. Program, C and C++ libraries.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/guise)
include(CPack)
