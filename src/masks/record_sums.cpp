// SPDX-License-Identifier: Apache-2.0
#include "masks/record_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "linalg/products.h"
#include "linalg/sign_tables.h"
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
  std::vector<double> whole(run == count ? 0 : static_cast<std::size_t>(run));
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

// Sums worked on together: a block of 1024 records by 10 sums is 80 KiB, so that R stays in the second-level cache.
constexpr Index kTogether = 10;

Fold dense(Fill fill, Index outputs, double factor, const random::Rng& rng) {
  return {.outputs = outputs, .add = [fill, outputs, factor, rng](const Numbers& numbers, const MatrixRef& rows, Matrix& sums) {
            thread_local Matrix r, products;  // fresh memory would cost as much as filling it
            for (Index first = 0; first < outputs; first += kTogether) {
              const Index count = std::min(kTogether, outputs - first);
              r.resize(rows.rows(), count);
              fill_columns(fill, rng, numbers, first, r);
              products.setZero(count, rows.cols());
              linalg::add_cross(r, rows, products);
              sums.middleRows(first, count) += factor * products;
            }
          }};
}

/// Whole words of signs: the first record has the first bit of one, and none is missing.
bool in_whole_words(const Numbers& numbers) {
  const bool consecutive = numbers.back() - numbers.front() + 1 == static_cast<std::int64_t>(numbers.size());
  return consecutive && numbers.front() % linalg::kSignsPerWord == 0;
}

Fold signs(Index outputs, double factor, const random::Rng& rng) {
  return {.outputs = outputs,
          .add = [outputs, factor, rng, others = dense(random::fill_sign, outputs, factor, rng).add](
                     const Numbers& numbers, const MatrixRef& rows, Matrix& sums) {
            if (!in_whole_words(numbers)) return others(numbers, rows, sums);
            const auto each = static_cast<std::size_t>((rows.rows() + linalg::kSignsPerWord - 1) / linalg::kSignsPerWord);
            const auto first = static_cast<std::uint64_t>(numbers.front() / linalg::kSignsPerWord);
            std::vector<std::uint64_t> words(each * static_cast<std::size_t>(outputs));
            for (std::size_t k = 0; k < static_cast<std::size_t>(outputs); ++k)
              rng.words(static_cast<std::uint32_t>(k), first, std::span(words).subspan(k * each, each));
            linalg::add_signed_records(rows, words, factor, sums);
          }};
}

/// Where record number i goes, and with which sign.
struct Places {
  std::vector<Index> place;
  std::vector<double> sign;
};

/// Word i of stream 0 says where record i goes, by its upper half h as floor(h k / 2^32), and with which sign, by its last bit.
Places places_of(const Numbers& numbers, Index outputs, const random::Rng& rng) {
  const std::int64_t first = numbers.front();
  std::vector<std::uint64_t> words(static_cast<std::size_t>(numbers.back() - first + 1));
  rng.words(0, static_cast<std::uint64_t>(first), words);
  Places out{std::vector<Index>(numbers.size()), std::vector<double>(numbers.size())};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint64_t word = words[static_cast<std::size_t>(numbers[i] - first)];
    out.place[i] = static_cast<Index>((word >> 32) * static_cast<std::uint64_t>(outputs) >> 32);
    out.sign[i] = (word & 1) != 0 ? -1 : 1;
  }
  return out;
}

Fold sketch(Index outputs, const random::Rng& rng) {
  return {.outputs = outputs, .add = [outputs, rng](const Numbers& numbers, const MatrixRef& rows, Matrix& sums) {
            const auto [place, sign] = places_of(numbers, outputs, rng);
            for (Index j = 0; j < rows.cols(); ++j) {
              double* sum = sums.col(j).data();
              const double* value = rows.col(j).data();
              for (std::size_t i = 0; i < place.size(); ++i) sum[place[i]] += sign[i] * value[i];
            }
          }};
}

Matrix sketch_weights(const Numbers& numbers, Index outputs, const random::Rng& rng) {
  const auto [place, sign] = places_of(numbers, outputs, rng);
  Matrix out = Matrix::Zero(static_cast<Index>(numbers.size()), outputs);
  for (std::size_t i = 0; i < place.size(); ++i) out(static_cast<Index>(i), place[i]) = sign[i];
  return out;
}

Matrix dense_weights(Fill fill, const Numbers& numbers, Index outputs, double factor, const random::Rng& rng) {
  Matrix out(static_cast<Index>(numbers.size()), outputs);
  fill_columns(fill, rng, numbers, 0, out);
  return factor * out;
}

// Weights of records this far apart are made by themselves, without those of the records between them.
constexpr std::int64_t kFarApart = 1024;

/// What `of_run` makes of runs of records near each other, one below the other.
stats::RecordWeights by_runs(std::function<Matrix(const Numbers&)> of_run, Index outputs) {
  return [of_run = std::move(of_run), outputs](const Numbers& records) {
    Matrix out(static_cast<Index>(records.size()), outputs);
    for (std::size_t first = 0; first < records.size();) {
      std::size_t end = first + 1;
      while (end < records.size() && records[end] - records[end - 1] < kFarApart) ++end;
      const auto at = records.begin() + static_cast<std::ptrdiff_t>(first);
      const Numbers run(at, at + static_cast<std::ptrdiff_t>(end - first));
      out.middleRows(static_cast<Index>(first), static_cast<Index>(run.size())) = of_run(run);
      first = end;
    }
    return out;
  };
}

}  // namespace

Plan record_sums(const std::string& law, Index outputs, double factor, const StepInput& input) {
  Plan plan;
  plan.columns = input.columns;
  plan.fold = law == "sketch" ? sketch(outputs, input.shared)
              : law == "sign" ? signs(outputs, factor, input.shared)
                              : dense(fill_of(law), outputs, factor, input.shared);
  if (law == "sketch") {
    plan.secret.weights = by_runs(
        [outputs, rng = input.shared](const Numbers& numbers) { return sketch_weights(numbers, outputs, rng); }, outputs);
  } else {
    plan.secret.weights = by_runs([fill = fill_of(law), outputs, factor, rng = input.shared](
                                      const Numbers& numbers) { return dense_weights(fill, numbers, outputs, factor, rng); },
                                  outputs);
  }
  plan.any_run = false;
  plan.keyed = true;
  plan.card.effect = Effect::sums;
  plan.card.side = "records";
  plan.card.outputs = outputs;
  plan.notes.push_back(
      fmt::format("every released record is a sum over {} of the table; inner products of columns are kept on average",
                  law == "sketch" ? fmt::format("about one in {}", outputs) : std::string("all")));
  return plan;
}

}  // namespace guise::masks
