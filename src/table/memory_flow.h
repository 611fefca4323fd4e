// SPDX-License-Identifier: Apache-2.0
// A release that leaves while it is made: few chunks wait for whoever reads them.
#pragma once
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "table/chunk.h"
#include "table/schema.h"

namespace guise::table {

struct Release;
class Writer;

/// The columns of a release: kept ones first.
struct FlowColumns {
  std::vector<Column> kept = {}, numbers = {};
  bool single = false;
};

class MemoryFlow {
 public:
  // The job's side
  void begin(FlowColumns columns);
  void push(Chunk&& chunk);  ///< waits while several are there; throws Stopped, or an Error where the reader has gone
  void finish();
  void fail(const std::string& words);  ///< nothing where it is finished

  // The reader's side
  const FlowColumns& columns();  ///< waits until they are known; throws an Error with the job's words where it failed
  std::optional<Chunk> next();   ///< nothing at the end
  void close();                  ///< no more is read

 private:
  static constexpr std::size_t kWaiting = 4;
  void refuse_failure() const;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<FlowColumns> columns_ = {};
  std::deque<Chunk> waiting_ = {};
  std::string failure_ = {};
  bool finished_ = false, closed_ = false;
};

std::unique_ptr<Writer> flow_writer(const Release& release, std::shared_ptr<MemoryFlow> flow);

}  // namespace guise::table
