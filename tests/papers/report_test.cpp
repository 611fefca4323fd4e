// SPDX-License-Identifier: Apache-2.0
#include "papers/report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "base/error.h"
#include "papers/summary.h"

namespace guise::papers {
namespace report_test {

TEST(Criterion, IncludesItsEndsAndFailsOnNan) {
  Report report;
  report.check("", "", at_most(2), 2);
  report.check("", "", at_most(2), 2.001);
  report.check("", "", at_least(2), 2);
  report.check("", "", at_least(2), 1.999);
  report.check("", "", within(-10, 0.1), -10.9);
  report.check("", "", within(-10, 0.1), -11.1);
  report.check("", "", near(1, 0.5), 0.5);
  report.check("", "", between(1, 2), std::nan(""));
  std::vector<bool> passes;
  for (const Row& row : report.rows) passes.push_back(row.pass.value());
  EXPECT_EQ(passes, (std::vector<bool>{true, false, true, false, true, false, true, false}));
}

TEST(Report, PassesUnlessARowFails) {
  Report report;
  report.inform("a", "", "", "1");
  EXPECT_TRUE(report.passed());
  report.check("b", "", at_most(1), 0);
  EXPECT_TRUE(report.passed());
  report.check("c", "", at_most(1), 2);
  EXPECT_FALSE(report.passed());
}

TEST(Number, HasThreeDigitsWhateverItsSize) {
  EXPECT_EQ(number(0.3534), "0.353");
  EXPECT_EQ(number(12.94), "12.9");
  EXPECT_EQ(number(1.2e-9), "1.2e-09");
  EXPECT_EQ(number(0), "0");
  EXPECT_EQ(number(-7.43), "-7.43");
  EXPECT_EQ(number(20000), "20000");
  EXPECT_EQ(numbers({1, 0.5}), "1.00 0.500");
}

TEST(Order, IsStrict) {
  EXPECT_TRUE(rising({1, 2, 3}));
  EXPECT_FALSE(rising({1, 1, 3}));
  EXPECT_TRUE(falling({3, 2, 1}));
  EXPECT_FALSE(falling({3, 2, 2}));
}

constexpr Experiment kSample = {
    .name = "000-sample", .paper = "a paper", .title = "a title", .claim = "a < b.", .run = nullptr};

Result sample() {
  Result result{&kSample, {}};
  result.report.check("a ± b", "says", at_most(1), 0.5);
  result.report.check("other", "", at_least(1), 0.5);
  result.report.skipped.emplace_back("no file");
  result.report.plots.push_back({.name = "000-plot", .title = "t", .x_label = "x", .y_label = "y", .series = {}});
  return result;
}

TEST(Summary, TextAlignsItsColumnsByLetters) {
  EXPECT_EQ(table_text(sample()),
            "000-sample  a title [a paper]\n"
            "  what   paper  expected    measured  pass\n"
            "  a ± b  says   at most 1   0.500     yes\n"
            "  other         at least 1  0.500     NO\n"
            "  not run: no file\n");
}

TEST(Summary, VerdictNamesWhatWasNotMet) {
  const Result results[] = {sample()};
  EXPECT_EQ(verdict(results), "1 of 2 criteria met; not met: 000-sample: other");
  EXPECT_EQ(verdict({}), "0 of 0 criteria met");
}

TEST(Summary, FolderGetsAPageWithEverythingAndThePlots) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "guise-papers" / "deep";
  const Result results[] = {sample()};
  write_results(folder, results, how_run(7, 0.5));
  std::ifstream file(folder / "index.html");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const char* part :
       {"000-sample", "a &lt; b.", "at most 1<", "<svg", "Not run: no file", "1 of 2 criteria met", "Seed 7, effort 0.5."}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  EXPECT_TRUE(std::filesystem::exists(folder / "000-plot.svg"));
  std::filesystem::remove_all(folder.parent_path());
}

TEST(Summary, FolderThatCannotBeMadeIsNamed) {
  const Result results[] = {sample()};
  try {
    write_results("/dev/null/papers", results, "");
    FAIL() << "must be refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("/dev/null/papers"), std::string::npos);
    EXPECT_EQ(error.fault(), Fault::environment);
  }
}

}  // namespace report_test
}  // namespace guise::papers
