// SPDX-License-Identifier: Apache-2.0
// project(side=records): sums over records with secret weights.
#include "masks/record_sums.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "masked.h"
#include "random/laws.h"

namespace guise::masks {
namespace record_sums_test {

Matrix sums(const std::string& spec, const Matrix& values, const How& how = {}) {
  const table::Table table = table::Table::from_matrix(values, column_names(values.cols()));
  const table::Selection selection = select_all(table, how);
  return released(prepare(Mask::parse(spec), table, selection, how.work, fixed_key(how.key), how.round), table, selection,
                  how.work);
}

using Fill = void(const random::Rng&, std::uint32_t stream, std::uint64_t first, std::span<double>);

const How kOneRound{.round = "one"};

/// R of the definition, from the key: entry (j, i) is number i of stream j.
Matrix weights_of(Fill fill, const std::string& spec, Index k, Index n, std::int64_t first = 0) {
  Matrix r(k, n);
  std::vector<double> row(static_cast<std::size_t>(n));
  for (Index j = 0; j < k; ++j) {
    fill(shared_of(spec, 1, kOneRound), static_cast<std::uint32_t>(j), static_cast<std::uint64_t>(first), row);
    r.row(j) = Eigen::Map<const Eigen::RowVectorXd>(row.data(), n);
  }
  return r;
}

TEST(RecordSums, AreTheProductWithTheMatrixOfTheKey) {
  const Matrix values = correlated(2500, 3);
  const std::string scaled = "project(k=5,side=records)", plain = "project(k=5,side=records,scaled=no,sd=2)";
  const Matrix expected = weights_of(random::fill_normal, scaled, 5, 2500) * values / std::sqrt(5.0);
  EXPECT_LT((sums(scaled, values, kOneRound) - expected).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_TRUE(sums(plain, values, kOneRound).isApprox(2 * weights_of(random::fill_normal, plain, 5, 2500) * values, 1e-10));
}

TEST(RecordSums, OfALaterBatchUseItsRecordNumbers) {
  const Matrix values = correlated(300, 2);
  How later = kOneRound;
  later.first_record = 700;
  const std::string spec = "project(k=4,side=records)";
  const Matrix expected = weights_of(random::fill_normal, spec, 4, 300, 700) * values / 2;
  EXPECT_LT((sums(spec, values, later) - expected).cwiseAbs().maxCoeff(), 1e-9);
}

/// Batches that begin within a word of signs, and at one.
TEST(RecordSums, TakeTheirSignsFromTheRecordNumbers) {
  const Matrix values = correlated(2500, 3);
  for (const std::int64_t first : {0, 1, 700, 640, 1024}) {
    How later = kOneRound;
    later.first_record = first;
    const std::string spec = "project(k=4,side=records,law=sign)";
    const Matrix expected = weights_of(random::fill_sign, spec, 4, 2500, first) * values / 2;
    EXPECT_LT((sums(spec, values, later) - expected).cwiseAbs().maxCoeff(), 1e-9) << first;
  }
}

TEST(RecordSums, TellTheirWeightsToWhoHasTheKey) {
  const Matrix values = correlated(2500, 3);
  for (const char* law : {"gaussian", "sign", "sparse", "sketch"}) {
    const std::string spec = fmt::format("project(k=7,side=records,law={})", law);
    const stats::RecordWeights weights = prepared(spec, values).secrets().front().weights;
    std::vector<std::int64_t> all(2500);
    std::iota(all.begin(), all.end(), std::int64_t{0});
    const Matrix whole = weights(all);
    EXPECT_LT((whole.transpose() * values - sums(spec, values)).cwiseAbs().maxCoeff(), 1e-9) << law;
    const std::vector<std::int64_t> some{0, 3, 4, 1500, 1502, 2499};  // far apart and near
    EXPECT_EQ(weights(some), whole(some, Eigen::all)) << law;
  }
}

/// Two batches of one round add up to the whole: owners of different records can sum their releases.
TEST(RecordSums, OfTwoBatchesAddUpToThoseOfTheWhole) {
  const Matrix values = correlated(3000, 2);
  for (const char* law : {"gaussian", "sign", "sparse", "sketch"}) {
    const std::string spec = fmt::format("project(k=6,side=records,law={})", law);
    How second = kOneRound;
    second.first_record = 1024;
    const Matrix both = sums(spec, values.topRows(1024), kOneRound) + sums(spec, values.bottomRows(3000 - 1024), second);
    EXPECT_LT((both - sums(spec, values, kOneRound)).cwiseAbs().maxCoeff(), 1e-8) << law;
  }
}

/// Lemma 5.4: inner products of columns are kept on average, for every law.
TEST(RecordSums, KeepInnerProductsOfColumnsOnAverage) {
  const Matrix values = correlated(200, 2).rowwise() - correlated(200, 2).colwise().mean();
  const double truth = values.col(0).dot(values.col(1));
  constexpr int kKeys = 120;
  for (const char* law : {"gaussian", "sign", "sparse", "sketch"}) {
    double sum = 0, squares = 0;
    for (int key = 0; key < kKeys; ++key) {
      const Matrix u =
          sums(fmt::format("project(k=20,side=records,law={})", law), values, {.key = static_cast<std::uint8_t>(key)});
      const double error = u.col(0).dot(u.col(1)) - truth;
      sum += error;
      squares += error * error;
    }
    const double mean = sum / kKeys, standard_error = std::sqrt((squares / kKeys - mean * mean) / kKeys);
    EXPECT_LT(std::abs(mean), 4 * standard_error) << law;
  }
}

TEST(RecordSums, AsManyAsThereAreRecordsAreRefused) {
  const Matrix values = correlated(6, 2);
  EXPECT_EQ(sums("project(k=5,side=records)", values).rows(), 5);
  EXPECT_THROW(sums("project(k=6,side=records)", values), Error);
  EXPECT_THROW(sums("project(k=7,side=records) | noise(snr=1)", values), Error) << "before the noise learns from the sums";
}

TEST(RecordSums, AreTheSameBitsForAnyThreadsAndChunks) {
  const Matrix values = correlated(5000, 4);
  How one, two;
  one.work.threads = 1;
  two.work.threads = 2;
  two.work.chunk = 1000;
  for (const char* spec : {"project(k=7,side=records)", "project(k=7,side=records,law=sketch)",
                           "rotate | project(k=7,side=records) | noise(snr=3)"})
    EXPECT_EQ(sums(spec, values, one), sums(spec, values, two)) << spec;
}

TEST(RecordSums, LeaveOutRecordsWithMissingValues) {
  Matrix values = correlated(50, 2);
  Matrix holes = values;
  holes(7, 1) = holes(30, 0) = std::nan("");
  values.row(7).setZero();
  values.row(30).setZero();
  How drop = kOneRound;
  drop.missing = table::Missing::drop;
  for (const char* spec : {"project(k=3,side=records)", "project(k=3,side=records,law=sketch)"})
    EXPECT_LT((sums(spec, holes, drop) - sums(spec, values, kOneRound)).cwiseAbs().maxCoeff(), 1e-10) << spec;
}

TEST(RecordSums, RefuseLawsThatCannotBeMadeInPassing) {
  const Matrix values = correlated(5, 2);
  EXPECT_NE(refusal([&] { sums("project(rate=0.5,side=records)", values); }).find("give k="), std::string::npos);
  EXPECT_NE(refusal([&] { sums("project(k=2,side=records,law=orthonormal)", values); }).find("cannot"), std::string::npos);
  EXPECT_NE(refusal([&] { sums("project(k=2,law=sketch)", values); }).find("side=records"), std::string::npos);
  EXPECT_NE(refusal([&] { sums("project(k=2,side=records) | project(k=2,side=records)", values); }).find("once"),
            std::string::npos);
}

}  // namespace record_sums_test
}  // namespace guise::masks
