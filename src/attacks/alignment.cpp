// SPDX-License-Identifier: Apache-2.0
#include "attacks/alignment.h"

#include <fmt/format.h>

#include <algorithm>

#include "attacks/linear.h"
#include "linalg/spectrum.h"
#include "release/noise_shape.h"
#include "stats/bayes_core.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace {

/// What is seen of x in the determined directions once they are turned back: A'(y - to) / s = B'(x - from) + e.
struct TurnedBack {
  Matrix a, b;  ///< directions in the release and in the originals
  linalg::Affine channel;
  Vector mean;        ///< of what is seen, over the release
  Matrix covariance;  ///< of it
};

TurnedBack turned_back(const linalg::Motion& motion, const Evidence& evidence, const Knowledge& known) {
  TurnedBack out{.a = motion.left.leftCols(motion.determined),
                 .b = motion.right.leftCols(motion.determined),
                 .channel = {},
                 .mean = {},
                 .covariance = {}};
  const Matrix release = evidence.moments.covariance(),
               noise = known.noise_covariance ? noise_covariance(known, release) : Matrix::Zero(release.rows(), release.cols());
  const auto seen = [&](const Matrix& c) { return Matrix(out.a.transpose() * c * out.a / square(motion.scale)); };
  out.channel = {.map = out.b.transpose(), .shift = -out.b.transpose() * motion.from, .covariance = seen(noise)};
  out.mean = out.a.transpose() * (evidence.moments.mean() - motion.to) / motion.scale;
  out.covariance = seen(release);
  return out;
}

/// The guess of x from what is seen of it, as one from the release: (A'(y - to)/s - c)'W = (y - to - s A c)' (A/s) W.
LinearGuess from_release(const LinearGuess& seen, const linalg::Motion& motion, const Matrix& a) {
  return {linalg::factored_map(motion.to + motion.scale * a * seen.map.center, a / motion.scale, seen.map.left, seen.map.shift),
          seen.sd};
}

}  // namespace

Outcome linear_outcome(LinearGuess guess, std::vector<std::string> notes) {
  Outcome outcome = linear_outcome(guess.map, std::move(notes));
  if (guess.sd)
    outcome.reconstruction->guess = [guess](const Observed& observed) {
      Guess out{.values = linalg::map_records(own_rows(observed.released, observed), guess.map)};
      if (observed.want_sd) out.sd = guess.sd->transpose().replicate(observed.count, 1);
      return out;
    };
  return outcome;
}

LinearGuess posterior(const linalg::Affine& channel, const Vector& mean, const Matrix& covariance) {
  const stats::BayesCore core(stats::gaussian_prior(mean, covariance), channel);
  Matrix sd;
  core.posterior_mean(channel.shift.transpose(), &sd);  // the same for every record
  return {.map = *core.linear(), .sd = sd.row(0).transpose()};
}

Matrix shrunk_covariance(const Matrix& records) {
  Matrix covariance = stats::moments_of(records).covariance();
  const Vector variance = covariance.diagonal();
  const double m = static_cast<double>(records.cols()), n = static_cast<double>(records.rows());
  covariance *= n / (n + m);
  covariance.diagonal() = variance;
  return covariance;
}

std::vector<Index> evenly_spread(Index all, Index most) {
  const Index count = std::min(all, most);
  std::vector<Index> rows;
  for (Index i = 0; i < count; ++i) rows.push_back(i * all / count);
  return rows;
}

LinearGuess turn_back(const linalg::Motion& motion, const Evidence& evidence, const Knowledge& known,
                      std::vector<std::string>& notes) {
  const Index m = motion.from.size(), open = m - motion.determined;
  const TurnedBack seen = turned_back(motion, evidence, known);
  const bool told = known.prior_mean && known.prior_covariance, noisy = seen.channel.covariance.trace() > 0;
  if (open > 0)
    notes.push_back(fmt::format("{} of {} directions are known; the others are {}", motion.determined, m,
                                told                    ? "guessed from the moments of the originals"
                                : motion.from.isZero(0) ? "left at the origin, which the mask keeps"
                                                        : "guessed from the mean"));
  if (motion.determined == 0) {
    const Vector mean = told ? *known.prior_mean : motion.from;
    return {{.center = motion.to, .left = Matrix::Zero(motion.to.size(), m), .right = {}, .shift = mean}};
  }
  if (!noisy && (open == 0 || !told))
    return {linalg::factored_map(motion.to, seen.a / motion.scale, seen.b.transpose(), motion.from)};
  if (told && (open > 0 || evidence.records <= m))
    return from_release(posterior(seen.channel, *known.prior_mean, *known.prior_covariance), motion, seen.a);
  // Theorem 5.1 of paper 002 in the directions seen: Cov(x) = Cov(y) - Sigma_r, the rest of x is where `from` is.
  const Matrix covariance = seen.b * linalg::positive_part(seen.covariance - seen.channel.covariance) * seen.b.transpose();
  return from_release(posterior(seen.channel, motion.from + seen.b * seen.mean, covariance), motion, seen.a);
}

}  // namespace guise::attacks
