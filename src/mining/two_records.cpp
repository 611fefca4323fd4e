// SPDX-License-Identifier: Apache-2.0
#include "mining/two_records.h"

#include <atomic>
#include <limits>
#include <nlohmann/json.hpp>

namespace guise::mining {

double accuracy_on(const Data& data, const Model& model) {
  std::atomic<std::int64_t> right = 0, all = 0;
  scan(data, [&](const Batch& batch) {
    const Matrix said = model.apply(batch.rows);
    std::int64_t here = 0;
    for (Index i = 0; i < said.rows(); ++i) here += static_cast<int>(said(i, 0)) == batch.classes[static_cast<std::size_t>(i)];
    right += here;
    all += said.rows();
  });
  return all == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(right) / static_cast<double>(all);
}

std::vector<Agreement> compare_classifiers(const Mined& truth, const Mined& release,
                                           Model (*for_originals)(const nlohmann::json& parameters)) {
  std::vector<Agreement> out = compare_accuracy(truth, release);
  const bool same_classes = truth.data.label && release.data.label && truth.data.label->classes == release.data.label->classes;
  if (!same_classes || !truth.findings.model || !release.findings.model) return out;
  const double best = accuracy_on(truth.data, for_originals(*truth.findings.model->parameters));
  const double found = accuracy_on(truth.data, for_originals(*release.findings.model->parameters));
  out.push_back({"originals told right, learnt from them", best});
  out.push_back({"originals told right, learnt from the release", found});
  out.push_back({"ratio of these", found / best});
  return out;
}

}  // namespace guise::mining
