// SPDX-License-Identifier: Apache-2.0
#include "jobs/provenance.h"

#include <fmt/chrono.h>

#include <filesystem>
#include <fstream>

#include "base/digest.h"
#include "jobs/version.h"
#include "linalg/blas.h"
#include "table/version.h"

namespace guise::jobs {
namespace {

audit::Provenance::File file_of(const std::string& path) {
  audit::Provenance::File out{.name = path};
  if (std::filesystem::is_regular_file(path)) out.bytes = static_cast<std::int64_t>(std::filesystem::file_size(path));
  return out;
}

/// With the digest that b2sum -l 256 prints; without for what is no file.
audit::Provenance::File release_of(const std::string& path) {
  audit::Provenance::File out = file_of(path);
  if (!out.bytes) return out;
  std::ifstream file(path, std::ios::binary);
  Digest digest;
  std::vector<char> piece(1 << 20);
  while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0)
    digest.add(std::span(reinterpret_cast<const std::uint8_t*>(piece.data()), static_cast<std::size_t>(file.gcount())));
  out.digest = to_hex(digest.finish());
  return out;
}

}  // namespace

audit::Provenance provenance_of(const Work& work, const Input& in, const std::string& released, const Stopwatch& watch) {
  audit::Provenance out{.guise = std::string(version()),
                        .command = work.command,
                        .input = !in.path.empty() ? file_of(in.path) : audit::Provenance::File{.name = in.sql},
                        .libraries = {{"DuckDB", table::duckdb_version()}, {"OpenBLAS", linalg::blas_version()}},
                        .finished = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
                        .seconds = watch.seconds()};
  if (!released.empty()) out.released = release_of(released);
  return out;
}

}  // namespace guise::jobs
