// SPDX-License-Identifier: Apache-2.0
#include "jobs/release_run.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "jobs/card_file.h"
#include "jobs/chosen_key.h"
#include "jobs/ledger_file.h"
#include "jobs/mask_card.h"
#include "jobs/release_remarks.h"
#include "jobs/spreadsheet.h"
#include "masks/record_order.h"
#include "table/atomic_file.h"
#include "table/memory_tables.h"
#include "table/parts_folder.h"
#include "table/passes.h"
#include "table/reader.h"
#include "table/released_rows.h"
#include "table/row_sum.h"

namespace guise::jobs {
namespace fs = std::filesystem;
namespace {

/// The table, the key and what is written are files of their own.
void require_apart(const MaskRequest& request, const table::Table& in, const ChosenKey& chosen, const fs::path& card) {
  FilesInUse files;
  request.in.tell(files);
  for (const fs::path& part : in.reader().files()) files.reads(part.string());
  if (!chosen.write_to && chosen.file) files.reads(chosen.file->string());
  files.writes("the release", request.out);
  if (chosen.write_to) files.writes("its key", chosen.write_to->string());
  if (chosen.file) files.writes("the ledger of the key", ledger_beside(*chosen.file).string());
  if (chosen.file) files.writes("the anchor of that ledger", anchor_beside(*chosen.file).string());
  files.writes("its card", card.string());
}

table::Table opened(const Input& input, const Work& work) {
  table::Table in = input.open(work.remark);
  table::set_passes(in, work.passes);
  return in;
}

/// What identifies records is no attribute, unless it is named as one.
Input set_apart(const table::Table& in, const std::string& by, Input input) {
  if (!by.empty() && input.columns.empty() && in.schema().find(by))
    input.columns = table::choose_attributes(in.schema(), {}, input.keeping(by).keep, in.name());
  return input;
}

std::optional<KeyLedger> ledger_of(const MaskRequest& request, const table::Table& in, const ChosenKey& chosen,
                                   const fs::path& card) {
  require_apart(request, in, chosen, card);
  std::optional<release::Budget> budget;
  if (!request.budget.empty()) budget = release::parse_budget(request.budget);
  require(chosen.file || !budget, "‘budget’ counts what the ledger of the key holds, and with ‘forget_key’ there is none");
  if (!chosen.file) return {};
  return KeyLedger(*chosen.file, chosen.key, budget, chosen.write_to.has_value());
}

std::vector<bool> whole_columns(const masks::Prepared& prepared, const table::Schema& schema,
                                const table::Selection& selection) {
  std::vector<bool> whole(prepared.columns().size(), false);
  if (!prepared.keeps_integers() || selection.missing == table::Missing::mean) return whole;
  for (std::size_t j = 0; j < whole.size(); ++j)
    whole[j] = schema.columns[*schema.find(selection.attributes[j])].type == table::Type::integer;
  return whole;
}

/// One release being made: everything is checked and learnt first, then the files are written in their order.
class Release {
 public:
  Release(const MaskRequest& request, const Work& work)
      : request_(request),
        how_(work),
        work_(work),
        mask_(masks::Mask::parse(request.mask)),
        in_(opened(request.in, work)),
        input_(set_apart(in_, request.by, request.in)),
        selection_(input_.select(in_, work_)),
        chosen_(choose_key(request.out, request.key, request.forget_key)),
        card_path_(card_file_of(request)),
        ledger_(ledger_of(request, in_, chosen_, card_path_)) {
    work_.stage = "learning";
    preparer_.emplace(in_, selection_, work_);
    prepared_.emplace(std::move(preparer_->prepare(mask_, std::span(&chosen_.key, 1), request_.round)[0]));
    require_possible();
  }

  MaskResult run() {
    remark();
    table::Output output = output_of();
    certificate_ = certificate_of(*prepared_, selection_);
    table::RowSum rows(chosen_.key.rows_secret(), selection_.means);
    rows_ = &rows;
    if (ledger_) begin_entry();
    if (!request_.by.empty()) {
      work_.stage = "reading identifiers";
      order_tag_ = table::run_once(in_, "order tag", [&] {
        return masks::order_tag(in_, selection_, work_, request_.by, folds(), prepared_->card().round, chosen_.key);
      });
    }
    work_.stage = "masking";
    work_.any_run = prepared_->any_run() && how_.passes == nullptr;
    if (how_.passes && (folds() || request_.shuffle)) how_.passes->before_writing();  // the release is made by one process
    CardFile card_file(card_path_);
    const auto ready = [&](const table::Written& written) { write_before(written, card_file); };
    folds() ? write_sums(output, ready) : write_rows(output, ready);
    card_file.commit();
    return {.out = request_.out,
            .card = card_,
            .card_file = card_path_.string(),
            .new_key = chosen_.write_to ? chosen_.write_to->string() : "",
            .columns = input_.columns,
            .notes = notes_of(),
            .warnings = std::move(warnings_),
            .certificate = std::move(certificate_)};
  }

