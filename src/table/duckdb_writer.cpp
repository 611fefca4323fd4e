// SPDX-License-Identifier: Apache-2.0
// Parquet, JSON and .duckdb: DuckDB writes what it pulls from the pipeline.
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <thread>

#include "base/error.h"
#include "base/names.h"
#include "table/chunk_feed.h"
#include "table/format.h"
#include "table/sql_type.h"
#include "table/writer.h"

namespace guise::table {
namespace {

/// A kept column travels as text and gets its type back. A whole-number type was guessed by DuckDB from the head of a CSV file;
/// a cast would silently round what does not fit, so that is refused.
std::string typed(const Column& column, std::size_t j) {
  if (column.sql_type == "VARCHAR") return fmt::format("k{}", j);
  if (type_of_sql(column.sql_type) != Type::integer) return fmt::format("CAST(k{} AS {})", j, column.sql_type);
  const std::string sentence =
      fmt::format("the kept column '{}' holds a number that is not whole, unlike its first rows: ", column.name);
  return fmt::format(
      "CASE WHEN k{0} IS NULL OR regexp_full_match(k{0}, '\\s*[+-]?[0-9]+\\s*') THEN CAST(k{0} AS {1}) ELSE CAST(error({2} || "
      "k{0}) AS {1}) END",
      j, column.sql_type, quote_text(sentence));
}

std::string select_of(const Release& release) {
  std::vector<std::string> columns;
  for (std::size_t j = 0; j < release.kept.size(); ++j) {
    columns.push_back(fmt::format("{} AS {}", typed(release.kept[j], j), quote_name(release.kept[j].name)));
  }
  for (std::string& each : release.select_values([](std::size_t j) { return fmt::format("v{}", j); }))
    columns.push_back(std::move(each));
  return fmt::format("SELECT {} FROM guise_chunks()", fmt::join(columns, ", "));
}

class DuckdbWriter : public Writer {
 public:
  explicit DuckdbWriter(const Release& release)
      : name_(release.name),
        session_(1, release.values.size() + release.kept.size()),
        feed_(release.integer, release.kept.size()) {
    feed_.install(session_);
  }
  ~DuckdbWriter() override { stop(); }

  void write(Chunk&& chunk, std::string&&) override {
    if (!feed_.push(std::move(chunk))) finish(0);
  }
  void finish(std::int64_t) override {
    feed_.close();
    if (thread_.joinable()) thread_.join();
    if (error_) std::rethrow_exception(error_);
  }
  bool types_kept() const override { return true; }

 protected:
  /// Starts the statements that pull the chunks; derived classes call it last.
  void start(std::vector<std::string> statements) {
    thread_ = std::thread([this, statements = std::move(statements)] {
      try {
        for (const std::string& sql : statements) session_.run(sql, name_);
      } catch (...) {
        error_ = std::current_exception();
        feed_.give_up();
      }
    });
  }
  void stop() {
    feed_.give_up();
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::string name_;
  Session session_;
  ChunkFeed feed_;
  std::thread thread_;
  std::exception_ptr error_;
};

class CopyWriter final : public DuckdbWriter {
 public:
  using Open = std::unique_ptr<Reader> (*)(const std::string& path);
  CopyWriter(const Release& release, const AtomicFile& file, const std::string& options, Open open)
      : DuckdbWriter(release), file_(file), open_(open) {
    start({fmt::format("COPY ({}) TO {} ({}, USE_TMP_FILE false)", select_of(release), quote_text(file.temporary().string()),
                       options)});
  }
  std::unique_ptr<Reader> as_read() const override { return open_(file_.temporary().string()); }

 private:
  const AtomicFile& file_;
  Open open_;
};

/// A folder of the owner's alone, beside the temporary file and named after it.
std::filesystem::path private_folder(const AtomicFile& file) {
  const std::filesystem::path folder = file.temporary().string() + ".folder";
  if (::mkdir(folder.c_str(), 0700) != 0) fail("the folder {} cannot be made: {}", folder.string(), std::strerror(errno));
  return folder;
}

/// DuckDB wants to make the file of a database itself, open to whom the umask lets: it gets a private folder for it.
class DatabaseWriter final : public DuckdbWriter {
 public:
  DatabaseWriter(const Release& release, AtomicFile& file, const std::string& table)
      : DuckdbWriter(release), file_(file), table_(table), folder_(private_folder(file)), made_(folder_ / "database") {
    start({fmt::format("ATTACH {} AS output", quote_text(made_.string())),
           fmt::format("CREATE TABLE output.{} AS {}", quote_name(table), select_of(release)), "CHECKPOINT output",
           "DETACH output"});
  }
  ~DatabaseWriter() override {
    stop();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  void finish(std::int64_t records) override {
    DuckdbWriter::finish(records);
    file_.adopt(made_);
  }
  std::unique_ptr<Reader> as_read() const override { return open_database(file_.temporary().string(), table_); }

 private:
  AtomicFile& file_;
  std::string table_;
  std::filesystem::path folder_, made_;
};

}  // namespace

std::unique_ptr<Writer> parquet_writer(const Release& release, AtomicFile& file) {
  return std::make_unique<CopyWriter>(release, file, kParquetOptions, open_parquet);
}
std::unique_ptr<Writer> json_writer(const Release& release, AtomicFile& file, bool array) {
  return std::make_unique<CopyWriter>(release, file, array ? "FORMAT json, ARRAY true" : "FORMAT json", open_json);
}
std::unique_ptr<Writer> database_writer(const Release& release, AtomicFile& file, const std::string& table) {
  return std::make_unique<DatabaseWriter>(release, file, table);
}

void require_replaceable_database(const std::string& file, const std::string& table) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored) || std::filesystem::is_directory(file, ignored)) return;
  const Session session(1);
  session.run(fmt::format("ATTACH {} AS old (READ_ONLY)", quote_text(file)), file);
  for (const Row& row : session.rows("SELECT table_name FROM information_schema.tables WHERE table_catalog = 'old'", file)) {
    require(row[0] == table, "{} holds the table '{}', which a new file would lose; name another file", file,
            row[0].value_or(""));
  }
}

}  // namespace guise::table
