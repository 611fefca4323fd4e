// SPDX-License-Identifier: Apache-2.0
#include "table/block_sums.h"

#include <algorithm>
#include <cassert>

#include "base/digest.h"
#include "table/chunk.h"

namespace guise::table {

BlockSums::Checksums BlockSums::started() {
  Checksums checksums;
  {
    const std::lock_guard lock(mutex_);
    if (!unused_.empty()) {
      checksums = std::move(unused_.back());
      unused_.pop_back();
    }
  }
  for (std::size_t k = 0; k < checksums.size(); ++k) checksums[k]->restart(keys_[k]);
  for (std::size_t k = checksums.size(); k < keys_.size(); ++k) checksums.push_back(std::make_unique<Checksum>(keys_[k]));
  return checksums;
}

void BlockSums::store(std::int64_t block, Checksums&& checksums) {
  const auto at = static_cast<std::size_t>(block);
  std::vector<Bytes16> finished;
  for (const auto& each : checksums) finished.push_back(each->finish());
  const std::lock_guard lock(mutex_);
  for (std::size_t k = 0; k < sums_.size(); ++k) {
    if (sums_[k].size() <= at) sums_[k].resize(at + 1);
    sums_[k][at] = finished[k];
  }
  unused_.push_back(std::move(checksums));
}

std::vector<Bytes32> BlockSums::finish(std::string_view label, std::int64_t columns, std::int64_t rows) const {
  std::vector<Bytes32> out;
  for (const std::vector<Bytes16>& sums : sums_) {
    assert(static_cast<std::int64_t>(sums.size()) == (rows + kBlock - 1) / kBlock && "blocks are missing");
    Digest digest;
    digest.add(label);
    const std::int64_t shape[2] = {columns, rows};
    digest.add({reinterpret_cast<const std::uint8_t*>(shape), sizeof(shape)});
    for (const Bytes16& sum : sums) digest.add(sum);
    out.push_back(digest.finish());
  }
  return out;
}

Bytes32 published_key() {
  constexpr std::string_view published = "the values of a released table..";
  static_assert(published.size() == Bytes32{}.size());
  Bytes32 key{};
  std::copy(published.begin(), published.end(), key.begin());
  return key;
}

}  // namespace guise::table
