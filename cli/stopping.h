// SPDX-License-Identifier: Apache-2.0
// What happens when the user or the system stops the program.
#pragma once
#include <atomic>
#include <memory>

namespace guise::cli {

/// From now on SIGINT, SIGTERM, SIGHUP and SIGXCPU first remove the temporary files of this process, then end it as they always
/// do. Signals that the caller had ignored stay so.
void clean_up_when_stopped();

/// For a job that can end with what is there: the first SIGINT sets the flag instead, and says so; the second ends the program.
std::shared_ptr<const std::atomic<bool>> stop_softly();

/// Where a library gives up in a way that no handler sees, as in a destructor or a thread of its own: temporary files are
/// removed, a sentence is said, and the exit code is that of a failed environment.
void end_in_a_sentence();

/// No core dumps, and no other process of the user may look into this one's memory: it holds keys and private tables.
void keep_memory_private();

}  // namespace guise::cli
