// SPDX-License-Identifier: Apache-2.0
#include "jobs/attack.h"

#include "base/error.h"
#include "people.h"

namespace guise::jobs {
namespace attack_test {

using nlohmann::json;

using AttackJob = People;

TEST_F(AttackJob, TheSameSeedGivesTheSameGuess) {
  masked("rotate");
  AttackRequest request{.release = path("masked.csv"), .out = path("guess.csv"), .with = "guess", .truth = path("people.csv")};
  request.seed = 7;
  const json one = to_json(run(request, Work{}), Detail::full);
  const std::string first = bytes("guess.csv");
  EXPECT_EQ(to_json(run(request, Work{}), Detail::full), one);
  EXPECT_EQ(bytes("guess.csv"), first);
  request.seed = 8;
  run(request, Work{});
  EXPECT_NE(bytes("guess.csv"), first);
}

TEST_F(AttackJob, ASeedIsDrawnWhereThereIsNone) {
  masked("rotate");
  AttackRequest request{.release = path("masked.csv"), .out = path("guess.csv"), .with = "guess"};
  const AttackResult one = run(request, Work{}), other = run(request, Work{});
  EXPECT_NE(one.seed, other.seed);
  const std::string last = bytes("guess.csv");
  request.seed = other.seed;
  run(request, Work{});
  EXPECT_EQ(bytes("guess.csv"), last);
}

TEST_F(AttackJob, WritesOverNothingThatItReads) {
  masked();
  EXPECT_THROW(run(AttackRequest{.release = path("masked.csv"), .out = path("masked.csv"), .with = "mean"}, Work{}), Error);
}

}  // namespace attack_test
}  // namespace guise::jobs
