// SPDX-License-Identifier: Apache-2.0
// Whether a card can be the card of a release: its mask is planned again, with any key, and must say what the card says.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "masks/mask.h"
#include "masks/secret_matrix.h"
#include "masks/shared_draws.h"

namespace guise::masks {
namespace {

constexpr std::size_t kMostColumns = 100'000'000;  // as many as there may be sums over records

/// What is said of a step, as it stands on a card.
nlohmann::json said(const StepCard& step) {
  Card card;
  card.steps = {step};
  return to_json(card)["steps"][0];
}

/// As cards had it before they stated effects.
StepCard without_effect(StepCard step) {
  const StepCard none;
  if (step.effect == Effect::ball) step.center.clear();
  if (step.law == "haar" || step.law == "permutation") step.law.clear();
  step.effect = none.effect;
  step.learnt = none.learnt;
  step.radius = none.radius;
  step.low.clear();
  step.high.clear();
  return step;
}

/// Numbers of a step that was learnt from the data: one for each column, or none.
bool fits(const StepCard& step, std::size_t columns) {
  const auto lists = {&step.sd, &step.width, &step.origin, &step.center, &step.scale, &step.grid};
  const auto outputs = static_cast<std::size_t>(step.outputs > 0 ? step.outputs : static_cast<std::int64_t>(columns));
  const bool possible = outputs <= kMostColumns && columns <= kMostColumns;  // so that their product is a number
  if (!possible || !(step.map.empty() || step.map.size() == outputs * columns) ||
      !(step.offset.empty() || step.offset.size() == outputs))
    return false;
  if (step.effect == Effect::limits)
    for (const auto* codes : {&step.low, &step.high})
      if (!codes->empty() && codes->size() != columns) return false;
  return std::all_of(lists.begin(), lists.end(), [&](const auto* list) { return list->empty() || list->size() == columns; });
}

}  // namespace

void check_card(const Card& card, const std::string& origin) {
  const auto contradicts = [&](bool wrong, const std::string& what) {
    require(!wrong, "{} contradicts itself: {}", origin, what);
  };
  contradicts(card.attributes.empty() || card.columns.empty(), "the columns of the release or of its originals are missing");
  contradicts(card.records < 0 || card.first_record < 0, "numbers of records cannot be negative");
  const Mask mask = Mask::of_card(card.mask);
  contradicts(mask.links().size() != card.steps.size(),
              fmt::format("the mask '{}' does not have {} steps", card.mask, card.steps.size()));
  contradicts(card.round.empty() == (card.format > 1 && sums_records(mask)),
              "the label of a round belongs to sums over records, and only to these");
  const SharedDraws draws(card.format, mask, card.attributes, card.round);
  const random::Key key = random::Key::create();
  std::vector<std::string> columns = card.attributes;
  for (std::uint32_t number = 0; const Mask::Link& link : mask.links()) {
    const StepCard& step = card.steps[number];
    contradicts(step.step != link.step->name || step.text != link.call.text(),
                fmt::format("step {} is '{}' in the mask and '{}' below", number + 1, link.call.text(), step.text));
    contradicts(!fits(step, columns.size()),
                fmt::format("'{}' does not have one number for each of {} columns", step.text, columns.size()));
    if (reads_file(*link.step, link.params)) {
      contradicts(step.outputs > 1'000'000, fmt::format("'{}' cannot make {} columns", step.text, step.outputs));
      if (step.outputs > 0) columns = mixture_names(step.outputs);
    } else if (!depends_on_data(link.step->learns(link.params))) {
      Plan plan = link.step->plan(
          {.params = link.params, .columns = columns, .shared = draws.of(key, number), .own = key.own(number, {})});
      plan.card.step = step.step;
      plan.card.text = step.text;
      if (plan.secret.any()) plan.card.draws = draws.tag(number);
      if (step.effect == Effect::unstated) plan.card = without_effect(std::move(plan.card));
      contradicts(said(plan.card) != said(step), fmt::format("what it says about '{}' does not match that step", step.text));
      contradicts(plan.fold && plan.fold->outputs != card.records,
                  fmt::format("'{}' does not make {} records", step.text, card.records));
      columns = plan.columns;
    }
    ++number;
  }
  contradicts(columns != card.columns, fmt::format("'{}' does not make the columns it names", card.mask));
}

}  // namespace guise::masks
