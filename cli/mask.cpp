// SPDX-License-Identifier: Apache-2.0
// guise mask — write a masked release of a table, its public card and its secret key.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/card_content.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/card_file.h"
#include "cli/chosen_key.h"
#include "cli/command.h"
#include "cli/ledger_file.h"
#include "cli/progress_bar.h"
#include "cli/shell.h"
#include "cli/spreadsheet.h"
#include "cli/streams.h"
#include "masks/mask.h"
#include "masks/record_order.h"
#include "random/key.h"
#include "release/certificate.h"
#include "table/atomic_file.h"
#include "table/reader.h"
#include "table/row_sum.h"
#include "table/transform.h"

namespace guise::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  InputOptions in;
  std::string out, mask, key, card, budget, round, by;
  bool shuffle = false, forget_key = false;
};

Card finished_card(const masks::Prepared& prepared, const table::Selection& selection, const table::Written& written,
                   const Options& options, const std::string& order_tag, const random::Key& key) {
  Card card = prepared.card();
  card.order_tag = order_tag;
  card.tool = "guise " GUISE_VERSION;
  card.records = written.records;
  card.first_record = selection.first_record;
  card.shuffled = options.shuffle;
  card.kept = selection.kept;
  card.digest = to_hex(written.digest);
  if (written.kept_digest) card.kept_digest = to_hex(*written.kept_digest);
  card.key_fingerprint = key.fingerprint();
  card.own_tag = key.own_tag(prepared.salt());
  return card;
}

/// Last of all, over all that stands on the card.
void seal(Card& card, const table::Written& written, const random::Key& key) {
  const Bytes32 content = card_content(to_json(card));
  card.check = to_hex(content);
  card.seal = to_hex(key.seal(content, written.sealed.value()));
}

std::vector<bool> whole_columns(const masks::Prepared& prepared, const table::Schema& schema,
                                const table::Selection& selection) {
  std::vector<bool> whole(prepared.columns().size(), false);
  if (!prepared.keeps_integers() || selection.missing == table::Missing::mean) return whole;
  for (std::size_t j = 0; j < whole.size(); ++j)
    whole[j] = schema.columns[*schema.find(selection.attributes[j])].type == table::Type::integer;
  return whole;
}

/// The audit of the same table and mask, to be pasted. What came on standard input must come again.
std::vector<std::string> audit_command_words(const InputOptions& in, const std::string& mask) {
  std::vector<std::string> words{"guise", "audit"};
  for (std::string& word : in.words()) words.push_back(std::move(word));
  words.emplace_back("--mask");
  words.push_back('"' + mask + '"');
  if (in.path == "-") words.emplace_back("< TABLE");
  return words;
}

/// What may be claimed of the release.
release::Certificate certificate_of(const masks::Prepared& prepared, const table::Selection& selection) {
  if (selection.missing == table::Missing::mean) return release::no_guarantee(release::kFilledWithMeans);
  Card card = prepared.card();
  card.kept = selection.kept;
  return release::certify(card, prepared.secrets());
}

/// What the ledger of the key is to say of the release; records are counted when it is written.
release::LedgerEntry entry_of(const masks::Prepared& prepared, const table::Selection& selection, const Options& options,
                              const release::Certificate& certificate, const std::string& table) {
  const Card card = prepared.card();
  return {.time = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .file = options.out,
          .mask = card.mask,
          .attributes = selection.attributes,
          .first_record = selection.first_record,
          .table = table,
          .salt = card.salt,
          .round = card.round,
          .certificate = certificate};
}

std::optional<KeyLedger> ledger_of(const Options& options, const ChosenKey& chosen) {
  std::optional<release::Budget> budget;
  if (!options.budget.empty()) budget = release::parse_budget(options.budget);
  require(chosen.file || !budget, "--budget counts what the ledger of the key holds, and with --forget-key there is none");
  if (!chosen.file) return {};
  return KeyLedger(*chosen.file, chosen.key, budget, chosen.write_to.has_value());
}

/// The table, the key and what is written are files of their own.
void require_apart(const Options& options, const table::Table& in, const ChosenKey& chosen, const fs::path& card) {
  FilesInUse files;
  options.in.tell(files);
  for (const fs::path& part : in.reader().files()) files.reads(part.string());
  if (!chosen.write_to && chosen.file) files.reads(chosen.file->string());
  files.writes("the release", options.out);
  if (chosen.write_to) files.writes("its key", chosen.write_to->string());
  if (chosen.file) files.writes("the ledger of the key", ledger_beside(*chosen.file).string());
  if (chosen.file) files.writes("the anchor of that ledger", anchor_beside(*chosen.file).string());
  files.writes("its card", card.string());
}

