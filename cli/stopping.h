// SPDX-License-Identifier: Apache-2.0
// What happens when the user or the system stops the program.
#pragma once

namespace guise::cli {

/// From now on SIGINT, SIGTERM, SIGHUP and SIGXCPU first remove the temporary files of this process, then end it as they always
/// do. Signals that the caller had ignored stay so.
void clean_up_when_stopped();

/// Where a library gives up in a way that no handler sees, as in a destructor or a thread of its own: temporary files are
/// removed, a sentence is said, and the exit code is that of a failed environment.
void end_in_a_sentence();

/// No core dumps, and no other process of the user may look into this one's memory: it holds keys and private tables.
void keep_memory_private();

}  // namespace guise::cli
