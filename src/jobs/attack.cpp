// SPDX-License-Identifier: Apache-2.0
#include "jobs/attack.h"

#include <fmt/format.h>

#include "jobs/attack_run.h"
#include "measures/compare_tables.h"
#include "measures/measure.h"
#include "table/atomic_file.h"

namespace guise::jobs {
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

AttackResult::Compared compare(const AttackRequest& request, std::int64_t records, const Work& work) {
  const table::Table truth = table::Table::open(request.truth), guess = table::Table::open(request.out);
  auto columns = measures::common_columns(truth, guess, {});
  auto comparison = measures::compare_tables(truth, guess, columns, table::Missing::drop, work);
  const std::int64_t gaps = records - comparison.records();
  return {std::move(comparison), std::move(columns),
          gaps > 0 ? fmt::format("{} records of {} have missing values and are not compared", gaps, request.truth) : ""};
}

}  // namespace

Fields fields(AttackRequest& request) {
  static const std::string facts = fact_names() + "; may be repeated";
  return {
      {"release", &request.release, "the masked table; its card is read from RELEASE.card.json", true},
      {"out", &request.out, "the guess of the originals; only its owner may read it", true},
      {"with", &request.with, "the attack and its parameters, e.g. \"principal(count=5)\" (guise list attacks)", true},
      {"knows", &request.knows, facts},
      {"key", &request.key, "the key: an insider uses its shared half, ‘knows=thief’ all of it"},
      {"links", &request.links, "write which released record each known one was taken for (records counted from 0)"},
      {"sd", &request.sd,
       "write the standard deviation of every guess, where the attack has one (a table like GUESS): the truth is within 1.96 "
       "of them in 95 of 100 cases if the attack's assumptions hold"},
      {"no_card", &request.no_card, "do not read the card, nor that of a second release"},
      {"truth", &request.truth, "the originals: print how close the guess comes"},
      {"seed",
       &request.seed,
       "what the attack draws: the same seed, the same guess (default: a fresh one)",
       false,
       {},
       0,
       kMostWhole},
  };
}

FilesInUse files_of(const AttackRequest& request) {
  FilesInUse files;
  files.reads_release(request.release);
  files.reads_key(request.key);
  files.reads(request.truth);
  for (const std::string& fact : request.knows) {
    const std::string value = fact.substr(fact.find('=') + 1);  // a file, two files with a colon between them, or a number
    const std::size_t colon = value.find(':');
    for (const std::string& file : {value, value.substr(0, colon), value.substr(colon + 1)}) files.reads(file);
  }
  files.writes("the guess", request.out);
  files.writes("‘sd’", request.sd);
  files.writes("‘links’", request.links);
  return files;
}

AttackResult run(const AttackRequest& request, const Work& work) {
  files_of(request);  // before anything is written: what is read stays as it is
  const std::int64_t seed = seed_of(request.seed);
  AttackRun attack(request, rng_of(seed), work);
  const table::Written written = attack.run();
  AttackResult result{.attack = request.with,
                      .release = request.release,
                      .guess = request.out,
                      .sd = request.sd,
                      .seed = seed,
                      .records = written.records,
                      .notes = attack.notes,
                      .links = attack.links};
  if (!request.links.empty()) write_links(request.links, attack.links);
  if (!request.truth.empty()) result.truth = compare(request, written.records, work);
  return result;
}

nlohmann::json to_json(const AttackResult& result, Detail) {
  nlohmann::json out{{"guise_attack", 1},     {"attack", result.attack},   {"release", result.release},
                     {"guess", result.guess}, {"records", result.records}, {"seed", result.seed},
                     {"notes", result.notes}};
  if (!result.links.empty()) out["links"] = links_json(result.links);
  if (!result.sd.empty()) out["sd"] = result.sd;
  if (const auto& truth = result.truth) {
    out["measures"] = measures::to_json(truth->comparison, truth->columns);
    if (!truth->gaps.empty()) out["notes"].push_back(truth->gaps);
  }
  return out;
}

extern const Job attack_job;
const Job attack_job = job_of<AttackRequest>("attack", "guess the originals from a release and what the attacker knows");

}  // namespace guise::jobs
