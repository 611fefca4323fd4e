// SPDX-License-Identifier: Apache-2.0
#include "table/one_select.h"

#include <sys/stat.h>

#include "scratch.h"
#include "table/duckdb_session.h"

namespace guise::table {
namespace one_select_test {

TEST(OneSelect, TakesEveryFormOfIt) {
  for (const char* sql :
       {"SELECT 1 AS a", "select 1 as a;", "FROM range(3)", "VALUES (1)", "WITH x AS (SELECT 1) SELECT * FROM x",
        "-- remark\nSELECT 1 -- remark", "SELECT * FROM 'visits/*.parquet' WHERE year = 2020",
        "SELECT * FROM read_csv('a;b.csv', delim=';') JOIN READ_JSON('b.json') USING (id)", "UNPIVOT (SELECT 1 a, 2 b) ON a, b",
        "SELECT ';' AS a UNION ALL SELECT 'COPY x TO y'"})
    EXPECT_NO_THROW(require_one_select(sql)) << sql;
}

TEST(OneSelect, RefusesEveryOtherStatementWithoutRunningAnyOfIt) {
  const Scratch scratch;
  const std::string there = quote_text(scratch / "made");
  for (const std::string sql : {"EXPORT DATABASE {}", "COPY (SELECT 1) TO {}", "ATTACH {}", "CREATE TABLE t AS SELECT 1",
                                "PRAGMA version", "SET threads=1", "INSTALL httpfs", "LOAD httpfs", "CALL pragma_version()",
                                "EXPLAIN ANALYZE COPY (SELECT 1) TO {}", "IMPORT DATABASE {}", "CHECKPOINT", "USE x", "BEGIN",
                                "SELECT 1; SELECT 2", "SELECT 1; EXPORT DATABASE {}", "", ";", "  -- nothing"}) {
    const std::string whole = fmt::format(fmt::runtime(sql), there);
    EXPECT_SAYS(sentence_of([&] { Table::query(whole); }), "must be a single SELECT") << whole;
  }
  EXPECT_EQ(scratch.files(), 0u);
}

TEST(OneSelect, RefusesPipesInsteadOfWaitingForThem) {
  const Scratch scratch;
  const std::string pipe = scratch / "pipe.csv", pattern = scratch / "p*.csv";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const char* sql : {"SELECT * FROM {}", "SELECT * FROM read_csv({})", "WITH t AS (FROM read_csv(['x.csv', {}])) FROM t"})
    EXPECT_SAYS(sentence_of([&] { Table::query(fmt::format(fmt::runtime(sql), quote_text(pipe))); }), "is no regular file")
        << sql;
  scratch.put("plain.csv", "a\n1\n");  // a pattern is not for pipes
  EXPECT_EQ(Table::query("SELECT * FROM " + quote_text(pattern)).schema().names(), std::vector<std::string>{"a"});
}

TEST(OneSelect, RefusesFilesOfDeepJson) {
  const Scratch scratch;
  const std::string deep = std::string(20'000, '[') + std::string(20'000, ']');
  for (const std::string& name : {scratch.put("deep.json", deep), scratch / "d*.json", scratch.put("deep.txt", deep)})
    EXPECT_SAYS(sentence_of([&] { Table::query(fmt::format("SELECT * FROM read_json([{}])", quote_text(name))); }), "64 levels")
        << name;
  EXPECT_SAYS(sentence_of([&] { Table::query("FROM " + quote_text(scratch / "deep.json")); }), "64 levels");
}

TEST(OneSelect, RefusesFunctionsThatDoMoreThanRead) {
  const Scratch scratch;
  const std::string there = quote_text(scratch / "logs");
  for (const std::string sql :
       {"SELECT * FROM enable_logging(storage := 'file', storage_path := {})", "SELECT 1 FROM (FROM Enable_Profiling())",
        "WITH x AS (SELECT * FROM checkpoint()) SELECT 1", "SELECT * FROM query('SELECT 1')",
        "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 3'))",
        "SELECT (SELECT 1 FROM truncate_duckdb_logs())", "SELECT 1 + coalesce(WRITE_LOG('x'), 2)"}) {
    const std::string whole = fmt::format(fmt::runtime(sql), there);
    EXPECT_SAYS(sentence_of([&] { Table::query(whole); }), "the query calls ") << whole;
  }
  EXPECT_EQ(scratch.files(), 0u);
}

TEST(OneSelect, SaysWhatIsWrongWithTheText) {
  EXPECT_SAYS(sentence_of([&] { Table::query("SELECT nope("); }), "the query: syntax error");
  EXPECT_SAYS(sentence_of([&] { Table::query("SELECT " + std::string(10'000, '(') + "1" + std::string(10'000, ')')); }),
              "the query");
  std::string sum = "SELECT 1";
  for (int i = 0; i < 120; ++i) sum += " + 1";
  EXPECT_EQ(read_all(Table::query(sum + " AS a"), {.attributes = {"a"}})(0, 0), 121);
}

TEST(QueryInAFolder, ReadsNothingOutsideOfIt) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch / "plan");
  const std::string inside = scratch.put("plan/in.csv", "a\n1\n"), outside = scratch.put("out.csv", "a\n2\n");
  std::filesystem::create_symlink(outside, scratch / "plan/link.csv");
  const auto query = [&](const std::string& file) {
    return Table::query("SELECT * FROM " + quote_text(file), scratch / "plan");
  };
  EXPECT_EQ(read_all(query(inside), {.attributes = {"a"}})(0, 0), 1);
  for (const std::string& file : {outside, scratch / "plan/../out.csv", scratch / "plan/link.csv"})
    EXPECT_SAYS(sentence_of([&] { query(file); }), "Cannot access file");
  EXPECT_SAYS(sentence_of([&] { Table::query("SELECT content FROM read_text('/etc/hostname')", scratch / "plan"); }),
              "Cannot access");
}

}  // namespace one_select_test
}  // namespace guise::table
