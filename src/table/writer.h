// SPDX-License-Identifier: Apache-2.0
// What a file format must offer to be written.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "table/atomic_file.h"
#include "table/reader.h"
#include "table/transform.h"

namespace guise::table {

/// The columns of a release: kept ones first, then values.
struct Release {
  std::string name;  ///< for messages
  std::vector<std::string> values;
  std::vector<bool> integer;  ///< one per values column
  bool single = false;        ///< values are written in single precision
  bool gaps = false;          ///< values may be missing (NaN)
  std::vector<Column> kept;
  /// Values that were the elements of a list and are one again, in formats that have lists.
  struct List {
    std::string name;
    std::size_t first = 0, length = 0;
  };
  std::vector<List> lists = {};
  /// The columns of the values in SQL, each with its name, where `value(j)` is the expression of value j.
  std::vector<std::string> select_values(const std::function<std::string(std::size_t)>& value) const;
  std::optional<Bytes32> secret = {};  ///< as of Output
  std::vector<std::string> names() const;
};

/// Refuses two columns of one name.
Release release_of(const Reader& in, const Selection&, const Output&);

class Writer {
 public:
  virtual ~Writer() = default;
  /// Rounds the values to what the format can hold; from any thread.
  virtual void fit(Matrix&) const {}
  /// The bytes of a chunk, where a format can make them on any thread.
  virtual std::string encode(const Chunk&) const { return {}; }
  /// In record order, from one thread at a time.
  virtual void write(Chunk&& chunk, std::string&& encoded) = 0;
  /// Everything is in the file.
  virtual void finish(std::int64_t records) = 0;
  /// Kept fields get types in this format, so that they may be read as other texts than were written.
  virtual bool types_kept() const { return false; }
  /// What was written, of a finished writer that types them.
  virtual std::unique_ptr<Reader> as_read() const { return nullptr; }
};

/// The writer for the ending of `path`; `file` is where it writes (nullptr: standard output).
std::unique_ptr<Writer> make_writer(const std::string& path, const Release&, AtomicFile* file);

std::unique_ptr<Writer> csv_writer(const Release&, char delimiter, AtomicFile* file);
std::unique_ptr<Writer> npy_writer(const Release&, AtomicFile& file);
std::unique_ptr<Writer> fvecs_writer(const Release&, AtomicFile& file);
std::unique_ptr<Writer> parquet_writer(const Release&, AtomicFile& file);
std::unique_ptr<Writer> json_writer(const Release&, AtomicFile& file, bool array);
std::unique_ptr<Writer> database_writer(const Release&, AtomicFile& file, const std::string& table);

/// Refuses to replace a database that holds anything but that table.
void require_replaceable_database(const std::string& file, const std::string& table);
/// The table a new database gets when none is named.
constexpr const char* kDefaultTable = "data";

}  // namespace guise::table
