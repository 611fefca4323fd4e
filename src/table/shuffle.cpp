// SPDX-License-Identifier: Apache-2.0
#include "table/shuffle.h"

#include "base/error.h"
#include "table/external_sort.h"
#include "table/pipeline.h"
#include "table/release_writer.h"

namespace guise::table {
namespace {

/// Beside the release, where there is room for it, or where temporary files belong.
std::filesystem::path spill_folder(const AtomicFile* file) {
  return file == nullptr ? std::filesystem::temp_directory_path() : file->temporary().parent_path();
}

class SortedSource final : public Source {
 public:
  SortedSource(NextRow next, const PackedRows& format, std::int64_t chunk)
      : next_(std::move(next)), format_(format), chunk_(chunk) {}
  std::function<Chunk()> next() override {
    std::string rows;
    Index count = 0;
    while (count < chunk_) {
      const char* row = next_();
      if (row == nullptr) break;
      rows.append(row, format_.size(row));
      ++count;
    }
    if (count == 0) return {};
    const std::int64_t first = done_;
    done_ += count;
    return [this, count, first, shared = std::make_shared<std::string>(std::move(rows))] {
      return format_.unpack(*shared, count, first);
    };
  }

 private:
  NextRow next_;
  PackedRows format_;
  std::int64_t chunk_, done_ = 0;
};

/// The sorted records as a table to be read once.
class SortedReader final : public Reader {
 public:
  SortedReader(const Release& release, ExternalSort& sort, const PackedRows& format) : sort_(sort), format_(format) {
    name_ = release.name;
    for (const std::string& column : release.values) schema_.columns.push_back({.name = column});
  }
  Bytes32 digest(const Bytes32&) const override { return {}; }
  std::unique_ptr<Source> source(const Selection&, std::int64_t chunk, int) const override {
    return std::make_unique<SortedSource>(sort_.sorted(), format_, chunk);
  }

 private:
  ExternalSort& sort_;
  PackedRows format_;
};

std::string ranked(Chunk&& chunk, const Release& release, const Output& output, const PackedRows& format) {
  std::vector<std::uint64_t> priorities;
  for (Index i = 0; i < chunk.records(); ++i) {
    const bool there = chunk.dropped.empty() || !chunk.dropped[static_cast<std::size_t>(i)];
    if (there) priorities.push_back(output.shuffle(chunk.first_record + i));
  }
  remove_dropped(chunk);
  check_release(chunk.values, release);
  return format.pack(chunk, priorities);
}

}  // namespace

Written write_shuffled(const Reader& in, const Selection& selection, const Work& how, const Output& output,
                       const Release& release, AtomicFile* file, const std::function<void(Chunk&)>& work) {
  const PackedRows format{
      .values = static_cast<Index>(release.values.size()), .kept = release.kept.size(), .single = release.single};
  ExternalSort sort(format, spill_folder(file));
  run_pipeline<std::string>(
      in, selection, how,
      [&](Chunk&& chunk) {
        work(chunk);
        return ranked(std::move(chunk), release, output, format);
      },
      [&](std::string&& rows) { sort.add(rows); });

  const SortedReader sorted(release, sort, format);
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
