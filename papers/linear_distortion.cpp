// SPDX-License-Identifier: Apache-2.0
// The distortion without its function, x* = B + Q (A + W x): what is kept, and how good Lemma 5.2's bound is. Paper 003,
// section 6.2, figure 6.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "papers/distorted.h"
#include "papers/papers.h"

namespace guise::papers {
namespace {

using stats::Activation;

/// sa = 0, so that the angle of the records is that of the paper's vectors.
constexpr theory::Distortion kLaw{.f = Activation::identity, .hidden = 5, .out = 4, .sw = 1, .sa = 0, .sq = 0.5, .sb = 0.3};

double expected(const theory::Distortion& law, double norm, double angle) {
  return theory::inner_product_spread(law, theory::pair_moments(law.f, {norm, norm, std::cos(angle)})).mean;
}
double bound(const theory::Distortion& law, double norm) {
  return theory::inner_product_bound(law, theory::pair_moments(law.f, {norm, norm, 1}));
}

/// The paper's three norms are not given.
void figure_6(Report& report) {
  const std::vector<double> angles = count_up(73, -3 * std::numbers::pi, std::numbers::pi / 12);
  for (const double norm : {0.1, 1.0, 3.0}) {
    Plot plot{.name = fmt::format("003-fig6-{}", norm),
              .title = fmt::format("Figure 6: E x*'y* and its bound, |x̂| = |ŷ| = {}", norm),
              .x_label = "angle θ between x̂ and ŷ, radians",
              .y_label = "E x*'y*",
              .series = {{"expected", angles, {}, Series::Style::both}, {"bound", angles, {}}}};
    double below = 1e9, largest_gap = 0;
    for (const double angle : angles) {
      plot.series[0].y.push_back(expected(kLaw, norm, angle));
      plot.series[1].y.push_back(bound(kLaw, norm));
      below = std::min(below, bound(kLaw, norm) - std::abs(expected(kLaw, norm, angle)));
      largest_gap = std::max(largest_gap, bound(kLaw, norm) - expected(kLaw, norm, angle));
    }
    const double size = static_cast<double>(kLaw.out * kLaw.hidden) * square(kLaw.sq * norm);
    report.check(fmt::format("figure 6, norm {}: bound less |E x*'y*|, least over angles", norm), "0 at 0, ±2π, …",
                 near(0, 1e-12 * size), below);
    report.check(fmt::format("… largest, at ±π, ±3π, …: 2 p m σq² |x̂||ŷ|", norm), "", near(2 * size, 1e-9 * size), largest_gap);
    report.plots.push_back(std::move(plot));
  }
  // Erratum 46: without B the bound is met at odd multiples of pi as well, at every norm.
  theory::Distortion without = kLaw;
  without.sb = 0;
  report.check("σb = 0: |E x*'y*| over the bound at θ = π, norm 3", "only at 0, ±2π, … (erratum 46)", near(1, 1e-12),
               std::abs(expected(without, 3, std::numbers::pi)) / bound(without, 3));
  report.check("σb = 0: E x*'y* over the bound at θ = π/3, norms 0.1 and 3", "\"very tight close to origin\"", "0.5 at both",
               numbers({expected(without, 0.1, std::numbers::pi / 3) / bound(without, 0.1),
                        expected(without, 3, std::numbers::pi / 3) / bound(without, 3)}),
               std::abs(expected(without, 0.1, std::numbers::pi / 3) / bound(without, 0.1) -
                        expected(without, 3, std::numbers::pi / 3) / bound(without, 3)) < 1e-12);
}

void monte_carlo(const Settings& settings, Report& report) {
  const theory::Distortion law{.f = Activation::identity, .hidden = 6, .out = 4, .sw = 0.8, .sa = 0.5, .sq = 0.7, .sb = 0.6};
  const Vector x = Eigen::Vector3d(1, -0.5, 0.3), y = Eigen::Vector3d(0.6, 0.2, -0.9);
  const int draws = settings.times(200'000, 40'000);
  const DrawnPair drawn = draw_pair(law, x, y, draws, settings.rng.fork("identity"));
  const double units = static_cast<double>(law.out * law.hidden) * square(law.sq);
  const double offset = static_cast<double>(law.out) * square(law.sb) + units * square(law.sa);  // erratum 45
  const auto within_errors = [&](const char* what, const char* paper, double theory, const Vector& values) {
    const DrawnSpread spread = spread_of(values);
    report.check(fmt::format("{}, {} draws", what, draws), paper,
                 fmt::format("{} ± 3 standard errors of {}, and within 2 %", number(theory), number(spread.mean_error)),
                 number(spread.mean),
                 std::abs(spread.mean - theory) <= 3 * spread.mean_error && std::abs(spread.mean / theory - 1) <= 0.02);
  };
  within_errors("mean of x*'y*", "proportional to x'y (erratum 45: affine)", offset + units * square(law.sw) * x.dot(y),
                drawn.inner);
  within_errors("mean of |x* - y*|²", "", units * square(law.sw) * (x - y).squaredNorm(), drawn.square_distance);
  const theory::HiddenPair pair = theory::hidden_pair(law, theory::record_pair(x, y));
  report.check("closed form of E XY less the one of pair_moments", "", at_most(1e-15),
               std::abs(theory::expected_product(law.f, pair) - (square(law.sw) * x.dot(y) + square(law.sa))));
}

Report run(const Settings& settings) {
  Report report;
  figure_6(report);
  monte_carlo(settings, report);
  return report;
}

}  // namespace

extern const Experiment linear_distortion_experiment = {
    .name = "003-fig6",
    .paper = "Random Non-linear Data Distortion (003), section 6.2, figure 6",
    .title = "the linear case and the bound against the angle of two records",
    .claim = "inner products are proportional to the originals'; the bound is met at θ = 0, ±2π, … and tight for small norms.",
    .run = run};

}  // namespace guise::papers
