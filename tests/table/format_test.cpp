// SPDX-License-Identifier: Apache-2.0
// What is written is read back with the same bits, whatever the format.
#include "scratch.h"

namespace guise::table {
namespace format_test {

constexpr Bytes32 kSecret = {1, 2, 3};

class EveryFormat : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryFormat, GivesBackTheBitsThatWereWritten) {
  const Scratch scratch;
  Matrix values = awkward_numbers(5000, 3);
  const bool floats = GetParam() == ".fvecs";
  if (floats) values = values.cast<float>().cast<double>();
  const std::string path = scratch / ("out" + GetParam());
  const Written written = copy(matrix_table(values), {.attributes = names_of(3)}, path);
  EXPECT_EQ(written.records, 5000);
  const Table table = Table::open(path);
  EXPECT_EQ(table.schema().numeric(), names_of(3));
  const Matrix back = read_all(table, {.attributes = names_of(3)});
  ASSERT_EQ(back.rows(), 5000);
  EXPECT_TRUE((back.array() == values.array()).all());
  EXPECT_EQ(scratch.files(), 1u) << "nothing else is left in the folder";
}

TEST_P(EveryFormat, HasTheDigestOfItsValues) {
  const Scratch scratch;
  const Matrix values = awkward_numbers(3000, 2).cast<float>().cast<double>();
  const Selection all{.attributes = names_of(2)};
  const std::string path = scratch / ("out" + GetParam());
  const Written written = copy(matrix_table(values), all, path);
  EXPECT_EQ(written.digest, digest_release(matrix_table(values), all, {}).digest);
  EXPECT_EQ(written.digest, digest_release(Table::open(path), all, {.threads = 1, .chunk = 1000}).digest);
}

TEST_P(EveryFormat, KnowsThatAnotherTableHasAnotherDigest) {
  const Scratch scratch;
  Matrix values = awkward_numbers(50, 2);
  const std::string one = scratch / ("one" + GetParam()), two = scratch / ("two" + GetParam());
  copy(matrix_table(values), {.attributes = names_of(2)}, one);
  values(49, 1) += 1;
  copy(matrix_table(values), {.attributes = names_of(2)}, two);
  EXPECT_EQ(Table::open(one).digest(kSecret), Table::open(one).digest(kSecret));
  EXPECT_NE(Table::open(one).digest(kSecret), Table::open(two).digest(kSecret));
}

TEST_P(EveryFormat, RefusesToBecomeItsOwnInput) {
  const Scratch scratch;
  const std::string path = scratch / ("same" + GetParam());
  copy(matrix_table(awkward_numbers(10, 2)), {.attributes = names_of(2)}, path);
  const std::string before = slurp(path);
  const Table table = Table::open(path);
  EXPECT_SAYS(sentence_of([&] { copy(table, {.attributes = names_of(2)}, path); }), "both input and output");
  EXPECT_EQ(slurp(path), before);
}

INSTANTIATE_TEST_SUITE_P(Every, EveryFormat,
                         ::testing::Values(".csv", ".tsv", ".parquet", ".json", ".jsonl", ".npy", ".fvecs", ".duckdb",
                                           ".duckdb:people"));

TEST(Integers, AreWrittenWithoutAPoint) {
  const Scratch scratch;
  const Matrix values = (Matrix(3, 2) << 1, 0.5, -20, 1.5, 9007199254740991.0, 2).finished();
  for (const std::string ending : {".csv", ".json", ".parquet", ".duckdb"}) {
    const std::string path = scratch / ("whole" + ending);
    copy(matrix_table(values), {.attributes = names_of(2)}, path, {}, {true, false});
    const Table table = Table::open(path);
    EXPECT_EQ(table.schema().columns[0].type, Type::integer) << ending;
    EXPECT_EQ(table.schema().columns[1].type, Type::number) << ending;
    EXPECT_EQ(read_all(table, {.attributes = names_of(2)}), values) << ending;
  }
  EXPECT_EQ(slurp(scratch / "whole.csv"), "x1,x2\n1,0.5\n-20,1.5\n9007199254740991,2\n");
}

TEST(Npy, ReadsWhatNumPyWritesInEitherOrder) {
  // numpy.save of [[1, 2, 3], [4, 5, 6]] as int16 in C order, and as float32 with order='F'.
  const Scratch scratch;
  const auto file = [&](const std::string& name, std::string header, const std::string& data) {
    header.resize(117, ' ');
    return scratch.put(name, std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n" + data);
  };
  const std::int16_t by_rows[] = {1, 2, 3, 4, 5, 6};
  const float by_columns[] = {1, 4, 2, 5, 3, 6};
  const std::string c = file("c.npy", "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }",
                             std::string(reinterpret_cast<const char*>(by_rows), sizeof(by_rows)));
  const std::string f = file("f.npy", "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }",
                             std::string(reinterpret_cast<const char*>(by_columns), sizeof(by_columns)));
  const Matrix expected = (Matrix(2, 3) << 1, 2, 3, 4, 5, 6).finished();
  EXPECT_EQ(read_all(Table::open(c), {.attributes = names_of(3)}), expected);
  EXPECT_EQ(read_all(Table::open(f), {.attributes = {"x3", "x1"}}), (Matrix(2, 2) << 3, 1, 6, 4).finished());
  EXPECT_EQ(Table::open(c).schema().columns[0].type, Type::integer);
}

TEST(Vectors, AreReadByAnyColumnsInAnyOrder) {
  const Scratch scratch;
  const Matrix values = awkward_numbers(1061, 40).cast<float>().cast<double>();
  for (const std::string ending : {".npy", ".fvecs"}) {
    const std::string path = scratch / ("wide" + ending);
    copy(matrix_table(values), {.attributes = names_of(40)}, path);
    const Matrix some = read_all(Table::open(path), {.attributes = {"x40", "x3", "x17"}});
    EXPECT_EQ(some, (Matrix(1061, 3) << values.col(39), values.col(2), values.col(16)).finished()) << ending;
  }
}

TEST(Vectors, RefuseNumbersTooLargeForSinglePrecision) {
  const Scratch scratch;
  const Matrix values = (Matrix(2, 2) << 1, 2, 3, 1e39).finished();
  EXPECT_SAYS(sentence_of([&] { copy(matrix_table(values), {.attributes = names_of(2)}, scratch / "large.fvecs"); }),
              "column 'x2' of");
  EXPECT_EQ(scratch.files(), 0u);
}

TEST(Lists, AreMatrices) {
  const Scratch scratch;
  for (const std::string type : {"DOUBLE[]", "FLOAT[3]", "INTEGER[]"}) {
    const Table table = Table::query("SELECT i AS id, CAST([i, 2 * i, 3 * i] AS " + type + ") AS v FROM range(5000) t(i)");
    EXPECT_EQ(table.schema().names(), (std::vector<std::string>{"id", "v_1", "v_2", "v_3"})) << type;
    const Matrix values = read_all(table, {.attributes = {"v_3", "id", "v_1"}});
    EXPECT_TRUE((values.col(0).array() == 3 * values.col(1).array()).all());
    EXPECT_TRUE((values.col(2).array() == values.col(1).array()).all());
  }
  const Table uneven = Table::query("SELECT CASE WHEN i = 4000 THEN [1.0] ELSE [1.0, 2.0] END AS v FROM range(5000) t(i)");
  EXPECT_SAYS(sentence_of([&] { read_all(uneven, {.attributes = {"v_1"}}); }), "row 4001, column 'v' is a list of 1");
}

TEST(Database, OfSeveralTablesIsNeitherGuessedNorReplaced) {
  const Scratch scratch;
  const Matrix values = awkward_numbers(4, 1);
  const std::string path = scratch / "store.duckdb";
  copy(matrix_table(values), {.attributes = names_of(1)}, path + ":first");
  EXPECT_EQ(read_all(Table::open(path), {.attributes = names_of(1)}), values);
  EXPECT_SAYS(sentence_of([&] { copy(matrix_table(values), {.attributes = names_of(1)}, path + ":second"); }),
              "holds the table 'first'");
  copy(matrix_table(2 * values), {.attributes = names_of(1)}, path + ":first");
  EXPECT_EQ(read_all(Table::open(path + ":first"), {.attributes = names_of(1)}), 2 * values);
  EXPECT_SAYS(sentence_of([&] { Table::open(path + ":third"); }), "third");
}

TEST(Query, IsReadInTheSameOrderEveryTime) {
  const Table table = Table::query("SELECT random() AS x, i % 7 AS y FROM range(30000) t(i) -- a comment at the end");
  const Selection both{.attributes = {"x", "y"}};
  EXPECT_EQ(read_all(table, both), read_all(table, both));
  EXPECT_EQ(table.digest(kSecret), table.digest(kSecret));
  EXPECT_NE(table.digest(kSecret), Table::query("SELECT 1 AS x").digest(kSecret));
  for (const std::string bad : {"CREATE TABLE t(a INT)", "SELECT 1; SELECT 2", ""}) {
    EXPECT_SAYS(sentence_of([&] { Table::query(bad); }), "single SELECT");
  }
  EXPECT_SAYS(sentence_of([&] { Table::query("SELECT a FROM nowhere"); }), "nowhere");
}

}  // namespace format_test
}  // namespace guise::table
