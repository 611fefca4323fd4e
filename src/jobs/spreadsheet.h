// SPDX-License-Identifier: Apache-2.0
// CSV is opened in spreadsheets, which take some names and some cells for formulas.
#pragma once
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "table/chunk.h"

namespace guise::jobs {

/// Begins with = + - @, a tab or a carriage return, and is no number.
bool is_formula(std::string_view text);

/// What to say of the columns of a file that begin like a formula; nothing where there is none, or the file is no CSV.
std::string formula_warning(const std::string& path, const std::vector<std::string>& columns);
/// The same of values: so many cells of a column begin like one. The way out is a whole sentence.
std::string formula_cells_warning(const std::string& path, std::int64_t cells, const std::string& column,
                                  std::string_view way_out);

/// Counts such cells in the kept columns of a release.
class FormulaCells {
 public:
  FormulaCells(std::string path, std::vector<std::string> kept);
  void look(const table::Chunk& chunk);  ///< from any thread
  std::vector<std::string> warnings() const;

  /// The counts in binary form (base/form.h), and those of other records.
  template <typename Form>
  void write(Form& form) const {
    form(static_cast<std::uint64_t>(counts_.size()));
    for (const auto& each : counts_) form(each.load());
  }
  template <typename Form>
  void join(Form& form) {
    std::uint64_t count = 0;
    form(count);
    form.check(count == counts_.size(), "it counts other columns");
    for (auto& each : counts_) {
      std::int64_t more = 0;
      form(more);
      each += more;
    }
  }

 private:
  std::string path_;
  std::vector<std::string> kept_;
  std::vector<std::atomic<std::int64_t>> counts_;  // none where the release is no CSV
};

}  // namespace guise::jobs
