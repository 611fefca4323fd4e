// SPDX-License-Identifier: Apache-2.0
#include "papers/distorted.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "linalg/blas.h"
#include "random/laws.h"

namespace guise::papers {

std::string distort_call(const theory::Distortion& law) {
  return fmt::format("distort(f={}, hidden={}, out={}, sw={}, sa={}, sq={}, sb={})", stats::facts_of(law.f).name, law.hidden,
                     law.out, law.sw, law.sa, law.sq, law.sb);
}

Masked distorted(const theory::Distortion& law, const Matrix& records, const random::Rng& rng) {
  return masked_without_insider(distort_call(law), records, rng);
}

// The four matrices of a draw are cut from one run of numbers: with matrices this small, forking costs more than drawing.
DrawnPair draw_pair(const theory::Distortion& law, const Vector& x, const Vector& y, Index draws, const random::Rng& rng) {
  constexpr Index kBlock = 256;
  const Index n = x.size(), m = law.hidden, p = law.out, each = m * n + m + p * m + p;
  Matrix both(n, 2);
  both << x, y;
  DrawnPair out{Vector(draws), Vector(draws)};
  linalg::use_one_blas_thread();
  tbb::parallel_for(Index{0}, (draws + kBlock - 1) / kBlock, [&](Index block) {
    std::vector<double> normals(static_cast<std::size_t>(each));
    Matrix hidden(m, 2), made(p, 2);
    for (Index i = block * kBlock; i < std::min(draws, (block + 1) * kBlock); ++i) {
      random::fill_normal(rng, 0, static_cast<std::uint64_t>(i * each), normals);
      const Eigen::Map<const Matrix> w(normals.data(), m, n), q(w.data() + m * n, p, m);
      const Eigen::Map<const Vector> a(q.data() + p * m, m), b(a.data() + m, p);
      hidden.noalias() = law.sw * (w * both);
      hidden.colwise() += law.sa * a;
      stats::activate(law.f, hidden);
      made.noalias() = law.sq * (q * hidden);
      made.colwise() += law.sb * b;
      out.inner[i] = made.col(0).dot(made.col(1));
      out.square_distance[i] = (made.col(0) - made.col(1)).squaredNorm();
    }
  });
  return out;
}

DrawnSpread spread_of(const Vector& draws) {
  const auto n = static_cast<double>(draws.size());
  const double mean = draws.mean();
  const Eigen::ArrayXd square = (draws.array() - mean).square();
  const double variance = square.mean();
  return {mean, std::sqrt(variance / n), variance, std::sqrt((square - variance).square().mean() / n)};
}

}  // namespace guise::papers
