// SPDX-License-Identifier: Apache-2.0
// Same model and likelihood as Bovy, Hogg and Roweis (2011), equation 1: o ~ sum of pi_j N(mu_j, S_j + E). They treat both the
// component and x as missing, and then a variance S much below E moves only by (S / (S + E))^2 of its error per iteration: 200
// iterations do not get there. Here only the component is missing, and the step for S_j is solved exactly: among the S >= 0 the
// likelihood of records with weighted covariance C is largest at the positive part of C - E, taken where E is the identity.
#include "stats/mixture_em.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/stop.h"
#include "linalg/blas.h"
#include "linalg/products.h"
#include "linalg/spectrum.h"
#include "stats/gaussian.h"
#include "stats/moments.h"
#include "stats/ordered_merge.h"
#include "stats/shares.h"
#include "table/chunk.h"

namespace guise::stats {
namespace {

/// Weighted sums of one block of records, about the components' present means.
struct Sums {
  double log_likelihood = 0;
  Vector weight;
  std::vector<Vector> first;
  std::vector<Matrix> second;  // lower triangle
  void merge(const Sums& other) {
    if (other.weight.size() == 0) return;
    if (weight.size() == 0) {
      *this = other;
      return;
    }
    log_likelihood += other.log_likelihood;
    weight += other.weight;
    for (std::size_t j = 0; j < first.size(); ++j) {
      first[j] += other.first[j];
      second[j] += other.second[j];
    }
  }
};

std::vector<Gaussian> observed_components(const Mixture& mixture, const Matrix& noise) {
  std::vector<Gaussian> out;
  for (std::size_t j = 0; j < mixture.weight.size(); ++j) out.emplace_back(mixture.mean[j], mixture.covariance[j] + noise);
  return out;
}

Sums sums_of_block(const MatrixRef& block, const std::vector<Gaussian>& components, const std::vector<double>& weight) {
  const Index count = static_cast<Index>(components.size()), attributes = block.cols();
  Sums out;
  Matrix share(block.rows(), count);
  std::vector<Matrix> centred(components.size());
  for (std::size_t j = 0; j < components.size(); ++j) {
    centred[j] = block.rowwise() - components[j].mean().transpose();
    share.col(static_cast<Index>(j)) = components[j].log_density(centred[j]).array() + std::log(weight[j]);
  }
  out.log_likelihood = turn_to_shares(share).sum();
  out.weight = share.colwise().sum();
  for (std::size_t j = 0; j < components.size(); ++j) {
    const auto column = share.col(static_cast<Index>(j));
    out.first.emplace_back(centred[j].transpose() * column);
    out.second.emplace_back(Matrix::Zero(attributes, attributes));
    linalg::add_gram(Matrix(column.cwiseSqrt().asDiagonal() * centred[j]), out.second.back());
  }
  return out;
}

Sums sums_of(const Matrix& observed, const Mixture& mixture, const Matrix& noise) {
  linalg::use_one_blas_thread();
  const std::vector<Gaussian> components = observed_components(mixture, noise);
  OrderedMerge<Sums> merged;
  const Index blocks = (observed.rows() + table::kBlock - 1) / table::kBlock;
  tbb::parallel_for(Index{0}, blocks, [&](Index block) {
    const Index first = block * table::kBlock;
    const Index rows = std::min<Index>(table::kBlock, observed.rows() - first);
    merged.add(block, sums_of_block(observed.middleRows(first, rows), components, mixture.weight));
  });
  return merged.finish({});
}

/// The exact step for a covariance: the positive part of C - E in the coordinates where E is the identity. On top of it comes
/// `floor`, so that no component collapses on a few records.
class Debias {
 public:
  Debias(const Matrix& noise, const Vector& observed_variance) {
    // Free of noise an attribute would have no such coordinates: 1e-9 of its variance counts as noise.
    Matrix positive = noise;
    positive.diagonal() += 1e-9 * observed_variance;
    lower_ = robust_cholesky(positive);
    // beyond the papers: w = 1e-3 of the variance of x; per attribute, since attributes come on different scales.
    floor_ = 1e-3 * (observed_variance - noise.diagonal()).cwiseMax(0);
  }
  Matrix operator()(const Matrix& covariance) const {
    Matrix white = covariance;
    lower_.triangularView<Eigen::Lower>().solveInPlace(white);
    white.transposeInPlace();
    lower_.triangularView<Eigen::Lower>().solveInPlace(white);
    const linalg::Spectrum spectrum = linalg::symmetric_spectrum(0.5 * (white + white.transpose()));
    const Matrix half = lower_ * spectrum.vectors * (spectrum.values.array() - 1).cwiseMax(0).sqrt().matrix().asDiagonal();
    Matrix out = half * half.transpose();
    out.diagonal() += floor_;
    return out;
  }

 private:
  Matrix lower_;
  Vector floor_;
};

Mixture improved(const Mixture& old, const Sums& sums, double records, const Debias& debias) {
  Mixture out;
  double kept = 0;
  for (std::size_t j = 0; j < old.weight.size(); ++j) {
    const double weight = sums.weight[static_cast<Index>(j)];
    const bool dropped = old.weight.size() > 1 && weight < static_cast<double>(old.mean[j].size()) + 1;
    if (dropped) continue;
    const Vector step = sums.first[j] / weight;
    Matrix covariance = sums.second[j].selfadjointView<Eigen::Lower>();
    covariance = covariance / weight - step * step.transpose();
    out.weight.push_back(weight / records);
    out.mean.push_back(old.mean[j] + step);
    out.covariance.push_back(debias(covariance));
    kept += out.weight.back();
  }
  for (double& weight : out.weight) weight /= kept;
  return out;
}

}  // namespace

Matrix debiased(const Matrix& covariance, const Matrix& noise) {
  return Debias(noise, covariance.diagonal())(covariance);
}

Mixture run_em(const Matrix& observed, const Matrix& noise, Mixture mixture, int iterations) {
  const double records = static_cast<double>(observed.rows());
  const Debias debias(noise, moments_of(observed).variance());
  for (int iteration = 0; iteration < iterations; ++iteration) {
    check_stop();
    const Sums sums = sums_of(observed, mixture, noise);
    const double likelihood = sums.log_likelihood / records;
    const bool settled = iteration > 0 && likelihood - mixture.log_likelihood < 1e-6 * std::max(1.0, std::abs(likelihood));
    mixture.log_likelihood = likelihood;
    if (settled) break;
    Mixture next = improved(mixture, sums, records, debias);
    if (next.weight.empty()) break;
    next.log_likelihood = next.weight.size() == mixture.weight.size() ? likelihood : -std::numeric_limits<double>::infinity();
    mixture = std::move(next);
  }
  mixture.log_likelihood = mean_log_likelihood(mixture, observed, noise);
  return mixture;
}

double mean_log_likelihood(const Mixture& mixture, const Matrix& observed, const Matrix& noise) {
  return sums_of(observed, mixture, noise).log_likelihood / static_cast<double>(observed.rows());
}

}  // namespace guise::stats
