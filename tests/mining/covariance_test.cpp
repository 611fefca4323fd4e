// SPDX-License-Identifier: Apache-2.0
// Tasks on second moments: covariance, correlation.
#include <cmath>

#include "masked.h"

namespace guise::mining {
namespace covariance_test {

using namespace testing;

Matrix covariance_of(const Matrix& rows) {
  const Matrix centred = rows.rowwise() - rows.colwise().mean();
  return centred.transpose() * centred / static_cast<double>(rows.rows() - 1);
}

TEST(CovarianceTask, OfPlainRecordsIsTheirs) {
  const Matrix rows = correlated(3000, 3, 5);
  EXPECT_TRUE(found("covariance", plain(rows)).estimates[0].value.isApprox(covariance_of(rows), 1e-12));
}

TEST(CovarianceTask, TakesOutTheNoise) {
  const Matrix rows = correlated(50'000, 3, 5);
  const Findings all = found("covariance", noisy(rows, 2));
  const Matrix miss = (all.estimates[0].value - covariance_of(rows)).cwiseAbs();
  EXPECT_TRUE((miss.array() < 4 * all.estimates[0].error.array()).all());
  EXPECT_LT((miss.array() / all.estimates[0].error.array()).mean(), 1.2);
}

TEST(CovarianceTask, TakesOutFactors) {
  const Matrix rows = correlated(50'000, 2, 6);
  Matrix factors = Matrix::Ones(rows.rows(), 2) + 0.3 * random::gaussian_matrix(rows.rows(), 2, random::Rng::from_seed(2));
  Data data = plain(rows.cwiseProduct(factors));
  data.facts.factor = release::Factor{.law = "truncated", .sd = Vector::Constant(2, 0.3)};
  EXPECT_TRUE(found("covariance", data).estimates[0].value.isApprox(covariance_of(rows), 0.03));
  data.facts.factor->shaped = true;
  EXPECT_NE(refusal("covariance", data), "");
}

TEST(CorrelationTask, MissesByItsStatedErrors) {
  constexpr int draws = 200;
  double ratio = 0, mean = 0, stated = 0;
  // Records and noise both drawn anew: the error is over both.
  const Matrix mixing = random::gaussian_matrix(2, 2, random::Rng::from_seed(8).fork("mixing"));
  const Matrix covariance = mixing.transpose() * mixing;
  const double truth = covariance(0, 1) / std::sqrt(covariance(0, 0) * covariance(1, 1));
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const Matrix rows = random::gaussian_matrix(400, 2, random::Rng::from_seed(1000 + seed)) * mixing;
    const Findings all = found("correlation", noisy(rows, 0.5, seed));
    const double miss = all.estimates[0].value(0, 1) - truth, error = all.estimates[0].error(0, 1);
    ratio += square(miss / error) / draws;
    mean += miss / draws;
    stated += error / draws;
  }
  EXPECT_NEAR(ratio, 1, 0.3);  // three errors of a variance from 200 draws
  EXPECT_LT(std::abs(mean), 4 * stated / std::sqrt(double(draws)));
}

TEST(CorrelationTask, RefusesAConstantAttributeByName) {
  Matrix rows = correlated(100, 3, 4);
  rows.col(1).setConstant(7);
  EXPECT_NE(refusal("correlation", plain(rows)).find("'b' does not vary"), std::string::npos);
}

TEST(CorrelationTask, OfSumsOverRecordsNeedsCentredColumns) {
  Data data = plain(correlated(100, 3, 4));
  data.geometry.of_records = false;
  EXPECT_NE(refusal("correlation", data).find("standardize"), std::string::npos);
  data.geometry.centred = true;
  data.geometry.projections = {{.law = {}, .k = 100, .m = 0}};
  const Matrix r = found("correlation", data).estimates[0].value;
  EXPECT_EQ(r(1, 1), 1);
  EXPECT_LE(std::abs(r(0, 1)), 1);
}

TEST(CovarianceTask, NeedsOwnColumnsAndKnownNoise) {
  Data data = plain(correlated(100, 3, 4));
  data.facts.mixed = true;
  EXPECT_NE(refusal("covariance", data).find("mixed columns"), std::string::npos);
  data.facts.mixed = false;
  data.geometry.noise_known = false;
  EXPECT_NE(refusal("covariance", data).find("size"), std::string::npos);
  EXPECT_NE(refusal("covariance", plain(Matrix::Ones(1, 2))).find("two"), std::string::npos);
}

}  // namespace covariance_test
}  // namespace guise::mining
