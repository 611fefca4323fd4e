// SPDX-License-Identifier: Apache-2.0
// CSV as people write it.
#include <set>

#include "scratch.h"
#include "table/reader.h"

namespace guise::table {
namespace csv_test {

constexpr Bytes32 kSecret = {1, 2, 3};

Matrix column(std::initializer_list<double> values) {
  Matrix out(static_cast<Index>(values.size()), 1);
  Index i = 0;
  for (const double x : values) out(i++, 0) = x;
  return out;
}

TEST(Csv, ReadsNumbersInEveryNotation) {
  const Scratch scratch;
  const std::string path = scratch.put("n.csv",
                                       "a,b\n1,x\n+2.5,x\n -3 ,x\n\"4\",x\n5e2,x\n6.25E-1,x\n.5,x\n7.,x\n1e-400,x\n"
                                       "0.1000000000000000055511151231257827021181583404541015625,x\n");
  EXPECT_EQ(read_all(Table::open(path), {.attributes = {"a"}}), column({1, 2.5, -3, 4, 500, 0.625, 0.5, 7, 0, 0.1}));
}

TEST(Csv, TakesAnyLineEndAndBlankLinesAtTheEnd) {
  const Scratch scratch;
  for (const std::string text :
       {"a,b\n1,2\n3,4\n", "a,b\n1,2\n3,4", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r\n1,2\r\n3,4", "a,b\n1,2\n3,4\n\n\n",
        "\xEF\xBB\xBF"
        "a,b\n1,2\n3,4\n",
        "a;b\n1;2\n3;4\n", "a\tb\n1\t2\n3\t4\n", "a|b\n1|2\n3|4\n"}) {
    const Table table = Table::open(scratch.put("t.csv", text));
    EXPECT_EQ(table.schema().names(), (std::vector<std::string>{"a", "b"})) << text;
    EXPECT_EQ(read_all(table, {.attributes = {"a", "b"}}), (Matrix(2, 2) << 1, 2, 3, 4).finished()) << text;
  }
}

TEST(Csv, ReadsOneColumnAndNoHeader) {
  const Scratch scratch;
  EXPECT_EQ(read_all(Table::open(scratch.put("one.csv", "a\n1\n2\n")), {.attributes = {"a"}}), column({1, 2}));
  const Table table = Table::open(scratch.put("none.csv", "1,2\n3,4\n"));
  ASSERT_EQ(table.schema().numeric().size(), 2u);
  EXPECT_EQ(read_all(table, {.attributes = table.schema().numeric()}), (Matrix(2, 2) << 1, 2, 3, 4).finished());
}

TEST(Csv, ReadsUnusualDialectsThroughDuckdb) {
  const Scratch scratch;
  const Table comments = Table::open(scratch.put("c.csv", "# measured in May\n# by hand\na,b\n1,2\n3,4\n5,6\n"));
  EXPECT_EQ(read_all(comments, {.attributes = {"a", "b"}}), (Matrix(3, 2) << 1, 2, 3, 4, 5, 6).finished());
}

TEST(Csv, CountsQuotedLineBreaksAsText) {
  const Scratch scratch;
  std::string text = "id,note,x\n";
  for (int i = 0; i < 5000; ++i) text += fmt::format("{},\"line\nbreak, \"\"{}\"\"\",{}\n", i, i, i * 0.5);
  const Table table = Table::open(scratch.put("q.csv", text));
  for (const std::int64_t chunk : {1000, 65536}) {
    std::int64_t records = 0;
    table.scan({.attributes = {"x"}, .kept = {"note"}}, {.threads = 1, .chunk = chunk}, [&](const Chunk& c) {
      for (Index i = 0; i < c.records(); ++i) {
        EXPECT_EQ(c.values(i, 0), static_cast<double>(c.first_record + i) * 0.5);
        EXPECT_EQ(text_at(c.kept[0], i), fmt::format("line\nbreak, \"{}\"", c.first_record + i));
      }
      records += c.records();
    });
    EXPECT_EQ(records, 5000);
  }
}

TEST(Csv, TakesTheUsualWordsForMissing) {
  const Scratch scratch;
  const Table table = Table::open(scratch.put("m.csv", "a,b\n1,1\nNA,2\n,3\nnan,4\nN/A,5\nnull,6\n?,7\n2,8\n"));
  EXPECT_EQ(table.schema().columns[0].type, Type::integer);
  EXPECT_EQ(read_all(table, {.attributes = {"a", "b"}, .missing = Missing::drop}), (Matrix(2, 2) << 1, 1, 2, 8).finished());
}

// Two columns of one name were both looked for under it: one was read twice, the other kept whatever the memory held.
TEST(Csv, NamesThatAreMadeUpForEmptyOnesAreNoOthers) {
  const Scratch scratch;
  for (const char* header : {",column0,column0_", "a,,column1", "column1,,column1_"}) {
    const Table table = Table::open(scratch.put("made.csv", std::string(header) + "\n1,2,3\n4,5,6\n"));
    const std::vector<std::string> names = table.schema().names();
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 3u) << header;
    EXPECT_EQ(read_all(table, {.attributes = names}), (Matrix(2, 3) << 1, 2, 3, 4, 5, 6).finished()) << header;
  }
}

TEST(Csv, ColumnsOfTextAreLookedAtOnce) {
  const Scratch scratch;
  std::string names = "c0", line = "NA", other = "text";
  for (int j = 1; j < 300; ++j) {
    names += fmt::format(",c{}", j);
    line += j % 3 == 0 ? ",NA" : ",7";
    other += j % 2 == 0 ? ",x" : ",1.5";
  }
  const Table table = Table::open(scratch.put("texts.csv", fmt::format("{}\n{}\n{}\n{}\n", names, line, line, other)));
  EXPECT_EQ(table.schema().columns[1].type, Type::number);
  EXPECT_EQ(table.schema().columns[2].type, Type::number) << "one wrong cell among three";
  EXPECT_EQ(table.schema().columns[6].type, Type::text) << "missing but for a text";
}

TEST(Csv, NamesRowAndColumnOfTextAmongNumbers) {
  const Scratch scratch;
  std::string text = "age,weight\n";
  for (int i = 1; i <= 50'000; ++i) text += i == 45'678 ? "31,heavy\n" : "30,70.5\n";
  const std::string deep =
      sentence_of([&] { read_all(Table::open(scratch.put("deep.csv", text)), {.attributes = {"weight"}}); });
  EXPECT_SAYS(deep, "row 45678, column 'weight' holds 'heavy'");
  EXPECT_SAYS(deep, "‘keep=weight’");
  // Early enough for DuckDB to take the column for text.
  const Table early = Table::open(scratch.put("early.csv", "age,weight\n30,70\n31,heavy\n32,71\n33,72\n"));
  EXPECT_EQ(choose_attributes(early.schema(), {}, {}, early.name()), (std::vector<std::string>{"age", "weight"}));
  EXPECT_SAYS(sentence_of([&] { read_all(early, {.attributes = {"weight"}}); }), "row 2, column 'weight' holds 'heavy'");
}

TEST(Csv, NamesTheFirstOfSeveralMistakesWhateverTheThreads) {
  const Scratch scratch;
  std::string text = "x\n";
  for (int i = 1; i <= 60'000; ++i) text += i > 30'000 && i % 1000 == 7 ? "oops\n" : "1.5\n";
  const Table table = Table::open(scratch.put("many.csv", text));
  for (int run = 0; run < 5; ++run) {
    EXPECT_SAYS(sentence_of([&] { table.scan({.attributes = {"x"}}, {.threads = 2, .chunk = 1024}, [](const Chunk&) {}); }),
                "row 30007,");
  }
}

TEST(Csv, RefusesRowsOfAnotherLength) {
  const Scratch scratch;
  std::string text = "a,b\n";
  for (int i = 1; i <= 40'000; ++i) text += i == 30'000 ? "1\n" : i == 35'000 ? "1,2,3\n" : "1,2\n";
  const Table table = Table::open(scratch.put("short.csv", text));
  EXPECT_SAYS(sentence_of([&] {
                read_all(table, {.attributes = {"a", "b"}});
              }),
              "row 30000 has 1 field, but there are 2 columns");
  text.replace(text.find("\n1\n"), 3, "\n1,2\n");
  EXPECT_SAYS(sentence_of([&] { read_all(Table::open(scratch.put("long.csv", text)), {.attributes = {"b"}}); }),
              "row 35000 has more than 2");
}

TEST(Csv, NeverSkipsRowsToFindATable) {
  const Scratch scratch;
  std::string rows = "a,b,c\n";
  for (int i = 1; i <= 1999; ++i) rows += fmt::format("{},{},{}\n", i, i % 7, i * 0.5);
  const auto said = [&](const std::string& text) { return sentence_of([&] { Table::open(scratch.put("q.csv", text)); }); };
  EXPECT_SAYS(said(rows + "1,2,3,4\n"), "row 2000 has 4 fields, but the first line has 3");
  EXPECT_SAYS(said("a,b\n1,2\n3\n4,5,6\n"), "row 2 has 1 field, but the first line has 2");
  EXPECT_SAYS(said("a,b,c\n1,2,3\n1,2,3\n1\n1,2,3\n1,2,3\n"), "row 3 has 1 field,");
  EXPECT_SAYS(said("a,b,c\n1,2,3\n1,2,3\n1,2,3,4\n1,2,3\n1,2,3\n"), "row 3 has 4 fields,");
  EXPECT_SAYS(said("1,2,3\n1,2,3\n1,2,3,4\n1,2,3\n1,2,3\n"), "row 3 has 4 fields,");
  EXPECT_SAYS(said("Weights of 2020\na,b,c\n1,2,3\n4,5,6\n"), "remove what stands above the names");
  EXPECT_SAYS(said("# by hand\na,b\n1,2\n3,4\n5,6,7\n"), "row 3 has 3 fields, but the first line has 2");
}

TEST(Csv, LeavesOutRemarksAndBlankLinesAboveTheNames) {
  const Scratch scratch;
  const Matrix values = (Matrix(2, 2) << 1, 2, 3, 4).finished();
  for (const std::string top : {"\n\n", "# one\n# two\n", "# one, two\n# three\n"})
    EXPECT_EQ(read_all(Table::open(scratch.put("r.csv", top + "a,b\n1,2\n3,4\n")), {.attributes = {"a", "b"}}), values) << top;
}

TEST(Csv, ReadsDecimalCommasAsPointsAndSaysSo) {
  const Scratch scratch;
  std::string all = "a;b;c\n", some = "id;n;a\n", text = "id;where\n";
  for (int i = 10; i < 60; ++i) {
    all += fmt::format("{0},5;{0},25;1.{0}0,125\n", i);
    some += fmt::format("{0};x{0};{0},5\n", i);
    text += fmt::format("{};street {}, north\n", i, i);
  }
  for (const std::string& table : {all, some}) {
    const Table read = Table::open(scratch.put("d.csv", table));
    ASSERT_EQ(read.reader().notes().size(), 1U);
    EXPECT_SAYS(read.reader().notes()[0], "have decimal commas");
    EXPECT_EQ(read_all(read, {.attributes = {"a"}})(1, 0), 11.5);
  }
  EXPECT_EQ(read_all(Table::open(scratch.put("d.csv", all)), {.attributes = {"c"}})(0, 0), 1100.125)
      << "points divide thousands";
  EXPECT_EQ(Table::open(scratch.put("t.csv", text)).schema().numeric(), std::vector<std::string>{"id"}) << "texts may";
}

TEST(Csv, ReadsOtherEncodingsThanUtf8) {
  const Scratch scratch;
  const std::string wide{
      "\xFF\xFE"
      "a\0\n\0"
      "1\0\n\0",
      10},
      cut{"\xFF\xFE"
          "a\0\n\0"
          "\0\xD8",
          8};
  EXPECT_EQ(read_all(Table::open(scratch.put("w.csv", wide)), {.attributes = {"a"}})(0, 0), 1);
  EXPECT_SAYS(sentence_of([&] { Table::open(scratch.put("c.csv", cut)); }), "ends within a UTF-16 character");
  EXPECT_EQ(Table::open(scratch.put("l.csv",
                                    "gr\xF6\xDF"
                                    "e\n1\n2\n"))
                .schema()
                .names(),
            std::vector<std::string>{"größe"});
  EXPECT_EQ(Table::open(scratch.put("e.csv", "\x80\n1\n2\n")).schema().names(), std::vector<std::string>{"€"});
}

TEST(Csv, ComesThroughAPipe) {
  const Scratch scratch;
  const std::string path = scratch.put("in.csv", "a,b\n1,2\n3,4\n");
  const int saved = ::dup(STDIN_FILENO);
  std::FILE* file = std::fopen(path.c_str(), "r");
  ::dup2(::fileno(file), STDIN_FILENO);
  const Table table = Table::open("-");
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  std::fclose(file);
  EXPECT_EQ(table.digest(kSecret), Table::open(path).digest(kSecret));
  for (int pass = 0; pass < 2; ++pass) EXPECT_EQ(read_all(table, {.attributes = {"b"}}), column({2, 4}));
}

TEST(Csv, GoesToStandardOutput) {
  const Scratch scratch;
  const std::string path = scratch / "captured";
  std::fflush(stdout);
  const int saved = ::dup(STDOUT_FILENO);
  std::FILE* file = std::fopen(path.c_str(), "w");
  ::dup2(::fileno(file), STDOUT_FILENO);
  copy(matrix_table(column({1, 2.5})), {.attributes = {"x1"}}, "-");
  ::dup2(saved, STDOUT_FILENO);
  ::close(saved);
  std::fclose(file);
  EXPECT_EQ(slurp(path), "x1\n1\n2.5\n");
}

TEST(Csv, OfFiveThousandColumnsIsReadAndOfThirtyThousandRefused) {
  const Scratch scratch;
  const auto wide = [](int columns) {
    std::string names, row;
    for (int j = 0; j < columns; ++j) {
      names += fmt::format("{}c{}", j == 0 ? "" : ",", j);
      row += fmt::format("{}{}.5", j == 0 ? "" : ",", j);
    }
    return names + "\n" + row + "\n" + row + "\n";
  };
  const Table table = Table::open(scratch.put("wide.csv", wide(5000)));
  EXPECT_EQ(table.schema().columns.size(), 5000u);
  EXPECT_EQ(read_all(table, {.attributes = {"c4999"}})(1, 0), 4999.5);
  EXPECT_SAYS(sentence_of([&] { Table::open(scratch.put("wider.csv", wide(30'000))); }),
              "has about 30000 columns, and guise reads at most 20000");
}

}  // namespace csv_test
}  // namespace guise::table
