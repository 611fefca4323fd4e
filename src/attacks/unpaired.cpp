// SPDX-License-Identifier: Apache-2.0
// A secret rotation undone with a public sample of other records and no pair: what turns the release onto the sample is found
// by how the data are not Gaussian. Beyond-2 section 4.1. Where columns are few, any secret matrix with an inverse falls alike.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attacks/linear.h"
#include "attacks/pair_fit.h"
#include "attacks/population.h"
#include "attacks/sample_symmetry.h"
#include "attacks/unpaired_check.h"
#include "attacks/unpaired_fit.h"
#include "attacks/unpaired_refine.h"
#include "random/matrices.h"
#include "release/noise_shape.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::population};
constexpr Fact uses[] = {Fact::noise_size};
constexpr Want wants[] = {Want::moments, Want::sample};

constexpr Index kLeastRecords = 50;  // of each table: a half of fewer shows no third moments
constexpr Index kMostRows = 20'000;  // of the sample
constexpr double kLeastKept = 0.1;   // of the variance: what is left where nearly all columns can be mirrored

/// A secret matrix drawn as a Gaussian projection is no rotation, yet has an inverse where it is square.
bool any_matrix(const Knowledge& known) {
  return known.matrix_law && !known.matrix_law->orthonormal();
}

std::string why_not_unpaired(const Evidence& evidence, const Knowledge& known) {
  if (std::string reason = why_not(evidence, known); !reason.empty()) return reason;
  const Index k = evidence.moments.attributes(), m = attributes_of(evidence, known);
  if (!known.mixed && known.shape) return "the release has the originals' own columns: there is no rotation to undo";
  if (k != m) return fmt::format("the release has {} columns and the originals {}: a projection cannot be turned back", k, m);
  if (known.distorted) return "the mask is not linear: no rotation undoes it";
  if (any_matrix(known) && m > kWhitened)
    return fmt::format("the secret matrix is no rotation; without pairs it takes at most {} columns", kWhitened);
  if (std::min(evidence.sample.rows(), known.sample->rows()) < kLeastRecords)
    return fmt::format("it compares distributions and takes at least {} records of the release and of the sample",
                       kLeastRecords);
  if ((stats::moments_of(*known.sample).variance().array() == 0).all()) return "every attribute of the sample is constant";
  return {};
}

/// Rows in an order that depends on nothing but their content and the key: splits must not follow the order of the table.
Matrix shuffled(const Matrix& rows, Index most, const random::Rng& rng) {
  std::vector<Index> order(static_cast<std::size_t>(rows.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    for (Index j = 0; j < rows.cols(); ++j)
      if (rows(a, j) != rows(b, j)) return rows(a, j) < rows(b, j);
    return false;
  });
  std::vector<Index> chosen = random::permutation(rows.rows(), rng);
  chosen.resize(static_cast<std::size_t>(std::min(rows.rows(), most)));
  for (Index& row : chosen) row = order[static_cast<std::size_t>(row)];
  return rows(chosen, Eigen::all);
}

FrameFacts facts_of(const Evidence& evidence, const Knowledge& known) {
  FrameFacts facts;
  const bool told = known.noise_covariance && known.noise_covariance->trace() > 0;
  if (told) facts.noise = noise_covariance(known, evidence.moments.covariance());
  facts.estimate = !known.noise_covariance && !(known.shape && known.shape->exact);
  facts.rescaled = !keeps_lengths(known);
  facts.origin = known.shape && !known.shape->shifted && !known.shape->rescaled && !any_matrix(known);
  facts.rotation = !any_matrix(known);
  return facts;
}

/// What is kept of a guess: along the axes, then of columns that a symmetric solution exchanges or mirrors.
Matrix keep_of(const Frame& frame, const Agreement& agreement, const SampleSymmetry& symmetry) {
  return frame.sample_axes * agreement.kept.asDiagonal() * frame.sample_axes.transpose() * symmetry.keep;
}

linalg::RecordMap map_of(const Frame& frame, const Matrix& turn, const Matrix& keep, const Evidence& evidence) {
  const Matrix inverse = frame.map(turn);
  const Vector center = evidence.moments.mean();
  if (frame.noise.size() == 0) return {center, inverse * keep, {}, frame.sample_mean};
  const Matrix covariance = frame.sample_axes * frame.sample_sd.cwiseAbs2().asDiagonal() * frame.sample_axes.transpose();
  const Matrix map = frame.release_axes * (frame.scale * frame.release_sd).asDiagonal() * turn *
                     frame.sample_sd.cwiseInverse().asDiagonal() * frame.sample_axes.transpose();
  const Matrix forward = frame.rotation ? Matrix(square(frame.scale) * inverse) : map;
  linalg::RecordMap out = guess_through(forward, inverse.transpose(), center, frame.sample_mean, covariance, frame.noise);
  Matrix& last = out.right.size() > 0 ? out.right : out.left;
  last = last * keep;
  out.shift = keep.transpose() * (out.shift - frame.sample_mean) + frame.sample_mean;
  return out;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng& rng) {
  if (std::string reason = why_not_unpaired(evidence, known); !reason.empty()) return Outcome::not_assessed(std::move(reason));
  const Matrix released = shuffled(evidence.sample, kMostRows, rng.fork("release rows")),
               sample = shuffled(*known.sample, kMostRows, rng.fork("sample rows"));
  const FrameFacts facts = facts_of(evidence, known);
  const Frame frame = frame_of(released, sample, facts);
  const Index m = sample.cols();
  const SampleSymmetry symmetry =
      frame.white ? sample_symmetry(sample, !facts.rotation) : SampleSymmetry{.keep = Matrix::Identity(m, m)};
  if (symmetry.kept < kLeastKept) return Outcome::not_assessed(symmetry.note());
  const Agreement agreement = agreement_of_halves(released, sample, frame, facts, symmetry.keep, rng.fork("halves"));
  if (agreement.total < kLeastAgreement)
    return Outcome::not_assessed(fmt::format(
        "two parts of the records give rotations that agree to {:.2g} only: the sample does not determine the rotation",
        std::max(agreement.total, 0.0)));
  // With many axes half of the records give far less than all of them.
  std::vector<Matrix> others;
  if (frame.white) others = {frame.turn(agreement.map[0]), frame.turn(agreement.map[1])};
  const Matrix turn = unpaired_turn(frame, rng.fork("all"), others);
  const Aligned best = aligned(released, sample, frame, facts, turn);
  const double accuracy = std::sqrt(agreement.total * symmetry.kept);
  std::vector<std::string> notes = {fmt::format(
      "estimated accuracy {:.2g}: rotations from two parts of the records agree to {:.2g}", accuracy, agreement.total)};
  if (!symmetry.none()) notes.push_back(symmetry.note());
  if (const Index open = (agreement.axis.array() <= 0).count(); frame.white && open > 0)
    notes.push_back(
        fmt::format("the direction of {} of {} axes is open: guessed from the mean there", open, agreement.axis.size()));
  return linear_outcome(map_of(best.frame, best.turn, keep_of(frame, agreement, symmetry), evidence), std::move(notes));
}

}  // namespace

extern const Attack unpaired_attack = {
    .name = "unpaired",
    .alias = "",
    .summary = "turn the release onto a sample of other people by how both are not Gaussian, without a pair",
    .paper = "",
    .needs = needs,
    .wants = wants,
    .params = {},
    .uses = uses,
    .reads_mixtures = true,
    .needs_mixed = needs,
    .learn = learn};

}  // namespace guise::attacks
