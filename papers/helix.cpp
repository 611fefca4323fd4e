// SPDX-License-Identifier: Apache-2.0
// A helix, distorted under different draws of the matrices. Paper 003, figures 2 and 3. Neither the helix nor the parameters
// are described: two turns, 20 hidden units, three outputs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "linalg/pairwise.h"
#include "papers/chance.h"
#include "papers/distorted.h"
#include "papers/papers.h"

namespace guise::papers {
namespace {

constexpr Index kPoints = 200;
constexpr theory::Distortion kLaw{.f = stats::Activation::tanh, .hidden = 20, .out = 3, .sw = 1, .sa = 1, .sq = 1, .sb = 1};

Matrix helix() {
  Matrix out(kPoints, 3);
  for (Index i = 0; i < kPoints; ++i) {
    const double t = static_cast<double>(i) / (kPoints - 1), angle = 4 * std::numbers::pi * t;
    out.row(i) << std::cos(angle), std::sin(angle), 2 * t - 1;
  }
  return out;
}

Plot view(std::string name, std::string title, const Matrix& points) {
  return {.name = std::move(name),
          .title = std::move(title),
          .x_label = "first column",
          .y_label = "second and third column",
          .series = {{"second column", list(points.col(0)), list(points.col(1)), Series::Style::line},
                     {"third column", list(points.col(0)), list(points.col(2)), Series::Style::line}}};
}

/// Correlation of all squared distances in two tables.
double likeness(const Matrix& a, const Matrix& b) {
  const auto centred = [](const Matrix& points) -> Vector {
    const Matrix distances = linalg::squared_distances(points, points);
    const Eigen::Map<const Vector> all(distances.data(), distances.size());
    return all.array() - all.mean();
  };
  return centred(a).normalized().dot(centred(b).normalized());
}

/// Mean squared distances over draws against theory, for the first point and some others.
double farthest_mean(const Matrix& points, int draws, const random::Rng& rng) {
  double most = 0;
  for (const Index i : {10, 50, 100, 199}) {
    const Vector x = points.row(0), y = points.row(i);
    const double theory = theory::squared_distance_spread(
                              kLaw, theory::pair_moments(kLaw.f, theory::hidden_pair(kLaw, theory::record_pair(x, y))))
                              .mean;
    const DrawnSpread drawn = spread_of(draw_pair(kLaw, x, y, draws, rng.fork(fmt::format("{}", i))).square_distance);
    most = std::max(most, std::abs(drawn.mean - theory) / drawn.mean_error);
  }
  return most;
}

Report run(const Settings& settings) {
  const random::Rng rng = settings.rng.fork("helix");
  const Matrix points = helix();
  Report report;
  report.plots.push_back(view("003-fig2", "Figure 2: the helix", points));
  std::vector<double> alike;
  Matrix before;
  for (const int trial : {1, 2, 3, 4}) {
    const Matrix released = distorted(kLaw, points, rng.fork(fmt::format("trial {}", trial))).released;
    report.plots.push_back(
        view(fmt::format("003-fig3-{}", trial), fmt::format("Figure 3: the helix distorted, trial {}", trial), released));
    alike.push_back(likeness(points, released));
    if (before.size() > 0)
      report.inform(fmt::format("trials {} and {}: correlation of squared distances", trial - 1, trial), "different outputs",
                    "below 1", number(likeness(before, released)));
    before = released;
  }
  report.inform("helix and each of four trials: correlation of squared distances", "", "below 1", numbers(alike));
  const int draws = settings.times(100'000, 20'000);
  report.check(fmt::format("four pairs: mean of |x* - y*|² over {} draws, off by standard errors", draws), "0", largest_of(4),
               farthest_mean(points, draws, rng.fork("pairs")));
  // With many units and outputs one draw is enough (003-sizes): every draw gives the same curve but for a rigid motion.
  theory::Distortion large = kLaw;
  large.hidden = large.out = 1000;
  report.check(
      "1000 units and outputs, two trials: correlation of squared distances", "", at_least(0.98),
      likeness(distorted(large, points, rng.fork("large 1")).released, distorted(large, points, rng.fork("large 2")).released));
  return report;
}

}  // namespace

extern const Experiment helix_experiment = {.name = "003-fig3",
                                            .paper = "Random Non-linear Data Distortion (003), section 4.1, figures 2 and 3",
                                            .title = "a helix under several draws of the matrices",
                                            .claim = "different outputs are achieved in different trials with the same input.",
                                            .run = run};

}  // namespace guise::papers
