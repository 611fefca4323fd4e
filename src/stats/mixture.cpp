// SPDX-License-Identifier: Apache-2.0
// The number of components: least BIC over 1..8 on four fifths of the records, then fewer as long as that predicts the last
// fifth better; many components on few records overfit. Of many records it is chosen on some, and what was fitted to these is
// where the fit to all starts.
#include "stats/mixture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "stats/kmeans_start.h"
#include "stats/memory.h"
#include "stats/mixture_em.h"
#include "stats/moments.h"

namespace guise::stats {
namespace {

constexpr int kMostComponents = 8;
constexpr std::uint64_t kFolds = 5;
// Components are chosen on so many records at most, evenly spread. A component's 28 numbers in six columns overfit these by
// 28 / (2 * 5000) = 0.003 of log-likelihood a record, a third of what BIC takes off for them on 16,000.
constexpr Index kChosenOn = 5000;

Matrix some_of(const Matrix& records) {
  if (records.rows() <= kChosenOn) return records;
  std::vector<Index> rows(static_cast<std::size_t>(kChosenOn));
  for (Index i = 0; i < kChosenOn; ++i) rows[static_cast<std::size_t>(i)] = i * records.rows() / kChosenOn;
  return records(rows, Eigen::all);
}

Mixture fit(const Matrix& observed, const Matrix& noise, int components, int iterations, const random::Rng& rng) {
  const Moments moments = moments_of(observed);
  const Matrix covariance = debiased(moments.covariance(), noise);
  const Matrix centers = components == 1 ? Matrix(moments.mean().transpose()) : kmeans_start(observed, components, rng);
  Mixture start;
  for (Index j = 0; j < centers.rows(); ++j) {
    start.weight.push_back(1.0 / static_cast<double>(centers.rows()));
    start.mean.push_back(centers.row(j));
    // Wide at first: a component that starts too narrow never reaches records that are its own.
    start.covariance.push_back(centers.rows() == 1 ? covariance : 0.5 * covariance);
  }
  return run_em(observed, noise, std::move(start), iterations);
}

double bic(const Mixture& mixture, double records) {
  const double m = static_cast<double>(mixture.mean.front().size()), j = static_cast<double>(mixture.weight.size());
  const double parameters = j * (m + m * (m + 1) / 2) + j - 1;
  return parameters * std::log(records) - 2 * records * mixture.log_likelihood;
}

struct Split {
  Matrix training, rest;
};

Split hold_out(const Matrix& observed, const random::Rng& rng) {
  std::vector<std::uint64_t> words(static_cast<std::size_t>(observed.rows()));
  rng.words(0, 0, words);
  std::vector<Index> training, rest;
  for (Index i = 0; i < observed.rows(); ++i) (words[static_cast<std::size_t>(i)] % kFolds == 0 ? rest : training).push_back(i);
  return {observed(training, Eigen::all), observed(rest, Eigen::all)};
}

/// Of the best number of components, fitted to some of the records.
Mixture best_of_some(const Matrix& observed, const Matrix& noise, int iterations, const random::Rng& rng) {
  const Split split = hold_out(observed, rng.fork("hold out"));
  const Matrix some = some_of(split.training);
  const double records = static_cast<double>(split.training.rows());
  std::vector<double> score, predicted;
  std::vector<Mixture> fitted;
  for (int count = 1; count <= kMostComponents; ++count) {
    // Fewer than twice as many records as a component's numbers cannot support one more component.
    const bool few = static_cast<double>(some.rows()) < 2.0 * count * static_cast<double>(observed.cols() + 1);
    if (split.training.rows() == 0 || (count > 1 && (few || split.rest.rows() == 0))) break;
    fitted.push_back(fit(some, noise, count, iterations, rng.fork("start")));
    score.push_back(bic(fitted.back(), records));
    predicted.push_back(split.rest.rows() == 0 ? 0 : mean_log_likelihood(fitted.back(), split.rest, noise));
    // Three counts in a row without a better one: more will not be.
    if (std::min_element(score.begin(), score.end()) + 3 < score.end()) break;
  }
  if (fitted.empty()) return fit(observed, noise, 1, iterations, rng.fork("start"));
  auto best = static_cast<std::size_t>(std::min_element(score.begin(), score.end()) - score.begin());
  while (best > 0 && predicted[best] <= predicted[best - 1]) --best;
  return fitted[best];
}

}  // namespace

Mixture fit_mixture(const Matrix& observed, const Matrix& noise, const MixtureFit& how, const random::Rng& rng) {
  require(observed.rows() > 0 && observed.cols() > 0, "a mixture needs at least one record and one attribute, got {} x {}",
          observed.rows(), observed.cols());
  require(noise.rows() == observed.cols() && noise.cols() == observed.cols(),
          "the noise covariance must be {0} x {0} for {0} attributes, got {1} x {2}", observed.cols(), noise.rows(),
          noise.cols());
  const auto question = [&] {
    return std::move(Question("mixture").add(observed).add(noise).add(how.components).add(how.iterations).add(rng));
  };
  return remembered<Mixture>(question, [&] {
    const bool all = observed.rows() <= kChosenOn;
    if (how.components > 0 && all) return fit(observed, noise, how.components, how.iterations, rng.fork("start"));
    Mixture start = how.components > 0 ? fit(some_of(observed), noise, how.components, how.iterations, rng.fork("start"))
                                       : best_of_some(observed, noise, how.iterations, rng);
    const int components = static_cast<int>(start.weight.size());
    // Few records are fitted from the start: those held back are many of them.
    return all ? fit(observed, noise, components, how.iterations, rng.fork("start"))
               : run_em(observed, noise, std::move(start), how.iterations);
  });
}

}  // namespace guise::stats
