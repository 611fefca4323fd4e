// SPDX-License-Identifier: Apache-2.0
// A table of originals and what is read of it, as mask, audit, advise and inspect take it.
#pragma once
#include <string>
#include <vector>

#include "jobs/fields.h"
#include "jobs/files_in_use.h"
#include "jobs/work.h"

namespace guise::jobs {

struct Input {
  std::string path = {}, part = {}, sql = {}, missing = "error";
  std::vector<std::string> columns = {}, keep = {};
  std::int64_t first_record = 0;
  /// Where `sql` comes from, and the only folder it may read files of; empty: from the user, and any.
  std::string written_in = {}, folder = {};
  std::string trust = {};  ///< the setting that lifts this

  /// Says by `warn` how a foreign file was read, where there is something to say.
  table::Table open(const Warn& warn = {}) const;
  void tell(FilesInUse& files) const;  ///< what is read
  /// The same with one more column to keep, unless it is empty or kept already.
  Input keeping(const std::string& column) const;
  /// Attributes chosen and checked; the means for `missing: mean` are learnt here.
  table::Selection select(const table::Table& in, const table::Work& work) const;
};

Fields fields(Input& in);

}  // namespace guise::jobs
