// SPDX-License-Identifier: Apache-2.0
// The loops over whole vectors. Included inside the namespace of each nearest_centre_*.cpp, after kLanes, so that the code made
// for one instruction set can never be linked in place of another's.

constexpr int kVectors = 2;  // of records: 2 x 5 sums and what they are made of fit the 16 registers of AVX2
constexpr int kRecords = kVectors * kLanes;
constexpr std::size_t kTiles = kRecordsAtATime / kRecords;

/// tiles = records - origin: a coordinate of kRecords records, then the next; then the next records. Column by column, as
/// memory has them.
inline void measure_from(const double* origin, const double* records, std::size_t stride, std::size_t attributes,
                         double* tiles) {
  for (std::size_t d = 0; d < attributes; ++d)
    for (std::size_t tile = 0; tile < kTiles; ++tile)
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) {
        Real value;
        __builtin_memcpy(&value, records + d * stride + tile * kRecords + v * kLanes, sizeof value);
        value -= origin[d];
        __builtin_memcpy(tiles + (tile * attributes + d) * kRecords + v * kLanes, &value, sizeof value);
      }
}

/// |x - c|^2 = |x|^2 - 2 (x.c - |c|^2 / 2): the largest bracket is the nearest centre. Each x.c is summed attribute by
/// attribute without fused operations: the same bits from every kernel.
inline void nearest_of_tile(const double* tile, const PackedCentres& centres, int* nearest) {
  Real best[kVectors], place[kVectors];
  for (int v = 0; v < kVectors; ++v) best[v] = Real{} - __builtin_inf(), place[v] = Real{};
  const double* c = centres.coordinates;
  for (std::size_t group = 0; group < centres.groups; ++group) {
    Real sum[kCentreGroup][kVectors];
    const double* half = centres.half + group * kCentreGroup;
#pragma GCC unroll 5
    for (int j = 0; j < kCentreGroup; ++j)
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) sum[j][v] = Real{} - half[j];
    const double* x = tile;
    for (std::size_t d = 0; d < centres.attributes; ++d, x += kRecords, c += kCentreGroup) {
      Real value[kVectors];
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) __builtin_memcpy(&value[v], x + v * kLanes, sizeof value[v]);
#pragma GCC unroll 5
      for (int j = 0; j < kCentreGroup; ++j)
#pragma GCC unroll 2
        for (int v = 0; v < kVectors; ++v) sum[j][v] += value[v] * c[j];
    }
#pragma GCC unroll 5
    for (int j = 0; j < kCentreGroup; ++j)
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) {
        const auto nearer = sum[j][v] > best[v];
        best[v] = nearer ? sum[j][v] : best[v];
        place[v] = nearer ? Real{} + static_cast<double>(group * kCentreGroup + static_cast<std::size_t>(j)) : place[v];
      }
  }
  for (int v = 0; v < kVectors; ++v)
    for (int lane = 0; lane < kLanes; ++lane) nearest[v * kLanes + lane] = static_cast<int>(place[v][lane]);
}

void nearest(const double* records, std::size_t stride, const PackedCentres& centres, double* tiles, int* nearest) {
  measure_from(centres.origin, records, stride, centres.attributes, tiles);
  // The next records are fetched while these are worked on; 8 numbers come at a time. Past the end nothing happens.
  for (std::size_t d = 0; d < centres.attributes; ++d)
    for (std::size_t i = 0; i < kRecordsAtATime; i += 8) __builtin_prefetch(records + d * stride + kRecordsAtATime + i, 0, 1);
  for (std::size_t tile = 0; tile < kTiles; ++tile)
    nearest_of_tile(tiles + tile * centres.attributes * kRecords, centres, nearest + tile * kRecords);
}
