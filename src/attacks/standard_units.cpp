// SPDX-License-Identifier: Apache-2.0
#include "attacks/standard_units.h"

#include "attacks/known_columns.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace {

/// Moments of the originals, as far as the attacker was told.
struct ToldMoments {
  Vector mean;
  Matrix covariance;
  double error = 0;  ///< their variance over that of one record: 1 / n of a sample
};

std::optional<ToldMoments> told_moments(const Knowledge& known) {
  if (known.prior_mean && known.prior_covariance) return ToldMoments{*known.prior_mean, *known.prior_covariance};
  if (!known.sample || known.sample->rows() < 2) return {};
  const stats::Moments moments = stats::moments_of(*known.sample);
  return ToldMoments{moments.mean(), moments.covariance(), 1 / static_cast<double>(known.sample->rows())};
}

Matrix standardised(const Matrix& originals, const StandardUnits& units) {
  return (originals.rowwise() - units.center.transpose()) * units.scale.cwiseInverse().asDiagonal();
}

/// The mask's units are the moments of the released people, who are a sample of the population as well. Of n people, a
/// variance has the relative error of the mean of z^2, z in these units: Cov(z^2) / n, for normal data 2 r^2 / n.
UnitErrors errors_of(const ToldMoments& told, const StandardUnits& units, const Evidence& evidence, const Knowledge& known) {
  const double share = told.error + 1 / static_cast<double>(evidence.records);
  const Vector inverse = units.scale.cwiseInverse();
  const Matrix correlation = inverse.asDiagonal() * told.covariance * inverse.asDiagonal();
  const bool sampled = known.sample && known.sample->rows() > 2;
  const Matrix squares = sampled ? stats::moments_of(standardised(*known.sample, units).cwiseAbs2()).covariance()
                                 : Matrix(2 * correlation.cwiseAbs2());
  return {.variance = share * squares, .center = share * correlation};
}

void clear(Matrix& errors, Index attribute) {
  errors.row(attribute).setZero();
  errors.col(attribute).setZero();
}

/// Columns that are known of every released record have the mask's very units.
void take_known_columns(StandardUnits& units, const Evidence& evidence, const Knowledge& known) {
  if (evidence.joint.count() < 2) return;
  const Vector mean = evidence.joint.mean(), variance = evidence.joint.variance(), error = error_variances(known);
  for (std::size_t i = 0; i < known.known_columns.size(); ++i) {
    const Index from = evidence.width() + static_cast<Index>(i), column = known.known_columns[i];
    const double own = variance[from] - error[static_cast<Index>(i)];
    if (!(own > 0)) continue;
    units.center[column] = mean[from];
    units.scale[column] = std::sqrt(own);
    if (!units.errors) continue;
    clear(units.errors->variance, column);
    clear(units.errors->center, column);
  }
}

/// What the card tells of the units goes before all else.
void take_public(StandardUnits& units, const LearntUnits& learnt) {
  if (learnt.center.size() > 0) {
    units.center = learnt.center;
    if (units.errors) units.errors->center.setZero();
  }
  if (learnt.scale.size() > 0) {
    units.scale = learnt.scale;
    if (units.errors) units.errors->variance.setZero();
  }
}

}  // namespace

const std::string_view kUnitsMissing = "the mask divides columns by their own standard deviations, which are on no card";

std::optional<StandardUnits> standard_units(const Evidence& evidence, const Knowledge& known) {
  const Index m = attributes_of(evidence, known);
  StandardUnits units{.center = Vector::Zero(m), .scale = Vector::Ones(m)};
  const auto told = told_moments(known);
  units.complete = told && (told->covariance.diagonal().array() > 0).all();
  if (units.complete) {
    units.center = told->mean;
    units.scale = told->covariance.diagonal().cwiseSqrt();
    units.errors = errors_of(*told, units, evidence, known);
  }
  take_known_columns(units, evidence, known);
  take_public(units, *known.learnt_units);
  if (known.learnt_units->center.size() > 0 && known.learnt_units->scale.size() > 0) {
    units.complete = true;
    units.errors.reset();
  }
  if (units.center.isZero(0) && units.scale.isOnes(0)) return {};
  return units;
}

Knowledge in_units(Knowledge known, const StandardUnits& units) {
  const Vector inverse = units.scale.cwiseInverse();
  if (known.prior_mean) known.prior_mean = Vector((*known.prior_mean - units.center).cwiseProduct(inverse));
  if (known.prior_covariance)
    known.prior_covariance = Matrix(inverse.asDiagonal() * *known.prior_covariance * inverse.asDiagonal());
  for (auto* each : {&known.sample, &known.records})
    if (*each) *each = standardised(**each, units);
  if (known.pairs) known.pairs->originals = standardised(known.pairs->originals, units);
  for (std::size_t i = 0; i < known.known_errors.size(); ++i) known.known_errors[i] *= inverse[known.known_columns[i]];
  if (!units.complete) return known;
  known.unit_errors = units.errors;
  known.shape = known.learnt_units->after;
  if (known.sums) known.sums->own_units = !known.shape->rescaled && !known.shape->shifted;
  known.learnt_units.reset();
  return known;
}

Evidence in_units(Evidence evidence, const Knowledge& known, const StandardUnits& units) {
  if (known.known_columns.empty() || evidence.joint.count() == 0) return evidence;
  const Index from = evidence.width(), count = static_cast<Index>(known.known_columns.size());
  Vector center = Vector::Zero(evidence.joint.attributes()), scale = Vector::Ones(center.size());
  center.segment(from, count) = units.center(known.known_columns);
  scale.segment(from, count) = units.scale(known.known_columns);
  evidence.joint = evidence.joint.in_units(center, scale);
  return evidence;
}

Reconstruction in_original_units(Reconstruction inner, const StandardUnits& units, const std::vector<Index>& known_columns) {
  inner.guess = [guess = std::move(inner.guess), units, known_columns](const Observed& observed) {
    Observed seen = observed;
    if (seen.known.cols() > 0)
      seen.known = (seen.known.rowwise() - units.center(known_columns).transpose()) *
                   units.scale(known_columns).cwiseInverse().asDiagonal();
    Guess out = guess(seen);
    out.values = (out.values * units.scale.asDiagonal()).rowwise() + units.center.transpose();
    if (out.sd) out.sd = Matrix(*out.sd * units.scale.asDiagonal());
    return out;
  };
  if (inner.linear) {
    Matrix& last = inner.linear->right.size() > 0 ? inner.linear->right : inner.linear->left;
    last = last * units.scale.asDiagonal();
    inner.linear->shift = inner.linear->shift.cwiseProduct(units.scale) + units.center;
  }
  return inner;
}

}  // namespace guise::attacks
