// SPDX-License-Identifier: Apache-2.0
#include "attacks/stretches.h"

#include <algorithm>

namespace guise::attacks {
namespace {

void append(Matrix& rows, const Matrix& more) {
  const Index had = rows.rows();
  rows.conservativeResize(had + more.rows(), more.cols());
  rows.bottomRows(more.rows()) = more;
}

}  // namespace

std::int64_t most_stretches(Index columns) {
  constexpr std::int64_t kMost = 8, kLeast = 2, kValues = std::int64_t{4} << 20;
  return std::clamp<std::int64_t>(kValues / (kStretch * std::max<Index>(columns, 1)), kLeast, kMost);
}

void Stretches::add(std::int64_t first_record, const MatrixRef& rows) {
  if (rows.rows() == 0) return;
  kept_.push_back({.number = first_record / kStretch, .rows = rows});
}

void Stretches::merge(const Stretches& later) {
  for (const Stretch& stretch : later.kept_) {
    if (!kept_.empty() && kept_.back().number == stretch.number) {
      append(kept_.back().rows, stretch.rows);
    } else {
      kept_.push_back(stretch);
    }
  }
  thin();
}

/// A part of a table never drops what the whole keeps: it has fewer stretches, so its stride is at most that of the whole.
void Stretches::thin() {
  if (kept_.empty()) return;
  const auto most = static_cast<std::size_t>(most_stretches(kept_.front().rows.cols()));
  for (std::int64_t stride = 2; kept_.size() > most; stride *= 2)
    std::erase_if(kept_, [stride](const Stretch& stretch) { return stretch.number % stride != 0; });
}

std::vector<Stretch> Stretches::finish() && {
  return std::move(kept_);
}

std::vector<Vector> runs_of(const std::vector<Stretch>& stretches, Index column) {
  std::vector<Vector> runs;
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const Vector part = stretches[i].rows.col(column);
    if (i == 0 || stretches[i].number != stretches[i - 1].number + 1) {
      runs.push_back(part);
      continue;
    }
    Vector& run = runs.back();
    run.conservativeResize(run.size() + part.size());
    run.tail(part.size()) = part;
  }
  return runs;
}

}  // namespace guise::attacks
