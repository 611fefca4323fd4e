// SPDX-License-Identifier: Apache-2.0
// Moving average: the mean of the released values around each record, for tables whose order means something.
// Kargupta et al., "On the Privacy Preserving Properties of Random Data Perturbation Techniques" (ICDM 2003), section VII.C
// (MA).
#include <fmt/format.h>

#include "attacks/attribute_noise.h"
#include "attacks/serial.h"

namespace guise::attacks {
namespace {

constexpr Want wants[] = {Want::moments, Want::stretches};
constexpr Param params[] = {{.name = "length",
                             .help = "records averaged, the record itself among them",
                             .kind = Param::Kind::integer,
                             .fallback = 10,  // the paper's window for figure 9
                             .least = 1,
                             .most = 10'000}};

/// The window of record t is [t - length/2, t + (length-1)/2]: centred, with one more record behind when the length is even.
/// At the ends of the table the mean is over the records that are there.
Vector moving_average(const Series& series, Index length) {
  const Index behind = length / 2;
  const Vector weights = Vector::Ones(length);
  const Series counts = {.values = Vector::Ones(series.values.size()), .before = series.before, .count = series.count};
  return filter_own(series, weights, behind).cwiseQuotient(filter_own(counts, weights, behind));
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  if (!known.ordered) return Outcome::not_assessed(std::string(kShuffled));
  const Index length = given.integer("length"), attributes = evidence.moments.attributes();
  Reconstruction attack;
  attack.halo = length / 2;
  attack.notes.push_back(fmt::format("averaged over {} records", length));
  note_order(evidence, attack.notes);
  attack.guess = [length, shift = noise_mean(known, attributes)](const Observed& observed) {
    Guess guess{.values = Matrix(observed.count, shift.size())};
    for (Index j = 0; j < shift.size(); ++j)
      guess.values.col(j) = moving_average(series_of(observed, j), length).array() - shift[j];
    return guess;
  };
  return {.reconstruction = std::move(attack)};
}

}  // namespace

extern const Attack average_attack = {.name = "average",
                                      .alias = "ma",
                                      .summary = "average each value with its neighbours in the table's order",
                                      .paper = "001 section VII.C",
                                      .needs = {},
                                      .wants = wants,
                                      .params = params,
                                      .serial = true,
                                      .learn = learn};

}  // namespace guise::attacks
