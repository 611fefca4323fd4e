// SPDX-License-Identifier: Apache-2.0
#include "jobs/model_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "jobs/numbers.h"
#include "jobs/spreadsheet.h"
#include "mining/model_check.h"
#include "table/atomic_file.h"
#include "table/csv_field.h"
#include "table/format.h"
#include "table/transform.h"

namespace guise::jobs {
namespace {

constexpr int kFormat = 1;

bool all_numbers(const std::vector<std::string>& classes) {
  return std::all_of(classes.begin(), classes.end(), [](const std::string& name) { return as_number(name).has_value(); });
}

/// The name of the column with the probability of a class.
std::string probability_name(const std::string& of_class) {
  return fmt::format("p({})", of_class);
}

void require_probabilities(const Matrix& said) {
  require(said.cols() > 1,
          "‘probabilities’: this task predicts classes without probabilities; use tree, naive-bayes or logistic");
}

double probability(const Matrix& said, Index record, std::size_t of_class) {
  const auto column = static_cast<Index>(of_class) + 1;
  return column < said.cols() ? said(record, column) : 0;
}

/// Classes that are words: a line per record.
std::int64_t write_words(const std::string& path, const mining::Data& data, const mining::Model& model,
                         const mining::Label& label, const Warn& warn, bool probabilities) {
  require(table::format_of(path).format == table::Format::csv,
          "{}: the classes of '{}' are words, which are written to .csv and .tsv only", path, label.column);
  const char delimiter = table::csv_delimiter(path);
  std::string text;
  table::append_field(text, label.column, delimiter);
  if (probabilities)
    for (const std::string& name : label.classes) {
      text += delimiter;
      table::append_field(text, probability_name(name), delimiter);
    }
  text += '\n';
  std::int64_t records = 0, formulas = 0;
  mining::scan_in_order(data, [&](const mining::Batch& batch) {
    const Matrix said = model.apply(batch.rows);
    if (probabilities) require_probabilities(said);
    for (Index i = 0; i < said.rows(); ++i) {
      const std::string& name = label.classes[static_cast<std::size_t>(said(i, 0))];
      table::append_field(text, name, delimiter);
      for (std::size_t c = 0; probabilities && c < label.classes.size(); ++c)
        text += fmt::format("{}{:.6g}", delimiter, probability(said, i, c));
      text += '\n';
      formulas += is_formula(name);
    }
    records += said.rows();
  });
  table::write_file(path, text);
  const std::string classes = formula_cells_warning(path, formulas, label.column, "Rename these classes in the model");
  for (const std::string& warning : {formula_warning(path, {label.column}), classes})
    if (warn && !warning.empty()) warn(warning);
  return records;
}

/// Which of several releases a record is of, from 1.
double owner_of(const std::vector<std::int64_t>& ends, std::int64_t record) {
  return static_cast<double>(std::upper_bound(ends.begin(), ends.end(), record) - ends.begin() + 1);
}

/// Clusters by the numbers they are printed with, from 1, beside what identifies records and the release they are of.
std::int64_t write_clusters(const std::string& path, const mining::Data& data, const mining::Model& model,
                            const Beside& beside) {
  const table::Format format = table::format_of(path).format;
  const bool owners = beside.owners.size() > 1;
  table::Selection selection = data.selection;
  selection.kept = format == table::Format::npy || format == table::Format::fvecs ? std::vector<std::string>{} : beside.kept;
  table::Output output{.path = path, .columns = {"cluster"}, .integer = {true}};
  if (owners) {
    output.columns = {"owner", "cluster"};
    output.integer = {true, true};
  }
  const table::Written written = table::transform(*data.table, selection, data.work, output, [&](table::Chunk& chunk) {
    if (data.to_original) data.to_original(chunk.values);
    Matrix out(chunk.records(), owners ? 2 : 1);
    out.rightCols(1) = model.apply(chunk.values).col(0).array() + 1;
    for (Index i = 0; owners && i < out.rows(); ++i) out(i, 0) = owner_of(beside.owners, chunk.first_record + i);
    chunk.values = std::move(out);
  });
  return written.records;
}

}  // namespace

void save_model(const std::string& path, const SavedModel& saved) {
  nlohmann::json document{{"guise_model", kFormat},
                          {"task", saved.task},
                          {"columns", saved.columns},
                          {"mask", saved.mask},
                          {"key_fingerprint", saved.key_fingerprint},
                          {"draws", saved.draws},
                          {"parameters", *saved.model.parameters}};
  if (saved.label) document["label"] = {{"column", saved.label->column}, {"classes", saved.label->classes}};
  std::string text;
  try {
    text = document.dump(2) + "\n";
  } catch (const nlohmann::json::type_error&) {  // two classes must not become one
    refuse("‘save’: the names of columns or classes are not UTF-8, which {} is written in; rename them", path);
  }
  // A model may hold records it was learnt from, such as support vectors; where none were masked they are originals.
  table::write_file(path, text, saved.mask.empty() ? table::kPrivate : table::kPublic);
}

SavedModel load_model(const std::string& path) {
  const nlohmann::json document = parse_json(table::read_file(path), path);
  require(document.is_object() && document.contains("guise_model") && document["guise_model"].is_number_integer(),
          "{} is not a model that this version of guise saved (guise mine TASK … ‘save={}’)", path, path);
  require(document["guise_model"] == kFormat,
          "{} is a model of format {}; this version of guise reads format {}: use the guise that saved it", path,
          document["guise_model"].dump(), kFormat);
  mining::check_model(document, path);
  SavedModel out{.task = document["task"],
                 .model = mining::find_task(document["task"].get<std::string>()).load(document["parameters"]),
                 .columns = document["columns"],
                 .mask = document["mask"],
                 .key_fingerprint = document["key_fingerprint"],
                 .draws = document.value("draws", std::vector<std::string>())};
  if (document.contains("label"))
    out.label = mining::Label{.column = document["label"]["column"], .classes = document["label"]["classes"]};
  return out;
}

std::int64_t write_outputs(const std::string& path, const mining::Data& data, const mining::Model& model,
                           const std::optional<mining::Label>& label, const Warn& warn, const Beside& beside) {
  require(!beside.probabilities || (model.classes && label), "‘probabilities’ are of classes, and this task predicts none");
  if (model.classes && label && !all_numbers(label->classes))
    return write_words(path, data, model, *label, warn, beside.probabilities);
  if (model.outputs == std::vector<std::string>{"cluster"}) return write_clusters(path, data, model, beside);
  table::Output output{.path = path, .columns = model.outputs};
  if (model.classes) {
    output.columns = {label ? label->column : model.outputs.front()};
    output.integer = {std::all_of(label->classes.begin(), label->classes.end(),
                                  [](const std::string& name) { return name.find_first_of(".eE") == std::string::npos; })};
    if (beside.probabilities)
      for (const std::string& name : label->classes) output.columns.push_back(probability_name(name));
  }
  table::Selection selection = data.selection;
  selection.kept.clear();
  const table::Written written = table::transform(*data.table, selection, data.work, output, [&](table::Chunk& chunk) {
    if (data.to_original) data.to_original(chunk.values);
    const Matrix said = model.apply(chunk.values);
    if (beside.probabilities) require_probabilities(said);
    chunk.values = model.classes ? said.leftCols(1) : said;
    if (!model.classes) return;
    chunk.values.conservativeResize(Eigen::NoChange, std::ssize(output.columns));
    for (Index i = 0; i < said.rows(); ++i) {
      chunk.values(i, 0) = *as_number(label->classes[static_cast<std::size_t>(said(i, 0))]);
      for (Index c = 1; c < chunk.values.cols(); ++c)
        chunk.values(i, c) = probability(said, i, static_cast<std::size_t>(c - 1));
    }
  });
  return written.records;
}

}  // namespace guise::jobs
