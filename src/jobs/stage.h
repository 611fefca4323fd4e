// SPDX-License-Identifier: Apache-2.0
// A job in stages. A stage is one pass over the records: a process takes the request, the state that the stages before left and
// a range of the records, and gives a partial result; partial results of all records are merged to the next state. Processes
// share nothing but files. The outcome has the bits of one run (docs/stages.md).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "jobs/job.h"
#include "table/range.h"

namespace guise::jobs {

/// Bytes that another process wrote, and where they came from, for messages.
struct StageFile {
  std::string origin;
  std::string bytes;
};

/// A pass that is still to be run over the records [first, end) of its table, by their numbers.
struct NextStage {
  std::string name;
  std::int64_t first = 0, end = 0;
};

/// One stage on one range: the records from the number `first` to before `end`, both multiples of table::kBlock or an end of
/// the table. Refuses a stage that is not the next one after the state.
std::string run_part(const nlohmann::json& request, const std::string& stage, const table::Range& records,
                     const StageFile& state, const Work& work);

struct Merged {
  std::string state;
  std::optional<NextStage> next = {};  ///< none: the job can be finished
};
/// The state after a stage from the partial results of all records, in any order; one that comes twice counts once. Without a
/// state and partial results: the state at the beginning.
Merged merge_parts(const nlohmann::json& request, const std::optional<StageFile>& state, const std::vector<StageFile>& parts,
                   const Work& work);

/// Runs the job with what the state holds. Stages that it does not hold are run as a whole.
class Finishing {
 public:
  Finishing(const nlohmann::json& request, const StageFile& state);
  ~Finishing();
  table::Passes* passes() const;

 private:
  struct Held;
  std::unique_ptr<Held> held_;
};

}  // namespace guise::jobs
