// SPDX-License-Identifier: Apache-2.0
// The kernel for x86-64 CPUs with AVX-512 (F, DQ, VL and BW).
#include "random/kernel_table.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace guise::random::avx512 {
namespace {

constexpr int kLanes = 8;
#include "random/kernel_types.h"

// The maskz forms with every lane on: the plain intrinsics of GCC 12 pass an undefined vector and warn about it.
constexpr __mmask16 kAll16 = 0xffff;
constexpr __mmask8 kAll8 = 0xff;

template <int n>
inline Narrow rotate_left(Narrow x) {
  return (Narrow)_mm512_maskz_rol_epi32(kAll16, (__m512i)x, n);
}
inline Narrow interleave_low(Narrow a, Narrow b) {
  return (Narrow)_mm512_maskz_unpacklo_epi32(kAll16, (__m512i)a, (__m512i)b);
}
inline Narrow interleave_high(Narrow a, Narrow b) {
  return (Narrow)_mm512_maskz_unpackhi_epi32(kAll16, (__m512i)a, (__m512i)b);
}
inline Wide interleave_low(Wide a, Wide b) {
  return (Wide)_mm512_maskz_unpacklo_epi64(kAll8, (__m512i)a, (__m512i)b);
}
inline Wide interleave_high(Wide a, Wide b) {
  return (Wide)_mm512_maskz_unpackhi_epi64(kAll8, (__m512i)a, (__m512i)b);
}
inline unsigned lane_mask(Mask m) {
  return _mm512_movepi64_mask((__m512i)m);
}
inline Real square_root(Real x) {
  return (Real)_mm512_maskz_sqrt_pd(kAll8, (__m512d)x);
}

#include "random/kernel_body.h"

/// to += scale * normals. The tails come first, folded together; then each goes to its lane while the centre is added, which
/// spares a pass over the tile. AVX2 has no operation that folds and unfolds lanes, and would be slower this way.
void add_normals(Tile& tile, const std::uint64_t* made, int count, double scale, double* to) {
  std::uint8_t in_tail[kTile / kLanes];
  int tails = 0;
  for (int i = 0; i < count; i += kLanes) {
    const Real q = centred(made + i);
    const unsigned mask = lane_mask(absolute(q) > kCentre);
    in_tail[i / kLanes] = static_cast<std::uint8_t>(mask);
    store(tile.tail + tails, (Real)_mm512_maskz_compress_pd(static_cast<__mmask8>(mask), (__m512d)q));
    tails += __builtin_popcount(mask);
  }
  for (int i = tails; i % kLanes != 0; ++i) tile.tail[i] = kCentre;
  tail_quantiles(tile.tail, tails);
  const double* tail = tile.tail;
#pragma GCC unroll 4
  for (int i = 0; i < count; i += kLanes) {
    const auto mask = static_cast<__mmask8>(in_tail[i / kLanes]);
    const Real centre = quantile_centre(centred(made + i));
    store(to + i, load(to + i) + scale * (Real)_mm512_mask_expand_pd((__m512d)centre, mask, (__m512d)load(tail)));
    tail += __builtin_popcount(mask);
  }
}

void add_in_passing(Shape shape, const Address& at, std::uint64_t first, std::size_t count, double scale, double* out) {
  if (shape != Shape::gaussian) return add(shape, at, first, count, scale, out);
  Tile tile;
  for_each_tile(at, first, count, tile.words, [&](const std::uint64_t* made, std::size_t offset, int here) {
    if (here % kLanes == 0) return add_normals(tile, made, here, scale, out + offset);
    add(shape, at, first + offset, static_cast<std::size_t>(here), scale, out + offset);
  });
}

}  // namespace

const KernelTable table = {words, fill, signs, add_in_passing};

}  // namespace guise::random::avx512
#endif
