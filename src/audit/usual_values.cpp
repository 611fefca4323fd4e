// SPDX-License-Identifier: Apache-2.0
#include "audit/usual_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/side_fit.h"

namespace guise::audit {
namespace {

// Kinds of fewer records are guessed as everybody.
constexpr std::size_t kLeastOfKind = 20;
constexpr Index kParts = 25;

double key(double kind) {
  return std::isnan(kind) ? std::numeric_limits<double>::infinity() : kind;
}

Vector vector_of(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

}  // namespace

double crowded_value(Vector values, double reach) {
  std::sort(values.begin(), values.end());
  Index best = 0, most = 0, end = 0;
  for (Index start = 0; start < values.size(); ++start) {
    while (end < values.size() && values[end] - values[start] <= 2 * reach) ++end;
    if (end - start > most) {
      most = end - start;
      best = start;
    }
  }
  // Most of the interval's people may have one and the same value: then that one is the guess, not the middle.
  const Index last = best + most - 1;
  return values[last] - values[best] <= reach ? values[best + most / 2] : (values[best] + values[last]) / 2;
}

UsualValues::UsualValues(const Vector& kinds, const Vector& values, const std::vector<std::int64_t>& records, double reach)
    : folds_(stats::kSideFolds) {
  for (std::size_t fold = 0; fold < folds_.size(); ++fold) {
    std::map<double, std::vector<double>> seen;
    std::vector<double> all;
    for (Index i = 0; i < values.size(); ++i)
      if (stats::side_fold(records[static_cast<std::size_t>(i)]) != fold) {
        seen[key(kinds[i])].push_back(values[i]);
        all.push_back(values[i]);
      }
    if (!all.empty()) folds_[fold].all = crowded_value(vector_of(all), reach);
    for (const auto& [kind, own] : seen)
      if (own.size() >= kLeastOfKind) folds_[fold].kinds[kind] = crowded_value(vector_of(own), reach);
  }
}

double UsualValues::of(double kind, std::int64_t record) const {
  const Fold& fold = folds_[stats::side_fold(record)];
  const auto found = fold.kinds.find(key(kind));
  return found == fold.kinds.end() ? fold.all : found->second;
}

Vector cuts_of(Vector values) {
  std::sort(values.begin(), values.end());
  std::vector<double> cuts;
  for (Index part = 1; part < kParts; ++part) {
    const double cut = values[part * values.size() / kParts];
    if (cuts.empty() || cut > cuts.back()) cuts.push_back(cut);
  }
  return vector_of(cuts);
}

double part_of(double value, const Vector& cuts) {
  return static_cast<double>(std::upper_bound(cuts.begin(), cuts.end(), value) - cuts.begin());
}

}  // namespace guise::audit
