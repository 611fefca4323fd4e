// SPDX-License-Identifier: Apache-2.0
// The name of a table is taken as it is, and its digest is that of the file that is read.
#include <algorithm>

#include "scratch.h"
#include "table/duckdb_session.h"

namespace guise::table {
namespace literal_names_test {

constexpr Bytes32 kSecret = {7};

class LiteralNames : public ::testing::TestWithParam<std::string> {
 protected:
  static void write(const std::string& path, double value) {
    copy(matrix_table(Matrix::Constant(3, 1, value)), {.attributes = names_of(1)}, path);
  }
  static double read(const std::string& path) { return read_all(Table::open(path), {.attributes = names_of(1)})(2, 0); }
};

TEST_P(LiteralNames, HoldTheCharactersOfPatterns) {
  const Scratch scratch;
  write(scratch / ("d1" + GetParam()), 1);
  for (const std::string name : {"d[1]", "d*", "d?", "[!x]1", "d[1-9]*", "it's d\\[1]"}) {
    const std::string path = scratch / (name + GetParam());
    EXPECT_SAYS(sentence_of([&] { Table::open(path); }), "does not exist");
    write(path, 2);
    EXPECT_EQ(read(path), 2) << path;
  }
}

TEST_P(LiteralNames, GiveTheDigestOfTheFileThatIsRead) {
  const Scratch scratch;
  const std::string path = scratch / ("d[1]" + GetParam()), other = scratch / ("d1" + GetParam());
  write(path, 2);
  write(other, 1);
  const Bytes32 digest = Table::open(path).digest(kSecret);
  write(other, 5);
  EXPECT_EQ(Table::open(path).digest(kSecret), digest);
  write(path, 3);
  EXPECT_NE(Table::open(path).digest(kSecret), digest);
}

TEST_P(LiteralNames, AnotherFileThatTakesTheNameIsNotRead) {
  const Scratch scratch;
  const std::string path = scratch / ("a" + GetParam()), other = scratch / ("b" + GetParam());
  write(path, 1);
  write(other, 2);
  const Table table = Table::open(path);
  const Bytes32 digest = table.digest(kSecret);
  std::filesystem::rename(other, path);
  EXPECT_EQ(read_all(table, {.attributes = names_of(1)})(0, 0), 1);
  EXPECT_EQ(table.digest(kSecret), digest);
}

INSTANTIATE_TEST_SUITE_P(Formats, LiteralNames,
                         ::testing::Values(".csv", ".tsv", ".parquet", ".json", ".jsonl", ".npy", ".fvecs", ".duckdb"));

TEST(LiteralNames, OfCompressedAndUnusualCsv) {
  const Scratch scratch;
  // "a,b\n1,2\n3,4\n" and "a,b\n5,6\n7,8\n", compressed by gzip -n.
  scratch.put("d1.csv.gz", std::string("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x4b\xd4\x49\xe2\x32\xd4\x31\xe2\x32\xd6\x31"
                                       "\xe1\x02\x00\xe5\xe9\xd6\xce\x0c\x00\x00\x00",
                                       32));
  const Table packed =
      Table::open(scratch.put("d[1].csv.gz", std::string("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x4b\xd4\x49\xe2\x32\xd5\x31"
                                                         "\xe3\x32\xd7\xb1\xe0\x02\x00\x52\x7d\xda\xf2\x0c\x00\x00\x00",
                                                         32)));
  EXPECT_EQ(read_all(packed, {.attributes = {"b"}})(1, 0), 8);
  scratch.put("e1.csv", "# a remark\na,b\n1,2\n3,4\n");
  const Table unusual = Table::open(scratch.put("e[1].csv", "# a remark\na,b\n5,6\n7,8\n"));
  EXPECT_EQ(read_all(unusual, {.attributes = {"b"}})(1, 0), 8);
}

TEST(LiteralNames, ErrorsNameTheFileAndNoDescriptor) {
  const Scratch scratch;
  for (const std::string name : {"bad.json", "bad.parquet", "bad.csv.gz", "bad.duckdb"}) {
    const std::string sentence = sentence_of([&] { Table::open(scratch.put(name, "PAR1 {\"a\": 1} {\"a\": and no more")); });
    EXPECT_SAYS(sentence, name);
    EXPECT_EQ(sentence.find("/proc/"), std::string::npos) << sentence;
  }
}

TEST(Databases, AreReadWithNothingBesideThem) {
  const Scratch scratch;
  const std::string csv = scratch.put("private.csv", "a\n1\n"), path = scratch / "db.duckdb";
  {
    const Session session(1);
    session.run(fmt::format("ATTACH {} AS d; CREATE TABLE d.t AS SELECT 1 AS a; CREATE VIEW d.w AS SELECT * FROM {}; DETACH d",
                            quote_text(path), quote_text(csv)),
                "test");
  }
  EXPECT_EQ(read_all(Table::open(path + ":t"), {.attributes = {"a"}})(0, 0), 1);
  EXPECT_SAYS(sentence_of([&] { Table::open(path + ":w"); }), "private.csv");
}

}  // namespace literal_names_test
}  // namespace guise::table
