// SPDX-License-Identifier: Apache-2.0
#include "audit/utility_labels.h"

#include "audit/utility_sample.h"
#include "mining/two_records.h"

namespace guise::audit {
namespace {

constexpr int kFolds = 5;

/// Learns from four fifths of the release and hands on what was found with the records to try it on.
template <typename Try>
void for_folds(const mining::Mined& truth, const mining::Mined& release, const char* call, const random::Rng& rng,
               const Try& visit) {
  const Call parsed = parse_call(call);
  const mining::Task& task = mining::find_task(parsed.name);
  const Params params = check_params(task.params, parsed, "task");
  const bool own = why_lost(release.data, Lives::units).empty();
  const random::Rng split = rng.fork("folds");
  for (int fold = 0; fold < kFolds; ++fold) {
    const mining::Data training = mining::fold_of(release.data, kFolds, fold, false, split);
    const mining::Data held = mining::fold_of(own ? truth.data : release.data, kFolds, fold, true, split);
    visit(task.mine(training, params, rng), held, own);
  }
}

/// Predictions of a kept number: coefficients without the errors' pull for originals, those with it for masked records.
Vector predicted(const mining::Findings& found, const MatrixRef& rows, bool originals) {
  if (!originals) return found.model->apply(rows).col(0);
  const Matrix& coefficients = found.estimates.front().value;  // the constant first
  return (rows * coefficients.bottomRows(coefficients.rows() - 1)).array() + coefficients(0, 0);
}

}  // namespace

double classes_told(const mining::Mined& truth, const mining::Mined& release, const random::Rng& rng) {
  double shares = 0;
  for_folds(truth, release, "logistic(folds=0)", rng, [&](const mining::Findings& found, const mining::Data& held, bool) {
    shares += mining::accuracy_on(held, *found.model) / kFolds;
  });
  return shares;
}

double number_told(const mining::Mined& truth, const mining::Mined& release, const random::Rng& rng) {
  double errors = 0;
  for_folds(truth, release, "regression(folds=0)", rng,
            [&](const mining::Findings& found, const mining::Data& held, bool originals) {
              mining::scan_in_order(held, [&](const mining::Batch& batch) {
                errors += (batch.target - predicted(found, batch.rows, originals)).squaredNorm();
              });
            });
  const Vector& target = truth.data.held->target;
  return 1 - errors / (target.array() - target.mean()).square().sum();
}

}  // namespace guise::audit
