// SPDX-License-Identifier: Apache-2.0
// Advice as text and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "audit/advise.h"
#include "base/names.h"
#include "base/text.h"

namespace guise::audit {
namespace {

using nlohmann::json;

std::string risk_in_words(const Advice& advice) {
  if (advice.limits.empty())
    return "share of the variance of the worst attribute that the best attack recovers once units are known";
  if (advice.limits.size() == 1) return fmt::format("{} over its limit {:g}", advice.limits[0].figure, advice.limits[0].value);
  return "the figure that comes nearest to its limit, over that limit";
}

std::string loss_in_words(const Advice& advice) {
  return fmt::format("1 - mean share kept of {}", enumerate(advice.counted));
}

json spread_json(const Spread& spread) {
  const auto number = [](double value) { return std::isfinite(value) ? json(value) : json(nullptr); };
  return {{"value", number(spread.value)}, {"ci", {number(spread.low), number(spread.high)}}};
}

std::string cell(const Spread& spread) {
  return fmt::format("{:5.2f} ±{:4.2f}", std::min(spread.value, 99.99), std::min((spread.high - spread.low) / 2, 9.99));
}

std::string row(const Point& point, bool chosen) {
  constexpr std::size_t kMask = 40;
  const std::string mask = shorten(point.mask, kMask);
  return fmt::format("{} {}{}  {}  {}  {}\n", chosen ? "*" : " ", mask, std::string(kMask - text_width(mask), ' '),
                     cell(point.risk), cell(point.loss), point.confirmed ? "whole" : "sample");
}

/// The front, and what was confirmed besides.
std::string front_table(const Advice& advice) {
  std::string out = fmt::format("\n  {:<40}  {:<11}  {:<11}  {}\n", "mask", " risk", " loss", "on");
  for (std::size_t i = 0; i < advice.points.size(); ++i)
    if (advice.points[i].front || advice.points[i].confirmed) out += row(advice.points[i], advice.choice == i);
  return out;
}

std::string limits_of(const Advice& advice) {
  std::vector<std::string> texts;
  for (const Limit& limit : advice.limits) texts.push_back(limit.text());
  return enumerate(texts);
}

std::string conclusion(const Advice& advice) {
  if (advice.choice) {
    const Point& choice = advice.points[*advice.choice];
    return advice.limits.empty()
               ? fmt::format("Advised: {}, the knee of the front: less loss costs more risk from there on.", choice.mask)
               : fmt::format("Advised: {}, of what stays within {} the least loss.", choice.mask, limits_of(advice));
  }
  std::string text = fmt::format("Nothing qualifies: of the masks tried none stays within {}.", limits_of(advice));
  if (advice.nearest) {
    const Point& nearest = advice.points[*advice.nearest];
    text += fmt::format(" Nearest came {}, at {:.2f} times the limit (95 % interval up to {:.2f}).", nearest.mask,
                        nearest.risk.value, nearest.risk.high);
    if (nearest.risk.value <= 1) text += " More ‘keys’ narrow the interval.";
  }
  return text;
}

}  // namespace

std::string advice_text(const Advice& advice) {
  std::string out = wrap(fmt::format(
      "{}: {} records, {} attribute{}; {} trials on samples of up to {} records, {} masks confirmed on the whole table with {} "
      "fresh keys",
      advice.audit.table, advice.audit.records + advice.audit.held_out, advice.audit.columns.size(),
      advice.audit.columns.size() == 1 ? "" : "s", advice.tried, advice.sample, advice.audit.masks.size(), advice.audit.keys));
  if (advice.cut_short) out += wrap("Note: the time ran out before the search had ended; more ‘seconds’ may find better.", 6);
  for (const std::string& note : advice.notes) out += wrap("Note: " + note, 6);
  out += front_table(advice) + "\n" + wrap(conclusion(advice));
  out += wrap(fmt::format("risk: {}. loss: {}; a figure the mask destroys counts as lost.", risk_in_words(advice),
                          loss_in_words(advice)));
  out += wrap(
      "Risk is a lower bound: that of the best attack in guise. The parameters are public, and they were chosen by looking at "
      "the "
      "data. No mask protects against a stolen key.");
  return out;
}

json frontier_json(const Advice& advice, const std::string& command) {
  json out{{"risk", risk_in_words(advice)},
           {"loss", loss_in_words(advice)},
           {"limits", json::array()},
           {"choice", advice.choice ? json(*advice.choice) : json(nullptr)},
           {"nearest", advice.nearest ? json(*advice.nearest) : json(nullptr)},
           {"command", command.empty() ? json(nullptr) : json(command)},
           {"counted", advice.counted},
           {"tried", advice.tried},
           {"cut_short", advice.cut_short},
           {"notes", advice.notes},
           {"points", json::array()}};
  for (const Limit& limit : advice.limits) out["limits"].push_back(limit.text());
  for (const Point& point : advice.points)
    out["points"].push_back({{"scheme", point.scheme},
                             {"mask", point.mask},
                             {"risk", spread_json(point.risk)},
                             {"loss", spread_json(point.loss)},
                             {"qualifies", point.qualifies},
                             {"front", point.front},
                             {"confirmed", point.confirmed}});
  return out;
}

}  // namespace guise::audit
