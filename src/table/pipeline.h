// SPDX-License-Identifier: Apache-2.0
// Read, parse, work, take: a bounded number of chunks is under way, so memory does not grow with the table.
#pragma once
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <utility>

#include "base/stop.h"
#include "table/missing.h"
#include "table/reader.h"

namespace guise::table {

/// Chunks under way per thread: one is worked on while others wait for their turn to be cut or taken in order.
constexpr int kChunksPerThread = 3;

/// The first error in the order of the records, kept for after the pipeline.
class FirstError {
 public:
  bool happened() const { return happened_; }
  /// Takes the error of an item, or does the last step with it, unless an earlier one has failed. Called for one at a time.
  template <typename Step>
  void guard(const std::exception_ptr& error, const Step& step) {
    if (happened_) return;
    try {
      if (error) std::rethrow_exception(error);
      step();
    } catch (...) {
      error_ = std::current_exception();
      happened_ = true;
    }
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::atomic<bool> happened_ = false;
  std::exception_ptr error_;
};

/// `cut` fills the next item in order and says whether there was one; `process` runs in parallel; `finish` gets the items in
/// order, one at a time. Of several errors the one of the earliest item is thrown: messages do not depend on the threads.
template <typename Item>
void run_stages(int threads, const std::function<bool(Item&)>& cut, const std::function<void(Item&)>& process,
                const std::function<void(Item&)>& finish) {
  struct Token {
    Item item;
    std::exception_ptr error;
  };
  using Handle = std::shared_ptr<Token>;
  // No exception crosses the pipeline: it would forget the items under way. The first error stops it, and what is still in it
  // runs empty.
  FirstError failure;
  const std::atomic<bool>* stop = stop_flag();
  const auto first = [&](tbb::flow_control& flow) {
    auto token = std::make_shared<Token>();
    try {
      const StopScope scope(stop);
      if (!failure.happened()) check_stop();  // the first error ends the pass, and this may be it
      if (failure.happened() || !cut(token->item)) flow.stop();
    } catch (...) {
      token->error = std::current_exception();
    }
    return token;
  };
  const auto middle = [&](const Handle& token) {
    try {
      const StopScope scope(stop);
      check_stop();
      if (!token->error && !failure.happened()) process(token->item);
    } catch (...) {
      token->error = std::current_exception();
    }
    return token;
  };
  const auto last = [&](const Handle& token) { failure.guard(token->error, [&] { finish(token->item); }); };
  using Mode = tbb::filter_mode;
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_pipeline(static_cast<std::size_t>(threads * kChunksPerThread),
                           tbb::make_filter<void, Handle>(Mode::serial_in_order, first) &
                               tbb::make_filter<Handle, Handle>(Mode::parallel, middle) &
                               tbb::make_filter<Handle, void>(Mode::serial_in_order, last));
  });
  failure.rethrow();
}

/// One pass over a table: `work` runs in parallel on chunks under the policy for missing values, `take` gets its results in
/// record order.
template <typename Result>
void run_pipeline(const Reader& reader, const Selection& selection, const Work& how, const std::function<Result(Chunk&&)>& work,
                  const std::function<void(Result&&)>& take) {
  struct Item {
    std::function<Chunk()> parse;
    Result result{};
    std::int64_t records = 0;
  };
  const int threads = thread_count(how);
  const auto source = reader.source(selection, chunk_records(how, selection.attributes.size()), threads);
  const MissingPolicy policy(reader, selection);
  const std::int64_t total = reader.records().value_or(0);
  std::int64_t done = 0;
  run_stages<Item>(
      threads,
      [&](Item& item) {
        item.parse = source->next();
        return static_cast<bool>(item.parse);
      },
      [&](Item& item) {
        Chunk chunk = std::exchange(item.parse, {})();
        item.records = chunk.records();
        policy.apply(chunk);
        item.result = work(std::move(chunk));
      },
      [&](Item& item) {
        take(std::move(item.result));
        done += item.records;
        if (how.progress) how.progress({how.stage, done, total});
      });
}

}  // namespace guise::table
