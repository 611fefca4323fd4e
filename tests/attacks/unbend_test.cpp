// SPDX-License-Identifier: Apache-2.0
// A distortion fitted forwards: exact where pairs suffice, never far behind the regressions where they do not.
#include <gtest/gtest.h>

#include "attacks/distortion_fit.h"
#include "distorted.h"
#include "mixed.h"
#include "signals.h"

namespace guise::attacks {
namespace unbend_test {

using namespace testing;
using stats::Activation;

Matrix normals(Index records, Index attributes, std::uint64_t seed) {
  return random::gaussian_matrix(records, attributes, random::Rng::from_seed(seed).fork("records"));
}

Knowledge knowing_pairs(const theory::Distortion& law, const Matrix& x, const Matrix& y, Index pairs) {
  Knowledge known = carded(law, x.cols());
  known.pairs = Pairs{x.topRows(pairs), y.topRows(pairs)};
  return known;
}

TEST(DistortionFit, IsExactBeyondThePairs) {
  const theory::Distortion law{.hidden = 4, .out = 5};
  const Matrix x = normals(400, 3, 1), y = released(drawn(law, 3, 2), x);
  const DistortionFit fit = fit_distortion(law, 4, {x.topRows(60), y.topRows(60)}, 0, random::Rng::from_seed(3));
  EXPECT_LT(fit.misfit, 1e-18);
  EXPECT_LT(misfit_of(fit.map, {x.bottomRows(340), y.bottomRows(340)}, y.colwise().mean()), 1e-12);
}

// The default mask: as many hidden units and columns as attributes. Regressions leave a quarter of the variance.
TEST(UnbendAttack, FindsWhatRegressionsLeave) {
  for (const std::uint64_t seed : {4, 5}) {
    const theory::Distortion law{.hidden = 4, .out = 4};
    const Matrix x = normals(400, 4, seed), y = released(drawn(law, 4, seed), x);
    const Knowledge known = knowing_pairs(law, x, y, 80);
    const double unbent = normalized_error("unbend", y, known, x), regressed = normalized_error("regress", y, known, x);
    EXPECT_LT(unbent, 0.02) << seed;
    EXPECT_LT(unbent, 0.2 * regressed) << seed;
  }
}

// Its error is about that of the insider who has the matrices, noise included.
TEST(UnbendAttack, ComesNearTheInsiderBehindNoise) {
  const theory::Distortion law{.hidden = 6, .out = 8};
  const Matrix x = normals(400, 3, 6);
  const stats::DistortionMap map = drawn(law, 3, 7);
  const Matrix y = released(map, x) + 0.1 * normals(400, 8, 8);
  Knowledge known = knowing_pairs(law, x, y, 150), told = insider(law, map);
  known.noise_covariance = told.noise_covariance = 0.01 * Matrix::Identity(8, 8);
  told.prior_mean = Vector::Zero(3);
  told.prior_covariance = Matrix::Identity(3, 3);
  EXPECT_LT(normalized_error("unbend", y, known, x), 2 * normalized_error("newton", y, told, x));
}

TEST(UnbendAttack, SaysWhyItSaysNothing) {
  const Matrix x = normals(50, 3, 9);
  const auto reason = [&](const theory::Distortion& law, Index pairs) {
    const Matrix y = released(drawn(law, 3, 10), x);
    const Knowledge known = knowing_pairs(law, x, y, pairs);
    return learn(find_attack("unbend"), gather(y, known), known, Params{}, random::Rng::from_seed(1)).reason;
  };
  EXPECT_EQ(reason({.hidden = 3, .out = 3}, 5), "the fit takes 10 known pairs at least, and there are 5");
  EXPECT_EQ(reason({.f = Activation::step, .hidden = 3, .out = 3}, 20), "a step has no slope to fit by");
}

}  // namespace unbend_test
}  // namespace guise::attacks
