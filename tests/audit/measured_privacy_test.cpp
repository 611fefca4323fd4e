// SPDX-License-Identifier: Apache-2.0
#include "audit/measured_privacy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "audit/neighbours.h"
#include "base/error.h"
#include "random/matrices.h"
#include "theory/empirical_privacy.h"
#include "theory/gaussian_privacy.h"

namespace guise::audit {
namespace measured_privacy_test {

constexpr double kError = 1e-6;  // of the bounds that are measured
constexpr std::int64_t kDraws = 20'000;

struct Game {
  release::Certificate certificate;
  MeasuredPrivacy measured;
};

Game play(const std::string& spec, Index attributes = 3, const Matrix& records = {}, bool measurable = true) {
  std::vector<std::string> names;
  for (Index j = 0; j < attributes; ++j) names.push_back("c" + std::to_string(j));
  const Matrix rows = records.size() > 0 ? records : random::gaussian_matrix(20, attributes, random::Rng::from_seed(5));
  const table::Table table = table::Table::from_matrix(rows, names);
  table::Selection selection;
  selection.attributes = names;
  const random::Key key = random::Key::derive(random::Rng::from_seed(1));
  const masks::Prepared mask = masks::prepare(masks::Mask::parse(spec), table, selection, {}, key);
  Game game{.certificate = release::certify(mask.card(), mask.secrets()), .measured = {}};
  EXPECT_EQ(is_measurable(mask, game.certificate), measurable) << game.certificate.sentence;
  if (!measurable) return game;
  game.measured = measure_privacy(mask, game.certificate, rows, random::Rng::from_seed(2), kDraws);
  EXPECT_NO_THROW(require_certified(game.measured, game.certificate, spec));
  return game;
}

/// What so many draws can prove, when each count is what is expected of it and the threshold is the best there is; and the
/// standard error of it, which is nearly all of the few that are wrong: ln of (wrong + what the interval adds).
struct Provable {
  double epsilon = 0, error = 0;
};

/// `tail(t)`, `shifted(t)`: shares of the other and of this record above t.
template <typename Tail, typename Shifted>
Provable provable(Tail tail, Shifted shifted) {
  Provable best;
  constexpr std::int64_t counted = kDraws / 2;
  for (double t = -6; t < 6; t += 0.01) {
    const auto hits = [&](double share) { return static_cast<std::int64_t>(share * counted); };
    const auto proved =
        theory::empirical_privacy({hits(shifted(t)), counted}, {hits(tail(t)), counted}, release::kStatedDelta, kError);
    if (proved.epsilon > best.epsilon) best = {proved.epsilon, std::sqrt(tail(t) / counted) / proved.wrong};
  }
  return best;
}

Provable provable_gaussian(double mu) {
  return provable([](double t) { return theory::normal_cdf(-t); }, [mu](double t) { return theory::normal_cdf(mu - t); });
}

Provable provable_laplace(double epsilon) {
  const auto above = [](double x) { return x > 0 ? std::exp(-x) / 2 : 1 - std::exp(x) / 2; };
  return provable([&](double t) { return above(t + epsilon / 2); }, [&](double t) { return above(t - epsilon / 2); });
}

void expect_proved(double measured, const Provable& expected) {
  // The threshold was chosen by counts that vary as much as those that are reported.
  EXPECT_NEAR(measured, expected.epsilon, 5 * std::sqrt(2.0) * expected.error);
  EXPECT_GT(measured, expected.epsilon / 2) << "also where the error is large";
}

TEST(MeasuredPrivacy, OfGaussianNoiseIsWhatSoManyDrawsCanProve) {
  for (const double sd : {2.0, 4.0 / 3, 1.0}) {
    const Game game = play(fmt::format("clip(center=[1,2,3],radius=1) | noise(sd={})", sd));
    expect_proved(game.measured.epsilon, provable_gaussian(2 / sd));
    EXPECT_LT(game.measured.epsilon, *release::certified_epsilon(game.certificate, release::kStatedDelta));
  }
}

TEST(MeasuredPrivacy, FindsTheDirectionThatTheNoiseCoversLeast) {
  const auto measured = [](const char* mask) { return play(mask).measured.epsilon; };
  expect_proved(measured("clip(radius=1) | noise(sd=[9,1,9])"), provable_gaussian(2));
  expect_proved(measured("standardize(center=[45,3000,7],scale=[20,2000,3]) | clip(radius=1) | rotate | noise(sd=1)"),
                provable_gaussian(2));
  // One direction of six that no axis and hardly a random one comes near.
  expect_proved(play("clip(radius=1) | rotate | noise(sd=[9,9,9,1,9,9])", 6).measured.epsilon, provable_gaussian(2));
  const Game projected = play("clip(radius=1) | project(k=2) | noise(sd=2)");
  expect_proved(projected.measured.epsilon, provable_gaussian(*projected.certificate.mu));
}

TEST(MeasuredPrivacy, IsSeenThroughWhatComesAfterTheNoise) {
  expect_proved(play("clip(radius=1) | noise(sd=1) | rotate | translate(sd=50)").measured.epsilon, provable_gaussian(2));
}

TEST(MeasuredPrivacy, OfNoiseOnAGridIsThatOfGaussianNoise) {
  expect_proved(play("clip(radius=1) | noise(sd=1,grid=0.01)").measured.epsilon, provable_gaussian(2));
}

TEST(MeasuredPrivacy, OfLaplaceNoiseComesNearItsCertificate) {
  const Game one = play("clip(radius=1) | noise(sd=2,law=laplace)", 1);
  EXPECT_NEAR(*one.certificate.epsilon, std::sqrt(2.0), 1e-12);
  expect_proved(one.measured.epsilon, provable_laplace(std::sqrt(2.0)));
  // With several columns only records that are larger in all of them at once prove as much.
  const Game three = play("clip(radius=1) | noise(sd=[2,3,4],law=laplace)");
  EXPECT_GT(three.measured.epsilon, 0.5 * provable_laplace(*three.certificate.epsilon).epsilon);
  EXPECT_LT(three.measured.epsilon, *three.certificate.epsilon);
}

TEST(MeasuredPrivacy, AboveTheCertificateFailsLoudly) {
  const Game game = play("clip(radius=1) | noise(sd=1)");
  const auto failure = [&](const release::Certificate& wrong) -> std::string {
    try {
      require_certified(game.measured, wrong, "noise(sd=1)");
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::environment) << "exit code 1";
      return error.what();
    }
    return "";
  };
  release::Certificate wrong = game.certificate;
  wrong.mu = 0.2;
  EXPECT_EQ(failure(wrong).rfind("noise(sd=1): epsilon is certified to be at most 0.8", 0), 0u) << failure(wrong);
  EXPECT_NE(failure(wrong).find(fmt::format("{:.4g}", game.measured.epsilon)), std::string::npos);
  EXPECT_NE(failure(wrong).find("please report it"), std::string::npos);
  // An epsilon at so small a delta leaves room; how often a guess is right does not.
  wrong.mu = 1.2;
  EXPECT_GT(*release::certified_epsilon(wrong, release::kStatedDelta), game.measured.epsilon);
  EXPECT_NE(failure(wrong).find("is certified to be right at most"), std::string::npos) << failure(wrong);
  EXPECT_EQ(failure(game.certificate), "");
}

TEST(MeasuredPrivacy, SaysBothBounds) {
  const release::Certificate certificate{.kind = release::Guarantee::laplace, .epsilon = 3.0};
  EXPECT_EQ(measured_sentence({.epsilon = 1.2345, .delta = 1e-6, .right = 0.5, .wrong = 0.1, .draws = 20}, certificate),
            "Measured by distinguishing two records: epsilon is at least 1.23; certified: at most 3.");
}

TEST(MeasuredPrivacy, StandsOddMasksAndTables) {
  EXPECT_GE(play("distort(hidden=4) | noise(sd=9)").measured.epsilon, 0);
  EXPECT_GE(play("rotate | clip(radius=2) | noise(sd=1)").measured.epsilon, 1);
  EXPECT_GE(play("noise(sd=1e-9) | clip(radius=2) | noise(sd=1)").measured.epsilon, 0) << "refuses records far out";
  EXPECT_GE(play("clip(radius=1e18) | noise(sd=1)").measured.epsilon, 0) << "refuses what lies on the ball";
  EXPECT_GT(play("clip(radius=2) | noise(sd=1)", 3, Matrix::Ones(1, 3)).measured.epsilon, 1) << "one record";
  EXPECT_GE(play("clip(radius=1) | noise(sd=1) | round(width=100)").measured.epsilon, 0) << "nothing is left to tell by";
  EXPECT_LT(play("clip(radius=1) | noise(sd=1)", 300).measured.draws, kDraws) << "wide records are drawn less often";
}

TEST(MeasuredPrivacy, IsOfRecordsThatAreReleasedOneByOne) {
  EXPECT_TRUE(play("clip(radius=1) | noise(sd=1) | project(k=2,side=records)", 3, {}, false).certificate.holds());
  play("clip(radius=1) | project(k=5,side=records) | noise(sd=1)", 3, {}, false);
  play("noise(sd=1)", 3, {}, false);
}

}  // namespace measured_privacy_test
}  // namespace guise::audit
