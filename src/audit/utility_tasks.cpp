// SPDX-License-Identifier: Apache-2.0
#include "audit/utility_tasks.h"

#include <algorithm>

#include "audit/utility_distances.h"
#include "audit/utility_labels.h"
#include "audit/utility_line.h"
#include "base/error.h"
#include "mining/resample.h"

namespace guise::audit {
namespace {

// Ten neighbours of each record need some more records to be a question.
constexpr Index kLeastRecords = 30;

/// The agreement of that name, as the task itself measures it.
double agreement(const mining::Mined& truth, const mining::Mined& release, std::string_view task, std::string_view name) {
  for (const mining::Agreement& each : mining::find_task(task).compare(truth, release))
    if (each.name == name) return each.value;
  return measures::kNothing;
}

double neighbours(const mining::Mined& truth, const mining::Mined& release, const random::Rng&) {
  return agreement(truth, release, "neighbours", "recall of the 10 nearest");
}
double clusters(const mining::Mined& truth, const mining::Mined& release, const random::Rng&) {
  return agreement(truth, release, "kmeans", "adjusted Rand index");
}
double distributions(const mining::Mined& truth, const mining::Mined& release, const random::Rng&) {
  return 1 - agreement(truth, release, "density", "Kolmogorov-Smirnov distance, mean");
}

/// Shuffling keeps distributions: the floor is to put everybody at the mean.
double all_at_the_mean(const mining::Data& truth) {
  const Matrix& rows = truth.held->rows;
  double sum = 0;
  for (Index j = 0; j < rows.cols(); ++j) {
    const auto below = static_cast<double>((rows.col(j).array() < rows.col(j).mean()).count());
    const double share = below / static_cast<double>(rows.rows());
    sum += 1 - std::max(share, 1 - share);
  }
  return sum / static_cast<double>(rows.cols());
}

bool has_number(const UtilitySample& sample) {
  return sample.has_number();
}
bool has_classes(const UtilitySample& sample) {
  return sample.has_classes();
}

constexpr MinedFigure kFigures[] = {
    {.name = "distributions",
     .summary =
         "1 - Kolmogorov-Smirnov distance of every attribute, noise taken out, mean; worst: every record at the mean; in {} "
         "records",
     .on = Lives::units,
     .task = "density",
     .agree = distributions,
     .resampled = true,
     .floor = all_at_the_mean},
    {.name = "distances",
     .summary = "rank correlation with the originals' distances, over 20 000 pairs of {} records",
     .on = Lives::distances,
     .task = "",
     .agree = distance_ranks},
    {.name = "neighbours",
     .summary = "share of the 10 nearest records that are the nearest in the originals too; among {} records",
     .on = Lives::distances,
     .task = "neighbours(k=10, count=1000)",
     .agree = neighbours},
    {.name = "kmeans",
     .summary = "agreement of 5 clusters with those of the originals, adjusted Rand index; of {} records",
     .on = Lives::distances,
     .task = "kmeans(k=5)",
     .agree = clusters,
     .resampled = true},
    {.name = "classification",
     .summary = "share of records with the right label predicted by logistic regression on other released records; {} records",
     .on = Lives::records,
     .task = "",
     .agree = classes_told,
     .wanted = has_classes},
    {.name = "regression",
     .summary = "share of the variance of the label that a regression learnt from other released records explains; {} records",
     .on = Lives::records,
     .task = "",
     .agree = number_told,
     .wanted = has_number},
};

mining::Findings mine(const MinedFigure& figure, const mining::Data& data, const random::Rng& rng) {
  if (figure.task.empty()) return {};
  const Call call = parse_call(figure.task);
  const mining::Task& task = mining::find_task(call.name);
  return mining::mine(task, data, check_params(task.params, call, "task"), rng);
}

const Params kNone;  // agreements are told by findings, not by parameters

}  // namespace

MinedTruth::MinedTruth(const UtilitySample& sample, Matrix rows_in_these_units, const random::Rng& rng) : rng_(rng) {
  mining::Records records = sample.records;
  records.rows = std::move(rows_in_these_units);
  const auto held = [&](mining::Records some) { return mining::in_memory(std::move(some), sample.columns, sample.label); };
  const mining::Data again = held(mining::bootstrap(records, rng.fork("bootstrap")));
  const mining::Data apart = held(mining::shuffled(records, rng.fork("shuffle")));
  truth_ = held(std::move(records));
  for (const MinedFigure& figure : kFigures)
    if (!figure.wanted || figure.wanted(sample)) found_.push_back(find(figure, again, apart));
}

MinedTruth::Found MinedTruth::find(const MinedFigure& figure, const mining::Data& again, const mining::Data& apart) const {
  Found out{.figure = &figure, .ceiling = measures::kNothing, .floor = measures::kNothing};
  if (truth_.held->rows.rows() < kLeastRecords) {
    out.failed = fmt::format("{} records are too few to mine; it takes {}", truth_.held->rows.rows(), kLeastRecords);
    return out;
  }
  try {
    out.truth = mine(figure, truth_, rng_);
    const mining::Mined truth{truth_, out.truth, kNone};
    // What was learnt from records drawn again is applied to the originals.
    out.ceiling = figure.resampled ? figure.agree(truth, {truth_, mine(figure, again, rng_), kNone}, rng_)
                                   : figure.agree(truth, truth, rng_);
    out.floor = figure.floor ? figure.floor(truth_) : figure.agree(truth, {apart, mine(figure, apart, rng_), kNone}, rng_);
  } catch (const Error& error) {
    out.failed = error.what();
  }
  return out;
}

std::vector<Utility> MinedTruth::figures(const std::vector<mining::Data>& releases, bool untold) const {
  std::vector<Utility> out;
  for (const Found& found : found_) {
    const MinedFigure& figure = *found.figure;
    UtilityLine line(std::string(figure.name), fmt::format(fmt::runtime(figure.summary), truth_.held->rows.rows()));
    const bool by_row = untold && figure.on != Lives::units;  // the others are of columns as a whole
    for (const mining::Data& release : releases)
      line.add(by_row                 ? std::string(kUntold)
               : found.failed.empty() ? why_lost(release, figure.on)
                                      : found.failed,
               [&] {
                 const mining::Findings findings = mine(figure, release, rng_);
                 return figure.agree({truth_, found.truth, kNone}, {release, findings, kNone}, rng_);
               });
    out.push_back(line.finish(found.ceiling, found.floor));
  }
  return out;
}

}  // namespace guise::audit
