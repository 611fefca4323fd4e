// SPDX-License-Identifier: Apache-2.0
// The originals' columns in another order, perhaps each in other units: a sample of other people shows which is which.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attacks/column_order.h"
#include "attacks/component_match.h"
#include "attacks/linear.h"
#include "attacks/population.h"
#include "release/noise_shape.h"
#include "stats/quantiles.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::population};
constexpr Fact uses[] = {Fact::noise_size};
constexpr Want wants[] = {Want::moments, Want::sample};
constexpr Index kLevels = 200;    // quantiles compared
constexpr double kSameUnits = 5;  // standard errors of mean and variance within which a column is in the originals' units

std::string why_no_order(const Evidence& evidence, const Knowledge& known) {
  const Index k = evidence.moments.attributes(), m = attributes_of(evidence, known);
  if (k != m) return fmt::format("the release has {} columns and the originals {}: not the same ones in another order", k, m);
  if (known.mixed && known.matrix_law && !known.matrix_law->orders())
    return "the secret matrix mixes attributes, and it takes columns for single ones";
  return {};
}

/// Columns of a table: first moments, and quantile functions in standard units.
struct Columns {
  Vector mean, variance;
  Matrix covariance, quantiles;
  Vector variance_error;  // relative standard error of the variance: sqrt((kurtosis - 1) / n)
  Index records;
};

Columns columns_of(const Vector& mean, const Matrix& covariance, const Matrix& records) {
  Columns out{.mean = mean,
              .variance = covariance.diagonal().cwiseMax(0),
              .covariance = covariance,
              .quantiles = stats::standard_quantiles(records, kLevels),
              .variance_error = {},
              .records = records.rows()};
  const Vector fourth = out.quantiles.array().pow(4).colwise().mean(), second = out.quantiles.array().square().colwise().mean();
  out.variance_error =
      ((fourth.array() / second.array().square().max(1e-300) - 1).max(1) / static_cast<double>(out.records)).sqrt();
  return out;
}

/// How far mean and variance of column j and attribute i are apart, in standard errors.
double unit_distance(const Columns& release, Index j, const Columns& sample, Index i) {
  const double a = release.variance[j], b = sample.variance[i];
  if (b <= 0) return a <= 0 && release.mean[j] == sample.mean[i] ? 0 : 1 / sampling_error(release.records, sample.records);
  const double mean =
      std::abs(release.mean[j] - sample.mean[i]) / std::sqrt(b) / sampling_error(release.records, sample.records);
  const double variance = std::abs(a / b - 1) / std::hypot(release.variance_error[j], sample.variance_error[i]);
  return std::max(mean, variance);
}

/// Distances of every column (row) to every attribute in sampling errors: of shape, and with `units` of mean and variance too.
Matrix distances(const Columns& release, const Columns& sample, bool units) {
  const Index m = sample.mean.size();
  const double error = sampling_error(release.records, sample.records);
  Matrix out(m, m);
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i < m; ++i) {
      const double shape = stats::quantile_distance(release.quantiles.col(j), sample.quantiles.col(i)) / error;
      out(j, i) = units ? std::hypot(shape, unit_distance(release, j, sample, i)) : shape;
    }
  return out;
}

struct Choice {
  ColumnOrder order;
  bool same_units;
};

/// In the originals' units if all columns fit in those, else whatever their units.
Choice choose(const Columns& release, const Columns& sample) {
  const double error = sampling_error(release.records, sample.records);
  const Matrix a = fisher_z(release.covariance) / error, b = fisher_z(sample.covariance) / error;
  Choice choice{order_columns(distances(release, sample, true), a, b), true};
  for (Index i = 0; i < sample.mean.size(); ++i)
    choice.same_units =
        choice.same_units && unit_distance(release, choice.order.column[static_cast<std::size_t>(i)], sample, i) < kSameUnits;
  if (!choice.same_units) choice.order = order_columns(distances(release, sample, false), a, b);
  return choice;
}

std::vector<std::string> notes_on(const Choice& choice) {
  const std::size_t m = choice.order.column.size();
  std::vector<std::string> notes = {
      choice.same_units ? "columns fit the sample in the units they have"
                        : "columns do not fit the sample in the units they have: brought to its means and standard deviations"};
  if (choice.order.doubtful > 0)
    notes.push_back(fmt::format("{} of {} columns could as well be another attribute", choice.order.doubtful, m));
  return notes;
}

/// M with y = M (x - mean) + center, and its inverse.
struct Maps {
  Matrix forward, back;
};

Maps maps_of(const Choice& choice, const Columns& release, const Columns& sample) {
  const Index m = sample.mean.size();
  Maps maps{Matrix::Zero(m, m), Matrix::Zero(m, m)};
  for (Index i = 0; i < m; ++i) {
    const Index j = choice.order.column[static_cast<std::size_t>(i)];
    const double from = std::sqrt(sample.variance[i]), to = std::sqrt(release.variance[j]);
    maps.forward(j, i) = choice.same_units ? 1 : from > 0 ? to / from : 0;
    maps.back(i, j) = choice.same_units ? 1 : to > 0 ? from / to : 0;
  }
  return maps;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  if (const std::string reason = why_not(evidence, known); !reason.empty()) return Outcome::not_assessed(reason);
  if (const std::string reason = why_no_order(evidence, known); !reason.empty()) return Outcome::not_assessed(reason);
  const stats::Moments moments = stats::moments_of(*known.sample);
  const Matrix covariance = evidence.moments.covariance();
  const bool noisy = known.noise_covariance && known.noise_covariance->trace() > 0;
  const Matrix noise = noisy ? noise_covariance(known, covariance) : Matrix();
  const Columns sample = columns_of(moments.mean(), moments.covariance(), *known.sample);
  const Vector center = evidence.moments.mean();
  const Columns release = columns_of(known.noise_mean ? Vector(center - *known.noise_mean) : center,
                                     noisy ? Matrix(covariance - noise) : covariance, evidence.sample);
  const Choice choice = choose(release, sample);
  const Maps maps = maps_of(choice, release, sample);
  // In the same units a column is the attribute: the release's own mean is exact, the sample's is not.
  const Vector mean = choice.same_units ? Vector(maps.back * release.mean) : sample.mean;
  return linear_outcome(guess_through(maps.forward, maps.back, center, mean, sample.covariance, noise), notes_on(choice));
}

}  // namespace

extern const Attack columns_attack = {
    .name = "columns",
    .alias = "",
    .summary = "take released columns for the attributes they resemble in a sample of other people",
    .paper = "",
    .needs = needs,
    .wants = wants,
    .params = {},
    .uses = uses,
    .reads_mixtures = true,
    .needs_mixed = needs,
    .learn = learn};

}  // namespace guise::attacks
