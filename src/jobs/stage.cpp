// SPDX-License-Identifier: Apache-2.0
#include "jobs/stage.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "jobs/stage_passes.h"

namespace guise::jobs {
namespace {

/// One range of one stage.
class PartPasses final : public StagePasses {
 public:
  PartPasses(StageState state, std::string stage, const table::Range& records)
      : StagePasses(std::move(state)), stage_(std::move(stage)), records_(records) {}
  StagePart take() { return std::move(part_); }
  void before_writing() override { refuse("the state holds every stage of the job; finish it with ‘state’ (guise run)"); }

 private:
  void next(const Pass& pass) override {
    require(pass.name == stage_, "the stage after this state is '{}', not '{}'", pass.name, stage_);
    const std::int64_t first = std::max(records_.begin, pass.first), end = std::min(records_.end, pass.end);
    require(first < end, "{} has the records {} to {}, and none of the range {}..{}", pass.table.name(), pass.first,
            pass.end - 1, records_.begin, records_.end);
    for (const std::int64_t border : {first, end})
      require(border % table::kBlock == 0 || border == pass.first || border == pass.end,
              "a range begins and ends at a multiple of {} or with the table; {} is neither", table::kBlock, border);
    const table::Table some = table::Table::part(pass.table, first - pass.first, end - pass.first);
    pass.gather(some);
    part_ = {.stage = stage_, .first = first, .end = end, .sums = written(pass.sums)};
    throw StagesEnd();
  }
  std::string make(const std::string& name, const std::function<std::string()>&) override {
    refuse("the state does not hold '{}' yet; make a state first (guise merge REQUEST)", name);
  }
  std::string stage_;
  table::Range records_;
  StagePart part_;
};

/// Joins the partial results of one stage, and goes on to the next.
class MergePasses final : public StagePasses {
 public:
  MergePasses(StageState state, std::vector<StagePart> parts) : StagePasses(std::move(state)), parts_(std::move(parts)) {}
  StageState take() { return std::move(state_); }
  const std::optional<NextStage>& following() const { return following_; }
  bool waiting() const { return !parts_.empty(); }
  void before_writing() override { throw StagesEnd(); }

 private:
  void next(const Pass& pass) override {
    if (parts_.empty()) {
      following_ = NextStage{pass.name, pass.first, pass.end};
      throw StagesEnd();
    }
    require_all(pass);
    StageDone done{.name = pass.name};
    if (std::any_of(pass.sums.begin(), pass.sums.end(), [](const table::Sum& sum) { return sum.large; })) {
      for (const StagePart& part : parts_)
        done.files.emplace_back(std::filesystem::absolute(part.origin).lexically_normal().string(), part.digest);
    } else {
      for (const StagePart& part : parts_) join(part.sums, part.origin, pass.sums);
      done.sums = written(pass.sums);
    }
    parts_.clear();
    keep(std::move(done));
  }
  std::string make(const std::string& name, const std::function<std::string()>& make_it) override {
    require(parts_.empty(), "the state does not hold '{}' yet, and partial results come after it", name);
    std::string made = make_it();
    keep({.name = name, .sums = made});
    return made;
  }
  void keep(StageDone done) {
    state_.done.push_back(std::move(done));
    skip();
  }

  /// Sorts them, and refuses where records are missing or stand in two of them.
  void require_all(const Pass& pass) {
    std::sort(parts_.begin(), parts_.end(),
              [](const auto& a, const auto& b) { return std::pair(a.first, a.end) < std::pair(b.first, b.end); });
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first && a.end == b.end; };
    parts_.erase(std::unique(parts_.begin(), parts_.end(), same), parts_.end());
    std::int64_t at = pass.first;
    for (const StagePart& part : parts_) {
      require(part.stage == pass.name, "a partial result is of the stage '{}', and the next one is '{}'", part.stage,
              pass.name);
      require(part.first <= at, "no partial result of the stage '{}' holds the records {} to {}", pass.name, at,
              part.first - 1);
      require(part.first == at, "two partial results of the stage '{}' overlap: {}..{} begins before {}", pass.name, part.first,
              part.end, at);
      at = part.end;
    }
    require(at == pass.end, "no partial result of the stage '{}' holds the records {} to {}", pass.name, at, pass.end - 1);
  }

