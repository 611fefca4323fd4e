// SPDX-License-Identifier: Apache-2.0
#include "jobs/job.h"

#include "base/error.h"
#include "base/names.h"

namespace guise::jobs {

#define JOB(name) extern const Job name##_job;
#include "jobs/jobs.def"
#undef JOB

std::span<const Job* const> all_jobs() {
  static constexpr const Job* jobs[] = {
#define JOB(name) &name##_job,
#include "jobs/jobs.def"
#undef JOB
  };
  return jobs;
}

const Job& find_job(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Job* job : all_jobs()) {
    if (job->name == name) return *job;
    names.push_back(job->name);
  }
  refuse("no job named '{}'{} (there are {})", name, did_you_mean(name, names), enumerate(names));
}

nlohmann::json request_schema() {
  nlohmann::json kinds = nlohmann::json::array();
  for (const Job* job : all_jobs())
    job->with_fields([&](const Fields& fields) {
      nlohmann::json kind =
          fields_schema(fields, {{"guise_request", {{"const", kRequestFormat}}}, {"job", {{"const", job->name}}}});
      kind["description"] = job->summary;
      kinds.push_back(std::move(kind));
    });
  return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
          {"title", "A request of guise"},
          {"description",
           "What guise run takes and every job can write. The same request repeats the run; paths are those of the files it "
           "reads and writes, and a key is named by the path of its file."},
          {"oneOf", std::move(kinds)}};
}

}  // namespace guise::jobs
