// SPDX-License-Identifier: Apache-2.0
#include "audit/exposure.h"

#include <algorithm>
#include <cmath>

namespace guise::audit {
namespace {

bool more_exposed(const Exposed& a, const Exposed& b) {
  return std::pair(-a.gain, a.record) < std::pair(-b.gain, b.record);
}

}  // namespace

MostExposed::MostExposed(std::size_t most, const Vector& mean, const Vector& sd, std::vector<Index> scored)
    : most_(most), mean_(mean), weight_(Vector::Zero(sd.size())), scored_(std::move(scored)) {
  for (const Index j : scored_)
    if (sd[j] > 0) {
      weight_[j] = 1 / square(sd[j]);
      ++counted_;
    }
}

void MostExposed::add(std::int64_t record, const MatrixRef& truth, const MatrixRef& guess, Index row) {
  double from_mean = 0, from_guess = 0;
  for (const Index j : scored_) {
    from_mean += weight_[j] * square(truth(row, j) - mean_[j]);
    from_guess += weight_[j] * square(truth(row, j) - guess(row, j));
  }
  if (!(from_mean > from_guess)) return;
  kept_.push_back({record, (from_mean - from_guess) / counted_, std::sqrt(from_guess / counted_)});
  if (kept_.size() >= 2 * most_) drop_the_rest();
}

void MostExposed::drop_the_rest() {
  if (kept_.size() <= most_) return;
  std::nth_element(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(most_), kept_.end(), more_exposed);
  kept_.resize(most_);
}

void MostExposed::merge(const MostExposed& other) {
  kept_.insert(kept_.end(), other.kept_.begin(), other.kept_.end());
  drop_the_rest();
}

std::vector<Exposed> MostExposed::finish() const {
  std::vector<Exposed> all = kept_;
  std::sort(all.begin(), all.end(), more_exposed);
  all.resize(std::min(all.size(), most_));
  return all;
}

}  // namespace guise::audit
