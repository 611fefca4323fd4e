// SPDX-License-Identifier: Apache-2.0
// guise mine — what a miner gets from releases.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "cli/chosen_key.h"
#include "cli/command.h"
#include "cli/findings.h"
#include "cli/json_output.h"
#include "cli/model_file.h"
#include "cli/progress_bar.h"
#include "cli/read_card.h"
#include "cli/streams.h"
#include "mining/legal.h"
#include "mining/truth.h"
#include "table/atomic_file.h"

namespace guise::cli {
namespace {

struct Options {
  std::string task, label, by, save, apply, out, key, missing = "error";
  std::vector<std::string> releases, columns, truth;
  bool no_card = false;
  std::int64_t seed = 0;
};

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
      "{} has no card ({}.card.json), so it is not known how it was masked; if it is no release of guise, pass --no-card to "
      "mine it as it is",
      path, path);
  return owner;
}

class Run {
 public:
  Run(const Options& options, const Common& common) : options_(options), work_(common.work()) {
    std::vector<mining::Owner> owners;
    require(options.key.empty() || !options.no_card, "--key checks cards, and --no-card leaves them unread; leave one out");
    const auto key = options.key.empty() ? std::nullopt : std::optional(read_key(options.key));
    for (const std::string& path : options.releases)
      owners.push_back(owner_of(path, options.no_card, options.label, work_, key ? &*key : nullptr));
    for (const mining::Owner& owner : owners)
      if (owner.card) cards_.push_back(*owner.card);
    split_ = mining::split_of(owners);
    data_ = mining::combine(std::move(owners), options.by);
    data_.work = work_;
    data_.work.stage = "mining";
    if (options.missing == "drop") data_.selection.missing = table::Missing::drop;
    if (!options.columns.empty()) mining::choose_columns(data_, options.columns);
  }

  const mining::Data& data() const { return data_; }
  const std::vector<Card>& cards() const { return cards_; }

  /// The column that says what records are, in the release and in the originals.
  void add_label(mining::Data& data, const mining::Task& task) const {
    if (options_.label.empty()) return;
    require(task.target != mining::Target::none, "task '{}' learns nothing from a label; leave --label out", task.name);
    data.label = mining::read_label(data, options_.label, task.target == mining::Target::number);
    data.selection.kept = {mining::kept_in_table(data, options_.label)};
  }
  void add_label(const mining::Task& task) { add_label(data_, task); }

  mining::Data truth(const mining::Task& task) const {
    require(!task.by_record || data_.facts.ordered,
            "--truth: the rows of {} are shuffled or joined by a column, so its records cannot be laid beside the originals'",
            data_.name);
    std::vector<mining::Owner> originals;
    for (const std::string& path : options_.truth) originals.push_back(owner_of(path, true, {}, work_));
    require(originals.size() == 1 || originals.size() == options_.releases.size(),
            "--truth: give the originals in one file, or one for each of the {} releases", options_.releases.size());
    std::shared_ptr<const table::Table> table = originals.front().table;
    if (originals.size() > 1) {
      require(split_ == mining::Split::records, "--truth: originals of owners of other attributes must be in one file");
      std::vector<table::Table> parts;
      for (mining::Owner& owner : originals) parts.push_back(std::move(*owner.table));
      table = std::make_shared<const table::Table>(table::Table::below(std::move(parts)));
    }
    mining::Data out = mining::truth_of(std::move(table), data_, cards_);
    out.work.stage = "mining the originals";
    add_label(out, task);
    if (out.label && data_.label && out.label->classes != data_.label->classes)
      refuse("--truth: the classes of '{}' in {} are not those of the release", options_.label, out.name);
    if (data_.selection.missing == table::Missing::drop) out.selection.missing = table::Missing::drop;
    return out;
  }

