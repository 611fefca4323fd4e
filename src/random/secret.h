// SPDX-License-Identifier: Apache-2.0
// Secrets in memory of libsodium's: locked against swapping, left out of core dumps, between guard pages, wiped when they go.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/bytes.h"

namespace guise::random {

struct FreeSecret {
  void operator()(void* memory) const;  ///< wipes it
};

/// Half of a key.
class SecretBytes {
 public:
  SecretBytes();  ///< zeros
  explicit SecretBytes(const Bytes32& from);

  Bytes32& bytes() { return *memory_; }
  operator const Bytes32&() const { return *memory_; }  // NOLINT(google-explicit-constructor): it is one
  const std::uint8_t* data() const { return memory_->data(); }
  static constexpr std::size_t size() { return sizeof(Bytes32); }
  const std::uint8_t* begin() const { return data(); }
  const std::uint8_t* end() const { return data() + size(); }

 private:
  std::unique_ptr<Bytes32, FreeSecret> memory_;
};

/// A text that holds secrets, such as a key file.
class SecretText {
 public:
  explicit SecretText(std::size_t capacity);

  operator std::string_view() const { return {memory_.get(), size_}; }  // NOLINT(google-explicit-constructor): it is one
  std::size_t size() const { return size_; }
  SecretText& add(std::string_view text);
  SecretText& add_hex(const Bytes32& bytes);
  /// The content of a file that is open, as far as there is room; false and errno when it cannot be read.
  bool read(int descriptor);

 private:
  std::unique_ptr<char, FreeSecret> memory_;
  std::size_t size_ = 0, capacity_;
};

}  // namespace guise::random
