// SPDX-License-Identifier: Apache-2.0
#include "base/card.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/bytes.h"
#include "base/card_content.h"
#include "base/error.h"
#include "base/json_keys.h"
#include "base/json_text.h"

namespace guise {
namespace {

constexpr std::string_view kEffects[] = {"unstated", "noise", "factor",     "cells", "affine", "shift",    "rescale",
                                         "matrix",   "sums",  "distortion", "ball",  "limits", "exchange", "groups"};

Effect effect_of_name(const std::string& name) {
  const auto found = std::find(std::begin(kEffects) + 1, std::end(kEffects), name);
  if (found == std::end(kEffects)) throw std::out_of_range("no effect");
  return static_cast<Effect>(found - std::begin(kEffects));
}

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
  if (step.effect != Effect::unstated) out["effect"] = effect_name(step.effect);
  if (step.learnt) out["learnt"] = true;
  if (step.radius > 0) out["radius"] = step.radius;
  if (!step.share.empty()) out["share"] = step.share;
  put(out, "low", step.low);
  put(out, "high", step.high);
  put(out, "map", step.map);
  put(out, "offset", step.offset);
  if (step.window > 0) out["window"] = step.window;
  if (step.group > 0) out["group"] = step.group;
  if (step.digits > 0) out["digits"] = step.digits;
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

/// A whole number that doubles hold too: more would be no count of anything.
std::int64_t whole_number(const nlohmann::json& value) {
  constexpr std::int64_t kMost = std::int64_t{1} << 53;
  const bool whole = value.is_number_unsigned()  ? value.get<std::uint64_t>() <= kMost
                     : value.is_number_integer() ? value.get<std::int64_t>() >= -kMost
                                                 : false;
  if (!whole) throw std::out_of_range("no whole number");
  return value.get<std::int64_t>();
}

std::int64_t count(const nlohmann::json& in, const char* name, const std::string& origin) {
  try {
    return whole_number(in.at(name));
  } catch (const std::exception&) {
    refuse("{} is not a card of a release: its field '{}' is missing or is no whole number up to 2^53", origin, name);
  }
}

/// Hexadecimal digits, as many as guise writes.
std::string hex(const nlohmann::json& in, const char* name, std::size_t digits, const std::string& origin) {
  const std::string text = field<std::string>(in, name, origin);
  const bool right = text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
  require(right, "{} is not a card of a release: its field '{}' is not {} hexadecimal digits", origin, name, digits);
  return text;
}

std::string hex_if_there(const nlohmann::json& in, const char* name, std::size_t digits, const std::string& origin) {
  return in.contains(name) ? hex(in, name, digits, origin) : "";
}

StepCard step_from_json(const nlohmann::json& in) {
  const auto list = [&](const char* name) { return in.value(name, std::vector<double>{}); };
  const auto spreads = [&](const char* name) {
    const std::vector<double> values = list(name);
    if (std::any_of(values.begin(), values.end(), [](double x) { return x < 0; })) throw std::out_of_range("below 0");
    return values;
  };
  const auto number = [&](const char* name) { return in.contains(name) ? whole_number(in.at(name)) : 0; };
  return {.step = in.at("step"),
          .text = in.at("text"),
          .law = in.value("law", ""),
          .sd = spreads("sd"),
          .similarity = in.value("similarity", 0.0),
          .width = spreads("width"),
          .origin = list("origin"),
          .center = list("center"),
          .scale = list("scale"),
          .grid = spreads("grid"),
          .side = in.value("side", ""),
          .outputs = number("outputs"),
          .entry_sd = in.value("entry_sd", 1.0),
          .hidden = number("hidden"),
          .entries = spreads("entries"),
          .scaled = in.value("scaled", true),
          .draws = in.value("draws", ""),
          .effect = in.contains("effect") ? effect_of_name(in.at("effect")) : Effect::unstated,
          .learnt = in.value("learnt", false),
          .radius = in.value("radius", 0.0),
          .share = in.value("share", ""),
          .low = list("low"),
          .high = list("high"),
          .map = list("map"),
          .offset = list("offset"),
          .window = in.value("window", 0.0),
          .group = number("group"),
          .digits = number("digits")};
}

/// The document of a card, or of nothing that could be one.
nlohmann::json document_of(const std::string& text, const std::string& origin) {
  nlohmann::json in = parse_json(text, origin);
  require(!in.is_discarded(), "{} is not a card of a release: it is cut off, or no JSON", origin);
  const auto twice = repeated_key(text);
  require(!twice, "{} is not a card of a release: it has the field '{}' twice", origin, twice.value_or(""));
  return in;
}

}  // namespace

std::string_view effect_name(Effect effect) {
  return kEffects[static_cast<std::size_t>(effect)];
}

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
  if (!card.kept_digest.empty()) out["kept_digest"] = card.kept_digest;
  if (!card.check.empty()) out["check"] = card.check;
  if (!card.seal.empty()) out["seal"] = card.seal;
  return out;
}

Card card_from_json(const std::string& text, const std::string& origin) {
  const nlohmann::json in = document_of(text, origin);
  using Names = std::vector<std::string>;
  Card card;
  const std::int64_t format = count(in, "guise_card", origin);
  require(format == 1 || format == Card::kFormat,
          "{} is a card of format {}; this version of guise reads formats 1 and {}: use the guise that wrote it", origin,
          format, Card::kFormat);
  card.format = static_cast<int>(format);
  card.tool = field<std::string>(in, "tool", origin);
  card.mask = field<std::string>(in, "mask", origin);
  for (const auto& step : field<std::vector<nlohmann::json>>(in, "steps", origin)) {
    try {
      card.steps.push_back(step_from_json(step));
    } catch (const std::exception&) {
      refuse("{} is not a card of a release: step {} lacks a field, or has one of the wrong kind", origin,
             card.steps.size() + 1);
    }
  }
  card.records = count(in, "records", origin);
  card.first_record = count(in, "first_record", origin);
  card.shuffled = field<bool>(in, "shuffled", origin);
  card.attributes = field<Names>(in, "attributes", origin);
  card.columns = field<Names>(in, "columns", origin);
  card.kept = field<Names>(in, "kept", origin);
  if (in.contains("round")) card.round = field<std::string>(in, "round", origin);
  constexpr std::size_t kTag = 32, kDigest = 64;
  card.digest = field<std::string>(in, "digest", origin);
  if (!card.digest.empty()) card.digest = hex(in, "digest", kDigest, origin);  // none of a release in memory
  card.salt = hex(in, "salt", kDigest, origin);
  card.key_fingerprint = hex(in, "key_fingerprint", kTag, origin);
  card.own_tag = hex_if_there(in, "own_tag", kTag, origin);
  card.order_tag = hex_if_there(in, "order_tag", kTag, origin);
  card.count_tag = hex_if_there(in, "count_tag", kTag, origin);
  card.kept_digest = hex_if_there(in, "kept_digest", kDigest, origin);
  card.check = hex_if_there(in, "check", kDigest, origin);
  card.seal = hex_if_there(in, "seal", kDigest, origin);
  card.content = to_hex(card_content(in));
  return card;
}

}  // namespace guise
