// SPDX-License-Identifier: Apache-2.0
#include "attacks/monotone_misfit.h"

#include <algorithm>
#include <cmath>

#include "attacks/component_match.h"
#include "stats/empirical.h"
#include "stats/quantiles.h"

namespace guise::attacks {
namespace {

constexpr double kMostOwn = 25;       // what a marginal may add: a bent column has no shape, a grouped one other ties
constexpr double kThirdVariance = 3;  // of z_i^2 z_j for independent normal scores
constexpr double kShown = 3;          // standard errors from which a correlation or third moment has a sign

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

/// What the pairs say of column j (row) and attribute i, rising: minus twice the log-likelihood of their rank correlation.
struct PairCosts {
  Matrix rising, falling;
};
PairCosts pair_costs(const Pairs* pairs, Index m) {
  PairCosts out{Matrix::Zero(m, m), Matrix::Zero(m, m)};
  if (!pairs || pairs->originals.rows() < 3) return out;
  const auto unit = [](const Matrix& rows) {
    Matrix scores = stats::normal_scores(rows);
    for (Index j = 0; j < scores.cols(); ++j) scores.col(j) /= std::max(scores.col(j).norm(), 1e-12);
    return scores;
  };
  const Matrix r = unit(pairs->released).transpose() * unit(pairs->originals);
  const auto p = static_cast<double>(pairs->originals.rows());
  const auto cost = [&](double rank) { return rank > 0 ? p * std::log(1 - square(std::min(rank, 1.0)) + 1 / (p * p)) : 0; };
  out.rising = r.unaryExpr(cost);
  out.falling = (-r).unaryExpr(cost);
  return out;
}

/// What is left of entries that sampling alone does not explain: only these have a sign.
Matrix shown(const Matrix& entries, Index records, double variance) {
  const double least = kShown * std::sqrt(variance / static_cast<double>(records));
  return entries.unaryExpr([least](double entry) { return std::abs(entry) > least ? entry : 0.0; });
}

/// Squared difference of two entries but for their signs; with signs where both have one and these do not agree.
double difference(double one, double other, double agreement) {
  return square(std::abs(one) - std::abs(other)) + std::max(0.0, -4 * agreement);
}

}  // namespace

MonotoneMisfit::MonotoneMisfit(const RankProfile& release, const RankProfile& originals, const Pairs* pairs)
    : y_(release), x_(originals), error_(square(sampling_error(release.records, originals.records))) {
  const Index m = size();
  const PairCosts told = pair_costs(pairs, m);
  rising_ = told.rising;
  falling_ = told.falling;
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i < m; ++i) {
      rising_(j, i) += marginal(y_.middle.col(j), y_.shape.col(j), i);
      falling_(j, i) += marginal(1 - y_.middle.col(j).reverse().array(), stats::mirrored(y_.shape.col(j)), i);
      if (std::abs(rising_(j, i) - falling_(j, i)) < kClear)
        rising_(j, i) = falling_(j, i) = std::min(rising_(j, i), falling_(j, i));
    }
  y_sign_ = {shown(y_.correlation, y_.records, 1), shown(y_.third, y_.records, kThirdVariance)};
  x_sign_ = {shown(x_.correlation, x_.records, 1), shown(x_.third, x_.records, kThirdVariance)};
  weight_ = (3 + 12 * x_.correlation.array().tanh().square()).inverse();
}

double MonotoneMisfit::marginal(const Vector& middle, const Vector& shape, Index i) const {
  const double ties = square(stats::quantile_distance(middle, x_.middle.col(i))) / error_ * 12;
  const double bent = square(stats::quantile_distance(shape, x_.shape.col(i))) / error_;
  return std::min(kMostOwn, ties) + std::min(kMostOwn, bent);
}

/// Of attributes i and l at columns j and k.
double MonotoneMisfit::pair(Index i, Index j, double s, Index l, Index k, double t) const {
  const double second =
      difference(y_.correlation(j, k), x_.correlation(i, l), s * t * y_sign_.second(j, k) * x_sign_.second(i, l));
  const double third = difference(y_.third(j, k), x_.third(i, l), t * y_sign_.third(j, k) * x_sign_.third(i, l)) +
                       difference(y_.third(k, j), x_.third(l, i), s * y_sign_.third(k, j) * x_sign_.third(l, i));
  return (second + third * weight_(i, l)) / error_;
}

/// What attribute i adds at column j, without its pairs with itself and with `but`.
double MonotoneMisfit::part(const MonotoneChoice& choice, Index i, Index j, double s, Index but) const {
  double sum = own(j, i, s);
  for (Index l = 0; l < size(); ++l)
    if (l != i && l != but) sum += pair(i, j, s, l, choice.column[at(l)], choice.sign[at(l)]);
  return sum;
}

double MonotoneMisfit::operator()(const MonotoneChoice& choice) const {
  double sum = 0;
  for (Index i = 0; i < size(); ++i) {
    const Index j = choice.column[at(i)];
    const double s = choice.sign[at(i)], whole = part(choice, i, j, s, i);
    sum += own(j, i, s) + (whole - own(j, i, s)) / 2;
  }
  return sum;
}

double MonotoneMisfit::flip_gain(const MonotoneChoice& choice, Index i) const {
  const Index j = choice.column[at(i)];
  const double s = choice.sign[at(i)];
  return part(choice, i, j, s, i) - part(choice, i, j, -s, i);
}

double MonotoneMisfit::swap_gain(const MonotoneChoice& choice, Index a, Index b, double sa, double sb) const {
  const Index j = choice.column[at(a)], k = choice.column[at(b)];
  const double s = choice.sign[at(a)], t = choice.sign[at(b)];
  return part(choice, a, j, s, b) + part(choice, b, k, t, a) + pair(a, j, s, b, k, t) - part(choice, a, k, sa, b) -
         part(choice, b, j, sb, a) - pair(a, k, sa, b, j, sb);
}

double MonotoneMisfit::of_correlations(const MonotoneChoice& choice) const {
  double sum = 0;
  for (Index i = 0; i < size(); ++i)
    for (Index l = 0; l < i; ++l)
      sum += square(y_.correlation(choice.column[at(i)], choice.column[at(l)]) * choice.sign[at(i)] * choice.sign[at(l)] -
                    x_.correlation(i, l)) /
             error_;
  return size() > 1 ? sum / (static_cast<double>(size()) * static_cast<double>(size() - 1) / 2) : 1;
}

}  // namespace guise::attacks
