// SPDX-License-Identifier: Apache-2.0
#include "audit/nearest_originals.h"

#include <algorithm>

#include "linalg/blas.h"
#include "linalg/pairwise.h"
#include "stats/ordered_merge.h"
#include "table/blocks.h"

namespace guise::audit {
namespace {

struct Lists {
  std::size_t most = 0;
  std::vector<std::vector<Candidate>> of_row;

  void merge(const Lists& later) {
    most = std::max(most, later.most);
    of_row.resize(std::max(of_row.size(), later.of_row.size()));
    for (std::size_t i = 0; i < later.of_row.size(); ++i) {
      std::vector<Candidate> both;
      std::ranges::merge(of_row[i], later.of_row[i], std::back_inserter(both), std::less<>());
      both.resize(std::min(both.size(), most));
      of_row[i] = std::move(both);
    }
  }
};

Lists lists_of(const Matrix& rows, const Matrix& originals, std::size_t count, const auto& number) {
  const Matrix squared = linalg::squared_distances(originals, rows);
  Lists out{.most = count, .of_row = std::vector<std::vector<Candidate>>(static_cast<std::size_t>(rows.rows()))};
  std::vector<Candidate> all(static_cast<std::size_t>(originals.rows()));
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j < originals.rows(); ++j) all[static_cast<std::size_t>(j)] = {squared(j, i), number(j)};
    const auto last = all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()));
    std::partial_sort(all.begin(), last, all.end());
    out.of_row[static_cast<std::size_t>(i)].assign(all.begin(), last);
  }
  return out;
}

}  // namespace

std::vector<std::vector<Candidate>> nearest_originals(const Matrix& rows, std::size_t count, const Originals& originals) {
  linalg::use_one_blas_thread();
  stats::OrderedMerge<Lists> merge;
  originals.table.scan(originals.selection, originals.work, [&](const table::Chunk& chunk) {
    table::for_numbered_blocks(
        chunk, [&](std::int64_t record, const MatrixRef& block, const std::vector<std::int64_t>& numbers) {
          const auto number = [&](Index j) { return numbers.empty() ? record + j : numbers[static_cast<std::size_t>(j)]; };
          merge.add(record / table::kBlock, lists_of(rows, originals.seen(block), count, number));
        });
  });
  return merge.finish({.most = count, .of_row = std::vector<std::vector<Candidate>>(static_cast<std::size_t>(rows.rows()))})
      .of_row;
}

}  // namespace guise::audit
