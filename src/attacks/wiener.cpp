// SPDX-License-Identifier: Apache-2.0
// Wiener filtering of each attribute along the order of the records.
// Kargupta et al., "On the Privacy Preserving Properties of Random Data Perturbation Techniques" (ICDM 2003), section VII.C.
// The paper names the filter but neither its length nor its domain: both are here, 21 records is the default.
#include <fmt/format.h>

#include "attacks/attribute_noise.h"
#include "attacks/fir.h"
#include "attacks/frequency.h"
#include "attacks/serial.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::noise_size};
constexpr Want wants[] = {Want::moments, Want::stretches};
constexpr Param params[] = {
    {.name = "domain", .help = "where the filter is formed", .kind = Param::Kind::choice, .choices = "time|frequency"},
    {.name = "length",
     .help = "records the filter reaches over (time)",
     .kind = Param::Kind::integer,
     .fallback = 21,
     .least = 1,
     .most = 501},
};
constexpr std::string_view variants[] = {"wiener(domain=frequency)"};

Reconstruction in_time(const Evidence& evidence, const Vector& sd, const Vector& shift, Index length) {
  std::vector<Vector> weights;
  for (Index j = 0; j < sd.size(); ++j)
    weights.push_back(wiener_weights(autocovariance(runs_of(evidence.stretches, j), length - 1), square(sd[j])));
  auto guess = [weights, mean = evidence.moments.mean(), shift, length](const Observed& observed) {
    Guess out{.values = Matrix(observed.count, shift.size())};
    for (Index j = 0; j < shift.size(); ++j) {
      Series series = series_of(observed, j);
      series.values.array() -= mean[j];  // beyond the ends of the table the filter sees the mean
      out.values.col(j) = filter_own(series, weights[static_cast<std::size_t>(j)], length / 2).array() + (mean[j] - shift[j]);
    }
    return out;
  };
  return {.guess = std::move(guess), .halo = length / 2, .notes = {fmt::format("filter over {} records", length)}};
}

Reconstruction in_frequency(const Vector& sd, const Vector& shift) {
  auto guess = [sd, shift](const Observed& observed) {
    Guess out{.values = Matrix(observed.count, shift.size())};
    for (Index j = 0; j < shift.size(); ++j)
      out.values.col(j) = filter_frequencies(series_of(observed, j), square(sd[j])).array() - shift[j];
    return out;
  };
  return {.guess = std::move(guess), .halo = kFrame, .notes = {fmt::format("spectra of up to {} records", kFrame)}};
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  if (!known.ordered) return Outcome::not_assessed(std::string(kShuffled));
  if (evidence.records < 3) return Outcome::not_assessed("fewer than 3 records have no order to speak of");
  const Vector sd = noise_sd(known), shift = noise_mean(known, sd.size());
  Reconstruction attack =
      given.choice("domain") == "frequency" ? in_frequency(sd, shift) : in_time(evidence, sd, shift, given.integer("length"));
  note_order(evidence, attack.notes);
  return {.reconstruction = std::move(attack)};
}

}  // namespace

extern const Attack wiener_attack = {.name = "wiener",
                                     .alias = "",
                                     .summary = "filter each attribute along the table's order, knowing the noise power",
                                     .paper = "001 section VII.C",
                                     .needs = needs,
                                     .wants = wants,
                                     .params = params,
                                     .serial = true,
                                     .variants = variants,
                                     .learn = learn};

}  // namespace guise::attacks
