// SPDX-License-Identifier: Apache-2.0
// Principal components of the originals, from the covariance of a release without that of its errors (paper 002, Theorem 5.1).
// A rotation keeps the variances, not the directions; a projection keeps their sum on average.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "linalg/spectrum.h"
#include "mining/compare.h"
#include "mining/intervals.h"
#include "mining/model_json.h"
#include "mining/moment_errors.h"
#include "release/noise_shape.h"

namespace guise::mining::tasks {
namespace {

constexpr Index kShown = 10;  // components by default: more are seldom looked at

constexpr Param params[] = {{.name = "count",
                             .help = "components; without it all, or 10 where there are more",
                             .kind = Param::Kind::integer,
                             .least = 1}};

/// Whether the errors of mixed columns are not known to be equal in all directions: a rotation hides in which they are large.
bool uneven_errors(const Data& data) {
  if (!data.facts.mixed || data.facts.noise_covariance || !data.geometry.behind) return false;
  const release::Errors& errors = *data.geometry.behind;
  return errors.squares * static_cast<double>(data.columns.size()) > square(errors.power) * (1 + 1e-9);
}

/// Errors in mixed columns are spread evenly over them, see release::Geometry::noise.
SecondMoments moments_without_noise(const Data& data) {
  if (!data.facts.mixed) return second_moments(data);
  Data plain = data;
  plain.facts = {};
  plain.geometry.noise_known = true;
  SecondMoments out = second_moments(plain);
  require(data.geometry.noise_known,
          "the card of {} does not give the size of all the errors in it, so they cannot be taken out of the result",
          data.name);
  if (data.facts.noise_covariance)
    out.covariance -= release::noise_covariance(data.facts, out.of_rows);
  else if (data.geometry.noise.size() > 0)
    out.covariance.diagonal() -= data.geometry.noise;
  return out;
}

Model model_of(const Vector& mean, const Matrix& directions) {
  Model model;
  for (Index j = 0; j < directions.cols(); ++j) model.outputs.push_back(fmt::format("pc{}", j + 1));
  model.apply = [mean, directions](const MatrixRef& rows) -> Matrix {
    return (rows.rowwise() - mean.transpose()) * directions;
  };
  model.parameters = std::make_shared<const nlohmann::json>(
      nlohmann::json{{"mean", vector_json(mean)}, {"directions", matrix_json(directions)}});
  return model;
}

Model load(const nlohmann::json& parameters) {
  return model_of(vector_from(parameters.at("mean")), matrix_from(parameters.at("directions")));
}

void note(const Data& data, const Vector& variances, Findings& out) {
  const auto negative = (variances.array() < 0).count();
  if (negative > 0)
    out.notes.push_back(fmt::format("{} of {} variances came out below 0, because the noise hides them; they are shown as 0",
                                    negative, variances.size()));
  if (!data.facts.mixed) return;
  if (uneven_errors(data))
    out.notes.push_back(
        "the noise differs between the originals' columns, and mixing hides in which directions it is large: the total "
        "variance "
        "is right, single variances are not");
  out.notes.push_back("the release has mixed columns: loadings are in its axes, not in the originals'");
  if (data.facts.distorted)
    out.notes.push_back("records are distorted: variances are those in the release");
  else if (!data.geometry.projections.empty())
    out.notes.push_back(
        "a random projection keeps the sum of the variances on average, not each of them; how far each is off is not known");
}

/// Over the draw of records and errors: those of the variance of the release along each direction (Anderson 1963; Davis 1977
/// for records that are not Gaussian), less a constant.
void add_errors(const Data& data, const SecondMoments& found, const Matrix& directions, const Vector& values, Estimate& out) {
  const Index count = directions.cols();
  Data turned = data;
  turned.columns = out.columns;
  turned.to_original = [whole = data.to_original, mean = found.mean, directions](Matrix& rows) {
    if (whole) whole(rows);
    rows = Matrix((rows.rowwise() - mean.transpose()) * directions);
  };
  if (data.held) {
    Records rows{.rows = (data.held->rows.rowwise() - found.mean.transpose()) * directions, .numbers = data.held->numbers};
    turned = in_memory(std::move(rows), out.columns);
    turned.fold = data.fold;
  }
  const SecondMoments along{.records = found.records,
                            .mean = Vector::Zero(count),
                            .covariance = {},
                            .of_rows = directions.transpose() * found.of_rows * directions};
  turned.facts = {};
  const MomentErrors errors(turned, along);
  const double scale = data.geometry.scale;
  out.error = out.low = out.high = Matrix::Zero(2, count);
  for (Index j = 0; j < count; ++j) {
    const double whole = along.of_rows(j, j) / scale, error = std::sqrt(errors.covariance_variance(j, j)) / scale;
    const Interval of = variance_interval(whole, whole - values(j), error);
    out.error(0, j) = error, out.low(0, j) = of.low, out.high(0, j) = of.high;
  }
}

Findings run(const Data& data, const Params& given, const random::Rng&) {
  const SecondMoments found = moments_without_noise(data);
  require(found.of_rows.allFinite(), "values of {} are too large for a covariance", data.name);
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(found.covariance / data.geometry.scale);
  const Index m = spectrum.values.size();
  require(!given.has("count") || given.integer("count") <= m, "count is {}, and {} has {} column(s) only",
          given.has("count") ? given.integer("count") : 0, data.name, m);
  const Index count = given.has("count") ? given.integer("count") : std::min(m, kShown);
  const Matrix directions = spectrum.vectors.leftCols(count);
  const Vector shown = spectrum.values.cwiseMax(0);
  const double total = shown.sum();
  Findings out;
  out.figures.push_back({"total variance", spectrum.values.sum()});
  Estimate variances{.name = "variances", .rows = {"variance", "share"}, .columns = {}, .value = Matrix::Zero(2, count)};
  out.model = model_of(found.mean, directions);
  variances.columns = out.model->outputs;
  variances.value.row(0) = shown.head(count).transpose();
  if (total > 0) variances.value.row(1) = shown.head(count).transpose() / total;
  if (data.geometry.projections.empty() && !uneven_errors(data))
    add_errors(data, found, directions, spectrum.values, variances);
  out.estimates.push_back(std::move(variances));
  out.estimates.push_back({.name = "loadings", .rows = data.columns, .columns = out.model->outputs, .value = directions});
  out.notes = found.notes;
  note(data, spectrum.values, out);
  return out;
}

// Directions are compared as far as they hold this share of the truth's variance: those behind are mostly chance.
constexpr double kHeld = 0.9;

/// The largest angle between the subspaces of the leading components, in degrees.
Agreement angle(const Matrix& variances, const Matrix& truth, const Matrix& release) {
  Index leading = 1;
  for (double held = variances(1, 0); held < kHeld && leading < truth.cols(); ++leading) held += variances(1, leading);
  leading = std::min(leading, release.cols());
  // From sines where the angle is small: what of the truth's directions is outside the release's.
  const Matrix a = truth.leftCols(leading), b = release.leftCols(leading);
  const double sine = linalg::thin_svd(a - b * (b.transpose() * a)).values(0);
  return {fmt::format("angle of the {} leading component(s), degrees", leading),
          std::asin(std::min(1.0, sine)) * 180 / std::acos(-1.0)};
}

// Variances below this share of the largest are rounding.
constexpr double kNothing = 1e-12;

double relative_error(double found, double right, double least) {
  const double miss = std::abs(found - right);
  return miss == 0 ? 0 : miss / std::max(right, least);
}

std::vector<Agreement> compare(const Mined& truth, const Mined& release) {
  const Matrix &right = truth.findings.estimates[0].value, &found = release.findings.estimates[0].value;
  const Index count = std::min(right.cols(), found.cols());
  double worst = 0, sum = 0;
  for (Index j = 0; j < count; ++j) {
    const double miss = relative_error(found(0, j), right(0, j), kNothing * right(0, 0));
    worst = std::max(worst, miss);
    sum += miss;
  }
  std::vector<Agreement> out{
      {"mean relative error of the variances", sum / static_cast<double>(count)},
      {"largest relative error of a variance", worst},
      {"relative error of the total variance",
       relative_error(figure(release.findings, "total variance"), figure(truth.findings, "total variance"), 0)}};
  const Matrix &a = truth.findings.estimates[1].value, &b = release.findings.estimates[1].value;
  if (!release.data.facts.mixed && !truth.data.facts.mixed && a.rows() == b.rows()) out.push_back(angle(right, a, b));
  return out;
}

}  // namespace

extern const Task pca = {.name = "pca",
                         .summary = "principal components: variances, shares and loadings",
                         .paper = "002 Theorem 5.1",
                         .needs = Needs::records,
                         .params = params,
                         .streams = true,
                         .mine = run,
                         .compare = compare,
                         .load = load};

}  // namespace guise::mining::tasks
