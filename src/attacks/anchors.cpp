// SPDX-License-Identifier: Apache-2.0
// A few known pairs and other people's records turn a whole release back, though the pairs alone do not determine the rotation:
// rows are matched with the records they look like, and the matches give the rotation. Meant for embeddings, where the same
// public encoder makes a reference of any size. Beyond section 1.8a.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "attacks/alignment.h"
#include "attacks/closest_points.h"
#include "attacks/linear.h"
#include "attacks/pair_fit.h"
#include "linalg/spectrum.h"
#include "release/noise_shape.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::pairs, Fact::population};
constexpr Want wants[] = {Want::moments, Want::sample};
constexpr Param params[] = {
    {.name = "answer",
     .help = "aligned: the record turned back; nearest: the record of the sample that it looks like most",
     .kind = Param::Kind::choice,
     .choices = "aligned|nearest"}};

// Rows that are matched and records they are matched with: a round takes their product times the attributes.
constexpr Index kMostRows = 4000, kMostReference = 20'000;

Matrix thinned(const Matrix& all, Index most) {
  return all(evenly_spread(all.rows(), most), Eigen::all);
}

/// What both clouds are compared in.
struct Clouds {
  stats::Moments reference;
  double scale = 1;  ///< of the mask
  Matrix noise;      ///< covariance, as told or as the release's spread exceeds the reference's
  /// The release without its mean, its scale and, as far as its covariance tells, its noise. Under much noise only this makes
  /// the first matches any good: where it is 1.6 times as long as the records, of rank 60 in 256 columns, ten anchors then find
  /// all of 2000 records, without it 5 %.
  linalg::RecordMap cleaned;
};

Clouds clouds_of(const Evidence& evidence, const Knowledge& known) {
  const Index m = evidence.moments.attributes();
  Clouds out{.reference = stats::moments_of(*known.sample), .scale = 1, .noise = Matrix::Zero(m, m), .cleaned = {}};
  const Matrix release = evidence.moments.covariance();
  const double spread = out.reference.covariance().trace();
  if (known.noise_covariance) out.noise = noise_covariance(known, release);
  // A rotation keeps the trace: what the release has more is noise where the scale is known, or scale where the noise is.
  if (!keeps_lengths(known)) {
    const double rest = release.trace() - out.noise.trace();
    if (rest > 0 && spread > 0) out.scale = std::sqrt(rest / spread);
  } else if (!known.noise_covariance) {
    out.noise.diagonal().setConstant(std::max(release.trace() - spread, 0.0) / static_cast<double>(m));
  }
  const Vector zero = Vector::Zero(m);
  linalg::Affine channel = linalg::Affine::identity(m);
  channel.covariance = out.noise;
  out.cleaned = out.noise.trace() > 0
                    ? posterior(channel, zero, linalg::positive_part(release - out.noise)).map
                    : linalg::RecordMap{.center = zero, .left = Matrix::Identity(m, m), .right = {}, .shift = zero};
  out.cleaned.center += evidence.moments.mean();
  out.cleaned.left /= out.scale;
  return out;
}

/// The alignment of clouds without means as a motion of the originals.
linalg::Motion motion_of(const Alignment& aligned, const Clouds& clouds, const Evidence& evidence) {
  linalg::Motion motion = aligned.motion;
  motion.scale = clouds.scale;
  motion.from = clouds.reference.mean();
  motion.to = evidence.moments.mean();
  return motion;
}

/// Whether the anchors, few among the matched rows, still lie where they should: less than the originals' own spread off,
/// beside the noise. In a wrong rotation they are twice that off.
bool settled(const linalg::Motion& motion, const Pairs& anchors, const Clouds& clouds) {
  const double spread = square(motion.scale) * (anchors.originals.rowwise() - motion.from.transpose()).squaredNorm();
  const double noise = static_cast<double>(anchors.originals.rows()) * clouds.noise.trace();
  return misfit(motion, anchors.originals, anchors.released) < spread + noise;
}

