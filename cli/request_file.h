// SPDX-License-Identifier: Apache-2.0
// Requests in files: what --save-request writes and guise run reads, in JSON or in YAML.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "cli/command.h"
#include "jobs/input.h"
#include "jobs/seed.h"

namespace guise::cli {

struct RequestFile {
  std::string path;
  bool trusted = false;  ///< a query in it may read any file
  nlohmann::json document = {};
  jobs::Origin origin = {};
};

RequestFile read_request_file(const std::string& path, bool trusted);

/// Writes the request where that is asked for. `files`: those that its run reads and writes.
void save_request(const std::string& path, std::string_view job, const jobs::Fields& fields, jobs::FilesInUse files);

/// Whether the table comes by a query, or over the network.
bool asks_elsewhere(const jobs::Input& in);

/// A query that came in a file is shown, and reads the folder of that file only, unless the file is trusted, by the
/// setting `trust`.
void take_query(jobs::Input& in, const std::string& file, bool trusted, std::string_view trust);

/// What a command does with its request: the seed is drawn, the request saved where that is asked for, the job run and shown.
template <typename Request>
int perform(Request request, const Common& common, int (*show)(const Request&, const Common&)) {
  if constexpr (requires { *request.seed; }) request.seed = jobs::seed_of(request.seed);
  if (!common.save_request.empty()) {
    Request saved = request;
    if constexpr (requires { repeating(request); }) saved = repeating(request);
    save_request(common.save_request, Request::kJob, fields(saved), files_of(request));
  }
  return show(request, common);
}

/// The same with a request from a file.
template <typename Request, int (*show)(const Request&, const Common&)>
int repeat(const RequestFile& file, const Common& common) {
  Request request;
  jobs::read_request(file.document, Request::kJob, fields(request), file.origin);
  if constexpr (requires { request.in; })
    if (asks_elsewhere(request.in)) take_query(request.in, file.path, file.trusted, "trust_request");
  return perform(request, common, show);
}

}  // namespace guise::cli
