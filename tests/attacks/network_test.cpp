// SPDX-License-Identifier: Apache-2.0
// The learned inverter: never worse than the line it begins with, better where the mask bends.
#include <gtest/gtest.h>

#include <cmath>

#include "distorted.h"
#include "mixed.h"
#include "signals.h"

namespace guise::attacks {
namespace network_test {

using namespace testing;

Matrix normals(Index records, Index attributes, std::uint64_t seed) {
  return random::gaussian_matrix(records, attributes, random::Rng::from_seed(seed).fork("records"));
}

TEST(NetworkAttack, StaysALineWhereTheMaskIsOne) {
  const Matrix x = normals(500, 4, 1);
  Knowledge plain;
  plain.pairs = Pairs{x.topRows(40), x.topRows(40)};
  EXPECT_LT(normalized_error("network", x, plain, x), 1e-20);
  const Matrix y = (x * secret_rotation(4, 2).transpose()).array() + 3;
  EXPECT_LT(normalized_error("network", y, rotated(x, y, 40), x), 1e-20);
}

TEST(NetworkAttack, IsNotWorseThanARidgeBehindNoise) {
  const Matrix x = normals(2000, 5, 3), y = x * secret_rotation(5, 3).transpose() + 0.5 * normals(2000, 5, 4);
  for (const Index pairs : {12, 50, 200})
    EXPECT_LT(normalized_error("network", y, rotated(x, y, pairs), x),
              1.1 * normalized_error("regress", y, rotated(x, y, pairs), x))
        << pairs;
}

TEST(NetworkAttack, LearnsToUndoADistortion) {
  const theory::Distortion law{.hidden = 30, .out = 12};
  const Matrix x = normals(2000, 3, 5), y = released(drawn(law, 3, 6), x);
  const double linear = normalized_error("regress", y, projected(x, y, 200), x),
               network = normalized_error("network", y, projected(x, y, 200), x);
  EXPECT_LT(network, 0.5 * linear);
}

TEST(NetworkAttack, FollowsACurve) {
  const Matrix x = normals(600, 1, 7), y = x.array().cube() / 3 + x.array();
  const Knowledge known = only_pairs(x.topRows(100), y.topRows(100));
  EXPECT_LT(normalized_error("network", y, known, x), 0.3 * normalized_error("regress", y, known, x));
}

TEST(NetworkAttack, DoesNotDependOnUnits) {
  const Matrix x = normals(400, 3, 8), y = x.array().cube() + x.array();
  const Vector units = Eigen::Vector3d(1e6, 1, 1e-3);
  const Knowledge known = only_pairs(x.topRows(60), y.topRows(60)),
                  scaled = only_pairs(x.topRows(60) * units.asDiagonal(), y.topRows(60) * units.asDiagonal());
  EXPECT_NEAR(normalized_error("network", y * units.asDiagonal(), scaled, x * units.asDiagonal()) /
                  normalized_error("network", y, known, x),
              1, 0.05);
}

TEST(NetworkAttack, SaysThatAFewPairsAreTooFew) {
  const Matrix x = normals(20, 3, 9);
  const Knowledge known = only_pairs(x.topRows(9), x.topRows(9));
  const Outcome outcome = learn(find_attack("network"), gather(x, known), known, Params{}, random::Rng::from_seed(1));
  EXPECT_EQ(outcome.reason, "a network takes 10 known pairs at least, and there are 9");
}

}  // namespace network_test
}  // namespace guise::attacks
