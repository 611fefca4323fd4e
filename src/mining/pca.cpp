// SPDX-License-Identifier: Apache-2.0
// Principal components of the originals, from the covariance of a release without that of its errors (paper 002, Theorem 5.1).
// A rotation keeps the variances, not the directions; a projection keeps their sum on average.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "linalg/spectrum.h"
#include "mining/compare.h"
#include "mining/model_json.h"
#include "mining/second_moments.h"

namespace guise::mining::tasks {
namespace {

constexpr Index kShown = 10;  // components by default: more are seldom looked at

constexpr Param params[] = {{.name = "count",
                             .help = "components; without it all, or 10 where there are more",
                             .kind = Param::Kind::integer,
                             .least = 1}};

/// Errors in mixed columns are spread evenly over them, see release::Geometry::noise.
SecondMoments moments_without_noise(const Data& data) {
  if (!data.facts.mixed) return second_moments(data);
  Data plain = data;
  plain.facts = {};
  plain.geometry.noise_known = true;
  SecondMoments out = second_moments(plain);
  require(data.geometry.noise_known,
          "the card of {} does not tell the size of all the errors in it, so they cannot be taken out of the result",
          data.name);
  if (data.geometry.noise.size() > 0) out.covariance.diagonal() -= data.geometry.noise;
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
    out.notes.push_back(fmt::format("{} of {} variances came out below 0, as the noise hides them; they are shown as 0",
                                    negative, variances.size()));
  if (!data.facts.mixed) return;
  out.notes.push_back("columns of the release are mixtures: loadings are in its axes, not in the originals'");
  if (data.facts.distorted)
    out.notes.push_back("records are distorted: variances are those in the release");
  else if (!data.geometry.projections.empty())
    out.notes.push_back("a random projection keeps the sum of the variances on average, not each of them");
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
  // lambda sqrt(2 / n) for Gaussian records (Anderson 1963), lambda with the errors, which are drawn anew in every sample too.
  const Vector in_release = (directions.transpose() * found.of_rows * directions).diagonal() / data.geometry.scale;
  const Vector shown = spectrum.values.cwiseMax(0);
  const double total = shown.sum();
  Findings out;
  out.figures.push_back({"total variance", spectrum.values.sum()});
  Estimate variances{.name = "variances", .rows = {"variance", "share"}, .columns = {}, .value = Matrix::Zero(2, count)};
  out.model = model_of(found.mean, directions);
  variances.columns = out.model->outputs;
  variances.value.row(0) = shown.head(count).transpose();
  if (total > 0) variances.value.row(1) = shown.head(count).transpose() / total;
  variances.error = Matrix::Zero(2, count);
  variances.error.row(0) = in_release.transpose() * std::sqrt(2 / found.records);
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
