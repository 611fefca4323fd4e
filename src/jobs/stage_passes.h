// SPDX-License-Identifier: Apache-2.0
// How the passes of a job are run in stages. The job itself is run again by every process: it is a function of its request, and
// what earlier passes have gathered is handed to it at once. So it comes to the pass that is next, and no further.
#pragma once
#include <map>
#include <string>

#include "jobs/stage_file.h"
#include "table/passes.h"

namespace guise::jobs {

/// Thrown out of a job that has come as far as it should; no exception of the standard library, so that no job takes it for one
/// of its own failures.
struct StagesEnd {};

/// What all have in common: stages that are done.
class StagePasses : public table::Passes {
 public:
  explicit StagePasses(StageState state) : state_(std::move(state)) {}
  void run(std::string_view name, const table::Table& table, std::int64_t first_record, const table::Sums& sums,
           const table::Gather& gather) final;
  std::string once(std::string_view name, const std::function<std::string()>& make) final;
  void before_writing() override {}

 protected:
  struct Pass {
    const std::string& name;
    const table::Table& table;
    std::int64_t first, end;  ///< numbers of its records
    const table::Sums& sums;
    const table::Gather& gather;
  };
  /// A pass that the state does not hold.
  virtual void next(const Pass& pass) = 0;
  virtual std::string make(const std::string& name, const std::function<std::string()>& make) = 0;
  static void join(const std::string& bytes, const std::string& origin, const table::Sums& sums);
  void join_file(const std::string& file, const std::string& digest, const table::Sums& sums) const;
  static std::string written(const table::Sums& sums);
  void skip() { ++at_; }  ///< what was just put behind the others

  StageState state_;

 private:
  std::string named(std::string_view name);
  const StageDone* held(const std::string& name);
  std::map<std::string, int, std::less<>> times_;
  std::size_t at_ = 0;
};

}  // namespace guise::jobs
