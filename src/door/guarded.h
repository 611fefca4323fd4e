// SPDX-License-Identifier: Apache-2.0
// The edge to C: no exception passes, every failure leaves its words behind.
#pragma once
#include <string>

#include "base/error.h"
#include "base/stop.h"
#include "door/session.h"

namespace guise::door {

/// The kind of the exception that is being handled; its words, as JSON, go to `words`.
guise_status status_of_exception(std::string& words);

/// Whether this process was forked after guise had worked: a child has none of its parent's threads.
bool forked_after_work();
void note_work();  ///< from now on a fork takes threads away

std::string& thread_words();  ///< of failures without a session

/// The next job was to write these streams; their readers get its words.
void fail_flows(guise_session& session);

/// Runs a step for a session, alone, and keeps the words of its failure there.
template <typename Step>
guise_status guarded(guise_session* session, const Step& step) {
  if (!session) {
    thread_words() = R"({"kind":"usage","sentence":"the session is NULL; open one first","advice":[]})";
    return GUISE_USAGE;
  }
  if (forked_after_work()) {  // its mutex may be held by a thread that is no more
    session->error =
        R"({"kind":"environment","sentence":"guise worked before this process was forked, and its threads did not come along; start workers by spawn or forkserver, or use guise in the workers only","advice":[]})";
    return GUISE_FORKED;
  }
  const std::lock_guard lock(session->mutex);
  std::string words;
  try {
    step();
    return GUISE_OK;
  } catch (...) {
    const guise_status status = status_of_exception(words);
    session->error = session->with_names(words);
    fail_flows(*session);
    return status;
  }
}

/// A text for C, to be freed by guise_free().
char* handed_over(const std::string& text);
/// What C passed; refuses NULL.
std::string text_from(const char* text, const char* what);

}  // namespace guise::door
