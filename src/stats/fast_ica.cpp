// SPDX-License-Identifier: Apache-2.0
#include "stats/fast_ica.h"

#include <cblas.h>
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "linalg/blas.h"
#include "linalg/spectrum.h"
#include "random/matrices.h"
#include "stats/whitening.h"

namespace guise::stats {
namespace {

// Records per product: 256 x 50 components are 100 KiB, so a block and its image stay in L2. A task takes some blocks in a row.
constexpr Index kBlock = 256, kTask = 8 * kBlock;
constexpr double kLogCoshOfNormal = 0.37456720749143804;  // E log cosh of a standard normal variable

/// Sums over records z of g(w'z) z' and of g'(w'z), for every row w.
struct Sums {
  Matrix products;
  Vector slopes;
};

void add_block(const Matrix& white, Index first, Index count, const Matrix& w, Contrast contrast, Matrix& image, Sums& sums) {
  const int rows = static_cast<int>(count), r = static_cast<int>(white.cols()), components = static_cast<int>(w.rows());
  const int stride = static_cast<int>(white.rows());
  image.resize(count, w.rows());
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, rows, components, r, 1.0, white.data() + first, stride, w.data(),
              components, 0.0, image.data(), rows);
  for (Index j = 0; j < w.rows(); ++j) sums.slopes[j] += apply_contrast(contrast, image.col(j).data(), count);
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, components, r, rows, 1.0, image.data(), rows, white.data() + first,
              stride, 1.0, sums.products.data(), components);
}

/// One pass over the records: product, contrast and sums of a block while it is in cache; tasks are merged in order.
Sums sums_of(const Matrix& white, const Matrix& w, Contrast contrast) {
  const Index n = white.rows(), tasks = (n + kTask - 1) / kTask;
  const Sums zero{Matrix::Zero(w.rows(), w.cols()), Vector::Zero(w.rows())};
  std::vector<Sums> parts(static_cast<std::size_t>(tasks), zero);
  tbb::parallel_for(Index{0}, tasks, [&](Index task) {
    thread_local Matrix image;
    const Index end = std::min(n, (task + 1) * kTask);
    for (Index first = task * kTask; first < end; first += kBlock)
      add_block(white, first, std::min(kBlock, end - first), w, contrast, image, parts[static_cast<std::size_t>(task)]);
  });
  Sums total = zero;
  for (const Sums& part : parts) total.products += part.products, total.slopes += part.slopes;
  return total;
}

/// Hyvarinen (1999), equation 20 before normalisation: E[g(w'z) z] - E[g'(w'z)] w for every row w.
Matrix fixed_point_step(const Matrix& white, const Matrix& w, Contrast contrast) {
  const Sums sums = sums_of(white, w, contrast);
  return (sums.products - sums.slopes.asDiagonal() * w) / static_cast<double>(white.rows());
}

struct Attempt {
  Matrix w;  // orthonormal rows
  bool converged;
  int iterations;
};

/// Equation 21: W <- (W W')^-1/2 W after each step.
Attempt run_symmetric(const Matrix& white, const IcaFit& how, Matrix w) {
  for (int iteration = 1; iteration <= how.iterations; ++iteration) {
    Matrix next = fixed_point_step(white, w, how.contrast);
    next = linalg::inverse_square_root(next * next.transpose()) * next;
    const double turn = (1 - next.cwiseProduct(w).rowwise().sum().array().abs()).abs().maxCoeff();
    w = std::move(next);
    if (!(turn >= how.tolerance)) return {std::move(w), w.allFinite(), iteration};
  }
  return {std::move(w), false, how.iterations};
}

/// One row after the other, each kept orthogonal to those before (Gram-Schmidt).
Attempt run_deflation(const Matrix& white, const IcaFit& how, Matrix w) {
  Attempt out{.w = {}, .converged = true, .iterations = 0};
  for (Index row = 0; row < w.rows(); ++row) {
    const auto before = w.topRows(row);
    const auto make_unit = [&](Matrix& v) {
      v -= v * before.transpose() * before;
      v /= v.norm();
    };
    Matrix v = w.row(row);
    make_unit(v);
    double turn = 1;
    for (int iteration = 0; iteration < how.iterations && turn >= how.tolerance; ++iteration, ++out.iterations) {
      Matrix next = fixed_point_step(white, v, how.contrast);
      make_unit(next);
      turn = std::abs(1 - std::abs(next.cwiseProduct(v).sum()));
      v = std::move(next);
    }
    out.converged = out.converged && turn < how.tolerance;
    w.row(row) = v;
  }
  out.w = std::move(w);
  return out;
}

double negentropy(const Matrix& sources) {
  Vector each(sources.cols());
  tbb::parallel_for(Index{0}, sources.cols(), [&](Index j) {
    const double mean = sum_log_cosh(sources.col(j).data(), sources.rows()) / static_cast<double>(sources.rows());
    each[j] = square(mean - kLogCoshOfNormal);
  });
  return each.sum();
}

Ica result_of(const Whitening& whitening, const Attempt& attempt, double measured) {
  return {.center = whitening.center,
          .unmixing = attempt.w * whitening.to.transpose(),
          .mixing = whitening.from.transpose() * attempt.w.transpose(),
          .converged = attempt.converged,
          .iterations = attempt.iterations,
          .negentropy = measured};
}

}  // namespace

Ica fast_ica(const MatrixRef& records, const IcaFit& how, const random::Rng& rng) {
  const Whitening whitening = whitening_of(moments_of(records));
  const Index rank = whitening.rank();
  const Matrix white = linalg::map_records(records, {whitening.center, whitening.to, {}, Vector::Zero(rank)});
  Ica best;
  if (rank == 0) return result_of(whitening, {Matrix(0, 0), false, 0}, 0);
  for (int start = 0; start < how.starts; ++start) {
    const Matrix w = random::haar_orthogonal(rank, rng.fork(fmt::format("start {}", start)));
    const Attempt attempt = how.symmetric ? run_symmetric(white, how, w) : run_deflation(white, how, w);
    if (!attempt.converged && best.converged) continue;
    const double measured = negentropy(linalg::multiply_records(white, attempt.w.transpose()));
    // A later start must be better by more than rounding: most reach the same components.
    if (start == 0 || attempt.converged != best.converged || measured > best.negentropy * (1 + 1e-6))
      best = result_of(whitening, attempt, measured);
  }
  return best;
}

}  // namespace guise::stats
