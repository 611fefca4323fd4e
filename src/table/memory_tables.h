// SPDX-License-Identifier: Apache-2.0
// Tables in memory under paths, so that a request names them like files: PATH.memory is read from what a door put there, and
// a release goes to the place that a door made for it. No file of that name is ever looked at.
#pragma once
#include <memory>
#include <string>

#include "table/memory_flow.h"
#include "table/memory_release.h"
#include "table/memory_table.h"

namespace guise::table {

inline constexpr const char* kMemoryEnding = ".memory";

bool is_in_memory(const std::string& path);  ///< a table or a place is known by this path
void put_in_memory(const std::string& path, std::shared_ptr<const MemoryTable> table);
void make_place(const std::string& path, std::shared_ptr<MemoryRelease> place);  ///< for a release, which is then read there
void make_flow(const std::string& path, std::shared_ptr<MemoryFlow> flow);       ///< for a release that leaves while it is made
bool is_flow(const std::string& path);
void forget_memory(const std::string& path);  ///< table, place or flow; a flow that is not finished fails

/// What is read there; fails when nothing was written to the place yet.
std::shared_ptr<const MemoryTable> memory_table_at(const std::string& path);
std::unique_ptr<Writer> memory_writer(const std::string& path, const Release& release);
std::shared_ptr<MemoryRelease> memory_place_at(const std::string& path);  ///< refuses a path that is only read

}  // namespace guise::table