/// Whether the anchors determine the motion by themselves, without noise: up to 1e-12 of their spread, and the rounding of
/// numbers that lie far from 0.
bool exact(const linalg::Motion& motion, const Pairs& anchors) {
  const Matrix centred = anchors.released.rowwise() - anchors.released.colwise().mean();
  const double limit = 1e-12 * centred.squaredNorm() + 1e-26 * anchors.released.squaredNorm();
  return motion.determined == motion.from.size() && misfit(motion, anchors.originals, anchors.released) < limit;
}

Outcome nearest_outcome(const Alignment& aligned, const Clouds& clouds, const Matrix& reference,
                        std::vector<std::string> notes) {
  const Matrix centred = reference.rowwise() - clouds.reference.mean().transpose();
  auto comparison = std::make_shared<const Comparison>(aligned.motion, centred);
  auto guess = [comparison, reference, cleaned = clouds.cleaned](const Observed& observed) {
    const Comparison::Best best = comparison->nearest(linalg::map_records(own_rows(observed.released, observed), cleaned));
    return Guess{.values = reference(best.row, Eigen::all)};
  };
  return {.reconstruction = Reconstruction{.guess = std::move(guess), .notes = std::move(notes)}};
}

std::string why_not(const Evidence& evidence, const Knowledge& known) {
  if (projects(evidence, known)) return "the mask is a projection, which no rotation turns back; regress takes it";
  if (known.pairs->originals.rows() == 0) return "there are no known pairs";
  if (known.sample->rows() < 2) return "the sample of other people has fewer than two records";
  return {};
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  if (std::string reason = why_not(evidence, known); !reason.empty()) return Outcome::not_assessed(std::move(reason));
  const Clouds clouds = clouds_of(evidence, known);
  const Matrix reference = thinned(*known.sample, kMostReference);
  const auto centred = [&](const Matrix& originals) {
    return Matrix(originals.rowwise() - clouds.reference.mean().transpose());
  };
  const Alignment aligned =
      closest_points(linalg::map_records(thinned(evidence.sample, kMostRows), clouds.cleaned), centred(reference),
                     linalg::map_records(known.pairs->released, clouds.cleaned), centred(known.pairs->originals));
  std::vector<std::string> notes = {fmt::format("{} anchors; after {} rounds the better half has a mean cosine of {:.3g}",
                                                known.pairs->originals.rows(), aligned.rounds, aligned.cosine)};
  linalg::Motion motion = motion_of(aligned, clouds, evidence);
  std::vector<std::string> of_pairs;
  linalg::Motion alone = fit_motion(*known.pairs, evidence, known, of_pairs);
  const bool enough = exact(alone, *known.pairs), kept = settled(motion, *known.pairs, clouds);
  if (!kept) notes.push_back("the alignment lost its anchors, so it is not to be trusted");
  if (given.choice("answer") == "nearest") return nearest_outcome(aligned, clouds, reference, std::move(notes));
  Knowledge seen = known;
  if (enough || !kept) {
    notes.push_back("guessed from the anchors alone");
    notes.insert(notes.end(), of_pairs.begin(), of_pairs.end());
    motion = std::move(alone);
  } else if (clouds.noise.trace() > 0) {
    seen.noise_covariance = clouds.noise;
  }
  LinearGuess guess = turn_back(motion, evidence, seen, notes);
  return linear_outcome(std::move(guess), std::move(notes));
}

}  // namespace

extern const Attack anchors_attack = {.name = "anchors",
                                      .alias = "",
                                      .summary = "turn the release back from a few pairs and records it looks like",
                                      .paper = "Besl and McKay 1992; Grave et al. 2019",
                                      .needs = needs,
                                      .wants = wants,
                                      .params = params,
                                      .reads_mixtures = true,
                                      .needs_mixed = needs,
                                      .learn = learn};

}  // namespace guise::attacks
