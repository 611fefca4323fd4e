// SPDX-License-Identifier: Apache-2.0
#include "audit/measured_privacy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "audit/neighbours.h"
#include "base/error.h"
#include "linalg/solve.h"
#include "stats/moments.h"
#include "theory/empirical_privacy.h"

namespace guise::audit {
namespace {

using release::Guarantee;

// A mask whose certificate is as sharp as it can be must not fail by chance: once in a million audits.
constexpr double kError = 1e-6;
// Which pair to take is decided on draws of their own.
constexpr std::int64_t kTryDraws = 1000;
// Numbers held of one record's draws, 32 MB.
constexpr std::int64_t kMostCells = 4'000'000;
// Draws per column below which their covariances are noise themselves: columns are then taken for independent, as noise is.
constexpr Index kDrawsPerColumn = 4;
// Of the variance of a column, added where columns depend on each other: what tells nothing must not be divided by 0.
constexpr double kRidge = 1e-9;

/// Released records of one original, masked as so many different ones from this number on.
Matrix releases_of(const masks::Prepared& mask, const Vector& original, std::int64_t first_record, std::int64_t draws) {
  const Matrix originals = original.transpose().replicate(draws, 1);
  Matrix out(draws, static_cast<Index>(mask.columns().size()));
  masks::mask_records(mask, first_record, originals, out);
  return out;
}

/// Larger where a released record is more likely of the first of two.
using Score = std::function<Vector(const Matrix& released)>;

/// The likelihood ratio of normal noise, with its covariance as it is seen: Fisher's discriminant.
Score discriminant(const Matrix& one, const Matrix& other) {
  const stats::Moments a = stats::moments_of(one), b = stats::moments_of(other);
  const Vector apart = a.mean() - b.mean(), variance = a.variance() + b.variance();
  Vector weights = (variance.array() > 0).select(apart.cwiseQuotient(variance), 0);
  if (one.rows() >= kDrawsPerColumn * one.cols()) {
    Matrix covariance = a.covariance() + b.covariance();
    covariance.diagonal() *= 1 + kRidge;
    weights = linalg::solve_symmetric(covariance, apart);
  }
  return [weights](const Matrix& released) { return Vector(released * weights); };
}

/// The likelihood ratio of Laplace noise, sum of (|y - b| - |y - a|) / scale over the columns; sd / sqrt(2) is the scale, and a
/// factor of all columns does not matter.
Score by_columns(const Matrix& one, const Matrix& other) {
  const stats::Moments a = stats::moments_of(one), b = stats::moments_of(other);
  const Vector first = a.mean(), second = b.mean(), sd = (a.variance() + b.variance()).cwiseSqrt();
  return [first, second, sd](const Matrix& released) {
    Vector out = Vector::Zero(released.rows());
    for (Index j = 0; j < released.cols(); ++j)
      if (sd[j] > 0)
        out.array() += ((released.col(j).array() - second[j]).abs() - (released.col(j).array() - first[j]).abs()) / sd[j];
    return out;
  };
}

// Of their spread, to which scores are rounded. The last digits of noise drawn as floating-point numbers tell records apart
// that the noise itself does not (Mironov 2012): among scores of Laplace noise that should all be equal they "prove" epsilon =
// 2.3 where it is 1.4. Certificates of such noise say that they are approximate; what is measured here is the noise.
constexpr double kLastDigits = 1e-6;

Vector rounded(const Vector& scores, double unit) {
  return unit > 0 ? Vector((scores / unit).array().round()) : scores;
}

/// Scores of both records: half of the draws to learn how to tell them apart, and the other half for what was learnt.
struct Scores {
  Vector learnt_one, learnt_other, one, other;
};

Scores scores_of(const masks::Prepared& mask, const Pair& pair, bool laplace, std::int64_t first_record, std::int64_t draws) {
  const Matrix one = releases_of(mask, pair.one, first_record, draws),
               other = releases_of(mask, pair.other, first_record + draws, draws);
  const Index half = one.rows() / 2, rest = one.rows() - half;
  const Score score = (laplace ? by_columns : discriminant)(one.topRows(half), other.topRows(half));
  const Vector seen = score(one.topRows(half));
  const double unit = kLastDigits * std::sqrt(stats::moments_of(seen).variance()[0]);
  return {.learnt_one = rounded(seen, unit),
          .learnt_other = rounded(score(other.topRows(half)), unit),
          .one = rounded(score(one.bottomRows(rest)), unit),
          .other = rounded(score(other.bottomRows(rest)), unit)};
}

/// How far apart the scores are, over their spread: less a matter of luck than counts are. Nothing of records that the mask
/// refuses, because its noise would be rounded away: they are never released.
std::optional<double> separation(const masks::Prepared& mask, const Pair& pair, bool laplace, std::int64_t first_record) {
  try {
    const Scores scores = scores_of(mask, pair, laplace, first_record, kTryDraws);
    const stats::Moments one = stats::moments_of(scores.one), other = stats::moments_of(scores.other);
    const double variance = one.variance()[0] + other.variance()[0];
    return variance > 0 ? (one.mean()[0] - other.mean()[0]) / std::sqrt(variance) : 0;
  } catch (const Error&) {
    return {};
  }
}

theory::EmpiricalPrivacy proved_above(double threshold, const Vector& one, const Vector& other) {
  const auto above = [&](const Vector& scores) {
    return theory::Count{.hits = (scores.array() > threshold).count(), .tries = scores.size()};
  };
  return theory::empirical_privacy(above(one), above(other), release::kStatedDelta, kError);
}

/// The threshold that proves most on these scores, among those that are wrong for so many of them, in steps of an eighth.
double best_threshold(const Vector& one, Vector other) {
  std::sort(other.begin(), other.end(), std::greater<>());
  double best = other[0], most = -1;
  for (Index wrong = 0; wrong < other.size(); wrong += std::max<Index>(1, wrong / 8)) {
    const double epsilon = proved_above(other[wrong], one, other).epsilon;
    if (epsilon <= most) continue;
    most = epsilon;
    best = other[wrong];
  }
  return best;
}

}  // namespace

bool is_measurable(const masks::Prepared& mask, const release::Certificate& certificate) {
  return !mask.folds() && (certificate.kind == Guarantee::gaussian || certificate.kind == Guarantee::grid ||
                           certificate.kind == Guarantee::laplace);
}

MeasuredPrivacy measure_privacy(const masks::Prepared& mask, const release::Certificate& certificate, const Matrix& records,
                                const random::Rng& rng, std::int64_t draws) {
  const bool laplace = certificate.kind == Guarantee::laplace;
  const std::vector<Pair> pairs = neighbours(mask.card(), mask.secrets(), records, laplace, rng);
  const auto columns = static_cast<std::int64_t>(std::max(mask.columns().size(), mask.card().attributes.size()));
  draws = std::min(draws, std::max(kTryDraws, kMostCells / columns));
  std::int64_t number = 0;  // no two draws are of the same record
  const Pair* best = nullptr;
  double most = -1;
  for (const Pair& pair : pairs) {
    const std::optional<double> apart = separation(mask, pair, laplace, number);
    number += 2 * kTryDraws;
    if (!apart || *apart <= most) continue;
    most = *apart;
    best = &pair;
  }
  if (!best) return {.epsilon = 0, .delta = release::kStatedDelta, .right = 0, .wrong = 1, .draws = 0};
  const Scores scores = scores_of(mask, *best, laplace, number, draws);
  const theory::EmpiricalPrivacy found =
      proved_above(best_threshold(scores.learnt_one, scores.learnt_other), scores.one, scores.other);
  return {.epsilon = found.epsilon, .delta = release::kStatedDelta, .right = found.right, .wrong = found.wrong, .draws = draws};
}

std::string measured_sentence(const MeasuredPrivacy& measured, const release::Certificate& certificate) {
  const std::optional<double> certified = release::certified_epsilon(certificate, measured.delta);
  return fmt::format("Measured by distinguishing two records: epsilon is at least {:.3g}; certified: at most {}.",
                     measured.epsilon, certified ? fmt::format("{:.4g}", *certified) : "any");
}

void require_certified(const MeasuredPrivacy& measured, const release::Certificate& certificate, const std::string& mask) {
  constexpr std::string_view ending =
      "one of the two is wrong, so this audit cannot be trusted; please report it with the command you ran";
  const std::optional<double> epsilon = release::certified_epsilon(certificate, measured.delta),
                              success = release::certified_success(certificate, measured.wrong);
  if (epsilon && measured.epsilon > *epsilon)
    fail("{}: epsilon is certified to be at most {:.4g} at delta = {:g} and was measured to be at least {:.4g}; {}", mask,
         *epsilon, measured.delta, measured.epsilon, ending);
  if (success && measured.right > *success)
    fail(
        "{}: a guess that is wrong {:.3g} % of the time is certified to be right at most {:.4g} % and was measured to be right "
        "at least {:.4g} %; {}",
        mask, 100 * measured.wrong, 100 * *success, 100 * measured.right, ending);
}

}  // namespace guise::audit
