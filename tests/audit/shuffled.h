// SPDX-License-Identifier: Apache-2.0
// Releases whose rows are in an order of their own, given back to their originals.
#pragma once
#include <algorithm>
#include <numeric>

#include "audit/given.h"
#include "audit/restore.h"

namespace guise::testing {

/// The numbers below `count` in an order drawn by the seed.
inline std::vector<Index> shuffled(Index count, std::uint64_t seed) {
  std::vector<std::uint64_t> words(static_cast<std::size_t>(count));
  random::Rng::from_seed(seed).words(0, 0, words);
  std::vector<Index> order(words.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return words[static_cast<std::size_t>(a)] < words[static_cast<std::size_t>(b)]; });
  return order;
}

inline std::vector<std::string> names(char letter, Index count) {
  std::vector<std::string> out;
  for (Index j = 0; j < count; ++j) out.push_back(letter + std::to_string(j));
  return out;
}

inline audit::Restored restored(const Matrix& x, const Matrix& release, const attacks::Knowledge& known = {},
                                const table::Work& work = {}) {
  const table::Table originals = table::Table::from_matrix(x, names('x', x.cols())),
                     released = table::Table::from_matrix(release, names('y', release.cols()));
  const audit::Sides sides{
      originals, released, {.attributes = names('x', x.cols())}, {.attributes = names('y', release.cols())}};
  return audit::restore_rows(sides, {{"", {known}}}, work, random::Rng::from_seed(1));
}

/// Share of the rows that were given to their owners, where no record of the release was left out by sampling.
inline double right(const audit::Restored& restored, const Matrix& x, const std::vector<Index>& owner) {
  if (restored.both.rows() != static_cast<Index>(owner.size())) return 0;
  Index count = 0;
  for (Index i = 0; i < restored.both.rows(); ++i)
    count += (restored.both.row(i).head(x.cols()) - x.row(owner[static_cast<std::size_t>(i)])).norm() < 1e-9;
  return static_cast<double>(count) / static_cast<double>(owner.size());
}

/// As `guise audit IN --released FILE` of a release whose rows are in an order of their own.
inline audit::Result audit_shuffled(const Matrix& x, const Matrix& release, audit::Request request) {
  const std::vector<std::string> columns = names('y', release.cols());
  request.selection.attributes = names('x', x.cols());
  audit::Restored found = restored(x, release);
  request.given = audit::Given{.originals = "originals",
                               .file = "release",
                               .mask = {},
                               .aligned = "values",
                               .columns = columns,
                               .names = columns,
                               .readings = {{"", {}}},
                               .put_back = found.how};
  if (request.given->untold()) {
    found.both.resize(x.rows(), x.cols() + release.cols());
    found.both << x, release;
  }
  std::vector<std::string> all = request.selection.attributes;
  all.insert(all.end(), columns.begin(), columns.end());
  return audit::audit(table::Table::from_matrix(found.both, all), request);
}

}  // namespace guise::testing
