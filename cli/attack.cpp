// SPDX-License-Identifier: Apache-2.0
// guise attack — guess the originals from a release and what the attacker knows.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "cli/attack_run.h"
#include "cli/command.h"
#include "cli/figures.h"
#include "cli/json_output.h"
#include "cli/progress_bar.h"
#include "measures/compare_tables.h"
#include "measures/measure.h"
#include "table/atomic_file.h"

namespace guise::cli {
namespace {

/// Which released record each known one was taken for.
void write_links(const std::string& path, const std::vector<attacks::Link>& links) {
  std::string text = "known,released,distance,rivals\n";
  for (const attacks::Link& link : links)
    text += fmt::format("{},{},{},{}\n", link.known, link.released, link.distance, link.rivals);
  table::write_file(path, text, table::kPrivate);
}

nlohmann::json links_json(const std::vector<attacks::Link>& links) {
  nlohmann::json out = nlohmann::json::array();
  for (const attacks::Link& link : links)
    out.push_back({{"known", link.known}, {"released", link.released}, {"distance", link.distance}, {"rivals", link.rivals}});
  return out;
}

/// Before anything is written: what is read stays as it is, and the guess is not what it is compared with.
void require_apart(const AttackOptions& options) {
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

int run(const AttackOptions& options, const Common& common) {
  require_apart(options);
  AttackRun attack(options, common);
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
    fmt::print("{}: {} records guessed with {}\n", printable(options.out), written.records, printable(options.with));
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
  if (common.json) fmt::print("{}\n", json_text(document));
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<AttackOptions>();
  app.add_option("RELEASE", options->release, "the masked table; its card is read from RELEASE.card.json")
      .required()
      .type_name("");
  app.add_option("-o,--out", options->out, "the guess of the originals; only its owner may read it")
      .required()
      .type_name("GUESS");
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
