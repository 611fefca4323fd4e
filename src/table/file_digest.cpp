// SPDX-License-Identifier: Apache-2.0
#include "table/file_digest.h"

#include <oneapi/tbb/parallel_for.h>

#include "base/error.h"
#include "table/input_file.h"

namespace guise::table {
namespace {
constexpr std::int64_t kPiece = 1 << 20;
}

Bytes32 digest_of_file(int descriptor, const std::string& name) {
  const std::int64_t size = size_of_file(descriptor, name);
  std::vector<Bytes32> pieces(static_cast<std::size_t>((size + kPiece - 1) / kPiece));
  tbb::parallel_for(std::size_t{0}, pieces.size(), [&](std::size_t i) {
    const std::int64_t begin = static_cast<std::int64_t>(i) * kPiece;
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(std::min(kPiece, size - begin)));
    read_at(descriptor, bytes.data(), bytes.size(), begin, name);
    Digest digest;
    digest.add(bytes);
    pieces[i] = digest.finish();
  });
  Digest digest;
  digest.add("guise file 1");
  digest.add({reinterpret_cast<const std::uint8_t*>(&size), sizeof(size)});
  for (const Bytes32& piece : pieces) digest.add(piece);
  return digest.finish();
}

Bytes32 digest_of_files(const std::vector<std::filesystem::path>& files) {
  Digest all;
  Bytes32 last{};
  for (const auto& file : files) {
    const InputFile input(file);
    last = digest_of_file(input.descriptor(), input.name());
    all.add(last);
  }
  return files.size() == 1 ? last : all.finish();
}

}  // namespace guise::table
