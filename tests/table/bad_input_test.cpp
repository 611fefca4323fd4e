// SPDX-License-Identifier: Apache-2.0
// Every bad input gets one sentence that says what is wrong and whose fault it is.
#include "scratch.h"

namespace guise::table {
namespace {

TEST(BadInput, ThatCannotBeOpened) {
  const Scratch scratch;
  for (const std::string ending : {".csv", ".parquet", ".json", ".npy", ".fvecs", ".duckdb"}) {
    EXPECT_SAYS(sentence_of([&] { Table::open(scratch / ("missing" + ending)); }), "does not exist");
    EXPECT_SAYS(sentence_of([&] { Table::open(scratch.put("empty" + ending, "")); }), "is empty");
    std::filesystem::create_directory(scratch / ("folder" + ending));
    EXPECT_SAYS(sentence_of([&] { Table::open(scratch / ("folder" + ending)); }), "is a folder");
    if (::geteuid() == 0) continue;  // root reads everything
    const std::string locked = scratch.put("locked" + ending, "a\n1\n");
    std::filesystem::permissions(locked, std::filesystem::perms::none);
    EXPECT_SAYS(sentence_of([&] { Table::open(locked); }), "permission denied");
  }
  EXPECT_SAYS(sentence_of([&] { Table::open("table.xlsx"); }), "use .csv, .tsv, .parquet");
  EXPECT_SAYS(sentence_of([&] { Table::open(scratch / "none*.parquet"); }), "no file matches");
}

TEST(BadInput, ThatIsNoTable) {
  const Scratch scratch;
  std::string garbage;
  for (int i = 0; i < 4000; ++i) garbage += static_cast<char>((i * 2654435761u) >> 13);
  for (const std::string ending : {".csv", ".parquet", ".json", ".npy", ".fvecs", ".duckdb"}) {
    const std::string sentence = sentence_of([&] { Table::open(scratch.put("garbage" + ending, garbage)); });
    EXPECT_SAYS(sentence, "garbage" + ending);
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
  }
  EXPECT_SAYS(sentence_of([&] { Table::open(scratch.put("cut.parquet", "PAR1 and no more than that")); }), "cut.parquet");
  EXPECT_SAYS(sentence_of([&] { Table::open(scratch.put("cut.fvecs", std::string("\x02\0\0\0\0\0\0\0\0", 9))); }),
              "is not a .fvecs file");
}

TEST(BadInput, WithoutRecords) {
  const Scratch scratch;
  for (const std::string header : {"a,b,c\n", "a,b,c", "a\n", "a,b\n\n\n"}) {
    EXPECT_SAYS(sentence_of([&] { Table::open(scratch.put("head.csv", header)); }), "has no records");
  }
  EXPECT_SAYS(sentence_of([&] { Table::query("SELECT 1 AS a WHERE false"); }), "has no records");
  EXPECT_SAYS(sentence_of([&] { Table::from_matrix(Matrix(0, 1), {"a"}); }), "has no records");
}

TEST(BadInput, WithTwoColumnsOfOneName) {
  const Scratch scratch;
  EXPECT_SAYS(sentence_of([&] { Table::open(scratch.put("two.csv", "a,b,a\n1,2,3\n")); }), "two columns are named 'a'");
  EXPECT_SAYS(sentence_of([&] { Table::from_matrix(Matrix(2, 2), {"a", "a"}); }), "two columns named 'a'");
  EXPECT_SAYS(sentence_of([&] { Table::query("SELECT [1.0] AS v, 2 AS v_1"); }), "'v_1'");
}

TEST(BadInput, WithOneRecordOrOneColumnIsNotBad) {
  const Scratch scratch;
  EXPECT_EQ(read_all(Table::open(scratch.put("one.csv", "a\n7\n")), {.attributes = {"a"}})(0, 0), 7);
  EXPECT_EQ(read_all(Table::query("SELECT 7 AS a"), {.attributes = {"a"}})(0, 0), 7);
}

TEST(Attributes, AreAllNumericColumnsThatAreNotKept) {
  const Table table =
      Table::query("SELECT 1 AS id, 2.5 AS x, 'a' AS name, DATE '2020-01-01' AS day, true AS flag, 3::FLOAT AS y");
  const Schema& schema = table.schema();
  EXPECT_EQ(choose_attributes(schema, {}, {}, "t"), (std::vector<std::string>{"id", "x", "y"}));
  EXPECT_EQ(choose_attributes(schema, {}, {"id", "name"}, "t"), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(choose_attributes(schema, {"y", "x"}, {"id"}, "t"), (std::vector<std::string>{"y", "x"}));
}

TEST(Attributes, ThatCannotBeAreRefusedWithAdvice) {
  const Table table = Table::query("SELECT 1 AS id, 2.5 AS weight, 'a' AS name, DATE '2020-01-01' AS day, true AS flag");
  const auto refusal = [&](const std::vector<std::string>& wanted, const std::vector<std::string>& kept) {
    return sentence_of([&] { choose_attributes(table.schema(), wanted, kept, "people.csv"); });
  };
  EXPECT_SAYS(refusal({"name"}, {}), "column 'name' holds text");
  EXPECT_SAYS(refusal({"name"}, {}), "--keep name");
  EXPECT_SAYS(refusal({"day"}, {}), "of type DATE");
  EXPECT_SAYS(refusal({"flag"}, {}), "of type BOOLEAN");
  EXPECT_SAYS(refusal({"wieght"}, {}), "people.csv has no column 'wieght'; did you mean 'weight'?");
  EXPECT_SAYS(refusal({}, {"nmae"}), "did you mean 'name'?");
  EXPECT_SAYS(refusal({"qqqqqqqqq"}, {}), "it has id, weight, name, day and flag");
  EXPECT_SAYS(refusal({"id", "id"}, {}), "--columns names column 'id' twice");
  EXPECT_SAYS(refusal({}, {"id", "id"}), "--keep names column 'id' twice");
  EXPECT_SAYS(refusal({"id"}, {"id"}), "both --columns and --keep");
  EXPECT_SAYS(refusal({}, {"id", "weight"}), "no numeric column left");
  EXPECT_SAYS(sentence_of([&] { read_all(table, {.attributes = {"wieght"}}); }), "did you mean 'weight'?");
}

}  // namespace
}  // namespace guise::table
