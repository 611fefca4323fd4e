// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "measures/nearest_rows.h"
#include "measures/risk.h"
#include "random/matrices.h"
#include "stats/quantiles.h"

namespace guise::measures {
namespace {

constexpr double kTolerance = 0.1;  // in standard deviations of the attribute, as the headline of `within`

struct Tallies {
  Tally attack, naive;
};

/// `usual`: the naive answer for each column.
Tallies attack_people(const Matrix& people, const Matrix& guess, const NearestRows& rows, const Vector& usual, int attacks,
                      const random::Rng& rng) {
  const std::vector<Index> order = random::permutation(people.rows(), rng.fork("people"));
  const random::Rng ties = rng.fork("ties");
  Tallies out;
  for (std::size_t i = 0; i < order.size() && i < static_cast<std::size_t>(attacks); ++i) {
    std::vector<Index> seen = rows.columns();
    const auto at = seen.begin() + static_cast<std::ptrdiff_t>(i % seen.size());
    const Index secret = *at;
    seen.erase(at);
    std::uint64_t start[1];
    ties.words(0, i, start);
    const Vector person = people.row(order[i]);
    const Index nearest = rows.nearest(person, seen, 1, start[0]).front();
    const auto right = [&](double answer) { return std::abs(answer - person[secret]) <= kTolerance * rows.sd(secret); };
    out.attack.successes += right(guess(nearest, secret));
    out.naive.successes += right(usual[secret]);
    ++out.attack.attacks;
    ++out.naive.attacks;
  }
  return out;
}

}  // namespace

Risk inference(const Targets& targets, const random::Rng& rng, int attacks) {
  if (targets.truth.rows() == 0 || targets.control.rows() == 0) return {.reason = "there are no people outside the release"};
  const NearestRows rows(targets.guess, targets.truth);
  if (rows.columns().size() < 2) return {.reason = "inferring an attribute from others takes two that vary"};
  Vector usual(targets.guess.cols());
  for (Index j = 0; j < usual.size(); ++j) usual[j] = stats::usual_value(targets.guess.col(j));
  const Tallies released = attack_people(targets.truth, targets.guess, rows, usual, attacks, rng.fork("released"));
  const Tallies control = attack_people(targets.control, targets.guess, rows, usual, attacks, rng.fork("control"));
  return risk_of(released.attack, control.attack, released.naive);
}

}  // namespace guise::measures
