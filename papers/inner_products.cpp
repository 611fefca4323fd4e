// SPDX-License-Identifier: Apache-2.0
// Inner products of two owners' attributes after row-wise projection: 10 000 records, 100 attributes each, uniform values.
// Paper 000, section V.B, figure 6.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/spectrum.h"
#include "papers/draw.h"
#include "papers/masked.h"
#include "papers/measured.h"
#include "papers/papers.h"
#include "papers/trials.h"
#include "random/matrices.h"

namespace guise::papers {
namespace {

constexpr Index kRecords = 10'000, kAttributes = 100;

/// Attributes of both owners side by side, each of length 1.
Matrix attributes_of_both(const random::Rng& rng) {
  Matrix out(kRecords, 2 * kAttributes);
  for (Index j = 0; j < out.cols(); ++j)
    out.col(j) = uniform(kRecords, 0, 1, rng.with_step(static_cast<std::uint32_t>(j))).normalized();
  return out;
}

/// U'V - X'Y from [U V] = R [X Y] / (sqrt(k) sd) and [X Y]'[X Y].
Matrix error_of(const Matrix& released, const Matrix& exact) {
  const Index m = released.cols() / 2;
  return released.leftCols(m).transpose() * released.rightCols(m) - exact.topRightCorner(m, m);
}

/// The same law without R: rows of R [X Y] are independent and normal with covariance [X Y]'[X Y] = root root.
Matrix equivalent_errors(const Matrix& root, const Matrix& exact, Index k, const random::Rng& rng) {
  return error_of(random::gaussian_matrix(k, root.rows(), rng) * root / std::sqrt(static_cast<double>(k)), exact);
}

/// Cosine of two uniform attributes: E[xy] / E[x^2] = (1/4) / (1/3).
constexpr double kCosine = 0.75;
/// Standard deviation of the error of one inner product over matrices, Lemma 5.6.
double spread(double k) {
  return std::sqrt((1 + square(kCosine)) / k);
}

double slope(const std::vector<double>& x, const std::vector<double>& y) {
  const auto log_of = [](const std::vector<double>& v) -> Vector {
    return Eigen::Map<const Vector>(v.data(), static_cast<Index>(v.size())).array().log();
  };
  const Vector a = log_of(x).array() - log_of(x).mean(), b = log_of(y).array() - log_of(y).mean();
  return a.dot(b) / a.squaredNorm();
}

void one_size(const Settings& settings, const Matrix& data, const Matrix& exact, Report& report) {
  constexpr Index k = 5000;
  constexpr const char* kMask = "project(k=5000, side=records, sd=1.4142135623730951)";  // N(0, 2); the 2 cancels
  const int times = settings.times(4, 1);
  std::vector<double> means, sds;
  Matrix errors;
  for (int i = 0; i < times; ++i) {
    errors = error_of(mixed_records(kMask, data, settings.rng.fork(fmt::format("matrix {}", i))), exact);
    means.push_back(errors.mean());
    sds.push_back(std::sqrt((errors.array() - means.back()).square().mean()));
  }
  report.inform(fmt::format("figure 6a, k = 5000: sd of the errors of each of {} matrices", times), "", "0.0090 to 0.0099",
                numbers(sds));
  // Attributes share what they have with the common direction: the sd of one matrix scatters by 4 %.
  report.check("figure 6a: sd of the errors, mean over matrices", "below sqrt(2/k) = 0.02",
               within(std::sqrt((1 - square(kCosine)) / k), 0.1),
               std::accumulate(sds.begin(), sds.end(), 0.0) / static_cast<double>(times));
  // The errors of one matrix share an offset of sd kCosine sqrt(2/k) = 0.015: "mean zero" holds over matrices only (erratum 7).
  report.inform("figure 6a: mean of the errors of each matrix", "0 (erratum 7)", "scatter by 0.015", numbers(means));
  report.check("figure 6a: the largest of them", "", at_most(0.045),
               std::abs(*std::ranges::max_element(means, {}, [](double mean) { return std::abs(mean); })));
  report.plots.push_back({.name = "000-fig6a",
                          .title = "Figure 6a: error of 100 x 100 inner products, k = 5000, one matrix",
                          .x_label = "error",
                          .y_label = "density",
                          .series = {histogram("errors", joined(errors), -0.06, 0.06, 60)},
                          .marks = {{-std::sqrt(2.0 / k), "-sqrt(2/k)"}, {std::sqrt(2.0 / k), "sqrt(2/k)"}}});
}

/// Every pair of attributes has the same law: some of them will do, and many matrices matter more.
void many_sizes(const Settings& settings, const Matrix& exact, Report& report) {
  const Matrix root = linalg::square_root(exact);
  const std::vector<double> sizes = {500, 1000, 2000, 3000, 4000, 5000};
  const int times = settings.times(400, 100);
  std::vector<double> found, theory;
  for (const double k : sizes) {
    const Trials trials(times, settings.rng.fork(fmt::format("k = {}", k)), [&](const random::Rng& rng) {
      return std::vector<double>{mean_square(equivalent_errors(root, exact, static_cast<Index>(k), rng))};
    });
    found.push_back(std::sqrt(trials.mean(0)));
    theory.push_back(spread(k));
  }
  report.inform(fmt::format("figure 6b: rmse over {} matrices at k = 500 1000 2000 3000 4000 5000", times), "", numbers(theory),
                numbers(found));
  // The mean square of one matrix is mostly its squared offset, a chi-square number: the root over `times` matrices scatters
  // by 0.6 / sqrt(times).
  report.check("figure 6b: rmse at k = 5000", "", within(theory.back(), 3 * 0.6 / std::sqrt(times)), found.back());
  report.check("figure 6b: slope of log rmse over log k", "\"goes down exponentially\" (erratum 5)", near(-0.5, 0.1),
               slope(sizes, found));
  report.plots.push_back({.name = "000-fig6b",
                          .title = "Figure 6b: error of inner products against the number of rows released",
                          .x_label = "k",
                          .y_label = "root mean square error",
                          .series = {{"measured", sizes, found, Series::Style::both}, {"sqrt(1.5625/k)", sizes, theory}},
                          .log_x = true,
                          .log_y = true});
}

Report run(const Settings& settings) {
  const Settings own{.effort = settings.effort, .data = settings.data, .rng = settings.rng.fork("inner products")};
  const Matrix data = attributes_of_both(own.rng.fork("data")), exact = data.transpose() * data;
  Report report;
  one_size(own, data, exact, report);
  constexpr Index kSome = 20;
  Matrix some(kRecords, 2 * kSome);
  some << data.leftCols(kSome), data.rightCols(kSome);
  many_sizes(own, some.transpose() * some, report);
  return report;
}

}  // namespace

extern const Experiment inner_products_experiment = {
    .name = "000-fig6",
    .paper = "Liu, Kargupta and Ryan 2006 (000), section V.B, figure 6",
    .title = "inner products after row-wise projection",
    .claim = "the errors have mean zero and a variance below 2/k, and go down exponentially as k grows.",
    .run = run};

}  // namespace guise::papers
