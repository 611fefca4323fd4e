// SPDX-License-Identifier: Apache-2.0
#include "jobs/given_release.h"

#include <algorithm>

#include "audit/estimated_mask.h"
#include "audit/restore.h"
#include "base/error.h"
#include "base/names.h"
#include "jobs/in_step.h"
#include "jobs/read_card.h"
#include "masks/mask.h"
#include "release/older_cards.h"
#include "table/column_patterns.h"
#include "table/join.h"

namespace guise::jobs {
namespace {

using Names = std::vector<std::string>;

bool has(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool holds_all(const Names& names, const Names& some) {
  return std::all_of(some.begin(), some.end(), [&](const std::string& name) { return has(names, name); });
}

/// What is masked in the release: what its card says, else the columns it has under the originals' names if it has all of
/// these, else every numeric column that is not kept and no id.
Names released_columns(const table::Table& release, const table::Table& originals, const std::optional<Card>& card,
                       const Input& in, const GivenOptions& options) {
  if (card) return card->columns;
  Names columns;
  for (const std::string& name : release.schema().numeric())
    if (name != options.by && !has(in.keep, name)) columns.push_back(name);
  require(!columns.empty(), "{} has no numeric columns to judge", options.file);
  Names wanted = in.columns;
  if (wanted.empty())
    for (const std::string& name : originals.schema().numeric())
      if (name != options.by && !has(in.keep, name)) wanted.push_back(name);
  return holds_all(columns, wanted) ? wanted : columns;
}

/// The originals' columns: named, or on the card, or those the release has under the same names, or all.
Input chosen(Input in, const table::Table& originals, const Names& columns, const std::optional<Card>& card,
             const GivenOptions& options) {
  if (!options.by.empty() && !has(in.keep, options.by)) in.keep.push_back(options.by);
  if (card) {
    require(in.columns.empty() || in.columns == card->attributes, "‘columns’: the card of {} says that {} were masked",
            options.file, enumerate(card->attributes));
    in.columns = card->attributes;
  } else if (in.columns.empty() && holds_all(originals.schema().numeric(), columns)) {
    in.columns = columns;
  }
  return in;
}

audit::Given::Reading as_own_columns() {
  return {"taken for the originals' own columns", {}};
}

audit::Given::Reading as_mixtures(std::size_t attributes) {
  audit::Given::Reading reading{"taken for mixtures of the columns", {}};
  reading.card.knowledge.mixed = true;
  reading.card.knowledge.attributes = static_cast<Index>(attributes);
  return reading;
}

/// The mask most vendors of "encrypted" vectors use; some attacks look for nothing else.
audit::Given::Reading as_rotation(std::size_t attributes) {
  audit::Given::Reading reading = as_mixtures(attributes);
  reading.name = "taken for a rotation";
  const auto m = static_cast<Index>(attributes);
  reading.card.knowledge.matrix_law = release::MatrixLaw{.law = "haar", .rows = m, .columns = m};
  return reading;
}

/// The card that the mask would have got: what everybody knows of it (Kerckhoffs).
Card card_of_mask(const std::string& spec, const table::Table& originals, const table::Selection& selection,
                  const table::Work& work, const std::string& file, std::size_t columns) {
  masks::Preparer preparer(originals, selection, work, true);
  const random::Key key = random::Key::create();
  const masks::Prepared prepared = preparer.prepare(masks::Mask::parse(spec), {&key, 1}).front();
  require(prepared.columns().size() == columns, "‘masks’: '{}' makes {} columns of {}, and {} has {}", spec,
          prepared.columns().size(), selection.attributes.size(), file, columns);
  return prepared.card();
}

void fill_readings(audit::Given& given, const std::optional<Card>& card, const Names& attributes) {
  if (card) {
    const std::vector<StepCard> steps = release::steps_of(*card);
    const bool folds =
        std::any_of(steps.begin(), steps.end(), [](const StepCard& step) { return step.effect == Effect::sums; });
    require(!folds, "{} holds sums over records, not a row for each; audit its mask instead (guise audit IN ‘masks’ …)",
            given.file);
    given.mask = card->mask;
    given.card = card;
    given.readings = {{"", attacks::knowledge_from(*card)}};
    return;
  }
  const bool same_number = given.names.size() == attributes.size();
  if (same_number) given.readings.push_back(as_own_columns());
  given.readings.push_back(as_mixtures(attributes.size()));
  if (same_number && attributes.size() > 1) given.readings.push_back(as_rotation(attributes.size()));
}

table::Joined beside(std::shared_ptr<table::Table> originals, std::shared_ptr<table::Table> release, const Input& in,
                     const GivenOptions& options, const Names& attributes, const Names& columns) {
  std::vector<table::Part> parts{{in.path, std::move(originals), attributes}, {options.file, std::move(release), columns}};
  if (options.by.empty()) return table::join_in_order(std::move(parts));
  require(!in.path.empty(), "‘by’ needs a file of originals, not ‘sql’");
  return table::join_by(parts, options.by);
}

/// Shuffled rows are matched to the originals; nothing where they are in order.
std::optional<audit::Restored> put_back(const table::Table& originals, const table::Table& release, table::Selection selection,
                                        const audit::Given& given, bool shuffled, const table::Work& work,
                                        const random::Rng& rng) {
  selection.kept.clear();
  const audit::Sides sides{originals, release, selection, {.attributes = given.names, .missing = selection.missing}};
  if (!shuffled && audit::rows_in_step(sides, work)) return {};
  return audit::restore_rows(sides, given.readings, work, rng);
}

table::Joined in_memory(Matrix both, const Names& attributes, const audit::Given& given) {
  Names names = attributes;
  for (const std::string& column : given.names) names.push_back(table::beside_name(given.file, column));
  return {table::Table::from_matrix(std::move(both), names), names};
}

}  // namespace

BesideOriginals open_given(const GivenOptions& options, const Input& asked, const Names& masks, const table::Work& work,
                           const random::Rng& rng) {
  require(asked.missing != "mean", "‘released’: missing values cannot be filled with means; use ‘missing=drop’");
  require(masks.size() <= 1, "‘released’: one release has one mask; {} were given", masks.size());
  auto originals = std::make_shared<table::Table>(asked.open());
  Input in = asked;
  in.columns = table::matching_columns(originals->schema(), asked.columns, originals->name());
  in.keep = table::matching_columns(originals->schema(), asked.keep, originals->name());
  auto release = std::make_shared<table::Table>(table::Table::open(options.file));
  for (const auto* table : {originals.get(), release.get()})
    require(options.by.empty() || table->schema().find(options.by), "‘by’: {} has no column '{}'", table->name(), options.by);
  std::optional<Card> card;
  if (!options.no_card && masks.empty()) card = card_beside(options.file, *release, work);
  const bool by_order = options.by.empty(), shuffled = card && card->shuffled, in_order = card && !card->shuffled;

  const Names columns = released_columns(*release, *originals, card, in, options);
  table::Selection selection = chosen(in, *originals, columns, card, options).select(*originals, work);
  if (!card && !masks.empty()) card = card_of_mask(masks.front(), *originals, selection, work, options.file, columns.size());
  audit::Given given{.originals = originals->name(),
                     .file = options.file,
                     .mask = {},
                     .aligned = options.by.empty() ? "order" : options.by,
                     .columns = {},
                     .names = columns,
                     .readings = {}};
  fill_readings(given, card, selection.attributes);

  Names unjudged;
  for (const std::string& name : originals->schema().numeric())
    if (!has(selection.attributes, name) && !has(selection.kept, name)) unjudged.push_back(name);
  Names more;
  for (const std::string& name : release->schema().numeric())
    if (!has(columns, name) && !has(in.keep, name) && name != options.by) more.push_back(name);
  std::optional<audit::Restored> restored;
  if (by_order && !in_order && (shuffled || !kept_in_step(*originals, *release, selection.kept, work)))
    restored = put_back(*originals, *release, selection, given, shuffled, work, rng);
  Names notes;
  if (restored) {
    given.put_back = restored->how;
    given.aligned = given.untold() ? "nothing" : "values";
    if (!selection.kept.empty())
      notes.push_back(
          fmt::format("The unmasked columns ({}) were left out: shuffled rows are matched by the masked values alone.",
                      enumerate(selection.kept)));
    selection.kept.clear();
  }
  table::Joined joined = restored && !given.untold() ? in_memory(std::move(restored->both), selection.attributes, given)
                                                     : beside(originals, release, in, options, selection.attributes, columns);
  given.columns.assign(joined.attributes.begin() + static_cast<std::ptrdiff_t>(selection.attributes.size()),
                       joined.attributes.end());
  if (!card && !given.untold()) audit::tell_estimated_mask(given, joined.table, selection, work);
  if (!has(in.keep, options.by)) std::erase(selection.kept, options.by);  // the auditor's, not what a register is linked by
  if (!more.empty())
    notes.push_back(fmt::format("{} also has {}, which this audit left out. An attacker has these columns: audit them too.",
                                options.file, enumerate(more)));
  BesideOriginals out{std::move(joined.table), std::move(given), std::move(selection), std::move(notes)};
  if (!unjudged.empty() && in.columns.empty())
    out.notes.push_back(fmt::format("Not in {}, and so not judged: {}.", options.file, enumerate(unjudged)));
  return out;
}

}  // namespace guise::jobs
