// SPDX-License-Identifier: Apache-2.0
// schema/request.schema.json is the table of fields, written out.
#include <gtest/gtest.h>

#include <fstream>

#include "jobs/job.h"

namespace guise::jobs {
namespace schema_test {

TEST(RequestSchema, OnDiskIsWhatTheFieldsSay) {
  std::ifstream file(GUISE_SOURCE "/schema/request.schema.json");
  const nlohmann::json written = nlohmann::json::parse(file, nullptr, false);
  EXPECT_EQ(written, request_schema()) << "schema/request.schema.json must be:\n" << request_schema().dump(2);
}

}  // namespace schema_test
}  // namespace guise::jobs
