// SPDX-License-Identifier: Apache-2.0
// What R'R is on average and how far one draw is from it. Paper 000, Lemma 5.2, Corollary 5.3, section V.B, Lemma 5.6.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/papers.h"
#include "random/matrices.h"
#include "theory/projection_error.h"

namespace guise::papers {
namespace {

constexpr Index kDraws = 200'000;  // a variance of R'R is then off by half a percent

double variance(const Vector& values) {
  return (values.array() - values.mean()).square().mean();
}

/// Lemma 5.2 for entries of any law of mean 0. A draw per row of `entries`: a p x q matrix, column by column.
double largest_in_standard_errors(const Matrix& entries, Index p, Index q, double variance_of_entries) {
  double most = 0;
  for (Index i = 0; i < q; ++i) {
    for (Index j = 0; j <= i; ++j) {
      const Vector products = (entries.middleCols(i * p, p).array() * entries.middleCols(j * p, p).array()).rowwise().sum() /
                              (static_cast<double>(p) * variance_of_entries);
      const double error = std::sqrt(variance(products) / static_cast<double>(kDraws));
      const double off = std::abs(products.mean() - (i == j ? 1 : 0));
      // Signs have r^2 = 1 always: nothing is left to chance on the diagonal.
      most = std::max(most, error > 0 ? off / error : off > 0 ? 1e9 : 0);
    }
  }
  return most;
}

void mean_of_products(const random::Rng& rng, Report& report) {
  constexpr Index p = 5, q = 4;
  const std::array<std::pair<const char*, Matrix>, 3> laws = {
      std::pair{"gaussian, sd 2", Matrix(2 * random::gaussian_matrix(p * q, kDraws, rng.fork("gaussian")).transpose())},
      std::pair{"signs", Matrix(random::sign_matrix(p * q, kDraws, rng.fork("sign")).transpose())},
      std::pair{"sparse signs", Matrix(random::sparse_sign_matrix(p * q, kDraws, 3, rng.fork("sparse")).transpose())}};
  for (const auto& [law, entries] : laws)
    report.check(fmt::format("Lemma 5.2, {}: E[R'R] / (p σ²) - I, largest entry in standard errors", law), "0", largest_of(10),
                 largest_in_standard_errors(entries, p, q, law == laws[0].first ? 4 : 1));
}

/// r1'r2 of two columns of two entries, each column scaled to length 1. A row of `entries` is a draw of both.
Vector product_of_unit_columns(const Matrix& entries) {
  return (entries.leftCols(2).array() * entries.rightCols(2).array()).rowwise().sum() /
         (entries.leftCols(2).rowwise().norm().array() * entries.rightCols(2).rowwise().norm().array());
}

/// Corollary 5.3 asks only for mean 0. With entries -1 (9 of 10) and 9 the expectation of r1'r2 is 2 (E a / sqrt(a^2 + b^2))^2,
/// a sum of four terms, 0.473 (erratum 6): the law must be symmetric, as those of guise's matrices are.
void normalised_columns(const random::Rng& rng, Report& report) {
  constexpr std::pair<double, double> kLaw[] = {{-1, 0.9}, {9, 0.1}};
  double mean = 0;
  for (const auto& [a, chance_a] : kLaw)
    for (const auto& [b, chance_b] : kLaw) mean += chance_a * chance_b * a / std::hypot(a, b);
  const auto judge = [&](const char* law, const char* paper, double expected, const Matrix& entries) {
    const Vector products = product_of_unit_columns(entries);
    report.check(fmt::format("Corollary 5.3, {}: mean of r1'r2, columns of length 1", law), paper,
                 expects(expected, std::sqrt(variance(products) / kDraws)), products.mean());
  };
  judge("gaussian matrices", "0", 0, random::gaussian_matrix(4, kDraws, rng.fork("unit gaussian")).transpose());
  judge("signs", "0", 0, random::sign_matrix(4, kDraws, rng.fork("unit sign")).transpose());
  Matrix skewed(kDraws, 4);
  for (Index j = 0; j < 4; ++j)
    skewed.col(j) = uniform(kDraws, 0, 1, rng.fork("skewed").with_step(static_cast<std::uint32_t>(j))).unaryExpr([](double u) {
      return u < 0.9 ? -1.0 : 9.0;
    });
  judge("a skewed law", "0 (erratum 6)", 2 * mean * mean, skewed);
}

/// A variance over draws with its standard error, from the draws.
void check_variance(Report& report, std::string what, std::string paper, double expected, const Vector& values) {
  const Eigen::ArrayXd square = (values.array() - values.mean()).square();
  const double error = std::sqrt((square - square.mean()).square().mean() / kDraws);
  report.check(std::move(what), std::move(paper), expects(expected, error), square.mean());
}

/// Section V.B: epsilon = R'R for k = 6 rows of variance 1.
void entries_of_the_gram_matrix(const random::Rng& rng, Report& report) {
  constexpr Index k = 6;
  const Matrix r = random::gaussian_matrix(2 * k, kDraws, rng.fork("gram")).transpose();
  const Vector same = r.leftCols(k).rowwise().squaredNorm(),
               other = (r.leftCols(k).array() * r.rightCols(k).array()).rowwise().sum();
  check_variance(report, "k = 6: variance of ε_ii", "2k σ⁴ = 12", 2 * k, same);
  check_variance(report, "k = 6: variance of ε_ij", "k σ⁴ = 6", k, other);
}

/// u'v and |u - v|^2 over draws of R, for x and y in the columns of `pair`.
struct Projected {
  Vector product, distance;
};
Projected projected(const Matrix& pair, Index k, const random::Rng& rng) {
  Projected out{Vector::Zero(kDraws), Vector::Zero(kDraws)};
  for (Index row = 0; row < k; ++row) {  // of R, in all draws
    const Matrix entries = random::gaussian_matrix(pair.rows(), kDraws, rng.fork("row " + std::to_string(row)));
    const Matrix uv = entries.transpose() * pair;
    out.product += uv.col(0).cwiseProduct(uv.col(1));
    out.distance += (uv.col(0) - uv.col(1)).cwiseAbs2();
  }
  out.product /= static_cast<double>(k);
  out.distance /= static_cast<double>(k);
  return out;
}

void one_pair(const random::Rng& rng, Report& report) {
  constexpr Index k = 5;
  Matrix pair(4, 2);
  pair << 1, 2, -2, 1, 0.5, -1, 3, 0.5;
  const Vector x = pair.col(0), y = pair.col(1);
  const Projected found = projected(pair, k, rng.fork("pair"));
  const double expected = theory::inner_product_variance(x, y, k);
  report.check("Lemma 5.6: mean of u'v - x'y, in standard errors", "0", largest_of(1),
               std::abs(found.product.mean() - x.dot(y)) / std::sqrt(expected / kDraws));
  check_variance(report, "Lemma 5.6: variance of u'v", "18.0125 (2.30 in the appendix, erratum 2)", expected, found.product);
  check_variance(report, "variance of |u-v|²", "2 |x-y|⁴ / k = 136.9", theory::distance_variance(x - y, k), found.distance);

  // Unit vectors, y = -x: the paper's bound 8/k holds only where x'y >= 0 (erratum 3).
  pair.col(0).normalize();
  pair.col(1) = -pair.col(0);
  check_variance(report, "unit vectors, y = -x: variance of |u-v|²", "at most 8/k = 1.6 (erratum 3)", 32.0 / k,
                 projected(pair, k, rng.fork("opposite")).distance);
}

Report run(const Settings& settings) {
  const random::Rng rng = settings.rng.fork("projection lemmas");
  Report report;
  mean_of_products(rng, report);
  normalised_columns(rng, report);
  entries_of_the_gram_matrix(rng, report);
  one_pair(rng, report);
  return report;
}

}  // namespace

extern const Experiment projection_lemmas_experiment = {
    .name = "000-lemmas",
    .paper = "Liu, Kargupta and Ryan 2006 (000), section V, Lemmas 5.2 and 5.6",
    .title = "what a random projection does to inner products and distances",
    .claim =
        "R'R is a multiple of the identity on average; errors of inner products have mean 0 and a variance that falls as 1/k.",
    .run = run};

}  // namespace guise::papers
