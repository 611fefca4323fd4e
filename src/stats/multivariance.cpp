// SPDX-License-Identifier: Apache-2.0
#include "stats/multivariance.h"

#include <algorithm>
#include <cmath>

#include "stats/distance_correlation.h"

namespace guise::stats {
namespace {

constexpr Index kRowsAtOnce = 512;  // pairs of records whose distances are held, per attribute: 4 KiB each

/// Szekely and Rizzo (2014), definition 2: d_jk less the sums of row j and row k over n - 2, plus the whole over (n-1)(n-2).
struct Centring {
  Matrix rows;   // sums over n - 2, a column per attribute
  Vector whole;  // over (n - 1)(n - 2)
};

Centring centring_of(const Matrix& records) {
  const double n = static_cast<double>(records.rows());
  Centring out{Matrix(records.rows(), records.cols()), Vector(records.cols())};
  for (Index a = 0; a < records.cols(); ++a) {
    const Vector sums = sums_of_distances(records.col(a), rising_order(records.col(a)));
    out.rows.col(a) = sums / (n - 2);
    out.whole[a] = sums.sum() / ((n - 1) * (n - 2));
  }
  return out;
}

/// Calls use(block) with the similarities of pairs of records, a row per pair j < k and a column per attribute.
template <typename Use>
void over_pairs(const Matrix& records, const Centring& centring, const Use& use) {
  Matrix block(kRowsAtOnce, records.cols());
  Index filled = 0;
  for (Index j = 0; j + 1 < records.rows(); ++j)
    for (Index k = j + 1; k < records.rows();) {
      const Index count = std::min(records.rows() - k, kRowsAtOnce - filled);
      for (Index a = 0; a < records.cols(); ++a)
        block.col(a).segment(filled, count) = centring.rows.col(a).segment(k, count).array() +
                                              (centring.rows(j, a) - centring.whole[a]) -
                                              (records.col(a).segment(k, count).array() - records(j, a)).abs();
      k += count;
      filled += count;
      if (filled < kRowsAtOnce) continue;
      use(block);
      filled = 0;
    }
  if (filled > 0) use(Matrix(block.topRows(filled)));
}

/// Elementary symmetric polynomials of every row, summed over the rows, by adding one attribute after the other.
class Orders {
 public:
  explicit Orders(Index attributes) : highest_(std::min(attributes, Multivariance::kHighest)) {}
  void add(const Matrix& block, const Vector& scale) {
    if (highest_ < 3) return;
    sums_.setZero(block.rows(), highest_ + 1);
    sums_.col(0).setOnes();
    for (Index a = 0; a < block.cols(); ++a)
      for (Index order = std::min(highest_, a + 1); order >= 1; --order)
        sums_.col(order) += sums_.col(order - 1) * (scale[a] * block.col(a).array());
    for (Index order = 3; order <= highest_; ++order) total[static_cast<std::size_t>(order - 3)] += sums_.col(order).sum();
  }
  std::array<double, Multivariance::kHighest - 2> total = {};

 private:
  Index highest_;
  Eigen::ArrayXXd sums_;
};

}  // namespace

Multivariance multivariance(const Matrix& records) {
  const Index n = records.rows(), m = records.cols();
  Multivariance out{.pairs = Matrix::Zero(m, m)};
  if (n < 4) return out;
  const Centring centring = centring_of(records);
  over_pairs(records, centring, [&](const Matrix& block) { out.pairs.noalias() += block.transpose() * block; });
  const double pairs = 0.5 * static_cast<double>(n) * static_cast<double>(n - 1);
  // What rounding leaves of a constant attribute is nothing.
  const double rounding = 1e-24 * pairs * square(records.cwiseAbs().maxCoeff());
  const Vector scale = out.pairs.diagonal().unaryExpr([&](double sum) { return sum > rounding ? std::sqrt(pairs / sum) : 0; });
  out.pairs = scale.asDiagonal() * out.pairs * scale.asDiagonal() / pairs;
  Orders orders(m);
  over_pairs(records, centring, [&](const Matrix& block) { orders.add(block, scale); });
  for (std::size_t order = 0; order < orders.total.size(); ++order) out.orders[order] = orders.total[order] / pairs;
  return out;
}

}  // namespace guise::stats
