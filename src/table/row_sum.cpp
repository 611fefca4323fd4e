// SPDX-License-Identifier: Apache-2.0
#include "table/row_sum.h"

#include <bit>
#include <cstring>

namespace guise::table {
namespace {

static_assert(std::endian::native == std::endian::little, "keys and sums are little-endian bytes");

// As GUISE_CLONES, with the instructions that multiply 64 bits.
#if defined(__x86_64__) && defined(__GNUC__)
#define GUISE_WIDE __attribute__((target_clones("arch=skylake-avx512", "avx2", "default")))
#else
#define GUISE_WIDE
#endif

constexpr std::uint64_t kMissing = 0x7ff8000000000000U;  // the bits of a missing value

/// A bijection that every bit of the input changes half of the output by (Steele, Lea and Flood 2014, with Stafford's
/// constants).
inline std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// Adds the numbers of a column to those of the rows.
GUISE_WIDE void add_column(const double* values, Index count, std::uint64_t key, std::uint64_t* rows) {
  for (Index i = 0; i < count; ++i) {
    const double x = values[i] + 0.0;  // -0 is 0
    rows[i] += mixed((x == x ? std::bit_cast<std::uint64_t>(x) : kMissing) ^ key);
  }
}

GUISE_WIDE void add_filled_column(const double* values, double mean, Index count, std::uint64_t key, std::uint64_t* rows) {
  for (Index i = 0; i < count; ++i) {
    const double x = values[i] + 0.0;
    rows[i] += mixed((x == x && x != mean ? std::bit_cast<std::uint64_t>(x) : kMissing) ^ key);
  }
}

GUISE_WIDE void add_rows(const std::uint64_t* rows, Index count, std::uint64_t first, std::uint64_t second,
                         std::uint64_t* sums) {
  std::uint64_t a = 0, b = 0;
  for (Index i = 0; i < count; ++i) {
    a += mixed(rows[i] ^ first);
    b += mixed(rows[i] ^ second);
  }
  sums[0] += a;
  sums[1] += b;
}

}  // namespace

RowSum::RowSum(const Bytes32& secret, Vector means) : means_(std::move(means)) {
  std::memcpy(keys_.data(), secret.data(), sizeof(keys_));
}

void RowSum::add(const Chunk& chunk) {
  Matrix scratch;
  const Matrix& values = present(chunk, scratch);
  std::uint64_t sums[2] = {0, 0};
  for (Index from = 0; from < values.rows(); from += kBlock) {
    const Index count = std::min<Index>(kBlock, values.rows() - from);
    std::uint64_t rows[kBlock] = {};
    for (Index j = 0; j < values.cols(); ++j) {
      const double* column = values.col(j).data() + from;
      means_.size() == 0 ? add_column(column, count, keys_[0], rows)
                         : add_filled_column(column, means_[j], count, keys_[0], rows);
    }
    add_rows(rows, count, keys_[1], keys_[2], sums);
  }
  const std::lock_guard lock(mutex_);
  sums_[0] += sums[0];
  sums_[1] += sums[1];
  rows_ += static_cast<std::uint64_t>(values.rows());
  columns_ = static_cast<std::uint64_t>(values.cols());
}

Bytes32 RowSum::finish() const {
  const std::uint64_t parts[4] = {sums_[0], sums_[1], rows_, columns_};
  static_assert(sizeof(parts) == sizeof(Bytes32));
  Bytes32 out{};
  std::memcpy(out.data(), parts, sizeof(parts));
  return out;
}

}  // namespace guise::table
