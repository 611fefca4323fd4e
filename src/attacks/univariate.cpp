// SPDX-License-Identifier: Apache-2.0
// The posterior mean of each attribute by itself, under the density reconstructed from the release (UDR).
// Huang, Du and Chen, "Deriving Private Information from Randomized Data" (SIGMOD 2005), section 4.2, with the density of
// Agrawal and Srikant (SIGMOD 2000). Any law of noise; for Gaussian data and noise the closed form is at hand (form=gaussian).
#include <cmath>
#include <functional>

#include "attacks/attribute_noise.h"
#include "stats/density.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::noise_size};
constexpr Fact uses[] = {Fact::noise_law};
constexpr Want wants[] = {Want::moments, Want::histograms};
constexpr Param params[] = {
    {.name = "form",
     .help = "density of an attribute: reconstructed from the release, or a gaussian with its moments",
     .kind = Param::Kind::choice,
     .choices = "reconstructed|gaussian"},
    {.name = "cells",
     .help = "of the reconstructed density",
     .kind = Param::Kind::integer,
     .fallback = 100,
     .least = 2,
     .most = 1000},
    {.name = "iterations",
     .help = "of the reconstruction; 0: until the likelihood stands still",
     .kind = Param::Kind::integer,
     .fallback = 0,
     .least = 0,
     .most = 100'000},
};

/// E[x | y] and its standard deviation for each y.
using Posterior = std::function<Vector(const Vector& y, Vector* sd)>;

/// Gaussian prior and noise: mu + v / (v + s^2) (y - mu), v = Var(y) - s^2 (paper 002, section 4.2, with mu_x = mean of y).
Posterior gaussian_posterior(double mean, double variance, double noise_variance) {
  const double original = std::max(0.0, variance - noise_variance);
  // No spread at all: the value is the mean. No noise: the value is the release.
  const double gain = original > 0 ? original / (original + noise_variance) : 0;
  return [=](const Vector& y, Vector* sd) {
    *sd = Vector::Constant(y.size(), std::sqrt(gain * noise_variance));
    return Vector(mean + gain * (y.array() - mean));
  };
}

/// The posterior of any y is smooth on the scale of noise and cells: from a table of it every value is a lookup, not a sum over
/// cells.
Posterior tabulated(const stats::Density& density, random::Law law, double noise_sd, Index nodes) {
  const double high = density.low + density.width * static_cast<double>(density.probability.size());
  const Vector at = Vector::LinSpaced(nodes, density.low, high);
  Vector sds;
  const Vector means = stats::posterior_mean(density, law, noise_sd, at, &sds);
  const double step = at[1] - at[0];
  return [=, low = density.low](const Vector& y, Vector* sd) {
    Vector out(y.size());
    sd->resize(y.size());
    for (Index i = 0; i < y.size(); ++i) {
      const double place = std::clamp((y[i] - low) / step, 0.0, static_cast<double>(nodes - 1));
      const Index left = std::min(static_cast<Index>(place), nodes - 2);
      const double share = place - static_cast<double>(left);
      out[i] = means[left] + share * (means[left + 1] - means[left]);
      (*sd)[i] = sds[left] + share * (sds[left + 1] - sds[left]);
    }
    return out;
  };
}

Posterior reconstructed_posterior(const stats::Histogram& histogram, random::Law law, double noise_sd, const Params& given) {
  // At this spacing linear interpolation is within 2e-4 noise standard deviations.
  constexpr double kNodesPerScale = 32, kMostNodes = 1 << 16;
  const stats::Density density = stats::reconstruct_density(
      histogram, law, noise_sd,
      {.cells = static_cast<int>(given.integer("cells")), .iterations = static_cast<int>(given.integer("iterations"))});
  const double range = density.width * static_cast<double>(density.probability.size());
  const double nodes = std::ceil(kNodesPerScale * range / std::min(noise_sd, density.width)) + 1;
  if (nodes <= std::min(kMostNodes, static_cast<double>(histogram.count())))
    return tabulated(density, law, noise_sd, static_cast<Index>(nodes));
  return [=](const Vector& y, Vector* sd) { return stats::posterior_mean(density, law, noise_sd, y, sd); };
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  const bool gaussian = given.choice("form") == "gaussian";
  std::vector<std::string> notes;
  const random::Law law = gaussian ? random::Law::gaussian : noise_law(known, notes);
  const Vector sd = noise_sd(known), shift = noise_mean(known, sd.size()), variance = evidence.moments.variance();
  std::vector<Posterior> posteriors;
  for (Index j = 0; j < sd.size(); ++j) {
    const bool closed = gaussian || !(sd[j] > 0) || !(variance[j] > 0);
    posteriors.push_back(closed ? gaussian_posterior(evidence.moments.mean()[j], variance[j], square(sd[j]))
                                : reconstructed_posterior(evidence.histograms[static_cast<std::size_t>(j)], law, sd[j], given));
  }
  auto guess = [posteriors, shift](const Observed& observed) {
    Guess out{.values = Matrix(observed.count, shift.size()), .sd = Matrix(observed.count, shift.size())};
    for (Index j = 0; j < shift.size(); ++j) {
      Vector column_sd;
      const Vector y = observed.released.col(j).segment(observed.before, observed.count);
      out.values.col(j) = posteriors[static_cast<std::size_t>(j)](y, &column_sd).array() - shift[j];
      out.sd->col(j) = column_sd;
    }
    return out;
  };
  return {.reconstruction = Reconstruction{.guess = std::move(guess), .notes = std::move(notes)}};
}

}  // namespace

extern const Attack univariate_attack = {.name = "univariate",
                                         .alias = "udr",
                                         .summary = "posterior mean of each attribute by itself, any noise law",
                                         .paper = "002 section 4.2",
                                         .needs = needs,
                                         .wants = wants,
                                         .params = params,
                                         .uses = uses,
                                         .learn = learn};

}  // namespace guise::attacks
