// SPDX-License-Identifier: Apache-2.0
#include "linalg/products.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "linalg/past_caches.h"

namespace guise::linalg {
namespace {

// Records arranged together: 192 records of 256 attributes are 384 KiB and stay in the second-level cache while every strip of
// outputs takes them. A multiple of all kernels' panels and of a line.
constexpr Index kGroup = 192;

// Attributes worked on together: a strip of 8 outputs is 16 KiB then and stays in the first-level cache.
constexpr Index kInputs = 256;

// The largest of all kernels.
constexpr Index kMostPanel = 24, kMostStrip = 8;

/// Panels of these records; the last is filled up with zeros.
void pack_group(const ProductTable& table, const MatrixRef& records, const double* center, double* packed) {
  const Index whole = records.rows() / table.panel, rest = records.rows() % table.panel, inputs = records.cols();
  if (whole > 0) table.pack(records.data(), records.outerStride(), center, inputs, whole, packed);
  if (rest == 0) return;
  Matrix last = Matrix::Zero(table.panel, inputs);
  last.topRows(rest) = records.bottomRows(rest);
  table.pack(last.data(), table.panel, center, inputs, 1, packed + whole * table.panel * inputs);
}

}  // namespace

std::span<const ProductTable* const> product_tables() {
#if defined(__x86_64__)
  static constexpr std::array kTables = {&portable::products, &avx2::products, &avx512::products};
  static const bool fused = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  // What cmake/Layers.cmake compiles such kernels for.
  static const bool wide = fused && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
  return std::span(kTables).first(wide ? 3 : fused ? 2 : 1);
#else
  static constexpr std::array kTables = {&portable::products};
  return kTables;
#endif
}

RecordProduct::RecordProduct(const Matrix& w, const ProductTable& table)
    : table_(&table), inputs_(w.rows()), outputs_(w.cols()) {
  strips_.reserve(static_cast<std::size_t>((outputs_ + table.strip) * inputs_));
  for (Index j = 0; j < outputs_; j += table.strip) {
    const Index first = first_output(j);
    for (Index i = 0; i < inputs_; ++i)
      for (Index k = first; k < first + table.strip; ++k) strips_.push_back(k < outputs_ ? w(i, k) : 0);
  }
}

/// The last strip begins early enough to be a whole one: some outputs are computed twice and come out the same. Where sums grow
/// group after group that must not be, and there it is filled up instead.
Index RecordProduct::first_output(Index strip) const {
  return inputs_ <= kInputs ? std::max<Index>(0, std::min(strip, outputs_ - table_->strip)) : strip;
}

void RecordProduct::apply(const MatrixRef& records, MutableMatrixRef out) const {
  apply(records, nullptr, nullptr, out);
}

void RecordProduct::apply(const MatrixRef& records, const Vector& center, const Vector& shift, MutableMatrixRef out) const {
  assert(center.size() == inputs_ && shift.size() == outputs_);
  apply(records, center.data(), shift.data(), out);
}

void RecordProduct::apply(const MatrixRef& records, const double* center, const double* shift, MutableMatrixRef out) const {
  assert(records.cols() == inputs_ && out.cols() == outputs_ && out.rows() == records.rows());
  if (inputs_ == 0) {
    for (Index j = 0; j < outputs_; ++j) out.col(j).setConstant(shift != nullptr ? shift[j] : 0);
    return;
  }
  thread_local std::vector<double> packed;
  packed.resize(static_cast<std::size_t>(kGroup * std::min(kInputs, inputs_)));
  for_runs(out, kGroup, [&](Index first, Index count, bool past_caches) {
    for (Index from = 0; from < inputs_; from += kInputs) {
      const Index inputs = std::min(kInputs, inputs_ - from);
      pack_group(*table_, records.block(first, from, count, inputs), center != nullptr ? center + from : nullptr,
                 packed.data());
      const Index then = from + inputs;
      const double* const next = records.data() + first + (then < inputs_ ? then * records.outerStride() : kGroup);
      multiply_group(packed.data(), from, inputs, shift, past_caches && inputs == inputs_, next, records.outerStride(),
                     out.middleRows(first, count));
    }
  });
}

/// Tiles that reach over the edge of `out` are computed beside it. The numbers from `next` on are fetched in passing: pieces of
/// a few lines, each from another page, are too short for the CPU to foresee the next. Past the end nothing happens.
void RecordProduct::multiply_group(const double* packed, Index from, Index inputs, const double* shift, bool past_caches,
                                   const double* next, Index apart, MutableMatrixRef out) const {
  const Index panel = table_->panel, strip = table_->strip;
  for (Index place = 0; place < outputs_; place += strip) {
    const Index j = first_output(place), width = std::min(strip, outputs_ - j);
    const double* w = strips_.data() + place * inputs_ + from * strip;
    std::array<double, kMostStrip> start = {};
    if (shift != nullptr) std::copy_n(shift + j, width, start.begin());
    const double* const begin = from == 0 ? start.data() : nullptr;
    for (Index r = 0; r < out.rows(); r += panel) {
      const double* x = packed + r * inputs;
      const Index line = (outputs_ - 1 - place) / strip * kLine;  // of the next panel, one for each of the last strips
      const bool fetches = line < panel;
      const double* const fetched = fetches ? next + r + line : x;
      const Index step = fetches ? apart : 0;
      if (width == strip && r + panel <= out.rows()) {
        table_->multiply(x, w, inputs, begin, &out(r, j), out.outerStride(), past_caches, fetched, step);
        continue;
      }
      alignas(64) double numbers[kMostPanel * kMostStrip];
      Eigen::Map<Matrix> tile(numbers, panel, strip);
      auto part = out.block(r, j, std::min(panel, out.rows() - r), width);
      if (from > 0) tile.topLeftCorner(part.rows(), width) = part;
      table_->multiply(x, w, inputs, begin, numbers, panel, false, fetched, step);
      part = tile.topLeftCorner(part.rows(), width);
    }
  }
}

}  // namespace guise::linalg
