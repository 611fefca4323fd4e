// SPDX-License-Identifier: Apache-2.0
// A request for any job, as guise run reads it.
#include "cli/request_file.h"
#include "fuzz.h"

namespace guise::fuzz::targets {

void request(std::string_view bytes) {
  const cli::RequestFile file = cli::read_request_file(file_of(bytes, ".yaml").string(), false);
  const jobs::Job& job = jobs::find_job(jobs::job_named(file.document, file.origin));
  job.with_fields([&](const jobs::Fields& fields) {
    jobs::read_request(file.document, job.name, fields, file.origin);
    must(jobs::request_json(job.name, fields).is_object());
  });
}

}  // namespace guise::fuzz::targets
