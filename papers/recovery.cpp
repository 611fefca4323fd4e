// SPDX-License-Identifier: Apache-2.0
#include "papers/recovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "attacks/in_memory.h"
#include "measures/measure.h"
#include "stats/moments.h"

namespace guise::papers {

std::vector<double> recovery(const Matrix& truth, const Matrix& guess) {
  measures::Comparison comparison(stats::moments_of(truth).variance().cwiseSqrt());
  comparison.add_sums(truth, guess);
  std::vector<double> out;
  for (const measures::Value& share : measures::find_measure("recovery").compute(comparison).pooled) out.push_back(share.value);
  return out;
}

std::vector<double> recovery_of(const std::vector<std::string>& attacks, const Matrix& truth, const Matrix& released,
                                const attacks::Knowledge& known, const random::Rng& rng) {
  std::vector<double> out;
  for (const std::string& attack : attacks) {
    const std::vector<double> rates =
        recovery(truth, attacks::reconstruct(attack, released, known, {}, {}, rng.fork(attack)).values);
    out.insert(out.end(), rates.begin(), rates.end());
  }
  return out;
}

void check_curve(Report& report, std::string what, std::string paper, const std::vector<double>& reference, double distance,
                 const std::vector<double>& measured) {
  double most = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) most = std::max(most, std::abs(measured[i] - reference[i]));
  report.check(std::move(what), std::move(paper), fmt::format("{}, each ± {}", numbers(reference), distance), numbers(measured),
               measured.size() == reference.size() && most <= distance);
}

double least_gap(const std::vector<double>& above, const std::vector<double>& below) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < above.size(); ++i) least = std::min(least, above[i] - below[i]);
  return least;
}

}  // namespace guise::papers
