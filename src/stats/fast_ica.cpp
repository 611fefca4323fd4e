// SPDX-License-Identifier: Apache-2.0
#include "stats/fast_ica.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/stop.h"
#include "linalg/blas.h"
#include "linalg/products.h"
#include "linalg/spectrum.h"
#include "random/matrices.h"
#include "stats/whitening.h"

namespace guise::stats {
namespace {

// Records per product: 384 x 50 components are 150 KiB, so a block and its image stay in L2. A task takes some blocks in a row.
constexpr Index kBlock = 384, kTask = 4 * kBlock;
// From here on the first steps are made in single precision. Of a few records double takes no time, and what little the order
// of records changes in singles could make another start win.
constexpr Index kManyRecords = 20'000;
constexpr double kLogCoshOfNormal = 0.37456720749143804;  // E log cosh of a standard normal variable

/// Sums over records z of g(w'z) z' and of g'(w'z), for every row w.
struct Sums {
  Matrix products;
  Vector slopes;
  void operator+=(const Sums& other) { products += other.products, slopes += other.slopes; }
};

/// work(task, first, count) for blocks of records, the tasks in parallel.
template <typename Work>
void for_tasks(Index records, const Work& work) {
  tbb::parallel_for(Index{0}, (records + kTask - 1) / kTask, [&](Index task) {
    const Index end = std::min(records, (task + 1) * kTask);
    for (Index first = task * kTask; first < end; first += kBlock) work(task, first, std::min(kBlock, end - first));
  });
}

/// What add(first, count, part) makes of blocks of records; the parts of tasks are added up in order.
template <typename Part, typename Add>
Part over_tasks(Index records, const Part& zero, const Add& add) {
  std::vector<Part> parts(static_cast<std::size_t>((records + kTask - 1) / kTask), zero);
  for_tasks(records, [&](Index task, Index first, Index count) { add(first, count, parts[static_cast<std::size_t>(task)]); });
  Part total = zero;
  for (const Part& part : parts) total += part;
  return total;
}

/// Product, contrast and sums of a block while it is in cache.
Sums sums_of(const Matrix& white, const Matrix& w, Contrast contrast) {
  const linalg::RecordProduct product(w.transpose());
  const Sums zero{Matrix::Zero(w.rows(), w.cols()), Vector::Zero(w.rows())};
  return over_tasks(white.rows(), zero, [&](Index first, Index count, Sums& part) {
    thread_local Matrix image;
    image.resize(count, w.rows());
    product.apply(white.middleRows(first, count), image);
    for (Index j = 0; j < image.cols(); ++j) part.slopes[j] += apply_contrast(contrast, image.col(j).data(), count);
    linalg::add_cross(image, white.middleRows(first, count), part.products);
  });
}

Singles in_singles(const Matrix& white) {
  Singles out(white.rows(), white.cols());
  for_tasks(white.rows(), [&](Index, Index first, Index count) {
    out.middleRows(first, count) = white.middleRows(first, count).cast<float>();
  });
  return out;
}

/// The same in single precision, which takes half the time; what blocks add up to is added up in double.
Sums sums_of(const Singles& white, const Matrix& w, Contrast contrast) {
  const Singles singles = w.transpose().cast<float>();
  const Sums zero{Matrix::Zero(w.rows(), w.cols()), Vector::Zero(w.rows())};
  return over_tasks(white.rows(), zero, [&](Index first, Index count, Sums& part) {
    thread_local Singles image;
    const auto block = white.middleRows(first, count);
    image.noalias() = block * singles;
    for (Index j = 0; j < image.cols(); ++j) part.slopes[j] += apply_contrast(contrast, image.col(j).data(), count);
    part.products += Singles(image.transpose() * block).cast<double>();
  });
}

/// Hyvarinen (1999), equation 20 before normalisation: E[g(w'z) z] - E[g'(w'z)] w for every row w.
template <typename Records>
Matrix fixed_point_step(const Records& white, const Matrix& w, Contrast contrast) {
  const Sums sums = sums_of(white, w, contrast);
  return (sums.products - sums.slopes.asDiagonal() * w) / static_cast<double>(white.rows());
}

struct Attempt {
  Matrix w;  // orthonormal rows
  bool converged;
  int iterations;
};

/// Equation 21: W <- (W W')^-1/2 W after each step. In single precision until it is near: steps become shorter by powers there,
/// and the last one, in double, leaves no trace of those before.
Attempt run_symmetric(const Matrix& white, const Singles& rough, const IcaFit& how, Matrix w) {
  const double near = std::max(std::sqrt(how.tolerance), 1e-5);
  bool roughly = rough.rows() > 0;
  for (int iteration = 1; iteration <= how.iterations; ++iteration) {
    check_stop();
    Matrix next = roughly ? fixed_point_step(rough, w, how.contrast) : fixed_point_step(white, w, how.contrast);
    next = linalg::inverse_square_root(next * next.transpose()) * next;
    const double turn = (1 - next.cwiseProduct(w).rowwise().sum().array().abs()).abs().maxCoeff();
    w = std::move(next);
    const bool finite = w.allFinite();
    if (!roughly && !(turn >= how.tolerance)) return {std::move(w), finite, iteration};
    roughly = roughly && turn >= near;
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
      check_stop();
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

/// Of every component of the records, added up: how far its mean log cosh is from a normal variable's.
double negentropy(const Matrix& white, const Matrix& w) {
  const linalg::RecordProduct product(w.transpose());
  const Vector sums = over_tasks(white.rows(), Vector(Vector::Zero(w.rows())), [&](Index first, Index count, Vector& part) {
    thread_local Matrix image;
    image.resize(count, w.rows());
    product.apply(white.middleRows(first, count), image);
    for (Index j = 0; j < image.cols(); ++j) part[j] += sum_log_cosh(image.col(j).data(), count);
  });
  return (sums.array() / static_cast<double>(white.rows()) - kLogCoshOfNormal).square().sum();
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
  linalg::use_one_blas_thread();  // products of singles, inside tasks of ours
  const Whitening whitening = whitening_of(moments_of(records));
  const Index rank = whitening.rank();
  const Matrix white = linalg::map_records(records, {whitening.center, whitening.to, {}, Vector::Zero(rank)});
  const Singles rough = how.symmetric && white.rows() >= kManyRecords ? in_singles(white) : Singles();
  Ica best;
  if (rank == 0) return result_of(whitening, {Matrix(0, 0), false, 0}, 0);
  for (int start = 0; start < how.starts; ++start) {
    const Matrix w = random::haar_orthogonal(rank, rng.fork(fmt::format("start {}", start)));
    const Attempt attempt = how.symmetric ? run_symmetric(white, rough, how, w) : run_deflation(white, how, w);
    if (!attempt.converged && best.converged) continue;
    const double measured = negentropy(white, attempt.w);
    // A later start must be better by more than rounding: most reach the same components.
    if (start == 0 || attempt.converged != best.converged || measured > best.negentropy * (1 + 1e-6))
      best = result_of(whitening, attempt, measured);
  }
  return best;
}

}  // namespace guise::stats
