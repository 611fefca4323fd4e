// SPDX-License-Identifier: Apache-2.0
// A model, its check, and what it says of some records.
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "fuzz.h"
#include "mining/model_check.h"
#include "mining/task.h"

namespace guise::fuzz::targets {

void model(std::string_view bytes) {
  const nlohmann::json document = parse_json(bytes, "the model");
  mining::check_model(document, "the model");
  const mining::Task& task = mining::find_task(document["task"].get<std::string>());
  const mining::Model loaded = task.load(document["parameters"]);
  const auto columns = static_cast<Index>(document["columns"].size());
  Matrix rows(3, columns);
  rows.row(0).setZero();
  rows.row(1).setConstant(1e300);
  rows.row(2).setConstant(-0.25);
  const Matrix said = loaded.apply(rows);
  must(said.rows() == 3);
  if (!loaded.classes) return must(said.cols() == static_cast<Index>(loaded.outputs.size()));
  // Behind the class stands the probability of each class, or nothing.
  must(said.cols() >= 1 && said.cols() <= 1 + static_cast<Index>(document["label"]["classes"].size()));
  for (Index i = 0; i < 3; ++i) must(said(i, 0) >= 0 && said(i, 0) < static_cast<double>(document["label"]["classes"].size()));
}

}  // namespace guise::fuzz::targets
