// SPDX-License-Identifier: Apache-2.0
#include "stats/cumulants.h"

#include <algorithm>

#include "linalg/blas.h"

namespace guise::stats {
namespace {

constexpr Index kBlock = 256;  // records at a time: products of three columns for all of them would not fit

/// Products of every pair of a column of `a` and one of `b`, record by record; those of `a` run fastest.
Matrix products(const Matrix& a, const Matrix& b) {
  Matrix out(a.rows(), a.cols() * b.cols());
  for (Index j = 0; j < b.cols(); ++j)
    for (Index i = 0; i < a.cols(); ++i) out.col(j * a.cols() + i) = a.col(i).cwiseProduct(b.col(j));
  return out;
}

}  // namespace

Cumulants cumulants_of(const Matrix& records) {
  linalg::use_one_blas_thread();
  const Index n = records.rows(), m = records.cols();
  Cumulants sums{Matrix::Zero(m, m), Tensor::Zero(m, m * m), Tensor::Zero(m, m * m * m)};
  const Eigen::RowVectorXd mean = records.colwise().mean();
  for (Index first = 0; first < n; first += kBlock) {
    const Matrix x = records.middleRows(first, std::min(kBlock, n - first)).rowwise() - mean;
    const Matrix pairs = products(x, x);
    sums.second.noalias() += x.transpose() * x;
    sums.third.noalias() += x.transpose() * pairs;
    sums.fourth.noalias() += x.transpose() * products(pairs, x);
  }
  const double count = static_cast<double>(n);
  Cumulants out{sums.second / count, sums.third / count, sums.fourth / count};
  // k(a,b,c,d) = E[abcd] - E[ab] E[cd] - E[ac] E[bd] - E[ad] E[bc].
  const Matrix& s = out.second;
  for (Index d = 0; d < m; ++d)
    for (Index c = 0; c < m; ++c)
      for (Index b = 0; b < m; ++b)
        out.fourth.col((d * m + c) * m + b) -= s.col(b) * s(c, d) + s.col(c) * s(b, d) + s.col(d) * s(b, c);
  return out;
}

Cumulants diagonal(const Cumulants& cumulants) {
  const Index m = cumulants.second.rows();
  Cumulants out{cumulants.second.diagonal().asDiagonal(), Tensor::Zero(m, m * m), Tensor::Zero(m, m * m * m)};
  for (Index i = 0; i < m; ++i) {
    const Index third = i * m + i, fourth = third * m + i;
    out.third(i, third) = cumulants.third(i, third);
    out.fourth(i, fourth) = cumulants.fourth(i, fourth);
  }
  return out;
}

Vector sixth_cumulants(const Matrix& records) {
  Vector out(records.cols());
  for (Index j = 0; j < out.size(); ++j) {
    const Eigen::ArrayXd z = records.col(j).array() - records.col(j).mean(), two = z.square(), three = two * z;
    const double m2 = two.mean(), m3 = three.mean(), m4 = two.square().mean(), m6 = three.square().mean();
    out[j] = m6 - 15 * m4 * m2 - 10 * m3 * m3 + 30 * m2 * m2 * m2;
  }
  return out;
}

Tensor contract(const Tensor& tensor, int order, const Matrix& map, int times) {
  Tensor current = tensor;
  for (int done = 1; done <= times; ++done) {
    // M T has the new index in its rows; transposed it runs last, and the next one comes to the rows.
    const Tensor turned = (map * current).transpose();
    const Index rows = done < order ? tensor.rows() : map.rows();
    current = turned.reshaped(rows, turned.size() / rows);
  }
  return current;
}

}  // namespace guise::stats
