// SPDX-License-Identifier: Apache-2.0
// Logistic regression with a penalty on squared coefficients: of the second class against the first where there are two, by
// softmax where there are more, as scikit-learn's LogisticRegression. Its coefficients are those of the release: noise in the
// attributes draws them to 0, and unlike those of `regression` they cannot be corrected by moments.
#include "base/error.h"
#include "mining/compare.h"
#include "mining/intervals.h"
#include "mining/logistic_fit.h"

namespace guise::mining::tasks {
namespace {

constexpr Param params_of_logistic[] = {
    {.name = "penalty", .help = "on half the sum of squared coefficients, scikit-learn's 1/C", .fallback = 1, .least = 0},
    kFolds};

/// The constant first, then attributes, by class.
Estimate coefficients_of(const LogisticFit& fit, const Data& data) {
  Estimate out{.name = "coefficients", .rows = {"intercept"}, .columns = {}, .value = fit.coefficients};
  out.rows.insert(out.rows.end(), data.columns.begin(), data.columns.end());
  for (const int each : fit.told) out.columns.push_back(data.label->classes[static_cast<std::size_t>(each)]);
  const Index m = fit.coefficients.rows() - 1;
  const auto constant_first = [m](const Matrix& given) {
    Matrix moved(given.rows(), given.cols());
    moved << given.bottomRows(1), given.topRows(m);
    return moved;
  };
  out.value = constant_first(fit.coefficients);
  if (fit.errors.size() > 0) {
    out.error = constant_first(fit.errors);
    add_normal_interval(out);
  }
  return out;
}

Findings run(const Data& data, const Params& params, const random::Rng& rng) {
  const double penalty = params.number("penalty");
  LogisticFit fit;
  Findings out = learn_classes(data, params.integer("folds"), rng, [&](const Data& training) {
    fit = fit_logistic(training, penalty);
    return softmax_classifier(fit.scores());
  });
  require(
      !fit.unbounded,
      "the attributes of {} predict its classes, or some of them, without error: coefficients without a penalty grow without "
      "limit; give a penalty",
      data.name);
  out.estimates.insert(out.estimates.begin(), coefficients_of(fit, data));
  if (data.facts.mixed) out.notes.push_back("coefficients are those of the release's mixed columns, not of the originals'");
  if ((data.geometry.noise.array() > 0).any() || !data.geometry.noise_known || data.facts.factor)
    out.notes.push_back("coefficients are not corrected for the noise in the attributes, which draws them to 0");
  if (penalty > 0) out.notes.push_back("standard errors of coefficients are given with penalty=0 only");
  return out;
}

}  // namespace

extern const Task logistic = {.name = "logistic",
                              .summary = "predict classes by logistic regression, with its coefficients",
                              .paper = "Hosmer and Lemeshow",
                              .needs = Needs::records,
                              .target = Target::classes,
                              .params = params_of_logistic,
                              .streams = true,
                              .mine = run,
                              .compare = compare_accuracy,
                              .load = load_softmax_classifier};

}  // namespace guise::mining::tasks
