// SPDX-License-Identifier: Apache-2.0
// Gram inversion. The law of a non-linear distortion is public, and with it the inner products of the originals can be read off
// the release (003, eq. 4.9, inverted: theory/distortion_gram.h). They fix all records up to a rigid motion, which a few known
// pairs settle. Needs no matrix, and far fewer pairs than learning the way back.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attacks/alignment.h"
#include "attacks/linear.h"
#include "attacks/pair_regression.h"
#include "linalg/procrustes.h"
#include "linalg/pseudo_inverse.h"
#include "linalg/spectrum.h"
#include "stats/ridge.h"
#include "theory/distortion_gram.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::pairs, Fact::distortion_law};
constexpr Want wants[] = {Want::moments, Want::sample};

// Released records that are placed, besides the known ones: all pairs of them are looked at.
constexpr Index kPlaced = 400;
// Known pairs that are used at most.
constexpr Index kMostPairs = 200;
// Records are placed, and once more with the lengths they then have; further rounds change nothing for the better.
constexpr int kRounds = 2;

/// The known pairs' released records, then sampled ones. In an order that does not depend on that of the release, so that
/// neither do the last digits.
Matrix records_to_place(const Matrix& known, const Matrix& sample) {
  std::vector<Index> order(static_cast<std::size_t>(sample.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    for (Index j = 0; j < sample.cols(); ++j)
      if (sample(a, j) != sample(b, j)) return sample(a, j) < sample(b, j);
    return false;
  });
  const std::vector<Index> some = evenly_spread(sample.rows(), kPlaced);
  Matrix out(known.rows() + static_cast<Index>(some.size()), known.cols());
  out.topRows(known.rows()) = known;
  for (std::size_t i = 0; i < some.size(); ++i)
    out.row(known.rows() + static_cast<Index>(i)) = sample.row(order[static_cast<std::size_t>(some[i])]);
  return out;
}

/// Classical scaling (Torgerson 1952): points with these inner products, measured from their centre, in so many dimensions.
Matrix points_of(const Matrix& products, Index dimensions) {
  const Vector means = products.rowwise().mean();
  Matrix centred = (products.colwise() - means).rowwise() - means.transpose();
  centred.array() += means.mean();
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(centred);
  const Index count = std::min(dimensions, spectrum.values.size());
  Matrix points = Matrix::Zero(products.rows(), dimensions);
  points.leftCols(count) = spectrum.vectors.leftCols(count) * spectrum.values.head(count).cwiseMax(0).cwiseSqrt().asDiagonal();
  return points;
}

struct Placed {
  Matrix points;
  Index determined = 0;
  double misfit = 0;  ///< of the known ones, over their spread
};

/// What the known points miss after the motion, regressed on where they are: the errors of one draw of the matrices stretch and
/// shear the points, so this carries over to the others. Only where points left out come nearer by it.
void stretch(Matrix& points, const Matrix& known) {
  const Index p = known.rows();
  if (p < known.cols() + 2) return;
  const Vector center = points.topRows(p).colwise().mean();
  const Matrix features = points.topRows(p).rowwise() - center.transpose();
  const stats::Ridge fit = stats::leave_one_out_ridge(stats::gram_of_features(features), known - points.topRows(p));
  if (fit.residual >= 1) return;
  points += (points.rowwise() - center.transpose()) * (features.transpose() * fit.weights);
}

/// Points moved onto the known ones. Directions that these leave open stay at their mean.
Placed place(const Matrix& points, const Matrix& known) {
  const linalg::Motion motion = linalg::procrustes(points.topRows(known.rows()), known, {.translated = true, .scaled = true});
  const Index d = motion.determined;
  const Matrix turn = motion.scale * motion.left.leftCols(d) * motion.right.leftCols(d).transpose();
  Placed placed{.points = ((points.rowwise() - motion.from.transpose()) * turn.transpose()).rowwise() + motion.to.transpose(),
                .determined = d};
  if (d == known.cols()) stretch(placed.points, known);
  const double spread = (known.rowwise() - known.colwise().mean()).squaredNorm();
  placed.misfit = spread > 0 ? (placed.points.topRows(known.rows()) - known).squaredNorm() / spread : 0;
  return placed;
}

