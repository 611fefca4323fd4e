// SPDX-License-Identifier: Apache-2.0
#include "jobs/mine.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "jobs/chosen_key.h"
#include "jobs/findings_json.h"
#include "jobs/model_file.h"
#include "jobs/read_card.h"
#include "mining/legal.h"
#include "random/rng.h"
#include "table/atomic_file.h"
#include "table/column_patterns.h"
#include "table/passes.h"

namespace guise::jobs {
namespace {

mining::Owner owner_of(const std::string& path, bool no_card, const std::string& label, const table::Work& work,
                       const random::Key* key = nullptr) {
  mining::Owner owner{.path = path, .table = std::make_shared<table::Table>(table::Table::open(path))};
  if (no_card) {
    if (!label.empty() && owner.table->schema().find(label)) owner.kept = {label};
    return owner;
  }
  owner.card = card_beside(path, *owner.table, work, key);
  require(
      owner.card.has_value(),
      "{} has no card ({}.card.json), so it is not known how it was masked; if it is no release of guise, pass ‘no_card’ to "
      "mine it as it is",
      path, path);
  return owner;
}

/// The releases, put together, and what is made of them.
class Mining {
 public:
  Mining(const MineRequest& options, const Work& work) : options_(options), work_(work) {
    std::vector<mining::Owner> owners;
    require(options.key.empty() || !options.no_card, "‘key’ checks cards, and ‘no_card’ leaves them unread; leave one out");
    const auto key = options.key.empty() ? std::nullopt : std::optional(read_key(options.key));
    for (const std::string& path : options.releases)
      owners.push_back(owner_of(path, options.no_card, options.label, work_, key ? &*key : nullptr));
    for (const mining::Owner& owner : owners)
      if (owner.card) cards_.push_back(*owner.card);
    split_ = mining::split_of(owners);
    data_ = mining::combine(std::move(owners), options.by);
    table::set_passes(*std::const_pointer_cast<table::Table>(data_.table), work.passes);
    data_.work = work_;
    data_.work.stage = "mining";
    if (options.missing == "drop") data_.selection.missing = table::Missing::drop;
    if (!options.columns.empty()) mining::choose_columns(data_, chosen_columns());
  }

  /// Columns in clear that say which record a row is, and where the records of each release end.
  Beside beside() const {
    Beside out{.probabilities = options_.probabilities};
    std::vector<std::string> kept;
    for (const table::Column& column : data_.table->schema().columns)
      if (std::find(data_.selection.attributes.begin(), data_.selection.attributes.end(), column.name) ==
          data_.selection.attributes.end())
        kept.push_back(column.name);
    const bool below = split_ == mining::Split::records && cards_.size() > 1;
    std::int64_t end = 0;
    for (const Card& card : cards_) {
      if (below) out.owners.push_back(end += card.records);
      std::erase_if(kept, [&](const std::string& name) {
        return std::find(card.kept.begin(), card.kept.end(), name) == card.kept.end();
      });
    }
    if (options_.releases.size() == 1 || below) out.kept = std::move(kept);
    return out;
  }

  const mining::Data& data() const { return data_; }
  const std::vector<Card>& cards() const { return cards_; }

  /// The column that says what records are, in the release and in the originals.
  void add_label(mining::Data& data, const mining::Task& task) const {
    if (options_.label.empty()) return;
    require(task.target != mining::Target::none, "task '{}' learns nothing from a label; leave ‘label’ out", task.name);
    data.label = mining::read_label(data, options_.label, task.target == mining::Target::number);
    data.selection.kept = {mining::kept_in_table(data, options_.label)};
  }
  void add_label(const mining::Task& task) { add_label(data_, task); }

