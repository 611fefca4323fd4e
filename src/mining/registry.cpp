// SPDX-License-Identifier: Apache-2.0
// The tasks there are: miners.def, read once to declare them and once to list them.
#include "base/error.h"
#include "base/names.h"
#include "mining/task.h"

namespace guise::mining {

namespace tasks {
#define MINER(name) extern const Task name;
#include "mining/miners.def"
#undef MINER
}  // namespace tasks

std::span<const Task* const> all_tasks() {
  static const Task* const list[] = {
#define MINER(name) &tasks::name,
#include "mining/miners.def"
#undef MINER
  };
  return list;
}

const Task& find_task(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Task* task : all_tasks()) {
    if (task->name == name) return *task;
    names.push_back(task->name);
  }
  refuse("there is no mining task '{}'{} (tasks are {})", name, did_you_mean(name, names), enumerate(names));
}

}  // namespace guise::mining
