// SPDX-License-Identifier: Apache-2.0
#include "base/large_matrix.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace guise {

Matrix large_matrix(Index rows, Index columns) {
  Matrix out(rows, columns);
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  const auto begin = reinterpret_cast<std::uintptr_t>(out.data());
  const std::uintptr_t end = begin + static_cast<std::uintptr_t>(out.size()) * sizeof(double);
  const std::uintptr_t first = (begin + page - 1) / page * page, last = end / page * page;
  // Only advice: where it is refused the matrix is as good as any other.
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
  return out;
}

}  // namespace guise
