// SPDX-License-Identifier: Apache-2.0
// The transpose of the matrix for its inverse: M'M is the identity on average over matrices.
// Liu, Kargupta and Ryan, "Random projection-based multiplicative data perturbation" (paper 000), section VI.A.
#include <fmt/format.h>

#include "attacks/insider.h"
#include "attacks/linear.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::matrix};
constexpr Fact uses[] = {Fact::matrix_law, Fact::moments};
constexpr std::string_view variants[] = {"transpose(scale=best)"};
constexpr Param params[] = {
    {.name = "scale",
     .help =
         "unbiased, as the paper has it; or best, the factor with the least expected square error, around the mean if known",
     .kind = Param::Kind::choice,
     .choices = "unbiased|best"}};

/// E[M'M] is a multiple of the identity: the expected squared length of a column. u = R x / (sqrt(k) sd) has 1, an unscaled
/// R x has k sd^2. Who has the matrix but not its law takes the mean over the columns he sees.
double expected_square(const Knowledge& known, const Matrix& map) {
  const auto& law = known.matrix_law;
  const double seen = map.squaredNorm() / static_cast<double>(map.cols());
  if (!law || law->rows != map.rows() || law->columns != map.cols() || law->turns() || law->spread > 0) return seen;
  const double told = law->scaled                 ? 1
                      : law->law == "orthonormal" ? static_cast<double>(law->rows) / static_cast<double>(law->columns)
                                                  : static_cast<double>(law->rows) * square(law->sd);
  // Further steps (scale, standardize) may have changed the units: then the law of the one step is not that of the matrix.
  constexpr double kAnotherUnit = 2;
  return seen > told / kAnotherUnit && seen < told * kAnotherUnit ? told : seen;
}

/// The a with the least E|x - a M'M x - a M'e|^2. Over Gaussian matrices and records of equal directions it is k / (k + m + 1)
/// and leaves 1 - k / (k + m + 1) of the square (erratum 9); here for this matrix, these moments and this noise.
double best_factor(const linalg::Affine& channel, const Matrix& spread) {
  const Matrix through = channel.map * spread;  // M S
  const double explained = (through.array() * channel.map.array()).sum();
  const Matrix released = through * channel.map.transpose() + channel.covariance;
  const double length = (channel.map.transpose() * released * channel.map).trace();
  return length > 0 ? explained / length : 0;
}

Outcome learn(const Evidence&, const Knowledge& known, const Params& given, const random::Rng&) {
  linalg::Affine channel = insider_channel(known);
  const Index m = channel.map.cols();
  if (channel.map.isZero(0)) return Outcome::not_assessed(std::string(kZeroMatrix));
  Vector around = Vector::Zero(m);
  double factor = 1 / expected_square(known, channel.map);
  if (given.choice("scale") == "best") {
    const bool moments = knows(known, Fact::moments);
    if (moments) around = *known.prior_mean;
    if (!moments) channel.covariance.setZero();  // without the size of the data that of the noise says nothing
    factor = best_factor(channel, moments ? *known.prior_covariance : Matrix(Matrix::Identity(m, m)));
  }
  std::vector<std::string> notes = {fmt::format("transpose times {:.4g}", factor)};
  note_defects(linalg::pseudo_inverse(channel.map), channel, notes);
  return linear_outcome(
      {.center = channel.shift + channel.map * around, .left = factor * channel.map, .right = {}, .shift = around},
      std::move(notes));
}

}  // namespace

extern const Attack transpose_attack = {.name = "transpose",
                                        .alias = "",
                                        .summary = "the transpose of the known matrix in place of its inverse",
                                        .paper = "000 section VI.A",
                                        .needs = needs,
                                        .wants = {},
                                        .params = params,
                                        .uses = uses,
                                        .variants = variants,
                                        .reads_mixtures = true,
                                        .needs_mixed = needs,
                                        .learn = learn};

}  // namespace guise::attacks
