// SPDX-License-Identifier: Apache-2.0
#include "attacks/in_memory.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "attacks/gatherer.h"
#include "base/error.h"
#include "base/large_matrix.h"
#include "linalg/blas.h"
#include "linalg/past_caches.h"
#include "table/transform.h"

namespace guise::attacks {

namespace {

/// Rows of a table that may not be there.
Matrix some_rows(const Matrix& all, Index first, Index count) {
  return all.cols() == 0 ? Matrix(count, 0) : Matrix(all.middleRows(first, count));
}

/// Calls for rows that are worked on next, unless they are more than the second-level cache holds. Past the end nothing
/// happens.
void fetch(const Matrix& all, Index first, Index count) {
  constexpr Index kMost = 32 * 1024;  // numbers: 256 KiB
  if (count * all.cols() > kMost) return;
  for (Index j = 0; j < all.cols(); ++j)
    for (Index i = first; i < first + count; i += linalg::kLine) __builtin_prefetch(all.data() + j * all.rows() + i, 0, 1);
}

/// Puts rows where they belong; past the caches where the whole is larger than these.
void place_rows(const Matrix& rows, Index first, Matrix& whole) {
  if (whole.size() < linalg::kLargerThanCaches) {
    whole.middleRows(first, rows.rows()) = rows;
    return;
  }
  for (Index j = 0; j < rows.cols(); ++j) linalg::copy_past_caches(rows.col(j).data(), rows.rows(), &whole(first, j));
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

/// Rows of one guess after the other, in parallel. Where neighbours do not matter the pieces are small enough to stay in cache.
Guess guess_all(const Reconstruction& reconstruction, const Matrix& released, const Matrix& known, const Matrix& second,
                bool want_sd) {
  if (reconstruction.linear && !want_sd) return {.values = linalg::map_records(released, *reconstruction.linear)};
  const Index n = released.rows();
  const Index length = reconstruction.halo > 0       ? n
                       : reconstruction.whole_window ? table::window_records(released.cols())
                                                     : table::kBlock;
  const auto guess = [&](Index first) {
    const Index count = std::min(length, n - first);
    fetch(released, first + count, length);
    return reconstruction.guess({.first_record = first,
                                 .released = released.middleRows(first, count),
                                 .known = some_rows(known, first, count),
                                 .second = some_rows(second, first, count),
                                 .before = 0,
                                 .count = count,
                                 .want_sd = want_sd});
  };
  Guess head = guess(0);
  if (n <= length) return head;
  Guess whole{.values = large_matrix(n, head.values.cols())};
  if (head.sd) whole.sd = large_matrix(n, head.sd->cols());
  const auto place = [&](Index first, const Guess& part) {
    place_rows(part.values, first, whole.values);
    if (part.sd) place_rows(*part.sd, first, *whole.sd);
  };
  place(0, head);
  tbb::parallel_for(Index{1}, (n + length - 1) / length, [&](Index piece) { place(piece * length, guess(piece * length)); });
  return whole;
}

}  // namespace

Evidence gather(const Matrix& released, const Knowledge& knowledge, const Matrix& known, const Matrix& second,
                const std::set<Want>& wants) {
  require(known.cols() == static_cast<Index>(knowledge.known_columns.size()),
          "{} columns are said to be known and {} are given", knowledge.known_columns.size(), known.cols());
  require((known.cols() == 0 || known.rows() == released.rows()) && (second.cols() == 0 || second.rows() == released.rows()),
          "the release has {} records, the known columns {} and the second release {}; they must be the same records",
          released.rows(), known.rows(), second.rows());
  std::vector<std::string> columns;
  for (Index j = 0; j < released.cols(); ++j) columns.push_back(fmt::format("x{}", j + 1));
  linalg::use_one_blas_thread();
  Gatherer gatherer(std::move(columns), wants, random::Rng::from_seed(0).fork("sample"));
  // An attack that wants nothing looks at nothing, and one that wants the first records at these, as who knows the matrix.
  const bool looks = !wants.empty() || known.cols() + second.cols() > 0;
  const bool only_head = wants == std::set{Want::head} && known.cols() + second.cols() == 0;
  const Index seen = only_head ? std::min<Index>(released.rows(), kSampleRecords) : looks ? released.rows() : 0;
  const Index blocks = (seen + table::kBlock - 1) / table::kBlock;
  tbb::parallel_for(Index{0}, blocks, [&](Index block) {
    const Index first = block * table::kBlock, count = std::min<Index>(table::kBlock, released.rows() - first);
    gatherer.add(first, released.middleRows(first, count), some_rows(known, first, count), some_rows(second, first, count));
  });
  Evidence evidence = gatherer.finish();
  evidence.records = released.rows();
  evidence.summed = summed_for(knowledge, 0);
  return evidence;
}

Guess reconstruct(std::string_view attack_spec, const Matrix& released, const Knowledge& knowledge, const Matrix& known,
                  const Matrix& second, const random::Rng& rng, bool want_sd) {
  const Call call = parse_call(attack_spec);
  const Attack& attack = find_attack(call.name);
  const Params params = check_params(attack.params, call, "attack");
  const Evidence evidence = gather(released, knowledge, known, second, {attack.wants.begin(), attack.wants.end()});
  const Outcome outcome = learn(attack, evidence, knowledge, params, rng);
  require(outcome.reconstruction.has_value(), "attack '{}' does not assess this release: {}", attack.name, outcome.advised());
  return guess_all(*outcome.reconstruction, released, known, second, want_sd);
}

}  // namespace guise::attacks
