// SPDX-License-Identifier: Apache-2.0
#include "base/card.h"

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace guise {
namespace {

void put(nlohmann::json& out, const char* name, const std::vector<double>& values) {
  if (!values.empty()) out[name] = values;
}

nlohmann::json step_to_json(const StepCard& step) {
  nlohmann::json out{{"step", step.step}, {"text", step.text}};
  if (!step.law.empty()) out["law"] = step.law;
  if (step.similarity != 0) out["similarity"] = step.similarity;
  put(out, "sd", step.sd);
  put(out, "width", step.width);
  put(out, "origin", step.origin);
  put(out, "center", step.center);
  put(out, "scale", step.scale);
  put(out, "grid", step.grid);
  if (!step.side.empty()) out["side"] = step.side;
  if (step.outputs > 0) out["outputs"] = step.outputs;
  if (step.entry_sd != 1) out["entry_sd"] = step.entry_sd;
  if (step.hidden > 0) out["hidden"] = step.hidden;
  put(out, "entries", step.entries);
  if (!step.scaled) out["scaled"] = false;
  if (!step.draws.empty()) out["draws"] = step.draws;
  return out;
}

/// A field that must be there.
template <typename T>
T field(const nlohmann::json& in, const char* name, const std::string& origin) {
  try {
    return in.at(name).get<T>();
  } catch (const nlohmann::json::exception&) {
    refuse("{} is not a card of a release: its field '{}' is missing or of the wrong kind", origin, name);
  }
}

StepCard step_from_json(const nlohmann::json& in) {
  const auto list = [&](const char* name) { return in.value(name, std::vector<double>{}); };
  return {.step = in.at("step"),
          .text = in.at("text"),
          .law = in.value("law", ""),
          .sd = list("sd"),
          .similarity = in.value("similarity", 0.0),
          .width = list("width"),
          .origin = list("origin"),
          .center = list("center"),
          .scale = list("scale"),
          .grid = list("grid"),
          .side = in.value("side", ""),
          .outputs = in.value("outputs", std::int64_t{0}),
          .entry_sd = in.value("entry_sd", 1.0),
          .hidden = in.value("hidden", std::int64_t{0}),
          .entries = list("entries"),
          .scaled = in.value("scaled", true),
          .draws = in.value("draws", "")};
}

}  // namespace

nlohmann::json to_json(const Card& card) {
  nlohmann::json steps = nlohmann::json::array();
  for (const StepCard& step : card.steps) steps.push_back(step_to_json(step));
  nlohmann::json out{{"guise_card", card.format},
                     {"tool", card.tool},
                     {"mask", card.mask},
                     {"steps", steps},
                     {"records", card.records},
                     {"first_record", card.first_record},
                     {"shuffled", card.shuffled},
                     {"attributes", card.attributes},
                     {"columns", card.columns},
                     {"kept", card.kept},
                     {"digest", card.digest},
                     {"salt", card.salt},
                     {"key_fingerprint", card.key_fingerprint}};
  if (!card.own_tag.empty()) out["own_tag"] = card.own_tag;
  if (!card.round.empty()) out["round"] = card.round;
  if (!card.order_tag.empty()) out["order_tag"] = card.order_tag;
  if (!card.count_tag.empty()) out["count_tag"] = card.count_tag;
  return out;
}

Card card_from_json(const std::string& text, const std::string& origin) {
  const auto in = nlohmann::json::parse(text, nullptr, false);
  require(!in.is_discarded(), "{} is not a card of a release: it is cut off, or no JSON", origin);
  using Names = std::vector<std::string>;
  Card card;
  card.format = field<int>(in, "guise_card", origin);
  require(card.format == 1 || card.format == Card::kFormat,
          "{} is a card of format {}; this guise reads formats 1 and {}: use the guise that wrote it", origin, card.format,
          Card::kFormat);
  card.tool = field<std::string>(in, "tool", origin);
  card.mask = field<std::string>(in, "mask", origin);
  for (const auto& step : field<std::vector<nlohmann::json>>(in, "steps", origin)) {
    try {
      card.steps.push_back(step_from_json(step));
    } catch (const nlohmann::json::exception&) {
      refuse("{} is not a card of a release: step {} lacks a field, or has one of the wrong kind", origin,
             card.steps.size() + 1);
    }
  }
  card.records = field<std::int64_t>(in, "records", origin);
  card.first_record = field<std::int64_t>(in, "first_record", origin);
  card.shuffled = field<bool>(in, "shuffled", origin);
  card.attributes = field<Names>(in, "attributes", origin);
  card.columns = field<Names>(in, "columns", origin);
  card.kept = field<Names>(in, "kept", origin);
  card.digest = field<std::string>(in, "digest", origin);
  card.salt = field<std::string>(in, "salt", origin);
  card.key_fingerprint = field<std::string>(in, "key_fingerprint", origin);
  if (in.contains("own_tag")) card.own_tag = field<std::string>(in, "own_tag", origin);
  if (in.contains("round")) card.round = field<std::string>(in, "round", origin);
  if (in.contains("order_tag")) card.order_tag = field<std::string>(in, "order_tag", origin);
  if (in.contains("count_tag")) card.count_tag = field<std::string>(in, "count_tag", origin);
  return card;
}

}  // namespace guise
