// SPDX-License-Identifier: Apache-2.0
#include "release/certificate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "random/matrices.h"
#include "theory/gaussian_privacy.h"

namespace guise::release {
namespace certificate_test {

StepCard clip_step(const char* text = "clip(radius=2)") {
  return {.step = "clip", .text = text};
}
StepCard noise_step(std::vector<double> sd, const char* law = "gaussian", const char* text = "noise(sd=1)") {
  return {.step = "noise", .text = text, .law = law, .sd = std::move(sd)};
}
StepCard mixing_step(const char* step, std::int64_t outputs, const char* law = "") {
  StepCard card{.step = step, .text = step, .law = law};
  card.outputs = outputs;
  return card;
}
StepCard record_sums(std::int64_t outputs, const char* law = "gaussian") {
  StepCard card = mixing_step("project", outputs, law);
  card.side = "records";
  return card;
}

Certificate of(std::vector<StepCard> steps, const std::vector<stats::StepSecret>& secrets = {}) {
  Card card;
  card.attributes = {"a", "b", "c"};
  card.columns = card.attributes;
  card.steps = std::move(steps);
  return certify(card, secrets);
}

TEST(Certificate, OfClippedRecordsWithNoiseIsTheirDiameterOverTheLeastNoise) {
  const Certificate found = of({clip_step(), noise_step({3, 2, 8})});
  EXPECT_EQ(found.kind, Guarantee::gaussian);
  EXPECT_EQ(found.mu, 4 / 2.0);
  EXPECT_EQ(found.unit, "one record, replaced by any other");
  EXPECT_NEAR(*certified_epsilon(found, 1e-6), theory::epsilon_of(2, 1e-6), 1e-8);
  EXPECT_NEAR(*certified_success(found, 0.05), theory::success_bound(0.05, 2), 1e-12);
  EXPECT_EQ(found.extra_delta, 3 * 1.1e-16);
  EXPECT_FALSE(certified_epsilon(found, 1e-17));
  EXPECT_EQ(
      found.sentence,
      "Formal guarantee, approximate in floating point, for one record, replaced by any other: mu = 2, epsilon = 11 at "
      "delta = 1e-06. A guess that is right with probability 5.0 % without the release is right with at most 63.9 % with it.");
}

TEST(Certificate, LetsRecordsBeMovedWithoutComingApart) {
  StepCard translate{.step = "translate", .text = "translate(sd=5)"};
  const Certificate found = of({clip_step("clip(center=[1,2,3],radius=2)"), mixing_step("rotate", 3), mixing_step("permute", 3),
                                translate, noise_step({2, 2, 2})});
  EXPECT_EQ(found.mu, 2);
}

TEST(Certificate, KnowsHowFarAStepStretchesRecords) {
  StepCard standardize{.step = "standardize", .text = "standardize(center=0,scale=[1,2,0.5])"};
  standardize.center = {0, 0, 0};
  standardize.scale = {1, 2, 0.5};
  EXPECT_EQ(of({clip_step(), standardize, noise_step({1, 1, 1})}).mu, 8);
  const StepCard scale{.step = "scale", .text = "scale(high=[1,3,2],low=0.5)"};
  EXPECT_EQ(of({clip_step(), scale, noise_step({1, 1, 1})}).mu, 12);
  EXPECT_EQ(of({clip_step(), {.step = "scale", .text = "scale"}, noise_step({1, 1, 1})}).mu, 8);
  StepCard round{.step = "round", .text = "round(width=[3,4,12])"};
  round.width = {3, 4, 12};
  EXPECT_EQ(of({clip_step(), round, noise_step({1, 1, 1})}).mu, 4 + 13);
  StepCard multiply{.step = "multiply", .text = "multiply(sd=0.1)", .law = "truncated", .sd = {0.1, 0.2, 0.1}};
  EXPECT_NEAR(*of({clip_step(), multiply, noise_step({1, 1, 1})}).mu, 4 * 1.4, 1e-12);
}

TEST(Certificate, TakesTheStretchOfASecretMatrixFromWhoHasIt) {
  const Matrix r = random::gaussian_matrix(2, 3, random::Rng::from_seed(4)) / std::sqrt(2.0);
  const std::vector<StepCard> steps{clip_step(), mixing_step("project", 2, "gaussian"), noise_step({1, 1})};
  const Certificate blind = of(steps);
  EXPECT_FALSE(blind.holds());
  EXPECT_EQ(blind.sentence, "No formal guarantee: how far 'project' stretches records is in the owner's key alone.");
  std::vector<stats::StepSecret> secrets(3);
  secrets[1].affine = linalg::Affine{.map = r, .shift = Vector::Zero(2), .covariance = Matrix::Zero(2, 2)};
  // The longest image of a unit vector, by trying directions in the row space.
  double longest = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double angle = i * std::numbers::pi / 100'000;
    const Vector direction = (std::cos(angle) * r.row(0) + std::sin(angle) * r.row(1)).transpose().normalized();
    longest = std::max(longest, (r * direction).norm());
  }
  const Certificate found = of(steps, secrets);
  EXPECT_NEAR(*found.mu, 4 * longest, 1e-6);
  // Rows of an orthonormal one, and entries of +-1, are bounded for everybody.
  EXPECT_NEAR(*of({clip_step(), mixing_step("project", 2, "orthonormal"), noise_step({1, 1})}).mu, 4 * std::sqrt(1.5), 1e-12);
  EXPECT_NEAR(*of({clip_step(), mixing_step("project", 2, "sign"), noise_step({1, 1})}).mu, 4 * std::sqrt(3.0), 1e-12);
}

TEST(Certificate, OfADistortionHoldsForBoundedFunctionsWithoutClipping) {
  stats::DistortionMap map{.f = stats::Activation::tanh,
                           .w = 2 * Matrix::Identity(3, 3),
                           .a = Vector::Zero(3),
                           .q = 5 * Matrix::Identity(3, 3),
                           .b = Vector::Zero(3)};
  std::vector<stats::StepSecret> secrets(3);
  secrets[0].distortion = map;
  const StepCard distort = mixing_step("distort", 3, "tanh");
  EXPECT_NEAR(*of({distort, noise_step({1, 1, 1})}, secrets).mu, 5 * 2 * std::sqrt(3.0), 1e-12);
  EXPECT_FALSE(of({distort, noise_step({1, 1, 1})}).holds());
  secrets[0].distortion.reset();
  secrets[1].distortion = map;
  EXPECT_NEAR(*of({clip_step("clip(radius=0.1)"), distort, noise_step({1, 1, 1})}, secrets).mu, 0.2 * 2 * 5, 1e-12);
}

TEST(Certificate, OnAGridIsExactAndRoundsBefore) {
  StepCard noise = noise_step({2, 2, 2});
  noise.grid = {0.01, 0.01, 0.01};
  const Certificate found = of({clip_step(), noise});
  EXPECT_EQ(found.kind, Guarantee::grid);
  EXPECT_NEAR(*found.mu, (4 + 0.01 * std::sqrt(3.0)) / 2, 1e-12);
  EXPECT_EQ(found.extra_delta, 0);
  EXPECT_EQ(found.sentence.rfind("Formal guarantee for one record", 0), 0u) << found.sentence;
  EXPECT_NEAR(*certified_epsilon(found, 1e-6), theory::concentrated_epsilon(*found.mu * *found.mu / 2, 1e-6).epsilon, 1e-12);
}

TEST(Certificate, OfLaplaceNoiseIsTheWorstDirectionOfTheBall) {
  const Certificate found = of({clip_step(), noise_step({1, 2, 2}, "laplace")});
  EXPECT_EQ(found.kind, Guarantee::laplace);
  const double expected = 4 * std::sqrt(2.0) * std::sqrt(1 + 0.25 + 0.25);
  EXPECT_NEAR(*found.epsilon, expected, 1e-12);
  EXPECT_EQ(certified_epsilon(found, 1e-6), found.epsilon);
  // No difference of length 4 costs more.
  for (int i = 0; i < 1000; ++i) {
    const Vector d =
        4 *
        random::gaussian_matrix(3, 1, random::Rng::from_seed(1).with_step(static_cast<std::uint32_t>(i))).col(0).normalized();
    EXPECT_LE(std::sqrt(2.0) * (std::abs(d[0]) + std::abs(d[1]) / 2 + std::abs(d[2]) / 2), expected);
  }
  EXPECT_NEAR(*certified_success(of({clip_step("clip(radius=0.1)"), noise_step({1, 1, 1}, "laplace")}), 0.05),
              0.05 * std::exp(0.2 * std::sqrt(6.0)), 1e-12);
}

TEST(Certificate, OfSecretSumsOverRecordsIsThatOfTheSketch) {
  // Scaled by 1/sqrt(k): noise of sd 1 is as good as noise of sqrt(50) on the plain sums.
  const Certificate found = of({clip_step(), record_sums(50), noise_step({1, 1, 1})});
  EXPECT_EQ(found.kind, Guarantee::sketch);
  EXPECT_EQ(found.unit, "one record, added or removed");
  EXPECT_NEAR(found.sketch->leverage, 4 / (4 + 50.0), 1e-12);
  EXPECT_EQ(found.sketch->rows, 50);
  EXPECT_NEAR(*certified_epsilon(found, 1e-6), theory::sketch_epsilon(*found.sketch, 1e-6), 1e-6);
  // How long records are counts, not how far apart: a centre far from 0 costs.
  EXPECT_NEAR(of({clip_step("clip(center=[3,0,4],radius=2)"), record_sums(50), noise_step({1, 1, 1})}).sketch->leverage,
              49 / (49 + 50.0), 1e-12);
  StepCard standardize{.step = "standardize", .text = "standardize(center=[3,0,4],scale=1)"};
  standardize.center = {3, 0, 4};
  standardize.scale = {1, 1, 1};
  EXPECT_NEAR(
      of({clip_step("clip(center=[3,0,4],radius=2)"), standardize, record_sums(50), noise_step({1, 1, 1})}).sketch->leverage,
      4 / (4 + 50.0), 1e-12);
  EXPECT_FALSE(of({clip_step(), record_sums(50, "sign"), noise_step({1, 1, 1})}).holds());
  EXPECT_FALSE(of({record_sums(50), noise_step({1, 1, 1})}).holds());
  EXPECT_FALSE(of({clip_step(), record_sums(50)}).holds());
  const StepCard translate{.step = "translate", .text = "translate(sd=5)"};
  EXPECT_EQ(of({clip_step(), translate, record_sums(50), noise_step({1, 1, 1})}).reasons.front(),
            "a secret translation moved the origin that their length is measured from");
  EXPECT_TRUE(of({clip_step(), record_sums(50), translate, noise_step({1, 1, 1})}).holds()) << "the same for all sums";
  EXPECT_FALSE(of({clip_step(), record_sums(50), clip_step(), noise_step({1, 1, 1})}).holds());
}

TEST(Certificate, StandsWhateverComesAfterTheNoise) {
  StepCard learnt{.step = "standardize", .text = "standardize"};
  EXPECT_EQ(of({clip_step(), noise_step({2, 2, 2}), learnt, mixing_step("project", 2, "gaussian")}).mu, 2);
  EXPECT_EQ(of({clip_step(), noise_step({2, 2, 2}), noise_step({4, 4, 4})}).mu, 1) << "of two noises the stronger counts";
  EXPECT_EQ(of({clip_step(), noise_step({2, 2, 2}), noise_step({9, 9, 9}, "uniform")}).mu, 2);
  // Noise makes records long, so that sums over them are not bounded; what was certified before stays.
  EXPECT_EQ(of({clip_step(), noise_step({2, 2, 2}), record_sums(5), noise_step({9, 9, 9})}).kind, Guarantee::gaussian);
  EXPECT_FALSE(of({clip_step(), noise_step({2, 2, 2}, "uniform"), record_sums(5), noise_step({9, 9, 9})}).holds());
}

TEST(Certificate, IsNoneWithItsReason) {
  const auto reason = [](std::vector<StepCard> steps) {
    const Certificate found = of(std::move(steps));
    EXPECT_FALSE(found.holds());
    EXPECT_FALSE(certified_epsilon(found, 1e-6));
    EXPECT_FALSE(certified_success(found, 0.05));
    EXPECT_EQ(found.sentence, "No formal guarantee: " + found.reasons.front() + ".");
    return found.reasons.front();
  };
  const auto starts = [](const std::string& text, const char* with) { return text.rfind(with, 0) == 0; };
  EXPECT_TRUE(starts(reason({mixing_step("rotate", 3)}), "no noise is added, so equal records stay equal"));
  EXPECT_TRUE(starts(reason({clip_step()}), "no noise is added"));
  EXPECT_TRUE(starts(reason({noise_step({1, 1, 1})}), "records are not clipped"));
  EXPECT_TRUE(starts(reason({clip_step(), noise_step({1, 1, 1}, "uniform")}), "uniform noise is bounded"));
  EXPECT_TRUE(starts(reason({clip_step(), noise_step({1, 1, 1}, "gaussian", "noise(snr=2)")}), "'noise(snr=2)' was estimated"));
  StepCard shaped = noise_step({1, 1, 1});
  shaped.similarity = 1;
  EXPECT_TRUE(starts(reason({clip_step(), shaped}), "'noise(sd=1)' was estimated"));
  EXPECT_TRUE(starts(reason({{.step = "standardize", .text = "standardize"}, clip_step(), noise_step({1, 1, 1})}),
                     "'standardize' was estimated"));
  EXPECT_TRUE(starts(reason({clip_step(), {.step = "bin", .text = "bin(count=4)"}, noise_step({1, 1, 1})}), "'bin(count=4)'"));
  EXPECT_TRUE(starts(reason({{.step = "multiply", .text = "multiply(sd=0.1)", .law = "truncated", .sd = {0.1, 0.1, 0.1}}}),
                     "factors leave zeros"));
  EXPECT_TRUE(starts(reason({record_sums(5)}), "no noise is added to the sums"));
}

TEST(Certificate, OfACardThatWasCutOffOrSaysNonsenseIsNone) {
  const auto none = [](std::vector<StepCard> steps) { return !of(std::move(steps)).holds(); };
  StepCard standardize{.step = "standardize", .text = "standardize(center=0,scale=1)"};
  standardize.center = {0};
  standardize.scale = {1, 1};
  EXPECT_TRUE(none({clip_step(), standardize, noise_step({1, 1, 1})}));
  EXPECT_TRUE(none({clip_step(), {.step = "round", .text = "round(width=1)"}, noise_step({1, 1, 1})}));
  EXPECT_TRUE(none({clip_step(), {.step = "blur", .text = "blur"}, noise_step({1, 1, 1})}));
  EXPECT_TRUE(none({clip_step(), noise_step({1, 1})}));
  EXPECT_TRUE(none({clip_step(), noise_step({1, 0, 1})}));
  EXPECT_TRUE(none({clip_step("clip(radius=1e305)"), noise_step({1e-5, 1, 1})}));
  EXPECT_TRUE(none({}));
  EXPECT_THROW(of({clip_step("clip"), noise_step({1, 1, 1})}), Error);
  EXPECT_THROW(of({clip_step("clip(radius=1,center=[1,2])"), noise_step({1, 1, 1})}), Error);
}

TEST(Certificate, SaysWhatItDoesNotCover) {
  Card card;
  card.attributes = card.columns = {"a"};
  card.kept = {"id", "ward"};
  card.steps = {clip_step(), noise_step({0.1})};
  const Certificate found = certify(card);
  EXPECT_EQ(found.reasons.back(), "outside of it, in clear: id and ward");
  EXPECT_NE(found.sentence.find("Kept columns are outside of it."), std::string::npos);
  EXPECT_EQ(found.sentence.rfind("A formal guarantee in name only", 0), 0u) << "mu is 40";
}

TEST(Certificate, OfSeveralDrawsIsTheWeakest) {
  const Certificate strong = of({clip_step(), noise_step({9, 9, 9})}), weak = of({clip_step(), noise_step({1, 1, 1})}),
                    none = of({clip_step()});
  EXPECT_EQ(&weaker(strong, weak), &weak);
  EXPECT_EQ(&weaker(weak, strong), &weak);
  EXPECT_EQ(&weaker(none, weak), &none);
  EXPECT_EQ(&weaker(weak, none), &none);
}

}  // namespace certificate_test
}  // namespace guise::release