 private:
  const Options& options_;
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

SavedModel to_save(const mining::Task& task, const Run& run, const mining::Findings& findings) {
  require(findings.model && findings.model->parameters, "--save: task '{}' has no model to save", task.name);
  return {.task = std::string(task.name),
          .model = *findings.model,
          .columns = run.data().columns,
          .mask = run.cards().empty() ? "" : run.cards().front().mask,
          .key_fingerprint = run.cards().empty() ? "" : run.cards().front().key_fingerprint,
          .draws = run.cards().empty() ? std::vector<std::string>() : draws_of(run.cards().front()),
          .label = run.data().label};
}

/// A saved model is for records that were masked as those it was learnt from.
void require_alike(const SavedModel& saved, const Run& run, const std::string& path) {
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

int apply(const Options& options, const Common& common) {
  require(!options.out.empty(), "--apply writes what the model says of every record; name the file by -o");
  const SavedModel saved = load_model(options.apply);
  const Call call = parse_call(options.task);
  require(call.name == saved.task, "{} is a model of task '{}', not of '{}'", options.apply, saved.task, call.name);
  const Run run(options, common);
  require_alike(saved, run, options.apply);
  const std::int64_t records = write_outputs(options.out, run.data(), saved.model, saved.label);
  finish_progress();
  for (const std::string& note : run.data().notes) complain(wrap("note: " + note, 6));
  if (common.json)
    fmt::print("{}\n", json_text({{"task", saved.task}, {"model", options.apply}, {"records", records}, {"out", options.out}}));
  else if (!common.quiet)
    fmt::print("{}: {} records told by {}\n", printable(options.out), records, printable(options.apply));
  return 0;
}

int mine(const Options& options, const Common& common) {
  const Call call = parse_call(options.task);
  const mining::Task& task = mining::find_task(call.name);
  const Params params = check_params(task.params, call, "task");
  const random::Rng rng = random::Rng::from_seed(static_cast<std::uint64_t>(options.seed));
  Run run(options, common);
  run.add_label(task);
  mining::Findings findings = mining::mine(task, run.data(), params, rng);
  if (options.no_card) findings.notes.push_back("nothing is known of a mask: mined as it is, nothing was corrected");
  nlohmann::json document = to_json(findings);
  document["task"] = call.text();
  document["releases"] = options.releases;
  std::vector<mining::Bounded> agreement;
  if (!options.truth.empty()) {
    const mining::Data truth = run.truth(task);
    const mining::Findings found = mining::mine(task, truth, params, rng);
    agreement = mining::compare(task, {truth, found, params}, {run.data(), findings, params}, rng);
    document["truth"] = to_json(agreement);
  }
  if (!options.save.empty()) save_model(options.save, to_save(task, run, findings));
  if (!options.out.empty()) {
    require(findings.model || !findings.estimates.empty(), "-o: task '{}' has nothing to write", task.name);
    if (findings.model)
      write_outputs(options.out, run.data(), *findings.model, run.data().label);
    else
      table::write_file(options.out, estimate_csv(findings.estimates.front()));
  }
  finish_progress();
  if (common.json)
    fmt::print("{}\n", json_text(document));
  else
    fmt::print("{}{}", printable_lines(findings_text(findings)),
               agreement.empty() ? "" : printable_lines(agreement_text(agreement)));
  return 0;
}

/// Before anything is written.
void require_apart(const Options& options) {
  FilesInUse files;
  for (const std::string& release : options.releases) files.reads_release(release);
  files.reads_key(options.key);
  files.reads(options.truth);
  files.reads(options.apply);
  files.writes("the model", options.save);
  files.writes("what -o names", options.out);
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("TASK", options->task, "what to find, with parameters, e.g. \"kmeans(k=6)\" (guise list tasks)")
      .required()
      .type_name("");
  app.add_option("RELEASE", options->releases, "masked tables with their cards; of several owners: all of them")
      .required()
      .type_name("");
  app.add_option("--label", options->label, "kept column that says what a record is, for tasks that learn to tell")
      .type_name("COLUMN");
  app.add_option("--columns", options->columns, "attributes to mine (default: all)").delimiter(',').type_name("A,B");
  app.add_option("--by", options->by,
                 "kept column that says which records belong together, for owners of other attributes (default: their order)")
      .type_name("ID");
  app.add_option("--truth", options->truth, "the originals: mine them too and compare").take_all().type_name("FILE");
  app.add_option("--save", options->save, "write the model that was learnt").type_name("MODEL");
  app.add_option("--apply", options->apply, "tell the records of RELEASE by a saved model instead of learning one")
      .type_name("MODEL");
  app.add_option("-o,--out", options->out, "what the model says of every record, or the first matrix of results")
      .type_name("FILE");
  app.add_option("--missing", options->missing, "records with missing values: error or drop")
      .among({"error", "drop"})
      .type_name("POLICY");
  app.add_option("--seed", options->seed, "of starts, folds and samples (default: 0)").not_negative().type_name("N");
  app.add_option("--key", options->key, "an owner's key: refuses releases of that owner that were changed").type_name("FILE");
  app.add_flag("--no-card", options->no_card, "mine the tables as they are, without reading cards");
  return [options, &common] {
    require_apart(*options);
    return options->apply.empty() ? mine(*options, common) : apply(*options, common);
  };
}

}  // namespace

extern const Command mine_command;
const Command mine_command = {
    .name = "mine",
    .summary = "find clusters, neighbours, classifiers, correlations in releases, of one owner or of several",
    .examples =
        "  guise mine correlation masked.csv\n"
        "  guise mine \"kmeans(k=6)\" rotated.csv --truth charts.csv -o clusters.csv\n"
        "  guise mine svm north.parquet south.parquet --label ill --save ill.model\n"
        "  guise mine svm new.parquet --apply ill.model -o told.csv\n"
        "  guise mine products bank.csv shop.csv    # sums over the same people, one key",
    .declare = declare};

}  // namespace guise::cli
