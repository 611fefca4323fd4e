// SPDX-License-Identifier: Apache-2.0
// The non-linear distortion of two records, drawn again and again: what the tests of its theory compare with.
#pragma once
#include <vector>

#include "random/laws.h"
#include "theory/distortion.h"

namespace guise::theory {

/// Of x* and y*, one entry per draw of the four matrices.
struct DrawnProducts {
  Eigen::ArrayXd inner, distance, square_x, square_y;
};

inline DrawnProducts draw_distortions(const Distortion& d, const Vector& x, const Vector& y, int draws,
                                      const random::Rng& rng) {
  const Index n = x.size(), m = d.hidden, p = d.out, each = m * n + m + p * m + p;
  std::vector<double> normals(static_cast<std::size_t>(each));
  DrawnProducts out{Eigen::ArrayXd(draws), Eigen::ArrayXd(draws), Eigen::ArrayXd(draws), Eigen::ArrayXd(draws)};
  Matrix both(n, 2);
  both << x, y;
  for (int i = 0; i < draws; ++i) {
    random::fill_normal(rng, 0, static_cast<std::uint64_t>(i * each), normals);
    const Eigen::Map<const Matrix> w(normals.data(), m, n), q(w.data() + m * n + m, p, m);
    const Eigen::Map<const Vector> a(w.data() + m * n, m), b(q.data() + p * m, p);
    Matrix hidden = ((d.sw * w) * both).colwise() + d.sa * a;
    stats::activate(d.f, hidden);
    const Matrix made = ((d.sq * q) * hidden).colwise() + d.sb * b;
    out.inner[i] = made.col(0).dot(made.col(1));
    out.distance[i] = (made.col(0) - made.col(1)).squaredNorm();
    out.square_x[i] = made.col(0).squaredNorm();
    out.square_y[i] = made.col(1).squaredNorm();
  }
  return out;
}

}  // namespace guise::theory
