// SPDX-License-Identifier: Apache-2.0
// What readers of a card make of effects, whatever the step is called.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "release/certificate.h"
#include "release/facts.h"
#include "release/geometry.h"

namespace guise::release {
namespace effects_test {

StepCard step(Effect effect) {
  return {.step = "tomorrow", .text = "tomorrow", .effect = effect};
}
StepCard noise(double sd, const char* law = "gaussian") {
  StepCard out = step(Effect::noise);
  out.law = law;
  out.sd = {sd, sd};
  return out;
}
StepCard ball(double radius) {
  StepCard out = step(Effect::ball);
  out.radius = radius;
  out.center = {0, 0};
  return out;
}
StepCard matrix(const char* law, std::int64_t outputs) {
  StepCard out = step(Effect::matrix);
  out.law = law;
  out.outputs = outputs;
  return out;
}
StepCard public_matrix(std::vector<double> map, std::vector<double> offset = {}) {
  StepCard out = step(Effect::affine);
  out.outputs = static_cast<std::int64_t>(map.size()) / 2;
  out.map = std::move(map);
  out.offset = std::move(offset);
  return out;
}

Card card_of(std::vector<StepCard> steps, Index columns = 2) {
  Card card;
  card.attributes = {"a", "b"};
  card.columns.assign(static_cast<std::size_t>(columns), "y");
  card.steps = std::move(steps);
  return card;
}
Facts facts_of(std::vector<StepCard> steps, Index columns = 2) {
  return facts_from(card_of(std::move(steps), columns)).facts;
}

TEST(Effects, AreReadWhateverTheStepIsCalled) {
  EXPECT_TRUE(facts_of({noise(3)}).noise_covariance->isApprox(9 * Matrix::Identity(2, 2)));
  EXPECT_EQ(facts_of({matrix("haar", 2)}).matrix_law->law, "haar");
  EXPECT_TRUE(certify(card_of({ball(1), noise(2)})).holds());
}

// y = [1 2; 3 4] x + (5, 6) is undone by everybody, and the noise behind it with it.
TEST(Effects, OfAPublicMatrixAreUndone) {
  const Card card = card_of({public_matrix({1, 2, 3, 4}, {5, 6}), noise(1)});
  const CardFacts read = facts_from(card);
  EXPECT_FALSE(read.facts.mixed);
  Matrix y{{5 + 1 * 7 + 2 * 8.0, 6 + 3 * 7 + 4 * 8.0}};
  read.to_original(y);
  EXPECT_LT((y - Matrix{{7.0, 8.0}}).cwiseAbs().maxCoeff(), 1e-12);
  const Matrix inverse = (Matrix(2, 2) << 1, 2, 3, 4).finished().inverse();
  EXPECT_TRUE(read.facts.noise_covariance->isApprox(inverse * inverse.transpose()));
  EXPECT_TRUE(read.facts.channel) << "everybody knows the matrix";
  EXPECT_EQ(geometry_of(card, read).no_distances, "");
}

TEST(Effects, OfAPublicMatrixWithoutAnInverseAreKnown) {
  const Card card = card_of({public_matrix({1, 2})}, 1);
  const CardFacts read = facts_from(card);
  EXPECT_TRUE(read.facts.mixed);
  EXPECT_TRUE(read.facts.channel && read.facts.channel->map.isApprox(Matrix{{1.0, 2.0}}));
  EXPECT_NE(geometry_of(card, read).no_distances.find("a public matrix"), std::string::npos);
  EXPECT_FALSE(facts_of({public_matrix({1, 2}), step(Effect::shift)}, 1).channel) << "what is added behind it is secret";
  EXPECT_THROW(facts_of({public_matrix({1, 2, 3, 4, 5, 6})}, 2), Error) << "three rows, and two columns are named";
}

TEST(Effects, OfAnOwnMatrixLeaveNothingKnown) {
  const Facts facts = facts_of({noise(1), matrix("own", 2)});
  EXPECT_TRUE(facts.mixed && facts.shape->shifted);
  EXPECT_FALSE(facts.matrix_law || facts.noise_covariance || facts.channel);
  const Card card = card_of({ball(1), matrix("own", 2), noise(1)});
  EXPECT_NE(geometry_of(card, facts_from(card)).no_distances.find("the owner's own"), std::string::npos);
  EXPECT_FALSE(certify(card).holds());
  stats::StepSecret secret;
  secret.affine = linalg::Affine::identity(2);
  secret.affine->map *= 3;
  const Certificate found = certify(card, {{}, secret, {}});
  ASSERT_TRUE(found.mu);
  EXPECT_NEAR(*found.mu, 6, 1e-12) << "2 apart in the ball, stretched by 3";
}

TEST(Effects, OfAMatrixMayMakeMoreColumns) {
  EXPECT_TRUE(facts_of({matrix("gaussian", 5)}, 5).mixed);
  EXPECT_THROW(facts_of({matrix("orthonormal", 5)}, 5), Error);
}

TEST(Effects, OfASecretSizeLeaveNoLengths) {
  StepCard spread = matrix("sign", 2);
  spread.low = {0.5};
  spread.high = {1.5};
  const Card card = card_of({spread});
  const CardFacts read = facts_from(card);
  EXPECT_NEAR(read.facts.matrix_law->spread, 0.5, 1e-12);
  EXPECT_NE(geometry_of(card, read).no_distances.find("one secret number"), std::string::npos);
  // The root of the sum of squares of 2 x 2 entries of size 1 / sqrt(2), and half as much again.
  EXPECT_NEAR(*certify(card_of({ball(1), spread, noise(1)})).mu, 2 * std::sqrt(2.0) * 1.5, 1e-12);
}

TEST(Effects, OfNoiseByLengthAreItsCovarianceAndNoLaw) {
  for (const char* law : {"ball", "laplace-norm"}) {
    const Facts facts = facts_of({noise(2, law)});
    EXPECT_TRUE(facts.noise_covariance->isApprox(4 * Matrix::Identity(2, 2)));
    EXPECT_FALSE(facts.noise_law);
  }
  EXPECT_FALSE(certify(card_of({ball(1), noise(2, "ball")})).holds());
  // sd = sqrt(d + 1) / epsilon, records 2 apart.
  EXPECT_NEAR(*certify(card_of({ball(1), noise(std::sqrt(3.0) / 0.7, "laplace-norm")})).epsilon, 1.4, 1e-12);
}

TEST(Effects, OfWholeTablesAreToldAloneOnly) {
  StepCard exchange = step(Effect::exchange), groups = step(Effect::groups);
  exchange.window = 0.05;
  groups.group = 5;
  groups.share = "record";
  EXPECT_EQ(facts_of({exchange}).exchange->window, 0.05);
  EXPECT_TRUE(facts_of({groups}).grouping->together);
  EXPECT_FALSE(facts_of({exchange, noise(1)}).exchange || facts_of({noise(1), exchange}).noise_covariance);
  EXPECT_FALSE(facts_of({groups, matrix("haar", 2)}).grouping);
  EXPECT_FALSE(facts_of({exchange}).shape->exact);
}

TEST(Effects, OfLimitsAreInTheOriginalsUnits) {
  StepCard units = step(Effect::affine), limits = step(Effect::limits);
  units.center = {10, 0};
  units.scale = {2, 1};
  limits.high = {3, 4};
  const Facts facts = facts_of({units, limits});
  ASSERT_TRUE(facts.limits);
  EXPECT_TRUE(facts.limits->high.isApprox(Vector{{16, 4}}));
  EXPECT_TRUE(std::isnan(facts.limits->low[0]));
  limits.low = {0, 0};
  // A box of 3 by 4 has a diagonal of 5.
  EXPECT_NEAR(*certify(card_of({limits, noise(1)})).mu, 5, 1e-12);
  limits.digits = 2;
  EXPECT_FALSE(certify(card_of({limits, noise(1)})).holds());
}

TEST(Effects, OfAFactorPerRecordAreToldWithItsEnds) {
  StepCard ramp = step(Effect::factor);
  ramp.law = "ramp";
  ramp.sd = {0.1, 0.1};
  ramp.share = "record";
  ramp.low = {0.05};
  ramp.high = {0.2};
  const Facts facts = facts_of({ramp});
  EXPECT_TRUE(facts.factor->common);
  EXPECT_EQ(facts.factor->low, 0.05);
  EXPECT_EQ(facts.factor->high, 0.2);
  EXPECT_NEAR(*certify(card_of({ball(1), ramp, noise(1)})).mu, 2.4, 1e-12);
}

}  // namespace effects_test
}  // namespace guise::release
