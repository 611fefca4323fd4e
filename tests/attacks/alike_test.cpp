// SPDX-License-Identifier: Apache-2.0
// Scattered records of the same people, and tables without any.
#include <gtest/gtest.h>

#include "attacks/alike_people.h"
#include "attacks/signals.h"

namespace guise::attacks::testing {
namespace alike_test {

double recovered(const Matrix& x, const Matrix& guess) {
  return 1 - (guess - x).squaredNorm() / (x.rowwise() - x.colwise().mean()).squaredNorm();
}

/// Records of each person, in a random order over the whole table.
Matrix scattered(Index people, Index records, Index attributes, std::uint64_t seed) {
  const random::Rng rng = random::Rng::from_seed(seed);
  const Matrix values = random::gaussian_matrix(people, attributes, rng.fork("people"));
  Matrix x(people * records, attributes);
  const std::vector<Index> order = random::permutation(people * records, rng.fork("order"));
  for (Index i = 0; i < x.rows(); ++i) x.row(order[static_cast<std::size_t>(i)]) = values.row(i % people);
  return x;
}

// With the people told, 15 records each at SNR 1 leave 1/16; records by themselves leave half.
TEST(Alike, AveragesTheScatteredRecordsOfAPerson) {
  const Matrix x = scattered(60, 15, 30, 1), y = x + noise(900, 30, 1, 2);
  EXPECT_GT(recovered(x, reconstruct("alike", y, white(30, 1)).values), 0.8);
  EXPECT_LT(recovered(x, reconstruct("bayes", y, white(30, 1)).values), 0.6);
}

TEST(Alike, DoesNotDependOnTheWindows) {
  const Matrix x = scattered(40, 20, 20, 3), y = x + noise(800, 20, 1, 4);
  const Outcome outcome = learn_from("alike", y, white(20, 1));
  ASSERT_TRUE(outcome.reconstruction) << outcome.reason;
  const auto part = [&](Index first, Index count) {
    return outcome.reconstruction->guess({.first_record = first, .released = y.middleRows(first, count), .count = count})
        .values;
  };
  EXPECT_LT((part(0, 800).middleRows(300, 100) - part(300, 100)).cwiseAbs().maxCoeff(), 1e-9);  // products are cut elsewhere
}

/// Neither Gaussian columns, nor a few large clusters, nor heavy tails are people who repeat.
TEST(Alike, FindsNobodyInOrdinaryTables) {
  const std::string nobody = "no groups of records are alike beyond what the correlation of the columns explains";
  for (std::uint64_t seed = 10; seed < 14; ++seed) {
    const Matrix z = noise(600, 8, 1, seed);
    Matrix clusters = z;
    for (Index i = 0; i < clusters.rows(); ++i) clusters.row(i).array() += 1.5 * static_cast<double>(i % 3);
    for (const Matrix& x : {z, clusters, Matrix((0.7 * z).array().exp())}) {
      const Matrix y = x + noise(600, 8, noise_for(x, 1), seed + 100);
      EXPECT_EQ(learn_from("alike", y, white(8, noise_for(x, 1))).reason, nobody) << seed;
    }
  }
}

TEST(Alike, TakesSixtyRecordsAtLeast) {
  EXPECT_EQ(learn_from("alike", noise(59, 2, 1, 6), white(2, 1)).reason,
            "59 records are too few to see whether some are alike; it needs 60");
}

/// One coordinate, two groups far apart: the mean of the members, drawn to 0 as by Bayes' rule for a value of variance b behind
/// the mean of three records of variance w: b / (b + w / 3). A record that stands for nobody is given the nearer group.
/// Being of the group is e^3 times as likely as not, so that a grown member counts 0.95 at least, and the mean is off by 0.05
/// at most; of groupings that are drawn, those with a record by itself (1 in 20) are off by half of its distance.
TEST(AlikeRecords, GivesTheShrunkMeanOfAGroup) {
  const Matrix records = (Matrix(6, 1) << 100.0, 101, 102, -100, -101, -99).finished();
  const AlikeModel model{Vector::Constant(1, 1e4), Vector::Constant(1, 1.0)};
  const std::vector<Index> places = {0, 1, 2, 3, 4, 5};
  const double shrunk = 1e4 / (1e4 + 1.0 / 3);
  const Matrix grown = AlikeRecords(records, model).grown(records, places);
  const AlikePeople people(records, model, random::Rng::from_seed(1));
  const Matrix drawn = people.values(records, places);
  for (Index i = 0; i < 6; ++i) {
    EXPECT_NEAR(grown(i, 0), (i < 3 ? 101.0 : -100.0) * shrunk, 0.05);
    EXPECT_NEAR(drawn(i, 0), (i < 3 ? 101.0 : -100.0) * shrunk, 0.3);
  }
  EXPECT_NEAR(people.values(Matrix::Constant(1, 1, 99.0), {-1})(0, 0), 101 * shrunk, 0.3);
}

/// As many columns as thirty records: eigenvalues of so few people scatter, and shrinking by them as they are loses a tenth.
TEST(Alike, CorrectsTheSpectrumForFewRecords) {
  const Matrix x = scattered(200, 3, 60, 9), y = x + noise(600, 60, 1, 10);
  EXPECT_GT(recovered(x, reconstruct("alike", y, white(60, 1)).values), 0.70);
}

}  // namespace alike_test
}  // namespace guise::attacks::testing
