// SPDX-License-Identifier: Apache-2.0
// Models in files, and what they say of records.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "jobs/work.h"
#include "mining/task.h"

namespace guise::jobs {

/// A model with what it was learnt from: it is for records masked alike.
struct SavedModel {
  std::string task;
  mining::Model model;
  std::vector<std::string> columns;
  std::string mask, key_fingerprint;    ///< empty where the records were not masked
  std::vector<std::string> draws = {};  ///< of each step, as on the card; none in random format 1
  std::optional<mining::Label> label = {};
};

void save_model(const std::string& path, const SavedModel&);
SavedModel load_model(const std::string& path);

/// What is written besides what a model says.
struct Beside {
  bool probabilities = false;             ///< of each class
  std::vector<std::string> kept = {};     ///< columns in clear, for clusters
  std::vector<std::int64_t> owners = {};  ///< numbers behind the last record of each of several releases, for clusters
};

/// Writes what the model says of every record: a class, or a cluster by the number it is printed with. Names of classes that
/// are no numbers go to text formats only. `warn` is told of names and classes that a spreadsheet would run.
std::int64_t write_outputs(const std::string& path, const mining::Data&, const mining::Model&,
                           const std::optional<mining::Label>& label, const Warn& warn, const Beside& beside = {});

}  // namespace guise::jobs
