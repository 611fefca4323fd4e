// SPDX-License-Identifier: Apache-2.0
// Noise that is large for a part of the values or of the records: heavy tails, gross errors, noise on outliers. Its variance
// says nothing of most values, so that estimates by variances shrink all of them alike. Here each value, or each record, has a
// scale of its own (stats/scale_mixture.h): those of the usual scale are left as they are, and the others come from the columns
// that are.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "attacks/known_columns.h"
#include "linalg/solve.h"
#include "linalg/spectrum.h"
#include "stats/scale_mixture.h"

namespace guise::attacks {
namespace {

constexpr Want wants[] = {Want::moments, Want::sample};
constexpr std::string_view variants[] = {"robust(share=record)"};
constexpr Param params[] = {{.name = "share",
                             .help = "what has a scale of its own: every value, or every record",
                             .kind = Param::Kind::choice,
                             .choices = "value|record"}};
constexpr Index kLeastRows = 60;
constexpr double kWide = 3, kFew = 0.02;  // scales from here on are unusual; so many values must have one
constexpr double kNormal = 1.4826;        // standard deviations of a normal law in its median distance from the median
constexpr double kUntouched = 0.97;       // of a value: it stays
constexpr Index kMostJoint = 64;          // columns that are estimated from each other

double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double median_of(const Vector& column) {
  return median({column.begin(), column.end()});
}

/// Median of each column, and the usual distance from it as a standard deviation; 1 where most values are the median itself.
struct Units {
  explicit Units(const Matrix& rows) : center(rows.cols()), scale(Vector::Ones(rows.cols())) {
    for (Index j = 0; j < rows.cols(); ++j) {
      center[j] = median_of(rows.col(j));
      const double distance = median_of((rows.col(j).array() - center[j]).abs());
      if (distance > 0) scale[j] = kNormal * distance;
    }
  }
  Matrix of(const MatrixRef& rows) const { return (rows.rowwise() - center.transpose()) * scale.cwiseInverse().asDiagonal(); }
  Vector center, scale;
};

struct Learnt {
  Units units;
  std::vector<stats::ScaleMixture> mixtures;  ///< of each column, or one of the records
  bool by_record;
  Matrix covariance = {};  ///< of usual values, in units

  /// What is left of each value behind noise of its own.
  Matrix kept(const Matrix& z) const {
    Matrix out(z.rows(), z.cols());
    for (Index i = 0; i < z.rows(); ++i)
      if (by_record)
        out.row(i).setConstant(mixtures.front().kept(z.row(i).squaredNorm() / static_cast<double>(z.cols())));
      else
        for (Index j = 0; j < z.cols(); ++j) out(i, j) = mixtures[static_cast<std::size_t>(j)].kept(square(z(i, j)));
    return out;
  }

  /// The Bayes estimate of a record whose values have noise of their own; in units.
  Vector estimate(const Vector& z, const Vector& share) const {
    if (share.minCoeff() > kUntouched) return z;
    if (covariance.size() == 0) return share.cwiseProduct(z);
    Matrix total = covariance;
    total.diagonal().array() += covariance.diagonal().array() * (1 / share.array().max(1e-12) - 1);
    return covariance * linalg::solve_symmetric(total, z);
  }

  Guess operator()(const MatrixRef& rows) const {
    const Matrix z = units.of(rows), share = kept(z);
    Guess out{.values = Matrix(rows.rows(), rows.cols())};
    for (Index i = 0; i < rows.rows(); ++i)
      out.values.row(i) = units.center + units.scale.cwiseProduct(estimate(z.row(i).transpose(), share.row(i).transpose()));
    return out;
  }
};

/// Covariance of what is usual: every product weighs as much as both of its values are kept.
Matrix usual_covariance(const Matrix& z, const Matrix& share) {
  const Matrix sums = share.cwiseProduct(z).transpose() * share.cwiseProduct(z), weights = share.transpose() * share;
  return linalg::positive_part(sums.cwiseQuotient(weights.cwiseMax(1e-300)), 1e-9);
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  if (known.shape) return Outcome::not_assessed("the card says what the noise is");
  const Matrix& rows = evidence.sample;
  if (rows.rows() < kLeastRows)
    return Outcome::not_assessed(fmt::format("{} records are too few to learn from; it takes {}", rows.rows(), kLeastRows));
  auto learnt =
      std::make_shared<Learnt>(Learnt{.units = Units(rows), .mixtures = {}, .by_record = given.choice("share") == "record"});
  const Matrix z = learnt->units.of(rows);
  double wide = 0;
  for (Index j = 0; j < (learnt->by_record ? 1 : z.cols()); ++j) {
    const Vector squares =
        learnt->by_record ? Vector(z.rowwise().squaredNorm() / static_cast<double>(z.cols())) : Vector(z.col(j).cwiseAbs2());
    learnt->mixtures.emplace_back(squares, learnt->by_record ? z.cols() : 1);
    wide = std::max(wide, learnt->mixtures.back().share_above(kWide));
  }
  if (wide < kFew) return Outcome::not_assessed("no value is far from the rest");
  if (z.cols() <= kMostJoint) learnt->covariance = usual_covariance(z, learnt->kept(z));
  std::vector<std::string> notes{fmt::format("{:.2g} % of the {} are much wider than the rest", 100 * wide,
                                             learnt->by_record ? "records" : "values of a column")};
  return {.reconstruction = Reconstruction{
              .guess = [learnt](const Observed& observed) { return (*learnt)(own_rows(observed.released, observed)); },
              .notes = std::move(notes)}};
}

}  // namespace

extern const Attack robust_attack = {.name = "robust",
                                     .alias = "",
                                     .summary = "leave usual values as they are, and take those far from the rest for noise",
                                     .paper = "Andrews and Mallows 1974",
                                     .needs = {},
                                     .wants = wants,
                                     .params = params,
                                     .variants = variants,
                                     .learn = learn};

}  // namespace guise::attacks
