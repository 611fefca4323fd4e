// SPDX-License-Identifier: Apache-2.0
// Tiles of products in registers. Included inside the namespace of each products_*.cpp, so that the code made for one
// instruction set can never be linked in place of another's. It defines kLanes, kStrip, kLeft, kRight and
// fused_add(a, b, c) = a * b + c, and how the lanes of four vectors are added up and stored.

using Real = double __attribute__((vector_size(8 * kLanes)));

constexpr int kVectors = 3;  // of records in a panel
constexpr int kPanel = kVectors * kLanes;

inline __attribute__((always_inline)) Real load(const double* from) {
  Real x;
  __builtin_memcpy(&x, from, sizeof x);
  return x;
}

inline __attribute__((always_inline)) void store(double* to, Real x) {
  __builtin_memcpy(to, &x, sizeof x);
}

void pack(const double* values, std::ptrdiff_t stride, const double* centre, std::ptrdiff_t inputs, std::ptrdiff_t panels,
          double* packed) {
  for (std::ptrdiff_t i = 0; i < inputs; ++i) {
    const double* from = values + i * stride;
    const double moved = centre != nullptr ? centre[i] : 0;
    for (std::ptrdiff_t panel = 0; panel < panels; ++panel, from += kPanel) {
      double* to = packed + (panel * inputs + i) * kPanel;
#pragma GCC unroll 3
      for (int v = 0; v < kVectors; ++v) store(to + v * kLanes, load(from + v * kLanes) - moved);
    }
  }
}

/// Every output of every record is one chain of additions in the order of the attributes, wherever the tile lies.
void multiply(const double* panel, const double* strip, std::ptrdiff_t inputs, const double* start, double* out,
              std::ptrdiff_t stride, bool past_caches, const double* fetched, std::ptrdiff_t apart) {
  Real sum[kStrip][kVectors];
#pragma GCC unroll 8
  for (int j = 0; j < kStrip; ++j)
#pragma GCC unroll 3
    for (int v = 0; v < kVectors; ++v) sum[j][v] = start != nullptr ? start[j] - Real{} : load(out + j * stride + v * kLanes);
  for (std::ptrdiff_t i = 0; i < inputs; ++i, panel += kPanel, strip += kStrip, fetched += apart) {
    __builtin_prefetch(fetched, 0, 1);  // to the second-level cache: the first is full of what is worked on
    Real x[kVectors];
#pragma GCC unroll 3
    for (int v = 0; v < kVectors; ++v) x[v] = load(panel + v * kLanes);
#pragma GCC unroll 8
    for (int j = 0; j < kStrip; ++j) {
      const Real w = strip[j] - Real{};  // in every lane; + would be an addition, as -0 + 0 is 0
#pragma GCC unroll 3
      for (int v = 0; v < kVectors; ++v) sum[j][v] = fused_add(x[v], w, sum[j][v]);
    }
  }
#pragma GCC unroll 8
  for (int j = 0; j < kStrip; ++j)
#pragma GCC unroll 3
    for (int v = 0; v < kVectors; ++v) {
      double* to = out + j * stride + v * kLanes;
      past_caches ? store_past_caches(to, sum[j][v]) : store(to, sum[j][v]);
    }
}

/// Tiles in fours: as many sums as one store takes.
constexpr int kTile = kLeft * kRight, kFours = (kTile + 3) / 4;

void dots(const double* const* left, const double* const* right, std::ptrdiff_t rows, double* sums) {
  Real sum[4 * kFours];
#pragma GCC unroll 28
  for (int t = 0; t < 4 * kFours; ++t) sum[t] = Real{};
  const std::ptrdiff_t whole = rows - rows % kLanes;
  for (std::ptrdiff_t r = 0; r < whole; r += kLanes) {
    Real x[kLeft];
#pragma GCC unroll 5
    for (int i = 0; i < kLeft; ++i) x[i] = load(left[i] + r);
#pragma GCC unroll 5
    for (int j = 0; j < kRight; ++j) {
      const Real z = load(right[j] + r);
#pragma GCC unroll 5
      for (int i = 0; i < kLeft; ++i) sum[j * kLeft + i] = fused_add(x[i], z, sum[j * kLeft + i]);
    }
  }
#pragma GCC unroll 7
  for (int t = 0; t < 4 * kFours; t += 4) store_totals(sums + t, sum[t], sum[t + 1], sum[t + 2], sum[t + 3]);
  for (std::ptrdiff_t r = whole; r < rows; ++r)
    for (int t = 0; t < kTile; ++t) sums[t] += left[t % kLeft][r] * right[t / kLeft][r];
}