/// Loud: with --quiet too.
void warn(const std::string& warning) {
  if (warning.empty()) return;
  finish_progress();
  complain(wrap(warning, 2));
}

/// Knows the records again, in a pass of its own.
void add_rows(const table::Table& in, table::Selection selection, table::Work work, table::RowSum& rows) {
  selection.kept.clear();
  work.stage = "looking for earlier releases";
  work.any_run = true;
  in.scan(selection, work, [&](const table::Chunk& chunk) { rows.add(chunk); });
}

void announce(const Options& options, const masks::Prepared& prepared, const Card& card, const ChosenKey& chosen,
              const fs::path& card_path, const release::Certificate& certificate) {
  fmt::print(
      "{}", wrap(fmt::format("{}: {} record{}, {} column{} masked by {}", options.out, card.records,
                             card.records == 1 ? "" : "s", card.columns.size(), card.columns.size() == 1 ? "" : "s", card.mask),
                 2));
  for (const std::string& note : prepared.notes()) fmt::print("{}", wrap("note: " + note, 6));
  if (chosen.write_to)
    fmt::print(
        "{}",
        wrap(fmt::format("secret key: {} (never publish it; it alone repeats this release)", chosen.write_to->string()), 2));
  if (!card_path.empty()) fmt::print("{}", wrap("public card: " + card_path.string(), 2));
  if (!card.round.empty())
    fmt::print("{}", wrap(fmt::format("round: {} (owners of other columns of the same records share the key and pass "
                                      "--round {}; every later table needs a new label)",
                                      card.round, card.round),
                          2));
  fmt::print("{}", wrap(certificate.sentence, 2));
  fmt::print("{}", command_line("What leaks? ", audit_command_words(options.in, card.mask)));
}

/// What identifies records is no attribute, unless --columns names it as one.
void set_apart(const table::Table& in, const std::string& by, InputOptions& input) {
  if (by.empty() || !input.columns.empty() || !in.schema().find(by)) return;
  input.columns = table::choose_attributes(in.schema(), {}, input.keeping(by).keep, in.name());
}

