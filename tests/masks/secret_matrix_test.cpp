// SPDX-License-Identifier: Apache-2.0
// Rotation, projection, translation, scaling and permutation: what they keep, and what the key tells of them.
#include "masks/secret_matrix.h"

#include <gtest/gtest.h>

#include <cmath>

#include "masked.h"
#include "support/dense.h"

namespace guise::masks {
namespace secret_matrix_test {

/// Largest difference between the inner products of the records of two tables.
double inner_error(const Matrix& a, const Matrix& b) {
  return (a * a.transpose() - b * b.transpose()).cwiseAbs().maxCoeff();
}

Matrix map_of(const Prepared& plan) {
  linalg::Affine all = *plan.secrets().front().affine;
  for (std::size_t i = 1; i < plan.secrets().size(); ++i) all = linalg::compose(*plan.secrets()[i].affine, all);
  return all.map;
}

TEST(Rotate, KeepsEveryInnerProductAndDistance) {
  const Matrix values = correlated(300, 7), released = masked("rotate", values);
  EXPECT_LT(inner_error(values, released), 1e-10 * (values * values.transpose()).cwiseAbs().maxCoeff());
  EXPECT_GT((values - released).cwiseAbs().maxCoeff(), 1) << "yet the values are others";
}

TEST(Rotate, IsTheOrthogonalMatrixOfTheSharedHalf) {
  const Matrix values = correlated(5, 4);
  const Matrix q = map_of(prepared("rotate", values));
  EXPECT_LT((q * q.transpose() - Matrix::Identity(4, 4)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(q, random::haar_orthogonal(4, shared_of("rotate", 4)));
  EXPECT_LT((masked("rotate", values) - values * q.transpose()).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_NE(q, map_of(prepared("rotate", values, {.key = 2})));
}

TEST(Rotate, NamesItsColumnsForWhatTheyAre) {
  EXPECT_EQ(prepared("rotate", correlated(5, 3)).columns(), (std::vector<std::string>{"y1", "y2", "y3"}));
  const Card card = prepared("rotate | noise(sd=1)", correlated(5, 3)).card();
  EXPECT_EQ(card.attributes, column_names(3));
  EXPECT_EQ(card.steps[0].outputs, 3);
}

/// Lemma 5.5 of paper 000: E[u'v] = x'y, over many keys, for every law.
TEST(Project, KeepsInnerProductsOnAverageForEveryLaw) {
  Matrix values(2, 6);
  values << 1, -2, 0.5, 3, 1, -1, 2, 1, -1, 0.5, 2, 0;
  const double truth = values.row(0).dot(values.row(1));
  constexpr int kKeys = 100;
  for (const char* law : {"gaussian", "sign", "sparse", "very-sparse", "orthonormal"}) {
    double sum = 0, squares = 0;
    for (int key = 0; key < kKeys; ++key) {
      const Matrix released = masked(fmt::format("project(k=4,law={})", law), values, {.key = static_cast<std::uint8_t>(key)});
      const double error = released.row(0).dot(released.row(1)) - truth;
      sum += error;
      squares += error * error;
    }
    const double mean = sum / kKeys, standard_error = std::sqrt((squares / kKeys - mean * mean) / kKeys);
    EXPECT_GT(standard_error, 0) << law;
    EXPECT_LT(std::abs(mean), 4 * standard_error) << law;
  }
}

TEST(Project, TakesAShareOfTheColumnsOrANumberOfThem) {
  const Matrix values = correlated(5, 10);
  EXPECT_EQ(masked("project(k=3)", values).cols(), 3);
  EXPECT_EQ(masked("project(rate=0.5)", values).cols(), 5);
  EXPECT_EQ(masked("project(rate=0.01)", values).cols(), 1);
  EXPECT_EQ(masked("project(rate=1)", values).cols(), 10);
}

TEST(Project, ScalesByTheRootOfKUnlessToldNotTo) {
  const Matrix values = correlated(40, 5);
  const auto drawn = [&](const char* spec) { return random::gaussian_matrix(4, 5, shared_of(spec, 5)); };
  const char *plain = "project(k=4,scaled=no,sd=3)", *scaled = "project(k=4,sd=3)";
  EXPECT_TRUE(map_of(prepared(plain, values)).isApprox(3 * drawn(plain), 1e-12));
  EXPECT_TRUE(map_of(prepared(scaled, values)).isApprox(drawn(scaled) / 2, 1e-12)) << "sd cancels";
  const Matrix rows = map_of(prepared("project(k=2,law=orthonormal,scaled=no)", values));
  EXPECT_LT((rows * rows.transpose() - Matrix::Identity(2, 2)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Project, HasTheEntriesOfItsLaw) {
  const Matrix values = correlated(3, 100);
  const Matrix sign = map_of(prepared("project(k=50,law=sign,scaled=no)", values));
  EXPECT_EQ(sign.cwiseAbs(), Matrix::Ones(50, 100));
  const Matrix sparse = map_of(prepared("project(k=50,law=sparse,scaled=no)", values));
  EXPECT_NEAR(static_cast<double>((sparse.array() != 0).count()) / 5000, 1.0 / 3, 5 * std::sqrt(2.0 / 9 / 5000));
  EXPECT_NEAR(sparse.cwiseAbs().maxCoeff(), std::sqrt(3.0), 1e-12);
  const Matrix very = map_of(prepared("project(k=50,law=very-sparse,scaled=no)", values));
  EXPECT_NEAR(static_cast<double>((very.array() != 0).count()) / 5000, 0.1, 5 * std::sqrt(0.09 / 5000));
}

TEST(Project, SaysWhenASparseMatrixLaysAnAttributeBare) {
  std::string notes;
  for (std::uint8_t key = 1; key < 9; ++key)
    notes += fmt::format("{}", fmt::join(prepared("project(k=3,law=sparse)", correlated(5, 4), {.key = key}).notes(), "; "));
  EXPECT_NE(notes.find("are one attribute alone"), std::string::npos) << notes;
}

TEST(Project, RefusesSizesThatCannotBe) {
  const Matrix values = correlated(5, 3);
  EXPECT_NE(refusal([&] { prepared("project(k=4,law=orthonormal)", values); }).find("cannot be orthonormal"),
            std::string::npos);
  EXPECT_NE(refusal([&] { prepared("project(k=0)", values); }), "");
  EXPECT_NE(refusal([&] { prepared("project(rate=0)", values); }), "");
  EXPECT_NE(refusal([&] { prepared("project(rate=1.5)", values); }), "");
  EXPECT_NE(refusal([&] { prepared("project", values); }).find("give k= or rate="), std::string::npos);
  EXPECT_NE(refusal([&] { prepared("project(k=2,rate=0.5)", values); }).find("give one of them"), std::string::npos);
}

TEST(Translate, MovesEveryRecordByTheSameSecretStep) {
  const Matrix values = correlated(50, 3), moved = masked("translate(sd=[1,10,100])", values) - values;
  for (Index j = 0; j < 3; ++j) EXPECT_LT(moved.col(j).maxCoeff() - moved.col(j).minCoeff(), 1e-10);
  EXPECT_NE(moved(0, 0), 0);
  EXPECT_NE(refusal([&] { prepared("translate", values); }).find("give sd="), std::string::npos);
}

TEST(Scale, MultipliesEachColumnByAFactorInItsRange) {
  const Matrix values = correlated(50, 3), released = masked("scale(low=0.1,high=0.2)", values);
  const Vector ratio = released.row(0).cwiseQuotient(values.row(0)).transpose();
  EXPECT_TRUE(released.isApprox(values * ratio.asDiagonal(), 1e-12));
  EXPECT_TRUE((ratio.array() > 0.1).all() && (ratio.array() < 0.2).all());
  EXPECT_NE(refusal([&] { prepared("scale(low=2,high=1)", values); }).find("must be below"), std::string::npos);
}

TEST(Permute, ReleasesTheColumnsInTheOrderTheKeySays) {
  const Matrix values = correlated(20, 6), released = masked("permute", values);
  EXPECT_EQ(released, Matrix(values * map_of(prepared("permute", values)).transpose()));
  bool moved = false;
  for (std::uint8_t key = 1; key < 4; ++key) moved = moved || masked("permute", values, {.key = key}) != values;
  EXPECT_TRUE(moved);
}

/// Geometric perturbation (Chen and Liu): the affine model of the chain is what it does, apart from the noise.
TEST(SecretSteps, ComposeToTheModelOfTheChain) {
  const Matrix values = correlated(40, 5);
  const Prepared plan = prepared("scale | rotate | translate(sd=3) | permute | project(k=3)", values);
  linalg::Affine all = linalg::Affine::identity(5);
  for (const auto& step : plan.secrets()) all = linalg::compose(*step.affine, all);
  const Matrix expected = (values * all.map.transpose()).rowwise() + all.shift.transpose();
  EXPECT_LT((masked("scale | rotate | translate(sd=3) | permute | project(k=3)", values) - expected).cwiseAbs().maxCoeff(),
            1e-9);
}

TEST(SecretSteps, ComeAgainFromCardAndKey) {
  const Matrix values = correlated(40, 5);
  Card card = prepared("rotate | translate(sd=3) | noise(sd=2)", values).card();
  card.key_fingerprint = fixed_key(1).fingerprint();
  const Prepared again = prepare_from_card(card, fixed_key(1));
  table::Chunk chunk{
      .first_record = 0, .values = masked("rotate | translate(sd=3) | noise(sd=2)", values), .dropped = {}, .kept = {}};
  EXPECT_TRUE(again.undo(chunk));
  EXPECT_LT((chunk.values - values).cwiseAbs().maxCoeff(), 1e-9);
}

/// What was learnt from the data is not on the card; the matrices behind it are the insider's all the same.
TEST(SecretSteps, ComeFromCardAndKeyWhateverWasLearnt) {
  const Matrix values = correlated(40, 5);
  const Prepared plan = prepared("standardize | rotate | noise(snr=2,shape=data)", values);
  Card card = plan.card();
  card.key_fingerprint = fixed_key(1).fingerprint();
  const auto secrets = secrets_from_card(card, fixed_key(1));
  ASSERT_EQ(secrets.size(), 3u);
  EXPECT_FALSE(secrets[0].any() || secrets[2].any());
  EXPECT_EQ(secrets[1].affine->map, plan.secrets()[1].affine->map);
  EXPECT_THROW(secrets_from_card(card, fixed_key(2)), Error);
}

TEST(SecretSteps, GiveTheSameBitsForAnyThreadsAndChunks) {
  const Matrix values = correlated(5000, 6);
  for (const char* spec : {"rotate", "project(k=2)", "rotate | noise(snr=2)"}) {
    How one, two;
    one.work.threads = 1;
    two.work.threads = 2;
    two.work.chunk = 1000;
    one.first_record = two.first_record = 700;
    EXPECT_EQ(masked(spec, values, one), masked(spec, values, two)) << spec;
  }
}

}  // namespace secret_matrix_test
}  // namespace guise::masks
