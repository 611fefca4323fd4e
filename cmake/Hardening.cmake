# SPDX-License-Identifier: Apache-2.0
# What makes a mistake harder to exploit. SECURITY.md says what each costs. tests/architecture/elf.py reads it back from what is built.
include(CheckPIESupported)
check_pie_supported()  # programs as CMAKE_POSITION_INDEPENDENT_CODE says, whatever the compiler's default
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
  add_link_options(LINKER:-z,relro,-z,now,-z,noexecstack)  # relocations are done before main and read-only then
endif()

option(GUISE_HARDENED "checks of stacks, copies and containers at run time" OFF)
if(GUISE_HARDENED)
  # Not behind sanitizers, which have checks of their own, nor without optimisation, which FORTIFY needs.
  add_compile_options($<$<CONFIG:Release>:-fstack-protector-strong> $<$<CONFIG:Release>:-fstack-clash-protection>
    $<$<CONFIG:Release>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2>
    $<$<CONFIG:Release>:-D_GLIBCXX_ASSERTIONS>)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_compile_options($<$<CONFIG:Release>:-fcf-protection>)
  endif()
endif()
