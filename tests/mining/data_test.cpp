// SPDX-License-Identifier: Apache-2.0
#include "mining/data.h"

#include <fstream>
#include <set>

#include "masked.h"
#include "mining/compare.h"
#include "mining/cross_validation.h"
#include "table/scratch.h"

namespace guise::mining {
namespace data_test {

using namespace testing;

/// A table of 3000 records with a label, as a file.
Data labelled(const table::Scratch& scratch, const std::function<std::string(int)>& label, bool number = false) {
  const std::string path = scratch / "labelled.csv";
  std::ofstream out(path);
  out << "a,b,what\n";
  for (int i = 0; i < 3000; ++i) out << i << "," << i % 7 << "," << label(i) << "\n";
  out.close();
  Data data;
  data.table = std::make_shared<const table::Table>(table::Table::open(path));
  data.name = "labelled.csv";
  data.selection.attributes = data.columns = {"a", "b"};
  data.label = read_label(data, "what", number);
  data.selection.kept = {"what"};
  return data;
}

TEST(Data, ReadsRecordsWithTheirClasses) {
  const table::Scratch scratch;
  const Data data = labelled(scratch, [](int i) { return i % 3 == 0 ? "10" : i % 3 == 1 ? "9" : "none"; });
  EXPECT_EQ(data.label->classes, (std::vector<std::string>{"9", "10", "none"}));  // numbers by size, then words
  const Records all = read(data);
  EXPECT_EQ(all.rows.rows(), 3000);
  EXPECT_EQ(all.rows(2999, 0), 2999);
  EXPECT_EQ(all.classes[0], 1);
  EXPECT_EQ(all.classes[2999], 2);
}

TEST(Data, ReadsNumbersAsATarget) {
  const table::Scratch scratch;
  const Records all = read(labelled(
      scratch, [](int i) { return std::to_string(i * 0.5); }, true));
  EXPECT_EQ(all.target(7), 3.5);
}

TEST(Data, RefusesLabelsThatCannotBeLearnt) {
  const table::Scratch scratch;
  const auto refused = [&](const std::function<std::string(int)>& label, const std::string& why) {
    try {
      labelled(scratch, label);
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
      return;
    }
    FAIL() << why;
  };
  refused([](int) { return "same"; }, "one class only ('same')");
  refused([](int i) { return i == 5 ? "" : "x" + std::to_string(i % 2); }, "of record 6 is missing");
  refused([](int i) { return "p" + std::to_string(i); }, "more than 1000");
}

TEST(Data, CutsFoldsThatTogetherAreEverything) {
  const Data all = plain(correlated(5000, 2, 1));
  const random::Rng split = random::Rng::from_seed(1);
  std::set<std::int64_t> seen;
  for (int number = 0; number < 5; ++number) {
    const Records held = read(fold_of(all, 5, number, true, split)), rest = read(fold_of(all, 5, number, false, split));
    EXPECT_EQ(held.rows.rows() + rest.rows.rows(), 5000);
    EXPECT_NEAR(static_cast<double>(held.rows.rows()), 1000, 120);
    for (const std::int64_t each : held.numbers) EXPECT_TRUE(seen.insert(each).second);
  }
  EXPECT_EQ(seen.size(), 5000u);
}

TEST(Data, GivesTheSameMomentsFromAFileAndFromMemory) {
  const table::Scratch scratch;
  const Data data = labelled(scratch, [](int i) { return i % 2 == 0 ? "x" : "y"; });
  EXPECT_EQ(moments(data).covariance(), moments(in_memory(read(data), {"a", "b"})).covariance());
}

TEST(CrossValidation, ScoresWhatWasNotLearntFrom) {
  Records records{.rows = correlated(400, 2, 2)};
  for (int i = 0; i < 400; ++i) records.classes.push_back(i % 2);
  const Data data = in_memory(std::move(records), {"a", "b"}, Label{"c", {"even", "odd"}});
  std::int64_t largest = 0;
  const Validation scored = cross_validate(data, 4, random::Rng::from_seed(1), [&](const Data& training) {
    largest = std::max(largest, static_cast<std::int64_t>(read(training).rows.rows()));
    Model model;
    model.apply = [](const MatrixRef& rows) { return Matrix(Matrix::Zero(rows.rows(), 1)); };
    return model;
  });
  EXPECT_LT(largest, 340);  // a quarter is left out each time
  EXPECT_EQ(scored.confusion.sum(), 400);
  EXPECT_EQ(scored.accuracy(), 0.5);
}

// Two ways to group six records; sklearn.metrics.adjusted_rand_score([0,0,0,1,1,1], [0,0,1,1,2,2]) = 0.24242424242424243.
TEST(Grouping, HasTheKnownAdjustedRandIndex) {
  Matrix together = Matrix::Zero(2, 3);
  together << 2, 1, 0, 0, 1, 2;
  EXPECT_NEAR(agreement_of(together).adjusted_rand, 0.24242424242424243, 1e-15);
  EXPECT_NEAR(agreement_of(together).error, 2.0 / 6, 1e-15);
  EXPECT_EQ(agreement_of(Matrix::Constant(1, 1, 5)).adjusted_rand, 1);
}

}  // namespace data_test
}  // namespace guise::mining
