// SPDX-License-Identifier: Apache-2.0
// Secret factors, constants and an order of columns are undone by a division per column: one known pair shows the factors, two
// show factors and constants, one more the order. Beyond section 1.4 for a matrix with one entry in each row.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "attacks/alignment.h"
#include "attacks/column_fit.h"
#include "attacks/linear.h"
#include "linalg/spectrum.h"
#include "release/noise_shape.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::pairs};
constexpr Fact uses[] = {Fact::noise_size, Fact::matrix_law};
constexpr Want wants[] = {Want::moments};

// Without a card columns count as single attributes where pairs that are left out are foretold better than this share of their
// variance: noise as large as the data still leaves a half.
constexpr double kHolds = 0.5;
// A model with more unknowns is taken where it foretells this much better, and not by rounding.
constexpr double kBetter = 0.9, kExact = 1e-20;

std::string why_not(const Evidence& evidence, const Knowledge& known) {
  const Index k = evidence.moments.attributes(), m = attributes_of(evidence, known);
  if (k != m) return fmt::format("the release has {} columns and the originals {}: not the same ones in other units", k, m);
  if (known.mixed && known.matrix_law && !known.matrix_law->orders())
    return "the secret matrix mixes attributes, and it takes columns for single ones";
  if (!known.mixed && known.shape && !known.shape->rescaled && !known.shape->shifted)
    return "by the card columns have no secret factor, constant or order";
  if (known.pairs->originals.rows() == 0) return "there are no known pairs";
  return {};
}

struct Chosen {
  ColumnModel model;
  std::string note;    ///< where it was not the card that told
  std::string reason;  ///< why there is none
};

/// Of all models the one that foretells pairs best that are left out; of as good ones the simplest.
Chosen choose(const Pairs& pairs, bool ordered, const Vector& noise) {
  const Index p = pairs.originals.rows();
  std::optional<ColumnModel> best;
  double least = 0;
  for (const auto& [factor, constant] : {std::pair{false, false}, {true, false}, {false, true}, {true, true}}) {
    const ColumnModel model{.factor = factor, .constant = constant, .ordered = ordered};
    if (p < std::max<Index>(model.unknown() + 1, 2)) continue;
    const double error = left_out_error(pairs, model, noise);
    if (!best || error < kBetter * least - kExact) best = model, least = error;
  }
  if (!best) return {{}, {}, "one pair does not show whether columns are single attributes in other units; it takes two"};
  std::string share = fmt::format("held-out pairs are predicted with {:.3g} of their variance", least);
  if (least < kHolds) return {*best, std::move(share), {}};
  return {{}, {}, fmt::format("columns are not single attributes in other units: {}", share)};
}

Chosen model_of(const Pairs& pairs, const Knowledge& known, const Vector& noise) {
  const bool told = known.shape && (!known.mixed || known.matrix_law);
  if (!told) return choose(pairs, !known.mixed, noise);
  const ColumnModel model{.factor = known.shape->rescaled, .constant = known.shape->shifted, .ordered = !known.mixed};
  if (pairs.originals.rows() < model.unknown())
    return {{}, {}, "one pair does not show a factor and a constant for each column; it takes two"};
  return {model, {}, {}};
}

std::string unit_note(const ColumnModel& model, Index pairs) {
  const std::string_view what =
      model.factor ? (model.constant ? "factor and constant" : "factor") : (model.constant ? "constant" : "place");
  return fmt::format("{} of each column from {} known pair{}", what, pairs, pairs == 1 ? "" : "s");
}

/// y = M (x - from) + to + e with one entry in each row of M, and its inverse. What the pairs do not show has zeros.
struct ColumnMap {
  Matrix forward, back;
  Vector from, to;
  Vector error;  ///< variance that the error of a factor adds to a released column, over that of the noise
};

