// SPDX-License-Identifier: Apache-2.0
// The passes over windows: cut and parse chunks, put windows together in order, work on them in parallel.
#include <algorithm>
#include <cassert>
#include <optional>

#include "base/error.h"

#include "table/destination.h"
#include "table/pipeline.h"
#include "table/release_writer.h"
#include "table/transform_unkept.h"
#include "table/window_part.h"
#include "table/windows.h"

namespace guise::table {
namespace {

/// What is read, and where its windows begin.
struct Extent {
  Range records = {};
  std::optional<WindowStart> start = {};
};

/// Columns of a window.
Index columns_of(const Selection& selection, const Windows& windows) {
  return windows.columns > 0 ? windows.columns : static_cast<Index>(selection.attributes.size());
}

template <typename Result>
void run_windows(const Reader& reader, const Selection& selection, const Work& how, const Windows& windows,
                 const std::function<Result(KeptWindow&&)>& work, const std::function<void(Result&&)>& take,
                 const Extent& extent = {}) {
  struct Token {
    std::function<Chunk()> parse;
    Chunk chunk;
    bool last = false;
    std::vector<KeptWindow> windows;
    std::vector<Result> results;
    std::exception_ptr error;
  };
  using Handle = std::shared_ptr<Token>;
  const int threads = thread_count(how);
  const Index columns = columns_of(selection, windows);
  const std::size_t widest = std::max(static_cast<std::size_t>(columns), selection.attributes.size());
  const std::int64_t chunk = chunk_records(how, widest), window = window_records(columns);
  const auto source = reader.source_of(extent.records, selection, chunk, threads);
  const MissingPolicy policy(reader, selection);
  WindowCutter cutter = extent.start ? WindowCutter(*extent.start, window, windows.halo)
                                     : WindowCutter(selection.first_record, window, windows.halo);
  const std::int64_t total = reader.records().value_or(0);
  std::int64_t done = 0;
  bool ended = false;
  // Errors travel with their token and come out in record order, as in run_pipeline.
  FirstError failure;
  const std::atomic<bool>* stop = stop_flag();
  const auto guarded = [&failure, stop](const Handle& token, auto&& step) {
    try {
      const StopScope scope(stop);
      check_stop();
      if (!token->error && !failure.happened()) step(*token);
    } catch (...) {
      token->error = std::current_exception();
    }
    return token;
  };
  const auto read = [&](tbb::flow_control& flow) {
    auto token = std::make_shared<Token>();
    if (ended || failure.happened()) flow.stop();
    return guarded(token, [&](Token& t) {
      t.parse = source->next();
      t.last = ended = !t.parse;
    });
  };
  const auto parse = [&](const Handle& token) {
    return guarded(token, [&](Token& t) {
      if (t.last) return;
      t.chunk = t.parse();
      t.parse = {};
      policy.apply(t.chunk);
      if (windows.prepare) windows.prepare(t.chunk);
    });
  };
  const auto cut = [&](const Handle& token) {
    return guarded(token, [&](Token& t) { t.windows = cutter.add(std::move(t.chunk), t.last); });
  };
  const auto process = [&](const Handle& token) {
    return guarded(token, [&](Token& t) {
      for (KeptWindow& window : t.windows) t.results.push_back(work(std::move(window)));
      t.windows.clear();
    });
  };
  const auto finish = [&](const Handle& token) {
    failure.guard(token->error, [&] {
      for (Result& result : token->results) {
        done += result.count;
        take(std::move(result));
      }
      if (how.progress && !token->results.empty()) how.progress({how.stage, done, total});
    });
  };

  using Mode = tbb::filter_mode;
  tbb::task_arena arena(threads);
  arena.execute([&] {
    // A token may hold a whole window, so fewer are under way than in run_pipeline. But most hold only a chunk, and with too
    // few of them the next window could not be put together while one is worked on.
    const auto chunks_per_window = (window + chunk - 1) / chunk;
    tbb::parallel_pipeline(static_cast<std::size_t>(threads * chunks_per_window + 1),
                           tbb::make_filter<void, Handle>(Mode::serial_in_order, read) &
                               tbb::make_filter<Handle, Handle>(Mode::parallel, parse) &
                               tbb::make_filter<Handle, Handle>(Mode::serial_in_order, cut) &
                               tbb::make_filter<Handle, Handle>(Mode::parallel, process) &
                               tbb::make_filter<Handle, void>(Mode::serial_in_order, finish));
  });
  failure.rethrow();
}

/// `written`: the selection less what is read only.
Written write_windows(const Table& in, const Selection& selection, const Selection& written, const Work& how,
                      const Windows& windows, const Output& output, const std::function<Matrix(const Window&)>& work) {
  assert(!output.shuffle && "windows are written in order");
  struct Done {
    Index count = 0;
    ReleaseWriter::Piece piece;
  };
  const Release release = release_of(in.reader(), written, output);
  Destination destination(output, in.reader());
  const auto writer = destination.writer(release);
  ReleaseWriter out(release, *writer, how);
  run_windows<Done>(
      in.reader(), selection, how, windows,
      [&](KeptWindow&& window) {
        Chunk chunk{.first_record = window.window.first_record,
                    .values = work(window.window),
                    .dropped = {},
                    .kept = std::move(window.kept)};
        assert(chunk.records() == window.window.count && "a window gives as many rows as it has of its own");
        return Done{window.window.count, out.prepare(std::move(chunk), window.position)};
      },
      [&](Done&& done) { out.take(std::move(done.piece)); });
  const Written done = out.finish();
  destination.commit();
  return done;
}

}  // namespace

namespace {

/// The windows that begin in a range of the records, and what must be read for them.
Extent extent_of(const Range& range, std::int64_t records, const Absences& absences, const Selection& selection,
                 const Windows& windows) {
  const std::int64_t first = selection.first_record, last = first + records,
                     size = window_records(columns_of(selection, windows));
  const auto place = [&](std::int64_t record) { return record - absences.before(record); };  // among those that are there
  const std::int64_t begin = first + range.begin, end = std::min(range.end, records) + first;
  // Windows begin at the first record and at multiples of their size.
  const auto window_from = [&](std::int64_t at) { return at <= first ? first : (at + size - 1) / size * size; };
  WindowStart start{.first = first,
                    .read = first,
                    .next = window_from(place(begin)),
                    .stop = end == last ? last : window_from(place(end)),
                    .index = 0};
  start.index = start.next / size - first / size;
  // From the last block that begins at or before what is wanted to the first that begins behind it.
  const std::int64_t from = start.next - windows.halo, to = end == last ? last : start.stop + windows.halo;
  std::int64_t read = begin, behind = end;
  while (read > first && place(read) > from) read = std::max(first, (read - 1) / kBlock * kBlock);
  while (behind < last && place(behind) < to) behind = std::min(last, (behind / kBlock + 1) * kBlock);
  start.read = place(read);
  return {{read - first, behind == last ? Range::kEnd : behind - first}, start};
}

}  // namespace

void scan_windows_of(const Table& part, const Absences& absences, const Selection& selection, const Work& how,
                     const Windows& windows, const std::function<void(const Window&)>& visit) {
  const Range range = range_of(part);
  if (range.whole()) return scan_windows(part, selection, how, windows, visit);
  struct Visited {
    Index count = 0;
  };
  const Reader& whole = whole_of(part);
  const auto records = whole.records();
  if (!records) fail("the records of {} are not counted, so its windows cannot be found", whole.name());
  const Extent extent = extent_of(range, *records, absences, selection, windows);
  if (extent.start->next >= extent.start->stop) return;  // no window begins here
  run_windows<Visited>(
      whole, selection, how, windows,
      [&](KeptWindow&& window) {
        visit(window.window);
        return Visited{window.window.count};
      },
      [](Visited&&) {}, extent);
}

void scan_windows(const Table& table, const Selection& selection, const Work& how, const Windows& windows,
                  const std::function<void(const Window&)>& visit) {
  struct Visited {
    Index count = 0;
  };
  run_windows<Visited>(
      table.reader(), selection, how, windows,
      [&](KeptWindow&& window) {
        visit(window.window);
        return Visited{window.window.count};
      },
      [](Visited&&) {});
}

Written transform_windows(const Table& in, const Selection& selection, const Work& how, const Windows& windows,
                          const Output& output, const std::function<Matrix(const Window&)>& work) {
  return write_windows(in, selection, selection, how, windows, output, work);
}

Written transform_unkept(const Table& in, const Selection& selection, const Work& how, const Windows& windows,
                         const Output& output, const std::function<Matrix(const Window&)>& work) {
  Selection written = selection;
  written.kept.clear();
  return write_windows(in, selection, written, how, windows, output, work);
}

}  // namespace guise::table
