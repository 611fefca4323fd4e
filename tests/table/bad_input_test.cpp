// SPDX-License-Identifier: Apache-2.0
// Every bad input gets one sentence that says what is wrong and whose fault it is.
#include <sys/stat.h>

#include "scratch.h"
#include "table/json_depth.h"

namespace guise::table {
namespace bad_input_test {

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
  EXPECT_SAYS(sentence_of([&] { Table::open("table.xyz"); }), "use .csv, .tsv, .csv.gz, .parquet");
  EXPECT_SAYS(sentence_of([&] { Table::open(scratch / "none*.parquet"); }), "names are no patterns");
}

// Each of them looked for among all would take minutes.
TEST(BadInput, OfManyColumnsIsReadInSeconds) {
  const Scratch scratch;
  std::string file = "\x93NUMPY";
  file += std::string("\x01\0\x50\0", 4) +
          fmt::format("{:<80}", "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 300000), }");
  file += std::string(300'000, '\1') + std::string(300'000, '\2');
  const Table table = Table::open(scratch.put("wide.npy", file));
  const Matrix values = read_all(table, {.attributes = table.schema().names()});
  EXPECT_EQ(values.col(299'999), (Vector(2) << 1, 2).finished());
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

TEST(BadInput, ThatIsAPipeIsRefusedAndNotWaitedFor) {
  const Scratch scratch;
  for (const std::string ending : {".csv", ".csv.gz", ".parquet", ".json", ".npy", ".fvecs", ".duckdb"}) {
    const std::string pipe = scratch / ("pipe" + ending);
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_SAYS(sentence_of([&] { Table::open(pipe); }), "is not a regular file; pass '-'");
  }
}

std::string npy(const std::string& shape, const std::string& content, const std::string& type = "<f8") {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
  return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header + content;
}

TEST(BadInput, NpyHeadersAreHeldAgainstTheSizeOfTheFile) {
  const Scratch scratch;
  const std::string two(16, '\0');
  const auto refusal = [&](const std::string& shape) {
    return sentence_of([&] { Table::open(scratch.put("bad.npy", npy(shape, two))); });
  };
  EXPECT_EQ(Table::open(scratch.put("good.npy", npy("(1, 2)", two))).schema().columns.size(), 2u);
  EXPECT_EQ(Table::open(scratch.put("good.npy", npy("(2,)", two))).records(), 2);
  for (const char* shape : {"(1, 3)", "(3, 1)", "(1, 2305843009213693952)", "(2305843009213693952, 1)",
                            "(4294967296, 4294967296)", "(9223372036854775807, 9223372036854775807)"})
    EXPECT_SAYS(refusal(shape), "is cut off");
  for (const char* shape :
       {"(-1, 8)", "(1, -2)", "(9223372036854775808, 1)", "(1, 2", "(1 2)", "1, 2)", "(1, 2x)", "(1.5, 2)", "(0x1, 2)", "None"})
    EXPECT_SAYS(refusal(shape), "gives no shape");
  for (const char* shape : {"(0, 2)", "(2, 0)"}) EXPECT_SAYS(refusal(shape), "has no records");
  for (const char* shape : {"()", "(1, 1, 2)"}) EXPECT_SAYS(refusal(shape), "dimensions");
}

/// A file that claims much and takes nothing of the disk.
std::string sparse(const Scratch& scratch, const std::string& name, const std::string& start, std::uintmax_t size) {
  std::string path = scratch.put(name, start);
  std::filesystem::resize_file(path, size);
  return path;
}

TEST(BadInput, WithMoreColumnsThanATableHasIsRefused) {
  const Scratch scratch;
  const std::string vector("\xff\xff\xff\x7f", 4);  // 2^31 - 1 numbers
  EXPECT_SAYS(sentence_of([&] { Table::open(sparse(scratch, "long.fvecs", vector, std::uintmax_t{1} << 33)); }),
              "claims 2147483647 columns, and guise reads at most 1000000");
  EXPECT_SAYS(sentence_of([&] { Table::open(scratch.put("short.fvecs", vector + "12345678")); }), "is not a .fvecs file");
  EXPECT_SAYS(sentence_of([&] {
                Table::open(sparse(scratch, "long.npy", npy("(1, 1000000000)", "", "|u1"), std::uintmax_t{1} << 31));
              }),
              "claims 1000000000 columns");
  EXPECT_SAYS(
      sentence_of([&] {
        Table::open(sparse(scratch, "head.npy", std::string("\x93NUMPY\x02\0\xff\xff\xff\xff", 12), std::uintmax_t{1} << 33));
      }),
      "its header claims 4294967295 bytes");
  EXPECT_SAYS(sentence_of([&] { Table::query("SELECT range(1000001) AS v"); }), "claims 1000001 columns");
}

TEST(BadInput, JsonThatIsNestedTooDeepIsRefused) {
  const Scratch scratch;
  const auto lists = [](std::size_t levels) {
    return "[{\"a\": 1, \"b\": " + std::string(levels, '[') + "7" + std::string(levels, ']') + "}]";
  };
  EXPECT_EQ(Table::open(scratch.put("good.json", lists(kJsonDepth - 2))).records(), std::nullopt);
  for (const std::size_t levels : {kJsonDepth - 1, std::size_t{20'000}, std::size_t{2'000'000}})
    EXPECT_SAYS(sentence_of([&] { Table::open(scratch.put("deep.json", lists(levels))); }), "nested more than 64 levels deep");
  std::string objects;
  for (int i = 0; i < 5000; ++i) objects += "{\"a\":";
  EXPECT_SAYS(sentence_of([&] { Table::open(scratch.put("objects.json", objects + "1" + std::string(5000, '}'))); }),
              "nested more than");
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
  EXPECT_SAYS(refusal({"name"}, {}), "‘keep=name’");
  EXPECT_SAYS(refusal({"day"}, {}), "of type DATE");
  EXPECT_SAYS(refusal({"flag"}, {}), "of type BOOLEAN");
  EXPECT_SAYS(refusal({"wieght"}, {}), "people.csv has no column 'wieght'; did you mean 'weight'?");
  EXPECT_SAYS(refusal({}, {"nmae"}), "did you mean 'name'?");
  EXPECT_SAYS(refusal({"qqqqqqqqq"}, {}), "it has id, weight, name, day and flag");
  EXPECT_SAYS(refusal({"id", "id"}, {}), "‘columns’ names column 'id' twice");
  EXPECT_SAYS(refusal({}, {"id", "id"}), "‘keep’ names column 'id' twice");
  EXPECT_SAYS(refusal({"id"}, {"id"}), "both ‘columns’ and ‘keep’");
  EXPECT_SAYS(refusal({}, {"id", "weight"}), "no numeric column left");
  EXPECT_SAYS(sentence_of([&] { read_all(table, {.attributes = {"wieght"}}); }), "did you mean 'weight'?");
}

}  // namespace bad_input_test
}  // namespace guise::table
