// SPDX-License-Identifier: Apache-2.0
#include "attacks/monotone_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attacks/component_match.h"
#include "attacks/monotone_misfit.h"
#include "linalg/assignment.h"
#include "linalg/spectrum.h"

namespace guise::attacks {
namespace {

constexpr Index kManyColumns = 100;  // more are searched from fewer starts
constexpr double kMostWork = 2e9;

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

bool try_swap(const MonotoneMisfit& misfit, MonotoneChoice& choice, Index a, Index b) {
  const double s = choice.sign[at(a)], t = choice.sign[at(b)];
  for (const auto& [sa, sb] : {std::pair{s, t}, {t, s}, {-s, t}, {s, -t}, {-s, -t}})
    if (misfit.swap_gain(choice, a, b, sa, sb) > 1e-9) {
      std::swap(choice.column[at(a)], choice.column[at(b)]);
      choice.sign[at(a)] = sa;
      choice.sign[at(b)] = sb;
      return true;
    }
  return false;
}

void improve(const MonotoneMisfit& misfit, MonotoneChoice& choice, bool ordered) {
  const double m = static_cast<double>(misfit.size()), work = ordered ? m * m : 10 * m * m * m;
  const int rounds = std::max(1, static_cast<int>(std::min(100.0, kMostWork / work)));
  bool better = true;
  for (int round = 0; better && round < rounds; ++round) {
    better = false;
    for (Index i = 0; i < misfit.size(); ++i)
      if (misfit.flip_gain(choice, i) > 1e-9) choice.sign[at(i)] *= -1, better = true;
    for (Index a = 0; !ordered && a < misfit.size(); ++a)
      for (Index b = a + 1; b < misfit.size(); ++b) better = try_swap(misfit, choice, a, b) || better;
  }
}

/// Attributes for which a flip or an exchange is nearly as good.
Index doubtful(const MonotoneMisfit& misfit, const MonotoneChoice& choice, bool ordered) {
  Index count = 0;
  for (Index a = 0; a < misfit.size(); ++a) {
    bool clear = misfit.flip_gain(choice, a) < -kClear;
    for (Index b = 0; clear && !ordered && b < misfit.size(); ++b)
      clear = b == a || misfit.swap_gain(choice, a, b, choice.sign[at(a)], choice.sign[at(b)]) < -kClear;
    count += !clear;
  }
  return count;
}

/// Signs that the correlations call for, up to one for all: the first eigenvector of the products of both sides.
std::vector<double> spectral_signs(const RankProfile& release, const RankProfile& originals, const std::vector<Index>& column) {
  const Matrix z = release.correlation(column, column).cwiseProduct(originals.correlation);
  const Vector first = linalg::symmetric_spectrum(z).vectors.col(0);
  std::vector<double> signs;
  for (Index i = 0; i < z.cols(); ++i) signs.push_back(first[i] < 0 ? -1 : 1);
  return signs;
}

Matrix sorted_sizes(const Matrix& z) {
  Matrix sizes = z.cwiseAbs();
  for (Index j = 0; j < sizes.cols(); ++j) std::sort(sizes.col(j).begin(), sizes.col(j).end());
  return sizes;
}

/// Orders to start from: by marginals and pairs, and by these and the sizes of the correlations.
std::vector<std::vector<Index>> starting_orders(const MonotoneMisfit& misfit, const RankProfile& release,
                                                const RankProfile& originals) {
  const Matrix own = misfit.own().transpose();
  const Matrix a = sorted_sizes(release.correlation), b = sorted_sizes(originals.correlation);
  const double error = square(sampling_error(release.records, originals.records));
  Matrix profiles = own;
  for (Index i = 0; i < own.rows(); ++i)
    for (Index j = 0; j < own.cols(); ++j) profiles(i, j) += (a.col(j) - b.col(i)).squaredNorm() / error;
  return {linalg::least_cost_assignment(own), linalg::least_cost_assignment(profiles)};
}

}  // namespace

MonotoneOrder monotone_order(const RankProfile& release, const RankProfile& originals, bool ordered, const Pairs* pairs) {
  const MonotoneMisfit misfit(release, originals, pairs);
  const auto m = static_cast<std::size_t>(misfit.size());
  MonotoneChoice best{std::vector<Index>(m), std::vector<double>(m, 1)};
  std::iota(best.column.begin(), best.column.end(), Index{0});
  double least = misfit(best) - kClear;  // columns rise, in their own places, unless this is clearly worse
  const bool many = misfit.size() > kManyColumns;
  std::vector<std::vector<Index>> orders{best.column};
  if (!ordered)
    for (auto& order : starting_orders(misfit, release, originals)) orders.push_back(std::move(order));
  if (!ordered && many) orders = {orders.back()};
  for (const std::vector<Index>& order : orders) {
    std::vector<double> signs = spectral_signs(release, originals, order), opposite = signs, rising(m, 1), falling(m, -1);
    for (double& sign : opposite) sign *= -1;
    const std::vector<std::vector<double>> starts =
        many ? std::vector{rising, signs} : std::vector{rising, falling, signs, opposite};
    for (const std::vector<double>& start : starts) {
      MonotoneChoice choice{order, start};
      improve(misfit, choice, ordered);
      if (const double here = misfit(choice); here < least) least = here, best = std::move(choice);
    }
  }
  return {.column = best.column,
          .sign = best.sign,
          .doubtful = doubtful(misfit, best, ordered),
          .misfit_per_entry = misfit.of_correlations(best)};
}

}  // namespace guise::attacks
