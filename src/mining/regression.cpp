// SPDX-License-Identifier: Apache-2.0
// Least squares of a kept number on the attributes. Noise in attributes draws coefficients to 0; where its covariance is public
// they are corrected for it, b = (S_yy - Sigma_r)^-1 S_yt (Fuller 1987, section 2.2). Everything follows from the moments of
// one pass, cross-validation too.
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "linalg/spectrum.h"
#include "mining/compare_coefficients.h"
#include "mining/cross_validation.h"
#include "mining/independent.h"
#include "mining/intervals.h"
#include "mining/model_json.h"
#include "mining/pass.h"
#include "mining/regression_fit.h"
#include "mining/second_moments.h"
#include "table/chunk.h"

namespace guise::mining::tasks {
namespace {

constexpr Param params_of_regression[] = {
    {.name = "ridge", .help = "on the sum of squared coefficients", .fallback = 0, .least = 0}, kFolds};

/// Moments of attributes and target, fold by fold.
struct Folds {
  std::vector<stats::Moments> parts = {};
  void merge(const Folds& later) {
    if (parts.empty()) parts.resize(later.parts.size());
    for (std::size_t i = 0; i < later.parts.size(); ++i) parts[i].merge(later.parts[i]);
  }
  stats::Moments without(std::size_t fold) const {  // all of them where there is no such fold
    stats::Moments out;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (i != fold) out.merge(parts[i]);
    return out;
  }
};

template <typename Form>
void fields(Form& form, Folds& folds) {
  form(folds.parts);
}
bool alike(const Folds& a, const Folds& b) {
  return a.parts.size() == b.parts.size();
}

Folds gather(const Data& data, std::size_t folds, const random::Rng& split) {
  stats::OrderedMerge<Folds> merge;
  gather_pass(data, "moments", {table::sum_of(merge)}, [&](const Batch& batch) {
    Matrix joint(batch.rows.rows(), batch.rows.cols() + 1);
    joint << batch.rows, batch.target;
    std::vector<std::vector<Index>> members(folds);
    for (std::size_t i = 0; i < batch.numbers.size(); ++i) {
      std::uint64_t word = 0;
      if (folds > 1) split.words(0, static_cast<std::uint64_t>(batch.numbers[i]), {&word, 1});
      members[word % folds].push_back(static_cast<Index>(i));
    }
    Folds part{.parts = std::vector<stats::Moments>(folds)};
    for (std::size_t fold = 0; fold < folds; ++fold)
      if (!members[fold].empty()) part.parts[fold].add(Matrix(joint(members[fold], Eigen::all)));
    merge.add(batch.first_record / table::kBlock, std::move(part));
  });
  return merge.finish({});
}

/// What predicts records masked like these is the fit without correction.
void cross_validate(const Data& data, const Folds& folds, double ridge, Findings& out) {
  double errors = 0;
  const JointMoments all = joint_moments(folds.without(folds.parts.size()));
  for (std::size_t fold = 0; fold < folds.parts.size(); ++fold) {
    if (folds.parts[fold].count() == 0) continue;
    const JointMoments training = joint_moments(folds.without(fold));
    if (ridge == 0 && !dependence(data, training.records, training.yy).empty()) {
      out.notes.push_back("no cross-validation: some folds leave too little to learn from; give fewer, or a ridge");
      return;
    }
    errors += squared_error(fit_linear(training, training.yy, ridge), joint_moments(folds.parts[fold]));
  }
  out.figures.push_back({"root mean square error, cross-validated", std::sqrt(errors / all.records)});
  out.figures.push_back({"R squared, cross-validated", 1 - errors / ((all.records - 1) * all.tt)});
}

/// The attributes' covariance without errors; empty, with a note, where it cannot be told.
Matrix without_errors(const Data& data, const stats::Moments& attributes, std::vector<std::string>& notes) {
  const bool told =
      data.facts.noise_covariance || data.facts.factor || data.facts.cells || !(data.geometry.noise.array() > 0).any();
  if (!data.geometry.noise_known || !told || (data.facts.factor && data.facts.factor->shaped)) {
    notes.push_back("not corrected for errors in the attributes: the card does not give their covariance");
    return {};
  }
  const SecondMoments found = second_moments(data, attributes);
  if (found.covariance == found.of_rows) return found.covariance;
  // How much of the release's variance is the originals', in the direction where that is least: an estimate with a standard
  // error of about sqrt(2/n), which a correction must not divide by.
  if (dependence(data, found.records, found.of_rows).empty()) {
    const Matrix half = linalg::inverse_square_root(found.of_rows);
    const double least = linalg::symmetric_spectrum(half * found.covariance * half).values.tail(1)(0);
    if (least > 2 * std::sqrt(2 / found.records)) return found.covariance;
  }
  notes.push_back(
      "not corrected for noise in the attributes: a combination of them is hardly more than noise, so that its coefficient is "
      "not determined");
  return {};
}

Estimate estimate_of(const char* name, const LinearFit& fit, const Data& data, double freedom) {
  const Index m = fit.slopes.size();
  Estimate out{
      .name = name, .rows = {"intercept"}, .columns = {"coefficient"}, .value = Matrix(m + 1, 1), .error = Matrix(m + 1, 1)};
  out.rows.insert(out.rows.end(), data.columns.begin(), data.columns.end());
  out.value << fit.intercept, fit.slopes;
  out.error << fit.intercept_error, fit.slope_errors;
  add_t_interval(out, freedom);
  return out;
}

Model model_of(Vector slopes, double intercept) {
  auto parameters = std::make_shared<nlohmann::json>();
  *parameters = {{"slopes", vector_json(slopes)}, {"intercept", intercept}};
  return {.outputs = {"prediction"},
          .apply = [slopes = std::move(slopes), intercept](const MatrixRef& rows) -> Matrix {
            return (rows * slopes).array() + intercept;
          },
          .parameters = std::move(parameters)};
}

Model load(const nlohmann::json& parameters) {
  return model_of(vector_from(parameters.at("slopes")), parameters.at("intercept"));
}

void note_correction(const Data& data, double ridge, Findings& out) {
  out.notes.push_back(
      "the model that is saved predicts from records masked like these, by the coefficients without correction");
  if (data.facts.factor || data.facts.cells || data.facts.noise_law.value_or(random::Law::gaussian) != random::Law::gaussian)
    out.notes.push_back("standard errors of corrected coefficients are those for Gaussian errors in the attributes");
  if (ridge > 0) out.notes.push_back("a ridge draws coefficients to 0, which standard errors do not show");
}

Findings run(const Data& data, const Params& params, const random::Rng& rng) {
  require(!data.columns.empty(), "{} has no attributes to learn from", data.name);
  require(params.integer("folds") != 1, "cross-validation needs at least 2 folds, got folds=1");
  const double ridge = params.number("ridge");
  const auto folds = static_cast<std::size_t>(std::max<std::int64_t>(1, params.integer("folds")));
  const Folds gathered = gather(data, folds, rng.fork("folds"));
  const stats::Moments joined = gathered.without(folds);
  require(joined.count() >= 2, "{} has {} record(s); a regression needs more", data.name, joined.count());
  const JointMoments all = joint_moments(joined);
  require(all.tt > 0, "{}: the label '{}' is constant; there is nothing to explain", data.name, data.label->column);
  if (ridge == 0) require_independent(data, all.records, all.yy, ", or give a ridge");
  Findings out;
  std::vector<Index> attributes;
  for (Index j = 0; j < all.mean.size(); ++j) attributes.push_back(j);
  const Matrix clean = without_errors(data, joined.select(attributes), out.notes);
  const LinearFit naive = fit_linear(all, all.yy, ridge);
  const bool corrects = clean.size() > 0 && clean != all.yy;
  const LinearFit best = corrects ? fit_linear(all, clean, ridge) : naive;
  const double freedom = all.records - 1 - static_cast<double>(all.mean.size());
  // Behind noise that cannot be taken out they are those of the release, and so are their intervals.
  out.estimates.push_back(estimate_of(clean.size() > 0 ? "coefficients" : "coefficients, not corrected", best, data, freedom));
  out.figures = {{"R squared", best.r_squared}, {"residual standard deviation", std::sqrt(best.residual_variance)}};
  if (corrects) {
    out.estimates.push_back(estimate_of("coefficients, not corrected", naive, data, freedom));
    out.figures.push_back({"R squared, not corrected", naive.r_squared});
    note_correction(data, ridge, out);
  }
  if (folds > 1) cross_validate(data, gathered, ridge, out);
  if (data.facts.mixed)
    out.notes.push_back(
        "coefficients are those of the release's mixed columns, not of the originals'; fitted values are the same as "
        "from the originals where the mixing can be undone");
  out.model = model_of(naive.slopes, naive.intercept);
  return out;
}

}  // namespace

extern const Task regression = {.name = "regression",
                                .summary = "least squares of a kept number on the attributes, corrected for the noise in them",
                                .paper = "Fuller 1987, section 2.2",
                                .needs = Needs::records,
                                .target = Target::number,
                                .params = params_of_regression,
                                .streams = true,
                                .mine = run,
                                .compare = compare_coefficients,
                                .load = load};

}  // namespace guise::mining::tasks
