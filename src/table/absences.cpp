// SPDX-License-Identifier: Apache-2.0
#include "table/absences.h"

namespace guise::table {

void Absences::add(const Chunk& chunk) {
  if (chunk.dropped.empty()) return;
  const std::lock_guard lock(mutex_);
  for (Index i = 0; i < chunk.records(); ++i)
    if (chunk.dropped[static_cast<std::size_t>(i)]) ++absent_[(chunk.first_record + i) / kBlock];
}

std::int64_t Absences::before(std::int64_t record) const {
  std::int64_t absent = 0;
  for (auto each = absent_.begin(); each != absent_.end() && each->first < record / kBlock; ++each) absent += each->second;
  return absent;
}

}  // namespace guise::table
