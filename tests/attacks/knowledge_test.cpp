// SPDX-License-Identifier: Apache-2.0
#include "attacks/knowledge.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace guise::attacks {
namespace knowledge_test {

StepCard noise_step(std::vector<double> sd, double similarity = 0) {
  return {.step = "noise", .text = "noise", .law = "laplace", .sd = std::move(sd), .similarity = similarity};
}
StepCard standardize_step(std::vector<double> center, std::vector<double> scale) {
  StepCard card{.step = "standardize", .text = "standardize"};
  card.center = std::move(center);
  card.scale = std::move(scale);
  return card;
}
StepCard cut_step(std::vector<double> width, std::vector<double> origin) {
  StepCard card{.step = "bin", .text = "bin"};
  card.width = std::move(width);
  card.origin = std::move(origin);
  return card;
}
StepCard multiply_step() {
  return {.step = "multiply", .text = "multiply", .law = "lognormal", .sd = {0.1, 0.2}};
}

CardKnowledge read(std::vector<StepCard> steps, bool shuffled = false) {
  Card card;
  card.attributes = card.columns = {"a", "b"};
  card.steps = std::move(steps);
  card.shuffled = shuffled;
  return knowledge_from(card);
}

Vector variances(const CardKnowledge& read) {
  return read.knowledge.noise_covariance->diagonal();
}

TEST(KnowledgeFromCard, TellsSizeAndLawOfNoise) {
  const CardKnowledge told = read({noise_step({5, 2})});
  EXPECT_EQ(*told.knowledge.noise_covariance, Matrix(Eigen::Vector2d(25, 4).asDiagonal()));
  EXPECT_EQ(told.knowledge.noise_law, random::Law::laplace);
  EXPECT_FALSE(told.to_original);
  EXPECT_TRUE(told.knowledge.ordered);
}

TEST(KnowledgeFromCard, AddsUpSeveralNoisesWhoseSumHasNoLaw) {
  const CardKnowledge told = read({noise_step({3, 1}), noise_step({4, 2})});
  EXPECT_EQ(variances(told), Eigen::Vector2d(25, 5));
  EXPECT_FALSE(told.knowledge.noise_law);
}

TEST(KnowledgeFromCard, ReadsAPublicScaleBackIntoTheUnitsOfTheOriginals) {
  const CardKnowledge before = read({standardize_step({10, -1}, {2, 4}), noise_step({3, 1})});  // y = (x - c)/s + e
  EXPECT_EQ(variances(before), Eigen::Vector2d(36, 16));
  const CardKnowledge after = read({noise_step({3, 1}), standardize_step({10, -1}, {2, 4})});  // y = (x + e - c)/s
  EXPECT_EQ(variances(after), Eigen::Vector2d(9, 1));
  for (const CardKnowledge& told : {before, after}) {
    Matrix values{{1.0, 2.0}, {0.0, -1.0}};
    told.to_original(values);
    EXPECT_EQ(values, (Matrix{{12.0, 7.0}, {10.0, -5.0}}));
  }
}

TEST(KnowledgeFromCard, KnowsNothingOfUnitsLearntFromTheData) {
  const CardKnowledge before = read({standardize_step({}, {}), noise_step({3, 1})});
  EXPECT_EQ(variances(before), Eigen::Vector2d(9, 1)) << "in the units of the release";
  EXPECT_FALSE(before.to_original);
  EXPECT_FALSE(read({noise_step({3, 1}), standardize_step({}, {})}).knowledge.noise_covariance);
}

TEST(KnowledgeFromCard, TellsTheFactorUnlessSomethingWasAddedBeforeIt) {
  const CardKnowledge told = read({multiply_step()});
  ASSERT_TRUE(told.knowledge.factor);
  EXPECT_EQ(told.knowledge.factor->law, "lognormal");
  EXPECT_EQ(told.knowledge.factor->sd, Eigen::Vector2d(0.1, 0.2));
  EXPECT_TRUE(read({standardize_step({0, 0}, {2, 3}), multiply_step()}).knowledge.factor);
  EXPECT_FALSE(read({standardize_step({1, 0}, {2, 3}), multiply_step()}).knowledge.factor);
  const CardKnowledge mixed = read({noise_step({1, 1}), multiply_step()});
  EXPECT_FALSE(mixed.knowledge.factor);
  EXPECT_FALSE(mixed.knowledge.noise_covariance);
}

TEST(KnowledgeFromCard, TellsCellsInTheUnitsOfTheOriginals) {
  const CardKnowledge told = read({standardize_step({10, 0}, {2, 4}), cut_step({0.5, 1}, {-1, 0})});
  ASSERT_TRUE(told.knowledge.cells);
  EXPECT_EQ(told.knowledge.cells->width, Eigen::Vector2d(1, 4));
  EXPECT_EQ(told.knowledge.cells->origin, Eigen::Vector2d(8, 0));
}

TEST(KnowledgeFromCard, CountsRoundingWithNoiseAsMoreNoise) {
  for (const auto& steps :
       {std::vector{cut_step({6, 0}, {0, 0}), noise_step({1, 1})}, std::vector{noise_step({1, 1}), cut_step({6, 0}, {0, 0})}}) {
    const CardKnowledge told = read(steps);
    EXPECT_EQ(variances(told), Eigen::Vector2d(4, 1));
    EXPECT_FALSE(told.knowledge.cells);
  }
}

TEST(KnowledgeFromCard, RemembersTheUnitsNoiseWasShapedIn) {
  const CardKnowledge told = read({standardize_step({0, 0}, {2, 4}), noise_step({3, 1}, 0.5)});
  EXPECT_EQ(told.knowledge.noise_similarity, 0.5);
  EXPECT_EQ(told.knowledge.noise_scale, Eigen::Vector2d(0.5, 0.25));
  EXPECT_FALSE(read({noise_step({3, 1}, 1), noise_step({1, 1})}).knowledge.noise_covariance) << "two shapes make none";
}

TEST(KnowledgeFromCard, KnowsThatShuffledRowsHaveNoOrder) {
  EXPECT_FALSE(read({noise_step({1, 1})}, true).knowledge.ordered);
}

TEST(KnowledgeFromCard, LearnsNothingFromAStepItDoesNotKnow) {
  const CardKnowledge told = read({noise_step({1, 1}), {.step = "shred", .text = "shred"}});
  EXPECT_FALSE(told.knowledge.noise_covariance);
}

StepCard rotate_step() {
  StepCard card{.step = "rotate", .text = "rotate"};
  card.outputs = 2;
  return card;
}

Card card_of(std::vector<StepCard> steps, std::vector<std::string> columns) {
  Card card;
  card.attributes = {"a", "b"};
  card.columns = std::move(columns);
  card.steps = std::move(steps);
  return card;
}

const Matrix kTurn{{0.6, -0.8}, {0.8, 0.6}};

stats::StepSecret secret_of(const Matrix& map) {
  return {.affine = linalg::Affine{
              .map = map, .shift = Vector::Zero(map.rows()), .covariance = Matrix::Zero(map.rows(), map.rows())}};
}

TEST(KnowledgeFromCard, OfAnUnknownRotationKeepsTheSizeOfWhiteNoiseOnly) {
  const Knowledge white = read({noise_step({2, 2}), rotate_step()}).knowledge;
  EXPECT_TRUE(white.mixed);
  EXPECT_EQ(*white.noise_covariance, Matrix(4 * Matrix::Identity(2, 2)));
  EXPECT_FALSE(white.noise_law) << "a rotated Laplace noise is not one";
  EXPECT_FALSE(white.channel);
  EXPECT_EQ(white.matrix_law->law, "haar");
  EXPECT_FALSE(read({noise_step({2, 3}), rotate_step()}).knowledge.noise_covariance) << "its directions are unknown";
  EXPECT_EQ(*read({rotate_step(), noise_step({2, 3})}).knowledge.noise_covariance, Matrix(Eigen::Vector2d(4, 9).asDiagonal()));
}

TEST(KnowledgeFromCard, OfAnInsiderReadsARotatedReleaseBack) {
  const Card card = card_of({standardize_step({10, -1}, {2, 4}), rotate_step(), noise_step({3, 1})}, {"y1", "y2"});
  const CardKnowledge told = knowledge_from(card, {stats::StepSecret(), secret_of(kTurn), stats::StepSecret()});
  EXPECT_FALSE(told.knowledge.mixed);
  const Matrix originals{{1.0, 2.0}, {0.0, -1.0}, {7.0, 3.5}};
  Matrix standard = originals;
  for (Index i = 0; i < 3; ++i) standard.row(i) << (originals(i, 0) - 10) / 2, (originals(i, 1) + 1) / 4;
  Matrix released = standard * kTurn.transpose();
  told.to_original(released);
  EXPECT_LT((released - originals).cwiseAbs().maxCoeff(), 1e-12);
  // y = Q D (x - c) + e, so the noise of the originals is D^-1 Q' e.
  const Matrix back = Eigen::Vector2d(2, 4).asDiagonal() * kTurn.transpose();
  const Matrix noise = back * Eigen::Vector2d(9, 1).asDiagonal() * back.transpose();
  EXPECT_LT((*told.knowledge.noise_covariance - noise).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(told.knowledge.channel->map, Matrix::Identity(2, 2));
}

TEST(KnowledgeFromCard, OfAnInsiderGivesTheChannelWhereThereIsNoWayBack) {
  StepCard project{.step = "project", .text = "project(k=1)", .law = "gaussian"};
  project.outputs = 1;
  StepCard noise = noise_step({3});
  const CardKnowledge told =
      knowledge_from(card_of({project, noise}, {"y1"}), {secret_of(Matrix{{2.0, -1.0}}), stats::StepSecret()});
  EXPECT_TRUE(told.knowledge.mixed);
  EXPECT_EQ(told.knowledge.attributes, 2);
  EXPECT_EQ(told.knowledge.channel->map, (Matrix{{2.0, -1.0}}));
  EXPECT_EQ(told.knowledge.channel->covariance(0, 0), 9);
  ASSERT_TRUE(told.knowledge.matrix_law) << "the card says how the matrix was drawn";
  EXPECT_EQ(told.knowledge.matrix_law->rows, 1);
  EXPECT_FALSE(told.to_original);
}

StepCard distort_step() {
  StepCard step{.step = "distort", .text = "distort", .law = "tanh"};
  step.hidden = 3;
  step.outputs = 4;
  step.entries = {2, 1, 0.5, 0};
  return step;
}

stats::DistortionMap distortion() {
  std::srand(3);
  return {.f = stats::Activation::tanh,
          .w = Matrix::Random(3, 2),
          .a = Vector::Random(3),
          .q = Matrix::Random(4, 3),
          .b = Vector::Random(4)};
}

const std::vector<std::string> kFour = {"y1", "y2", "y3", "y4"};

TEST(KnowledgeFromCard, OfADistortionTellsHowItWasDrawnAndWhatCameBeforeIt) {
  const Knowledge told =
      knowledge_from(card_of({standardize_step({10, -1}, {2, 4}), distort_step(), noise_step({3, 1, 1, 1})}, kFour)).knowledge;
  EXPECT_TRUE(told.mixed);
  EXPECT_EQ(told.attributes, 2);
  ASSERT_TRUE(told.distorted);
  EXPECT_EQ(told.distorted->law.hidden, 3);
  EXPECT_EQ(told.distorted->law.sq, 0.5);
  EXPECT_EQ(told.distorted->before.map, Matrix(Eigen::Vector2d(0.5, 0.25).asDiagonal()));
  EXPECT_FALSE(told.distorted->map) << "the matrices are secret";
  EXPECT_EQ((*told.noise_covariance)(0, 0), 9) << "noise behind it is known as ever";
  EXPECT_FALSE(told.channel);
  StepCard rotate = rotate_step();
  rotate.outputs = 4;
  EXPECT_FALSE(knowledge_from(card_of({distort_step(), rotate}, kFour)).knowledge.distorted) << "rotated since";
  EXPECT_FALSE(knowledge_from(card_of({rotate_step(), distort_step()}, kFour)).knowledge.distorted) << "of mixtures";
}

TEST(KnowledgeFromCard, OfAnInsiderIsTheDistortionOfTheOriginalsAsReleased) {
  const stats::DistortionMap own = distortion();
  const Matrix turn = linalg::Affine::identity(4).map.rowwise().reverse();
  StepCard rotate = rotate_step();
  rotate.outputs = 4;
  const Knowledge told = knowledge_from(card_of({standardize_step({10, -1}, {2, 4}), distort_step(), rotate}, kFour),
                                        {stats::StepSecret(), {.affine = {}, .distortion = own}, secret_of(turn)})
                             .knowledge;
  ASSERT_TRUE(told.distorted && told.distorted->map);
  EXPECT_FALSE(told.channel) << "it is not linear";
  const Matrix x{{1.0, 2.0}, {12.0, -3.0}};
  Matrix standard = x, distorted(2, 4), direct(2, 4);
  for (Index i = 0; i < 2; ++i) standard.row(i) << (x(i, 0) - 10) / 2, (x(i, 1) + 1) / 4;
  own.apply(standard, distorted);
  told.distorted->map->apply(x, direct);
  EXPECT_LT((direct - distorted.rowwise().reverse()).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(KnowledgeFromCard, RefusesACardThatContradictsItself) {
  StepCard wide{.step = "project", .text = "project(k=9)", .law = "gaussian"};
  wide.outputs = 9;
  EXPECT_THROW(knowledge_from(card_of({wide}, {"y1"})), Error);
  EXPECT_THROW(knowledge_from(card_of({rotate_step()}, {"y1"})), Error);
  EXPECT_THROW(knowledge_from(Card{}), Error);
}

TEST(Knows, IsFalseOfEveryFactWhenNothingIsKnown) {
  for (const Fact fact : {Fact::noise_size, Fact::noise_law, Fact::factor, Fact::cells, Fact::columns, Fact::repeat, Fact::key,
                          Fact::matrix, Fact::matrix_law, Fact::moments, Fact::population, Fact::pairs, Fact::records}) {
    EXPECT_FALSE(knows({}, fact)) << fact_name(fact);
    EXPECT_FALSE(fact_name(fact).empty());
    EXPECT_FALSE(fact_advice(fact).empty());
  }
}

StepCard secret_step(const std::string& name) {
  StepCard card{.step = name, .text = name};
  if (name != "scale" && name != "translate") card.outputs = 2;
  return card;
}

std::string shape_of(std::vector<StepCard> steps) {
  const MaskShape shape = *read(std::move(steps)).knowledge.shape;
  return std::string(shape.rescaled ? "rescaled " : "") + (shape.shifted ? "shifted " : "") + (shape.exact ? "exact" : "");
}

TEST(KnowledgeFromCard, TellsWhichSecretsColumnsHave) {
  EXPECT_EQ(shape_of({secret_step("rotate")}), "exact");
  EXPECT_EQ(shape_of({secret_step("scale")}), "rescaled exact");
  EXPECT_EQ(shape_of({secret_step("translate")}), "shifted exact");
  EXPECT_EQ(shape_of({secret_step("rotate"), secret_step("translate"), noise_step({1, 1})}), "shifted ");
  EXPECT_EQ(shape_of({standardize_step({}, {})}), "rescaled shifted exact");
  EXPECT_EQ(shape_of({noise_step({1, 1})}), "");
  EXPECT_EQ(shape_of({multiply_step()}), "");
}

// (x - c)/s is undone where nothing secret is in the way; before or after a secret step it is a part of what is not known.
TEST(KnowledgeFromCard, CountsPublicUnitsAsSecretWhereTheyCannotBeUndone) {
  const StepCard units = standardize_step({10, -1}, {2, 4});
  EXPECT_EQ(shape_of({units}), "exact");
  EXPECT_EQ(shape_of({secret_step("scale"), units}), "rescaled exact");
  EXPECT_EQ(shape_of({units, secret_step("scale")}), "rescaled shifted exact");
  EXPECT_EQ(shape_of({units, secret_step("rotate")}), "rescaled shifted exact");
  EXPECT_EQ(shape_of({secret_step("rotate"), units}), "rescaled shifted exact");
}

TEST(KnowledgeFromCard, SeesThatAnOrderOfAnOrderIsOne) {
  const Knowledge known = read({secret_step("permute"), secret_step("scale"), secret_step("permute")}).knowledge;
  ASSERT_TRUE(known.matrix_law);
  EXPECT_EQ(known.matrix_law->law, "permutation");
  EXPECT_FALSE(read({secret_step("rotate"), secret_step("permute")}).knowledge.matrix_law);
}

}  // namespace knowledge_test
}  // namespace guise::attacks
