// SPDX-License-Identifier: Apache-2.0
#include "audit/contents.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>

#include "table/blocks.h"

namespace guise::audit {
namespace {

constexpr int kMostDecimals = 9;
// Units of the last decimal beyond which any double looks as if it were a whole number of them.
constexpr double kMostUnits = 1e12;
// Contents that are kept of a table: some 30 MiB.
constexpr std::size_t kMostContents = 500'000;
constexpr std::uint64_t kEverything = std::numeric_limits<std::uint64_t>::max();

/// Steele, Lea and Flood 2014: one step of SplitMix64.
std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// Keeps the contents with the smallest hashes, as many as there is room for.
void drop_largest(Contents& contents) {
  std::vector<std::uint64_t> hashes;
  for (const auto& [hash, count] : contents.count) hashes.push_back(hash);
  const auto last = hashes.begin() + static_cast<std::ptrdiff_t>(kMostContents);
  std::nth_element(hashes.begin(), last, hashes.end());
  contents.bound = *last;
  std::erase_if(contents.count, [&](const auto& each) { return each.first >= contents.bound; });
}

}  // namespace

std::optional<int> decimals_of(const MatrixRef& column) {
  double scale = 1;
  for (int decimals = 0; decimals <= kMostDecimals; ++decimals, scale *= 10) {
    // A decimal number in binary is off by half a unit of its last place, and so is its product.
    const auto written = [&](double value) {
      const double units = std::abs(value) * scale;
      return (decimals == 0 || units < kMostUnits) &&
             std::abs(units - std::round(units)) <= 4 * std::numeric_limits<double>::epsilon() * units;
    };
    if (std::all_of(column.col(0).begin(), column.col(0).end(), written)) return decimals;
  }
  return {};
}

RowCode::RowCode(const Matrix& originals, const Matrix& release, const random::Rng& rng) {
  for (Index j = 0; j < release.cols(); ++j) {
    const std::optional<int> released = decimals_of(release.col(j)), all = decimals_of(originals.col(j));
    const bool fewer = released && (!all || *released < *all);
    scale_.push_back(fewer ? std::pow(10.0, *released) : 0);
  }
  std::uint64_t word[1];
  rng.words(0, 0, word);
  salt_ = word[0];
}

std::uint64_t RowCode::of(const MatrixRef& rows, Index row) const {
  std::uint64_t hash = salt_;
  for (std::size_t j = 0; j < scale_.size(); ++j) {
    const double value = rows(row, static_cast<Index>(j)), seen = scale_[j] > 0 ? std::round(value * scale_[j]) : value;
    hash = mixed(hash ^ std::bit_cast<std::uint64_t>(seen + 0.0));  // -0 and 0 are one number
  }
  return hash;
}

double Contents::looked_at() const {
  return bound == kEverything ? 1 : static_cast<double>(bound) / static_cast<double>(kEverything);
}

Contents contents_of(const table::Table& table, const table::Selection& selection, const table::Work& work,
                     const RowCode& code) {
  Contents out{.count = {}, .bound = kEverything};
  std::mutex mutex;
  table.scan(selection, work, [&](const table::Chunk& chunk) {
    table::for_blocks(chunk, [&](std::int64_t, const MatrixRef& rows) {
      std::vector<std::uint64_t> hashes;
      for (Index i = 0; i < rows.rows(); ++i) hashes.push_back(code.of(rows, i));
      const std::lock_guard lock(mutex);
      out.records += rows.rows();
      for (const std::uint64_t hash : hashes)
        if (hash < out.bound) ++out.count[hash];
      if (out.count.size() > 2 * kMostContents) drop_largest(out);
    });
  });
  if (out.count.size() > kMostContents) drop_largest(out);
  return out;
}

void to_common_bound(Contents& a, Contents& b) {
  a.bound = b.bound = std::min(a.bound, b.bound);
  for (Contents* each : {&a, &b}) std::erase_if(each->count, [&](const auto& content) { return content.first >= each->bound; });
}

void for_rows(const table::Table& table, const table::Selection& selection, const table::Work& work,
              const std::function<bool(std::int64_t, const MatrixRef&, Index)>& wanted,
              const std::function<void(std::int64_t, const MatrixRef&, Index)>& visit) {
  std::mutex mutex;
  table.scan(selection, work, [&](const table::Chunk& chunk) {
    table::for_numbered_blocks(
        chunk, [&](std::int64_t record, const MatrixRef& rows, const std::vector<std::int64_t>& numbers) {
          for (Index i = 0; i < rows.rows(); ++i) {
            const std::int64_t number = numbers.empty() ? record + i : numbers[static_cast<std::size_t>(i)];
            if (!wanted(number, rows, i)) continue;
            const std::lock_guard lock(mutex);
            visit(number, rows, i);
          }
        });
  });
}

}  // namespace guise::audit
