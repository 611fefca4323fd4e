// SPDX-License-Identifier: Apache-2.0
// Rank swapping: exact marginals, moves within the window, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>

#include "masked.h"

namespace guise::masks {
namespace swap_test {

Vector sorted(Vector values) {
  std::sort(values.begin(), values.end());
  return values;
}

/// Ranks of distinct values, 0 first.
std::vector<Index> ranks(const Vector& values) {
  const Vector order = sorted(values);
  std::vector<Index> out;
  for (const double value : values) out.push_back(std::lower_bound(order.begin(), order.end(), value) - order.begin());
  return out;
}

TEST(Swap, KeepsTheValuesOfEveryColumn) {
  const Matrix values = correlated(1001, 3), released = masked("swap(p=10)", values);
  for (Index j = 0; j < 3; ++j) EXPECT_EQ(sorted(released.col(j)), sorted(values.col(j)));
  EXPECT_GT((released - values).cwiseAbs().maxCoeff(), 0);
}

TEST(Swap, ExchangesPairsAtMostSoManyRanksApart) {
  for (const double p : {0.5, 5.0, 40.0, 100.0}) {
    const Matrix values = correlated(600, 2), released = masked(fmt::format("swap(p={})", p), values);
    for (Index j = 0; j < 2; ++j) {
      const std::vector<Index> before = ranks(values.col(j)), after = ranks(released.col(j));
      std::vector<Index> partner(600);
      Index farthest = 0, alone = 0;
      for (std::size_t i = 0; i < 600; ++i) {
        partner[static_cast<std::size_t>(before[i])] = after[i];
        farthest = std::max(farthest, std::abs(before[i] - after[i]));
        alone += before[i] == after[i];
      }
      for (std::size_t r = 0; r < 600; ++r)
        EXPECT_EQ(partner[static_cast<std::size_t>(partner[r])], static_cast<Index>(r)) << "pairs exchange";
      EXPECT_LE(farthest, static_cast<Index>(p * 6));
      EXPECT_GT(farthest, static_cast<Index>(p * 6 * 0.8)) << "and the window is used";
      EXPECT_LT(alone, 60);
    }
  }
}

// Whom a rank is exchanged with: even over the free ranks above it, so that the first rank's partner is even over the window.
TEST(Swap, DrawsPartnersEvenly) {
  const Matrix values = Vector::LinSpaced(21, 0, 20);
  double sum = 0;
  for (int key = 0; key < 200; ++key) sum += masked("swap(p=50)", values, {.key = static_cast<std::uint8_t>(key)})(0, 0);
  // Even over 1 … 10: mean 5.5, sd 2.87.
  EXPECT_NEAR(sum / 200, 5.5, 4 * 2.87 / std::sqrt(200.0));
}

TEST(Swap, IsTheSameForAnyThreadsChunksAndMissingRecords) {
  Matrix values = correlated(5000, 2);
  values(17, 1) = std::numeric_limits<double>::quiet_NaN();
  const auto run = [&](int threads, std::int64_t chunk) {
    How how{.first_record = 9, .missing = table::Missing::drop};
    how.work.threads = threads;
    how.work.chunk = chunk;
    Matrix out = masked("swap(p=3) | noise(sd=1)", values, how);
    out.row(17).setZero();
    return out;
  };
  EXPECT_EQ(run(1, 65536), run(2, 1000));
}

TEST(Swap, IsUndoneByTheThief) {
  const Matrix values = correlated(300, 2);
  const Prepared plan = prepared("swap(p=20)", values);
  table::Chunk chunk{.first_record = 0, .values = values};
  plan.apply(chunk);
  EXPECT_TRUE(plan.undo(chunk));
  EXPECT_EQ(chunk.values, values);
}

TEST(Swap, SaysOnItsCardHowFarValuesMove) {
  const Card card = prepared("swap(p=5)", correlated(100, 2)).card();
  EXPECT_EQ(card.steps[0].effect, Effect::exchange);
  EXPECT_EQ(card.steps[0].window, 0.05);
  EXPECT_TRUE(card.steps[0].learnt);
  EXPECT_EQ(refusal([&] { check_card(card, "the card"); }), "");
}

TEST(Swap, RefusesBadInputWithASentence) {
  Matrix constant = correlated(50, 2);
  constant.col(1).setConstant(3);
  const std::tuple<const char*, Matrix, const char*> cases[] = {
      {"swap", correlated(50, 2), "give p="},
      {"swap(p=0)", correlated(50, 2), "in percent of the ranks, above 0 and at most 100, got 0; 5 percent is p=5"},
      {"swap(p=101)", correlated(50, 2), "at most 100, got 101"},
      {"swap(p=0.05)", correlated(50, 2), "less than one, so that no value would move; p is in percent"},
      {"swap(p=5)", constant, "column 'c2' is constant"},
      {"swap(p=5)", correlated(1, 2), "needs 2 records"},
  };
  for (const auto& [spec, values, sentence] : cases)
    EXPECT_NE(refusal([&, text = spec, &table = values] { prepared(text, table); }).find(sentence), std::string::npos) << spec;
}

TEST(Swap, SaysWhichColumnsStayBecauseTheirValuesAreEqual) {
  Matrix values = correlated(200, 2);
  values.col(0) = (values.col(0).array() > 52).cast<double>();
  const auto notes = prepared("swap(p=5)", values).notes();
  EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [](const auto& note) {
    return note.find("most values are released as they were") != std::string::npos && note.find("c1") != std::string::npos;
  }));
}

}  // namespace swap_test
}  // namespace guise::masks
