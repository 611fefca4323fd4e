// SPDX-License-Identifier: Apache-2.0
#include "linalg/signed_sums.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "linalg/past_caches.h"

namespace guise::linalg {
namespace {

constexpr Index kStrip = kSumRecords;

// Columns worked on together: strips of 64 columns and of their negatives are 16 KiB and stay in the first-level cache while
// all outputs take them.
constexpr Index kGroup = 64;

// Strips packed at a time: memory is read faster in longer runs, but four strips leave the first-level cache (10^6 x 64 -> 32:
// 48 ms with one, 46 with two, 56 with four).
constexpr Index kPackedStrips = 2;

// Records whose sums are written together, output after output: in longer runs memory takes them faster. Fewer where the sums
// would not stay in the second-level cache.
constexpr Index kMostPanel = 64;
constexpr Index kPanelNumbers = 1 << 14;

// Above this share of entries a dense product is as fast.
constexpr double kMostEntries = 0.5;

/// The places of a row's entries, as SumPair has them.
std::vector<std::uint16_t> entries_of(const Matrix& columns, Index row) {
  std::vector<std::uint16_t> found;
  for (Index j = 0; j < columns.cols(); ++j)
    if (columns(row, j) != 0)
      found.push_back(static_cast<std::uint16_t>((2 * j + (columns(row, j) < 0 ? 1 : 0)) * Index{sizeof(SumStrip)}));
  return found;
}

constexpr Index kZeros = 2 * kGroup;  // the place, in strips, of one that stays 0
static_assert(kZeros * sizeof(SumStrip) <= UINT16_MAX);

/// The last strip of all may be shorter: it is copied to where a whole one may be read.
void pack_strips(const SumKernel& kernel, const MatrixRef& columns, SumStrip* packed) {
  const Index whole = columns.rows() / kStrip, rest = columns.rows() % kStrip;
  if (whole > 0) kernel.pack(columns.data(), columns.outerStride(), columns.cols(), whole, kZeros + 1, packed);
  if (rest == 0) return;
  Matrix last = Matrix::Zero(kStrip, columns.cols());
  last.topRows(rest) = columns.bottomRows(rest);
  kernel.pack(last.data(), kStrip, columns.cols(), 1, kZeros + 1, packed + whole * (kZeros + 1));
}

}  // namespace

std::optional<SignedSums> SignedSums::of(const Matrix& matrix, const SumKernel& kernel) {
  const double size = matrix.size() > 0 ? matrix.cwiseAbs().maxCoeff() : 0;
  const auto entries = static_cast<double>((matrix.array() != 0).count());
  const bool even = (matrix.array() == 0 || matrix.array().abs() == size).all();
  if (size == 0 || !even || entries > kMostEntries * static_cast<double>(matrix.size())) return {};
  SignedSums sums;
  sums.kernel_ = &kernel;
  sums.factor_ = size;
  sums.inputs_ = matrix.cols();
  sums.outputs_ = matrix.rows();
  for (Index first = 0; first < matrix.cols(); first += kGroup)
    sums.list_group(matrix.middleCols(first, std::min(kGroup, matrix.cols() - first)));
  return sums;
}

/// Outputs in pairs of about the same number of entries. Where their number is odd the last has a partner that nobody reads.
void SignedSums::list_group(const Matrix& columns) {
  std::vector<std::vector<std::uint16_t>> entries;
  for (Index k = 0; k < outputs_; ++k) entries.push_back(entries_of(columns, k));
  entries.resize((entries.size() + 1) / 2 * 2);
  std::vector<std::uint32_t> order(entries.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return entries[a].size() < entries[b].size(); });
  for (std::size_t i = 0; i < order.size(); i += 2) {
    std::vector<std::uint16_t>&a = entries[order[i]], &b = entries[order[i + 1]];
    const std::size_t steps = (b.size() + kSumStep - 1) / kSumStep;
    a.resize(steps * kSumStep, kZeros * sizeof(SumStrip));
    b.resize(steps * kSumStep, kZeros * sizeof(SumStrip));
    pairs_.push_back({{order[i], order[i + 1]}, static_cast<std::uint32_t>(places_.size()), static_cast<std::uint32_t>(steps)});
    for (std::size_t entry = 0; entry < a.size(); ++entry) places_.insert(places_.end(), {a[entry], b[entry]});
  }
}

std::span<const SumPair> SignedSums::pairs_of_group(Index group) const {
  const auto pairs = static_cast<std::size_t>((outputs_ + 1) / 2);
  return std::span(pairs_).subspan(static_cast<std::size_t>(group) * pairs, pairs);
}

/// What comes after the group from column `first` on, the next group or the next panel's first: while strip s of so many is
/// worked on, its share of the columns, in long runs, as memory likes it.
SumFetch SignedSums::next_group(const MatrixRef& records, Index first, Index s, Index strips) const {
  const bool last = first + kGroup >= inputs_;
  const Index from = last ? 0 : first + kGroup, columns = std::min(kGroup, inputs_ - from);
  const Index begin = columns * s / strips, end = columns * (s + 1) / strips;
  return {records.data() + (last ? records.rows() : 0) + (from + begin) * records.outerStride(), records.outerStride(),
          records.rows(), static_cast<std::size_t>(end - begin)};
}

/// Up to kMostPanel records: groups of columns one after the other, and within a group a few strips after the other.
void SignedSums::apply_panel(const MatrixRef& records, bool past_caches, MutableMatrixRef out) const {
  thread_local std::vector<SumStrip> packed, sums;
  packed.resize(kPackedStrips * (kZeros + 1));
  const Index strips = (records.rows() + kStrip - 1) / kStrip, width = (outputs_ + 1) / 2 * 2;
  sums.resize(static_cast<std::size_t>(strips * width));
  for (Index first = 0; first < inputs_; first += kGroup) {
    const auto columns = records.middleCols(first, std::min(kGroup, inputs_ - first));
    for (Index s = 0; s < strips; ++s) {
      const Index place = s % kPackedStrips;
      if (place == 0)
        pack_strips(*kernel_, columns.middleRows(s * kStrip, std::min(kPackedStrips * kStrip, columns.rows() - s * kStrip)),
                    packed.data());
      const SumFetch next = next_group(records, first, s, strips);
      (first == 0 ? kernel_->sum : kernel_->add)(packed.data() + place * (kZeros + 1), pairs_of_group(first / kGroup),
                                                 places_.data(), next, sums.data() + s * width);
    }
  }
  for (Index k = 0; k < outputs_; ++k)
    kernel_->write(sums.data() + k, width, factor_, past_caches, {out.col(k).data(), static_cast<std::size_t>(out.rows())});
}

void SignedSums::apply(const MatrixRef& records, MutableMatrixRef out) const {
  const Index panel = std::clamp<Index>(kPanelNumbers / outputs_ / kStrip, 1, kMostPanel / kStrip) * kStrip;
  for_runs(out, panel, [&](Index first, Index count, bool past_caches) {
    apply_panel(records.middleRows(first, count), past_caches, out.middleRows(first, count));
  });
}

}  // namespace guise::linalg
