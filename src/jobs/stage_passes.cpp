// SPDX-License-Identifier: Apache-2.0
#include "jobs/stage_passes.h"

#include "base/error.h"
#include "table/atomic_file.h"

namespace guise::jobs {

/// A pass that comes again gets a number.
std::string StagePasses::named(std::string_view name) {
  const int time = ++times_[std::string(name)];
  return time == 1 ? std::string(name) : fmt::format("{}-{}", name, time);
}

const StageDone* StagePasses::held(const std::string& name) {
  if (at_ >= state_.done.size()) return nullptr;
  const StageDone& done = state_.done[at_];
  require(done.name == name, "the state holds the stage '{}' where the job has '{}': its files have changed since; begin again",
          done.name, name);
  ++at_;
  return &done;
}

void StagePasses::join(const std::string& bytes, const std::string& origin, const table::Sums& sums) {
  FormReader form(bytes, origin);
  for (const table::Sum& sum : sums) sum.join(form);
  form.finish();
}

void StagePasses::join_file(const std::string& file, const std::string& digest, const table::Sums& sums) const {
  const StagePart part = read_part({file, table::read_file(file)}, state_.request);
  require(part.digest == digest, "{} is another file than the one that was merged; merge the partial results again", file);
  join(part.sums, file, sums);
}

std::string StagePasses::written(const table::Sums& sums) {
  FormWriter form;
  for (const table::Sum& sum : sums) sum.write(form);
  return form.take();
}

void StagePasses::run(std::string_view name, const table::Table& table, std::int64_t first_record, const table::Sums& sums,
                      const table::Gather& gather) {
  const std::string label = named(name);
  // Formats that do not say how many records they have are counted by one process.
  const auto counted = [&] {
    std::atomic<std::int64_t> count = 0;
    table.scan({.attributes = {}, .kept = {table.schema().columns.front().name}}, {},
               [&](const table::Chunk& chunk) { count += chunk.records(); });
    return std::to_string(count);
  };
  const std::int64_t records = table.records() ? *table.records() : std::stoll(once("records of " + label, counted));
  if (const StageDone* done = held(label)) {
    if (done->files.empty()) return join(done->sums, "the state", sums);
    for (const auto& [file, digest] : done->files) join_file(file, digest, sums);
    return;
  }
  next({label, table, first_record, first_record + records, sums, gather});
}

std::string StagePasses::once(std::string_view name, const std::function<std::string()>& make_it) {
  const std::string label = named(name);
  if (const StageDone* done = held(label)) return done->sums;
  return make(label, make_it);
}

}  // namespace guise::jobs
