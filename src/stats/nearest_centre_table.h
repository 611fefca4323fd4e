// SPDX-License-Identifier: Apache-2.0
// The search for the nearest centre, one table per nearest_centre_*.cpp; nearest_centre.cpp takes that of the kernel in use.
#pragma once
#include <cstddef>
#include <cstdint>

namespace guise::stats {

/// Centres as the kernels read them: groups of kCentreGroup, in each the first coordinate of all, then the second, and so on.
/// The last group is filled up with centres that are never the nearest.
constexpr int kCentreGroup = 5;

struct PackedCentres {
  const double* origin;  ///< all is measured from here
  const double* coordinates;
  const double* half;  ///< |c|^2 / 2; infinite for those that fill up
  std::size_t groups, attributes;
};

/// Records a kernel takes: with 20 attributes they fill half of L1 while every centre is tried.
constexpr std::size_t kRecordsAtATime = 64;

struct NearestTable {
  /// `stride`: from one coordinate of a record to the next; `tiles`: room for all coordinates of kRecordsAtATime records.
  void (*nearest)(const double* records, std::size_t stride, const PackedCentres& centres, double* tiles, int* nearest);
};

namespace portable {
extern const NearestTable nearest_table;
}
#if defined(__x86_64__)
namespace avx2 {
extern const NearestTable nearest_table;
}
namespace avx512 {
extern const NearestTable nearest_table;
}
#endif

}  // namespace guise::stats
