// SPDX-License-Identifier: Apache-2.0
// What a file format must offer: its columns, and passes over its records.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "table/input_file.h"
#include "table/range.h"
#include "table/table.h"

namespace guise::table {

class Passes;

/// One pass over a table in the order of its records. One thread cuts pieces; each is parsed wherever a core is free.
class Source {
 public:
  virtual ~Source() = default;
  /// The next piece as a function that parses it (run once, from any thread); empty at the end. A missing value comes out as
  /// NaN.
  virtual std::function<Chunk()> next() = 0;
};

/// Decides where chunks end: at multiples of `chunk` in record numbers, whatever the number of the first record.
inline std::int64_t records_until_cut(std::int64_t record, std::int64_t chunk) {
  return chunk - record % chunk;
}

class Reader {
 public:
  virtual ~Reader() = default;
  const Schema& schema() const { return schema_; }
  const std::string& name() const { return name_; }
  virtual std::optional<std::int64_t> records() const { return {}; }
  virtual Bytes32 digest(const Bytes32& secret) const = 0;
  /// The list column that a column is an element of, and how many elements it has; empty where it is a column by itself.
  struct ListOf {
    std::string column;
    std::size_t length = 0;
  };
  virtual ListOf list_of(std::size_t) const { return {}; }
  /// What a person should hear of how the table was read, in sentences.
  const std::vector<std::string>& notes() const { return notes_; }
  /// The files that are read, so that no output replaces one of them.
  virtual std::vector<std::filesystem::path> files() const { return {}; }

  virtual std::unique_ptr<Source> source(const Selection&, std::int64_t chunk, int threads) const = 0;
  /// The same of a range alone. Formats that can begin anywhere read nothing else; others read what is before it and leave it
  /// out.
  virtual std::unique_ptr<Source> source_of(const Range&, const Selection&, std::int64_t chunk, int threads) const;

  /// Where records begin and how many there are, of formats that do not say so themselves: found in one pass by one process and
  /// handed to the others. Empty where a format needs none.
  virtual std::string make_index() const { return {}; }
  virtual void take_index(const std::string& bytes, const std::string& origin);

  /// Table::scan inside the format's own parallel pipeline; false when it has none.
  virtual bool scan_inside(const Selection&, const Work&, const std::function<void(const Chunk&)>&) const { return false; }

  /// Who runs the passes over this table piece by piece (table/passes.h); nobody: they run as a whole.
  void set_passes(Passes* passes) { passes_ = passes; }
  Passes* passes() const { return passes_; }

 protected:
  Schema schema_;
  std::string name_;
  std::vector<std::string> notes_;

 private:
  Passes* passes_ = nullptr;
};

/// Position of a column in the reader's schema; refuses an unknown name.
std::size_t column_index(const Reader&, const std::string& column);
/// Of many columns at once: looking for each of a million among all of them would take hours.
std::vector<std::size_t> column_indices(const Reader&, const std::vector<std::string>& columns);

int thread_count(const Work&);
/// Work::chunk in whole blocks, fewer for wide tables: a chunk holds at most about 8 MiB of values.
std::int64_t chunk_records(const Work&, std::size_t attributes);

std::unique_ptr<Reader> open_csv(const std::string& path);
std::unique_ptr<Reader> open_standard_input();
std::unique_ptr<Reader> open_parquet(const std::string& path);
std::unique_ptr<Reader> open_json(const std::string& path);
std::unique_ptr<Reader> open_database(const std::string& path, const std::string& table);
std::unique_ptr<Reader> open_query(const std::string& sql, const std::string& folder);
std::unique_ptr<Reader> open_npy(const std::string& path);
std::unique_ptr<Reader> open_npy(std::unique_ptr<InputFile> file);
std::unique_ptr<Reader> open_npz(const std::string& path, const std::string& member);      ///< empty: the only one
std::unique_ptr<Reader> open_workbook(const std::string& path, const std::string& sheet);  ///< empty: the first
std::unique_ptr<Reader> open_statistics(const std::string& path);                          ///< of Stata, SPSS and SAS
std::unique_ptr<Reader> open_sqlite(const std::string& path, const std::string& table, const std::string& sql);
std::unique_ptr<Reader> open_postgres(const std::string& address, const std::string& table, const std::string& sql);
std::unique_ptr<Reader> open_fvecs(const std::string& path);
std::unique_ptr<Reader> open_memory(const std::string& path);  ///< of memory_tables.h
std::unique_ptr<Reader> open_matrix(Matrix values, std::vector<std::string> names);
std::unique_ptr<Reader> paste(Table first, std::vector<Table> others);
std::unique_ptr<Reader> stack(std::vector<Table> parts);

}  // namespace guise::table