 private:
  bool folds() const { return prepared_->folds(); }
  /// Records are known again before the work where they are gone after it, or leave while it goes on.
  bool rows_first() const { return folds() || leaves_at_once(); }
  bool leaves_at_once() const { return request_.out == "-" || table::is_flow(request_.out); }

  bool keeps_gaps() const { return request_.in.missing == "keep"; }

  /// What is released: with ‘missing=keep’ records that a mask does not learn from, too.
  table::Selection released() const {
    table::Selection out = selection_;
    if (keeps_gaps()) out.missing = table::Missing::mean;  // without means: gaps stay
    return out;
  }

  /// A gap must not spread: every step masks each value by itself.
  void require_gaps_stay() const {
    constexpr Effect alone[] = {Effect::noise, Effect::factor, Effect::cells, Effect::affine, Effect::shift, Effect::rescale};
    for (const StepCard& step : prepared_->card().steps) {
      const bool apart = std::find(std::begin(alone), std::end(alone), step.effect) != std::end(alone) && step.map.empty();
      require(apart,
              "‘missing=keep’: step '{}' makes a value of several, so that a gap would reach other values; use ‘missing=drop’",
              step.text);
    }
    require(!request_.shuffle,
            "‘missing=keep’ and ‘shuffle’ do not go together yet; use ‘missing=drop’, or leave ‘shuffle’ out");
  }

  void require_possible() const {
    if (keeps_gaps()) require_gaps_stay();
    require(!folds() || selection_.kept.empty(),
            "project(side=records) mixes records, so no column of theirs can be kept; leave ‘keep’ out");
    require(!folds() || !request_.shuffle, "project(side=records) mixes records; there is no order of theirs to ‘shuffle’");
    require(request_.by.empty() || !request_.shuffle,
            "‘by={}’ puts a tag of the records' order on the card, and ‘shuffle’ releases them in a secret order; leave one "
            "out",
            request_.by);
  }

  /// Harmless to the work, and worth knowing before the release is passed on.
  void remark() const {
    if (!how_.remark) return;
    for (const auto& warnings : {weight_warnings(selection_), unique_warnings(in_, selection_.kept)})
      for (const std::string& warning : warnings) how_.remark(warning);
  }

  std::vector<std::string> notes_of() const {
    std::vector<std::string> notes = prepared_->notes();
    const std::int64_t dropped = seen_ > 0 ? seen_ - card_.records : 0;
    if (keeps_gaps()) notes.push_back("gaps are released where they were: which values are missing is not protected.");
    for (const std::string& note : {left_out_note(in_, selection_, request_.by), dropped_note(dropped)})
      if (!note.empty()) notes.push_back(note);
    return notes;
  }

  /// Loud, and at once: what follows may refuse the release.
  void warn(const std::string& warning) {
    if (warning.empty()) return;
    if (how_.warn) how_.warn(warning);
    warnings_.push_back(warning);
  }

  table::Output output_of() {
    table::Output output{
        .path = request_.out, .columns = prepared_->columns(), .integer = whole_columns(*prepared_, in_.schema(), released())};
    std::vector<std::string> named = selection_.kept;
    named.insert(named.end(), output.columns.begin(), output.columns.end());
    warn(formula_warning(request_.out, named));
    output.secret = chosen_.key.release_secret();
    if (request_.shuffle)
      output.shuffle = [order = chosen_.key.order(prepared_->salt())](std::int64_t record) {
        std::uint64_t priority = 0;
        order.words(0, static_cast<std::uint64_t>(record), {&priority, 1});
        return priority;
      };
    return output;
  }

  void begin_entry() {
    warn(ledger_->unknown());
    entry_ = entry_of(*prepared_, selection_, request_.out, certificate_,
                      release::ledger_table(chosen_.key, preparer_->content(chosen_.key)));
    if (rows_first()) {
      know_rows();
      entry_.rows = release::ledger_rows(chosen_.key, rows_->finish());
    }
    earlier_ = ledger_->check(entry_);
    warn(earlier_);
    if (leaves_at_once()) ledger_->add(entry_);  // the first records leave before the last one is counted
  }

  /// In a pass of its own.
  void know_rows() {
    table::Selection selection = released();
    selection.kept.clear();
    table::Work work = work_;
    work.stage = "looking for earlier releases";
    work.any_run = true;
    in_.scan(selection, work, [&](const table::Chunk& chunk) { rows_->add(chunk); });
  }

