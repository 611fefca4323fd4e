// SPDX-License-Identifier: Apache-2.0
// Known pairs against rotations, geometric perturbation and projections: beyond section 1.4 and papers.md's last table.
#include "mixed.h"
#include "spiked.h"
#include "support/dense.h"

namespace guise::attacks {
namespace {

using namespace testing;

Gaussians data(Index records, std::uint64_t seed) {
  Gaussians made = gaussians(records, two_levels(10, 4, 9, 1), seed);
  made.x.array() += 2;
  return made;
}

TEST(ProcrustesAttack, BreaksARotationExactlyWithAsManyPairsAsAttributes) {
  const Matrix x = data(2000, 1).x, y = x * secret_rotation(10, 1).transpose();
  EXPECT_LT(normalized_error("procrustes", y, rotated(x, y, 10), x), 1e-20);
  EXPECT_GT(normalized_error("procrustes", y, rotated(x, y, 9), x), 1e-3);
}
}  // namespace
}  // namespace guise::attacks