/// One draw of the matrices serves all records, so their estimated lengths err alike, and products far less once lengths are
/// known: those of the known records are, and those of the others after they were placed.
Placed place_all(const theory::Distortion& law, const Matrix& released, const Matrix& known) {
  std::optional<Vector> squares;
  if (law.f == stats::Activation::step) squares = Vector::Constant(released.rows(), known.rowwise().squaredNorm().mean());
  Placed placed;
  for (int round = 0; round < kRounds; ++round) {
    placed = place(points_of(theory::estimate_inner_products(law, released, squares), known.cols()), known);
    squares = placed.points.rowwise().squaredNorm();
    squares->head(known.rows()) = known.rowwise().squaredNorm();
  }
  return placed;
}

/// From the placed records to all others by regression: the distortion is smooth, and a guess must not take a search. A line
/// first, which records far out follow, then what it leaves.
Outcome extended(Pairs placed, const Knowledge& known) {
  const Vector scale = column_scales(placed.released);
  const linalg::RecordMap line = *regress_linear(placed, known, scale).reconstruction->linear;
  placed.originals -= linalg::map_records(placed.released, line);
  const auto bend = regress_kernel(placed, scale).reconstruction->guess;
  return {.reconstruction = Reconstruction{.guess = [line, bend](const Observed& observed) {
            Guess out = bend(observed);
            out.values += linalg::map_records(own_rows(observed.released, observed), line);
            return out;
          }}};
}

std::string why_not(const Evidence& evidence, const Knowledge& known) {
  const theory::Distortion& law = known.distorted->law;
  const linalg::Affine& before = known.distorted->before;
  if (known.pairs->originals.rows() < 2) return "records are placed by two known pairs at least";
  if (law.out != evidence.moments.attributes())
    return fmt::format("the distortion makes {} columns and the release has {}", law.out, evidence.moments.attributes());
  if (!(law.sw > 0) || !(law.sq > 0)) return "a distortion without weights keeps nothing of the originals";
  if (before.map.cols() != known.pairs->originals.cols() || linalg::pseudo_inverse(before.map).rank < before.map.cols())
    return "the steps before the distortion cannot be undone";
  return {};
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  if (std::string reason = why_not(evidence, known); !reason.empty()) return Outcome::not_assessed(std::move(reason));
  const linalg::Affine& before = known.distorted->before;
  const std::vector<Index> rows = evenly_spread(known.pairs->originals.rows(), kMostPairs);
  const Matrix originals = known.pairs->originals(rows, Eigen::all);
  const Matrix inner = (originals * before.map.transpose()).rowwise() + before.shift.transpose();
  const Matrix released = records_to_place(known.pairs->released(rows, Eigen::all), evidence.sample);
  const Placed placed = place_all(known.distorted->law, released, inner);
  if (placed.determined == 0 || !placed.points.allFinite())
    return Outcome::not_assessed("the known pairs do not place the records: they are all alike, or the release is constant");
  const Matrix back = linalg::pseudo_inverse(before.map).inverse;
  Pairs all{(placed.points.rowwise() - before.shift.transpose()) * back.transpose(), released};
  all.originals.topRows(originals.rows()) = originals;
  Outcome outcome = extended(all, known);
  outcome.reconstruction->notes = {
      fmt::format("{} records placed by their inner products and {} pairs, which they miss by {:.3g} of the variance",
                  released.rows(), originals.rows(), placed.misfit)};
  if (placed.determined < inner.cols())
    outcome.reconstruction->notes.push_back(
        fmt::format("the pairs determine {} of {} directions; the others stay at the mean", placed.determined, inner.cols()));
  return outcome;
}

}  // namespace

extern const Attack gram_attack = {.name = "gram",
                                   .alias = "",
                                   .summary = "place records by the inner products a non-linear distortion lets through",
                                   .paper = "003 section 4.2; Torgerson 1952",
                                   .needs = needs,
                                   .wants = wants,
                                   .params = {},
                                   .reads_mixtures = true,
                                   .needs_mixed = needs,
                                   .learn = learn};

}  // namespace guise::attacks
