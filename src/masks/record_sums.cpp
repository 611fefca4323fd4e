// SPDX-License-Identifier: Apache-2.0
#include "masks/record_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "linalg/blas.h"
#include "random/laws.h"

namespace guise::masks {
namespace {

using Numbers = std::vector<std::int64_t>;
using Fill = void (*)(const random::Rng&, std::uint32_t, std::uint64_t, std::span<double>);

void fill_third(const random::Rng& rng, std::uint32_t stream, std::uint64_t first, std::span<double> out) {
  random::fill_sparse_sign(rng, stream, first, 3, out);
}

Fill fill_of(const std::string& law) {
  return law == "sign" ? random::fill_sign : law == "sparse" ? fill_third : random::fill_normal;
}

/// Column j of the result is number i of stream first_stream + j for each of these records i. Records are mostly consecutive:
/// the whole run is made and those that are missing are taken out.
void fill_columns(Fill fill, const random::Rng& rng, const Numbers& numbers, Index first_stream, Matrix& out) {
  const std::int64_t first = numbers.front(), run = numbers.back() - first + 1;
  const auto count = static_cast<Index>(numbers.size());
  std::vector<double> whole(static_cast<std::size_t>(run));
  for (Index j = 0; j < out.cols(); ++j) {
    const auto stream = static_cast<std::uint32_t>(first_stream + j);
    double* column = out.col(j).data();
    if (run == count) {
      fill(rng, stream, static_cast<std::uint64_t>(first), {column, numbers.size()});
      continue;
    }
    fill(rng, stream, static_cast<std::uint64_t>(first), whole);
    for (std::size_t i = 0; i < numbers.size(); ++i) column[i] = whole[static_cast<std::size_t>(numbers[i] - first)];
  }
}

// Sums worked on together: a block of 1024 records by 32 sums is 256 KiB, so that R stays in the second-level cache.
constexpr Index kTogether = 32;

Fold dense(Fill fill, Index outputs, double factor, const random::Rng& rng) {
  linalg::use_one_blas_thread();
  return {.outputs = outputs, .add = [fill, outputs, factor, rng](const Numbers& numbers, const MatrixRef& rows, Matrix& sums) {
            thread_local Matrix r;  // fresh memory would cost as much as filling it
            for (Index first = 0; first < outputs; first += kTogether) {
              const Index count = std::min(kTogether, outputs - first);
              r.resize(rows.rows(), count);
              fill_columns(fill, rng, numbers, first, r);
              sums.middleRows(first, count).noalias() += factor * (r.transpose() * rows);
            }
          }};
}

/// Word i of stream 0 says where record i goes, by its upper half h as floor(h k / 2^32), and with which sign, by its last bit.
Fold sketch(Index outputs, const random::Rng& rng) {
  return {.outputs = outputs, .add = [outputs, rng](const Numbers& numbers, const MatrixRef& rows, Matrix& sums) {
            const std::int64_t first = numbers.front();
            std::vector<std::uint64_t> words(static_cast<std::size_t>(numbers.back() - first + 1));
            rng.words(0, static_cast<std::uint64_t>(first), words);
            std::vector<Index> place(numbers.size());
            std::vector<double> sign(numbers.size());
            for (std::size_t i = 0; i < numbers.size(); ++i) {
              const std::uint64_t word = words[static_cast<std::size_t>(numbers[i] - first)];
              place[i] = static_cast<Index>((word >> 32) * static_cast<std::uint64_t>(outputs) >> 32);
              sign[i] = (word & 1) != 0 ? -1 : 1;
            }
            for (Index j = 0; j < rows.cols(); ++j) {
              double* sum = sums.col(j).data();
              const double* value = rows.col(j).data();
              for (std::size_t i = 0; i < place.size(); ++i) sum[place[i]] += sign[i] * value[i];
            }
          }};
}

}  // namespace

Plan record_sums(const std::string& law, Index outputs, double factor, const StepInput& input) {
  Plan plan;
  plan.columns = input.columns;
  plan.fold = law == "sketch" ? sketch(outputs, input.shared) : dense(fill_of(law), outputs, factor, input.shared);
  plan.any_run = false;
  plan.keyed = true;
  plan.card.side = "records";
  plan.card.outputs = outputs;
  plan.notes.push_back(
      fmt::format("every released record is a sum over {} of the table; inner products of columns are kept on average",
                  law == "sketch" ? fmt::format("about one in {}", outputs) : std::string("all")));
  return plan;
}

}  // namespace guise::masks
