// SPDX-License-Identifier: Apache-2.0
#include "papers/recovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "attacks/in_memory.h"
#include "linalg/least_l1.h"
#include "measures/measure.h"
#include "papers/masked.h"
#include "papers/trials.h"
#include "random/matrices.h"
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
  bool close = measured.size() == reference.size();
  for (std::size_t i = 0; close && i < reference.size(); ++i) close = std::abs(measured[i] - reference[i]) <= distance;
  report.check(std::move(what), std::move(paper), fmt::format("{}, each ± {}", numbers(reference), distance), numbers(measured),
               close);
}

double least_gap(const std::vector<double>& above, const std::vector<double>& below) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < above.size(); ++i) least = std::min(least, above[i] - below[i]);
  return least;
}

Contest contest(const std::vector<std::string>& attacks, const Matrix& data, int times, const random::Rng& rng) {
  const std::size_t n = kTolerances.size();
  const auto m = static_cast<std::size_t>(data.cols());
  const Trials trials(times, rng, [&](const random::Rng& own) {
    const Masked release = masked("project(k=2)", data, own.fork("mask"));
    attacks::Knowledge known = release.insider;
    known.sample = data;
    std::vector<double> out = recovery_of(attacks, data, release.released, known, own.fork("attack"));
    const double lead =
        std::accumulate(out.begin(), out.begin() + n, 0.0) - std::accumulate(out.begin() + n, out.begin() + 2 * n, 0.0);
    const Matrix guess = attacks::reconstruct(attacks.front(), release.released, known).values;
    for (Index j = 0; j < data.cols(); ++j) out.push_back(recovery(data.col(j), guess.col(j))[kOneFifth]);
    out.push_back(lead);
    return out;
  });
  const std::vector<double> means = trials.means();
  const auto part = [&](std::size_t first, std::size_t count) {
    return std::vector(means.begin() + first, means.begin() + first + count);
  };
  Contest out{{}, part(attacks.size() * n, m), trials.share_above(static_cast<Index>(attacks.size() * n + m), 0)};
  for (std::size_t a = 0; a < attacks.size(); ++a) out.curves.push_back(part(a * n, n));
  return out;
}

Plot plot(std::string name, std::string title, const std::vector<std::string>& labels, const Contest& found) {
  Plot out{
      .name = std::move(name), .title = std::move(title), .x_label = "tolerance ε", .y_label = "recovery rate", .series = {}};
  for (std::size_t a = 0; a < labels.size(); ++a)
    out.series.push_back({labels[a], {kTolerances.begin(), kTolerances.end()}, found.curves[a], Series::Style::both});
  return out;
}

double share_without_one(const Vector& sd, int times, const random::Rng& rng) {
  int count = 0;
  for (int i = 0; i < times; ++i) {
    const Matrix a = random::gaussian_matrix(2, sd.size(), rng.with_step(static_cast<std::uint32_t>(i))) * sd.asDiagonal();
    count += linalg::LeastL1(a).unused_columns() > 0;
  }
  return static_cast<double>(count) / times;
}

}  // namespace guise::papers
