// SPDX-License-Identifier: Apache-2.0
// What an audit spends its time on, and when that is over.
#pragma once
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace guise::audit {

/// Set from elsewhere when the audit is to end with what is there; null: never.
using Stop = std::shared_ptr<const std::atomic<bool>>;

class Timekeeper {
 public:
  explicit Timekeeper(double limit, Stop stop = {}) : limit_(limit), stop_(std::move(stop)) {}  ///< seconds

  double seconds_left() const;  ///< none once it is stopped
  bool stopped() const { return stop_ && stop_->load(); }
  bool over() const { return seconds_left() <= 0; }
  /// Something was not done because the time was over.
  void cut_short();
  bool was_cut_short() const;

  void add(std::string_view attack, double seconds);  ///< that it took to learn; from any thread
  std::map<std::string, double> by_attack() const;

  void leave_out(std::string_view attack);  ///< because it would take too long
  std::set<std::string> left_out() const;

 private:
  double limit_;
  Stop stop_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  mutable std::mutex mutex_ = {};  // of what follows
  bool cut_short_ = false;
  std::map<std::string, double> by_attack_ = {};
  std::set<std::string> left_out_ = {};
};

}  // namespace guise::audit
