// SPDX-License-Identifier: Apache-2.0
#include "audit/estimated_mask.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "linalg/solve.h"
#include "linalg/spectrum.h"
#include "stats/keyed_sample.h"
#include "stats/moments.h"
#include "table/blocks.h"

namespace guise::audit {
namespace {

constexpr std::int64_t kRows = 50'000;  // that estimates are made from: two digits of every figure
constexpr Index kFewest = 30;
constexpr double kClear = 4;                // standard errors that are no chance
constexpr double kSmall = 0.02;             // of a factor or of a variance: too little to matter
constexpr double kLeastUnexplained = 1e-4;  // of a column's variance; less is a copy
constexpr double kRidge = 1e-9;             // of variances: columns that are sums of others stay harmless

struct Joint {
  Vector x_mean, y_mean;
  Matrix xx, yy, yx;
  double rows;

  Joint(const Matrix& originals, const Matrix& released) : rows(static_cast<double>(originals.rows())) {
    const Index m = originals.cols(), k = released.cols();
    const stats::Moments joint = stats::joint_moments(originals, released);
    const Matrix covariance = joint.covariance();
    x_mean = joint.mean().head(m);
    y_mean = joint.mean().tail(k);
    xx = covariance.topLeftCorner(m, m);
    yy = covariance.bottomRightCorner(k, k);
    yx = covariance.bottomLeftCorner(k, m);
  }

