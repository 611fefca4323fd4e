// SPDX-License-Identifier: Apache-2.0
// What a user can ask for, as values: a request goes in, a result comes out. Every door calls these and holds no rule of its
// own.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <span>

#include "jobs/files_in_use.h"
#include "jobs/request.h"
#include "jobs/work.h"

namespace guise::jobs {

/// How much of a result JSON shows: the figures that a decision needs, or everything.
enum class Detail { summary, full };

struct Job {
  std::string_view name, summary;
  /// The fields of a request at its defaults, as long as `use` runs.
  void (*with_fields)(const std::function<void(const Fields&)>& use);
  /// The whole job from document to document, for doors that speak JSON.
  nlohmann::json (*run)(const nlohmann::json& request, const Work& work, Detail detail);
  bool staged = false;  ///< its passes can be run in stages (jobs/stage.h)
};

std::span<const Job* const> all_jobs();      ///< jobs.def
const Job& find_job(std::string_view name);  ///< refuses an unknown name with the nearest
nlohmann::json request_schema();             ///< of the requests of all jobs: schema/request.schema.json

/// An entry of the registry for a struct that has fields(Request&), run(const Request&, const Work&) and
/// to_json(const Result&, Detail).
template <typename Request>
constexpr Job job_of(std::string_view name, std::string_view summary, bool staged = false) {
  return {.name = name,
          .summary = summary,
          .with_fields =
              [](const std::function<void(const Fields&)>& use) {
                Request request;
                use(fields(request));
              },
          .run =
              [](const nlohmann::json& document, const Work& work, Detail detail) {
                Request request;
                read_request(document, Request::kJob, fields(request), {});
                return to_json(run(request, work), detail);
              },
          .staged = staged};
}

}  // namespace guise::jobs
