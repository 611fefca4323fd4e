// SPDX-License-Identifier: Apache-2.0
// Values put in cells (`bin`, `round`): the release gives an interval, and the posterior within it is not flat. It leans the
// way the attribute's density does, and the way the record's other attributes say. Agrawal and Srikant (2000), section 2.1,
// take the middle.

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "attacks/attack.h"
#include "attacks/cell_density.h"
#include "linalg/solve.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::cells};
constexpr Want wants[] = {Want::moments, Want::histograms, Want::sample};
constexpr Param params[] = {
    {.name = "others", .help = "use the record's other attributes too", .kind = Param::Kind::choice, .choices = "yes|no"}};

/// What the other attributes say of x: a normal density N(mean, variance) in place of the population's N(prior_mean,
/// prior_variance).
struct Hint {
  double mean, variance, prior_mean, prior_variance;
};

/// p(x | cell, others) is proportional to f(x) N(x; mean, variance) / N(x; prior): the density of the attribute, reweighted by
/// how likely the others are given x. Integrated by Gauss and Legendre over the part of the cell where it is not negligible.
CellMoments hinted(const CellDensity& density, double cell, const Hint& hint) {
  const double precision = 1 / hint.variance - 1 / hint.prior_variance;
  const CellMoments own = density.moments(cell);
  if (!(precision * own.variance > 1e-12)) return own;
  const double center = (hint.mean / hint.variance - hint.prior_mean / hint.prior_variance) / precision;
  const double edge = density.low(cell), reach = 8 / std::sqrt(precision);
  double from = std::clamp((center - reach - edge) / density.width(), 0.0, 1.0);
  double to = std::clamp((center + reach - edge) / density.width(), 0.0, 1.0);
  if (!(to > from)) from = 0, to = 1;
  using Rule = boost::math::quadrature::gauss<double, 20>;
  const double nearest = std::clamp(center, edge + from * density.width(), edge + to * density.width());
  double total = 0, first = 0, second = 0;
  for (std::size_t k = 0; k < Rule::abscissa().size(); ++k) {
    for (const double sign : {-1.0, 1.0}) {
      const double u = from + (to - from) * 0.5 * (1 + sign * Rule::abscissa()[k]), x = edge + u * density.width();
      const double weight = Rule::weights()[k] * density.density(cell, u) *
                            std::exp(0.5 * precision * (square(nearest - center) - square(x - center)));
      total += weight;
      first += weight * (x - edge);
      second += weight * square(x - edge);
    }
  }
  if (!(total > 0)) return own;
  const double mean = first / total;
  return {edge + mean, std::max(0.0, second / total - mean * mean)};
}

/// The attack on whole records: densities of the attributes, and the regression of each on the others.
class CellPosterior {
 public:
  explicit CellPosterior(std::vector<CellDensity> densities) : densities_(std::move(densities)) {}

  Guess by_itself(const MatrixRef& released) const {
    Guess out{.values = Matrix(released.rows(), released.cols()), .sd = Matrix(released.rows(), released.cols())};
    for (Index j = 0; j < released.cols(); ++j)
      for (Index i = 0; i < released.rows(); ++i) store(out, i, j, attribute(j).moments(attribute(j).cell_of(released(i, j))));
    return out;
  }

  Guess with_others(const MatrixRef& released) const {
    Guess out = by_itself(released);
    if (slopes_.size() == 0) return out;
    const Matrix hints = (out.values.rowwise() - mean_.transpose()) * slopes_;
    for (Index j = 0; j < released.cols(); ++j)
      for (Index i = 0; i < released.rows(); ++i)
        store(out, i, j,
              hinted(attribute(j), attribute(j).cell_of(released(i, j)),
                     {.mean = mean_[j] + hints(i, j),
                      .variance = left_[j],
                      .prior_mean = mean_[j],
                      .prior_variance = variance_[j]}));
    return out;
  }