int run(Options options, const Common& common) {
  const masks::Mask mask = masks::Mask::parse(options.mask);
  const table::Table in = options.in.open();
  set_apart(in, options.by, options.in);
  const table::Selection selection = options.in.select(in, common);
  const ChosenKey chosen = choose_key(options.out, options.key, options.forget_key);
  const fs::path card_path = !options.card.empty() ? options.card : options.out == "-" ? "" : options.out + ".card.json";
  require_apart(options, in, chosen, card_path);
  const std::optional<KeyLedger> ledger = ledger_of(options, chosen);
  table::Work work = common.work();
  work.stage = "learning";
  masks::Preparer preparer(in, selection, work);
  const masks::Prepared prepared = std::move(preparer.prepare(mask, std::span(&chosen.key, 1), options.round)[0]);

  const bool folds = prepared.folds();
  require(!folds || selection.kept.empty(),
          "project(side=records) mixes records, so no column of theirs can be kept; leave --keep out");
  require(!folds || !options.shuffle, "project(side=records) mixes records; there is no order of theirs to --shuffle");
  require(options.by.empty() || !options.shuffle,
          "--by {} puts a tag of the records' order on the card, and --shuffle releases them in a secret order; leave one out",
          options.by);
  table::Output output{
      .path = options.out, .columns = prepared.columns(), .integer = whole_columns(prepared, in.schema(), selection)};
  std::vector<std::string> named = selection.kept;
  named.insert(named.end(), output.columns.begin(), output.columns.end());
  warn(formula_warning(options.out, named));
  output.secret = chosen.key.release_secret();
  const random::Rng order = chosen.key.order(prepared.salt());
  if (options.shuffle) {
    output.shuffle = [&order](std::int64_t record) {
      std::uint64_t priority = 0;
      order.words(0, static_cast<std::uint64_t>(record), {&priority, 1});
      return priority;
    };
  }
  const release::Certificate certificate = certificate_of(prepared, selection);
  release::LedgerEntry entry;
  std::string warning;
  table::RowSum rows(chosen.key.rows_secret(), selection.means);
  FormulaCells formulas(options.out, selection.kept);
  const bool rows_first = folds || options.out == "-";  // else they are summed while they are masked
  if (ledger) {
    warn(ledger->unknown());
    entry =
        entry_of(prepared, selection, options, certificate, release::ledger_table(chosen.key, preparer.content(chosen.key)));
    if (rows_first) {
      add_rows(in, selection, work, rows);
      entry.rows = release::ledger_rows(chosen.key, rows.finish());
    }
    warning = ledger->check(entry);
    warn(warning);
    if (options.out == "-") ledger->add(entry);  // the first records leave before the last one is counted
  }
  std::string order_tag;
  if (!options.by.empty()) {
    work.stage = "reading identifiers";
    order_tag = masks::order_tag(in, selection, work, options.by, folds, prepared.card().round, chosen.key);
  }
  Card card;
  work.stage = "masking";
  work.any_run = prepared.any_run();
  CardFile card_file(card_path);
  // In this order, so that no release is ever without its key or its entry in the ledger, or beside another's card: key,
  // its first anchor, ledger, anchor, the old card away, data, card.
  const auto ready = [&](const table::Written& written) {
    card = finished_card(prepared, selection, written, options, order_tag, chosen.key);
    if (folds) card.count_tag = masks::count_tag(*entry.summed, card.round, chosen.key);
    seal(card, written, chosen.key);
    entry.records = written.records;
    if (ledger && !rows_first) {
      entry.rows = release::ledger_rows(chosen.key, rows.finish());
      const std::string now = ledger->check(entry);  // the same records may have come in another file
      if (now != warning) warn(now);
    }
    if (chosen.write_to) {
      table::write_file(*chosen.write_to, chosen.key.text(), table::kPrivate, false);
      write_first_anchor(*chosen.write_to, chosen.key);  // a ledger without one would be taken for a tampered one
    }
    if (ledger && options.out != "-") ledger->add(entry);
    card_file.prepare(card);
  };
  if (folds) {
    std::int64_t end = 0;
    const table::Table sums =
        table::Table::from_matrix(masks::released(prepared, in, selection, work, &end), prepared.columns());
    entry.summed = end - selection.first_record;
    table::transform(
        sums, {.attributes = prepared.columns(), .kept = {}}, work, output, [](table::Chunk&) {}, ready);
  } else {
    const bool single = table::single_precision(in, selection, output);
    const bool both_single = single && table::holds_singles(in, selection);
    const auto release = [&](table::Chunk& chunk) {
      if (ledger && !rows_first) rows.add(chunk);
      formulas.look(chunk);
      both_single ? prepared.apply_to_singles(chunk) : prepared.apply(chunk);
      if (single) prepared.require_visible(chunk, masks::kSingleBits);
    };
    table::transform(in, selection, work, output, release, ready);
  }
  card_file.commit();
  finish_progress();
  for (const std::string& each : formulas.warnings()) warn(each);

  if (options.out == "-") return 0;
  if (common.json)
    fmt::print("{}\n", to_json(card).dump(2));
  else if (!common.quiet)
    announce(options, prepared, card, chosen, card_path, certificate);
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  options->in.declare(app, true);
  app.add_option("-o,--out", options->out, "the release, or - for CSV on standard output").required().type_name("OUT");
  app.add_option("--mask", options->mask, "steps joined by |, e.g. \"noise(snr=2)\" (guise list masks)")
      .required()
      .type_name("SPEC");
  app.add_option("--key", options->key, "mask with this key file (default: a new one, OUT.key)").type_name("FILE");
  app.add_option(
         "--round", options->round,
         "label of the round of project(side=records): owners of other columns of the same records use one label, other "
         "tables another (default: a label that no other release has)")
      .type_name("NAME");
  app.add_option("--by", options->by,
                 "column that identifies records: the card gets a tag of their order, so that guise mine can refuse owners of "
                 "other columns whose records are in another order; the column itself is released only where --keep names it")
      .type_name("ID");
  app.add_option("--budget", options->budget,
                 "refuse a release that would let all releases of these records with this key tell more than mu=NUMBER or "
                 "epsilon=NUMBER (guise ledger KEY)")
      .type_name("mu=1");
  app.add_flag("--forget-key", options->forget_key, "do not write the key: nobody can repeat or undo the release");
  app.add_option("--card", options->card, "where the public card goes (default: OUT.card.json)").type_name("FILE");
  app.add_flag("--shuffle", options->shuffle, "release the records in a secret order");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command mask_command;
const Command mask_command = {.name = "mask",
                              .summary = "write a masked release of a table, its public card and its secret key",
                              .examples =
                                  "  guise mask patients.csv -o masked.csv --mask \"noise(snr=2)\"\n"
                                  "  guise mask patients.parquet -o masked.parquet --keep id,ward --shuffle \\\n      --mask "
                                  "\"noise(sd=5, law=laplace)\"\n"
                                  "  guise mask people.csv -o out.csv --key my.key --budget mu=1 \\\n      --mask "
                                  "\"clip(radius=2) | noise(sd=4,grid=0.004)\"\n"
                                  "  cat in.csv | guise mask - -o - --mask \"round(width=10)\" --forget-key > out.csv",
                              .declare = declare};

}  // namespace guise::cli
