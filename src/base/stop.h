// SPDX-License-Identifier: Apache-2.0
// How a long run is stopped: whoever started it raises a flag, and the next piece of work throws.
#pragma once
#include <atomic>
#include <exception>

namespace guise {

/// No Error, so that nothing that turns refusals into notes swallows it.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped as asked; nothing was written"; }
};

/// The flag of the work on this thread, for as long as the scope lasts; work that is handed to other threads takes it along.
class StopScope {
 public:
  explicit StopScope(const std::atomic<bool>* flag);
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;
  ~StopScope();

 private:
  const std::atomic<bool>* before_;
};

const std::atomic<bool>* stop_flag();  ///< of this thread; nullptr: it cannot be stopped
void check_stop();                     ///< throws Stopped where the flag is up

}  // namespace guise
