// SPDX-License-Identifier: Apache-2.0
#include "table/released_rows.h"

#include "table/chunk_form.h"
#include "table/destination.h"
#include "table/pipeline.h"
#include "table/release_writer.h"

namespace guise::table {

void ReleasedRows::put(std::int64_t first_record, const std::string& bytes) {
  std::string padded = bytes;
  padded.resize((bytes.size() + SpillFile::kAlign - 1) / SpillFile::kAlign * SpillFile::kAlign);
  const std::lock_guard lock(mutex_);
  if (!file_) file_.emplace(folder_);
  places_.insert_or_assign(first_record, Place{file_->size(), bytes.size()});
  file_->append(padded);
}

std::string ReleasedRows::at(const Place& place) const {
  std::string bytes((place.size + SpillFile::kAlign - 1) / SpillFile::kAlign * SpillFile::kAlign, '\0');
  file_->read(bytes, place.offset);
  bytes.resize(place.size);
  return bytes;
}

void ReleasedRows::add(const Chunk& chunk) {
  FormWriter form;
  form(chunk);
  put(chunk.first_record, form.take());
}

void ReleasedRows::write(FormWriter& form) const {
  form.kind("released rows", 1);
  form(static_cast<std::uint64_t>(places_.size()));
  for (const auto& [first, place] : places_) form(first, at(place));
}

void ReleasedRows::join(FormReader& form) {
  form.kind("released rows", 1);
  std::uint64_t count = 0;
  for (form(count); count > 0; --count) {
    std::int64_t first = 0;
    std::string bytes;
    form(first, bytes);
    put(first, bytes);
  }
}

bool ReleasedRows::next(Chunk& chunk) {
  const auto found = places_.lower_bound(next_);
  if (found == places_.end()) return false;
  const std::string bytes = at(found->second);
  FormReader form(bytes, "a partial result");
  form(chunk);
  form.finish();
  next_ = found->first + 1;
  return true;
}

Written write_released(const Table& in, const Selection& selection, const Work& how, const Output& output, ReleasedRows& rows,
                       const std::function<void(const Written&)>& ready) {
  const Release release = release_of(in.reader(), selection, output);
  Destination destination(output, in.reader());
  const auto writer = destination.writer(release);
  ReleaseWriter out(release, *writer, how);
  struct Item {
    Chunk chunk;
    ReleaseWriter::Piece piece;
  };
  run_stages<Item>(
      thread_count(how), [&](Item& item) { return rows.next(item.chunk); },
      [&](Item& item) {
        const std::int64_t position = item.chunk.first_record - selection.first_record;
        const bool known = selection.missing != Missing::drop;  // no record before it is left out
        item.piece = out.prepare(std::move(item.chunk), known ? std::optional(position) : std::nullopt);
      },
      [&](Item& item) { out.take(std::move(item.piece)); });
  const Written written = out.finish();
  destination.flush();
  if (ready) ready(written);
  destination.commit();
  return written;
}

}  // namespace guise::table
