// SPDX-License-Identifier: Apache-2.0
// Pairs that are not what they are said to be.
#include "attacks/pair_check.h"

#include <fmt/ranges.h>

#include "mixed.h"
#include "signals.h"
#include "spiked.h"

namespace guise::attacks {
namespace pair_check_test {

using namespace testing;

struct Case {
  Matrix x, y;
  Knowledge known;  // a card that says "rotate", and five pairs of four attributes
};

Case rotation(std::uint64_t seed, Index pairs = 5) {
  Case out{gaussians(300, two_levels(4, 2, 9, 1), seed).x.array() + 5, {}, {}};
  out.y = out.x * secret_rotation(4, seed).transpose();
  out.known = rotated(out.x, out.y, pairs);
  out.known.shape = MaskShape{};
  return out;
}

void misorder(Pairs& pairs) {
  pairs.released = pairs.released.colwise().reverse().eval();
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// Notes of an attack, or the reason why there is none.
std::string said(std::string_view name, const Matrix& y, const Knowledge& known) {
  const Outcome outcome = learn_from(name, y, known);
  return outcome.reconstruction ? fmt::format("{}", fmt::join(outcome.reconstruction->notes, "\n")) : outcome.reason;
}

TEST(PairCheck, RefusesPairsInAnotherOrderBehindARotation) {
  Case made = rotation(1);
  EXPECT_EQ(why_not_pairs(made.known), "");
  EXPECT_FALSE(has(said("regress", made.y, made.known), "nothing checks them")) << "four pairs would do: the origin stays";
  const Case few = rotation(1, 4);
  EXPECT_TRUE(has(said("regress", few.y, few.known), "nothing checks them"));
  misorder(*made.known.pairs);
  for (const char* attack : {"regress", "procrustes", "rescale"})
    EXPECT_TRUE(has(said(attack, made.y, made.known), "and the card says that the mask keeps distances; check")) << attack;
}

TEST(PairCheck, NamesTheTwoPairsThatDisagreeMost) {
  Case made = rotation(2);
  made.known.pairs->released.row(3).array() += 100;  // now far from all: the farthest is the one least far before
  const Matrix& x = made.known.pairs->originals;
  double most = 0;
  Index other = 0;
  for (Index i = 0; i < 5; ++i) {
    const double off =
        (made.known.pairs->released.row(3) - made.known.pairs->released.row(i)).norm() - (x.row(3) - x.row(i)).norm();
    if (off > most) most = off, other = i;
  }
  EXPECT_TRUE(has(why_not_pairs(made.known),
                  fmt::format("pairs {} and {} are", std::min<Index>(other, 3) + 1, std::max<Index>(other, 3) + 1)));
}

TEST(PairCheck, BelievesRightPairsBehindNoiseAndRounding) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Case made = rotation(seed);
    made.known.pairs->released = (made.known.pairs->released * 100).array().round() / 100;
    EXPECT_EQ(why_not_pairs(made.known), "") << seed;
    made.known.pairs->released += noise(5, 4, 0.3, seed);
    EXPECT_NE(why_not_pairs(made.known), "") << "nobody told of this noise";
    made.known.noise_covariance = square(0.3) * Matrix::Identity(4, 4);
    made.known.noise_law = random::Law::gaussian;
    made.known.shape->exact = false;
    EXPECT_EQ(why_not_pairs(made.known), "") << seed;
    misorder(*made.known.pairs);
    EXPECT_NE(why_not_pairs(made.known), "") << seed;
  }
}

TEST(PairCheck, SaysNothingWhereDistancesAreNotKept) {
  Case made = rotation(3);
  misorder(*made.known.pairs);
  Knowledge scaled = made.known, projected = made.known, unknown = made.known;
  scaled.shape->rescaled = true;
  projected.matrix_law->law = "gaussian";
  unknown.shape.reset();
  for (const Knowledge& known : {scaled, projected, unknown}) EXPECT_EQ(why_not_pairs(known), "");
}

TEST(PairCheck, ClippedRecordsMayBeNearerAsReleased) {
  Case made = rotation(4);
  made.known.shape->exact = false;
  made.known.noise_covariance = 1e-6 * Matrix::Identity(4, 4);
  made.known.pairs->released *= 0.5;
  EXPECT_EQ(why_not_pairs(made.known), "");
  made.known.pairs->released *= 3;
  EXPECT_NE(why_not_pairs(made.known), "");
}

// Five pairs of four columns fit any linear map: nothing but its guesses shows that it is wrong.
TEST(PairCheck, NotesGuessesThatSpreadFarBeyondThePairs) {
  Case made = rotation(5);
  made.known.matrix_law->law = "gaussian";
  EXPECT_FALSE(has(said("regress", made.y, made.known), "lie far"));
  made.known.pairs->released = made.y.middleRows(100, 5) * 1e-3;
  EXPECT_TRUE(
      has(said("regress", made.y, made.known), "guesses of 4 of 4 attributes lie far beyond the originals of the pairs"));
  made.known.prior_mean = Vector::Constant(4, 5);
  made.known.prior_covariance = 5 * Matrix::Identity(4, 4);
  EXPECT_TRUE(has(said("regress", made.y, made.known), "the known moments of the originals"));
}

// Noise that hides the order still leaves the nearest rotation, not any matrix that fits.
TEST(PairCheck, KeepsToARotationTheCardTellsOf) {
  Case made = rotation(6);
  made.known.shape->exact = false;  // clipped: distances are not compared
  misorder(*made.known.pairs);
  const std::string notes = said("procrustes", made.y, made.known);
  EXPECT_TRUE(has(notes, "lie badly")) << notes;
  EXPECT_FALSE(has(notes, "estimated")) << notes;
}

}  // namespace pair_check_test
}  // namespace guise::attacks