  /// In this order, so that no release is ever without its key or its entry in the ledger, or beside another's card: key, its
  /// first anchor, ledger, anchor, the old card away; then the data get their name, and the card last.
  void write_before(const table::Written& written, CardFile& card_file) {
    card_ = finished_card(*prepared_, selection_, written, request_.shuffle, chosen_.key);
    card_.order_tag = order_tag_;
    if (folds()) card_.count_tag = masks::count_tag(*entry_.summed, card_.round, chosen_.key);
    seal(card_, written, chosen_.key);
    entry_.records = written.records;
    if (ledger_ && !rows_first()) {
      entry_.rows = release::ledger_rows(chosen_.key, rows_->finish());
      const std::string now = ledger_->check(entry_);  // the same records may have come in another file
      if (now != earlier_) warn(now);
    }
    if (chosen_.write_to) {
      table::write_file(*chosen_.write_to, chosen_.key.text(), table::kPrivate, false);
      write_first_anchor(*chosen_.write_to, chosen_.key);  // a ledger without one would be taken for a tampered one
    }
    if (ledger_ && !leaves_at_once()) ledger_->add(entry_);
    card_file.prepare(card_);
  }

  template <typename Ready>
  void write_sums(const table::Output& output, const Ready& ready) {
    std::int64_t end = 0;
    const table::Table sums =
        table::Table::from_matrix(masks::released(*prepared_, in_, selection_, work_, &end), prepared_->columns());
    entry_.summed = end - selection_.first_record;
    table::transform(
        sums, {.attributes = prepared_->columns(), .kept = {}}, work_, output, [](table::Chunk&) {}, ready);
  }

  template <typename Ready>
  void write_rows(const table::Output& output, const Ready& ready) {
    const bool single = table::single_precision(in_, selection_, output);
    const bool both_single = single && table::holds_singles(in_, selection_);
    FormulaCells formulas(request_.out, selection_.kept);
    formulas_ = &formulas;
    const auto release = [&](table::Chunk& chunk) {
      if (selection_.missing == table::Missing::drop) seen_ += chunk.records();
      if (ledger_ && !rows_first()) rows_->add(chunk);
      formulas.look(chunk);
      both_single ? prepared_->apply_to_singles(chunk) : prepared_->apply(chunk);
      if (single) prepared_->require_visible(chunk, masks::kSingleBits);
    };
    if (how_.passes && !output.shuffle)
      write_in_stages(output, release, ready);
    else
      table::transform(in_, released(), work_, output, release, ready);
    for (const std::string& each : formulas.warnings()) warn(each);
  }

  /// Processes mask ranges of the records, and one writes them.
  template <typename Ready>
  void write_in_stages(const table::Output& output, const std::function<void(table::Chunk&)>& release, const Ready& ready) {
    const fs::path beside = fs::absolute(table::without_slash(request_.out)).parent_path();
    table::ReleasedRows rows(fs::is_directory(beside) ? beside : fs::temp_directory_path());  // a worker may not see it
    table::Sum masked = table::sum_of(rows);
    masked.large = true;
    const auto mask = [&](const table::Chunk& originals) {
      table::Chunk chunk = originals;
      release(chunk);
      rows.add(chunk);
    };
    table::run_pass(in_, "transform", selection_.first_record, {masked, table::sum_of(*rows_), table::sum_of(*formulas_)},
                    [&](const table::Table& part) { part.scan(released(), work_, mask); });
    how_.passes->before_writing();
    table::write_released(in_, released(), work_, output, rows, ready);
  }

  const MaskRequest& request_;
  const Work& how_;
  table::Work work_;
  masks::Mask mask_;
  table::Table in_;
  Input input_;
  table::Selection selection_;
  ChosenKey chosen_;
  fs::path card_path_;
  std::optional<KeyLedger> ledger_;
  std::optional<masks::Preparer> preparer_ = {};
  std::optional<masks::Prepared> prepared_ = {};
  release::Certificate certificate_ = {};
  release::LedgerEntry entry_ = {};
  table::RowSum* rows_ = nullptr;
  FormulaCells* formulas_ = nullptr;
  std::string earlier_ = {}, order_tag_ = {};
  std::vector<std::string> warnings_ = {};
  Card card_ = {};
  std::atomic<std::int64_t> seen_ = 0;  // records of the table, where some may be dropped
};

}  // namespace

fs::path card_file_of(const MaskRequest& request) {
  return !request.card.empty() ? request.card : request.out == "-" ? "" : table::without_slash(request.out) + ".card.json";
}

MaskResult write_release(const MaskRequest& request, const Work& work) {
  return Release(request, work).run();
}

}  // namespace guise::jobs
