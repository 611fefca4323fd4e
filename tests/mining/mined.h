// SPDX-License-Identifier: Apache-2.0
// What tests of tasks share: a small table, `sklearn.datasets.load_iris().data[::5]`, on which the answers of scikit-learn are
// known, and tasks run by their call.
#pragma once
#include "mining/task.h"

namespace guise::testing {

inline Matrix thirty_irises() {
  constexpr double values[30][4] = {
      {5.1, 3.5, 1.4, 0.2}, {5.4, 3.9, 1.7, 0.4}, {5.4, 3.7, 1.5, 0.2}, {5.7, 4.4, 1.5, 0.4}, {5.4, 3.4, 1.7, 0.2},
      {5.0, 3.0, 1.6, 0.2}, {4.8, 3.1, 1.6, 0.2}, {5.0, 3.2, 1.2, 0.2}, {5.0, 3.5, 1.3, 0.3}, {4.8, 3.0, 1.4, 0.3},
      {7.0, 3.2, 4.7, 1.4}, {5.7, 2.8, 4.5, 1.3}, {5.0, 2.0, 3.5, 1.0}, {6.7, 3.1, 4.4, 1.4}, {5.9, 3.2, 4.8, 1.8},
      {6.6, 3.0, 4.4, 1.4}, {5.5, 2.4, 3.8, 1.1}, {6.0, 3.4, 4.5, 1.6}, {5.5, 2.6, 4.4, 1.2}, {5.7, 3.0, 4.2, 1.2},
      {6.3, 3.3, 6.0, 2.5}, {7.6, 3.0, 6.6, 2.1}, {6.5, 3.2, 5.1, 2.0}, {6.4, 3.2, 5.3, 2.3}, {6.9, 3.2, 5.7, 2.3},
      {7.2, 3.2, 6.0, 1.8}, {7.4, 2.8, 6.1, 1.9}, {7.7, 3.0, 6.1, 2.3}, {6.7, 3.1, 5.6, 2.4}, {6.7, 3.0, 5.2, 2.3}};
  Matrix out(30, 4);
  for (Index i = 0; i < 30; ++i)
    for (Index j = 0; j < 4; ++j) out(i, j) = values[i][j];
  return out;
}

/// Records in memory as they come, with nothing known of a mask.
inline mining::Data plain_data(Matrix rows) {
  std::vector<std::string> columns;
  for (Index j = 0; j < rows.cols(); ++j) columns.push_back("a" + std::to_string(j + 1));
  return mining::in_memory({.rows = std::move(rows)}, std::move(columns));
}

/// Runs a task as the command line does, by its call: "kmeans(k=3)".
inline mining::Findings mined(const std::string& call, const mining::Data& data, std::uint64_t seed = 1) {
  const Call parsed = parse_call(call);
  const mining::Task& task = mining::find_task(parsed.name);
  return mining::mine(task, data, check_params(task.params, parsed, "task"), random::Rng::from_seed(seed));
}

/// How the findings of a task from a release agree with those from the truth.
inline std::vector<mining::Agreement> compared(const std::string& call, const mining::Data& truth,
                                               const mining::Data& release) {
  const Call parsed = parse_call(call);
  const mining::Task& task = mining::find_task(parsed.name);
  const Params params = check_params(task.params, parsed, "task");
  const mining::Findings right = mined(call, truth), found = mined(call, release);
  return task.compare({truth, right, params}, {release, found, params});
}

}  // namespace guise::testing
