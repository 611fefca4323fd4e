// SPDX-License-Identifier: Apache-2.0
// A request as a document: which job, and its fields. The same document repeats the run.
#pragma once
#include "jobs/fields.h"

namespace guise::jobs {

inline constexpr int kRequestFormat = 1;

/// {"guise_request": 1, "job": "measure", "truth": …}
nlohmann::ordered_json request_json(std::string_view job, const Fields& fields);

/// Which job a document asks for. Refuses what is no request, and one that a newer guise wrote.
std::string job_named(const nlohmann::json& document, const Origin& origin);

/// The fields of a request for this job.
void read_request(nlohmann::json document, std::string_view job, const Fields& fields, const Origin& origin);

}  // namespace guise::jobs
