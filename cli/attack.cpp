// SPDX-License-Identifier: Apache-2.0
// guise attack — guess the originals from a release and what the attacker knows.
#include "attacks/attack.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "attacks/gatherer.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/figures.h"
#include "cli/kept_columns.h"
#include "cli/knows.h"
#include "cli/pair_lookup.h"
#include "cli/progress_bar.h"
#include "cli/read_card.h"
#include "masks/mask.h"
#include "measures/compare_tables.h"
#include "measures/measure.h"
#include "table/atomic_file.h"
#include "table/blocks.h"
#include "table/transform.h"

namespace guise::cli {
namespace {

struct Options {
  std::string release, out, with, key, truth, links, sd;
  std::vector<std::string> knows;
  bool no_card = false;
};

bool is_thief(const Options& options) {
  return std::find(options.knows.begin(), options.knows.end(), "thief") != options.knows.end();
}

/// The key makes an insider, who has its shared half; a thief has both.
std::optional<random::Key> read_key(const Options& options, const std::optional<Card>& card) {
  require(!options.key.empty() || !is_thief(options), "--knows thief needs the stolen key: pass --key FILE");
  if (options.key.empty()) return {};
  require(card.has_value(), "--key needs the card of the release: it says how the key was used");
  return random::Key::read(options.key);
}

/// Noise belongs to the number of a record, which a shuffled release hides; matrices are the same for all.
void refuse_shuffled(const Card& card, const random::Key& key, const Options& options) {
  const auto secrets = masks::secrets_from_card(card, key);
  const bool matrices = std::any_of(secrets.begin(), secrets.end(), [](const auto& secret) { return secret.any(); });
  require(!card.shuffled, "--knows thief cannot tell which record a row of a shuffled release is, and so not its noise; {}",
          matrices
              ? fmt::format("the matrices of the key are undone by --with inverse --key {}, without --knows thief", options.key)
              : std::string("attack it without --key, e.g. --with bayes"));
}

class Run {
 public:
  Run(const Options& options, const Common& common)
      : options_(options),
        call_(parse_call(options.with)),
        attack_(attacks::find_attack(call_.name)),
        params_(check_params(attack_.params, call_, "attack")),
        release_(table::Table::open(options.release)),
        work_(common.work()) {
    const auto card = options.no_card ? std::nullopt : card_beside(options.release, release_, work_);
    selection_.attributes = card ? card->columns : table::choose_attributes(release_.schema(), {}, {}, release_.name());
    selection_.first_record = card ? card->first_record : 0;
    selection_.missing = table::Missing::refuse;
    if (card) card_records_ = card->records;
    columns_ = selection_.attributes;
    const auto key = read_key(options, card);
    known_ = gather_knowledge({options.release, columns_, card, key ? &*key : nullptr, options.no_card, work_}, options.knows);
    if (!known_.beside.empty()) release_ = table::Table::beside(std::move(release_), std::move(known_.beside));
    for (const auto* names : {&known_.columns, &known_.second})
      selection_.attributes.insert(selection_.attributes.end(), names->begin(), names->end());
    if (is_thief(options)) {
      require(card.has_value() && key, "--knows thief needs the card of the release: it says which noise of the key was used");
      refuse_shuffled(*card, *key, options);
      known_.facts.knowledge.undo = [prepared = masks::prepare_from_card(*card, *key)](table::Chunk& chunk) {
        prepared.undo(chunk);
      };
    }
  }

  table::Written run() {
    attacks::Evidence seen = evidence();
    add_kept(seen);
    attacks::Outcome outcome = attacks::learn(attack_, seen, known_.facts.knowledge, params_, random::Rng::from_system());
    require(outcome.reconstruction.has_value(), "attack '{}' says nothing about {}: {}", call_.text(), options_.release,
            outcome.advised());
    notes = known_.notes;
    notes.insert(notes.end(), outcome.reconstruction->notes.begin(), outcome.reconstruction->notes.end());
    links = outcome.reconstruction->links;
    // First the standard deviations: an attack that has none is refused before anything is written.
    if (!options_.sd.empty()) write(*outcome.reconstruction, {.path = options_.sd, .columns = known_.attributes}, true);
    return write(*outcome.reconstruction, {.path = options_.out, .columns = known_.attributes}, false);
  }

  std::vector<std::string> notes;
  std::vector<attacks::Link> links;

