// SPDX-License-Identifier: Apache-2.0
#include "audit/baselines.h"

#include <algorithm>
#include <memory>

#include "audit/attacker.h"
#include "measures/comparison.h"
#include "stats/side_fit.h"

namespace guise::audit {
namespace {

// As the attack: fewer rows cannot be held back, and more cells take long.
constexpr Index kLeastRows = 60, kMostCells = 150'000;

using attacks::Guess;
using attacks::Observed;
using attacks::Reconstruction;

Reconstruction constant(const Vector& values) {
  return {.guess = [values](const Observed& observed) { return Guess{values.transpose().replicate(observed.count, 1)}; }};
}

Vector crowded_values(const Matrix& rows, const Vector& sd) {
  Vector out(rows.cols());
  for (Index j = 0; j < rows.cols(); ++j) out[j] = crowded_value(rows.col(j), measures::kWhole * sd[j]);
  return out;
}

Reconstruction regression(const std::vector<Index>& known, const stats::Moments& truth) {
  const Matrix weights = weights_of_known(truth.covariance(), known);
  const Vector mean = truth.mean(), mean_of_known = mean(known);
  return {.guess = [=](const Observed& observed) {
    const Matrix rows = observed.known.middleRows(observed.before, observed.count).rowwise() - mean_of_known.transpose();
    return Guess{(rows * weights).rowwise() + mean.transpose()};
  }};
}

/// The same learner as the attack's (attacks/trees.cpp), from the originals of other people: whom it guesses it never learnt
/// from, as if these had not taken part.
Reconstruction trees(const std::vector<Index>& known, const std::vector<bool>& kept_is_category, const FirstPass& pass) {
  const Index attributes = pass.truth.mean().size(), kept = static_cast<Index>(kept_is_category.size());
  const Index used = std::min(pass.beside.rows.rows(), std::max(kLeastRows, kMostCells / attributes));
  const Matrix rows = pass.beside.rows.topRows(used);
  std::vector<bool> categories = kept_is_category;
  categories.resize(categories.size() + known.size(), false);
  const std::vector<std::int64_t> records(pass.beside.records.begin(), pass.beside.records.begin() + used);
  const auto fit = std::make_shared<stats::SideFit>(
      stats::SideColumns{side_of(rows, {attributes, kept}, known), std::move(categories)}, rows.leftCols(attributes), records);
  return {.guess = [fit, known](const Observed& observed) {
    std::vector<std::int64_t> numbers;
    for (Index i = 0; i < observed.count; ++i) numbers.push_back(attacks::record_of(observed, i));
    Guess guess{fit->predict(observed.side.middleRows(observed.before, observed.count), numbers)};
    for (std::size_t j = 0; j < known.size(); ++j)
      guess.values.col(known[j]) = observed.known.middleRows(observed.before, observed.count).col(static_cast<Index>(j));
    return guess;
  }};
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

std::vector<UnaidedGuess> unaided_guesses(const std::vector<Index>& known, const std::vector<bool>& kept_is_category,
                                          const FirstPass& pass) {
  const Vector sd = measures::telling_sd(pass.truth);
  std::vector<UnaidedGuess> out{{"mean", false, constant(pass.truth.mean())}};
  if (pass.sample.rows.rows() > 0)
    out.push_back({"crowded value", false, constant(crowded_values(pass.sample.rows.leftCols(sd.size()), sd))});
  if (!known.empty()) out.push_back({"known columns", true, regression(known, pass.truth)});
  if (known.size() + kept_is_category.size() > 0 && pass.beside.rows.rows() >= kLeastRows)
    out.push_back({"columns in clear", true, trees(known, kept_is_category, pass)});
  return out;
}

}  // namespace guise::audit
