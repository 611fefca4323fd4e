// SPDX-License-Identifier: Apache-2.0
#include "table/transform.h"

#include "base/error.h"
#include "table/destination.h"
#include "table/parquet_copy.h"
#include "table/pipeline.h"
#include "table/release_writer.h"
#include "table/shuffle.h"

namespace guise::table {
namespace {

Written write_in_order(const Reader& in, const Selection& selection, const Work& how, const Release& release, Writer& writer,
                       const std::function<void(Chunk&)>& work) {
  ReleaseWriter out(release, writer, how);
  run_pipeline<ReleaseWriter::Piece>(
      in, selection, how,
      [&](Chunk&& chunk) {
        work(chunk);
        const std::int64_t position = chunk.first_record - selection.first_record;
        const bool known = selection.missing != Missing::drop;  // no record before it is left out
        return out.prepare(std::move(chunk), known ? std::optional(position) : std::nullopt);
      },
      [&](ReleaseWriter::Piece&& piece) { out.take(std::move(piece)); });
  return out.finish();
}

}  // namespace

Written transform(const Table& in, const Selection& selection, const Work& how, const Output& output,
                  const std::function<void(Chunk&)>& work, const std::function<void(const Written&)>& ready) {
  const Reader& reader = in.reader();
  require(!output.shuffle || !names_folder(output.path), "shuffled records are written to one file; name a file instead of {}",
          output.path);
  const Release release = release_of(reader, selection, output);
  Destination destination(output, reader);
  std::optional<Written> written;
  if (output.shuffle) {
    written = write_shuffled(reader, selection, how, output, release, destination.file(), work);
  } else {
    written = copy_parquet(reader, selection, how, output, release, destination.file(), work);
    if (!written) {
      const auto writer = destination.writer(release);
      written = write_in_order(reader, selection, how, release, *writer, work);
    }
  }
  destination.flush();
  if (ready) ready(*written);
  destination.commit();
  return *written;
}

Written digest_release(const Table& table, const Selection& selection, const Work& how, const std::optional<Bytes32>& secret) {
  ReleaseDigest digest(selection.attributes.size(), selection.kept.size(), secret);
  std::int64_t records = 0;
  run_pipeline<Chunk>(
      table.reader(), selection, how,
      [](Chunk&& chunk) {
        remove_dropped(chunk);
        return std::move(chunk);
      },
      [&](Chunk&& chunk) {
        digest.add(records, chunk.values);
        digest.add_kept(records, chunk);
        records += chunk.records();
      });
  return digest.finish(records);
}

}  // namespace guise::table
