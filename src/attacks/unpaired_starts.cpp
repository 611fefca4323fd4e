// SPDX-License-Identifier: Apache-2.0
#include "attacks/unpaired_starts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "attacks/alignment.h"
#include "attacks/component_match.h"
#include "linalg/spectrum.h"
#include "stats/fast_ica.h"
#include "stats/quantiles.h"

namespace guise::attacks {
namespace {

constexpr Index kFirstAxes[] = {6, 10, 14};
constexpr Index kAllSigns = 4;          // up to this many axes every choice of signs is a start
constexpr Index kComponentRows = 2000;  // for independent components
constexpr Index kMomentRows = 5000;     // for third moments
constexpr Index kLevels = 99;           // quantiles compared
constexpr int kSweeps = 50;

/// Points along the first k axes in standard deviations of the originals, one in each row.
Matrix scores(const Singles& points, const Vector& unit, Index k, Index most) {
  const Singles some = points(Eigen::seqN(0, k), evenly_spread(points.cols(), most));
  return some.transpose().cast<double>() * unit.head(k).cwiseInverse().asDiagonal();
}

/// Slice l holds E z_i z_j z_l.
std::vector<Matrix> third_moments(const Matrix& z) {
  std::vector<Matrix> out;
  for (Index l = 0; l < z.cols(); ++l)
    out.emplace_back(z.transpose() * z.col(l).asDiagonal() * z / static_cast<double>(z.rows()));
  return out;
}

/// What both clouds are divided by to have standard deviation 1.
Vector units(const Frame& frame, bool release) {
  const Vector& sd = release ? frame.release_sd : frame.sample_sd;
  return frame.white ? Vector(Vector::Ones(sd.size())) : Vector(sd / frame.sample_sd.norm());
}

/// The two least sure signs both ways.
void add_sign_starts(const Frame& frame, Index k, std::vector<Matrix>& out) {
  const AxisSigns found = signs_by_third_moments(frame, k);
  std::vector<Index> order(static_cast<std::size_t>(k));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) { return found.sureness[i] < found.sureness[j]; });
  for (int code = 0; code < 4; ++code) {
    Vector sign = found.sign;
    if ((code & 1) != 0) sign[order[0]] *= -1;
    if ((code & 2) != 0) sign[order[1]] *= -1;
    out.emplace_back(sign.asDiagonal());
  }
}

/// Directions of the independent components, one in each row; empty when there are fewer than columns.
Matrix components(const Matrix& z, const random::Rng& rng) {
  const stats::Ica ica = stats::fast_ica(z, {.starts = 3, .iterations = 100, .tolerance = 1e-6}, rng);
  if (ica.unmixing.rows() < z.cols()) return {};
  return nearest_rotation(ica.unmixing);
}

/// Axes of nearly the same length are turned at random by sampling; their independent components are not.
void add_component_start(const Frame& frame, const random::Rng& rng, std::vector<Matrix>& out) {
  const Index rank = frame.clouds.axes();
  const Matrix a = scores(frame.clouds.a, units(frame, true), rank, kComponentRows),
               b = scores(frame.clouds.b, units(frame, false), rank, kComponentRows);
  const Matrix of_a = components(a, rng.fork("release")), of_b = components(b, rng.fork("sample"));
  if (of_a.size() == 0 || of_b.size() == 0) return;
  const ComponentMatch match =
      match_distributions(stats::standard_quantiles(a * of_a.transpose(), kLevels),
                          stats::standard_quantiles(b * of_b.transpose(), kLevels), sampling_error(a.rows(), b.rows()));
  out.emplace_back(of_a.transpose() * match.selection(rank).transpose() * of_b);
}

}  // namespace

AxisSigns signs_by_third_moments(const Frame& frame, Index k) {
  const TwoClouds& clouds = frame.clouds;
  const Vector a_unit = units(frame, true), b_unit = units(frame, false);
  const Matrix a = scores(clouds.a, a_unit, k, kMomentRows), b = scores(clouds.b, b_unit, k, kMomentRows);
  std::vector<Matrix> speaks = third_moments(a);
  const std::vector<Matrix> wanted = third_moments(b);
  Vector origin = Vector::Zero(k), error(k);
  if (clouds.a_mean.size() > 0)
    origin =
        clouds.a_mean.head(k).cwiseProduct(clouds.b_mean.head(k)).cwiseQuotient(a_unit.head(k).cwiseProduct(b_unit.head(k)));
  const double sampling = 2 / static_cast<double>(a.rows()) + 2 / static_cast<double>(b.rows());
  AxisSigns out{.sign = Vector::Ones(k), .sureness = Vector(k)};
  for (Index l = 0; l < k; ++l) {
    Matrix& slice = speaks[static_cast<std::size_t>(l)];
    error[l] = std::sqrt(wanted[static_cast<std::size_t>(l)].squaredNorm() * sampling);
    slice = slice.cwiseProduct(wanted[static_cast<std::size_t>(l)]).eval();
  }
  for (Index l = 0; l < k; ++l) {
    double own = origin[l];
    for (Index i = 0; i < k; ++i) own += speaks[static_cast<std::size_t>(i)](i, l);
    out.sign[l] = own < 0 ? -1 : 1;
  }
  const auto speaks_for = [&](Index l) { return out.sign.dot(speaks[static_cast<std::size_t>(l)] * out.sign) + origin[l]; };
  bool changed = true;
  for (int sweep = 0; changed && sweep < kSweeps; ++sweep) {
    changed = false;
    for (Index l = 0; l < k; ++l) {
      const double sign = speaks_for(l) < 0 ? -1 : 1;
      changed = changed || sign != out.sign[l];
      out.sign[l] = sign;
    }
  }
  for (Index l = 0; l < k; ++l) out.sureness[l] = error[l] > 0 ? std::abs(speaks_for(l)) / error[l] : 0;
  return out;
}

std::vector<Matrix> rotation_starts(const Frame& frame, const random::Rng& rng) {
  const Index rank = frame.clouds.axes();
  std::vector<Matrix> out;
  if (rank <= kAllSigns) {
    for (int code = 0; code < 1 << rank; ++code) {
      Vector sign(rank);
      for (Index j = 0; j < rank; ++j) sign[j] = (code >> j & 1) != 0 ? -1 : 1;
      out.emplace_back(sign.asDiagonal());
    }
  } else {
    std::set<Index> sizes;
    for (const Index k : kFirstAxes) sizes.insert(std::min(k, rank));
    for (const Index k : sizes) add_sign_starts(frame, k, out);
  }
  if (rank > 1 && rank <= kWhitened) add_component_start(frame, rng, out);
  return out;
}

}  // namespace guise::attacks
