// SPDX-License-Identifier: Apache-2.0
// A folder that vanishes with the test, and small tables to put into it.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "table/transform.h"

namespace guise::table {

class Scratch {
 public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "guise-test-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }
  /// Writes a file and gives its name.
  std::string put(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return *this / name;
  }
  std::size_t files() const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::recursive_directory_iterator(path_)) ++count;
    return count;
  }

 private:
  std::filesystem::path path_;
};

inline std::string slurp(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

/// Numbers of every size and sign, the same on every machine: multiplicative hashing, then a power of ten by column.
inline Matrix awkward_numbers(Index rows, Index columns) {
  Matrix values(rows, columns);
  std::uint64_t state = 1;
  for (Index j = 0; j < columns; ++j) {
    for (Index i = 0; i < rows; ++i) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      const double unit = static_cast<double>(state >> 11) / 9007199254740992.0 - 0.5;
      values(i, j) = unit * std::pow(10.0, static_cast<double>((i + j) % 40 - 20));
    }
  }
  return values;
}

inline std::vector<std::string> names_of(Index columns) {
  std::vector<std::string> names;
  for (Index j = 1; j <= columns; ++j) names.push_back(fmt::format("x{}", j));
  return names;
}

inline Table matrix_table(const Matrix& values) {
  return Table::from_matrix(values, names_of(values.cols()));
}

/// Writes a table unchanged.
inline Written copy(const Table& in, const Selection& selection, const std::string& path, const Work& how = {},
                    std::vector<bool> integer = {}) {
  return transform(in, selection, how, {.path = path, .columns = selection.attributes, .integer = std::move(integer)},
                   [](Chunk&) {});
}

/// The sentence of the Error that `action` throws; fails the test when it throws none.
template <typename Action>
std::string sentence_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no Error was thrown";
  return "";
}

#define EXPECT_SAYS(sentence, part) EXPECT_NE((sentence).find(part), std::string::npos) << (sentence)

}  // namespace guise::table
