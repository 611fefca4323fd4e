// SPDX-License-Identifier: Apache-2.0
// A matrix and a shift of the owner's own: what they do, what the card says of them, and what becomes of their files.
#include <gtest/gtest.h>

#include <fstream>

#include "masked.h"

namespace guise::masks {
namespace affine_test {

class OwnFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / fmt::format("guise-affine-{}", ::getpid());
    std::filesystem::create_directories(folder_);
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_);
    write("m.csv", "a,b,c\n1,2,0\n0,1,-1\n");
    write("t.csv", "s\n10\n20\n");
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }
  static void write(const std::string& name, const std::string& text) { std::ofstream(name) << text; }

  std::filesystem::path folder_, before_;
  const Matrix values_ = correlated(50, 3), matrix_ = (Matrix(2, 3) << 1, 2, 0, 0, 1, -1).finished();
  const Eigen::RowVector2d shift_{10, 20};
};

TEST_F(OwnFiles, AreTheMapOfTheRelease) {
  const Matrix expected = (values_ * matrix_.transpose()).rowwise() + shift_;
  const std::string spec = fmt::format("affine(matrix={}/m.csv,shift=t.csv)", folder_.string());
  EXPECT_LT((masked(spec, values_) - expected).cwiseAbs().maxCoeff(), 1e-12);
  const Prepared plan = prepared(spec, values_);
  EXPECT_EQ(plan.columns(), (std::vector<std::string>{"y1", "y2"}));
  EXPECT_EQ(plan.secrets()[0].affine->map, matrix_);
  EXPECT_EQ(plan.secrets()[0].affine->shift, shift_.transpose());
}

TEST_F(OwnFiles, StaySecretAndTheirFolderToo) {
  const Card card = prepared(fmt::format("affine(matrix={}/m.csv,shift=t.csv)", folder_.string()), values_).card();
  EXPECT_EQ(card.steps[0].effect, Effect::matrix);
  EXPECT_EQ(card.steps[0].law, "own");
  EXPECT_TRUE(card.steps[0].map.empty() && card.steps[0].offset.empty());
  EXPECT_EQ(card.mask.find('/'), std::string::npos) << card.mask;
  EXPECT_EQ(card.mask.substr(0, 20), "affine(matrix=m.csv#") << "named by the digest of its numbers";
  EXPECT_EQ(refusal([&] { check_card(card, "the card"); }), "");
}

TEST_F(OwnFiles, ArePublicWhereTheMaskSaysSo) {
  const StepCard step = prepared("affine(matrix=m.csv,public=yes)", values_).card().steps[0];
  EXPECT_EQ(step.effect, Effect::affine);
  EXPECT_EQ(step.map, (std::vector<double>{1, 2, 0, 0, 1, -1})) << "row by row";
  EXPECT_TRUE(prepared("affine(matrix=m.csv,public=yes)", values_).secrets()[0].any() == false);
  EXPECT_EQ(prepared("affine(matrix=[1,2,0,0,1,-1])", values_).card().steps[0].map, step.map);
}

TEST_F(OwnFiles, AreReadAgainByWhoHasKeyAndFiles) {
  Card card = prepared("affine(matrix=m.csv,shift=t.csv) | noise(sd=1)", values_).card();
  card.key_fingerprint = fixed_key(1).fingerprint();
  table::Chunk chunk{.first_record = 0, .values = values_};
  prepare_from_card(card, fixed_key(1)).apply(chunk);
  EXPECT_EQ(chunk.values, masked("affine(matrix=m.csv,shift=t.csv) | noise(sd=1)", values_));
  EXPECT_EQ(secrets_from_card(card, fixed_key(1))[0].affine->map, matrix_);
  write("m.csv", "a,b,c\n1,2,0\n0,1,-2\n");
  EXPECT_NE(refusal([&] { secrets_from_card(card, fixed_key(1)); }).find("not those of this mask"), std::string::npos);
  std::filesystem::remove("m.csv");
  EXPECT_NE(refusal([&] { secrets_from_card(card, fixed_key(1)); }).find("not there"), std::string::npos);
}

// Equal noise on two maps of the same records would cancel in their difference.
TEST_F(OwnFiles, WithOtherNumbersAreAnotherMask) {
  const Card first = prepared("affine(matrix=m.csv) | noise(sd=1)", values_).card();
  write("m.csv", "a,b,c\n1,2,0\n0,1,-2\n");
  const Card second = prepared("affine(matrix=m.csv) | noise(sd=1)", values_).card();
  EXPECT_NE(first.salt, second.salt);
  EXPECT_NE(first.steps[0].draws, second.steps[0].draws);
}

TEST_F(OwnFiles, AreRefusedWithASentence) {
  write("words.csv", "a,b,c\nx,y,z\n");
  const std::pair<const char*, const char*> cases[] = {
      {"affine", "give matrix= or shift="},
      {"affine(matrix=none.csv)", "is not there"},
      {"affine(matrix=words.csv)", "must hold numbers alone"},
      {"affine(matrix=t.csv)", "has 1 columns, and 3 are masked"},
      {"affine(matrix=[1,2])", "are no rows of 3"},
      {"affine(matrix=[0,0,0])", "every number of the matrix is 0"},
      {"affine(shift=t.csv)", "must be one row or one column of 3 numbers"},
  };
  for (const auto& [spec, sentence] : cases)
    EXPECT_NE(refusal([&, text = spec] { prepared(text, values_); }).find(sentence), std::string::npos)
        << spec << ": " << refusal([&, text = spec] { prepared(text, values_); });
}

TEST_F(OwnFiles, AreNotLookedForOnACardThatNamesThemOtherwise) {
  Card card = prepared("affine(matrix=m.csv)", values_).card();
  for (const char* text : {"affine(matrix=m.csv)", "affine(matrix=../m.csv#0123456789abcdef)"}) {
    card.mask = card.steps[0].text = text;
    EXPECT_NE(refusal([&] { check_card(card, "the card"); }).find("with a folder or without its digest"), std::string::npos);
  }
}

TEST(Affine, UndoesWhatAMatrixWithAnInverseDid) {
  const Matrix values = correlated(40, 2);
  const Prepared plan = prepared("affine(matrix=[1,2,3,4],shift=[5,6])", values);
  table::Chunk chunk{.first_record = 0, .values = values};
  plan.apply(chunk);
  EXPECT_TRUE(plan.undo(chunk));
  EXPECT_LT((chunk.values - values).cwiseAbs().maxCoeff(), 1e-10);
}

}  // namespace affine_test
}  // namespace guise::masks
