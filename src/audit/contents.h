// SPDX-License-Identifier: Apache-2.0
// Rows known by their content, in bounded memory: how often each content occurs in a table. Of a long table the contents with
// the smallest hashes are kept, in two tables the same ones.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/matrix.h"
#include "random/rng.h"
#include "table/table.h"

namespace guise::audit {

/// Digits behind the decimal point that write all of these numbers; nothing where nine do not.
std::optional<int> decimals_of(const MatrixRef& column);

/// A hash of a row. Columns that the release has fewer decimals of than the originals are compared in these.
class RowCode {
 public:
  RowCode(const Matrix& originals, const Matrix& release, const random::Rng& rng);
  std::uint64_t of(const MatrixRef& rows, Index row) const;

 private:
  std::vector<double> scale_;  // of each column; 0: all digits count
  std::uint64_t salt_;
};

struct Contents {
  std::unordered_map<std::uint64_t, std::int64_t> count;  ///< of each content below `bound`
  std::uint64_t bound = 0;                                ///< contents with this hash or a larger one were not counted
  std::int64_t records = 0;
  double looked_at() const;  ///< share of all contents
};
Contents contents_of(const table::Table& table, const table::Selection& selection, const table::Work& work,
                     const RowCode& code);

/// Leaves the contents that both have counted.
void to_common_bound(Contents& a, Contents& b);

/// Calls `visit` for every row that is wanted, with its number: from several threads, never two at once.
void for_rows(const table::Table& table, const table::Selection& selection, const table::Work& work,
              const std::function<bool(std::int64_t, const MatrixRef&, Index)>& wanted,
              const std::function<void(std::int64_t, const MatrixRef&, Index)>& visit);

}  // namespace guise::audit
