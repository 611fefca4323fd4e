// SPDX-License-Identifier: Apache-2.0
// The shortest record that the release allows: x^ = M^+ (y - t), plus any vector the matrix maps to 0.
// Liu, Kargupta and Ryan, "Random projection-based multiplicative data perturbation" (paper 000), section VI.A. "The best we
// can do" there; of a random record it misses 1 - k/m of the square (erratum 9), and `bayes` does better with a prior.
#include <fmt/format.h>

#include "attacks/insider.h"
#include "attacks/linear.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::matrix};
constexpr Fact uses[] = {Fact::moments};
constexpr Want wants[] = {Want::head};

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  const linalg::Affine channel = insider_channel(known);
  const Index m = channel.map.cols();
  const linalg::PseudoInverse matrix = linalg::pseudo_inverse(channel.map);
  if (matrix.rank == 0) return Outcome::not_assessed(std::string(kZeroMatrix));
  std::vector<std::string> notes;
  note_defects(matrix, channel, notes);
  note_rounding(matrix, channel, evidence, notes);
  notes.push_back(matrix.rank == m ? std::string("the matrix leaves one solution per record")
                                   : fmt::format("solutions fill {} of {} dimensions; the nearest to {} is taken",
                                                 m - matrix.rank, m, known.prior_mean ? "the mean" : "0"));
  // Around the mean where it is known: the shortest way from a typical record, not from 0.
  const Vector around = known.prior_mean ? *known.prior_mean : Vector(Vector::Zero(m));
  return linear_outcome(
      {.center = channel.shift + channel.map * around, .left = matrix.inverse.transpose(), .right = {}, .shift = around},
      std::move(notes));
}

}  // namespace

extern const Attack inverse_attack = {.name = "inverse",
                                      .alias = "min-norm",
                                      .summary = "the shortest record that the known matrix allows",
                                      .paper = "000 section VI.A",
                                      .needs = needs,
                                      .wants = wants,
                                      .params = {},
                                      .uses = uses,
                                      .reads_mixtures = true,
                                      .needs_mixed = needs,
                                      .learn = learn};

}  // namespace guise::attacks
