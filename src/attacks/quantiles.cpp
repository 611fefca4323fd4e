// SPDX-License-Identifier: Apache-2.0
// Monotone maps of single columns are undone by equal ranks: x = F_x^-1(F_y(y)), with the distribution of originals of other
// people, or of known ones; known pairs show the curve themselves. Directions and order of columns by what ranks keep. Behind
// noise or swapped ranks all columns together: normal scores, their reliability, one Bayes estimate. Beyond-2
// sections 4.3, 1.1.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attacks/linear.h"
#include "attacks/monotone_order.h"
#include "attacks/score_channel.h"

namespace guise::attacks {
namespace {

// One of the last three is needed: none of them is without the others.
constexpr Fact uses[] = {Fact::noise_size, Fact::population, Fact::records, Fact::pairs};
constexpr Want wants[] = {Want::moments, Want::sample};
constexpr std::string_view variants[] = {"quantiles(denoise=yes)"};
constexpr Param params[] = {{.name = "denoise",
                             .help = "yes: released ranks are off by noise or swaps; all columns are estimated together",
                             .kind = Param::Kind::choice,
                             .choices = "no|yes"}};
constexpr Index kFewest = 30;    // originals whose correlations are worth a joint estimate
constexpr double kPoorFit = 30;  // mean squared difference of correlations, in sampling errors, that is worth a note

std::string why_not(const Evidence& evidence, const Knowledge& known) {
  const Index k = evidence.width(), m = attributes_of(evidence, known);
  if (k != m) return fmt::format("the release has {} columns and the originals {}: not the same ones", k, m);
  if (known.distorted || (known.mixed && known.matrix_law && !known.matrix_law->orders()))
    return "the mask mixes attributes, and it takes columns for single ones";
  const bool own = known.shape && !known.mixed && !known.shape->rescaled && !known.shape->shifted;
  if (own && !known.cells) return "by the card columns are in the originals' units, up to noise";
  return {};
}

/// All originals there are, of whomever.
Matrix all_originals(const Knowledge& known) {
  const std::optional<Matrix> pairs = known.pairs ? std::optional(known.pairs->originals) : std::nullopt;
  Matrix all;
  for (const std::optional<Matrix>* each : {&known.sample, &known.records, &pairs}) {
    if (!*each || (*each)->rows() == 0) continue;
    all.conservativeResize(all.rows() + (*each)->rows(), (*each)->cols());
    all.bottomRows((*each)->rows()) = **each;
  }
  return all;
}

std::vector<std::string> notes_on(const MonotoneOrder& order, Index originals, bool by_pairs) {
  const std::size_t m = order.column.size();
  Index moved = 0, falling = 0;
  for (std::size_t i = 0; i < m; ++i) moved += order.column[i] != static_cast<Index>(i), falling += order.sign[i] < 0;
  std::vector<std::string> notes = {by_pairs ? fmt::format("a monotone curve of each column from {} known pairs", originals)
                                             : fmt::format("ranks brought to the values of {} originals", originals)};
  if (moved > 0) notes.push_back(fmt::format("{} of {} columns are in other places", moved, m));
  if (falling > 0) notes.push_back(fmt::format("{} of {} columns fall where the attribute rises", falling, m));
  if (order.doubtful > 0)
    notes.push_back(fmt::format("{} of {} columns could as well be another attribute, or turned round", order.doubtful, m));
  if (order.misfit_per_entry > kPoorFit)
    notes.push_back("rank correlations differ from those of the originals: noise, or columns that are no single attributes");
  return notes;
}

/// A map of each attribute's column by itself.
Outcome column_by_column(const Evidence& evidence, const Knowledge& known, const Matrix& originals, const MonotoneOrder& order,
                         bool by_pairs) {
  std::vector<Polyline> maps;
  for (std::size_t i = 0; i < order.column.size(); ++i) {
    const auto attribute = static_cast<Index>(i);
    const stats::Empirical released{Vector(evidence.sample.col(order.column[i]))};
    maps.push_back(by_pairs ? pair_map(released, known.pairs->originals.col(attribute),
                                       known.pairs->released.col(order.column[i]), order.sign[i])
                            : quantile_map(released, stats::Empirical{Vector(originals.col(attribute))}, order.sign[i]));
  }
  auto guess = [maps = std::move(maps), column = order.column](const Observed& observed) {
    const auto rows = own_rows(observed.released, observed);
    Guess out{.values = Matrix(rows.rows(), static_cast<Index>(maps.size()))};
    for (std::size_t j = 0; j < maps.size(); ++j)
      for (Index i = 0; i < rows.rows(); ++i) out.values(i, static_cast<Index>(j)) = maps[j](rows(i, column[j]));
    return out;
  };
  return {.reconstruction = Reconstruction{.guess = std::move(guess), .notes = notes_on(order, originals.rows(), by_pairs)}};
}

/// Variances of the noise where the card tells them: of a mask that is only guessed at they may be of anything.
std::optional<Vector> told_noise(const Knowledge& known) {
  return known.shape && known.noise_covariance ? std::optional<Vector>(known.noise_covariance->diagonal()) : std::nullopt;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  if (!known.sample && !known.records && !known.pairs)
    return Outcome::not_assessed("it needs originals: of other people, known ones, or known pairs", Fact::population);
  if (std::string reason = why_not(evidence, known); !reason.empty()) return Outcome::not_assessed(std::move(reason));
  const Matrix originals = all_originals(known);
  if (originals.rows() < 2) return Outcome::not_assessed("one original has no distribution; it takes two at least");
  const bool denoise = given.choice("denoise") == "yes";
  if (denoise && originals.rows() < kFewest)
    return Outcome::not_assessed(fmt::format("a joint estimate takes {} originals; there are {}", kFewest, originals.rows()));
  const RankProfile release = rank_profile(evidence.sample), told = rank_profile(originals);
  const MonotoneOrder order = monotone_order(release, told, !known.mixed, known.pairs ? &*known.pairs : nullptr);
  const bool by_pairs = !known.sample && known.pairs && known.pairs->originals.rows() > 1;
  if (!denoise) return column_by_column(evidence, known, originals, order, by_pairs);
  std::vector<std::string> notes = notes_on(order, originals.rows(), false);
  ScoreChannel channel = score_channel(evidence, originals, release, told, order, told_noise(known));
  notes.push_back(fmt::format("released ranks correlate with the originals' by {:.2f} to {:.2f}",
                              channel.reliability.minCoeff(), channel.reliability.maxCoeff()));
  return {.reconstruction = Reconstruction{.guess = guess_through(std::move(channel)), .notes = std::move(notes)}};
}

}  // namespace

extern const Attack quantiles_attack = {.name = "quantiles",
                                        .alias = "",
                                        .summary = "undo monotone maps of columns by the ranks of originals",
                                        .paper = "",
                                        .needs = {},
                                        .wants = wants,
                                        .params = params,
                                        .uses = uses,
                                        .variants = variants,
                                        .reads_mixtures = true,
                                        .needs_mixed = {},
                                        .learn = learn};

}  // namespace guise::attacks
