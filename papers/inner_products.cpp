// SPDX-License-Identifier: Apache-2.0
// Inner products of two owners' attributes after row-wise projection: 10 000 records, 100 attributes each, uniform values.
// Paper 000, section V.B, figure 6.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/spectrum.h"
#include "papers/chance.h"
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

/// The slope of log y over log x, and its standard error where each log y has the one given.
struct Slope {
  double value, error;
};
Slope slope(const std::vector<double>& x, const std::vector<double>& y, double error) {
  const auto log_of = [](const std::vector<double>& v) -> Vector {
    return Eigen::Map<const Vector>(v.data(), static_cast<Index>(v.size())).array().log();
  };
  const Vector a = log_of(x).array() - log_of(x).mean(), b = log_of(y).array() - log_of(y).mean();
  return {a.dot(b) / a.squaredNorm(), error / a.norm()};
}

/// The mean square of Lemma 5.6 over all pairs of two owners' attributes, from [X Y]'[X Y].
double expected_mean_square(const Matrix& exact, double k) {
  const Index m = exact.rows() / 2;
  const Vector squares = exact.diagonal();
  const Matrix lengths = squares.head(m) * squares.tail(m).transpose();
  return (lengths.array() + exact.topRightCorner(m, m).array().square()).mean() / k;
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
  // Attributes share what they have with the common direction. The variance of one matrix's errors, 0.4375/k, is that of 100
  // effects of rows and 100 of columns, 0.1875/k each, and a rest: its square root scatters by 0.043 of itself.
  const double sd = std::sqrt((1 - square(kCosine)) / k), share = 0.043;
  report.check("figure 6a: sd of the errors, mean over matrices", "below sqrt(2/k) = 0.02",
               expects(sd, sd * share / std::sqrt(times)),
               std::accumulate(sds.begin(), sds.end(), 0.0) / static_cast<double>(times));
  // The errors of one matrix share an offset of sd kCosine sqrt(2/k) = 0.015: "mean zero" holds over matrices only (erratum 7).
  report.inform("figure 6a: mean of the errors of each matrix", "0 (erratum 7)", "scatter by 0.015", numbers(means));
  report.check("figure 6a: the largest of them, in standard deviations of 0.015", "", largest_of(times),
               std::abs(*std::ranges::max_element(means, {}, [](double mean) { return std::abs(mean); })) /
                   (kCosine * std::sqrt(2.0 / k)));
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
  double error = 0;  // of log rmse
  for (const double k : sizes) {
    const Trials trials(times, settings.rng.fork(fmt::format("k = {}", k)), [&](const random::Rng& rng) {
      return std::vector<double>{mean_square(equivalent_errors(root, exact, static_cast<Index>(k), rng))};
    });
    found.push_back(std::sqrt(trials.mean(0)));
    theory.push_back(spread(k));
    error = std::max(error, trials.error(0) / trials.mean(0) / 2);
  }
  report.inform(fmt::format("figure 6b: rmse over {} matrices at k = 500 1000 2000 3000 4000 5000", times), "", numbers(theory),
                numbers(found));
  report.check("figure 6b: rmse at k = 5000", "", expects(theory.back(), theory.back() * error, times - 1), found.back());
  const Slope fitted = slope(sizes, found, error);
  report.check("figure 6b: slope of log rmse over log k", "\"goes down exponentially\" (erratum 5)",
               expects(-0.5, fitted.error, times - 1), fitted.value);
  report.plots.push_back({.name = "000-fig6b",
                          .title = "Figure 6b: error of inner products against the number of rows released",
                          .x_label = "k",
                          .y_label = "root mean square error",
                          .series = {{"measured", sizes, found, Series::Style::both}, {"sqrt(1.5625/k)", sizes, theory}},
                          .log_x = true,
                          .log_y = true});
}

/// The law of figure 6b through the mask, on fewer records: a matrix of 10 000 columns takes long to draw.
void behind_the_mask(const Settings& settings, const Matrix& data, Report& report) {
  const Matrix exact = data.transpose() * data;
  for (const Index k : {50, 200}) {
    const std::string mask = fmt::format("project(k={}, side=records)", k);
    const Trials trials(settings.times(1000, 300), settings.rng.fork(mask), [&](const random::Rng& rng) {
      return std::vector<double>{mean_square(error_of(mixed_records(mask, data, rng), exact))};
    });
    report.check(fmt::format("mask {} of {} records: mean square error, {} matrices", mask, data.rows(), trials.count()),
                 "Lemma 5.6", mean_is(expected_mean_square(exact, static_cast<double>(k)), trials, 0), trials.mean(0));
  }
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
  behind_the_mask(own, some.topRows(500), report);
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
