// SPDX-License-Identifier: Apache-2.0
// guise ledger — what was released with a key, and what all releases of the same records guarantee together.
#include "release/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "base/text.h"
#include "cli/command.h"
#include "jobs/chosen_key.h"
#include "jobs/ledger_file.h"

namespace guise::cli {
namespace {

using nlohmann::json;

struct Options {
  std::string key;
  bool accept = false;
};

/// By first release.
std::vector<std::string> tables_of(const release::Ledger& ledger) {
  std::vector<std::string> tables;
  for (const release::LedgerEntry& each : ledger)
    if (std::find(tables.begin(), tables.end(), each.table) == tables.end()) tables.push_back(each.table);
  return tables;
}

json document_of(const release::LedgerDocument& read, const std::string& file, const random::Key& key) {
  const release::Ledger& ledger = read.entries;
  json tables = json::array(), accepted = json::array();
  for (const release::Acceptance& each : read.accepted)
    accepted.push_back(
        {{"time", each.time}, {"releases", each.releases}, {"expected", each.expected ? json(*each.expected) : json(nullptr)}});
  for (const std::string& table : tables_of(ledger)) {
    json releases = json::array();
    for (const release::LedgerEntry& each : ledger)
      if (each.table == table) releases.push_back(release::to_json(each));
    const release::Composition together = release::composed(ledger, table);
    const std::optional<double> epsilon = release::certified_epsilon(together, release::kStatedDelta);
    const bool has_mu = together.holds() && together.mu > 0 && together.pure == 0;
    tables.push_back({{"table", table},
                      {"releases", std::move(releases)},
                      {"together",
                       {{"text", release::describe(together)},
                        {"mu", has_mu ? json(together.mu) : json(nullptr)},
                        {"epsilon", epsilon ? json(*epsilon) : json(nullptr)},
                        {"delta", release::kStatedDelta}}}});
  }
  return {{"ledger", file}, {"key", key.fingerprint()}, {"accepted", std::move(accepted)}, {"tables", std::move(tables)}};
}

std::string guarantee_text(const release::Certificate& certificate) {
  if (!certificate.holds()) return "none";
  if (certificate.sketch) return "sums over records";
  if (certificate.epsilon) return fmt::format("epsilon = {:.4g}", *certificate.epsilon);
  return fmt::format("mu = {:.4g}{}", *certificate.mu, certificate.kind == release::Guarantee::grid ? " (grid)" : "");
}

std::string row(const release::LedgerEntry& entry) {
  std::string when = entry.time.substr(0, 16);
  std::replace(when.begin(), when.end(), 'T', ' ');
  return fmt::format("  {:<16}  {:>10}  {:<20}  {}\n", when, entry.records ? fmt::format("{}", *entry.records) : "?",
                     guarantee_text(entry.certificate), shorten(entry.file, 26)) +
         wrap(entry.mask, 6, 4);
}

/// "Accepted on 2026-11-18 with 2 of 3 releases: those that it lost are not counted."
std::string accepted_text(const release::Acceptance& note) {
  const std::string held = note.expected ? fmt::format("{} of {} releases", note.releases, *note.expected)
                                         : fmt::format("{} release{}", note.releases, note.releases == 1 ? "" : "s");
  return fmt::format("Accepted on {} with {}: releases that it does not hold are not counted.", note.time.substr(0, 10), held);
}

void print(const release::LedgerDocument& read, const std::string& file) {
  const release::Ledger& ledger = read.entries;
  const std::vector<std::string> tables = tables_of(ledger);
  if (tables.empty()) fmt::print("{}", wrap(fmt::format("{}: no release with this key is known.", file), 2));
  for (const release::Acceptance& each : read.accepted) fmt::print("{}", wrap(accepted_text(each), 2));
  if (tables.empty()) return;
  fmt::print("{}", wrap(fmt::format("{}: {} release{} of {} table{}; its chain is whole.", file, ledger.size(),
                                    ledger.size() == 1 ? "" : "s", tables.size(), tables.size() == 1 ? "" : "s"),
                        2));
  for (std::size_t t = 0; t < tables.size(); ++t) {
    fmt::print("\nTable {}, fingerprint {}\n", t + 1, tables[t]);
    fmt::print("  {:<16}  {:>10}  {:<20}  {}\n", "when (UTC)", "records", "guarantee", "release");
    for (const release::LedgerEntry& each : ledger)
      if (each.table == tables[t]) fmt::print("{}", row(each));
    fmt::print("{}", wrap("Together: " + release::describe(release::composed(ledger, tables[t])) + ".", 4, 2));
  }
}

int run(const Options& options, const Common& common) {
  const random::Key key = jobs::read_key(options.key);
  const std::string file = jobs::ledger_beside(options.key).string();
  if (options.accept) jobs::accept_ledger(options.key, key);
  const release::LedgerDocument ledger = jobs::read_ledger(options.key, key);
  if (common.json)
    fmt::print("{}\n", json_text(document_of(ledger, file, key)));
  else
    print(ledger, file);
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("KEY", options->key, "the key file; its ledger is KEY.ledger").required().type_name("");
  app.add_flag("--accept", options->accept,
               "take the ledger as it is for whole, or begin one where it is lost; the ledger keeps a note of it");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command ledger_command;
const Command ledger_command = {
    .name = "ledger",
    .summary = "show what was released with a key, and what it guarantees together",
    .examples = "  guise ledger hospital.key\n  guise ledger hospital.key --json\n  guise ledger hospital.key --accept",
    .declare = declare};

}  // namespace guise::cli
