// SPDX-License-Identifier: Apache-2.0
#include "jobs/measure.h"

#include "base/error.h"
#include "people.h"

namespace guise::jobs {
namespace measure_test {

using nlohmann::json;

using MeasureJob = People;

TEST_F(MeasureJob, DocumentsAndStructsGiveTheSameResult) {
  masked();
  const MeasureRequest request{.truth = path("people.csv"), .guess = path("masked.csv")};
  const json document{{"guise_request", 1}, {"job", "measure"}, {"truth", path("people.csv")}, {"guess", path("masked.csv")}};
  EXPECT_EQ(find_job("measure").run(document, Work{}, Detail::full), to_json(run(request, Work{}), Detail::full));
}

}  // namespace measure_test
}  // namespace guise::jobs