  /// What the regression of the release on all originals leaves.
  Matrix unexplained() const {
    const Vector scale = xx.diagonal().cwiseSqrt().unaryExpr([](double sd) { return sd > 0 ? 1 / sd : 0; });
    Matrix standard = scale.asDiagonal() * xx * scale.asDiagonal();
    standard.diagonal().array() += kRidge;
    const Matrix slopes = linalg::solve_symmetric(standard, scale.asDiagonal() * yx.transpose());
    return yy - yx * scale.asDiagonal() * slopes;
  }
};

/// Noise of columns by themselves where n rows do not tell any correlation from 0; no direction is without noise. Single
/// entries must stay: a covariance without some of them may be none.
Matrix cleaned(const Matrix& noise, const Vector& variance, double rows) {
  const Vector sd = noise.diagonal().cwiseMax(0).cwiseSqrt();
  const Matrix chance = kClear / std::sqrt(rows) * sd * sd.transpose();
  Matrix apart = noise;
  apart.diagonal().setZero();
  const bool white = (apart.cwiseAbs().array() <= chance.array()).all();
  Matrix out = white ? Matrix(noise.diagonal().cwiseMax(0).asDiagonal()) : linalg::positive_part(noise);
  out.diagonal() += kRidge * variance;
  return out;
}

/// By the fourth moment: -1.2, 0 and 3 beyond that of a Gaussian one; its standard error is sqrt(24 / n) there.
std::optional<random::Law> law_of(const Matrix& residuals) {
  double sum = 0;
  Index columns = 0;
  for (Index j = 0; j < residuals.cols(); ++j) {
    const Vector centred = residuals.col(j).array() - residuals.col(j).mean();
    const double variance = centred.squaredNorm() / static_cast<double>(centred.size());
    if (!(variance > 0)) continue;
    sum += centred.array().pow(4).mean() / square(variance) - 3;
    ++columns;
  }
  if (columns == 0) return {};
  const double beyond = sum / static_cast<double>(columns);
  if (beyond < -0.9) return random::Law::uniform;
  if (std::abs(beyond) < 0.6) return random::Law::gaussian;
  if (beyond > 1.5 && beyond < 6) return random::Law::laplace;
  return {};
}

/// Swapped values, and noise that keeps moments: the mean and standard deviation are the originals' own, so that the column is
/// in their units, although it varies less with them.
bool keeps_moments(const Joint& joint, Index j) {
  const double x = std::sqrt(joint.xx(j, j));
  return std::abs(std::sqrt(joint.yy(j, j)) - x) <= kSmall * x && std::abs(joint.y_mean[j] - joint.x_mean[j]) <= kSmall * x;
}

/// How columns were released, each by itself.
struct OwnColumns {
  Vector factor;
  bool swapped = false;  ///< some keep their moments, so that what is added is not independent of the originals
};

/// Where a share of the originals' variance is the release's, and noise on top of it, for every column.
std::optional<OwnColumns> single_columns(const Joint& joint) {
  const Matrix unexplained = joint.unexplained();
  OwnColumns out{Vector::Ones(joint.xx.cols())};
  Vector& factor = out.factor;
  bool noisy = false;
  for (Index j = 0; j < factor.size(); ++j) {
    const double x = joint.xx(j, j), y = joint.yy(j, j), both = joint.yx(j, j);
    if (!(x > 0) || !(y > 0)) continue;  // a constant column tells nothing
    factor[j] = both / x;
    const double left = y - both * both / x, error = std::sqrt(std::max(left, 0.0) / (x * joint.rows));
    if (std::abs(factor[j]) <= kClear * error) return {};
    if (std::abs(factor[j] - 1) <= kSmall + kClear * error) factor[j] = 1;
    // Other columns must not explain what is left: else the column is a mixture.
    if (left > kLeastUnexplained * y && unexplained(j, j) < (1 - kSmall - kClear * std::sqrt(2 / joint.rows)) * left) return {};
    // Group means and cells: the originals scatter about the release, not it about them.
    const double back = both / y;
    if (factor[j] != 1 && std::abs(back - 1) <= kSmall + kClear * std::sqrt(std::max(left, 0.0) / (y * joint.rows))) return {};
    if (factor[j] != 1 && keeps_moments(joint, j)) factor[j] = 1, out.swapped = true;
    noisy = noisy || left > kLeastUnexplained * y;
  }
  return noisy ? std::optional(out) : std::nullopt;
}

}  // namespace

bool EstimatedMask::changes_units() const {
  return (factor.array() != 1).any();
}

std::string EstimatedMask::sentence() const {
  const std::string name = law ? fmt::format("{} noise", *law == random::Law::gaussian  ? "Gaussian"
                                                         : *law == random::Law::laplace ? "Laplace"
                                                                                        : "uniform")
                               : std::string("noise");
  const double least = noise_share.minCoeff(), most = noise_share.maxCoeff();
  const std::string size = most - least < 0.005 ? fmt::format("{:.2f}", most) : fmt::format("{:.2f} to {:.2f}", least, most);
  return fmt::format(
      "No mask was named. guise estimated it from both files: {}additive {} of {} times the standard deviation (sd) of a "
      "column. "
      "Every attacker is assumed to know this.",
      changes_units() ? "columns in other units, and " : "", name, size);
}

std::optional<EstimatedMask> estimate_own_columns(const Matrix& originals, const Matrix& released) {
  if (originals.cols() != released.cols() || originals.rows() < kFewest) return {};
  const Index m = originals.cols();
  const Joint joint(originals, released);
  const std::optional<OwnColumns> own = single_columns(joint);
  if (!own) return {};
  EstimatedMask out{.factor = own->factor, .constant = Vector::Zero(m), .noise = {}, .noise_share = Vector::Zero(m)};
  const Matrix residuals = released - originals * out.factor.asDiagonal();
  const stats::Moments left = stats::moments_of(residuals);
  const Vector sd = left.variance().cwiseSqrt();
  for (Index j = 0; j < m; ++j) {
    if (out.factor[j] != 1 || std::abs(left.mean()[j]) > kClear * sd[j] / std::sqrt(joint.rows))
      out.constant[j] = left.mean()[j];
    const double spread = std::abs(out.factor[j]) * std::sqrt(joint.xx(j, j));
    out.noise_share[j] = spread > 0 ? sd[j] / spread : 0;
  }
  // Of independent noise this is its covariance. Else it is the noise for which x^ = (S_y - N) S_y^-1 y is the regression of x
  // on y, as attackers take it to be.
  const Matrix shared = joint.yx * out.factor.asDiagonal();
  const Matrix apart = joint.yy - (shared + shared.transpose()) / 2;
  out.noise = cleaned(own->swapped ? apart : left.covariance(), joint.yy.diagonal(), joint.rows);
  out.law = law_of(residuals);
  return out;
}

std::optional<Matrix> estimate_mixed_noise(const Matrix& originals, const Matrix& released) {
  if (originals.rows() < kFewest + 2 * originals.cols()) return {};
  const Joint joint(originals, released);
  const Matrix noise = joint.unexplained() * (joint.rows - 1) / (joint.rows - 1 - static_cast<double>(originals.cols()));
  if (noise.trace() <= kLeastUnexplained * joint.yy.trace()) return {};
  return cleaned(noise, joint.yy.diagonal(), joint.rows);
}

void tell_estimated_mask(Given& given, const table::Table& both, const table::Selection& originals, const table::Work& work) {
  table::Selection all = originals;
  all.kept.clear();
  all.attributes.insert(all.attributes.end(), given.columns.begin(), given.columns.end());
  table::Work how = work;
  how.stage = "estimating the mask";
  stats::KeyedSample sample(kRows, random::Rng::from_seed(1));
  both.scan(all, how, [&](const table::Chunk& chunk) {
    table::for_numbered_blocks(chunk, [&](std::int64_t record, const MatrixRef& rows,
                                          const std::vector<std::int64_t>& numbers) { sample.add(record, rows, numbers); });
  });
  const Matrix rows = sample.rows();
  const Index m = static_cast<Index>(originals.attributes.size());
  if (rows.rows() < kFewest) return;
  const Matrix x = rows.leftCols(m), y = rows.rightCols(rows.cols() - m);
  const std::optional<EstimatedMask> own = estimate_own_columns(x, y);
  const std::optional<Matrix> mixed = estimate_mixed_noise(x, y);
  for (Given::Reading& reading : given.readings) {
    attacks::Knowledge& known = reading.card.knowledge;
    if (known.mixed && mixed) known.noise_covariance = *mixed;
    if (known.mixed || !own) continue;
    const Vector inverse = own->factor.cwiseInverse();
    known.noise_covariance = inverse.asDiagonal() * own->noise * inverse.asDiagonal();
    known.noise_law = own->law;
    if (own->changes_units()) {
      reading.card.to_original = [t = own->constant, inverse](Matrix& released) {
        released = (released.rowwise() - t.transpose()) * inverse.asDiagonal();
      };
      reading.card.to_release = [t = own->constant, a = own->factor](Matrix& read) {
        read = (read * a.asDiagonal()).rowwise() + t.transpose();
      };
    } else if ((own->constant.array() != 0).any()) {
      known.noise_mean = own->constant;
    }
  }
  if (own) given.estimated = own->sentence();
}

}  // namespace guise::audit
