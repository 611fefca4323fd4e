// SPDX-License-Identifier: Apache-2.0
#include "jobs/request.h"

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace guise::jobs {

nlohmann::ordered_json request_json(std::string_view job, const Fields& fields) {
  nlohmann::ordered_json out{{"guise_request", kRequestFormat}, {"job", job}};
  out.update(fields_json(fields));
  return out;
}

std::string job_named(const nlohmann::json& document, const Origin& origin) {
  require(document.is_object() && document.contains("guise_request"),
          "{} is no request of guise: it has no field 'guise_request: {}', with the version of its format", origin.name,
          kRequestFormat);
  const nlohmann::json& format = document["guise_request"];
  require(format.is_number_integer(), "{}: 'guise_request' is the version of the format, {}", origin.at("guise_request"),
          kRequestFormat);
  require(format == kRequestFormat,
          "{} is a request of format {}; this version of guise reads format {}: use the guise that wrote it", origin.name,
          format.dump(), kRequestFormat);
  require(document.contains("job") && document["job"].is_string(), "{}: 'job' names the job, e.g. 'audit'", origin.at("job"));
  return document["job"].get<std::string>();
}

void read_request(nlohmann::json document, std::string_view job, const Fields& fields, const Origin& origin) {
  const std::string named = job_named(document, origin);
  require(named == job, "{}: this is a request for '{}', not for '{}'", origin.at("job"), named, job);
  document.erase("guise_request");
  document.erase("job");
  read_fields(document, fields, origin);
}

}  // namespace guise::jobs
