// SPDX-License-Identifier: Apache-2.0
#include "mining/two_records.h"

#include <atomic>
#include <limits>
#include <nlohmann/json.hpp>

#include "mining/cross_validation.h"
#include "mining/pass.h"

namespace guise::mining {

Model load_two_records(const nlohmann::json& parameters, const TwoRecords& task) {
  return task.make(parameters, parameters.at("records") == "released");
}

Findings learn_two_records(const Data& data, const Params& given, const random::Rng& rng, const TwoRecords& task) {
  const AttributeNoise noise = attribute_noise(data);
  Findings out{.notes = noise.notes};
  if (const auto folds = static_cast<int>(given.integer("folds")); folds > 0)
    report(cross_validate(data, folds, rng, [&](const Data& part) { return task.make(task.learn(part, noise, given), true); }),
           *data.label, out);
  out.model = load_two_records(task.learn(data, noise, given), task);
  if (given.choice("records") == "original" && !noise.sd.isZero(0))
    out.notes.push_back("the model predicts classes of originals; the accuracy is that for released records");
  return out;
}

double accuracy_on(const Data& data, const Model& model) {
  std::atomic<std::int64_t> right = 0, all = 0;
  gather_pass(data, "accuracy", {table::sum_of(right), table::sum_of(all)}, [&](const Batch& batch) {
    const Matrix said = model.apply(batch.rows);
    std::int64_t here = 0;
    for (Index i = 0; i < said.rows(); ++i) here += static_cast<int>(said(i, 0)) == batch.classes[static_cast<std::size_t>(i)];
    right += here;
    all += said.rows();
  });
  return all == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(right) / static_cast<double>(all);
}

std::vector<Agreement> compare_classifiers(const Mined& truth, const Mined& release, const TwoRecords& task) {
  std::vector<Agreement> out = compare_accuracy(truth, release);
  const bool same_classes = truth.data.label && release.data.label && truth.data.label->classes == release.data.label->classes;
  if (!same_classes || !truth.findings.model || !release.findings.model) return out;
  const double best = accuracy_on(truth.data, task.make(*truth.findings.model->parameters, false));
  const double found = accuracy_on(truth.data, task.make(*release.findings.model->parameters, false));
  out.push_back({"originals predicted right, trained on them", best});
  out.push_back({"originals predicted right, trained on the release", found});
  out.push_back({"ratio of these", found / best});
  return out;
}

}  // namespace guise::mining
