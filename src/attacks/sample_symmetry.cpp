// SPDX-License-Identifier: Apache-2.0
#include "attacks/sample_symmetry.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "linalg/spectrum.h"
#include "random/math.h"

namespace guise::attacks {
namespace {

constexpr double kLevel = 0.01;  // of all tests of one exchange together
constexpr double kSame = 1e-12;  // of the variance: columns that differ by less are one column
constexpr double kFixed = 1e-9;  // from an eigenvalue of 1
constexpr int kWaves = 3;        // sines and cosines of a column that are compared
constexpr Index kMostRows = 5000;

/// Means over records of functions that an exchange turns into their opposites; the largest of them, in standard errors.
class OddMeans {
 public:
  void add(const Eigen::ArrayXd& values) {
    const double mean = values.mean(), n = static_cast<double>(values.size());
    const double variance = (values - mean).square().mean();
    ++tests_;
    if (variance > 0) largest_ = std::max(largest_, std::abs(mean) / std::sqrt(variance / n));
  }
  bool open() const { return largest_ < -random::normal_quantile(kLevel / (2 * static_cast<double>(std::max(tests_, 1)))); }

 private:
  double largest_ = 0;
  int tests_ = 0;
};

/// Bounded, so that heavy tails do not hide what most records show.
Eigen::ArrayXXd bounded(const Eigen::ArrayXXd& columns) {
  return columns.tanh();
}

bool mirror_is_open(const Matrix& z, Index i) {
  OddMeans means;
  const Eigen::ArrayXXd g = bounded(z.array());
  for (int wave = 1; wave <= kWaves; ++wave) means.add((wave * z.col(i).array()).sin());
  for (Index k = 0; k < z.cols(); ++k)
    if (k != i) means.add(g.col(i) * g.col(k)), means.add(g.col(i) * g.col(k).square());
  return means.open();
}

/// Whether columns i and j may change places, both mirrored where `sign` is -1.
bool swap_is_open(const Matrix& z, Index i, Index j, double sign) {
  const Eigen::ArrayXd a = z.col(i).array(), b = sign * z.col(j).array();
  const Eigen::ArrayXd ga = a.tanh(), gb = b.tanh();
  OddMeans means;
  for (int wave = 1; wave <= kWaves; ++wave) {
    means.add((wave * a).sin() - (wave * b).sin());
    means.add((wave * a).cos() - (wave * b).cos());
  }
  means.add(ga.square() * gb - gb.square() * ga);
  for (Index k = 0; k < z.cols(); ++k) {
    if (k == i || k == j) continue;
    const Eigen::ArrayXd gk = z.col(k).array().tanh();
    means.add((ga - gb) * gk);
    means.add((ga - gb) * gk.square());
    means.add((ga.square() - gb.square()) * gk);
  }
  return means.open();
}

/// The exchange as a matrix.
Matrix exchange(Index m, Index i, Index j, double sign) {
  Matrix out = Matrix::Identity(m, m);
  out(i, i) = i == j ? -1 : 0;
  if (i != j) out(j, j) = 0, out(i, j) = out(j, i) = sign;
  return out;
}

/// Onto the columns' combinations that none of the exchanges changes: the average over the group that they generate.
Matrix unchanged(const std::vector<Matrix>& exchanges, Index m) {
  if (exchanges.empty()) return Matrix::Identity(m, m);
  Matrix mean = Matrix::Zero(m, m);
  for (const Matrix& each : exchanges) mean += each / static_cast<double>(exchanges.size());
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(mean);
  const Index count = (spectrum.values.array() > 1 - kFixed).count();
  return spectrum.vectors.leftCols(count) * spectrum.vectors.leftCols(count).transpose();
}

}  // namespace

std::string SampleSymmetry::note() const {
  std::string text;
  if (!swaps.empty()) {
    std::vector<std::string> pairs;
    for (const auto& [i, j] : swaps) pairs.push_back(fmt::format("{} and {}", i + 1, j + 1));
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    text =
        fmt::format("columns {} of the sample can change places: a symmetric solution fits as well, and their mean is guessed",
                    fmt::join(pairs, ", "));
  }
  if (mirrored.empty()) return text;
  std::vector<Index> numbers;
  for (const Index i : mirrored) numbers.push_back(i + 1);
  return fmt::format(
      "{}{}column{} {} of the sample can be mirrored: a symmetric solution fits as well, and the mean is guessed", text,
      text.empty() ? "" : "; ", numbers.size() > 1 ? "s" : "", fmt::join(numbers, ", "));
}

SampleSymmetry sample_symmetry(const Matrix& sample, bool scaled) {
  const Index m = sample.cols(), n = std::min(sample.rows(), kMostRows);
  Matrix z = sample.topRows(n).rowwise() - sample.topRows(n).colwise().mean();
  const Vector sd = (z.colwise().squaredNorm().transpose() / static_cast<double>(n)).cwiseSqrt();
  for (Index j = 0; j < m; ++j) z.col(j) *= sd[j] > 0 ? 1 / sd[j] : 0;
  Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> open(m, 2 * m);  // mirrored exchanges on the right
  open.setConstant(false);
  tbb::parallel_for(Index{0}, m, [&](Index i) {
    if (!(sd[i] > 0)) return;
    open(i, i) = mirror_is_open(z, i);
    for (Index j = i + 1; j < m; ++j) {
      if (!(sd[j] > 0)) continue;
      Matrix both = z;
      const double unit = std::sqrt(sd[i] * sd[j]);
      if (!scaled) both.col(i) *= sd[i] / unit, both.col(j) *= sd[j] / unit;
      for (const double sign : {1.0, -1.0}) {
        const double apart = (z.col(i) - sign * z.col(j)).squaredNorm() / static_cast<double>(n);
        open(i, j + (sign > 0 ? 0 : m)) = apart > kSame && swap_is_open(both, i, j, sign);
      }
    }
  });
  SampleSymmetry out;
  std::vector<Matrix> exchanges;
  for (Index i = 0; i < m; ++i)
    for (Index j = i; j < m; ++j)
      for (const double sign : {1.0, -1.0}) {
        if (!open(i, j + (sign > 0 ? 0 : m))) continue;
        exchanges.push_back(exchange(m, i, j, sign));
        if (i == j)
          out.mirrored.push_back(i);
        else
          out.swaps.emplace_back(i, j);
      }
  const Matrix same = unchanged(exchanges, m);
  out.kept = (z * same).squaredNorm() / std::max(z.squaredNorm(), 1e-300);
  const Vector unit = (sd.array() > 0).select(sd, 1.0);
  out.keep = unit.cwiseInverse().asDiagonal() * same * unit.asDiagonal();
  return out;
}

}  // namespace guise::attacks
