// SPDX-License-Identifier: Apache-2.0
#include "jobs/mask.h"

#include "base/error.h"
#include "people.h"

namespace guise::jobs {
namespace mask_test {

using nlohmann::json;

using MaskJob = People;

TEST_F(MaskJob, WritesReleaseCardKeyAndLedger) {
  const MaskResult result = masked();
  for (const char* ending : {"", ".card.json", ".key", ".key.ledger", ".key.anchor"})
    EXPECT_TRUE(std::filesystem::exists(path("masked.csv") + ending)) << ending;
  EXPECT_EQ(json::parse(bytes("masked.csv.card.json")), to_json(result, Detail::full));
  EXPECT_EQ(result.new_key, path("masked.csv.key"));
  EXPECT_EQ(std::filesystem::status(result.new_key).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(MaskJob, TellsOfEarlierReleasesAtOnceAndInItsResult) {
  masked();
  MaskRequest request;
  request.in.path = path("people.csv");
  request.out = path("again.csv");
  request.mask = "noise(snr=3)";
  request.key = path("masked.csv.key");
  std::vector<std::string> told;
  Work work;
  work.warn = [&](const std::string& warning) { told.push_back(warning); };
  const MaskResult result = run(request, work);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings, told);
  EXPECT_NE(told[0].find("released before with this key"), std::string::npos) << told[0];
}

}  // namespace mask_test
}  // namespace guise::jobs
