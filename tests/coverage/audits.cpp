// SPDX-License-Identifier: Apache-2.0
// Intervals of audit.json and of the advisor. The truth is what very many keys give, on the same table unless said otherwise.
#include <nlohmann/json.hpp>

#include "audit/audit.h"
#include "audit/evaluator.h"
#include "experiment.h"
#include "tables.h"

namespace guise::coverage {
namespace {

using audit::Request;
using nlohmann::json;

void put(const json& spread, const std::string& kind, const std::string& of, Figures& out) {
  if (!spread.is_object() || !spread.contains("ci") || !spread["value"].is_number() || !spread["ci"][0].is_number()) return;
  out[{kind, of}] = {spread["value"], spread["ci"][0], spread["ci"][1]};
}

void put_all(const json& figures, const std::string& suffix, const std::string& of, Figures& out) {
  for (const auto& [name, ends] : figures["ci"].items())
    if (figures[name].is_number()) out[{name + suffix, of}] = {figures[name], ends[0], ends[1]};
  put(figures.value("calibrated", json()), "calibrated" + suffix, of, out);
}

void add_attacks(const json& attacker, const std::string& who, Figures& out) {
  for (const json& attack : attacker["attacks"]) {
    if (!attack.contains("ci")) continue;
    const std::string of = who + " " + attack["attack"].get<std::string>();
    put_all(attack, "", of, out);
    for (const auto& [column, each] : attack["by_attribute"].items()) put_all(each, " of a column", of + " " + column, out);
    put(attack.value("linked", json()), "linked", of, out);
    put(attack.value("linked_groups", json()), "linked_groups", of, out);
  }
  for (const json& each : attacker["criteria"])
    put(each, "criterion " + each["risk"].get<std::string>(), who + " " + each["column"].dump(), out);
}

void add_look(const json& look, const std::string& who, Figures& out) {
  if (look.is_null()) return;
  for (const auto& [column, each] : look["by_attribute"].items())
    for (const char* name : {"information", "privacy_loss"})
      put(each[name], std::string("look: ") + name, who + " " + column, out);
  for (const json& each : look["risks"]) put(each.value("risk", json()), "risk: " + each["name"].get<std::string>(), who, out);
}

Figures figures_of(const json& mask, bool of_attacks) {
  Figures out;
  for (const json& attacker : mask["attackers"]) {
    const std::string who = attacker["attacker"];
    if (of_attacks) add_attacks(attacker, who, out);
    add_look(attacker["look"], who, out);
  }
  for (const json& curve : mask["curves"])
    for (const json& point : curve["points"])
      put(point["gets"], "break-points", curve["known"].get<std::string>() + " " + point["count"].dump(), out);
  return out;
}

Request request_of(std::vector<std::string> attackers, int keys, std::uint64_t seed) {
  Request request;
  request.attackers = std::move(attackers);
  request.keys = request.most_keys = keys;
  request.selection.attributes = kPeopleColumns;
  request.details = request.utility = false;
  request.rng = random::Rng::from_seed(seed);
  request.work.threads = 1;
  return request;
}

audit::Result audited(Index records, const char* mask, Request request) {
  request.masks = {masks::Mask::parse(mask)};
  return audit::audit(table::Table::from_matrix(people(records, seeded(0, "people")), kPeopleColumns), request);
}

json mask_of(const audit::Result& result) {
  return to_json(result)["masks"][0];
}

// Attacks that cost little: what is counted are intervals, not attacks.
const std::vector<std::string> kCheap = {"identity", "spectral", "shrink", "bayes", "univariate"};

template <int keys, int records, const auto& mask>
Figures cheap_attacks(std::uint64_t seed) {
  Request request = request_of({"outsider"}, keys, seed);
  request.attacks = kCheap;
  return figures_of(mask_of(audited(records, mask, std::move(request))), true);
}

template <int keys, const auto& attacker, const auto& attacks, const auto& mask>
Figures one_attacker(std::uint64_t seed) {
  Request request = request_of({attacker}, keys, seed);
  request.attacks = {std::begin(attacks), std::end(attacks)};
  return figures_of(mask_of(audited(300, mask, std::move(request))), true);
}

Figures looks(std::uint64_t seed) {
  Request request = request_of({"outsider", "population=60"}, 1, seed);
  request.attacks = {"shrink", "bayes"};
  request.details = true;
  return figures_of(mask_of(audited(400, "noise(snr=4)", std::move(request))), false);
}

template <const auto& attacker, const auto& attacks, const auto& mask>
Figures break_points(std::uint64_t seed) {
  Request request = request_of({attacker}, 3, seed);
  request.attacks = {std::begin(attacks), std::end(attacks)};
  request.details = true;
  Figures all = figures_of(mask_of(audited(300, mask, std::move(request))), false), out;
  for (const auto& [name, said] : all)
    if (name.first == "break-points") out[name] = said;
  return out;
}

template <int keys, const auto& mask>
Figures utility(std::uint64_t seed) {
  Request request = request_of({"outsider"}, keys, seed);
  request.attacks = {"identity"};
  request.utility = true;
  Figures out;
  const json found = mask_of(audited(300, mask, std::move(request)));
  for (const json& each : found["utility"]) put(each["value"], "utility", each["name"], out);
  return out;
}

Figures advice(std::uint64_t seed) {
  Request request = request_of({"outsider", "population=60"}, 5, seed);
  request.attacks = {"shrink", "bayes"};
  request.utility = true;
  const audit::Result result = audited(400, "noise(snr=4)", std::move(request));
  const audit::MaskResult& mask = result.masks[0];
  const audit::Point point =
      audit::point_of(mask, result, {audit::parse_limit("gets=0.5", kPeopleColumns)}, audit::measurable(mask), true);
  return {{{"advice: risk", ""}, {point.risk.value, point.risk.low, point.risk.high}},
          {{"advice: loss", ""}, {point.loss.value, point.loss.low, point.loss.high}}};
}

constexpr char kHalf[] = "noise(snr=1)", kLittle[] = "noise(snr=20)", kTurned[] = "rotate | noise(snr=20)",
               kTwo[] = "project(k=2)", kThree[] = "project(k=3) | noise(snr=20)", kLaplace[] = "noise(snr=4,law=laplace)";
constexpr char kPairs2[] = "pairs=2", kPairs6[] = "pairs=6", kRecords[] = "records=20", kPeople[] = "population=60",
               kInsider[] = "insider";
constexpr const char* kAlign[] = {"align", "regress", "anchors"};
constexpr const char* kLink[] = {"link"};
constexpr const char* kFromPeople[] = {"bayes", "procrustes", "ica", "whiten"};
constexpr const char* kInside[] = {"inverse", "bayes"};

}  // namespace

std::vector<Experiment> audit_experiments() {
  return {
      {"audit: 5 keys, 200 records, noise(snr=1)", cheap_attacks<5, 200, kHalf>},
      {"audit: 2 keys, 200 records, noise(snr=1)", cheap_attacks<2, 200, kHalf>},
      {"audit: 5 keys, 200 records, noise(snr=20)", cheap_attacks<5, 200, kLittle>},
      {"audit: 5 keys, 200 records, Laplace noise", cheap_attacks<5, 200, kLaplace>},
      {"audit: 1 key, 600 records, noise(snr=1)", cheap_attacks<1, 600, kHalf>},
      {"audit: 5 keys, 6 pairs, rotate | noise(snr=20)", one_attacker<5, kPairs6, kAlign, kTurned>},
      {"audit: 5 keys, 2 pairs, rotate | noise(snr=20)", one_attacker<5, kPairs2, kAlign, kTurned>},
      {"audit: 5 keys, 6 pairs, project(k=2)", one_attacker<5, kPairs6, kAlign, kTwo>},
      {"audit: 5 keys, population, rotate | noise(snr=20)", one_attacker<5, kPeople, kFromPeople, kTurned>},
      {"audit: 5 keys, insider, project(k=3) | noise(snr=20)", one_attacker<5, kInsider, kInside, kThree>},
      {"audit: 5 keys, linked, noise(snr=20)", one_attacker<5, kRecords, kLink, kLittle>},
      {"audit: 5 keys, linked, noise(snr=1)", one_attacker<5, kRecords, kLink, kHalf>},
      {"audit: looks, noise(snr=4)", looks},
      {"audit: break-points of pairs, rotate | noise(snr=20)", break_points<kPairs6, kAlign, kTurned>},
      {"audit: break-points of pairs, noise(snr=1)", break_points<kPairs6, kAlign, kHalf>},
      {"audit: break-points of people, noise(snr=1)", break_points<kPeople, kFromPeople, kHalf>},
      {"audit: utility, 5 keys, noise(snr=4)", utility<5, kLaplace>, Truth::median},
      {"audit: utility, 2 keys, noise(snr=4)", utility<2, kLaplace>},
      {"audit: utility, 5 keys, project(k=2)", utility<5, kTwo>, Truth::median},
      {"advise: risk and loss, noise(snr=4)", advice},
  };
}

}  // namespace guise::coverage
