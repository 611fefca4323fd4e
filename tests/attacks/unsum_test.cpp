// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "attacks/in_memory.h"
#include "base/error.h"
#include "random/matrices.h"

namespace guise::attacks {
namespace unsum_test {

using random::Rng;

stats::RecordWeights rows_of(const Matrix& weights) {
  return [weights](const std::vector<std::int64_t>& records) { return Matrix(weights(records, Eigen::all)); };
}

Knowledge knows_weights(const Matrix& weights, Index attributes) {
  Knowledge known;
  known.records_mixed = true;
  known.sums = RecordSums{.weights = rows_of(weights), .before = linalg::Affine::identity(attributes)};
  known.people = weights.rows();
  return known;
}

/// A guess for each of the people; their number is all that is read of what is given as records.
Matrix unsummed(const Matrix& sums, const Knowledge& known) {
  const Attack& attack = find_attack("unsum");
  const Outcome outcome =
      learn(attack, gather(sums, known), known, check_params({}, {"unsum", {}}, "attack"), Rng::from_seed(1));
  require(outcome.reconstruction.has_value(), "{}", outcome.reason);
  return outcome.reconstruction->guess({.released = sums, .count = known.people}).values;
}

double error_share(const Matrix& truth, const Matrix& guess) {
  const Matrix centred = truth.rowwise() - truth.colwise().mean();
  return (truth - guess).squaredNorm() / centred.squaredNorm();
}

// A random subspace of k of n dimensions holds a share Beta(k/2, (n-k)/2) of a vector: k/n on average.
TEST(Unsum, GetsTheShareOfTheVarianceThatTheSumsSpan) {
  constexpr Index n = 300, k = 100, m = 8;
  const Rng rng = Rng::from_seed(3);
  const Matrix x = random::gaussian_matrix(n, m, rng.fork("x")), w = random::gaussian_matrix(n, k, rng.fork("w"));
  Knowledge known = knows_weights(w, m);
  known.prior_mean = Vector::Zero(m);
  known.prior_covariance = Matrix::Identity(m, m);
  const double sd = std::sqrt(k / 2.0 * (n - k) / 2.0 / (n * n / 4.0 * (n / 2.0 + 1)) / m);
  EXPECT_NEAR((x - unsummed(w.transpose() * x, known)).squaredNorm() / x.squaredNorm(), 1 - double{k} / n, 4 * sd);
}

// The posterior mean of vec(X) with covariance S (x) I, given vec(W' (X B' + 1 t' + E0) + E), by one large solve.
TEST(Unsum, IsTheBayesEstimateOfAllRecordsAtOnce) {
  constexpr Index n = 12, k = 5, m = 3;
  const Rng rng = Rng::from_seed(4);
  const Matrix w = random::gaussian_matrix(n, k, rng.fork("w")), root = random::gaussian_matrix(m, m, rng.fork("s"));
  const Matrix spread = root * root.transpose(), sums = 3 * random::gaussian_matrix(k, m, rng.fork("u"));
  const Matrix b = random::gaussian_matrix(m, m, rng.fork("b"));
  Matrix before = Matrix::Zero(m, m), noise = Matrix::Zero(m, m);
  before.diagonal() << 0.3, 0.1, 0.2;
  noise.diagonal() << 0.5, 2, 1;
  Knowledge known = knows_weights(w, m);
  known.prior_mean = Vector::LinSpaced(m, 1, 3);
  known.prior_covariance = spread;
  known.noise_covariance = noise;
  known.sums->before = {.map = b, .shift = Vector::Constant(m, 0.7), .covariance = before};

  const Matrix of_z = b * spread * b.transpose() + before, with_x = b * spread;
  Matrix joint(k * m, k * m), across(n * m, k * m);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j) {
      joint.block(i * k, j * k, k, k) = of_z(i, j) * w.transpose() * w + noise(i, j) * Matrix::Identity(k, k);
      across.block(i * n, j * k, n, k) = with_x(j, i) * w;
    }
  const Vector mean_of_z = b * *known.prior_mean + known.sums->before.shift;
  const Matrix centred = sums - w.colwise().sum().transpose() * mean_of_z.transpose();
  const Vector solved = across * joint.ldlt().solve(centred.reshaped());
  const Matrix expected = solved.reshaped(n, m).rowwise() + known.prior_mean->transpose();
  EXPECT_LT((unsummed(sums, known) - expected).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Unsum, FindsEverybodyBehindAsManySumsAsPeople) {
  constexpr Index n = 40, m = 3;
  const Rng rng = Rng::from_seed(5);
  const Matrix x = (random::gaussian_matrix(n, m, rng.fork("x")).array() * 3 + 20).matrix();
  for (const Index k : {n, n + 25}) {
    const Matrix w = random::gaussian_matrix(n, k, rng.fork("w"));
    EXPECT_LT((unsummed(w.transpose() * x, knows_weights(w, m)) - x).cwiseAbs().maxCoeff(), 1e-6) << k;
  }
}

// Nothing told: the mean and, before noise, the covariance come from the sums themselves.
TEST(Unsum, LearnsWhatItIsNotToldFromTheSums) {
  constexpr Index n = 900, k = 300, m = 2;
  const Rng rng = Rng::from_seed(6);
  Matrix x = random::gaussian_matrix(n, m, rng.fork("x"));
  x.col(1) = 4 * x.col(0) + x.col(1);
  x.array() += 50;
  const Matrix w = random::gaussian_matrix(n, k, rng.fork("w"));
  const Matrix sums = w.transpose() * x + 20 * random::gaussian_matrix(k, m, rng.fork("e"));
  Knowledge known = knows_weights(w, m), told = known;
  known.noise_covariance = told.noise_covariance = Matrix(400 * Matrix::Identity(m, m));
  told.prior_mean = Vector::Constant(m, 50);
  told.prior_covariance = Matrix{{1, 4}, {4, 17}};
  const double best = error_share(x, unsummed(sums, told));
  EXPECT_NEAR(error_share(x, unsummed(sums, known)), best, 0.02 * best);
  EXPECT_LT(best, 0.85);
}

// Units learnt from the data are not public; who knows the moments of such tables puts them right.
TEST(Unsum, PutsUnknownUnitsRightWhereTheMomentsAreKnown) {
  constexpr Index n = 400, k = 200, m = 2;
  const Rng rng = Rng::from_seed(7);
  const Matrix z = random::gaussian_matrix(n, m, rng.fork("x")), w = random::gaussian_matrix(n, k, rng.fork("w"));
  Matrix x = z;
  x.col(0) = (1000 * z.col(0)).array() + 5000;
  Knowledge known = knows_weights(w, m);
  known.sums->own_units = false;
  known.prior_mean = Vector{{5000, 0}};
  known.prior_covariance = Matrix{{1e6, 0}, {0, 1}};
  const Matrix guess = unsummed(w.transpose() * z, known);
  for (const Index j : {0, 1}) EXPECT_NEAR(error_share(x.col(j), guess.col(j)), 1 - double{k} / n, 0.12) << j;
}

TEST(Unsum, SaysWhatIsMissing) {
  const Matrix w = random::gaussian_matrix(30, 10, Rng::from_seed(8)), sums = w.transpose() * Matrix::Ones(30, 2);
  Knowledge known = knows_weights(w, 2);
  const auto reason = [&](const Matrix& released) {
    const Outcome outcome = learn(find_attack("unsum"), gather(released, known), known,
                                  check_params({}, {"unsum", {}}, "attack"), Rng::from_seed(1));
    EXPECT_FALSE(outcome.reconstruction);
    return outcome.reason;
  };
  EXPECT_EQ(reason(sums.topRows(9)), "there are 9 sums and weights of 10; some are missing");
  known.people = 0;
  EXPECT_EQ(reason(sums), "it needs to know how many originals were summed; pass ‘knows=people=N’");
  known.sums.reset();
  EXPECT_NE(reason(sums).find("the weights of the records"), std::string::npos);
}

}  // namespace unsum_test
}  // namespace guise::attacks
