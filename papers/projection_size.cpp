// SPDX-License-Identifier: Apache-2.0
// Error of an inner product after random projection against the number of columns, below and above that of the attributes.
// Paper 003, figure 1.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/masked.h"
#include "papers/papers.h"
#include "papers/trials.h"
#include "theory/projection_error.h"

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

/// Up to the number of attributes by the mask; it refuses to inflate, so that beyond a matrix is drawn.
Matrix projected(const Matrix& pair, Index k, const random::Rng& rng) {
  if (k <= kAttributes) return masked_without_insider(fmt::format("project(k={})", k), pair, rng).released;
  return pair * gaussian(kAttributes, k, 1 / std::sqrt(static_cast<double>(k)), rng);
}

/// The variance of the error over many matrices against Lemma 5.6 of paper 000, in standard errors.
double off_variance(const Matrix& pair, Index k, int times, const random::Rng& rng) {
  const double inner = pair.row(0).dot(pair.row(1));
  const Trials trials(times, rng, [&](const random::Rng& own) {
    const Matrix released = projected(pair, k, own);
    return std::vector<double>{square(released.row(0).dot(released.row(1)) - inner)};
  });
  return std::abs(trials.mean(0) - theory::inner_product_variance(pair.row(0), pair.row(1), k)) / trials.error(0);
}

Report run(const Settings& settings) {
  const random::Rng rng = settings.rng.fork("projection size");
  Matrix pair(2, kAttributes);  // "arbitrary vectors"
  for (const int i : {0, 1}) pair.row(i) = uniform(kAttributes, 0, 1, rng.with_step(static_cast<std::uint32_t>(i))).transpose();
  const double inner = pair.row(0).dot(pair.row(1));

  std::vector<double> sizes(std::begin(kSizes), std::end(kSizes)), found, theory, ratios;
  double farthest = 0, off = 0;
  const int times = settings.times(10'000, 2'000);
  for (const double k : sizes) {
    const Trials trials(kTrials, rng.fork(fmt::format("k = {}", k)), [&](const random::Rng& own) {
      const Matrix released = projected(pair, static_cast<Index>(k), own);
      return std::vector<double>{std::abs(released.row(0).dot(released.row(1)) - inner)};
    });
    found.push_back(trials.mean(0));
    theory.push_back(expected_error(pair, k));
    ratios.push_back(found.back() / theory.back());
    farthest = std::max(farthest, std::abs(ratios.back() - 1));
    off = std::max(off, off_variance(pair, static_cast<Index>(k), times, rng.fork(fmt::format("many {}", k))));
  }
  Report report;
  report.inform("mean |error| of 100 projections at k = 5 10 20 30 40 45 50 55 60 80 100 150 200", "", numbers(theory),
                numbers(found));
  report.inform("… over the theory", "", "1", numbers(ratios));
  // The mean of 100 half-normal numbers scatters by 7.6 %.
  report.check("the farthest from sqrt(2/π) sqrt((|x|²|y|² + (x'y)²)/k), in standard errors of 7.6 %", "",
               largest_of(static_cast<int>(sizes.size())), farthest / (std::sqrt(std::numbers::pi / 2 - 1) / 10));
  // Nothing special at k = n: every size follows the lemma. Squares have heavy tails; their standard error is of as many draws.
  report.check(
      fmt::format("variance of the error over {} projections against Lemma 5.6 of paper 000, farthest of 13 k, in standard "
                  "errors",
                  times),
      "the dotted line", largest_of(static_cast<int>(sizes.size()), times / 50.0), off);
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
