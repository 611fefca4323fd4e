// SPDX-License-Identifier: Apache-2.0
// Error of an inner product after random projection against the number of columns, below and above that of the attributes.
// Paper 003, figure 1.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "papers/draw.h"
#include "papers/papers.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

constexpr Index kAttributes = 50;
constexpr int kTrials = 100;  // as in the paper, at every effort
constexpr double kSizes[] = {5, 10, 20, 30, 40, 45, 50, 55, 60, 80, 100, 150, 200};

/// Half-normal: sqrt(2/pi) of the standard deviation of Lemma 5.6 of paper 000.
double expected_error(const Matrix& pair, double k) {
  const double inner = pair.row(0).dot(pair.row(1));
  return std::sqrt(2 / std::numbers::pi) *
         std::sqrt((pair.row(0).squaredNorm() * pair.row(1).squaredNorm() + square(inner)) / k);
}

Report run(const Settings& settings) {
  const random::Rng rng = settings.rng.fork("projection size");
  Matrix pair(2, kAttributes);  // "arbitrary vectors"
  for (const int i : {0, 1}) pair.row(i) = uniform(kAttributes, 0, 1, rng.with_step(static_cast<std::uint32_t>(i))).transpose();
  const double inner = pair.row(0).dot(pair.row(1));

  std::vector<double> sizes(std::begin(kSizes), std::end(kSizes)), found, theory, ratios;
  double farthest = 0;
  for (const double k : sizes) {
    const Trials trials(kTrials, rng.fork(fmt::format("k = {}", k)), [&](const random::Rng& own) {
      // Not the mask: `project` refuses to inflate.
      const Matrix released = pair * gaussian(kAttributes, static_cast<Index>(k), 1 / std::sqrt(k), own);
      return std::vector<double>{std::abs(released.row(0).dot(released.row(1)) - inner)};
    });
    found.push_back(trials.mean(0));
    theory.push_back(expected_error(pair, k));
    ratios.push_back(found.back() / theory.back());
    farthest = std::max(farthest, std::abs(ratios.back() - 1));
  }
  Report report;
  report.inform("mean |error| of 100 projections at k = 5 10 20 30 40 45 50 55 60 80 100 150 200", "", numbers(theory),
                numbers(found));
  report.inform("… over the theory", "", "1", numbers(ratios));
  // The mean of 100 half-normal numbers scatters by 7.6 %: 25 % is 3.3 standard errors.
  report.check("the farthest from sqrt(2/π) sqrt((|x|²|y|² + (x'y)²)/k), as a share", "", at_most(0.25), farthest);
  // Four neighbours average to 3.8 %, one size to 7.6 %: three standard errors of the difference are 0.25.
  report.check("k = n = 50 against its four neighbours, as a share", "the dotted line", at_most(0.25),
               std::abs(ratios[6] - (ratios[4] + ratios[5] + ratios[7] + ratios[8]) / 4));
  report.plots.push_back({.name = "003-fig1",
                          .title = "Figure 1: error of an inner product of 50 attributes, mean of 100 projections",
                          .x_label = "columns k",
                          .y_label = "mean |error|",
                          .series = {{"measured", sizes, found, Series::Style::points}, {"theory", sizes, theory}},
                          .marks = {{kAttributes, "n = 50"}}});
  return report;
}

}  // namespace

extern const Experiment projection_size_experiment = {
    .name = "003-fig1",
    .paper = "Random Non-linear Data Distortion (003), section 2, figure 1",
    .title = "error of an inner product after random projection, from reduction to inflation",
    .claim = "a figure without comment: the error against the number of columns, with the number of attributes marked.",
    .run = run};

}  // namespace guise::papers
