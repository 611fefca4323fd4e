// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "mixed.h"
#include "signals.h"

namespace guise::attacks::testing {
namespace subtract_test {

Matrix normals(Index records, std::uint64_t seed) {
  return random::gaussian_matrix(records, 3, random::Rng::from_seed(seed).fork("normals"));
}

/// Who takes this noise, record by record, off a release.
Knowledge thief(const Matrix& noise, double sd) {
  Knowledge known;
  known.noise_covariance = sd * sd * Matrix::Identity(3, 3);
  known.undo = [noise](table::Chunk& chunk) { chunk.values -= noise.middleRows(chunk.first_record, chunk.values.rows()); };
  return known;
}

TEST(SubtractAttack, TakesTheNoiseOff) {
  const Matrix x = 5 * normals(2000, 1), noise = normals(2000, 2);
  EXPECT_LT((reconstruct("subtract", x + noise, thief(noise, 1)).values - x).cwiseAbs().maxCoeff(), 1e-12);
}

// A partner's key has the fingerprint of the card, and noise of its own: to take that off would only add to the noise.
TEST(SubtractAttack, NoticesNoiseThatIsNotInTheRelease) {
  const Matrix x = 5 * normals(2000, 1), y = x + normals(2000, 2);
  for (std::uint64_t seed = 3; seed < 8; ++seed) {
    const Knowledge known = thief(normals(2000, seed), 1);
    const Outcome outcome = learn(find_attack("subtract"), gather(y, known), known, Params{}, random::Rng::from_seed(1));
    EXPECT_NE(outcome.reason.find("is not in the release"), std::string::npos) << outcome.reason;
  }
}

}  // namespace subtract_test
}  // namespace guise::attacks::testing
