// SPDX-License-Identifier: Apache-2.0
#include "jobs/report.h"

#include "audit/report_html.h"
#include "base/error.h"
#include "base/json_text.h"
#include "table/atomic_file.h"

namespace guise::jobs {
namespace {

using nlohmann::json;

/// What the page cannot do without.
constexpr const char* kNeeded[] = {"table", "records", "columns", "keys", "masks", "provenance", "limits", "thresholds"};

json read_audit(const std::string& path) {
  json document = parse_json(table::read_file(path), path);
  require(!document.is_object() || !document.contains("guise_audit_summary"),
          "{} is the summary of an audit; the page takes audit.json from the folder of a report (‘out’ of an audit)", path);
  require(document.is_object() && document.contains("guise_audit") && document["guise_audit"].is_number_integer(),
          "{} is not the audit.json of an audit (‘out’ of an audit writes one)", path);
  const auto format = document["guise_audit"].get<std::int64_t>();
  require(format <= audit::kAuditFormat,
          "{} has format {}, which a newer guise wrote; this version reads format {}. Make the page with the newer one", path,
          format, audit::kAuditFormat);
  require(format == audit::kAuditFormat,
          "{} has format {}, which an older guise wrote, and this page shows format {}. Run the audit again: its command is in "
          "the file",
          path, format, audit::kAuditFormat);
  for (const char* name : kNeeded)
    require(document.contains(name), "{} has no field '{}', which every audit.json has; run the audit again", path, name);
  require(document["masks"].is_array(), "{}: its field 'masks' is no list; run the audit again", path);
  return document;
}

}  // namespace

Fields fields(ReportRequest& request) {
  return {
      {"document", &request.document, "audit.json, from the folder of a report", true},
      {"out", &request.out, "write the page into this file, report.html", true},
  };
}

FilesInUse files_of(const ReportRequest& request) {
  FilesInUse files;
  files.reads(request.document);
  files.writes("‘out’", request.out);
  return files;
}

ReportResult run(const ReportRequest& request, const Work&) {
  files_of(request);  // before anything is written
  const json document = read_audit(request.document);
  const std::string page = audit::report_html(document);
  // For the owner's eyes, like the figures.
  table::write_file(request.out, page, table::kPrivate);
  const json& name = document["table"];
  return {.table = name.is_string() ? name.get<std::string>() : std::string("-"), .page = request.out};
}

json to_json(const ReportResult& result, Detail) {
  return {{"guise_report", 1}, {"table", result.table}, {"page", result.page}};
}

extern const Job report_job;
const Job report_job = job_of<ReportRequest>("report", "make the report page of an audit again, from its figures");

}  // namespace guise::jobs
