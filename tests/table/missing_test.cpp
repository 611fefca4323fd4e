// SPDX-License-Identifier: Apache-2.0
// Missing values under every policy, and the values no policy accepts.
#include "scratch.h"

namespace guise::table {
namespace missing_test {

constexpr const char* kHoles =
    "SELECT i::DOUBLE AS x, CASE WHEN i = 3000 THEN NULL WHEN i = 3001 THEN 'nan'::DOUBLE ELSE i * 2.0 END AS y, 'r' || i AS "
    "id "
    "FROM range(5000) t(i)";

class Policies : public ::testing::TestWithParam<std::string> {
 protected:
  Policies() : table_(Table::query(kHoles)) {
    // A missing value cannot pass through values; kept columns can be missing.
    Selection kept{.attributes = {"x"}, .kept = {"y", "id"}};
    copy(Table::query(kHoles), kept, scratch_ / ("in" + GetParam()));
    table_ = Table::open(scratch_ / ("in" + GetParam()));
  }
  Scratch scratch_;
  Table table_;
};

TEST_P(Policies, ErrorNamesTheFirstRowAndTheWayOut) {
  for (const bool any_run : {false, true}) {
    const std::string sentence = sentence_of([&] {
      table_.scan({.attributes = {"x", "y"}}, {.any_run = any_run}, [](const Chunk&) {});
    });
    EXPECT_SAYS(sentence, "row 3001, column 'y' is missing");
    EXPECT_SAYS(sentence, "‘missing=drop’");
    EXPECT_SAYS(sentence, "‘missing=mean’");
  }
  EXPECT_SAYS(sentence_of([&] {
                copy(table_, {.attributes = {"x", "y"}}, scratch_ / ("out" + GetParam()));
              }),
              "row 3001, column 'y'");
  EXPECT_EQ(scratch_.files(), 1u);
}

TEST_P(Policies, DropLeavesTheRecordsOutAndKeepsTheNumbersOfTheOthers) {
  const Selection drop{.attributes = {"x", "y"}, .kept = {"id"}, .missing = Missing::drop};
  std::atomic<int> dropped = 0;
  table_.scan(drop, {}, [&](const Chunk& chunk) {
    for (Index i = 0; i < chunk.records(); ++i) {
      EXPECT_EQ(chunk.values(i, 0), static_cast<double>(chunk.first_record + i));
      const bool gone = !chunk.dropped.empty() && chunk.dropped[static_cast<std::size_t>(i)];
      EXPECT_EQ(gone, chunk.first_record + i == 3000 || chunk.first_record + i == 3001);
      dropped += gone;
    }
  });
  EXPECT_EQ(dropped, 2);
  const Written written = copy(table_, drop, scratch_ / ("out" + GetParam()));
  EXPECT_EQ(written.records, 4998);
  const Table out = Table::open(scratch_ / ("out" + GetParam()));
  const Matrix values = read_all(out, {.attributes = {"x", "y"}});
  EXPECT_EQ(values, read_all(table_, drop));
  EXPECT_EQ(values(3000, 0), 3002);
  EXPECT_EQ(written.digest, digest_release(out, {.attributes = {"x", "y"}}, {}).digest);
  out.scan({.attributes = {"x"}, .kept = {"id"}}, {}, [](const Chunk& chunk) {
    for (Index i = 0; i < chunk.records(); ++i) EXPECT_EQ(text_at(chunk.kept[0], i), fmt::format("r{}", chunk.values(i, 0)));
  });
}

TEST_P(Policies, MeanFillsInWhatItIsGivenAndLeavesNaNUntilThen) {
  Selection mean{.attributes = {"x", "y"}, .missing = Missing::mean};
  const Matrix holes = read_all(table_, mean);
  EXPECT_TRUE(std::isnan(holes(3000, 1)) && std::isnan(holes(3001, 1)));
  mean.means = (Vector(2) << -1, -2).finished();
  const Matrix filled = read_all(table_, mean);
  EXPECT_EQ(filled.row(3000), (Eigen::RowVector2d(3000, -2)));
  EXPECT_EQ(filled.row(3001), (Eigen::RowVector2d(3001, -2)));
  const Written written = copy(table_, mean, scratch_ / ("out" + GetParam()));
  EXPECT_EQ(written.digest, digest_release(matrix_table(filled), {.attributes = names_of(2)}, {}).digest);
}

INSTANTIATE_TEST_SUITE_P(Formats, Policies, ::testing::Values(".csv", ".parquet", ".json", ".duckdb"));

TEST(Missing, NeverAcceptsInfinity) {
  const Scratch scratch;
  const Table csv = Table::open(scratch.put("i.csv", "a,b\n1,2\n3,-inf\n5,1e999\n"));
  const Table query = Table::query("SELECT unnest([1.0, 'infinity'::DOUBLE]) AS b");
  for (const Missing policy : {Missing::error, Missing::drop, Missing::mean}) {
    EXPECT_SAYS(sentence_of([&] { read_all(csv, {.attributes = {"b"}, .missing = policy}); }), "row 2, column 'b' is infinite");
    EXPECT_SAYS(sentence_of([&] { read_all(query, {.attributes = {"b"}, .missing = policy}); }),
                "row 2, column 'b' is infinite");
  }
}

TEST(Integers, ThatADoubleCannotHoldAreRefused) {
  const Scratch scratch;
  for (const std::string number : {"9007199254740993", "-9007199254740993", "123456789012345678901234567890"}) {
    const Table csv = Table::open(scratch.put("b.csv", "id,x\n1,1\n" + number + ",2\n"));
    if (csv.schema().columns[0].type == Type::integer) {
      EXPECT_SAYS(sentence_of([&] { read_all(csv, {.attributes = {"id"}}); }),
                  "row 2, column 'id' holds the whole number " + number);
    }
    const Table query = Table::query("SELECT unnest([1::HUGEINT, " + number + "::HUGEINT]) AS id");
    EXPECT_SAYS(sentence_of([&] { read_all(query, {.attributes = {"id"}}); }),
                "row 2, column 'id' holds an integer of 2^53 or more");
  }
  EXPECT_EQ(read_all(Table::query("SELECT 9007199254740991 AS id"), {.attributes = {"id"}})(0, 0), 9007199254740991.0);
}

TEST(Release, OfNumbersThatAreNotFiniteIsRefused) {
  const Scratch scratch;
  const auto spoil = [](Chunk& chunk) { chunk.values(7, 0) *= 1e308 * 10; };
  for (const std::string ending : {".csv", ".parquet"}) {
    EXPECT_SAYS(sentence_of([&] {
                  transform(matrix_table(Matrix::Ones(10, 1)), {.attributes = {"x1"}}, {},
                            {.path = scratch / ("o" + ending), .columns = {"y"}}, spoil);
                }),
                "not finite");
  }
  EXPECT_EQ(scratch.files(), 0u);
}

}  // namespace missing_test
}  // namespace guise::table
