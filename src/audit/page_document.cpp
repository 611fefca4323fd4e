// SPDX-License-Identifier: Apache-2.0
#include "audit/page_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <vector>

namespace guise::audit {
namespace {

using nlohmann::json;

/// What is kept of every attacker, the less the further down.
struct Cut {
  std::size_t columns, look_columns;
  bool all_attacks;
  std::string_view says;
};
constexpr Cut kCuts[] = {
    {30, 8, true, "only the 30 most exposed columns of each attacker, with closer looks at 8"},
    {30, 2, true, "only the 30 most exposed columns of each attacker, with closer looks at 2"},
    {10, 0, true, "only the 10 most exposed columns of each attacker, without closer looks"},
    {3, 0, false, "only the 3 most exposed columns and the worst attack of each attacker, without closer looks"},
    {0, 0, false, "only the worst attack of each attacker, without columns and closer looks"},
};
constexpr std::size_t kMostEigenvalues = 200;

/// The element, or null where there is none: documents may come from a file.
json& at(json& object, const char* name) {
  thread_local json none;
  none = nullptr;
  if (!object.is_object()) return none;
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}

double number_in(const json& object, const char* name, double otherwise) {
  if (!object.is_object()) return otherwise;
  const auto found = object.find(name);
  return found != object.end() && found->is_number() ? found->get<double>() : otherwise;
}

template <typename Use>
void each_attacker(json& document, const Use& use) {
  json& masks = at(document, "masks");
  if (!masks.is_array()) return;
  for (json& mask : masks)
    if (json& attackers = at(mask, "attackers"); attackers.is_array())
      for (json& attacker : attackers)
        if (attacker.is_object()) use(attacker);
}

json* worst_attack(json& attacker) {
  json& attacks = at(attacker, "attacks");
  if (attacks.is_array())
    for (json& attack : attacks)
      if (attack.is_object() && attack.value("attack", json()) == attacker.value("worst", json())) return &attack;
  return nullptr;
}

/// Columns by how much the worst attack leaves of them, the most exposed first.
std::vector<std::string> by_exposure(json& attacker) {
  std::vector<std::pair<double, std::string>> ranked;
  if (json* attack = worst_attack(attacker); attack && at(*attack, "by_attribute").is_object())
    for (auto& [column, figures] : at(*attack, "by_attribute").items())
      ranked.emplace_back(number_in(at(figures, "calibrated"), "value", number_in(figures, "residual", 1)), column);
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> out;
  for (const auto& [left, column] : ranked) out.push_back(column);
  return out;
}

void keep_columns(json& object, const std::set<std::string>& kept) {
  if (!object.is_object()) return;
  json out = json::object();
  for (const auto& [name, value] : object.items())
    if (kept.contains(name)) out[name] = value;
  object = std::move(out);
}

/// Those that the page's outcome rests on come first: met before undecided before failed, then by excess.
void keep_criteria(json& criteria, std::size_t most) {
  if (!criteria.is_array()) return;
  const auto rank = [](const json& one) {
    const std::string decision = one.is_object() ? one.value("decision", "") : "";
    return std::tuple(decision == "passes" ? 0 : decision == "undecided" ? 1 : 2, -number_in(one, "excess", -1));
  };
  std::stable_sort(criteria.begin(), criteria.end(), [&](const json& a, const json& b) { return rank(a) < rank(b); });
  if (criteria.size() > most) criteria.erase(criteria.begin() + static_cast<std::ptrdiff_t>(most), criteria.end());
}

void keep_only(json& object, std::initializer_list<const char*> names) {
  if (object.is_object()) keep_columns(object, std::set<std::string>(names.begin(), names.end()));
}

/// The figures that the page shows, of all columns together or of one.
void keep_shown(json& figures) {
  keep_only(figures, {"attack", "outcome", "reason", "reading", "notes", "keys", "records", "attributes", "by_attribute",
                      "nrmse", "residual", "calibrated", "linked", "linked_of", "linked_groups", "within", "recovery", "ci"});
  for (const char* family : {"within", "recovery"}) keep_only(at(figures, family), {"0.1"});
  keep_only(at(figures, "ci"), {"nrmse"});
}

/// Six digits: a page shows three.
void shorten_numbers(json& value) {
  if (value.is_number_float()) value = json::parse(fmt::format("{:.6g}", value.get<double>()), nullptr, false);
  if (value.is_structured())
    for (json& each : value) shorten_numbers(each);
}

void drop_unseen(json& document) {
  each_attacker(document, [](json& attacker) {
    json& attacks = at(attacker, "attacks");
    if (!attacks.is_array()) return;
    for (json& attack : attacks) {
      if (!attack.is_object()) continue;
      keep_shown(attack);
      if (json& columns = at(attack, "by_attribute"); columns.is_object())
        for (json& column : columns) keep_shown(column);
    }
  });
  shorten_numbers(at(document, "masks"));
}

void cut_attacker(json& attacker, const Cut& cut) {
  const std::vector<std::string> ranked = by_exposure(attacker);
  const auto first = [&](std::size_t most) {
    return std::set<std::string>(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(std::min(most, ranked.size())));
  };
  const std::set<std::string> kept = first(cut.columns);
  keep_columns(at(attacker, "baseline_nrmse"), kept);
  keep_criteria(at(attacker, "criteria"), cut.columns + 1);
  if (json* attack = worst_attack(attacker)) keep_columns(at(*attack, "by_attribute"), kept);
  if (json& look = at(attacker, "look"); look.is_object()) {
    if (cut.look_columns == 0)
      look = nullptr;
    else
      keep_columns(at(look, "by_attribute"), first(cut.look_columns));
  }
  json* worst = worst_attack(attacker);
  if (!cut.all_attacks && attacker.contains("attacks")) attacker["attacks"] = worst ? json::array({*worst}) : json::array();
}

/// What a page of any width shows the beginning of.
void cut_lists(json& document) {
  if (at(document, "baseline").is_object()) document["baseline"]["by_attribute"] = json::object();
  json& masks = at(document, "masks");
  if (!masks.is_array()) return;
  for (json& mask : masks)
    for (const char* list : {"release", "originals"})
      if (json& values = at(at(mask, "spectrum"), list); values.is_array() && values.size() > kMostEigenvalues)
        values.erase(values.begin() + kMostEigenvalues, values.end());
}

/// A page of a table with very many columns counts them and does not name them.
void cut_names(json& document) {
  json& columns = at(document, "columns");
  if (!columns.is_array() || columns.size() <= kMostEigenvalues) return;
  document["column_count"] = columns.size();
  columns.erase(columns.begin() + kMostEigenvalues, columns.end());
}

/// "<" occurs in strings only, and "</script>" or "<!--" in a column's name must not end the element.
std::string embeddable(const json& document) {
  const std::string plain = document.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string out;
  out.reserve(plain.size());
  for (const char letter : plain) {
    if (letter == '<')
      out += "\\u003c";
    else
      out += letter;
  }
  return out;
}

}  // namespace

std::string page_document(json document, std::size_t most) {
  each_attacker(document, [](json& attacker) {
    if (json& attacks = at(attacker, "attacks"); attacks.is_array())
      for (json& attack : attacks)
        if (attack.is_object() && attack.contains("by_attribute") &&
            attack.value("attack", json()) != attacker.value("worst", json()))
          attack["by_attribute"] = json::object();
  });
  std::string out = embeddable(document);
  if (out.size() <= most) return out;
  drop_unseen(document);
  out = embeddable(document);
  for (const Cut& cut : kCuts) {
    if (out.size() <= most) return out;
    cut_lists(document);
    cut_names(document);
    each_attacker(document, [&](json& attacker) { cut_attacker(attacker, cut); });
    document["left_out_of_page"] = {fmt::format("To stay small, this page shows {}. audit.json has all of them.", cut.says)};
    out = embeddable(document);
  }
  return out;
}

}  // namespace guise::audit
