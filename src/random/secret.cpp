// SPDX-License-Identifier: Apache-2.0
#include "random/secret.h"

#include <sodium.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstring>
#include <new>

#include "random/derive.h"

namespace guise::random {
namespace {

void* allocate(std::size_t bytes) {
  start_sodium();
  void* memory = sodium_malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void FreeSecret::operator()(void* memory) const {
  sodium_free(memory);
}

SecretBytes::SecretBytes() : memory_(static_cast<Bytes32*>(allocate(sizeof(Bytes32)))) {
  memory_->fill(0);
}

SecretBytes::SecretBytes(const Bytes32& from) : SecretBytes() {
  *memory_ = from;
}

SecretText::SecretText(std::size_t capacity) : memory_(static_cast<char*>(allocate(capacity))), capacity_(capacity) {}

SecretText& SecretText::add(std::string_view text) {
  assert(text.size() <= capacity_ - size_);
  std::memcpy(memory_.get() + size_, text.data(), text.size());
  size_ += text.size();
  return *this;
}

SecretText& SecretText::add_hex(const Bytes32& bytes) {
  assert(2 * bytes.size() < capacity_ - size_);  // and the zero behind
  sodium_bin2hex(memory_.get() + size_, capacity_ - size_, bytes.data(), bytes.size());
  size_ += 2 * bytes.size();
  return *this;
}

bool SecretText::read(int descriptor) {
  while (size_ < capacity_) {
    const ssize_t got = ::read(descriptor, memory_.get() + size_, capacity_ - size_);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) break;
    size_ += static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace guise::random
