// SPDX-License-Identifier: Apache-2.0
#include "attacks/side_reading.h"

#include <fmt/format.h>

#include "attacks/attribute_noise.h"
#include "attacks/pair_fit.h"
#include "linalg/solve.h"
#include "release/noise_shape.h"

namespace guise::attacks {
namespace {

Matrix scatter(const Matrix& rows, double freedom) {
  return rows.transpose() * rows / freedom;
}

/// y = M x + t + e from pairs: the rotation that the card tells of, else by least squares.
struct Forward {
  Matrix map;
  Vector shift;
};

Forward forward_of(const Pairs& pairs, const Evidence& evidence, const Knowledge& known) {
  if (keeps_lengths(known)) {
    std::vector<std::string> notes;
    const linalg::Motion motion = fit_motion(pairs, evidence, known, notes);
    const Matrix map = motion.scale * motion.rotation();
    return {map, motion.to - map * motion.from};
  }
  const Vector from = pairs.originals.colwise().mean(), to = pairs.released.colwise().mean();
  const Matrix x = pairs.originals.rowwise() - from.transpose(), y = pairs.released.rowwise() - to.transpose();
  const Matrix map = linalg::solve_symmetric(x.transpose() * x, x.transpose() * y).transpose();
  return {map, to - map * from};
}

SideReadingOutcome through_pairs(const Evidence& evidence, const Knowledge& known) {
  const Pairs& pairs = *known.pairs;
  const Index m = pairs.originals.cols(), count = pairs.originals.rows(), least = 2 * (m + 1);
  if (projects(evidence, known)) return {{}, "the mask has no inverse, and columns in clear are learnt in the originals' own"};
  if (count < least)
    return {
        {},
        fmt::format("the way back takes {} known pairs, two for each number of it in a column; there are {}", least, count)};
  const Forward forward = forward_of(pairs, evidence, known);
  const Matrix inverse = linalg::inverse(forward.map);
  if (!inverse.allFinite()) return {{}, "the known pairs show no matrix that has an inverse"};
  const Matrix missed = (pairs.released - pairs.originals * forward.map.transpose()).rowwise() - forward.shift.transpose();
  const Matrix covariance = evidence.moments.covariance();
  const Matrix noise = known.noise_covariance ? release::noise_covariance(known, covariance)
                                              : scatter(missed, static_cast<double>(count - m - 1));
  SideReading out;
  out.back = linalg::RecordMap{.center = forward.shift, .left = inverse.transpose(), .right = {}, .shift = Vector::Zero(m)};
  out.mean = inverse * (evidence.moments.mean() - forward.shift);
  out.covariance = inverse * covariance * inverse.transpose();
  out.noise = inverse * noise * inverse.transpose();
  return {std::move(out), {}};
}

}  // namespace

Matrix SideReading::of(const MatrixRef& released) const {
  return back ? linalg::map_records(released, *back) : Matrix(released);
}

SideReadingOutcome side_reading(const Evidence& evidence, const Knowledge& known) {
  if (known.mixed) return through_pairs(evidence, known);
  SideReading out{.mean = evidence.moments.mean(), .covariance = evidence.moments.covariance()};
  if (known.noise_covariance) {
    if (known.pairs) return {{}, "the size of the noise is public: known pairs add nothing to columns in clear"};
    out.noise = release::noise_covariance(known, out.covariance);
  } else if (known.pairs && known.pairs->originals.rows() > 2) {
    Matrix missed = known.pairs->released - known.pairs->originals;
    missed.rowwise() -= missed.colwise().mean().eval();
    out.noise = scatter(missed, static_cast<double>(missed.rows() - 1));
  }
  return {std::move(out), {}};
}

}  // namespace guise::attacks