  /// Let o be the guess from an attribute's own cell. Cov(x_j, o_i) is Cov(E[x_j | all cells], o_i), and that posterior mean
  /// needs the covariance: iterate. It starts from Cov(o_j, o_i), which is too small, and rises towards the fixed point.
  void learn_others(const Matrix& sample) {
    constexpr int kRounds = 5;
    const Guess own = by_itself(sample);
    const stats::Moments moments = stats::moments_of(own.values);
    const Matrix covariance = moments.covariance();
    mean_ = moments.mean();
    variance_ = covariance.diagonal() + own.sd->cwiseAbs2().colwise().mean().transpose();
    Matrix guess = own.values;
    for (int round = 0; round < kRounds; ++round) {
      const Matrix centred = guess.rowwise() - guess.colwise().mean();
      const Matrix cross =
          centred.transpose() * (own.values.rowwise() - mean_.transpose()) / static_cast<double>(sample.rows() - 1);
      regress(cross, covariance);
      guess = with_others(sample).values;
    }
  }

 private:
  const CellDensity& attribute(Index j) const { return densities_[static_cast<std::size_t>(j)]; }

  void store(Guess& out, Index i, Index j, const CellMoments& found) const {
    out.values(i, j) = found.mean;
    (*out.sd)(i, j) = std::sqrt(found.variance);
  }

  /// Slopes of x_j on the other o_i, and the variance they leave.
  void regress(const Matrix& cross, const Matrix& covariance) {
    const Index m = covariance.rows();
    slopes_ = Matrix::Zero(m, m);
    left_ = variance_;
    for (Index j = 0; j < m; ++j) {
      std::vector<Index> others;
      for (Index i = 0; i < m; ++i)
        if (i != j && covariance(i, i) > 0) others.push_back(i);
      if (others.empty() || !(variance_[j] > 0)) continue;
      Matrix among = covariance(others, others);
      among.diagonal() *= 1 + 1e-9;  // two attributes cut alike are one
      const Vector with = cross.row(j)(others).transpose(), slope = linalg::solve_symmetric(among, with);
      // Attributes that seem to tell all of x do so by error of the estimate; a thousandth of the variance stays.
      left_[j] = std::max(1e-3 * variance_[j], variance_[j] - slope.dot(with));
      for (std::size_t k = 0; k < others.size(); ++k) slopes_(others[k], j) = slope[static_cast<Index>(k)];
    }
  }

  std::vector<CellDensity> densities_;
  Vector mean_, variance_, left_;
  Matrix slopes_;  // column j: of x_j on the others
};

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  const Cells& cells = *known.cells;
  std::vector<CellDensity> densities;
  for (Index j = 0; j < cells.width.size(); ++j) {
    if (!(cells.width[j] > 0)) return Outcome::not_assessed("a cell has no width, so the release is in clear");
    densities.emplace_back(evidence.histograms[static_cast<std::size_t>(j)], cells.width[j], cells.origin[j]);
  }
  CellPosterior posterior(std::move(densities));
  const bool others =
      given.choice("others") == "yes" && cells.width.size() > 1 && evidence.sample.rows() > 2 * cells.width.size();
  if (others) posterior.learn_others(evidence.sample);
  auto guess = [posterior](const Observed& observed) {
    return posterior.with_others(observed.released.middleRows(observed.before, observed.count));
  };
  return {.reconstruction =
              Reconstruction{.guess = std::move(guess),
                             .notes = {others ? "density of the cells, and the other attributes" : "density of the cells"}}};
}

}  // namespace

extern const Attack cells_attack = {.name = "cells",
                                    .alias = "",
                                    .summary = "posterior mean within the cell of a binned or rounded value",
                                    .paper = "Agrawal and Srikant 2000, section 2.1",
                                    .needs = needs,
                                    .wants = wants,
                                    .params = params,
                                    .learn = learn};

}  // namespace guise::attacks
