// SPDX-License-Identifier: Apache-2.0
#include "table/file_digest.h"

#include <oneapi/tbb/parallel_for.h>

#include "base/checksum.h"
#include "base/error.h"
#include "table/input_file.h"

namespace guise::table {
namespace {
constexpr std::int64_t kSummed = 1 << 20, kRead = 1 << 16;  // what is read stays in cache until it is summed
}

Bytes32 digest_of_file(int descriptor, const std::string& name, const Bytes32& secret) {
  const std::int64_t size = size_of_file(descriptor, name);
  std::vector<Bytes16> pieces(static_cast<std::size_t>((size + kSummed - 1) / kSummed));
  tbb::parallel_for(std::size_t{0}, pieces.size(), [&](std::size_t i) {
    const std::int64_t begin = static_cast<std::int64_t>(i) * kSummed;
    const std::int64_t end = std::min(begin + kSummed, size);
    thread_local std::vector<std::uint8_t> buffer(kRead);
    Checksum sum(secret);
    for (std::int64_t at = begin; at < end; at += kRead) {
      const auto bytes = std::span(buffer).first(static_cast<std::size_t>(std::min(kRead, end - at)));
      read_at(descriptor, bytes.data(), bytes.size(), at, name);
      sum.add(bytes);
    }
    pieces[i] = sum.finish();
  });
  Digest digest;
  digest.add("guise file 1");
  digest.add({reinterpret_cast<const std::uint8_t*>(&size), sizeof(size)});
  for (const Bytes16& piece : pieces) digest.add(piece);
  return digest.finish();
}

}  // namespace guise::table
