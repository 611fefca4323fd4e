// SPDX-License-Identifier: Apache-2.0
// The innermost loops of products with many records: one table per products_*.cpp, the best for this CPU in products.cpp.
#pragma once
#include <cstddef>
#include <string_view>

namespace guise::linalg {

struct ProductTable {
  std::string_view name;
  bool fused;                   ///< multiplications and additions in one operation: other bits than without
  std::ptrdiff_t panel, strip;  ///< records and outputs of a tile of X W
  std::ptrdiff_t left, right;   ///< columns of a tile of X' Z

  /// packed = values - centre (centre 0: as they are) of `panels` whole panels of records, panel after panel, in each an
  /// attribute after the other. `stride`: from one attribute to the next.
  void (*pack)(const double* values, std::ptrdiff_t stride, const double* centre, std::ptrdiff_t inputs, std::ptrdiff_t panels,
               double* packed);

  /// out = start' + panel * strip; start 0: grows by it. `stride`: from one output to the next. Past the caches: out must begin
  /// at a line of them. Meanwhile a line is fetched for every input, the next one `apart` behind.
  void (*multiply)(const double* panel, const double* strip, std::ptrdiff_t inputs, const double* start, double* out,
                   std::ptrdiff_t stride, bool past_caches, const double* fetched, std::ptrdiff_t apart);

  /// sums[j * left + i] = the sum over rows of left[i] * right[j].
  void (*dots)(const double* const* left, const double* const* right, std::ptrdiff_t rows, double* sums);
};

namespace portable {
extern const ProductTable products;
}
#if defined(__x86_64__)
namespace avx2 {
extern const ProductTable products;
}
namespace avx512 {
extern const ProductTable products;
}
#endif

}  // namespace guise::linalg
