// SPDX-License-Identifier: Apache-2.0
#include "cli/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>

namespace guise::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kQuietFor = std::chrono::seconds(1);
constexpr auto kBetween = std::chrono::milliseconds(100);

struct Bar {
  std::mutex mutex;
  std::string stage;
  Clock::time_point started, drawn;
  bool visible = false;
};

Bar& bar() {
  static Bar the_bar;
  return the_bar;
}

std::string line(const std::string& stage, std::int64_t done, std::int64_t total, double seconds) {
  const double rate = static_cast<double>(done) / seconds;
  if (total <= 0) return fmt::format("{}: {} records, {:.3g} per second", stage, done, rate);
  constexpr int width = 24;
  const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const auto filled = static_cast<std::size_t>(share * width);
  return fmt::format("{} [{}{}] {:3.0f} %  {:.3g} records/s  {:.0f} s left", stage, std::string(filled, '#'),
                     std::string(width - filled, ' '), 100 * share, rate, static_cast<double>(total - done) / rate);
}

void draw(std::string_view stage, std::int64_t done, std::int64_t total) {
  Bar& b = bar();
  const std::lock_guard lock(b.mutex);
  const auto now = Clock::now();
  if (b.stage != stage) {
    b.stage = stage;
    b.started = now;
  }
  if (now - b.started < kQuietFor || now - b.drawn < kBetween || done <= 0) return;
  b.drawn = now;
  b.visible = true;
  fmt::print(stderr, "\r\033[K{}", line(b.stage, done, total, std::chrono::duration<double>(now - b.started).count()));
}

}  // namespace

Progress progress_bar() {
  if (!isatty(STDERR_FILENO)) return {};
  return draw;
}

void finish_progress() {
  Bar& b = bar();
  const std::lock_guard lock(b.mutex);
  if (b.visible) fmt::print(stderr, "\r\033[K");
  b.visible = false;
  b.stage.clear();
}

}  // namespace guise::cli
