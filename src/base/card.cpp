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
  if (!step.scaled) out["scaled"] = false;
  return out;
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
          .scaled = in.value("scaled", true)};
}

}  // namespace

nlohmann::json to_json(const Card& card) {
  nlohmann::json steps = nlohmann::json::array();
  for (const StepCard& step : card.steps) steps.push_back(step_to_json(step));
  return {{"guise_card", card.format},
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
}

Card card_from_json(const std::string& text, const std::string& origin) {
  try {
    const auto in = nlohmann::json::parse(text);
    Card card;
    card.format = in.at("guise_card");
    require(card.format == Card::kFormat, "{} is a card of format {}; this guise reads format {}: use the guise that wrote it",
            origin, card.format, Card::kFormat);
    card.tool = in.at("tool");
    card.mask = in.at("mask");
    for (const auto& step : in.at("steps")) card.steps.push_back(step_from_json(step));
    card.records = in.at("records");
    card.first_record = in.at("first_record");
    card.shuffled = in.at("shuffled");
    card.attributes = in.at("attributes").get<std::vector<std::string>>();
    card.columns = in.at("columns").get<std::vector<std::string>>();
    card.kept = in.at("kept").get<std::vector<std::string>>();
    card.digest = in.at("digest");
    card.salt = in.at("salt");
    card.key_fingerprint = in.at("key_fingerprint");
    return card;
  } catch (const nlohmann::json::exception& error) {
    refuse("{} is not a card of a release ({}); pass --no-card to ignore it", origin, error.what());
  }
}

}  // namespace guise
