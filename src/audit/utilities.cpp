// SPDX-License-Identifier: Apache-2.0
#include "audit/utilities.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "audit/utility_line.h"
#include "audit/utility_moments.h"
#include "audit/utility_tasks.h"
#include "release/older_cards.h"

namespace guise::audit {
namespace {

/// The first step where it changes units and the release is not read in the originals': what it shows at best are originals
/// in such units.
std::string units_of(const Variant& variant, const Request& request) {
  if (!variant.first && !request.given->card) return "";
  const Card card = variant.first ? variant.first->card() : *request.given->card;
  const bool undone = !variant.card.knowledge.mixed && variant.card.to_original;
  const std::vector<StepCard> steps = release::steps_of(card);
  return steps.empty() || !release::changes_units(steps.front()) || undone ? "" : steps.front().text;
}

/// Rows after that step by itself. What it learns it learns again, from the whole table.
Matrix in_units(const std::string& step, const UtilitySample& sample, const table::Table& originals, const Request& request) {
  if (step.empty()) return sample.records.rows;
  masks::Preparer preparer(originals, request.selection, request.work, true);
  const random::Key key = random::Key::create();
  table::Chunk chunk{.first_record = 0, .values = sample.records.rows};
  preparer.prepare(masks::Mask::parse(step), {&key, 1}).front().apply(chunk);
  return std::move(chunk.values);
}

std::string no_classes(const UtilitySample& sample) {
  return sample.label ? fmt::format("'{}' is a number: see regression", sample.label->column)
                      : "name a column that stays in clear by ‘label’";
}

/// Order of the figures in reports: what needs most of the columns first.
constexpr std::string_view kOrder[] = {"means",      "covariance", "correlation",    "distributions", "distances",
                                       "neighbours", "kmeans",     "classification", "regression"};

void put_in_order(std::vector<Utility>& figures) {
  const auto place = [](const Utility& figure) { return std::find(std::begin(kOrder), std::end(kOrder), figure.name); };
  std::sort(figures.begin(), figures.end(), [&](const Utility& a, const Utility& b) { return place(a) < place(b); });
}

}  // namespace

std::vector<std::vector<Utility>> utilities(const table::Table& originals, const Request& request, const Variants& variants,
                                            const FirstPass& pass, const random::Rng& rng) {
  const UtilitySample sample = draw_sample(originals, request, rng);
  std::map<std::string, MinedTruth> truths;
  std::vector<std::vector<Utility>> out;
  const auto keys = static_cast<std::size_t>(request.keys);
  const bool untold = request.given && request.given->untold();
  for (std::size_t m = 0; m < request.releases(); ++m) {
    const std::string units = units_of(variants.all()[m * keys], request);
    if (!truths.contains(units))
      truths.emplace(units, MinedTruth(sample, in_units(units, sample, originals, request), rng.fork("mined")));
    std::vector<mining::Data> releases;
    for (std::size_t v = m * keys; v < (m + 1) * keys; ++v)
      releases.push_back(release_of(sample, originals, request, variants, v));
    std::vector<ReleasedMoments> moments;
    for (std::size_t k = 0; k < keys; ++k) moments.push_back({releases[k], pass.variants[m * keys + k].evidence.moments});
    std::vector<Utility> figures = moment_utilities(pass.truth, sample, moments, rng.fork("moments"));
    if (!sample.has_number()) figures.push_back(regression_utility(pass.truth, sample.columns, moments));
    if (!sample.has_classes())
      figures.push_back(
          UtilityLine::without("classification", "share of records with the right predicted label", no_classes(sample)));
    for (Utility& each : truths.at(units).figures(releases, untold)) figures.push_back(std::move(each));
    put_in_order(figures);
    out.push_back(std::move(figures));
  }
  return out;
}

}  // namespace guise::audit
