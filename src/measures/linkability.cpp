// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "measures/nearest_rows.h"
#include "measures/risk.h"
#include "random/matrices.h"

namespace guise::measures {
namespace {

struct Halves {
  std::vector<Index> first, second;
};

Halves split(const std::vector<Index>& columns, const random::Rng& rng) {
  Halves halves;
  const std::vector<Index> order = random::permutation(static_cast<Index>(columns.size()), rng);
  for (std::size_t i = 0; i < order.size(); ++i)
    (i % 2 == 0 ? halves.first : halves.second).push_back(columns[static_cast<std::size_t>(order[i])]);
  return halves;
}

Tally attack_people(const Matrix& people, const NearestRows& rows, Index neighbours, int attacks, const random::Rng& rng) {
  const std::vector<Index> order = random::permutation(people.rows(), rng.fork("people"));
  const random::Rng halves = rng.fork("halves"), ties = rng.fork("ties");
  Tally tally;
  for (std::size_t i = 0; i < order.size() && i < static_cast<std::size_t>(attacks); ++i) {
    const auto step = static_cast<std::uint32_t>(i);
    const Halves columns = split(rows.columns(), halves.with_step(step));
    std::uint64_t start[2];
    ties.words(step, 0, start);
    const Vector person = people.row(order[i]);
    const std::vector<Index> one = rows.nearest(person, columns.first, neighbours, start[0]),
                             other = rows.nearest(person, columns.second, neighbours, start[1]);
    tally.successes += std::any_of(one.begin(), one.end(),
                                   [&](Index row) { return std::find(other.begin(), other.end(), row) != other.end(); });
    ++tally.attacks;
  }
  return tally;
}

/// P(two draws of k of n records, without replacement, share one) = 1 - C(n - k, k) / C(n, k).
double chance_of_a_common_one(Index records, Index k) {
  double none = 1;
  for (Index i = 0; i < k; ++i) none *= std::max(0.0, static_cast<double>(records - k - i) / static_cast<double>(records - i));
  return 1 - none;
}

}  // namespace

Risk linkability(const Targets& targets, const random::Rng& rng, int attacks, Index neighbours) {
  if (targets.truth.rows() == 0 || targets.control.rows() == 0) return {.reason = "there are no people outside the release"};
  const NearestRows rows(targets.guess, targets.truth);
  if (rows.columns().size() < 2) return {.reason = "linking two halves of a record takes two attributes that vary"};
  const Index k = std::min(neighbours, targets.guess.rows());
  const Tally attack = attack_people(targets.truth, rows, k, attacks, rng.fork("released"));
  const Tally control = attack_people(targets.control, rows, k, attacks, rng.fork("control"));
  const double expected = chance_of_a_common_one(targets.guess.rows(), k) * static_cast<double>(attack.attacks);
  return risk_of(attack, control, {std::llround(expected), attack.attacks});
}

}  // namespace guise::measures
