// SPDX-License-Identifier: Apache-2.0
#include "door/guarded.h"

#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "jobs/error_json.h"

namespace guise::door {
namespace {

std::atomic<bool> worked = false, forked = false;

std::string plain_words(const char* kind, const std::string& sentence) {
  return json_text(nlohmann::json{{"kind", kind}, {"sentence", sentence}, {"advice", nlohmann::json::array()}});
}

}  // namespace

guise_status status_of_exception(std::string& words) {
  try {
    throw;
  } catch (const Stopped& stopped) {
    words = plain_words("stopped", stopped.what());
    return GUISE_STOPPED;
  } catch (const Error& error) {
    words = json_text(jobs::error_json(error));
    return error.fault() == Fault::usage ? GUISE_USAGE : GUISE_ENVIRONMENT;
  } catch (const std::bad_alloc&) {
    words = plain_words("environment", "memory ran out; try fewer threads, or fewer records");
    return GUISE_ENVIRONMENT;
  } catch (const std::exception& error) {
    words = plain_words("fault", std::string("a mistake of guise: ") + error.what());
    return GUISE_FAULT;
  } catch (...) {
    words = plain_words("fault", "a mistake of guise: an exception of unknown type");
    return GUISE_FAULT;
  }
}

void fail_flows(guise_session& session) {
  if (session.flows.empty()) return;
  const auto words = nlohmann::json::parse(session.error, nullptr, false);
  for (const auto& flow : session.flows) flow->fail(words.is_object() ? words.value("sentence", session.error) : session.error);
  session.flows.clear();
}

bool forked_after_work() {
  return forked;
}

void note_work() {
  static std::once_flag once;
  std::call_once(once, [] { ::pthread_atfork(nullptr, nullptr, [] { forked = worked.load(); }); });
  worked = true;
}

std::string& thread_words() {
  thread_local std::string words;
  return words;
}

char* handed_over(const std::string& text) {
  auto* out = static_cast<char*>(std::malloc(text.size() + 1));
  if (!out) throw std::bad_alloc();
  std::memcpy(out, text.c_str(), text.size() + 1);
  return out;
}

std::string text_from(const char* text, const char* what) {
  require(text != nullptr, "{} is NULL", what);
  return text;
}

}  // namespace guise::door