  std::vector<StagePart> parts_;
  std::optional<NextStage> following_;
};

class FinishPasses final : public StagePasses {
 public:
  using StagePasses::StagePasses;

 private:
  void next(const Pass& pass) override { pass.gather(pass.table); }
  std::string make(const std::string&, const std::function<std::string()>& make_it) override { return make_it(); }
};

/// The same outcome from every process: nothing may be drawn afresh in one of them.
void require_fixed(const nlohmann::json& request, const Job& job) {
  const auto given = [&](const char* field) { return request.contains(field) && !request[field].empty(); };
  require(job.staged, "the job '{}' has no stages; run it as a whole", job.name);
  require(!given("sql"), "a query has no records at fixed places; write its result to a file for a job in stages");
  require(request.value("input", nlohmann::json()) != "-",
          "standard input can be read once, and every stage reads the table; save it to a file first");
  require(job.name != "mask" || given("key"),
          "a mask in stages needs its key first: make one (guise key new) and name it by ‘key’");
  require(job.name != "mask" || !request.value("forget_key", false), "a mask in stages keeps its key; leave ‘forget_key’ out");
  require(job.name != "mask" || request.value("out", "") != "-", "a mask in stages writes a file; name it by ‘out’");
  require(job.name != "audit" || given("seed"), "an audit in stages needs a ‘seed’: every process draws from it");
  require(!request.contains("time_limit") || request["time_limit"] == 0,
          "stages know no ‘time_limit’: it depends on the machine");
}

/// Runs the job as far as the passes let it.
void run_job(const nlohmann::json& request, const Work& how, table::Passes& passes) {
  const Job& job = find_job(job_named(request, {}));
  require_fixed(request, job);
  Work work = how;
  work.passes = &passes;
  work.warn = {};  // whoever finishes the job is warned
  try {
    job.run(request, work, Detail::summary);
  } catch (const StagesEnd&) {
  }
}

}  // namespace

std::string run_part(const nlohmann::json& request, const std::string& stage, const table::Range& records,
                     const StageFile& state, const Work& work) {
  const Bytes32 digest = digest_of_request(request);
  PartPasses passes(read_state(state, digest), stage, records);
  run_job(request, work, passes);
  StagePart part = passes.take();
  require(!part.stage.empty(), "the job has no stage '{}' after this state; finish it with ‘state’ (guise run)", stage);
  part.request = digest;
  part.state = digest_of_bytes(state.bytes);
  return to_bytes(part);
}

Merged merge_parts(const nlohmann::json& request, const std::optional<StageFile>& state, const std::vector<StageFile>& parts,
                   const Work& work) {
  const Bytes32 digest = digest_of_request(request);
  require(state || parts.empty(), "partial results are merged into the state that they were made from; name it by ‘state’");
  std::vector<StagePart> read;
  for (const StageFile& file : parts) {
    read.push_back(read_part(file, digest));
    require(read.back().state == digest_of_bytes(state->bytes), "{} was made from another state than {}; make it again",
            file.origin, state->origin);
  }
  MergePasses passes(state ? read_state(*state, digest) : StageState{.request = digest}, std::move(read));
  run_job(request, work, passes);
  require(!passes.waiting(), "the state holds every stage of the job, so there is nothing to merge");
  return {to_bytes(passes.take()), passes.following()};
}

struct Finishing::Held {
  FinishPasses passes;
};
Finishing::Finishing(const nlohmann::json& request, const StageFile& state) {
  require_fixed(request, find_job(job_named(request, {})));
  held_ = std::make_unique<Held>(Held{FinishPasses(read_state(state, digest_of_request(request)))});
}
Finishing::~Finishing() = default;
table::Passes* Finishing::passes() const {
  return &held_->passes;
}

}  // namespace guise::jobs
