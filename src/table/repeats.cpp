// SPDX-License-Identifier: Apache-2.0
#include "table/repeats.h"

#include <iterator>

#include "base/digest.h"

namespace guise::table {
namespace {

// Texts that are compared at most, about. Where one text in a thousand comes twice, some of 4096 do with probability 0.98.
constexpr std::size_t kMost = 8192;

}  // namespace

std::uint64_t text_hash(std::string_view text) {
  Digest digest;
  digest.add(text);
  const Bytes32 bytes = digest.finish();
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < 8; ++i) out |= std::uint64_t{bytes[i]} << (8 * i);
  return out;
}

void Repeats::add(std::string_view text) {
  const std::uint64_t found = text_hash(text);
  if (found > bound_) return;
  if (!seen_.insert(found).second && repeated_.empty()) repeated_ = text.empty() ? " " : std::string(text);
  if (seen_.size() <= kMost) return;
  const auto middle = std::next(seen_.begin(), kMost / 2);
  bound_ = *middle;
  seen_.erase(std::next(middle), seen_.end());
}

}  // namespace guise::table