  mining::Data truth(const mining::Task& task) const {
    require(!task.by_record || data_.facts.ordered,
            "‘truth’: the rows of {} are shuffled or joined by a column, so its records cannot be laid beside the originals'",
            data_.name);
    std::vector<mining::Owner> originals;
    for (const std::string& path : options_.truth) originals.push_back(owner_of(path, true, {}, work_));
    require(originals.size() == 1 || originals.size() == options_.releases.size(),
            "‘truth’: give the originals in one file, or one for each of the {} releases", options_.releases.size());
    std::shared_ptr<const table::Table> table = originals.front().table;
    if (originals.size() > 1) {
      require(split_ == mining::Split::records, "‘truth’: originals of owners of other attributes must be in one file");
      std::vector<table::Table> parts;
      for (mining::Owner& owner : originals) parts.push_back(std::move(*owner.table));
      table = std::make_shared<const table::Table>(table::Table::below(std::move(parts)));
    }
    mining::Data out = mining::truth_of(std::move(table), data_, cards_);
    out.work.stage = "mining the originals";
    add_label(out, task);
    if (out.label && data_.label && out.label->classes != data_.label->classes)
      refuse("‘truth’: the classes of '{}' in {} are not those of the release", options_.label, out.name);
    if (data_.selection.missing == table::Missing::drop) out.selection.missing = table::Missing::drop;
    return out;
  }

 private:
  /// The columns as they are shown, 'v*' and v1-v384 written out.
  std::vector<std::string> chosen_columns() const {
    table::Schema shown;
    for (const std::string& name : data_.columns) shown.columns.push_back({.name = name});
    return table::matching_columns(shown, options_.columns, data_.name);
  }

