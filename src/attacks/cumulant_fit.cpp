// SPDX-License-Identifier: Apache-2.0
#include "attacks/cumulant_fit.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "attacks/component_match.h"
#include "attacks/sixth_cumulants.h"
#include "linalg/solve.h"
#include "random/matrices.h"

namespace guise::attacks {
namespace {

constexpr int kStarts = 64, kSteps = 100;  // random starts, and steps of each at most
constexpr double kDone = 1e-13;            // relative gain of a step from which a fit has converged

/// A cumulant by its columns, in rising order: {0, 0, 2} for k(z1, z1, z3).
using Term = std::vector<Index>;

void add_terms(Term& so_far, Index columns, std::size_t order, std::vector<Term>& all) {
  if (so_far.size() == order) {
    all.push_back(so_far);
    return;
  }
  for (Index j = so_far.empty() ? 0 : so_far.back(); j < columns; ++j) {
    so_far.push_back(j);
    add_terms(so_far, columns, order, all);
    so_far.pop_back();
  }
}

std::vector<Term> terms_of(Index columns) {
  std::vector<Term> all;
  for (const std::size_t order : {2, 3, 4}) {
    Term start;
    add_terms(start, columns, order, all);
  }
  return all;
}

/// Place of some indices among the columns of a tensor of `size` entries in each index; the first runs fastest.
template <typename Indices>
Index place(const Indices& indices, Index size) {
  Index at = 0;
  for (auto index = indices.rbegin(); index != indices.rend(); ++index) at = at * size + *index;
  return at;
}

/// What a record of white columns adds to an estimate of the cumulant: its product, and in order 4, where k(a,b,c,d) = E[abcd]
/// - E[ab] E[cd] - …, less what it adds to the covariances: E[ab] = 1 for a = b, else 0.
Vector influence(const Matrix& z, const Term& term) {
  Vector out = Vector::Ones(z.rows());
  for (const Index j : term) out.array() *= z.col(j).array();
  if (term.size() < 4) return out;
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = a + 1; b < 4; ++b) {
      if (term[a] != term[b]) continue;
      Vector rest = Vector::Ones(z.rows());
      for (std::size_t c = 0; c < 4; ++c)
        if (c != a && c != b) rest.array() *= z.col(term[c]).array();
      out -= rest;
    }
  return out;
}

/// Cumulants of the release and how much weight each has: one over its standard error.
struct Problem {
  Problem(const Matrix& released, const stats::Cumulants& of_originals, Index sample_records, const Matrix& noise)
      : originals(of_originals), terms(terms_of(released.cols())) {
    stats::Cumulants seen = stats::cumulants_of(released);
    if (noise.size() > 0) seen.second -= noise;  // normal noise has no others
    const Index k = released.cols(), count = static_cast<Index>(terms.size());
    target.resize(count), weight.resize(count);
    const double share = sampling_error(released.rows(), sample_records);
    for (Index p = 0; p < count; ++p) {
      const Term& term = terms[static_cast<std::size_t>(p)];
      target[p] = tensor(seen, term.size())(term[0], place(Term(term.begin() + 1, term.end()), k));
      const Vector each = influence(released, term);
      weight[p] = 1 / (share * std::max(std::sqrt((each.array() - each.mean()).square().mean()), 1e-3));
    }
    if (k == 2 && originals.sixth.size() > 0) sixth.emplace(released, originals.sixth, share);
  }

  Index equations() const { return target.size() + (sixth ? sixth->count() : 0); }

  static const stats::Tensor& tensor(const stats::Cumulants& cumulants, std::size_t order) {
    return order == 2 ? cumulants.second : order == 3 ? cumulants.third : cumulants.fourth;
  }

  /// Weighted differences for M, and their derivatives by its entries, column by column.
  Vector residuals(const Matrix& m, Matrix& jacobian) const {
    // All indices contracted but one: k(a,b,c,d) = sum over i of M(a, i) T(i; b,c,d), and by symmetry for each of its indices.
    stats::Cumulants open;
    open.second = stats::contract(originals.second, 2, m, 1);
    open.third = stats::contract(originals.third, 3, m, 2);
    open.fourth = stats::contract(originals.fourth, 4, m, 3);
    Vector out(equations());
    jacobian.setZero(equations(), m.size());
    if (sixth) sixth->residuals(m, out.tail(sixth->count()), jacobian.bottomRows(sixth->count()));
    for (Index p = 0; p < target.size(); ++p) {
      const Term& term = terms[static_cast<std::size_t>(p)];
      for (std::size_t at = 0; at < term.size(); ++at) {
        Term others = term;
        others.erase(others.begin() + static_cast<Index>(at));
        const auto slope = tensor(open, term.size()).col(place(others, m.rows()));
        for (Index i = 0; i < m.cols(); ++i) jacobian(p, i * m.rows() + term[at]) += weight[p] * slope[i];
        if (at == 0) out[p] = weight[p] * (m.row(term[0]).dot(slope) - target[p]);
      }
    }
    return out;
  }

  const stats::Cumulants& originals;
  std::vector<Term> terms;
  Vector target, weight;
  std::optional<SixthCumulants> sixth;
};

struct Attempt {
  Matrix m;
  double cost = std::numeric_limits<double>::infinity();
};

/// Levenberg and Marquardt: damped Gauss-Newton steps; the damping falls after a step that helps and grows after one that does
/// not.
Attempt descend(const Problem& problem, Matrix m) {
  double damping = 1e-2;
  Matrix jacobian, next_jacobian;
  Vector residual = problem.residuals(m, jacobian);
  double cost = residual.squaredNorm();
  for (int step = 0; step < kSteps && damping < 1e12; ++step) {
    Matrix system = jacobian.transpose() * jacobian;
    const double most = std::max(system.diagonal().maxCoeff(), 1e-300);
    system.diagonal() += damping * (system.diagonal().array() + 1e-9 * most).matrix();
    const Vector change = linalg::solve_symmetric(system, jacobian.transpose() * residual);
    const Matrix next = m - change.reshaped(m.rows(), m.cols());
    const Vector trial = problem.residuals(next, next_jacobian);
    if (!(trial.squaredNorm() < cost)) {
      damping *= 5;
      continue;
    }
    const bool done = cost - trial.squaredNorm() < kDone * cost;
    m = next, residual = trial, cost = trial.squaredNorm();
    std::swap(jacobian, next_jacobian);
    damping /= 5;
    if (done) break;
  }
  return {std::move(m), cost};
}

}  // namespace

CumulantFit fit_cumulants(const Matrix& released, const stats::Cumulants& originals, Index sample_records, const Matrix& noise,
                          const random::Rng& rng) {
  const Problem problem(released, originals, sample_records, noise);
  const Index k = released.cols(), m = originals.second.rows();
  std::vector<Attempt> attempts(kStarts);
  tbb::parallel_for(0, kStarts, [&](int start) {
    // Orthonormal rows: uncorrelated originals then give a white release.
    const Matrix q = random::haar_orthogonal(std::max(k, m), rng.fork(fmt::format("start {}", start)));
    attempts[static_cast<std::size_t>(start)] = descend(problem, q.topLeftCorner(k, m));
  });
  Attempt best;
  for (const Attempt& attempt : attempts)  // a later one must be better by more than rounding
    if (attempt.cost < best.cost * (1 - 1e-6)) best = attempt;
  return {best.m, best.cost / static_cast<double>(problem.equations()), problem.equations()};
}

}  // namespace guise::attacks
