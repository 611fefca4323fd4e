// SPDX-License-Identifier: Apache-2.0
#include "random/laws.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/error.h"
#include "random/address.h"

namespace guise::random {
namespace {

constexpr std::size_t kSignWords = 64;  // of 64 signs each: 32 KiB

Shape shape_of(Law law) {
  switch (law) {
    case Law::gaussian:
      return Shape::gaussian;
    case Law::uniform:
      return Shape::uniform;
    case Law::laplace:
      return Shape::laplace;
  }
  return Shape::gaussian;
}

void fill_shape(Shape shape, const Rng& rng, std::uint32_t stream, std::uint64_t first, std::span<double> out) {
  current_table().fill(shape, address(rng, stream), first, out.size(), out.data());
}

}  // namespace

Law law_by_name(std::string_view name) {
  for (const Law law : {Law::gaussian, Law::uniform, Law::laplace})
    if (law_name(law) == name) return law;
  refuse("no law of noise named '{}'; the laws are gaussian, uniform and laplace", name);
}

std::string_view law_name(Law law) {
  switch (law) {
    case Law::gaussian:
      return "gaussian";
    case Law::uniform:
      return "uniform";
    case Law::laplace:
      return "laplace";
  }
  return "unknown";
}

void fill_uniform(const Rng& rng, std::uint32_t stream, std::uint64_t first, std::span<double> out) {
  fill_shape(Shape::unit, rng, stream, first, out);
}

void fill_normal(const Rng& rng, std::uint32_t stream, std::uint64_t first, std::span<double> out) {
  fill_shape(Shape::gaussian, rng, stream, first, out);
}

void fill_laplace(const Rng& rng, std::uint32_t stream, std::uint64_t first, std::span<double> out) {
  fill_shape(Shape::laplace, rng, stream, first, out);
}

void fill_truncated_normal(const Rng& rng, std::uint32_t stream, std::uint64_t first, std::span<double> out) {
  fill_shape(Shape::truncated, rng, stream, first, out);
}

void fill_law(Law law, const Rng& rng, std::uint32_t stream, std::uint64_t first, std::span<double> out) {
  fill_shape(shape_of(law), rng, stream, first, out);
}

void add_noise(Law law, const Rng& rng, std::uint32_t stream, std::uint64_t first, double scale, std::span<double> out) {
  current_table().add(shape_of(law), address(rng, stream), first, out.size(), scale, out.data());
}

void fill_sign(const Rng& rng, std::uint32_t stream, std::uint64_t first, std::span<double> out) {
  std::array<std::uint64_t, kSignWords> words;
  std::array<double, 64 * kSignWords> signs;
  for (std::size_t done = 0; done < out.size();) {
    const std::uint64_t position = first + done, skip = position % 64;
    const std::size_t here = std::min<std::size_t>(out.size() - done, 64 * kSignWords - skip);
    const std::size_t used = (skip + here + 63) / 64;
    rng.words(stream, position / 64, std::span(words).first(used));
    if (skip == 0 && here % 64 == 0) {
      current_table().signs(words.data(), here / 64, out.data() + done);
    } else {
      current_table().signs(words.data(), used, signs.data());
      std::copy_n(signs.data() + skip, here, out.data() + done);
    }
    done += here;
  }
}

void fill_sparse_sign(const Rng& rng, std::uint32_t stream, std::uint64_t first, double s, std::span<double> out) {
  require(s >= 1 && std::isfinite(s), "the sparsity s of sparse signs must be at least 1 (one entry in s is not 0), got {}", s);
  const double size = std::sqrt(s), half_share = 1 / (2 * s);
  fill_uniform(rng, stream, first, out);
  for (double& x : out) x = x < half_share ? size : 1 - x < half_share ? -size : 0;
}

}  // namespace guise::random
