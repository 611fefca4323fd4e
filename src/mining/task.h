// SPDX-License-Identifier: Apache-2.0
// A mining task: what it needs of a release, what it finds, and how findings from a release compare with those from the truth.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/params.h"
#include "mining/data.h"

namespace guise::mining {

/// What a task lives on. A mask that destroys it is refused with the reason.
enum class Needs {
  records,         ///< a row per record, in whatever columns
  distances,       ///< between records
  lengths,         ///< distances of records, or of columns where records are mixed
  products,        ///< inner products of records, or of columns where records are mixed
  own_columns,     ///< the originals' own columns, whatever their units
  second_moments,  ///< own columns of records, or of sums over records
};
enum class Target { none, classes, number };

/// A matrix of results with its names and, where theory tells them, the standard error of every entry and its interval, which
/// holds the truth in 95 of 100 draws of what the task says it is over.
struct Estimate {
  std::string name;
  std::vector<std::string> rows, columns;
  Matrix value;
  Matrix error = {};           ///< empty where it is not known; 0 where there is none
  Matrix low = {}, high = {};  ///< of the same size as `error`
};

struct Figure {
  std::string name;
  double value;
  double error = 0;          ///< standard error; 0 where there is none
  double low = 0, high = 0;  ///< its interval, where there is an error
};

/// What was learnt, to be applied to records of the same release or others masked alike.
struct Model {
  std::vector<std::string> outputs;  ///< "cluster"; "class"; "pc1" …
  /// The first output is the number of a class, into Label::classes; behind it may be the probability of each class.
  bool classes = false;
  std::function<Matrix(const MatrixRef& rows)> apply = {};  ///< thread-safe; a row of outputs per record
  std::shared_ptr<const nlohmann::json> parameters = {};    ///< from which Task::load makes it again
};

struct Findings {
  std::vector<Figure> figures = {};
  std::vector<Estimate> estimates = {};
  std::optional<Model> model = {};
  std::vector<std::string> notes = {};
};

/// Findings with the records they were found in.
struct Mined {
  const Data& data;
  const Findings& findings;
  const Params& params;
};

/// How near findings come to those from the originals.
struct Agreement {
  std::string name;
  double value;
};

struct Task {
  std::string_view name, summary, paper;
  Needs needs = Needs::records;
  Target target = Target::none;
  std::span<const Param> params = {};
  bool streams = false;    ///< never holds the table
  bool by_record = false;  ///< what it compares is said of single records, so the truth must be in the order of the release
  Findings (*mine)(const Data&, const Params&, const random::Rng&);
  std::vector<Agreement> (*compare)(const Mined& truth, const Mined& release);
  Model (*load)(const nlohmann::json& parameters) = nullptr;  ///< where there is a model
};

std::span<const Task* const> all_tasks();
const Task& find_task(std::string_view name);  ///< throws an Error with the nearest name

/// Checks that the data has what the task needs, then mines.
Findings mine(const Task&, const Data&, const Params&, const random::Rng&);

}  // namespace guise::mining
