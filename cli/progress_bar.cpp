// SPDX-License-Identifier: Apache-2.0
#include "cli/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <mutex>
#include <string>

#include "base/text.h"
#include "cli/streams.h"

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

std::string line(const Stage& stage, double seconds) {
  const double rate = static_cast<double>(stage.done) / seconds;
  if (stage.total <= 0) return fmt::format("{}: {} {}, {:.3g} per second", stage.name, stage.done, stage.unit, rate);
  constexpr int width = 24;
  const double share = std::min(1.0, static_cast<double>(stage.done) / static_cast<double>(stage.total));
  const auto filled = static_cast<std::size_t>(share * width);
  return fmt::format("{} [{}{}] {:3.0f} %  {:.3g} {}/s  {:.0f} s left", stage.name, std::string(filled, '#'),
                     std::string(width - filled, ' '), 100 * share, rate, stage.unit,
                     static_cast<double>(stage.total - stage.done) / rate);
}

void draw(const Stage& stage) {
  Bar& b = bar();
  const std::lock_guard lock(b.mutex);
  const auto now = Clock::now();
  if (b.stage != stage.name) {
    b.stage = stage.name;
    b.started = now;
  }
  if (now - b.started < kQuietFor || now - b.drawn < kBetween || stage.done <= 0) return;
  b.drawn = now;
  b.visible = true;
  complain(fmt::format("\r\033[K{}", printable(line(stage, std::chrono::duration<double>(now - b.started).count()))));
}

}  // namespace

Progress progress_bar() {
  if (!isatty(STDERR_FILENO)) return {};
  return draw;
}

void finish_progress() {
  Bar& b = bar();
  const std::lock_guard lock(b.mutex);
  if (b.visible) complain("\r\033[K");
  b.visible = false;
  b.stage.clear();
}

}  // namespace guise::cli
