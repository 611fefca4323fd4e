// SPDX-License-Identifier: Apache-2.0
// Random orthogonal matrices, uniform over all of them, and what they keep. Paper 000, section III.

#include <cmath>

#include "linalg/solve.h"
#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/masked.h"
#include "papers/papers.h"
#include "random/matrices.h"

namespace guise::papers {
namespace {

constexpr Index kSide = 4;
constexpr int kDraws = 20'000;

/// Mean and variance of the trace over draws. For the uniform (Haar) law they are 0 and 1 exactly, for every size of 2 and
/// more: Diaconis and Shahshahani (1994).
struct Traces {
  Vector values;
  double largest_error = 0;  ///< of any entry of Q'Q
  double mean() const { return values.mean(); }
  double variance() const { return (values.array() - mean()).square().mean(); }
  /// Standard error of the variance, from the draws.
  double variance_error() const {
    const Eigen::ArrayXd square = (values.array() - mean()).square();
    return std::sqrt((square - square.mean()).square().mean() / kDraws);
  }
};

template <typename Draw>
Traces traces(const Draw& draw) {
  Traces out{.values = Vector(kDraws)};
  for (int i = 0; i < kDraws; ++i) {
    const Matrix q = draw(static_cast<std::uint32_t>(i));
    out.values[i] = q.trace();
    out.largest_error = std::max(out.largest_error, (q.transpose() * q - Matrix::Identity(kSide, kSide)).cwiseAbs().maxCoeff());
  }
  return out;
}

/// Q of a QR decomposition as libraries give it: the signs of R's diagonal follow from the algorithm, not from chance.
Matrix plain_q(const Matrix& square) {
  return linalg::householder_qr(square).q;
}

void kept_products(const Settings& settings, Report& report) {
  const random::Rng rng = settings.rng.fork("inner products");
  const Matrix alice = gaussian(200, 8, 3, rng.fork("alice")), bob = gaussian(150, 8, 3, rng.fork("bob"));
  Matrix both(350, 8);
  both << alice, bob;
  const Matrix released = masked("rotate", both, rng.fork("mask")).released;
  report.check("inner products of two owners' records after rotation: largest error", "exact", at_most(1e-10),
               (released * released.transpose() - both * both.transpose()).cwiseAbs().maxCoeff());
}

Report run(const Settings& settings) {
  const random::Rng rng = settings.rng.fork("haar");
  const Traces uniform = traces([&](std::uint32_t i) { return random::haar_orthogonal(kSide, rng.with_step(i)); }),
               plain =
                   traces([&](std::uint32_t i) { return plain_q(random::gaussian_matrix(kSide, kSide, rng.with_step(i))); });
  Report report;
  report.check("mean of the trace, 20 000 matrices of size 4", "", expects(0, 1 / std::sqrt(kDraws)), uniform.mean());
  report.check("its variance", "", expects(1, uniform.variance_error()), uniform.variance());
  report.check("largest entry of |Q'Q - I|", "", at_most(1e-12), uniform.largest_error);
  // The trap: without fixing the signs the matrices are orthogonal, but not uniform.
  report.check("plain QR fails: mean of the trace", "", at_most(-0.05), plain.mean());
  report.check("plain QR fails: variance of the trace", "", at_most(0.95), plain.variance());
  kept_products(settings, report);
  report.plots.push_back({.name = "000-haar",
                          .title = "Trace of random orthogonal matrices of size 4",
                          .x_label = "trace",
                          .y_label = "density",
                          .series = {histogram("uniform", uniform.values, -4, 4, 40),
                                     histogram("plain QR", plain.values, -4, 4, 40, Series::Style::line)}});
  return report;
}

}  // namespace

extern const Experiment rotations_experiment = {
    .name = "000-haar",
    .paper = "Liu, Kargupta and Ryan 2006 (000), section III",
    .title = "random orthogonal matrices",
    .claim = "a random orthogonal matrix keeps all inner products and distances exactly.",
    .run = run};

}  // namespace guise::papers
