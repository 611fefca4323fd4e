// SPDX-License-Identifier: Apache-2.0
// Non-linear distortion: what it computes, what the key tells of it, and when it is linear in disguise.
#include <gtest/gtest.h>

#include <cmath>

#include "masked.h"

namespace guise::masks {
namespace distort_test {

/// Records of length about 1.
Matrix short_records(Index records, Index attributes) {
  return random::gaussian_matrix(records, attributes, random::Rng::from_seed(5)) / std::sqrt(static_cast<double>(attributes));
}

double by_hand(const std::string& f, double x) {
  if (f == "tanh") return std::tanh(x);
  if (f == "sigmoid") return 1 / (1 + std::exp(-x));
  if (f == "step") return x > 0 ? 1 : -1;
  if (f == "relu") return x > 0 ? x : 0;
  if (f == "clip") return x > 1 ? 1 : x < -1 ? -1 : x;
  return x;
}

/// Paper 003, section 3.1, entry by entry.
TEST(Distort, IsTheFormulaOfThePaperForEveryFunction) {
  const Matrix x = short_records(40, 3);
  for (const std::string f : {"tanh", "sigmoid", "identity", "step", "relu", "clip"}) {
    const std::string spec = fmt::format("distort(f={},hidden=7,out=5,sw=2,sa=0.5,sq=0.3,sb=4)", f);
    const auto map = *prepared(spec, x).secrets()[0].distortion;
    ASSERT_EQ(map.w.rows(), 7);
    ASSERT_EQ(map.q.rows(), 5);
    const Matrix released = masked(spec, x);
    ASSERT_EQ(released.cols(), 5);
    for (Index i = 0; i < 40; ++i) {
      for (Index p = 0; p < 5; ++p) {
        double sum = map.b(p);
        for (Index h = 0; h < 7; ++h) sum += map.q(p, h) * by_hand(f, map.a(h) + map.w.row(h).dot(x.row(i)));
        EXPECT_NEAR(released(i, p), sum, 1e-12) << f;
      }
    }
  }
}

TEST(Distort, DrawsItsMatricesWithTheirStandardDeviations) {
  const Matrix x = short_records(3, 60);
  const auto map = *prepared("distort(hidden=300,out=200,sw=2,sa=0.5,sq=0.3,sb=4)", x).secrets()[0].distortion;
  const auto rms = [](const auto& entries) { return std::sqrt(entries.squaredNorm() / static_cast<double>(entries.size())); };
  EXPECT_NEAR(rms(map.w) / 2, 1, 4 / std::sqrt(2 * 18000.0));
  EXPECT_NEAR(rms(map.q) / 0.3, 1, 4 / std::sqrt(2 * 60000.0));
  EXPECT_NEAR(rms(map.a) / 0.5, 1, 4 / std::sqrt(2 * 300.0));
  EXPECT_NEAR(rms(map.b) / 4, 1, 4 / std::sqrt(2 * 200.0));
  EXPECT_LT(std::abs(map.w.row(0).head(60).dot(map.q.row(0).head(60))) / (2 * 0.3 * std::sqrt(60.0)), 4) << "other numbers";
}

TEST(Distort, HasTheSizeOfTheTableUnlessToldOtherwise) {
  const Matrix x = short_records(10, 4);
  EXPECT_EQ(prepared("distort", x).columns().size(), 4u);
  EXPECT_EQ(prepared("distort(out=2)", x).columns().size(), 2u);
  EXPECT_EQ(prepared("distort(out=9,hidden=3)", x).columns().size(), 9u) << "it may inflate, also behind fewer hidden units";
}

TEST(Distort, GivesTheSameBitsForAnyThreadsAndChunks) {
  const Matrix x = short_records(5000, 6);
  const Matrix whole = masked("distort(hidden=20,out=8) | noise(sd=0.1)", x, {.work = {.threads = 1, .chunk = 1024}});
  EXPECT_EQ(masked("distort(hidden=20,out=8) | noise(sd=0.1)", x, {.work = {.threads = 2, .chunk = 65536}}), whole);
  EXPECT_NE(masked("distort(hidden=20,out=8) | noise(sd=0.1)", x, {.key = 2}), whole);
}

TEST(Distort, IsUndoneByTheKeyWhereNothingIsLost) {
  const Matrix x = short_records(300, 4);
  for (const char* spec : {"distort", "distort(f=sigmoid,hidden=6,out=10)", "distort(f=identity)"}) {
    const Prepared plan = prepared(spec, x);
    table::Chunk chunk{.first_record = 0, .values = masked(spec, x)};
    EXPECT_EQ(plan.undo(chunk), std::string(spec) == "distort(f=identity)") << spec << " is flat for long records";
    EXPECT_LT((chunk.values - x).cwiseAbs().maxCoeff(), 1e-5) << spec;
  }
  for (const char* spec :
       {"distort(out=3)", "distort(hidden=3,out=9)", "distort(f=step)", "distort(f=relu,hidden=20,out=20)"}) {
    const Prepared plan = prepared(spec, x);
    table::Chunk chunk{.first_record = 0, .values = masked(spec, x)};
    EXPECT_FALSE(plan.undo(chunk)) << spec << " loses something";
    EXPECT_EQ(chunk.values.cols(), 4);
    EXPECT_TRUE(chunk.values.allFinite());
  }
}

TEST(Distort, SaysWhenItIsLinearInDisguise) {
  const Matrix x = short_records(500, 4);
  const auto notes = [&](const std::string& spec) { return fmt::format("{}", fmt::join(prepared(spec, x).notes(), "; ")); };
  EXPECT_NE(notes("distort(sw=0.01)").find("linear in disguise"), std::string::npos);
  EXPECT_NE(notes("distort(sw=0.01)").find("raise sw"), std::string::npos);
  EXPECT_NE(notes("distort(f=identity,sw=3)").find("take another f"), std::string::npos);
  EXPECT_EQ(notes("distort(sw=3)").find("linear"), std::string::npos);
  EXPECT_EQ(notes("distort(f=step,sw=0.01)").find("linear"), std::string::npos) << "a step is never linear";
}

TEST(Distort, TellsOnTheCardHowItWasDrawn) {
  const Card card = prepared("distort(f=relu,hidden=7,out=5,sw=2)", short_records(5, 3)).card();
  EXPECT_EQ(card.steps[0].law, "relu");
  EXPECT_EQ(card.steps[0].hidden, 7);
  EXPECT_EQ(card.steps[0].outputs, 5);
  EXPECT_EQ(card.steps[0].entries, (std::vector<double>{2, 1, 1, 1}));
  EXPECT_EQ(card.attributes, column_names(3));
}

TEST(Distort, RefusesSizesAndDeviationsThatMakeNoSense) {
  for (const char* spec :
       {"distort(hidden=0)", "distort(out=0)", "distort(sw=0)", "distort(sq=0)", "distort(sa=-1)", "distort(f=sine)"})
    EXPECT_NE(refusal([&] { Mask::parse(spec); }), "") << spec;
}

}  // namespace distort_test
}  // namespace guise::masks