  const MineRequest& options_;
  table::Work work_;
  std::vector<Card> cards_;
  mining::Split split_ = mining::Split::none;
  mining::Data data_;
};

/// Names of the secret numbers of each step; none in random format 1.
std::vector<std::string> draws_of(const Card& card) {
  std::vector<std::string> draws;
  if (card.format > 1)
    for (const StepCard& step : card.steps) draws.push_back(step.draws);
  return draws;
}

SavedModel to_save(const mining::Task& task, const Mining& run, const mining::Findings& findings) {
  require(findings.model && findings.model->parameters, "‘save’: task '{}' has no model to save", task.name);
  return {.task = std::string(task.name),
          .model = *findings.model,
          .columns = run.data().columns,
          .mask = run.cards().empty() ? "" : run.cards().front().mask,
          .key_fingerprint = run.cards().empty() ? "" : run.cards().front().key_fingerprint,
          .draws = run.cards().empty() ? std::vector<std::string>() : draws_of(run.cards().front()),
          .label = run.data().label};
}

/// A saved model is for records that were masked as those it was learnt from.
void require_alike(const SavedModel& saved, const Mining& run, const std::string& path) {
  require(saved.columns == run.data().columns, "{} was learnt from other columns than {} has", path, run.data().name);
  for (const Card& card : run.cards()) {
    if (!mining::has_secrets(card)) continue;
    require(saved.key_fingerprint.empty() || card.key_fingerprint == saved.key_fingerprint,
            "{} was learnt from records masked with another key than {}", path, run.data().name);
    require(saved.mask.empty() || card.mask == saved.mask, "{} was learnt from records masked by '{}', not by '{}'", path,
            saved.mask, card.mask);
    require(saved.mask.empty() || draws_of(card) == saved.draws,
            "{} was learnt from records with other matrices than {} has: their columns, their round or their random format "
            "differ",
            path, run.data().name);
  }
}

MineResult apply(const MineRequest& request, const Work& work) {
  require(work.passes == nullptr, "‘apply’ has no stages; run it as a whole");
  require(!request.out.empty(), "‘apply’ writes what the model says of every record; name the file by ‘out’");
  const SavedModel saved = load_model(request.apply);
  const Call call = parse_call(request.task);
  require(call.name == saved.task, "{} is a model of task '{}', not of '{}'", request.apply, saved.task, call.name);
  const Mining run(request, work);
  require_alike(saved, run, request.apply);
  const std::int64_t records = write_outputs(request.out, run.data(), saved.model, saved.label, work.warn, run.beside());
  return {.task = saved.task,
          .releases = request.releases,
          .applied = MineResult::Applied{request.apply, request.out, records, run.data().notes}};
}

void write_results(const MineRequest& request, const mining::Task& task, const Mining& run, const mining::Findings& findings,
                   const Work& work) {
  if (work.passes) work.passes->before_writing();
  if (!request.save.empty()) save_model(request.save, to_save(task, run, findings));
  if (request.out.empty()) return;
  require(findings.model || !findings.estimates.empty(), "‘out’: task '{}' has nothing to write", task.name);
  if (findings.model)
    write_outputs(request.out, run.data(), *findings.model, run.data().label, work.warn, run.beside());
  else
    table::write_file(request.out, estimate_csv(findings.estimates.front()));
}

MineResult mine(const MineRequest& request, const Work& work) {
  const Call call = parse_call(request.task);
  const mining::Task& task = mining::find_task(call.name);
  const Params params = check_params(task.params, call, "task");
  const random::Rng rng = random::Rng::from_seed(static_cast<std::uint64_t>(request.seed));
  Mining run(request, work);
  run.add_label(task);
  MineResult result{.task = call.text(), .releases = request.releases, .seed = request.seed};
  mining::Findings& findings = result.findings;
  findings = mining::mine(task, run.data(), params, rng);
  if (request.no_card) findings.notes.push_back("nothing is known of a mask: mined as it is, nothing was corrected");
  if (!request.truth.empty()) {
    const mining::Data truth = run.truth(task);
    const mining::Findings found = mining::mine(task, truth, params, rng);
    result.agreement = mining::compare(task, {truth, found, params}, {run.data(), findings, params}, rng);
    result.compared = true;
  }
  require(!request.probabilities || !request.out.empty(), "‘probabilities’ are written with ‘out’; name a file by it");
  write_results(request, task, run, findings, work);
  result.columns = run.data().columns;
  if (run.data().label) result.classes = run.data().label->classes;
  return result;
}

}  // namespace

Fields fields(MineRequest& request) {
  return {
      {"task", &request.task, "what to find, with parameters, e.g. \"kmeans(k=6)\" (guise list tasks)", true},
      {"releases", &request.releases, "masked tables with their cards; of several owners: all of them", true},
      {"label", &request.label, "kept column that says what a record is, for tasks that learn to predict it"},
      {"columns", &request.columns, "attributes to mine (default: all)"},
      {"by", &request.by,
       "kept column that says which records belong together, for owners of other attributes (default: their order)"},
      {"truth", &request.truth, "the originals: mine them too and compare"},
      {"save", &request.save, "write the model that was learnt"},
      {"apply", &request.apply, "predict the records of RELEASE by a saved model instead of learning one"},
      {"out", &request.out, "what the model says of every record, or the first matrix of results"},
      {"probabilities", &request.probabilities, "with ‘out’: the probability of each class beside the predicted one"},
      {"missing", &request.missing, "records with missing values: error or drop", false, "error|drop"},
      {"seed", &request.seed, "of starts, folds and samples (default: 0)", false, {}, 0, kMostWhole},
      {"key", &request.key, "an owner's key: refuses releases of that owner that were changed"},
      {"no_card", &request.no_card, "mine the tables as they are, without reading cards"},
  };
}

FilesInUse files_of(const MineRequest& request) {
  FilesInUse files;
  for (const std::string& release : request.releases) files.reads_release(release);
  files.reads_key(request.key);
  files.reads(request.truth);
  files.reads(request.apply);
  files.writes("the model", request.save);
  files.writes("what ‘out’ names", request.out);
  return files;
}

MineResult run(const MineRequest& request, const Work& work) {
  files_of(request);  // before anything is written
  return request.apply.empty() ? mine(request, work) : apply(request, work);
}

nlohmann::json to_json(const MineResult& result, Detail) {
  if (const auto& applied = result.applied)
    return {{"guise_mine", 1},     {"task", result.task},    {"model", applied->model}, {"records", applied->records},
            {"out", applied->out}, {"notes", applied->notes}};
  nlohmann::json out = to_json(result.findings);
  out["guise_mine"] = 1;
  out["task"] = result.task;
  out["releases"] = result.releases;
  out["seed"] = result.seed;
  if (result.compared) out["truth"] = to_json(result.agreement);
  return out;
}

extern const Job mine_job;
const Job mine_job = job_of<MineRequest>(
    "mine", "find clusters, neighbours, classifiers, correlations in releases, of one owner or of several", true);

}  // namespace guise::jobs
