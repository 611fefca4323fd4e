// SPDX-License-Identifier: Apache-2.0
// The door to all tasks: what a release does not have is refused here, with the reason.
#include "base/error.h"
#include "mining/fit.h"

namespace guise::mining {
namespace {

void require_records(const Task& task, const Data& data) {
  require(data.geometry.of_records,
          "task '{}' needs records, and the rows of {} are sums over all of them (side=records); use products, cosine or "
          "correlation",
          task.name, data.name);
}

void require_own_columns(const Task& task, const Data& data) {
  require(!data.facts.mixed,
          "task '{}' needs the originals' own columns, and {} has mixed columns; use a task that needs distances, such as "
          "kmeans, neighbours or svm, or use pca",
          task.name, data.name);
}

void require_distances(const Task& task, const Data& data) {
  require(data.geometry.no_distances.empty(), "task '{}' needs distances, and {} has lost them: {}", task.name, data.name,
          data.geometry.no_distances);
}

/// Figures in units that are not the originals': intervals hold for what they are in.
void note_shape(const Task& task, const Data& data, std::vector<std::string>& notes) {
  const bool in_units =
      task.needs == Needs::own_columns || task.needs == Needs::second_moments || task.target == Target::number;
  if (!in_units || !data.facts.shape || data.facts.mixed) return;
  if (data.facts.learnt_units)
    notes.push_back("columns were brought to units estimated from the data: figures are in these units, not in the originals'");
  else if (data.facts.shape->rescaled)
    notes.push_back("columns were multiplied by secret factors: figures are in the release's units, not in the originals'");
  else if (data.facts.shape->shifted)
    notes.push_back("secret constants were added to the columns: means, quantiles and intercepts are off by them");
}

}  // namespace

void require_fit(const Task& task, const Data& data) {
  switch (task.needs) {
    case Needs::records:
      return require_records(task, data);
    case Needs::distances:
      require_records(task, data);
      return require_distances(task, data);
    case Needs::lengths:
      return require_distances(task, data);
    case Needs::products:
      return require(data.geometry.no_products.empty(), "task '{}' needs inner products, and {} has lost them: {}", task.name,
                     data.name, data.geometry.no_products);
    case Needs::own_columns:
      require_records(task, data);
      return require_own_columns(task, data);
    case Needs::second_moments:
      return require_own_columns(task, data);
  }
}

Findings mine(const Task& task, const Data& data, const Params& params, const random::Rng& rng) {
  require(task.target == Target::none || data.label, "task '{}' learns from a label; name a kept column by ‘label’", task.name);
  require_fit(task, data);
  Findings found = task.mine(data, params, rng);
  found.notes.insert(found.notes.begin(), data.notes.begin(), data.notes.end());
  note_shape(task, data, found.notes);
  return found;
}

}  // namespace guise::mining
