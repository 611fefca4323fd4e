// SPDX-License-Identifier: Apache-2.0
// Microaggregated releases: beyond, part two, section 1.2.
#include <algorithm>
#include <numeric>

#include "mixed.h"
#include "spiked.h"
#include "support/dense.h"

namespace guise::attacks {
namespace members_test {

using namespace testing;

/// People in groups of `size` who are near each other, released as the mean of their group.
struct Grouped {
  Matrix x, y;
  Index size;

  Grouped(Index records, Index columns, Index members, std::uint64_t seed) : size(members) {
    const Matrix centres =
        1000 * random::gaussian_matrix(records / size, columns, random::Rng::from_seed(seed).fork("centres"));
    x = noise(records, columns, 1, seed);
    for (Index i = 0; i < records; ++i) x.row(i) += centres.row(i / size);
    y.resize(records, columns);
    for (Index i = 0; i < records; ++i) y.row(i) = x.middleRows(i / size * size, size).colwise().mean();
  }
};

TEST(MembersAttack, IsExactOfTheLastMember) {
  const Grouped people(200, 3, 4, 51);
  Knowledge known;
  known.records = people.x(std::vector<Index>{0, 1, 3, 40, 41}, Eigen::all);  // of the first group all but the third
  const Matrix guess = reconstruct("members", people.y, known).values;
  EXPECT_LT((guess.row(2) - people.x.row(2)).cwiseAbs().maxCoeff(), 1e-12);
  const Eigen::RowVectorXd others = (people.x.row(42) + people.x.row(43)) / 2;
  EXPECT_LT((guess.row(42) - others).cwiseAbs().maxCoeff(), 1e-12) << "two are left: their mean";
  EXPECT_EQ(guess.bottomRows(100), people.y.bottomRows(100)) << "of the others nothing is known but the mean";
}

// The mean of the rest is the best guess of each: by brute force over all others in the interval around it.
TEST(MembersAttack, LeavesLessThanTheGroupsMeanDoes) {
  const Grouped people(900, 4, 3, 52);
  Knowledge known;
  std::vector<Index> told, rest;
  for (Index i = 0; i < 900; ++i) (i % 3 == 0 ? told : rest).push_back(i);
  known.records = people.x(told, Eigen::all);
  const Matrix guess = reconstruct("members", people.y, known).values(rest, Eigen::all), truth = people.x(rest, Eigen::all);
  const double left = mean_square(guess - truth), by_mean = mean_square(people.y(rest, Eigen::all) - truth);
  // Of three unit normals: two about their own mean have variance 1/2, one about the mean of all three 2/3.
  EXPECT_NEAR(left, 0.5, 5 * 0.5 * std::sqrt(2.0 / 1200));
  EXPECT_NEAR(by_mean, 2.0 / 3, 5 * (2.0 / 3) * std::sqrt(2.0 / 1200));
  for (Index i = 0; i < guess.rows(); i += 2) {
    const Eigen::RowVectorXd pair = truth.middleRows(i, 2).colwise().mean();
    EXPECT_LT((guess.row(i) - pair).cwiseAbs().maxCoeff(), 1e-9);
  }
}

// Members have variance 1 within their groups of four: two unknown ones scatter about their mean with 1/2 of it, four with 3/4.
TEST(MembersAttack, SaysHowFarTheOthersAreFromTheirMean) {
  const Grouped people(1200, 3, 4, 55);
  std::vector<Index> told;
  for (Index i = 0; i < 600; i += 4) told.insert(told.end(), {i, i + 1});
  told.push_back(600), told.push_back(601), told.push_back(602);
  Knowledge known;
  known.records = people.x(told, Eigen::all);
  const Outcome outcome = learn_from("members", people.y, known);
  ASSERT_TRUE(outcome.reconstruction) << outcome.reason;
  const Guess guess = outcome.reconstruction->guess({.released = people.y, .count = people.y.rows(), .want_sd = true});
  ASSERT_TRUE(guess.sd);
  const double error = 5 * std::sqrt(2.0 / (2 * 303));  // of a variance, from the two or three free members of each group
  EXPECT_NEAR(square((*guess.sd)(2, 0)), 0.5, 0.5 * error);
  EXPECT_NEAR(square((*guess.sd)(900, 1)), 0.75, 0.75 * error);
  EXPECT_NEAR((*guess.sd)(603, 2), 0, 1e-9) << "the last one is exact";
  EXPECT_LT((guess.values.row(603) - people.x.row(603)).cwiseAbs().maxCoeff(), 1e-9);
}

/// Each column sorted and grouped by itself.
Matrix by_columns(const Matrix& x, Index size) {
  Matrix y = x;
  for (Index j = 0; j < x.cols(); ++j) {
    std::vector<Index> order(static_cast<std::size_t>(x.rows()));
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return x(a, j) < x(b, j); });
    for (Index first = 0; first < x.rows(); first += size) {
      const std::vector<Index> group(order.begin() + first, order.begin() + std::min(first + size, x.rows()));
      y(group, j).setConstant(x(group, j).mean());
    }
  }
  return y;
}

TEST(MembersAttack, ReadsColumnsThatWereGroupedByThemselves) {
  const Matrix x = gaussians(999, Vector::Ones(3), 53).x, y = by_columns(x, 3);
  Knowledge known;
  known.records = x.topRows(5);
  const Outcome outcome = learn_from("members", y, known);
  ASSERT_TRUE(outcome.reconstruction) << outcome.reason;
  std::string notes;
  for (const std::string& note : outcome.reconstruction->notes) notes += note;
  EXPECT_NE(notes.find("each column was grouped by itself"), std::string::npos) << notes;
  // Beyond, part two, section 1.2: about 0.02 sd at the median for k = 3 and n = 1000; here over both neighbours, 6 ranks:
  // the median spacing of ranks over all groups is wider than at the centre.
  const Matrix guess = reconstruct("members", y, known).values;
  EXPECT_LT(mean_square(guess - x), 1.05 * mean_square(y - x));
  EXPECT_LT(mean_square(y - x), 0.01);
}

TEST(MembersAttack, SaysNothingWhereNothingWasGrouped) {
  const Matrix x = gaussians(300, Vector::Ones(3), 54).x;
  Knowledge known;
  known.records = x.topRows(5);
  EXPECT_NE(learn_from("members", x, known).reason.find("in groups of equal ones"), std::string::npos);
}

}  // namespace members_test
}  // namespace guise::attacks
