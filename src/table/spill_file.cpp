// SPDX-License-Identifier: Apache-2.0
#include "table/spill_file.h"

#include <sodium.h>
#include <unistd.h>

#include <cassert>

#include "base/error.h"
#include "table/input_file.h"
#include "table/unlinked_file.h"

namespace guise::table {
namespace {

constexpr const char* kWhat = "records on their way to another order";

unsigned char* fresh_key() {
  if (sodium_init() < 0) fail("libsodium could not start; no source of secure random numbers on this machine");
  auto* key = static_cast<unsigned char*>(sodium_malloc(crypto_stream_chacha20_KEYBYTES));
  if (key == nullptr) fail("no memory for a secret; too much of it may be locked");
  crypto_stream_chacha20_keygen(key);
  return key;
}

}  // namespace

SpillFile::SpillFile(const std::filesystem::path& folder)
    : folder_(folder.empty() ? std::filesystem::path(".") : folder), key_(fresh_key(), sodium_free) {
  descriptor_ = unlinked_file(folder_);
}

SpillFile::~SpillFile() {
  ::close(descriptor_);
}

/// The key is used for this file only and every block once, so that the nonce may be zero.
void SpillFile::encrypt(std::span<char> bytes, std::int64_t offset) const {
  assert(offset % static_cast<std::int64_t>(kAlign) == 0 && "the cipher counts whole blocks");
  constexpr unsigned char nonce[crypto_stream_chacha20_NONCEBYTES] = {};
  auto* place = reinterpret_cast<unsigned char*>(bytes.data());
  crypto_stream_chacha20_xor_ic(place, place, bytes.size(), nonce, static_cast<std::uint64_t>(offset) / kAlign, key_.get());
}

void SpillFile::append(std::span<char> bytes) {
  assert(bytes.size() % kAlign == 0 && "pieces are whole blocks");
  encrypt(bytes, size_);
  append_to(descriptor_, bytes.data(), bytes.size(), kWhat, folder_);
  size_ += static_cast<std::int64_t>(bytes.size());
}

void SpillFile::read(std::span<char> to, std::int64_t offset) const {
  read_at(descriptor_, to.data(), to.size(), offset, kWhat);
  encrypt(to, offset);
}

}  // namespace guise::table
