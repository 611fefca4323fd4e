// SPDX-License-Identifier: Apache-2.0
// GUISE_CLONES before a function: it is compiled for several instruction sets and the one for this CPU is chosen when the
// program starts. Without fused operations (-ffp-contract=off) all of them give the same bits, as long as the source itself
// says in which order numbers are added. Only in an unnamed namespace: of a function that a header declares clang 14 makes one
// version, that of the widest instructions, and the program ends on every CPU without them (tests/architecture checks it).
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#define GUISE_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define GUISE_CLONES
#endif
