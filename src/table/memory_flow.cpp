// SPDX-License-Identifier: Apache-2.0
#include "table/memory_flow.h"

#include <chrono>

#include "base/error.h"
#include "base/stop.h"
#include "table/memory_table.h"
#include "table/writer.h"

namespace guise::table {
namespace {

class FlowWriter final : public Writer {
 public:
  FlowWriter(const Release& release, std::shared_ptr<MemoryFlow> flow) : single_(release.single), flow_(std::move(flow)) {
    FlowColumns columns{.kept = release.kept, .single = release.single};
    for (const std::string& name : release.values)
      columns.numbers.push_back(column_of(name, release.single ? Cell::f4 : Cell::f8));
    flow_->begin(std::move(columns));
  }
  void fit(Matrix& values) const override {
    if (single_) values = values.cast<float>().cast<double>();
  }
  void write(Chunk&& chunk, std::string&&) override {
    const StopScope scope(stop_);  // any thread may write
    if (chunk.records() > 0) flow_->push(std::move(chunk));
  }
  void finish(std::int64_t) override { flow_->finish(); }

 private:
  bool single_;
  std::shared_ptr<MemoryFlow> flow_;
  const std::atomic<bool>* stop_ = stop_flag();
};

}  // namespace

void MemoryFlow::begin(FlowColumns columns) {
  const std::lock_guard lock(mutex_);
  columns_ = std::move(columns);
  changed_.notify_all();
}

void MemoryFlow::push(Chunk&& chunk) {
  using namespace std::chrono_literals;
  std::unique_lock lock(mutex_);
  while (waiting_.size() >= kWaiting && !closed_) {
    changed_.wait_for(lock, 100ms);
    check_stop();  // the reader may never come back
  }
  require(!closed_, "the stream of the release was closed before its end, so the job was given up");
  waiting_.push_back(std::move(chunk));
  changed_.notify_all();
}

void MemoryFlow::finish() {
  const std::lock_guard lock(mutex_);
  finished_ = true;
  changed_.notify_all();
}

void MemoryFlow::fail(const std::string& words) {
  const std::lock_guard lock(mutex_);
  if (finished_ || !failure_.empty()) return;
  failure_ = words;
  changed_.notify_all();
}

void MemoryFlow::refuse_failure() const {
  if (!failure_.empty()) throw Error(failure_);
}

const FlowColumns& MemoryFlow::columns() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return columns_ || !failure_.empty(); });
  refuse_failure();
  return *columns_;
}

std::optional<Chunk> MemoryFlow::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !waiting_.empty() || finished_ || !failure_.empty(); });
  refuse_failure();
  if (waiting_.empty()) return {};
  Chunk chunk = std::move(waiting_.front());
  waiting_.pop_front();
  changed_.notify_all();
  return chunk;
}

void MemoryFlow::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

std::unique_ptr<Writer> flow_writer(const Release& release, std::shared_ptr<MemoryFlow> flow) {
  return std::make_unique<FlowWriter>(release, std::move(flow));
}

}  // namespace guise::table
