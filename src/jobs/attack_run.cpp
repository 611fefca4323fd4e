// SPDX-License-Identifier: Apache-2.0
#include "jobs/attack_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "attacks/gatherer.h"
#include "audit/side_columns.h"
#include "base/error.h"
#include "jobs/chosen_key.h"
#include "jobs/kept_columns.h"
#include "jobs/pair_lookup.h"
#include "jobs/read_card.h"
#include "jobs/spreadsheet.h"
#include "masks/mask.h"
#include "stats/keyed_sample.h"
#include "table/blocks.h"
#include "table/transform_unkept.h"

namespace guise::jobs {
namespace {

bool is_thief(const AttackRequest& options) {
  return std::find(options.knows.begin(), options.knows.end(), "thief") != options.knows.end();
}

/// The key makes an insider, who has its shared half; a thief has both.
std::optional<random::Key> key_of(const AttackRequest& options) {
  require(!options.key.empty() || !is_thief(options), "‘knows=thief’ needs the stolen key: pass ‘key=FILE’");
  if (options.key.empty()) return {};
  return read_key(options.key);
}

/// Noise belongs to the number of a record, which a shuffled release hides; matrices are the same for all.
void refuse_shuffled(const Card& card, const random::Key& key, const AttackRequest& options) {
  const auto secrets = masks::secrets_from_card(card, key);
  const bool matrices = std::any_of(secrets.begin(), secrets.end(), [](const auto& secret) { return secret.any(); });
  require(!card.shuffled, "‘knows=thief’ cannot tell which record a row of a shuffled release is, and so not its noise; {}",
          matrices
              ? fmt::format("the matrices of the key are undone by ‘with=inverse’ ‘key={}’, without ‘knows=thief’", options.key)
              : std::string("attack it without ‘key’, e.g. ‘with=bayes’"));
}

}  // namespace

AttackRun::AttackRun(const AttackRequest& options, random::Rng rng, const table::Work& work)
    : options_(options),
      rng_(rng),
      call_(parse_call(options.with)),
      attack_(attacks::find_attack(call_.name)),
      params_(check_params(attack_.params, call_, "attack")),
      release_(table::Table::open(options.release)),
      work_(work) {
  const auto key = key_of(options);
  const auto card = options.no_card ? std::nullopt : card_beside(options.release, release_, work_, key ? &*key : nullptr);
  require(!key || card.has_value(), "‘key’ needs the card of the release: it says how the key was used");
  selection_.attributes = card ? card->columns : table::choose_attributes(release_.schema(), {}, {}, release_.name());
  selection_.first_record = card ? card->first_record : 0;
  selection_.missing = table::Missing::refuse;
  if (card) card_records_ = card->records;
  columns_ = selection_.attributes;
  clear_ = clear_columns(attack_, release_, card);
  known_ = gather_knowledge({options.release, columns_, card, key ? &*key : nullptr, options.no_card, work_}, options.knows);
  if (!known_.beside.empty()) release_ = table::Table::beside(std::move(release_), std::move(known_.beside));
  for (const auto* names : {&known_.columns, &known_.second})
    selection_.attributes.insert(selection_.attributes.end(), names->begin(), names->end());
  selection_.kept = clear_.names;
  known_.facts.knowledge.side_is_category = clear_.category;
  known_.facts.knowledge.side_is_category.resize(clear_.category.size() + known_.columns.size(), false);
  if (is_thief(options)) {
    require(card.has_value() && key, "‘knows=thief’ needs the card of the release: it says which noise of the key was used");
    refuse_shuffled(*card, *key, options);
    known_.facts.knowledge.undo = [prepared = masks::prepare_from_card(*card, *key)](table::Chunk& chunk) {
      prepared.undo(chunk);
    };
  }
}

table::Written AttackRun::run() {
  attacks::Evidence seen = evidence();
  add_kept(seen);
  attacks::Outcome outcome = attacks::learn(attack_, seen, known_.facts.knowledge, params_, rng_.fork("attack"));
  require(outcome.reconstruction.has_value(), "attack '{}' says nothing about {}: {}", call_.text(), options_.release,
          outcome.advised());
  notes = known_.notes;
  notes.insert(notes.end(), outcome.reconstruction->notes.begin(), outcome.reconstruction->notes.end());
  links = outcome.reconstruction->links;
  // The names are those of the card, which may be somebody else's.
  if (const std::string warning = formula_warning(options_.out, known_.attributes); !warning.empty())
    notes.push_back(warning.substr(warning.find(' ') + 1));
  // First the standard deviations: an attack that has none is refused before anything is written.
  if (!options_.sd.empty())
    write(*outcome.reconstruction, {.path = options_.sd, .columns = known_.attributes, .private_file = true}, true);
  return write(*outcome.reconstruction, {.path = options_.out, .columns = known_.attributes, .private_file = true}, false);
}

attacks::Evidence AttackRun::evidence() {
  const random::Rng rng = rng_.fork("evidence");
  attacks::Gatherer gatherer(columns_, {attack_.wants.begin(), attack_.wants.end()}, rng);
  const bool with_side = clear_.count() > 0 || !known_.columns.empty();
  stats::KeyedSample beside(attacks::kSampleRecords, rng);  // of the records of the gatherer's sample
  table::Work work = work_;
  work.stage = "gathering evidence";
  PairLookup pairs(known_.pairs_rows);
  const auto see = [&](std::int64_t record, const MatrixRef& rows, const std::vector<std::int64_t>& numbers) {
    Matrix changed;
    pairs.see(rows.leftCols(static_cast<Index>(columns_.size())));
    gatherer.add(record, released(rows, true, changed), known(rows), second(rows), numbers);
    if (with_side) beside.add(record, side(rows), numbers);
  };
  release_.scan(selection_, work, [&](const table::Chunk& read) {
    if (clear_.count() == 0) return table::for_numbered_blocks(read, see);
    table::Chunk chunk = read;
    audit::take_side(chunk, clear_.category);
    table::for_numbered_blocks(chunk, see);
  });
  attacks::Evidence evidence = gatherer.finish();
  if (with_side && beside.records() == evidence.sample_records) evidence.side = beside.rows();
  require(!card_records_ || evidence.records == *card_records_,
          "{}.card.json is the card of another release: it has {} records, {} has {}; pass ‘no_card’ to ignore it",
          options_.release, card_records_.value_or(0), options_.release, evidence.records);
  pairs.require_all(known_.pairs_file, options_.release);
  evidence.summed = attacks::summed_for(known_.facts.knowledge, selection_.first_record);
  return evidence;
}

void AttackRun::add_kept(attacks::Evidence& seen) {
  attacks::Knowledge& knowledge = known_.facts.knowledge;
  // Nobody else looks at them.
  if (attack_.name != "link" || known_.records_file.empty() || seen.sample_records.empty()) return;
  KeptColumns kept = read_kept(release_, selection_, known_.attributes, known_.records_file, knowledge.records->rows(),
                               seen.sample_records, work_);
  knowledge.records_kept = std::move(kept.known);
  seen.sample_kept = std::move(kept.released);
  if (kept.note) known_.notes.push_back(*kept.note);
}

/// Guesses of all records, or their standard deviations.
table::Written AttackRun::write(const attacks::Reconstruction& reconstruction, const table::Output& out, bool sd) const {
  table::Work work = work_;
  work.stage = sd ? "working out standard deviations" : "guessing";
  const auto wanted = [&](attacks::Guess guess) {
    require(!sd || guess.sd, "attack '{}' has no standard deviations of its guesses; leave ‘sd’ out, or try ‘with=bayes’",
            call_.text());
    return sd ? std::move(*guess.sd) : std::move(guess.values);
  };
  if (attack_.reads_sums)
    return table::transform_windows(
        everybody(), {.attributes = {"record"}, .kept = {}, .first_record = selection_.first_record}, work, {}, out,
        [&](const table::Window& window) {
          return wanted(reconstruction.guess(
              {.first_record = window.first_record, .released = window.values, .count = window.count, .want_sd = sd}));
        });
  const table::Windows windows{.halo = reconstruction.halo,
                               .columns = static_cast<Index>(selection_.attributes.size()) + clear_.count(),
                               .prepare = [&](table::Chunk& chunk) { audit::take_side(chunk, clear_.category); }};
  return table::transform_unkept(release_, selection_, work, windows, out,
                                 [&](const table::Window& window) { return wanted(guess(reconstruction, window, sd)); });
}

/// Of sums over records: a row for each of the people, who are guessed instead of the rows of the release.
table::Table AttackRun::everybody() const {
  return table::Table::from_matrix(Matrix::Zero(static_cast<Index>(known_.facts.knowledge.people), 1), {"record"});
}

attacks::Guess AttackRun::guess(const attacks::Reconstruction& reconstruction, const table::Window& window, bool sd) const {
  Matrix changed;
  return reconstruction.guess({.first_record = window.first_record,
                               .records = window.records,
                               .released = released(window.values, !known_.facts.knowledge.undo, changed),
                               .known = known(window.values),
                               .second = second(window.values),
                               .side = side(window.values),
                               .before = window.before,
                               .count = window.count,
                               .want_sd = sd});
}

MatrixRef AttackRun::released(const MatrixRef& rows, bool original_units, Matrix& changed) const {
  const MatrixRef own = rows.leftCols(static_cast<Index>(columns_.size()));
  if (!original_units || !known_.facts.to_original) return own;
  changed = own;
  known_.facts.to_original(changed);
  return changed;
}
Matrix AttackRun::known(const MatrixRef& rows) const {
  return rows.middleCols(static_cast<Index>(columns_.size()), static_cast<Index>(known_.columns.size()));
}
Matrix AttackRun::second(const MatrixRef& rows) const {
  Matrix out =
      rows.middleCols(static_cast<Index>(columns_.size() + known_.columns.size()), static_cast<Index>(known_.second.size()));
  if (known_.second_to_original && out.cols() > 0) known_.second_to_original(out);
  return out;
}

Matrix AttackRun::side(const MatrixRef& rows) const {
  const Index clear = clear_.count(), known = static_cast<Index>(known_.columns.size());
  Matrix out(rows.rows(), clear + known);
  out.leftCols(clear) = rows.rightCols(clear);
  out.rightCols(known) = rows.middleCols(static_cast<Index>(columns_.size()), known);
  return out;
}

}  // namespace guise::jobs
