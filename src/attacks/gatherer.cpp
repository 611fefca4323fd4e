// SPDX-License-Identifier: Apache-2.0
#include "attacks/gatherer.h"

#include <algorithm>

#include "table/chunk.h"

namespace guise::attacks {
namespace {

void append_rows(Matrix& rows, const Matrix& more) {
  if (more.rows() == 0) return;
  const Index had = rows.rows(), take = std::min<Index>(more.rows(), kSampleRecords - had);
  if (take <= 0) return;
  rows.conservativeResize(had + take, more.cols());
  rows.bottomRows(take) = more.topRows(take);
}

}  // namespace

Gatherer::Gatherer(std::vector<std::string> columns, std::set<Want> wants, const random::Rng& rng)
    : columns_(std::move(columns)),
      wants_(std::move(wants)),
      sample_(wants_.contains(Want::sample) ? kSampleRecords : 0, rng),
      histograms_(static_cast<Index>(columns_.size())) {}

void Gatherer::add(std::int64_t first_record, const MatrixRef& released, const MatrixRef& known, const MatrixRef& second,
                   const std::vector<std::int64_t>& numbers) {
  Partial partial;
  partial.records = released.rows();
  if (wants_.contains(Want::moments)) partial.moments.add(released);
  if (known.cols() + second.cols() > 0) {
    Matrix joint(released.rows(), released.cols() + known.cols() + second.cols());
    joint << released, known, second;
    partial.joint.add(joint);
  }
  if (wants_.contains(Want::histograms)) histograms_.add(released);
  sample_.add(first_record, released, numbers);
  // Serial attacks look at the first records in their order. Which block they are in follows from the record number alone, so
  // later blocks need not carry theirs through the merge.
  if (wants_.contains(Want::head) && first_record < 2 * kSampleRecords) partial.head = released;
  if (wants_.contains(Want::stretches)) partial.stretches.add(first_record, released);
  merge_.add(first_record / table::kBlock, std::move(partial));
}

void Gatherer::Partial::merge(const Partial& later) {
  records += later.records;
  moments.merge(later.moments);
  joint.merge(later.joint);
  append_rows(head, later.head);
  stretches.merge(later.stretches);
}

Evidence Gatherer::finish() {
  Partial all = merge_.finish({});
  Evidence evidence;
  evidence.records = all.records;
  evidence.columns = columns_;
  evidence.moments = std::move(all.moments);
  evidence.joint = std::move(all.joint);
  evidence.histograms = histograms_.merged();
  evidence.sample = sample_.rows();
  evidence.sample_records = sample_.records();
  evidence.head = std::move(all.head);
  evidence.stretches = std::move(all.stretches).finish();
  return evidence;
}

std::set<Want> wants_of(std::span<const Attack* const> attacks) {
  std::set<Want> wants;
  for (const Attack* attack : attacks) wants.insert(attack->wants.begin(), attack->wants.end());
  return wants;
}

}  // namespace guise::attacks
