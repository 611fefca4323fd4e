// SPDX-License-Identifier: Apache-2.0
#include "base/stop.h"

namespace guise {
namespace {

thread_local const std::atomic<bool>* current = nullptr;

}  // namespace

StopScope::StopScope(const std::atomic<bool>* flag) : before_(current) {
  current = flag;
}
StopScope::~StopScope() {
  current = before_;
}

const std::atomic<bool>* stop_flag() {
  return current;
}

void check_stop() {
  if (current && current->load(std::memory_order_relaxed)) throw Stopped();
}

}  // namespace guise
