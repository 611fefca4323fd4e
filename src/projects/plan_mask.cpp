// SPDX-License-Identifier: Apache-2.0
#include "projects/plan_mask.h"

#include <algorithm>

#include "base/digest.h"
#include "base/error.h"
#include "masks/mask.h"
#include "mining/fit.h"
#include "mining/owners.h"

namespace guise::projects {
namespace {

using parties::ProjectPlan;
using parties::SplitOf;
using parties::UnitsOf;

constexpr Index kProbeRecords = 64;

bool sums_records(const masks::Mask& mask) {
  return std::any_of(mask.links().begin(), mask.links().end(), [](const masks::Mask::Link& link) {
    return link.step->sums_records != nullptr && link.step->sums_records(link.params);
  });
}

void add(Digest& digest, const Matrix& matrix) {
  digest.add(fmt::format("{} x {}", matrix.rows(), matrix.cols()));
  for (Index j = 0; j < matrix.cols(); ++j)
    for (Index i = 0; i < matrix.rows(); ++i) {
      const double value = matrix(i, j);
      digest.add(std::span(reinterpret_cast<const std::uint8_t*>(&value), sizeof(value)));
    }
}

/// Numbers that are the same at every owner, and of which no column is constant.
table::Table probe(const std::vector<std::string>& columns) {
  Matrix values(kProbeRecords, static_cast<Index>(columns.size()));
  for (Index j = 0; j < values.cols(); ++j)
    for (Index i = 0; i < values.rows(); ++i) values(i, j) = static_cast<double>((i * (j + 3) + j) % 29) + 1;
  return table::Table::from_matrix(std::move(values), columns);
}

/// The mask as it is for the plan's first columns.
masks::Prepared on_probe(const ProjectPlan& plan, const std::string& mask, const random::Key& key) {
  const std::vector<std::string>& columns = plan.columns.begin()->second;
  const table::Table table = probe(columns);
  masks::Preparer preparer(table, {.attributes = columns}, {.threads = 1}, true);
  return std::move(preparer.prepare(masks::Mask::parse(mask), std::span(&key, 1), round_of(plan, mask))[0]);
}

/// A release as this card describes it.
mining::Data release_of(const ProjectPlan& plan, const Card& card) {
  const std::vector<std::string>& columns = card.columns;
  mining::Owner owner{.path = fmt::format("a release by '{}'", plan.mask),
                      .table = std::make_shared<table::Table>(probe(columns)),
                      .card = card};
  return mining::data_of(owner);
}

std::string joined(const std::vector<std::string>& all) {
  return fmt::format("{}", fmt::join(all, ","));
}

std::vector<std::string> texts_of(const std::vector<double>& numbers) {
  std::vector<std::string> all;
  for (const double each : numbers) all.push_back(fmt::format("{}", each));
  return all;
}

}  // namespace

std::string mask_of(const ProjectPlan& plan, const std::optional<parties::JointUnits>& units) {
  if (plan.units == UnitsOf::mask) return plan.mask;
  if (plan.units == UnitsOf::owners && !units) return "standardize | " + plan.mask;
  const bool numbers = plan.units == UnitsOf::numbers;
  return fmt::format("standardize(center=[{}],scale=[{}]) | {}", joined(numbers ? texts_of(plan.center) : units->center),
                     joined(numbers ? texts_of(plan.scale) : units->scale), plan.mask);
}

std::string round_of(const ProjectPlan& plan, const std::string& mask) {
  return sums_records(masks::Mask::parse(mask)) ? "session-" + to_hex(plan.session).substr(0, 16) : "";
}

void check_meaning(const ProjectPlan& plan) {
  const masks::Mask mask = masks::Mask::parse(mask_of(plan, {}));
  require(plan.split == SplitOf::columns || !sums_records(mask),
          "'{}' releases sums over records, which owners of other records cannot share; leave it out, or split by columns",
          plan.mask);
  const Card card = on_probe(plan, plan.mask, random::Key::derive(random::Rng::from_seed(0))).card();
  for (const StepCard& step : card.steps)
    require(plan.split == SplitOf::columns || step.effect != Effect::affine || !step.learnt,
            "'{}' takes units from each owner's own table, and they differ; give public or joint units instead", step.text);
  const mining::Data release = release_of(plan, card);
  for (const std::string& text : plan.tasks) {
    const Call call = parse_call(text);
    const mining::Task& task = mining::find_task(call.name);
    check_params(task.params, call, "task");
    require(task.target == mining::Target::none || !plan.label.empty(),
            "task '{}' learns from a label; name a kept column by ‘label’", task.name);
    mining::require_fit(task, release);
  }
  if (plan.label.empty()) return;
  const auto keeps = [&](const parties::PublicIdentity& owner) {
    const std::vector<std::string> kept = plan.kept_by(owner.name);
    return std::find(kept.begin(), kept.end(), plan.label) != kept.end();
  };
  const auto with = std::count_if(plan.owners.begin(), plan.owners.end(), keeps);
  require(plan.split == SplitOf::columns ? with >= 1 : with == static_cast<std::ptrdiff_t>(plan.owners.size()),
          "the label '{}' is no column that the owners keep; name it by ‘keep’ as well", plan.label);
}

Bytes32 matrix_hash(const ProjectPlan& plan, const std::string& mask, const random::Key& key) {
  const masks::Prepared prepared = on_probe(plan, mask, key);
  Digest digest;
  for (const stats::StepSecret& secret : prepared.secrets()) {
    if (secret.affine)
      for (const Matrix& each : {secret.affine->map, Matrix(secret.affine->shift)}) add(digest, each);
    if (secret.distortion)
      for (const Matrix& each :
           {secret.distortion->w, Matrix(secret.distortion->a), secret.distortion->q, Matrix(secret.distortion->b)})
        add(digest, each);
    if (secret.weights) add(digest, secret.weights(table::record_numbers(0, kProbeRecords)));
  }
  const auto tag = key.shared_tag("matrices", to_hex(plan.session), digest.finish());
  return parties::plan_hash(tag);
}

}  // namespace guise::projects