 private:
  attacks::Evidence evidence() {
    attacks::Gatherer gatherer(columns_, {attack_.wants.begin(), attack_.wants.end()}, random::Rng::from_system(),
                               release_.records().value_or(0));
    table::Work work = work_;
    work.stage = "gathering evidence";
    PairLookup pairs(known_.pairs_rows);
    release_.scan(selection_, work, [&](const table::Chunk& chunk) {
      table::for_numbered_blocks(chunk,
                                 [&](std::int64_t record, const MatrixRef& rows, const std::vector<std::int64_t>& numbers) {
                                   Matrix changed;
                                   pairs.see(rows.leftCols(static_cast<Index>(columns_.size())));
                                   gatherer.add(record, released(rows, true, changed), known(rows), second(rows), numbers);
                                 });
    });
    attacks::Evidence evidence = gatherer.finish();
    require(!card_records_ || evidence.records == *card_records_,
            "{}.card.json is the card of another release: it has {} records, {} has {}; pass --no-card to ignore it",
            options_.release, card_records_.value_or(0), options_.release, evidence.records);
    pairs.require_all(known_.pairs_file, options_.release);
    evidence.summed = attacks::summed_for(known_.facts.knowledge, selection_.first_record);
    return evidence;
  }

  void add_kept(attacks::Evidence& seen) {
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
  table::Written write(const attacks::Reconstruction& reconstruction, const table::Output& out, bool sd) const {
    table::Work work = work_;
    work.stage = sd ? "working out standard deviations" : "guessing";
    const auto wanted = [&](attacks::Guess guess) {
      require(!sd || guess.sd, "attack '{}' has no standard deviations of its guesses; leave --sd out, or try --with bayes",
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
    return table::transform_windows(release_, selection_, work, {.halo = reconstruction.halo, .columns = 0, .prepare = {}}, out,
                                    [&](const table::Window& window) { return wanted(guess(reconstruction, window, sd)); });
  }

  /// Of sums over records: a row for each of the people, who are guessed instead of the rows of the release.
  table::Table everybody() const {
    return table::Table::from_matrix(Matrix::Zero(static_cast<Index>(known_.facts.knowledge.people), 1), {"record"});
  }

  attacks::Guess guess(const attacks::Reconstruction& reconstruction, const table::Window& window, bool sd) const {
    Matrix changed;
    return reconstruction.guess({.first_record = window.first_record,
                                 .records = window.records,
                                 .released = released(window.values, !known_.facts.knowledge.undo, changed),
                                 .known = known(window.values),
                                 .second = second(window.values),
                                 .before = window.before,
                                 .count = window.count,
                                 .want_sd = sd});
  }

  // What was read, by whose it is: columns of the release, known columns, the second release.
  MatrixRef released(const MatrixRef& rows, bool original_units, Matrix& changed) const {
    const MatrixRef own = rows.leftCols(static_cast<Index>(columns_.size()));
    if (!original_units || !known_.facts.to_original) return own;
    changed = own;
    known_.facts.to_original(changed);
    return changed;
  }
  Matrix known(const MatrixRef& rows) const {
    return rows.middleCols(static_cast<Index>(columns_.size()), static_cast<Index>(known_.columns.size()));
  }
  Matrix second(const MatrixRef& rows) const {
    Matrix out = rows.rightCols(static_cast<Index>(known_.second.size()));
    if (known_.second_to_original && out.cols() > 0) known_.second_to_original(out);
    return out;
  }

  const Options& options_;
  Call call_;
  const attacks::Attack& attack_;
  Params params_;
  table::Table release_;
  table::Work work_;
  std::vector<std::string> columns_;  // of the release
  table::Selection selection_;        // these, and what is known beside them
  std::optional<std::int64_t> card_records_;
  Known known_;
};

/// Which released record each known one was taken for.
void write_links(const std::string& path, const std::vector<attacks::Link>& links) {
  std::string text = "known,released,distance,rivals\n";
  for (const attacks::Link& link : links)
    text += fmt::format("{},{},{},{}\n", link.known, link.released, link.distance, link.rivals);
  table::write_file(path, text);
}

nlohmann::json links_json(const std::vector<attacks::Link>& links) {
  nlohmann::json out = nlohmann::json::array();
  for (const attacks::Link& link : links)
    out.push_back({{"known", link.known}, {"released", link.released}, {"distance", link.distance}, {"rivals", link.rivals}});
  return out;
}

/// Before anything is written: what is read stays as it is, and the guess is not what it is compared with.
void require_apart(const Options& options) {
  FilesInUse files;
  files.reads_release(options.release);
  files.reads_key(options.key);
  files.reads(options.truth);
  for (const std::string& fact : options.knows) {
    const std::string value = fact.substr(fact.find('=') + 1);  // a file, two files with a colon between them, or a number
    const std::size_t colon = value.find(':');
    for (const std::string& file : {value, value.substr(0, colon), value.substr(colon + 1)}) files.reads(file);
  }
  files.writes("the guess", options.out);
  files.writes("--sd", options.sd);
  files.writes("--links", options.links);
}

int run(const Options& options, const Common& common) {
  require_apart(options);
  Run attack(options, common);
  const table::Written written = attack.run();
  finish_progress();
  nlohmann::json document{{"attack", options.with},
                          {"release", options.release},
                          {"guess", options.out},
                          {"records", written.records},
                          {"notes", attack.notes}};
  if (!attack.links.empty()) document["links"] = links_json(attack.links);
  if (!options.sd.empty()) document["sd"] = options.sd;
  if (!options.links.empty()) write_links(options.links, attack.links);
  if (!common.json && !common.quiet) {
    fmt::print("{}: {} records guessed with {}\n", options.out, written.records, options.with);
    for (const std::string& note : attack.notes) fmt::print("{}", wrap("note: " + note, 6));
  }
  if (!options.truth.empty()) {
    const table::Table truth = table::Table::open(options.truth), guess = table::Table::open(options.out);
    const auto columns = measures::common_columns(truth, guess, {});
    const auto comparison = measures::compare_tables(truth, guess, columns, table::Missing::drop, common.work());
    finish_progress();
    document["measures"] = measures::to_json(comparison, columns);
    const std::int64_t gaps = written.records - comparison.records();
    if (gaps > 0)
      document["notes"].push_back(
          fmt::format("{} records of {} have missing values and are not compared", gaps, options.truth));
    if (!common.json && gaps > 0) fmt::print("{}", wrap("note: " + document["notes"].back().get<std::string>(), 6));
    if (!common.json) fmt::print("\n{}", figure_table(comparison, columns));
  }
  if (common.json) fmt::print("{}\n", document.dump(2));
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("RELEASE", options->release, "the masked table; its card is read from RELEASE.card.json")
      .required()
      .type_name("");
  app.add_option("-o,--out", options->out, "the guess of the originals").required().type_name("GUESS");
  app.add_option("--with", options->with, "the attack and its parameters, e.g. \"principal(count=5)\" (guise list attacks)")
      .required()
      .type_name("ATTACK");
  app.add_option("--knows", options->knows, fact_names() + "; may be repeated").take_all().type_name("FACT");
  app.add_option("--key", options->key, "the key: an insider uses its shared half, --knows thief all of it").type_name("FILE");
  app.add_option("--links", options->links, "write which released record each known one was taken for (records counted from 0)")
      .type_name("FILE");
  app.add_option(
         "--sd", options->sd,
         "write the standard deviation of every guess, where the attack has one (a table like GUESS): the truth is within "
         "1.96 of them in 95 of 100 cases if the attack's assumptions hold")
      .type_name("FILE");
  app.add_flag("--no-card", options->no_card, "do not read the card, nor that of a second release");
  app.add_option("--truth", options->truth, "the originals: print how close the guess comes").type_name("FILE");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command attack_command;
const Command attack_command = {
    .name = "attack",
    .summary = "guess the originals from a release and what the attacker knows",
    .examples =
        "  guise attack masked.csv -o guess.csv --with bayes\n"
        "  guise attack masked.csv -o out.csv --with \"principal(count=5)\" --truth in.csv\n"
        "  guise attack masked.csv -o guess.csv --with bayes --sd guess-sd.csv\n"
        "  guise attack theirs.csv -o guess.csv --with spectral --knows noise=2 --no-card\n"
        "  guise attack rotated.csv -o guess.csv --with procrustes \\\n      --knows pairs=known.csv:known-released.csv\n"
        "  guise attack rotated.csv -o guess.csv --with inverse --key rotated.csv.key",
    .declare = declare};

}  // namespace guise::cli
