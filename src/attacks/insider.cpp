// SPDX-License-Identifier: Apache-2.0
#include "attacks/insider.h"

#include <fmt/format.h>

#include <algorithm>

#include "attacks/rounding.h"

namespace guise::attacks {
namespace {

/// Some records of the release, as many as show its digits.
Matrix some_released(const Evidence& evidence) {
  constexpr Index kLooked = 1000;
  const Matrix& rows = evidence.sample.rows() > 0 ? evidence.sample : evidence.head;
  return rows.topRows(std::min(kLooked, rows.rows()));
}

}  // namespace

linalg::Affine completed(linalg::Affine channel) {
  const Index k = channel.map.rows();
  if (channel.shift.size() == 0) channel.shift = Vector::Zero(k);
  if (channel.covariance.size() == 0) channel.covariance = Matrix::Zero(k, k);
  return channel;
}

linalg::Affine insider_channel(const Knowledge& known) {
  linalg::Affine channel = completed(*known.channel);
  if (known.noise_covariance && channel.covariance.isZero(0)) channel.covariance = *known.noise_covariance;
  if (known.noise_mean) channel.shift += *known.noise_mean;
  return channel;
}

linalg::Affine rounded_channel(const Evidence& evidence, const Knowledge& known) {
  linalg::Affine channel = insider_channel(known);
  const Matrix released = some_released(evidence);
  if (released.cols() == channel.map.rows()) channel.covariance.diagonal() += rounding_of(released, channel).sd.cwiseAbs2();
  return channel;
}

void note_defects(const linalg::PseudoInverse& matrix, const linalg::Affine& channel, std::vector<std::string>& notes) {
  // Rounding of the release, 1e-16 of it, is blown up to a millionth of the data.
  constexpr double kIllConditioned = 1e10;
  const Index rows = channel.map.rows(), columns = channel.map.cols();
  if (matrix.rank < std::min(rows, columns))
    notes.push_back(fmt::format("the {} x {} matrix has rank {}: {} of its directions are lost", rows, columns, matrix.rank,
                                std::min(rows, columns) - matrix.rank));
  if (matrix.condition > kIllConditioned)
    notes.push_back(fmt::format(
        "the matrix is ill-conditioned: errors of the release grow up to {:.1e} times where it is undone", matrix.condition));
}

void note_rounding(const linalg::PseudoInverse& matrix, const linalg::Affine& channel, const Evidence& evidence,
                   std::vector<std::string>& notes) {
  // A share of a guess's variance that is worth a word: a tenth of its standard deviation.
  constexpr double kShare = 0.01;
  const Matrix released = some_released(evidence);
  if (released.rows() < 2 || released.cols() != channel.map.rows()) return;
  const Rounding rounding = rounding_of(released, channel);
  if (rounding.digits.empty()) return;
  const Vector error = matrix.inverse.cwiseAbs2() * rounding.sd.cwiseAbs2();
  // Of the guesses themselves: from the covariance of the release what cancels would be the square of the condition, and what
  // is left rounding error that differs from CPU to CPU.
  const Matrix guesses = (released.rowwise() - released.colwise().mean()) * matrix.inverse.transpose();
  const Vector all = guesses.colwise().squaredNorm() / static_cast<double>(released.rows() - 1);
  const Vector share = error.cwiseQuotient(all.cwiseMax(error));
  const Index drowned = (share.array() > kShare).count();
  if (drowned > 0)
    notes.push_back(
        fmt::format("the release has {} and the matrix condition {:.1e}: undone, rounding alone is up to {:.0f} % of the "
                    "variance of {} of {} attributes",
                    rounding.digits, matrix.condition, 100 * share.maxCoeff(), drowned, share.size()));
}

}  // namespace guise::attacks
