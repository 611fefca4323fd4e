// SPDX-License-Identifier: Apache-2.0
// What happens when the user or the system stops the program.
#pragma once

namespace guise::cli {

/// From now on SIGINT, SIGTERM, SIGHUP and SIGXCPU first remove the temporary files of this process, then end it as they always
/// do. Signals that the caller had ignored stay so.
void clean_up_when_stopped();

/// No core dumps, and no other process of the user may look into this one's memory: it holds keys and private tables.
void keep_memory_private();

}  // namespace guise::cli