ColumnMap map_of(const ColumnFit& fit, const Matrix& spread) {
  const Index m = spread.rows();
  ColumnMap map{Matrix::Zero(m, m), Matrix::Zero(m, m), Vector::Zero(m), Vector::Zero(m), Vector::Zero(m)};
  for (Index j = 0; j < m; ++j) {
    const ColumnLine& line = fit.lines[static_cast<std::size_t>(j)];
    const Index i = fit.attribute[static_cast<std::size_t>(j)];
    map.to[j] = line.to;
    map.from[i] = line.from;
    if (!line.shown || line.factor == 0) continue;
    map.forward(j, i) = line.factor;
    map.back(i, j) = 1 / line.factor;
    map.error[j] = line.error * spread(j, j) / square(line.factor);
  }
  return map;
}

/// Without noise the way back. With it the Bayes estimate (beyond section 1.1) with the moments that the release shows once it
/// is brought back, Theorem 5.1 of paper 002; a factor that noise leaves uncertain counts as more noise.
LinearGuess guess_of(const ColumnMap& map, const Evidence& evidence, const Matrix& noise) {
  if (noise.trace() == 0) return {{.center = map.to, .left = map.back.transpose(), .right = {}, .shift = map.from}};
  const Matrix covariance = map.back * linalg::positive_part(evidence.moments.covariance() - noise) * map.back.transpose();
  linalg::Affine channel{.map = map.forward, .shift = map.to - map.forward * map.from, .covariance = noise};
  channel.covariance.diagonal() += noise.diagonal().cwiseProduct(map.error);
  return posterior(channel, map.from + map.back * (evidence.moments.mean() - map.to), covariance);
}

/// Attributes that the pairs do not show: their mean as told, else that of the pairs.
Index fill_open(ColumnMap& map, const Pairs& pairs, const Knowledge& known) {
  Index open = 0;
  for (Index i = 0; i < map.from.size(); ++i) {
    if (!map.back.row(i).isZero(0)) continue;
    map.from[i] = known.prior_mean ? (*known.prior_mean)[i] : pairs.originals.col(i).mean();
    ++open;
  }
  return open;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  if (std::string reason = why_not(evidence, known); !reason.empty()) return Outcome::not_assessed(std::move(reason));
  Pairs pairs = *known.pairs;
  const Index m = pairs.originals.cols(), p = pairs.originals.rows();
  if (known.noise_mean) pairs.released.rowwise() -= known.noise_mean->transpose();
  const Matrix release = evidence.moments.covariance(),
               noise = known.noise_covariance ? noise_covariance(known, release) : Matrix::Zero(m, m);
  const Vector variance = noise.diagonal().cwiseMax(0);
  const Chosen chosen = model_of(pairs, known, variance);
  if (!chosen.reason.empty()) return Outcome::not_assessed(chosen.reason);

  const ColumnFit fit = fit_columns(pairs, chosen.model, variance);
  ColumnMap map = map_of(fit, linalg::positive_part(release - noise));
  const Index open = fill_open(map, pairs, known);
  if (open == m)
    return Outcome::not_assessed(fit.doubtful == m ? fmt::format("{} known pair{} which column is which attribute", p,
                                                                 p == 1 ? " leaves it open" : "s leave it open")
                                                   : "the known pairs do not differ from each other, so they show no factors");
  if (known.noise_mean) map.to += *known.noise_mean;
  std::vector<std::string> notes = {unit_note(chosen.model, p)};
  if (!chosen.note.empty()) notes.push_back(chosen.note);
  if (fit.doubtful > 0) notes.push_back(fmt::format("{} of {} columns could as well be another attribute", fit.doubtful, m));
  if (open > 0) notes.push_back(fmt::format("{} of {} attributes are guessed by their mean", open, m));
  return linear_outcome(guess_of(map, evidence, noise), std::move(notes));
}

}  // namespace

extern const Attack rescale_attack = {.name = "rescale",
                                      .alias = "",
                                      .summary = "find factor, constant and place of each column by known pairs",
                                      .paper = "",
                                      .needs = needs,
                                      .wants = wants,
                                      .params = {},
                                      .uses = uses,
                                      .reads_mixtures = true,
                                      .needs_mixed = needs,
                                      .learn = learn};

}  // namespace guise::attacks
