// SPDX-License-Identifier: Apache-2.0
// What does not fit in memory, on disk where nobody can read it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace guise::table {

/// A file without a name, encrypted by ChaCha20 under a key that is drawn for it and never leaves the memory: a killed run
/// leaves neither a file nor plain text in the blocks of the disk.
class SpillFile {
 public:
  /// Pieces begin and end at multiples of this: a block of the cipher.
  static constexpr std::size_t kAlign = 64;

  explicit SpillFile(const std::filesystem::path& folder);
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;
  ~SpillFile();

  /// Encrypts the bytes in their place and appends them. Whole blocks only.
  void append(std::span<char> bytes);
  /// Plain bytes again; `offset` is that of a block.
  void read(std::span<char> to, std::int64_t offset) const;
  std::int64_t size() const { return size_; }
  int descriptor() const { return descriptor_; }

 private:
  void encrypt(std::span<char> bytes, std::int64_t offset) const;

  std::filesystem::path folder_;
  int descriptor_ = -1;
  std::int64_t size_ = 0;
  std::unique_ptr<unsigned char, void (*)(void*)> key_;
};

}  // namespace guise::table
