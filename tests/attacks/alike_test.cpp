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

/// Records of people, in a random order over the whole table: person p has counts[p] of them.
Matrix scattered(const std::vector<Index>& counts, Index attributes, std::uint64_t seed) {
  const random::Rng rng = random::Rng::from_seed(seed);
  const Matrix values = random::gaussian_matrix(std::ssize(counts), attributes, rng.fork("people"));
  std::vector<Index> owners;
  for (std::size_t p = 0; p < counts.size(); ++p) owners.insert(owners.end(), static_cast<std::size_t>(counts[p]), p);
  const std::vector<Index> order = random::permutation(std::ssize(owners), rng.fork("order"));
  Matrix x(std::ssize(owners), attributes);
  for (std::size_t i = 0; i < owners.size(); ++i) x.row(order[i]) = values.row(owners[i]);
  return x;
}
Matrix scattered(Index people, Index records, Index attributes, std::uint64_t seed) {
  return scattered(std::vector<Index>(static_cast<std::size_t>(people), records), attributes, seed);
}
double recovered_behind_noise(const Matrix& x, double sd, std::uint64_t seed) {
  const Matrix y = x + noise(x.rows(), x.cols(), sd, seed);
  const Outcome outcome = learn_from("alike", y, white(x.cols(), sd));
  return outcome.reconstruction ? recovered(x, guess_by_windows(*outcome.reconstruction, y, 500)) : 0;
}

// With the people told, 15 records each at SNR 1 leave 1/16; records by themselves leave half.
TEST(Alike, AveragesTheScatteredRecordsOfAPerson) {
  const Matrix x = scattered(60, 15, 30, 1), y = x + noise(900, 30, 1, 2);
  EXPECT_GT(recovered(x, reconstruct("alike", y, white(30, 1)).values), 0.8);
  EXPECT_LT(recovered(x, reconstruct("bayes", y, white(30, 1)).values), 0.6);
}

/// The people told leave 1/16 of the variance, and of the 60 people's own 2 % less. Groups that stay apart, or a Dirichlet
/// process in place of the sizes that the groups show, leave 14 %.
TEST(Alike, LeavesLittleMoreThanIfThePeopleWereTold) {
  for (std::uint64_t seed = 20; seed < 23; ++seed)
    EXPECT_GT(recovered_behind_noise(scattered(60, 15, 30, seed), 1, seed + 50), 0.89) << seed;
}

/// Three records each: a pair alone is as likely two people. Records by themselves leave half, the people told a quarter.
TEST(Alike, FindsFewRecordsOfManyPeople) {
  for (std::uint64_t seed = 30; seed < 33; ++seed) {
    EXPECT_GT(recovered_behind_noise(scattered(300, 3, 40, seed), 1, seed + 50), 0.58) << seed;
    EXPECT_GT(recovered_behind_noise(scattered(200, 4, 20, seed), 0.58, seed + 60), 0.88) << seed;  // SNR 3: 75 % alone
  }
}

/// 2 to 30 records of a person; and 200 people with one record beside 50 with 2 to 11.
TEST(Alike, FindsPeopleWithUnequalNumbersOfRecords) {
  std::vector<Index> unequal, some(200, 1);
  for (Index p = 0; p < 60; ++p) unequal.push_back(2 + p * 28 / 59);
  for (Index p = 0; p < 50; ++p) some.push_back(2 + p % 10);
  EXPECT_GT(recovered_behind_noise(scattered(unequal, 25, 40), 1, 41), 0.86);
  EXPECT_GT(recovered_behind_noise(scattered(some, 30, 42), 1, 43), 0.58);
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
  for (std::uint64_t seed = 10; seed < 30; ++seed) {
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
/// Groupings with a record by itself (1 in 20) are off by half of its distance.
TEST(AlikePeople, GivesTheShrunkMeanOfAGroup) {
  const Matrix records = (Matrix(6, 1) << 100.0, 101, 102, -100, -101, -99).finished();
  const AlikeModel model{Vector::Constant(1, 1e4), Vector::Constant(1, 1.0)};
  const double shrunk = 1e4 / (1e4 + 1.0 / 3);
  AlikePeople people(records, model, random::Rng::from_seed(1));
  people.draw(24);
  EXPECT_EQ(people.people(), 2);
  for (Index i = 0; i < 6; ++i) EXPECT_NEAR(people.values()(i, 0), (i < 3 ? 101.0 : -100.0) * shrunk, 0.3);
  EXPECT_NEAR(people.values(Matrix::Constant(1, 1, 99.0), {-1})(0, 0), 101 * shrunk, 0.3);
}

/// Two records of each of 100 people, far apart, who differ by a tenth of the variance: 100 degrees of freedom, so that the
/// estimate has a standard error of 14 % of what is estimated, noise included.
TEST(AlikePeople, EstimatesHowMuchThePersonsOwnRecordsDiffer) {
  const Index people = 100, d = 10;
  const double signal = 100, own = 0.1 * signal;
  Matrix records(2 * people, d);
  const Matrix centres = std::sqrt(signal - own) * noise(people, d, 1, 71);
  records << centres, centres;
  records += std::sqrt(1 + own) * noise(2 * people, d, 1, 72);
  AlikePeople found(records, {Vector::Constant(d, 0.97 * signal), Vector::Constant(d, 1 + 0.03 * signal)},
                    random::Rng::from_seed(2));
  found.draw(12);
  const double error = (1 + own) / signal * std::sqrt(2.0 / static_cast<double>(people * d));
  EXPECT_NEAR(found.own_share(), own / signal, 5 * error);
}

/// As many columns as thirty records: eigenvalues of so few people scatter, and shrinking by them as they are loses a tenth.
TEST(Alike, CorrectsTheSpectrumForFewRecords) {
  const Matrix x = scattered(200, 3, 60, 9), y = x + noise(600, 60, 1, 10);
  EXPECT_GT(recovered(x, reconstruct("alike", y, white(60, 1)).values), 0.70);
}

}  // namespace alike_test
}  // namespace guise::attacks::testing
