// SPDX-License-Identifier: Apache-2.0
#include "audit/timekeeper.h"

namespace guise::audit {

double Timekeeper::seconds_left() const {
  if (stopped()) return 0;
  return limit_ - std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Timekeeper::cut_short() {
  const std::lock_guard lock(mutex_);
  cut_short_ = true;
}

bool Timekeeper::was_cut_short() const {
  const std::lock_guard lock(mutex_);
  return cut_short_;
}

void Timekeeper::add(std::string_view attack, double seconds) {
  const std::lock_guard lock(mutex_);
  by_attack_[std::string(attack)] += seconds;
}

std::map<std::string, double> Timekeeper::by_attack() const {
  const std::lock_guard lock(mutex_);
  return by_attack_;
}

void Timekeeper::leave_out(std::string_view attack) {
  const std::lock_guard lock(mutex_);
  left_out_.emplace(attack);
}

std::set<std::string> Timekeeper::left_out() const {
  const std::lock_guard lock(mutex_);
  return left_out_;
}

}  // namespace guise::audit
