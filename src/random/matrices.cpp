// SPDX-License-Identifier: Apache-2.0
#include "random/matrices.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "random/laws.h"

namespace guise::random {
namespace {

// Columns worked on together: each column's arithmetic is its own, in the order of the rows, so the bits do not depend on this
// number; a panel of 1024 rows is 128 KiB and stays in the second-level cache.
constexpr Index kPanel = 16;

/// x - (beta v'x) v on the rows from `first` of a panel stored row by row, every sum in the order of the rows.
void reflect(const double* v, double beta, Index first, Index size, double* panel) {
  double product[kPanel] = {};
  for (Index i = first; i < size; ++i)
    for (Index j = 0; j < kPanel; ++j) product[j] += v[i] * panel[i * kPanel + j];
  for (Index j = 0; j < kPanel; ++j) product[j] *= beta;
  for (Index i = first; i < size; ++i)
    for (Index j = 0; j < kPanel; ++j) panel[i * kPanel + j] -= product[j] * v[i];
}

/// Reflections I - beta v v' that bring a square matrix to triangular form, and the signs of its diagonal then.
struct Reflections {
  std::vector<double> v;  ///< reflection k at v + k * size, 0 above k
  std::vector<double> beta, sign;
};

/// Reflection k of column x: v = x + sign(x_k) |x| e_k on the rows from k, which takes x to -sign(x_k) |x| e_k (Golub & Van
/// Loan 5.1).
void learn_reflection(const double* x, Index stride, Index k, Index size, Reflections& out) {
  double* v = out.v.data() + k * size;
  double squares = 0;
  for (Index i = k; i < size; ++i) {
    v[i] = x[i * stride];
    squares += v[i] * v[i];
  }
  const double length = std::sqrt(squares), head = v[k];
  out.sign[static_cast<std::size_t>(k)] = head < 0 ? 1 : -1;
  v[k] = head < 0 ? head - length : head + length;
  // v'v / 2 = |x|^2 + |x_k| |x|; a column of zeros needs no reflection.
  out.beta[static_cast<std::size_t>(k)] = squares > 0 ? 1 / (squares + std::fabs(head) * length) : 0;
}

/// Copies kPanel columns from `first` into a panel stored row by row; columns past the end are 0.
std::vector<double> panel_of(const Matrix& from, Index first) {
  const Index size = from.rows(), columns = std::min(kPanel, from.cols() - first);
  std::vector<double> panel(static_cast<std::size_t>(size * kPanel), 0.0);
  for (Index i = 0; i < size; ++i)
    for (Index j = 0; j < columns; ++j) panel[static_cast<std::size_t>(i * kPanel + j)] = from(i, first + j);
  return panel;
}

Reflections triangulate(const Matrix& g) {
  const Index size = g.rows();
  const auto count = static_cast<std::size_t>(size);
  Reflections out{
      .v = std::vector<double>(count * count, 0.0), .beta = std::vector<double>(count), .sign = std::vector<double>(count)};
  for (Index first = 0; first < size; first += kPanel) {
    std::vector<double> panel = panel_of(g, first);
    for (Index k = 0; k < first; ++k)
      reflect(out.v.data() + k * size, out.beta[static_cast<std::size_t>(k)], k, size, panel.data());
    for (Index k = first; k < std::min(first + kPanel, size); ++k) {
      learn_reflection(panel.data() + (k - first), kPanel, k, size, out);
      reflect(out.v.data() + k * size, out.beta[static_cast<std::size_t>(k)], k, size, panel.data());
    }
  }
  return out;
}

/// Row i from stream i.
template <typename Fill>
Matrix row_by_row(Index rows, Index columns, const Fill& fill) {
  Matrix out(rows, columns);
  std::vector<double> row(static_cast<std::size_t>(columns));
  for (Index i = 0; i < rows; ++i) {
    fill(static_cast<std::uint32_t>(i), std::span<double>(row));
    out.row(i) = Eigen::Map<const Eigen::RowVectorXd>(row.data(), columns);
  }
  return out;
}

}  // namespace

Matrix gaussian_matrix(Index rows, Index columns, const Rng& rng) {
  return row_by_row(rows, columns, [&](std::uint32_t stream, std::span<double> row) { fill_normal(rng, stream, 0, row); });
}

Matrix sign_matrix(Index rows, Index columns, const Rng& rng) {
  return row_by_row(rows, columns, [&](std::uint32_t stream, std::span<double> row) { fill_sign(rng, stream, 0, row); });
}

Matrix sparse_sign_matrix(Index rows, Index columns, double s, const Rng& rng) {
  return row_by_row(rows, columns,
                    [&](std::uint32_t stream, std::span<double> row) { fill_sparse_sign(rng, stream, 0, s, row); });
}

std::vector<Index> permutation(Index size, const Rng& rng) {
  std::vector<std::uint64_t> priority(static_cast<std::size_t>(size));
  rng.words(0, 0, priority);
  std::vector<Index> order(priority.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return priority[static_cast<std::size_t>(a)] < priority[static_cast<std::size_t>(b)];
  });
  return order;
}

// Q of G = QR with a positive diagonal of R is uniform; Householder's Q alone is not: its signs follow the data (Mezzadri 2007,
// section 5).
Matrix haar_orthogonal(Index size, const Rng& rng) {
  const Reflections reflections = triangulate(gaussian_matrix(size, size, rng));
  Matrix q = Matrix::Zero(size, size);
  for (Index k = 0; k < size; ++k) q(k, k) = reflections.sign[static_cast<std::size_t>(k)];
  for (Index first = 0; first < size; first += kPanel) {
    std::vector<double> panel = panel_of(q, first);
    // Later reflections act on rows where these columns are still 0.
    for (Index k = std::min(first + kPanel, size) - 1; k >= 0; --k)
      reflect(reflections.v.data() + k * size, reflections.beta[static_cast<std::size_t>(k)], k, size, panel.data());
    for (Index i = 0; i < size; ++i)
      for (Index j = 0; j < std::min(kPanel, size - first); ++j)
        q(i, first + j) = panel[static_cast<std::size_t>(i * kPanel + j)];
  }
  return q;
}

}  // namespace guise::random
