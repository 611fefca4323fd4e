// SPDX-License-Identifier: Apache-2.0
// The C interface: sessions, what there is, jobs.
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "door/describe.h"
#include "door/guarded.h"
#include "jobs/audit_summary.h"
#include "jobs/chosen_key.h"
#include "jobs/job.h"
#include "jobs/ledger_file.h"
#include "jobs/report_folder.h"
#include "jobs/version.h"
#include "table/atomic_file.h"

using guise::Error;
using guise::json_text;
using guise::require;
using guise::door::guarded;
using guise::door::handed_over;
using guise::door::text_from;
using nlohmann::json;

namespace guise::door {
namespace {

json document_from(const std::string& text, const char* what) {
  try {
    return json::parse(text);
  } catch (const json::exception& error) {
    refuse("{} is not JSON: {}", what, error.what());
  }
}

/// Records of a chunk. Fewer than of a file: where the table lies in memory already, little more should be taken.
constexpr std::int64_t kChunk = 4 * table::kBlock;

/// Marks the session's job as the one that guise_cancel() stops.
class Busy {
 public:
  explicit Busy(guise_session& session) : session_(session), scope_(&session.stop) {
    session_.stop = false;
    session_.busy = true;
    note_work();
  }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;
  ~Busy() { session_.busy = false; }

 private:
  guise_session& session_;
  StopScope scope_;
};

jobs::Work work_of(guise_session& session, std::mutex& one_call) {
  jobs::Work work;
  work.threads = session.threads;
  work.chunk = kChunk;
  if (session.progress)
    work.progress = [&](const Stage& stage) {
      const std::unique_lock lock(one_call, std::try_to_lock);
      if (!lock) return;  // another thread is showing it
      session.progress(session.progress_context, std::string(stage.name).c_str(), stage.done, stage.total,
                       std::string(stage.unit).c_str());
    };
  if (session.warning)
    work.warn = [&](const std::string& sentence) {
      const std::lock_guard lock(one_call);
      session.warning(session.warning_context, session.with_names(sentence).c_str());
    };
  return work;
}

std::string key_json(const std::string& file) {
  return json_text(json{{"file", file}, {"fingerprint", jobs::read_key(file).fingerprint()}});
}

}  // namespace
}  // namespace guise::door

int32_t guise_api_version(void) {
  return GUISE_API_VERSION;
}

const char* guise_version(void) {
  return guise::jobs::version().data();  // of a literal
}

const char* guise_describe(void) {
  static const std::string text = guise::door::description().dump();
  return text.c_str();
}

void guise_free(void* text) {
  std::free(text);
}

guise_status guise_session_open(guise_session** out) {
  if (!out) return GUISE_USAGE;
  *out = nullptr;
  try {
    *out = new guise_session();
    return GUISE_OK;
  } catch (...) {
    return guise::door::status_of_exception(guise::door::thread_words());
  }
}

void guise_session_close(guise_session* session) {
  if (!session) return;
  if (!guise::door::forked_after_work()) {
    session->stop = true;  // of a job that still runs, in a program that ends
    const std::lock_guard lock(session->mutex);
  }
  delete session;
}

const char* guise_error(const guise_session* session) {
  return session ? session->error.c_str() : guise::door::thread_words().c_str();
}

guise_status guise_set_threads(guise_session* session, int32_t threads) {
  return guarded(session, [&] {
    require(threads >= 0, "‘threads’ must be at least 0, got {}", threads);
    session->threads = threads;
  });
}

guise_status guise_set_progress(guise_session* session, guise_progress progress, void* context) {
  return guarded(session, [&] { session->progress = progress, session->progress_context = context; });
}

guise_status guise_set_warning(guise_session* session, guise_warning warning, void* context) {
  return guarded(session, [&] { session->warning = warning, session->warning_context = context; });
}

void guise_cancel(guise_session* session) {
  if (session) session->stop.store(true);  // of an idle session the next job clears it
}

guise_status guise_run(guise_session* session, const char* request, guise_detail detail, char** result) {
  return guarded(session, [&] {
    require(result != nullptr, "the place for the result is NULL");
    const std::string text = session->with_paths(text_from(request, "the request"));
    const json document = guise::door::document_from(text, "the request");
    const guise::jobs::Job& job = guise::jobs::find_job(guise::jobs::job_named(document, {}));
    const guise::door::Busy busy(*session);
    std::mutex one_call;
    const auto work = guise::door::work_of(*session, one_call);
    const auto wanted = detail == GUISE_FULL ? guise::jobs::Detail::full : guise::jobs::Detail::summary;
    *result = handed_over(session->with_names(json_text(job.run(document, work, wanted))));
  });
}

guise_status guise_audit_summary(guise_session* session, const char* audit, char** summary) {
  return guarded(session, [&] {
    require(summary != nullptr, "the place for the summary is NULL");
    *summary = handed_over(
        json_text(guise::jobs::audit_summary(guise::door::document_from(text_from(audit, "the audit"), "the audit"))));
  });
}

guise_status guise_audit_save(guise_session* session, const char* audit, const char* folder) {
  return guarded(session, [&] {
    const std::string place = text_from(folder, "the folder");
    guise::jobs::check_report_folder(place);
    guise::jobs::write_report(place, guise::door::document_from(text_from(audit, "the audit"), "the audit"));
  });
}

guise_status guise_key_new(guise_session* session, const char* file, char** result) {
  return guarded(session, [&] {
    require(result != nullptr, "the place for the result is NULL");
    const std::string path = session->with_paths(text_from(file, "the name of the key file"));
    const guise::random::Key key = guise::random::Key::create();
    guise::table::write_file(path, key.text(), guise::table::kPrivate, false);
    guise::jobs::write_first_anchor(path, key);
    *result = handed_over(session->with_names(guise::door::key_json(path)));
  });
}

guise_status guise_key_show(guise_session* session, const char* file, char** result) {
  return guarded(session, [&] {
    require(result != nullptr, "the place for the result is NULL");
    const std::string path = session->with_paths(text_from(file, "the name of the key file"));
    *result = handed_over(session->with_names(guise::door::key_json(path)));
  });
}
