// SPDX-License-Identifier: Apache-2.0
// Does the variance of x*'y* fall as the matrices grow? Paper 003 ends section 5.1 with this question and leaves it open.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/chance.h"
#include "papers/distorted.h"
#include "papers/draw.h"
#include "papers/papers.h"

namespace guise::papers {
namespace {

// |x^| = |y^| = 1.5 and correlation 0.8, for which the corrected lemma gives the standard deviations of the reference, whose
// parameters are not known.
constexpr double kNorm = 1.5, kRho = 0.8;
constexpr theory::Distortion kLaw{.f = stats::Activation::tanh, .hidden = 20, .out = 10, .sw = 1, .sa = 0, .sq = 1, .sb = 0};

struct Size {
  std::int64_t hidden, out;
  double reference;
};
constexpr Size kSizes[] = {{20, 10, 0.57}, {20, 100, 0.28}, {20, 1000, 0.24}, {200, 200, 0.14}, {1000, 200, 0.12}};

theory::Distortion with_size(std::int64_t hidden, std::int64_t out) {
  theory::Distortion law = kLaw;
  law.hidden = hidden;
  law.out = out;
  return law;
}

double relative_sd(const theory::Distortion& law) {
  const theory::Spread spread = theory::inner_product_spread(law, theory::pair_moments(law.f, {kNorm, kNorm, kRho}));
  return std::sqrt(spread.variance) / spread.mean;
}

void drawn(const Settings& settings, Report& report) {
  const Vector x = Eigen::Vector2d(kNorm, 0), y = kNorm * Eigen::Vector2d(kRho, std::sqrt(1 - square(kRho)));
  for (const auto& [hidden, out, reference] : kSizes) {
    const theory::Distortion law = with_size(hidden, out);
    // As many draws as 200 million numbers allow, 20 000 at most.
    const auto draws = static_cast<Index>(settings.effort * std::min(20'000.0, 2e8 / static_cast<double>(hidden * out)));
    const DrawnSpread spread =
        spread_of(draw_pair(law, x, y, draws, settings.rng.fork(fmt::format("{} to {}", hidden, out))).inner);
    const double exact = relative_sd(law), error = 0.5 * spread.variance_error / spread.variance;
    report.check(fmt::format("m = {}, p = {}: sd of x*'y* over its mean, {} draws", hidden, out, draws), "",
                 within(exact, 4 * error), std::sqrt(spread.variance) / spread.mean);
    report.check("… by the corrected lemma, against the reference", "", near(reference, 0.012), exact);
  }
}

/// Without end of outputs x*'y* / p is the mean of f(X) f(Y) over the 20 hidden units; without end of units the outputs are
/// normal and x*'y* is an inner product after a projection to p columns, Lemma 5.6 of paper 000. Both by drawing X and Y.
void limits(const Settings& settings, Report& report) {
  const int draws = settings.times(2'000'000, 400'000);
  const Matrix normals = gaussian(draws, 2, kNorm, settings.rng.fork("hidden units"));
  const auto f = [](double x) { return stats::activate(kLaw.f, x); };
  const Eigen::ArrayXd x = normals.col(0).unaryExpr(f),
                       y = (kRho * normals.col(0) + std::sqrt(1 - square(kRho)) * normals.col(1)).unaryExpr(f);
  const DrawnSpread product = spread_of(x * y);
  const double of_units = std::sqrt(product.variance / 20) / product.mean;
  report.check("m = 20, p = 10⁹: sd of x*'y* over its mean, against 20 units drawn", "can we have a similar result?",
               expects(of_units,
                       of_units * std::hypot(product.variance_error / product.variance / 2, product.mean_error / product.mean)),
               relative_sd(with_size(20, 1'000'000'000)));
  const double of_outputs = std::sqrt((1 + x.square().mean() * y.square().mean() / square(product.mean)) / 20);
  report.check("p = 20, m = 10⁹: what does not fall with m either, against Lemma 5.6 of paper 000", "",
               expects(of_outputs, of_outputs * std::sqrt(8.0 / draws)), relative_sd(with_size(1'000'000'000, 20)));
  report.inform("m = p = 10⁶: both grow, and it falls", "", "", number(relative_sd(with_size(1'000'000, 1'000'000))));

  Plot plot{.name = "003-sizes",
            .title = "Relative standard deviation of x*'y* against the number of outputs",
            .x_label = "outputs p",
            .y_label = "sd over mean",
            .series = {},
            .log_x = true,
            .log_y = true};
  const auto curve = [&](std::string label, const auto& hidden_for) {
    Series series{std::move(label), {}, {}};
    for (double p = 2; p < 20'001; p *= 1.25) {
      const auto out = static_cast<std::int64_t>(p);
      series.x.push_back(static_cast<double>(out));
      series.y.push_back(relative_sd(with_size(hidden_for(out), out)));
    }
    plot.series.push_back(std::move(series));
  };
  for (const std::int64_t hidden : {20, 200, 1000})
    curve(fmt::format("m = {}", hidden), [hidden](std::int64_t) { return hidden; });
  curve("m = p", [](std::int64_t out) { return out; });
  report.plots.push_back(std::move(plot));
}

Report run(const Settings& settings) {
  const Settings own{.effort = settings.effort, .data = settings.data, .rng = settings.rng.fork("distortion sizes")};
  Report report;
  drawn(own, report);
  limits(own, report);
  return report;
}

}  // namespace

extern const Experiment distortion_sizes_experiment = {
    .name = "003-sizes",
    .paper = "Random Non-linear Data Distortion (003), the question at the end of section 5.1",
    .title = "does the variance fall as the matrices grow?",
    .claim = "\"variance decreases as the size of the projection matrix increases. Can we have a similar result here?\"",
    .run = run};

}  // namespace guise::papers
