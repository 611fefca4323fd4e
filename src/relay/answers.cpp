// SPDX-License-Identifier: Apache-2.0
#include "relay/answers.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "relay/files.h"
#include "table/atomic_file.h"

namespace guise::relay {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kPrefix = "/projects/";

std::string metrics(const Counts& counts) {
  return fmt::format(
      "guise_requests_total {}\nguise_refused_total {}\nguise_received_bytes_total {}\nguise_sent_bytes_total {}\n"
      "guise_connections {}\nguise_turned_away_total {}\n",
      counts.requests.load(), counts.refused.load(), counts.received.load(), counts.sent.load(), counts.open.load(),
      counts.turned_away.load());
}

Answer for_operator(const Request& request, const ServerSettings& settings, const Counts& counts) {
  if (!request.local || request.verb != "GET") return refusal(404, "there is nothing here");
  if (request.path == "/metrics") return {.body = metrics(counts), .type = "text/plain; charset=utf-8"};
  if (request.path != "/" || !settings.status_page) return refusal(404, "there is nothing here");
  return {.body = settings.status_page(), .type = "text/html; charset=utf-8"};
}

Answer put(Intake& intake, const std::string& project, const std::string& name, const Request& request,
           const ServerSettings& settings) {
  const std::string reason = intake.take(name, request.body);
  if (!reason.empty()) return refusal(422, reason);
  if (settings.changed) settings.changed(project);
  return {.status = 201, .body = "{}"};
}

}  // namespace

Answer refusal(unsigned status, const std::string& reason) {
  return {.status = status, .body = json_text(nlohmann::json{{"error", reason}}, -1)};
}

Answer answer(const Request& request, const ServerSettings& settings, Intakes& intakes, const Counts& counts) {
  if (!request.path.starts_with(kPrefix)) return for_operator(request, settings, counts);
  const std::string rest = request.path.substr(kPrefix.size());
  const std::size_t slash = rest.find('/');
  const std::string name = rest.substr(0, slash), file = slash == rest.npos ? "" : rest.substr(slash + 1);
  const fs::path project = settings.folder / name;
  std::error_code ignored;
  if (!is_project_name(name) || !fs::is_regular_file(project / "plan.json", ignored))
    return refusal(404, "there is no such project");
  Intake& intake = intakes.try_emplace(name, project, settings.limits.project).first->second;
  if (file.empty() && request.verb == "GET") return {.body = json_text(nlohmann::json{{"files", intake.files()}}, -1)};
  if (!is_file_name(file)) return refusal(404, "there is no such file");
  if (request.verb == "PUT") return put(intake, name, file, request, settings);
  if (request.verb != "GET") return refusal(405, "files are read and put there, and nothing else");
  if (!fs::is_regular_file(project / file, ignored)) return refusal(404, "there is no such file");
  return {.body = table::read_file(project / file), .type = "application/octet-stream"};
}

}  // namespace guise::relay
