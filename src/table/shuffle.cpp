// SPDX-License-Identifier: Apache-2.0
#include "table/shuffle.h"

#include <unistd.h>

#include <exception>
#include <filesystem>
#include <thread>

#include "base/error.h"
#include "table/chunk_feed.h"
#include "table/fetch_source.h"
#include "table/pipeline.h"
#include "table/release_writer.h"

namespace guise::table {
namespace {

/// A folder that is removed with what is in it.
struct SpillFolder {
  explicit SpillFolder(const AtomicFile* file)
      : path(file == nullptr ? std::filesystem::temp_directory_path() / fmt::format("guise-{}.spill", ::getpid())
                             : std::filesystem::path(file->temporary().string() + ".spill")) {}
  ~SpillFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::filesystem::path path;
};

/// The sorted records as a table to be read once more.
class SortedReader final : public Reader {
 public:
  SortedReader(const Release& release, std::shared_ptr<Session> session) : session_(std::move(session)) {
    name_ = release.name;
    for (const std::string& column : release.values) schema_.columns.push_back({.name = column});
    for (std::size_t j = 0; j < release.values.size(); ++j) {
      layout_.attributes.push_back({.vector = layout_.select.size(), .element = 0});
      layout_.select.push_back(fmt::format("CAST(v{} AS DOUBLE)", j));
    }
    for (std::size_t j = 0; j < release.kept.size(); ++j) {
      layout_.kept.push_back(layout_.select.size());
      layout_.select.push_back(fmt::format("k{}", j));
    }
    layout_.lengths.resize(layout_.select.size(), 0);
  }
  Bytes32 digest(const Bytes32&) const override { return {}; }
  std::unique_ptr<Source> source(const Selection&, std::int64_t chunk, int) const override {
    const std::string sql = fmt::format("SELECT {} FROM unsorted ORDER BY priority, number", fmt::join(layout_.select, ", "));
    return std::make_unique<FetchSource>(session_, sql, layout_, 0, chunk, name_);
  }

 private:
  std::shared_ptr<Session> session_;
  Layout layout_;
};

struct Ranked {
  Chunk chunk;
  std::vector<std::uint64_t> priorities;
};

Ranked rank(Chunk&& chunk, const Release& release, const Output& output) {
  Ranked ranked{.chunk = {}, .priorities = {}};
  for (Index i = 0; i < chunk.records(); ++i) {
    const bool there = chunk.dropped.empty() || !chunk.dropped[static_cast<std::size_t>(i)];
    if (there) ranked.priorities.push_back(output.shuffle(chunk.first_record + i));
  }
  remove_dropped(chunk);
  check_release(chunk.values, release);
  ranked.chunk = std::move(chunk);
  return ranked;
}

void collect(const Reader& in, const Selection& selection, const Work& how, const Release& release, const Output& output,
             const Session& session, const std::function<void(Chunk&)>& work) {
  ChunkFeed feed(std::vector<bool>(release.values.size(), false), release.kept.size(), true);
  feed.install(session);
  std::exception_ptr failed;
  std::thread reading([&] {
    try {
      session.run("CREATE TEMP TABLE unsorted AS SELECT * FROM guise_chunks()", release.name);
    } catch (...) {
      failed = std::current_exception();
      feed.give_up();
    }
  });
  try {
    run_pipeline<Ranked>(
        in, selection, how,
        [&](Chunk&& chunk) {
          work(chunk);
          return rank(std::move(chunk), release, output);
        },
        [&](Ranked&& ranked) {
          if (!feed.push(std::move(ranked.chunk), std::move(ranked.priorities))) fail("{} cannot be sorted", release.name);
        });
    feed.close();
    reading.join();
  } catch (...) {
    const bool theirs = feed.gave_up();  // DuckDB failed first, and its error is the one to show
    feed.give_up();
    reading.join();
    if (!theirs) throw;
  }
  if (failed) std::rethrow_exception(failed);
}

}  // namespace

Written write_shuffled(const Reader& in, const Selection& selection, const Work& how, const Output& output,
                       const Release& release, AtomicFile* file, const std::function<void(Chunk&)>& work) {
  const SpillFolder spill(file);
  const auto session = std::make_shared<Session>(thread_count(how), spill.path.string());
  collect(in, selection, how, release, output, *session, work);

  const SortedReader sorted(release, session);
  const auto writer = make_writer(output.path, release, file);
  ReleaseWriter out(release, *writer, how);
  run_pipeline<ReleaseWriter::Piece>(
      sorted, {.attributes = release.values}, {.threads = how.threads, .chunk = how.chunk},
      [&](Chunk&& chunk) {
        const std::int64_t position = chunk.first_record;
        return out.prepare(std::move(chunk), position);
      },
      [&](ReleaseWriter::Piece&& piece) { out.take(std::move(piece)); });
  return out.finish();
}

}  // namespace guise::table
