// SPDX-License-Identifier: Apache-2.0
// A few anchors and a reference corpus against rotated embeddings: beyond section 1.8a.
#include "mixed.h"
#include "spiked.h"

namespace guise::attacks {
namespace anchors_test {

using namespace testing;

constexpr Index kRecords = 1000, kWidth = 128, kRank = 30;

/// Unit rows of a rank-30 signal in 128 columns: half the note's size.
Matrix embeddings(Index records, std::uint64_t seed) {
  const random::Rng rng = random::Rng::from_seed(seed);
  const Matrix scores = random::gaussian_matrix(records, kRank, rng.fork("scores"));
  return (scores * random::gaussian_matrix(kRank, kWidth, rng.fork("axes"))).rowwise().normalized();
}

/// Noise of that total length per row, on average.
Matrix disguised(const Matrix& x, double length, std::uint64_t seed) {
  return x * secret_rotation(kWidth, seed).transpose() +
         noise(x.rows(), kWidth, length / std::sqrt(static_cast<double>(kWidth)), seed);
}

/// Share of the records whose own row of the reference is found.
double retrieved(const Matrix& x, const Matrix& y, Index anchors) {
  Knowledge known = rotated(x, y, anchors);
  known.sample = x;
  const Matrix guess = reconstruct("anchors(answer=nearest)", y, known).values;
  Index right = 0;
  for (Index i = 0; i < x.rows(); ++i) right += guess.row(i) == x.row(i) ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(x.rows());
}

// Noise of total length 0, .8 and 1.6 per unit row: top-1 retrieval 1.00, 1.00, .05 with five anchors, 1.00, 1.00, .995 with
// ten. The size of the noise is not told; it is seen in the spread of the release.
TEST(AnchorsAttack, BreaksRotatedEmbeddingsWithFiveAnchors) {
  const Matrix x = embeddings(kRecords, 1);
  EXPECT_EQ(retrieved(x, disguised(x, 0, 1), 5), 1);
  EXPECT_GT(retrieved(x, disguised(x, 0.8, 1), 5), 0.99);
  EXPECT_LT(retrieved(x, disguised(x, 1.6, 1), 5), 0.2);
  EXPECT_GT(retrieved(x, disguised(x, 1.6, 1), 10), 0.95);
}

// What the anchors alone leave open is found through the reference, and what they cannot see of a record is the noise.
TEST(AnchorsAttack, TurnsTheReleaseBack) {
  const Matrix x = embeddings(kRecords, 2), y = disguised(x, 0.4, 2);
  Knowledge known = rotated(x, y, 10);
  const double alone = normalized_error("procrustes", y, known, x);
  known.sample = x;
  EXPECT_GT(alone, 0.5);
  EXPECT_LT(normalized_error("anchors", y, known, x), 0.1);
  const Matrix exact = disguised(x, 0, 2);
  known = rotated(x, exact, 5);
  known.sample = x;
  EXPECT_LT(normalized_error("anchors", exact, known, x), 1e-10);
}

TEST(AnchorsAttack, AlignsATranslatedAndScaledReleaseToo) {
  const Matrix x = embeddings(kRecords, 3), y = (3 * disguised(x, 0, 3)).array() + 2;
  Knowledge known = rotated(x, y, 5);
  known.matrix_law.reset();
  known.sample = x;
  EXPECT_LT(normalized_error("anchors", y, known, x), 1e-10);
}

TEST(AnchorsAttack, LeavesItToTheAnchorsWhereTheReferenceLeadsAstray) {
  const Matrix x = gaussians(600, two_levels(6, 3, 9, 1), 4).x, y = x * secret_rotation(6, 4).transpose();
  Knowledge known = rotated(x, y, 6);
  known.sample = gaussians(300, Vector::Ones(6), 5).x;  // another population
  EXPECT_LT(normalized_error("anchors", y, known, x), 1e-18);
  const Outcome outcome = learn_from("anchors", y, known);
  ASSERT_TRUE(outcome.reconstruction);
  EXPECT_EQ(outcome.reconstruction->notes[outcome.reconstruction->notes.size() - 2], "guessed from the anchors alone");
}

TEST(AnchorsAttack, SaysThatItIsNotForProjections) {
  const Matrix x = embeddings(50, 6), y = x * secret_projection(20, kWidth, 6).transpose();
  Knowledge known = projected(x, y, 5);
  known.sample = x;
  EXPECT_EQ(learn_from("anchors", y, known).reason, "the mask is a projection, which no rotation turns back; regress takes it");
}

// What anchors and the reference find does not depend on where the table lies.
TEST(AnchorsAttack, AlignsATableFarAwayFromTheOrigin) {
  const Matrix near = embeddings(kRecords, 7);
  for (const double away : {1e4, 1e6}) {
    const Matrix x = near.array() + away, y = x * secret_rotation(kWidth, 7).transpose();
    Knowledge known = rotated(x, y, 5);
    known.sample = x;
    EXPECT_LT(normalized_error("anchors", y, known, x), square(1e-11 * away)) << away;
  }
}

// As many anchors as attributes determine a rotation, wherever the table lies.
TEST(AnchorsAttack, LeavesItToTheAnchorsFarAwayFromTheOriginToo) {
  for (const double away : {1e4, 1e6, 1e8}) {
    const Matrix x = gaussians(600, two_levels(6, 3, 9, 1), 9).x.array() + away, y = x * secret_rotation(6, 9).transpose();
    Knowledge known = rotated(x, y, 6);
    known.sample = gaussians(300, Vector::Ones(6), 10).x.array() + away;
    EXPECT_LT(normalized_error("anchors", y, known, x), square(1e-13 * away)) << away;
  }
}

// Seven anchors of six attributes behind noise do not determine the motion; far away from 0 their misfit is small against their
// lengths, not against their spread.
TEST(AnchorsAttack, DoesNotTakeNoiseForRoundingFarAwayFromTheOrigin) {
  const Matrix x = gaussians(2000, two_levels(6, 3, 9, 1), 8).x, turn = secret_rotation(6, 8);
  const Matrix e = noise(2000, 6, 0.3, 8);
  std::vector<double> errors;
  for (const double away : {0.0, 1e6}) {
    const Matrix there = x.array() + away, y = there * turn.transpose() + e;
    Knowledge known = rotated(there, y, 7);
    known.sample = there;
    errors.push_back(normalized_error("anchors", y, known, there));
  }
  EXPECT_LT(errors[0], 0.1);
  EXPECT_NEAR(errors[1], errors[0], 0.5 * errors[0]);
}

}  // namespace anchors_test
}  // namespace guise::attacks
