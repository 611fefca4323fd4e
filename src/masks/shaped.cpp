// SPDX-License-Identifier: Apache-2.0
#include "masks/shaped.h"

#include <algorithm>

#include "linalg/blas.h"
#include "linalg/spectrum.h"
#include "random/laws.h"
#include "table/chunk.h"

namespace guise::masks {

Vector blend_spectrum(const Vector& data, double power, double similarity) {
  // theta between 0 and 2: (1 - theta) power lambda_i / sum lambda + theta power / m. Where the reversed half would fall below
  // 0 (an eigenvalue above twice the mean; the paper's example has none) it is 0 and the others shrink so that the power is
  // kept.
  const double white = power / static_cast<double>(data.size());
  Vector blend = (similarity * (power / data.sum()) * data.array() + (1 - similarity) * white).cwiseMax(0);
  return blend * (power / blend.sum());
}

ShapedNoise::ShapedNoise(const Matrix& covariance) : root_(linalg::square_root(covariance)) {
  linalg::use_one_blas_thread();
}

ShapedNoise::ShapedNoise(const Matrix& vectors, const Vector& eigenvalues)
    : root_(vectors * eigenvalues.cwiseMax(0).cwiseSqrt().asDiagonal() * vectors.transpose()) {
  linalg::use_one_blas_thread();
}

Vector ShapedNoise::sd() const {
  return root_.colwise().norm();
}

void ShapedNoise::generate(const random::Rng& rng, std::int64_t first_record, Index records,
                           const std::function<void(Index row, const MatrixRef& noise)>& visit) const {
  // A product's last bits depend on its size and on a row's place in it. So it is always taken over a whole block of record
  // numbers, zero where records are missing from the run.
  const Index attributes = root_.cols();
  Matrix white(table::kBlock, attributes), noise(table::kBlock, attributes);
  for (Index row = 0; row < records;) {
    const std::int64_t record = first_record + row, offset = record % table::kBlock;
    const Index count = std::min<Index>(records - row, table::kBlock - offset);
    if (count < table::kBlock) white.setZero();
    for (Index j = 0; j < attributes; ++j)
      random::fill_normal(rng, static_cast<std::uint32_t>(j), static_cast<std::uint64_t>(record),
                          {&white(offset, j), static_cast<std::size_t>(count)});
    noise.noalias() = white * root_;
    visit(row, noise.middleRows(offset, count));
    row += count;
  }
}

}  // namespace guise::masks
