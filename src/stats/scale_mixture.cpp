// SPDX-License-Identifier: Apache-2.0
#include "stats/scale_mixture.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace guise::stats {
namespace {

constexpr double kLeast = 0.25, kStep = 1.41421356237309515;  // of the scales, and from each to the next
constexpr double kMost = 1e6;
constexpr int kTurns = 100;
constexpr double kCells = 8;       // for each factor of e: squares that are nearly equal are taken together
constexpr double kNothing = -700;  // e^-700

}  // namespace

Vector ScaleMixture::log_density(double square) const {
  // Chi-squared with `freedom` degrees of freedom, without what all scales share.
  const auto variance = scale_.array().square();
  return freedom_ / 2 * (-variance.log() - square / variance);
}

ScaleMixture::ScaleMixture(const Vector& squares, Index freedom) : freedom_(static_cast<double>(freedom)) {
  const double widest = std::clamp(std::sqrt(std::max(squares.maxCoeff(), 1.0)), 1.0, kMost);
  const auto count = static_cast<Index>(std::ceil(std::log(widest / kLeast) / std::log(kStep))) + 1;
  scale_ = Vector(count);
  for (Index l = 0; l < count; ++l) scale_[l] = kLeast * std::pow(kStep, static_cast<double>(l));
  weight_ = Vector::Constant(count, 1 / static_cast<double>(count));
  std::map<int, double> cells;
  for (const double each : squares) cells[static_cast<int>(std::lround(kCells * std::log(std::max(each, 1e-12))))] += 1;
  const auto rows = static_cast<Index>(cells.size());
  Matrix density(rows, count);
  Vector records(rows);
  Index row = 0;
  for (const auto& [cell, number] : cells) {
    const Vector log = log_density(std::exp(cell / kCells));
    density.row(row) = (log.array() - log.maxCoeff()).max(kNothing).exp();
    records[row++] = number;
  }
  for (int turn = 0; turn < kTurns; ++turn) {
    const Vector all = (density * weight_).cwiseMax(1e-300);
    weight_ = weight_.cwiseProduct(density.transpose() * records.cwiseQuotient(all)) / static_cast<double>(squares.size());
  }
}

double ScaleMixture::share_above(double scale) const {
  return (scale_.array() > scale).select(weight_, 0.0).sum();
}

double ScaleMixture::kept(double square) const {
  const Vector log = log_density(square);
  const Vector share = weight_.array() * (log.array() - log.maxCoeff()).max(kNothing).exp();
  return share.dot(scale_.cwiseAbs2().cwiseInverse().cwiseMin(1.0)) / std::max(share.sum(), 1e-300);
}

}  // namespace guise::stats
