// SPDX-License-Identifier: Apache-2.0
#include "attacks/monotone_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attacks/column_order.h"
#include "attacks/component_match.h"
#include "linalg/assignment.h"
#include "linalg/spectrum.h"
#include "stats/empirical.h"
#include "stats/quantiles.h"

namespace guise::attacks {
namespace {

constexpr Index kLevels = 200;        // at which marginals are compared
constexpr double kClear = 9;          // misfit by which one choice must be better than another: three standard errors
constexpr double kMostOwn = 25;       // what a marginal may add: a bent column has no shape, a grouped one other ties
constexpr double kThirdVariance = 3;  // of z_i^2 z_j for independent normal scores
constexpr double kShown = 3;          // standard errors from which a correlation or third moment has a sign
constexpr Index kManyColumns = 100;   // more are searched from fewer starts
constexpr double kMostWork = 2e9;

Matrix middle_ranks(const Matrix& records) {
  Matrix out(kLevels, records.cols());
  for (Index j = 0; j < records.cols(); ++j) {
    const stats::Empirical law{Vector(records.col(j))};
    for (Index l = 0; l < kLevels; ++l) {
      const double level = (static_cast<double>(l) + 0.5) / kLevels;
      const stats::Empirical::Ranks ranks = law.ranks(law.quantile(level));
      out(l, j) = ranks.up_to - ranks.below > 1.5 / static_cast<double>(law.count()) ? ranks.middle() : level;
    }
  }
  return out;
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

struct Choice {
  std::vector<Index> column;
  std::vector<double> sign;
};

class Search {
 public:
  Search(const RankProfile& release, const RankProfile& originals, const Pairs* pairs)
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

  Index size() const { return x_.correlation.cols(); }
  const Matrix& rising() const { return rising_; }
  const Matrix& falling() const { return falling_; }

  double own(Index j, Index i, double s) const { return s > 0 ? rising_(j, i) : falling_(j, i); }
  /// Of attributes i and l at columns j and k.
  double pair(Index i, Index j, double s, Index l, Index k, double t) const {
    const double second =
        difference(y_.correlation(j, k), x_.correlation(i, l), s * t * y_sign_.second(j, k) * x_sign_.second(i, l));
    const double third = difference(y_.third(j, k), x_.third(i, l), t * y_sign_.third(j, k) * x_sign_.third(i, l)) +
                         difference(y_.third(k, j), x_.third(l, i), s * y_sign_.third(k, j) * x_sign_.third(l, i));
    return (second + third * weight_(i, l)) / error_;
  }
  /// What attribute i adds at column j, without its pairs with itself and with `but`.
  double part(const Choice& choice, Index i, Index j, double s, Index but) const {
    double sum = own(j, i, s);
    for (Index l = 0; l < size(); ++l)
      if (l != i && l != but) sum += pair(i, j, s, l, choice.column[at(l)], choice.sign[at(l)]);
    return sum;
  }
  double misfit(const Choice& choice) const {
    double sum = 0;
    for (Index i = 0; i < size(); ++i) {
      const Index j = choice.column[at(i)];
      const double s = choice.sign[at(i)], whole = part(choice, i, j, s, i);
      sum += own(j, i, s) + (whole - own(j, i, s)) / 2;
    }
    return sum;
  }
  double flip_gain(const Choice& choice, Index i) const {
    const Index j = choice.column[at(i)];
    const double s = choice.sign[at(i)];
    return part(choice, i, j, s, i) - part(choice, i, j, -s, i);
  }
  /// By how much the misfit falls when a and b change places with these signs.
  double swap_gain(const Choice& choice, Index a, Index b, double sa, double sb) const {
    const Index j = choice.column[at(a)], k = choice.column[at(b)];
    const double s = choice.sign[at(a)], t = choice.sign[at(b)];
    return part(choice, a, j, s, b) + part(choice, b, k, t, a) + pair(a, j, s, b, k, t) - part(choice, a, k, sa, b) -
           part(choice, b, j, sb, a) - pair(a, k, sa, b, j, sb);
  }

  void improve(Choice& choice, bool ordered) const {
    const double m = static_cast<double>(size()), work = ordered ? m * m : 10 * m * m * m;
    const int rounds = std::max(1, static_cast<int>(std::min(100.0, kMostWork / work)));
    bool better = true;
    for (int round = 0; better && round < rounds; ++round) {
      better = false;
      for (Index i = 0; i < size(); ++i)
        if (flip_gain(choice, i) > 1e-9) choice.sign[at(i)] *= -1, better = true;
      for (Index a = 0; !ordered && a < size(); ++a)
        for (Index b = a + 1; b < size(); ++b) better = try_swap(choice, a, b) || better;
    }
  }

  /// Attributes for which a flip or an exchange is nearly as good.
  Index doubtful(const Choice& choice, bool ordered) const {
    Index count = 0;
    for (Index a = 0; a < size(); ++a) {
      bool clear = flip_gain(choice, a) < -kClear;
      for (Index b = 0; clear && !ordered && b < size(); ++b)
        clear = b == a || swap_gain(choice, a, b, choice.sign[at(a)], choice.sign[at(b)]) < -kClear;
      count += !clear;
    }
    return count;
  }

  /// Signs that the correlations call for, up to one for all: the first eigenvector of the products of both sides.
  std::vector<double> spectral_signs(const std::vector<Index>& column) const {
    const Matrix z = y_.correlation(column, column).cwiseProduct(x_.correlation);
    const Vector first = linalg::symmetric_spectrum(z).vectors.col(0);
    std::vector<double> signs;
    for (Index i = 0; i < size(); ++i) signs.push_back(first[i] < 0 ? -1 : 1);
    return signs;
  }

  double misfit_of_correlations(const Choice& choice) const {
    double sum = 0;
    for (Index i = 0; i < size(); ++i)
      for (Index l = 0; l < i; ++l)
        sum += square(y_.correlation(choice.column[at(i)], choice.column[at(l)]) * choice.sign[at(i)] * choice.sign[at(l)] -
                      x_.correlation(i, l)) /
               error_;
    return size() > 1 ? sum / (static_cast<double>(size()) * static_cast<double>(size() - 1) / 2) : 1;
  }

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

  double marginal(const Vector& middle, const Vector& shape, Index i) const {
    const double ties = square(stats::quantile_distance(middle, x_.middle.col(i))) / error_ * 12;
    const double bent = square(stats::quantile_distance(shape, x_.shape.col(i))) / error_;
    return std::min(kMostOwn, ties) + std::min(kMostOwn, bent);
  }

  bool try_swap(Choice& choice, Index a, Index b) const {
    const double s = choice.sign[at(a)], t = choice.sign[at(b)];
    for (const auto& [sa, sb] : {std::pair{s, t}, {t, s}, {-s, t}, {s, -t}, {-s, -t}})
      if (swap_gain(choice, a, b, sa, sb) > 1e-9) {
        std::swap(choice.column[at(a)], choice.column[at(b)]);
        choice.sign[at(a)] = sa;
        choice.sign[at(b)] = sb;
        return true;
      }
    return false;
  }

  struct Signs {
    Matrix second, third;
  };
  const RankProfile &y_, &x_;
  double error_;
  Matrix rising_, falling_;
  Signs y_sign_, x_sign_;
  Matrix weight_;  // of squared differences of third moments: one over their variance times the records
};

Matrix sorted_sizes(const Matrix& z) {
  Matrix sizes = z.cwiseAbs();
  for (Index j = 0; j < sizes.cols(); ++j) std::sort(sizes.col(j).begin(), sizes.col(j).end());
  return sizes;
}

/// Orders to start from: by marginals and pairs, and by these and the sizes of the correlations.
std::vector<std::vector<Index>> starting_orders(const Search& search, const RankProfile& release,
                                                const RankProfile& originals) {
  const Matrix own = search.rising().cwiseMin(search.falling()).transpose();
  const Matrix a = sorted_sizes(release.correlation), b = sorted_sizes(originals.correlation);
  const double error = square(sampling_error(release.records, originals.records));
  Matrix profiles = own;
  for (Index i = 0; i < own.rows(); ++i)
    for (Index j = 0; j < own.cols(); ++j) profiles(i, j) += (a.col(j) - b.col(i)).squaredNorm() / error;
  return {linalg::least_cost_assignment(own), linalg::least_cost_assignment(profiles)};
}

}  // namespace

RankProfile rank_profile(const Matrix& records) {
  RankProfile out{.scores = stats::normal_scores(records),
                  .correlation = {},
                  .third = {},
                  .middle = middle_ranks(records),
                  .shape = stats::standard_quantiles(records, kLevels),
                  .records = records.rows()};
  Matrix unit = out.scores.rowwise() - out.scores.colwise().mean();
  const auto n = static_cast<double>(records.rows());
  for (Index j = 0; j < unit.cols(); ++j) {
    const double sd = unit.col(j).norm() / std::sqrt(n);
    unit.col(j) *= sd > 1e-9 ? 1 / sd : 0;
  }
  out.correlation = fisher_z(unit.transpose() * unit / n);
  out.third = unit.cwiseAbs2().transpose() * unit / n;
  out.third.diagonal().setZero();
  return out;
}

MonotoneOrder monotone_order(const RankProfile& release, const RankProfile& originals, bool ordered, const Pairs* pairs) {
  const Search search(release, originals, pairs);
  const auto m = static_cast<std::size_t>(search.size());
  Choice best{std::vector<Index>(m), std::vector<double>(m, 1)};
  std::iota(best.column.begin(), best.column.end(), Index{0});
  double least = search.misfit(best) - kClear;  // columns rise, in their own places, unless this is clearly worse
  const bool many = search.size() > kManyColumns;
  std::vector<std::vector<Index>> orders{best.column};
  if (!ordered)
    for (auto& order : starting_orders(search, release, originals)) orders.push_back(std::move(order));
  if (!ordered && many) orders = {orders.back()};
  for (const std::vector<Index>& order : orders) {
    std::vector<double> signs = search.spectral_signs(order), opposite = signs, rising(m, 1), falling(m, -1);
    for (double& sign : opposite) sign *= -1;
    const std::vector<std::vector<double>> starts =
        many ? std::vector{rising, signs} : std::vector{rising, falling, signs, opposite};
    for (const std::vector<double>& start : starts) {
      Choice choice{order, start};
      search.improve(choice, ordered);
      if (const double misfit = search.misfit(choice); misfit < least) least = misfit, best = std::move(choice);
    }
  }
  return {.column = best.column,
          .sign = best.sign,
          .doubtful = search.doubtful(best, ordered),
          .misfit_per_entry = search.misfit_of_correlations(best)};
}

}  // namespace guise::attacks
