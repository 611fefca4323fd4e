# SPDX-License-Identifier: Apache-2.0
# The report page of guise audit: web/ becomes one html file, and that a string in guise_audit.
find_program(GUISE_NODE NAMES node nodejs)
find_program(GUISE_NPM npm)
if(NOT GUISE_NODE OR NOT GUISE_NPM)
  message(FATAL_ERROR "Node with npm was not found; the report page of guise audit is built with it. scripts/setup build installs both")
endif()
execute_process(COMMAND ${GUISE_NODE} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
if(version MATCHES "^v([0-9]+)" AND CMAKE_MATCH_1 LESS 18)
  message(FATAL_ERROR "Node ${version} is too old for building the report page; it takes 18 or later")
endif()

set(web ${CMAKE_CURRENT_SOURCE_DIR}/web)
set(GUISE_PAGE_FOLDER ${CMAKE_CURRENT_BINARY_DIR}/web)
set(GUISE_WEB_PACKAGES ${web}/node_modules/.package-lock.json)  # npm writes it last
add_custom_command(OUTPUT ${GUISE_WEB_PACKAGES}
  COMMAND ${GUISE_NPM} ci --no-audit --no-fund --prefer-offline --loglevel=error > ${CMAKE_CURRENT_BINARY_DIR}/npm.log
  DEPENDS ${web}/package.json ${web}/package-lock.json
  WORKING_DIRECTORY ${web} COMMENT "Fetching what the report page is built with" VERBATIM)

file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${web}/src/*.ts ${web}/src/*.css)
add_custom_command(OUTPUT ${GUISE_PAGE_FOLDER}/report_page.cpp ${GUISE_PAGE_FOLDER}/index.html
  COMMAND ${CMAKE_COMMAND} -E env GUISE_PAGE_FOLDER=${GUISE_PAGE_FOLDER} ${GUISE_NPM} run --silent build -- --logLevel error
  COMMAND ${GUISE_NODE} ${web}/embed.js ${GUISE_PAGE_FOLDER}/index.html ${GUISE_PAGE_FOLDER}/report_page.cpp
  DEPENDS ${GUISE_WEB_PACKAGES} ${inputs} ${web}/index.html ${web}/vite.config.ts ${web}/embed.js
  WORKING_DIRECTORY ${web} COMMENT "Building the report page" VERBATIM)

# A target of its own, which depends on no layer: npm works while the compilers do.
add_library(guise_report_page OBJECT ${GUISE_PAGE_FOLDER}/report_page.cpp)
target_compile_options(guise_report_page PRIVATE -Wno-overlength-strings)  # one string of 300 kB; the standard promises 64
target_sources(guise_audit PRIVATE $<TARGET_OBJECTS:guise_report_page>)
