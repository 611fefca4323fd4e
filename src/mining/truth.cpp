// SPDX-License-Identifier: Apache-2.0
#include "mining/truth.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "mining/resample.h"
#include "release/older_cards.h"

namespace guise::mining {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
// Records that the bounds are computed from: enough for two digits, few enough to mine twice more.
constexpr std::int64_t kBoundRecords = 5000;

/// Centre and scale of a leading `standardize`, as the card gives them or learnt from the originals as the mask did.
void standardize(Data& truth, const std::vector<Card>& cards) {
  Vector center = Vector::Zero(static_cast<Index>(truth.columns.size())), scale = Vector::Ones(center.size());
  bool any = false;
  std::optional<stats::Moments> learnt;
  for (const Card& card : cards) {
    const std::vector<StepCard> steps = release::steps_of(card);
    const StepCard* first = steps.empty() ? nullptr : &steps.front();
    if (!first || !release::changes_units(*first)) continue;
    any = true;
    if (!learnt && (first->center.empty() || first->scale.empty())) learnt = moments(truth);
    for (std::size_t i = 0; i < card.attributes.size(); ++i) {
      const auto at = std::find(truth.columns.begin(), truth.columns.end(), card.attributes[i]) - truth.columns.begin();
      if (at == static_cast<std::ptrdiff_t>(truth.columns.size())) continue;  // left out by --columns
      center(at) = first->center.empty() ? learnt->mean()(at) : first->center[i];
      scale(at) = first->scale.empty() ? std::sqrt(learnt->variance()(at)) : first->scale[i];
    }
  }
  if (!any) return;
  truth.to_original = [center, scale](Matrix& values) {
    values = Matrix((values.rowwise() - center.transpose()) * scale.cwiseInverse().asDiagonal());
  };
}

double value_of(const std::vector<Agreement>& all, const std::string& name) {
  for (const Agreement& each : all)
    if (each.name == name) return each.value;
  return kNone;
}

/// A bound is for information: where the task fails on the changed records there is none.
std::vector<Agreement> try_compare(const Task& task, const Mined& truth, const Data& changed, const Data& applied,
                                   const random::Rng& rng) {
  try {
    const Findings found = task.mine(changed, truth.params, rng);
    return task.compare(truth, {applied, found, truth.params});
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

Data truth_of(std::shared_ptr<const table::Table> originals, const Data& release, const std::vector<Card>& cards) {
  Data truth;
  truth.table = std::move(originals);
  truth.name = truth.table->name();
  truth.work = release.work;
  truth.selection.missing = table::Missing::error_or_drop;
  std::vector<std::string> attributes = release.columns;
  if (!cards.empty()) {
    attributes.clear();
    for (const Card& card : cards)
      for (const std::string& name : card.attributes)
        if (std::find(attributes.begin(), attributes.end(), name) == attributes.end()) attributes.push_back(name);
  }
  if (!release.facts.mixed) attributes = release.columns;  // some may have been left out
  truth.selection.attributes = table::choose_attributes(truth.table->schema(), attributes, {}, truth.name);
  truth.columns = attributes;
  truth.facts.attributes = static_cast<Index>(attributes.size());
  truth.geometry.noise = Vector::Zero(truth.facts.attributes);
  truth.geometry.of_records = release.geometry.of_records;
  truth.geometry.centred = release.geometry.centred;
  // A release that is read in the originals' units needs nothing done to the originals.
  const bool in_units = !release.facts.mixed && release.to_original;
  if (!in_units) standardize(truth, cards);
  return truth;
}

std::vector<Bounded> compare(const Task& task, const Mined& truth, const Mined& release, const random::Rng& rng) {
  std::vector<Bounded> out;
  for (const Agreement& each : task.compare(truth, release)) out.push_back({each.name, each.value, kNone, kNone});
  if (!truth.data.geometry.of_records) return out;
  const Records some = sample(truth.data, kBoundRecords, rng.fork("bounds"));
  if (some.rows.rows() < 10) return out;
  const Data original = in_memory(some, truth.data.columns, truth.data.label);
  const Findings found = task.mine(original, truth.params, rng.fork("originals"));
  const Mined base{original, found, truth.params};
  const Data drawn = in_memory(bootstrap(some, rng.fork("bootstrap")), truth.data.columns, truth.data.label);
  const Data mixed = in_memory(shuffled(some, rng.fork("shuffle")), truth.data.columns, truth.data.label);
  const bool single = task.by_record && !found.model;
  const auto best = single ? std::vector<Agreement>() : try_compare(task, base, drawn, original, rng.fork("ceiling"));
  const auto worst = try_compare(task, base, mixed, mixed, rng.fork("floor"));
  for (Bounded& each : out) {
    each.ceiling = value_of(best, each.name);
    each.floor = value_of(worst, each.name);
  }
  return out;
}

}  // namespace guise::mining
