// SPDX-License-Identifier: Apache-2.0
#include "table/memory_tables.h"

#include <map>
#include <mutex>

#include "base/error.h"
#include "table/writer.h"

namespace guise::table {
namespace {

struct Known {
  std::shared_ptr<const MemoryTable> table = {};
  std::shared_ptr<MemoryRelease> place = {};
  std::shared_ptr<MemoryFlow> flow = {};
};

struct Registry {
  std::mutex mutex;
  std::map<std::string, Known, std::less<>> known;
};

Registry& registry() {
  static Registry all;
  return all;
}

Known find(const std::string& path) {
  const std::lock_guard lock(registry().mutex);
  const auto found = registry().known.find(path);
  return found == registry().known.end() ? Known{} : found->second;
}

void set(const std::string& path, Known known) {
  const std::lock_guard lock(registry().mutex);
  registry().known.insert_or_assign(path, std::move(known));
}

}  // namespace

bool is_in_memory(const std::string& path) {
  const Known known = find(path);
  return known.table || known.place || known.flow;
}

void put_in_memory(const std::string& path, std::shared_ptr<const MemoryTable> table) {
  set(path, {.table = std::move(table)});
}

void make_place(const std::string& path, std::shared_ptr<MemoryRelease> place) {
  set(path, {.place = std::move(place)});
}

void make_flow(const std::string& path, std::shared_ptr<MemoryFlow> flow) {
  set(path, {.flow = std::move(flow)});
}

bool is_flow(const std::string& path) {
  return find(path).flow != nullptr;
}

std::unique_ptr<Writer> memory_writer(const std::string& path, const Release& release) {
  if (auto flow = find(path).flow) return flow_writer(release, std::move(flow));
  return memory_writer(release, memory_place_at(path));
}

void forget_memory(const std::string& path) {
  Known gone;  // freed without the lock: it may be large, or call back
  const std::lock_guard lock(registry().mutex);
  if (const auto found = registry().known.find(path); found != registry().known.end()) {
    gone = std::move(found->second);
    registry().known.erase(found);
    if (gone.flow) gone.flow->fail("the session of the release was closed before its end");
  }
}

std::shared_ptr<const MemoryTable> memory_table_at(const std::string& path) {
  const Known known = find(path);
  if (known.table) return known.table;
  require(known.flow == nullptr, "{} leaves while it is made, and cannot be read here; make a place for it instead", path);
  require(known.place != nullptr, "{} is no table in memory", path);
  return std::make_shared<const MemoryTable>(known.place->table());
}

std::shared_ptr<MemoryRelease> memory_place_at(const std::string& path) {
  const Known known = find(path);
  require(known.place != nullptr, "{} is a table in memory that is read; name another place for what is written", path);
  return known.place;
}

}  // namespace guise::table
