// SPDX-License-Identifier: Apache-2.0
#include "table/passes.h"

#include <filesystem>
#include <system_error>

#include "base/error.h"

namespace guise::table {

Sum sum_of(std::atomic<std::int64_t>& count) {
  return {[&](FormWriter& form) { form(count.load()); },
          [&](FormReader& form) {
            std::int64_t more = 0;
            form(more);
            form.check(more >= 0, "a count in it is negative");
            count += more;
          }};
}

void run_pass(const Table& table, std::string_view name, std::int64_t first_record, const Sums& sums, const Gather& gather) {
  Passes* passes = table.reader().passes();
  passes == nullptr ? gather(table) : passes->run(name, table, first_record, sums, gather);
}

std::string run_once(const Table& table, std::string_view name, const std::function<std::string()>& make) {
  Passes* passes = table.reader().passes();
  return passes == nullptr ? make() : passes->once(name, make);
}

namespace {

/// Of all files of the table together: a change that leaves it as it is will show in the digest of a release, if at all.
std::string bytes_of(const Reader& reader) {
  std::uintmax_t bytes = 0;
  for (const std::filesystem::path& file : reader.files()) {
    std::error_code gone;
    const std::uintmax_t size = std::filesystem::file_size(file, gone);
    if (!gone) bytes += size;
  }
  return std::to_string(bytes);
}

}  // namespace

void set_passes(Table& table, Passes* passes) {
  if (passes == nullptr) return;
  Reader& reader = table.reader();
  reader.set_passes(passes);
  const std::string bytes = bytes_of(reader), before = passes->once("bytes", [&] { return bytes; });
  require(bytes == before, "{} has {} bytes and had {} when the job began, so it was changed; begin again", table.name(), bytes,
          before);
  const std::string index = passes->once("index", [&] { return reader.make_index(); });
  reader.take_index(index, "the index of " + table.name());
}

}  // namespace guise::table
