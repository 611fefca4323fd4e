// SPDX-License-Identifier: Apache-2.0
// Groups masked each in a way of their own, found from known pairs.
#include <gtest/gtest.h>

#include "attacks/segments.h"
#include "mixed.h"
#include "signals.h"

namespace guise::attacks {
namespace blocks_test {

using namespace testing;

Matrix normals(Index records, Index attributes, std::uint64_t seed) {
  return random::gaussian_matrix(records, attributes, random::Rng::from_seed(seed).fork("records"));
}

/// Who knows every `each`-th record.
Knowledge knowing(const Matrix& x, const Matrix& y, Index each) {
  std::vector<Index> rows;
  for (Index i = each / 2; i < x.rows(); i += each) rows.push_back(i);
  return only_pairs(x(rows, Eigen::all), y(rows, Eigen::all));
}

double error_of(const Matrix& guess, const Matrix& x) {
  const Matrix centred = x.rowwise() - x.colwise().mean();
  return ((guess - x).colwise().squaredNorm().array() / centred.colwise().squaredNorm().array()).mean();
}

/// Rows [from, …) of every block are turned by a rotation of its own.
Matrix turned_in_blocks(const Matrix& x, const std::vector<Index>& starts) {
  Matrix y = x;
  for (std::size_t b = 0; b < starts.size(); ++b) {
    const Index from = starts[b], to = b + 1 < starts.size() ? starts[b + 1] : x.rows();
    y.middleRows(from, to - from) = x.middleRows(from, to - from) * secret_rotation(x.cols(), 100 + b).transpose();
  }
  return y;
}

TEST(BlocksAttack, UndoesARotationOfEveryBlockOfRows) {
  const Matrix x = normals(900, 4, 1);
  for (const std::vector<Index>& starts : {std::vector<Index>{0, 300}, {0, 130, 500, 640}}) {
    const Matrix y = turned_in_blocks(x, starts);
    const Knowledge known = knowing(x, y, 6);
    // Between the last pair of a block and the first of the next nothing tells where it ends: some 3 of 900 rows a cut.
    const double blocks = error_of(reconstruct("blocks", y, known).values, x),
                 single = error_of(reconstruct("regress", y, known).values, x);
    EXPECT_LT(blocks, 2.0 * 3 * static_cast<double>(starts.size() - 1) / 900 + 1e-9);
    EXPECT_GT(single, 0.3);
  }
}

// x of variance 1 behind noise of sd .2 or 3, as a known column says: .04/1.04 and 9/10 of the variance are left, and with one
// map for all 1 - 1/5.52.
TEST(BlocksAttack, WeighsTheNoiseOfEachGroupOfAKnownColumn) {
  Matrix x = normals(3000, 3, 2), y = x;
  const Matrix noise = normals(3000, 3, 3);
  for (Index i = 0; i < x.rows(); ++i) {
    x(i, 2) = i % 2;
    y.row(i) = x.row(i) + (i % 2 == 0 ? 0.2 : 3.0) * noise.row(i);
  }
  Knowledge known = knowing(x, y, 7);
  known.known_columns = {2};
  const Matrix guess = reconstruct("blocks", y, known, x.col(2)).values;
  EXPECT_NEAR(error_of(guess.leftCols(2), x.leftCols(2)), (0.04 / 1.04 + 0.9) / 2, 0.04);
  EXPECT_EQ(guess.col(2), x.col(2));
  EXPECT_GT(error_of(reconstruct("regress", y, known, x.col(2)).values.leftCols(2), x.leftCols(2)), 0.75);
}

/// A category that is kept in clear, whose values have no order: three rotations, by turns over the records, and a fourth value
/// that no pair has, which is guessed with one map for all.
TEST(BlocksAttack, UndoesARotationOfEveryKeptCategory) {
  const Matrix x = normals(1500, 4, 20);
  Matrix y = x, side(1500, 1);
  for (Index i = 0; i < x.rows(); ++i) {
    side(i, 0) = 1e6 * static_cast<double>((7 * i) % 3);
    y.row(i) = x.row(i) * secret_rotation(4, 200 + static_cast<std::uint64_t>(i % 3)).transpose();
  }
  Knowledge known = knowing(x, y, 8);
  known.side_is_category = {true};
  Evidence evidence = gather(y, known);
  evidence.side = side;
  const Outcome outcome = learn(find_attack("blocks"), evidence, known, Params{}, random::Rng::from_seed(1));
  ASSERT_TRUE(outcome.reconstruction) << outcome.reason;
  EXPECT_TRUE(outcome.reconstruction->notes[0].starts_with("3 groups by kept column 1")) << outcome.reconstruction->notes[0];
  const auto guess = [&] { return outcome.reconstruction->guess({.released = y, .side = side, .count = 1500}).values; };
  EXPECT_LT(error_of(guess(), x), 1e-9);
  side.setConstant(-3);
  EXPECT_GT(error_of(guess(), x), 0.3);
}

TEST(BlocksAttack, SaysThatThereAreNoGroups) {
  for (std::uint64_t seed = 4; seed < 8; ++seed) {
    const Matrix x = normals(400, 4, seed), y = x * secret_rotation(4, seed).transpose() + 0.5 * normals(400, 4, seed + 10);
    const Knowledge known = knowing(x, y, 5);
    const Outcome outcome = learn(find_attack("blocks"), gather(y, known), known, Params{}, random::Rng::from_seed(1));
    EXPECT_EQ(outcome.reason, "the known pairs show no groups: one map back serves all as well");
  }
  const Matrix x = normals(19, 2, 9);
  const Knowledge few = only_pairs(x, x);
  EXPECT_EQ(learn(find_attack("blocks"), gather(x, few), few, Params{}, random::Rng::from_seed(1)).reason,
            "groups take 20 known pairs at least, and there are 19");
}

// All partitions of the records in two, by hand.
TEST(Segments, AreTheBestOfAllCuts) {
  const Matrix z = normals(40, 1, 10);
  Matrix x = z;
  x.bottomRows(23) *= -2;
  x += 0.3 * normals(40, 1, 11);
  const Vector place = Vector::LinSpaced(40, 0, 39);
  const Segments found = find_segments({z, x}, place, {.least = 8, .grid = 40, .penalty = 0.02});
  ASSERT_EQ(found.cuts.size(), 1u);
  double least = 1e300, at = 0;
  for (Index cut = 8; cut <= 32; ++cut) {
    const double error =
        left_out_error({z.topRows(cut), x.topRows(cut)}) + left_out_error({z.bottomRows(40 - cut), x.bottomRows(40 - cut)});
    if (error < least) least = error, at = static_cast<double>(cut) - 0.5;
  }
  EXPECT_EQ(found.cuts[0], at);
  EXPECT_NEAR(found.error, least, 1e-12 * least);
}

}  // namespace blocks_test
}  // namespace guise::attacks
