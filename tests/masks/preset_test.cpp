// SPDX-License-Identifier: Apache-2.0
// Published schemes by name: what they do to records, against the formulas of their sources.
#include "masks/preset.h"

#include <gtest/gtest.h>

#include <cmath>

#include "masked.h"

namespace guise::masks {
namespace preset_test {

Matrix unit_vectors(Index count, Index columns) {
  Matrix values = correlated(count, columns);
  return values.rowwise().normalized();
}

/// What a release differs from the linear image of the originals by.
Matrix residual(const std::string& spec, const Matrix& values, double& factor) {
  const std::vector<stats::StepSecret> secrets = prepared(spec, values).secrets();
  Matrix image = values;
  for (const stats::StepSecret& secret : secrets)
    if (secret.affine) image = image * secret.affine->map.transpose();
  factor = std::sqrt(image.squaredNorm() / values.squaredNorm());
  return masked(spec, values) - image;
}

// Fuchsbauer, Ghosal, Hauke and O'Neill 2022, figure 3: c = s m + λ, λ even in the ball of radius s β / 4.
TEST(Preset, OfScaleAndPerturbAddsAnEvenPointOfTheBall) {
  constexpr Index n = 4000, d = 6;
  for (const std::string name : {"dcpe", "ironcore"}) {
    double s = 0;
    const Matrix noise = residual("preset(" + name + ", factor=1.6)", unit_vectors(n, d), s);
    const Vector squares = noise.rowwise().squaredNorm() / std::pow(s * 1.6 / 4, 2);
    EXPECT_GT(s, 0.5);
    EXPECT_LT(s, 2);
    EXPECT_LE(squares.maxCoeff(), 1 + 1e-9) << name;
    // (length / radius)^d is even on [0, 1], so the square has mean d / (d + 2) and variance d / (d + 4) - that squared.
    const double mean = double(d) / (d + 2), error = std::sqrt((double(d) / (d + 4) - mean * mean) / n);
    EXPECT_NEAR(squares.mean(), mean, 5 * error) << name;
  }
}

TEST(Preset, OfIronCoreShufflesTheElementsByTheKey) {
  const Matrix values = unit_vectors(50, 5);
  const std::vector<stats::StepSecret> secrets = prepared("preset(ironcore, factor=1)", values).secrets();
  const Matrix map = secrets[0].affine->map;
  EXPECT_EQ(map * map.transpose(), Matrix::Identity(5, 5));
  EXPECT_EQ(map.cwiseAbs().rowwise().sum(), Vector::Ones(5));
}

TEST(Preset, OfCloakPipeRotatesAndAddsEvenNoise) {
  constexpr Index n = 3000, d = 4;
  const Matrix values = unit_vectors(n, d);
  const Preset& preset = find_preset("cloakpipe");
  EXPECT_EQ(preset.chain(check_params(preset.params, parse_call("cloakpipe"), "preset")), "rotate") << "no noise by default";
  EXPECT_EQ(masked("preset(cloakpipe)", values), masked("rotate", values));
  double length = 0;
  const Matrix noise = residual("preset(cloakpipe, noise=0.3)", values, length);
  EXPECT_NEAR(length, 1, 1e-12);
  EXPECT_LE(noise.cwiseAbs().maxCoeff(), 0.15 * (1 + 1e-9));
  // The square of an even number on (-1, 1) has mean 1/3 and variance 4/45.
  EXPECT_NEAR(noise.squaredNorm() / double(n * d) / (0.15 * 0.15), 1.0 / 3, 5 * std::sqrt(4.0 / 45 / double(n * d)));
}

TEST(Preset, IsWrittenAsItsSteps) {
  const Mask mask = Mask::parse("standardize | preset(ironcore, factor=2) | round(width=0.5)");
  EXPECT_EQ(mask.text(), "standardize | permute | noise(law=ball,radius=0.5) | scale(uniform=yes) | round(width=0.5)");
  ASSERT_EQ(mask.remarks().size(), 1u);
  EXPECT_EQ(mask.remarks()[0].find("preset(ironcore) stands for 'permute | noise(law=ball,radius=0.5) | scale("), 0u);
  EXPECT_TRUE(Mask::parse("rotate").remarks().empty());
}

TEST(Preset, RefusesWhatItDoesNotHave) {
  const auto sentence = [](const char* spec) { return refusal([&] { Mask::parse(spec); }); };
  EXPECT_EQ(sentence("preset(ironcor, factor=2)").find("there is no preset 'ironcor'; did you mean 'ironcore'?"), 0u);
  EXPECT_EQ(sentence("preset").find("'preset' lacks the name of a preset"), 0u);
  EXPECT_EQ(sentence("preset(factor=2)").find("'preset(factor=2)' lacks the name of a preset"), 0u);
  EXPECT_EQ(sentence("preset(dcpe)").find("the preset needs its approximation factor"), 0u);
  EXPECT_NE(sentence("preset(cloakpipe, factor=2)").find("preset 'cloakpipe' has no parameter 'factor'"), std::string::npos);
  EXPECT_NE(sentence("preset(dcpe, factor=-1)").find("factor"), std::string::npos);
  EXPECT_EQ(sentence("noise(ironcore)").find("'ironcore' in 'noise(ironcore)' is not name=value"), 0u);
  EXPECT_EQ(refusal([] { Mask::of_card("preset(dcpe,factor=2)"); }).find("there is no step 'preset'"), 0u);
}

}  // namespace preset_test
}  // namespace guise::masks
