// SPDX-License-Identifier: Apache-2.0
// The distortion without its function, x* = B + Q (A + W x): what is kept, and how good Lemma 5.2's bound is. Paper 003,
// section 6.2, figure 6.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "papers/chance.h"
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

/// Two records of this norm at an angle.
Matrix at_angle(double norm, double angle) {
  Matrix out(2, 2);
  out << norm, 0, norm * std::cos(angle), norm * std::sin(angle);
  return out;
}

/// x*'y* and |x* - y*|^2 behind the mask, over its keys.
Trials behind_the_mask(const theory::Distortion& law, const Matrix& pair, int keys, const random::Rng& rng) {
  return {keys, rng, [&](const random::Rng& own) {
            const Matrix released = distorted(law, pair, own).released;
            return std::vector<double>{released.row(0).dot(released.row(1)), (released.row(0) - released.row(1)).squaredNorm()};
          }};
}

/// The paper's three norms are not given. The curve is its closed form; the points are means over keys of the mask.
void figure_6(const Settings& settings, Report& report) {
  const std::vector<double> angles = count_up(73, -3 * std::numbers::pi, std::numbers::pi / 12);
  constexpr double kShown[] = {0, 0.25, 0.5, 1, 1.5};  // of pi
  const int keys = settings.times(10'000, 2'000);
  for (const double norm : {0.1, 1.0, 3.0}) {
    Plot plot{.name = fmt::format("003-fig6-{}", norm),
              .title = fmt::format("Figure 6: E x*'y* and its bound, |x̂| = |ŷ| = {}", norm),
              .x_label = "angle θ between x̂ and ŷ, radians",
              .y_label = "E x*'y*",
              .series = {{"expected", angles, {}}, {"bound", angles, {}}, {"mask, mean", {}, {}, Series::Style::points}}};
    for (const double angle : angles) {
      plot.series[0].y.push_back(expected(kLaw, norm, angle));
      plot.series[1].y.push_back(bound(kLaw, norm));
    }
    // Printed: p sb^2 + p m sa^2 sq^2 + p m sq^2 sw^2 x'y, with sa = 0.
    const double size = static_cast<double>(kLaw.out * kLaw.hidden) * square(kLaw.sq * norm);
    const double offset = static_cast<double>(kLaw.out) * square(kLaw.sb);
    double farthest = 0, at_zero = 0, error_at_zero = 1;
    for (const double part : kShown) {
      const double angle = part * std::numbers::pi;
      const Trials found =
          behind_the_mask(kLaw, at_angle(norm, angle), keys, settings.rng.fork(fmt::format("{} {}", norm, part)));
      plot.series[2].x.push_back(angle), plot.series[2].y.push_back(found.mean(0));
      farthest = std::max(farthest, std::abs(found.mean(0) - (offset + size * std::cos(angle))) / found.error(0));
      if (part == 0) at_zero = found.mean(0), error_at_zero = found.error(0);
    }
    report.check(
        fmt::format("figure 6, norm {}: mean of x*'y* over {} keys at 5 angles against p σb² + p m σq² x'y, farthest in "
                    "standard errors",
                    norm, keys),
        "section 6.2", largest_of(static_cast<int>(std::size(kShown))), farthest);
    report.check(fmt::format("… at θ = 0, over the bound of Lemma 5.2", norm), "1 at 0, ±2π, …",
                 expects(1, error_at_zero / bound(kLaw, norm)), at_zero / bound(kLaw, norm));
    report.plots.push_back(std::move(plot));
  }
  // Erratum 46: without B the bound is met at odd multiples of pi as well, at every norm.
  theory::Distortion without = kLaw;
  without.sb = 0;
  for (const double norm : {0.1, 3.0}) {
    const Trials found =
        behind_the_mask(without, at_angle(norm, std::numbers::pi), keys, settings.rng.fork(fmt::format("without {}", norm)));
    report.check(fmt::format("σb = 0, norm {}: mean of x*'y* at θ = π over the bound", norm), "only at 0, ±2π, … (erratum 46)",
                 expects(-1, found.error(0) / bound(without, norm)), found.mean(0) / bound(without, norm));
  }
}

void monte_carlo(const Settings& settings, Report& report) {
  const theory::Distortion law{.f = Activation::identity, .hidden = 6, .out = 4, .sw = 0.8, .sa = 0.5, .sq = 0.7, .sb = 0.6};
  Matrix pair(2, 3);
  pair << 1, -0.5, 0.3, 0.6, 0.2, -0.9;
  const Trials found = behind_the_mask(law, pair, settings.times(50'000, 5'000), settings.rng.fork("identity"));
  const double units = static_cast<double>(law.out * law.hidden) * square(law.sq);
  const double offset = static_cast<double>(law.out) * square(law.sb) + units * square(law.sa);  // erratum 45
  report.check(fmt::format("mean of x*'y*, {} keys", found.count()), "proportional to x'y (erratum 45: affine)",
               mean_is(offset + units * square(law.sw) * pair.row(0).dot(pair.row(1)), found, 0), found.mean(0));
  report.check(fmt::format("mean of |x* - y*|², {} keys", found.count()), "",
               mean_is(units * square(law.sw) * (pair.row(0) - pair.row(1)).squaredNorm(), found, 1), found.mean(1));
}

Report run(const Settings& settings) {
  Report report;
  figure_6(settings, report);
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
