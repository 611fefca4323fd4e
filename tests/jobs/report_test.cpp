// SPDX-License-Identifier: Apache-2.0
// What the job refuses; what it writes is in tests/cli/report.test.
#include "jobs/report.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"

namespace guise::jobs {
namespace report_test {

std::string refusal(const std::string& document) {
  const std::string file = ::testing::TempDir() + "guise-report-test.json";
  std::ofstream(file) << document;
  try {
    run(ReportRequest{.document = file, .out = file + ".html"}, {});
  } catch (const Error& error) {
    const std::string said = error.what();
    return said.substr(said.find(".json") + 5);
  }
  return "";
}

TEST(Report, RefusesOtherFormatsByName) {
  EXPECT_EQ(refusal(R"({"guise_audit": 99})"),
            " has format 99, which a newer guise wrote; this version reads format 3. Make the page with the newer one");
  EXPECT_EQ(
      refusal(R"({"guise_audit": 2})"),
      " has format 2, which an older guise wrote, and this page shows format 3. Run the audit again: its command is in the "
      "file");
}

TEST(Report, RefusesWhatIsNoAudit) {
  EXPECT_EQ(refusal("[]"), " is not the audit.json of an audit (‘out’ of an audit writes one)");
  EXPECT_EQ(refusal(R"({"guise_audit": "3"})"), " is not the audit.json of an audit (‘out’ of an audit writes one)");
  EXPECT_EQ(refusal(R"({"guise_audit": 3})"), " has no field 'table', which every audit.json has; run the audit again");
  EXPECT_EQ(refusal(R"({"guise_audit_summary": 1})"),
            " is the summary of an audit; the page takes audit.json from the folder of a report (‘out’ of an audit)");
  EXPECT_NE(refusal("{"), "");
}

}  // namespace report_test
}  // namespace guise::jobs
