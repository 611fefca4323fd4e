// SPDX-License-Identifier: Apache-2.0
#include "mining/gram.h"

#include <oneapi/tbb/parallel_for.h>

#include <cmath>
#include <mutex>

#include "base/error.h"
#include "linalg/blas.h"
#include "mining/distorted_pair.h"
#include "mining/lengths.h"
#include "mining/pass.h"
#include "release/noise_shape.h"
#include "release/pair_law.h"
#include "theory/distortion_estimate.h"

namespace guise::mining {
namespace {

struct Products {
  Matrix sum;
  std::int64_t rows = 0;
  void merge(const Products& later) {
    if (sum.size() == 0)
      sum = later.sum;
    else if (later.sum.size() > 0)
      sum += later.sum;
    rows += later.rows;
  }
};

template <typename Form>
void fields(Form& form, Products& products) {
  form.kind("products", 1);
  form(products.sum, products.rows);
  form.check(products.sum.rows() == products.sum.cols() && products.rows >= 0, "its products are of no table");
}
bool alike(const Products& a, const Products& b) {
  return a.sum.rows() == b.sum.rows();
}

/// Inner products of the columns, in one pass.
Products column_products(const Data& data) {
  stats::OrderedMerge<Products> merge;
  gather_pass(data, "products", {table::sum_of(merge)}, [&](const Batch& batch) {
    merge.add(batch.first_record / table::kBlock, {batch.rows.transpose() * batch.rows, batch.rows.rows()});
  });
  return merge.finish({});
}

/// The wanted records, in order.
Records wanted_records(const Data& data, std::int64_t from, std::int64_t count) {
  const auto columns = static_cast<Index>(data.columns.size());
  std::vector<std::pair<std::int64_t, Vector>> found;
  std::mutex mutex;
  const std::int64_t first = data.selection.first_record + from;
  const table::Sum wanted{[&](FormWriter& form) { form(found); },
                          [&](FormReader& form) {
                            decltype(found) more;
                            form(more);
                            for (const auto& [number, row] : more)
                              form.check(row.size() == columns, "its records are of another table");
                            found.insert(found.end(), more.begin(), more.end());
                          }};
  gather_pass(data, "records", {wanted}, [&](const Batch& batch) {
    if (batch.numbers.empty() || batch.numbers.back() < first || batch.numbers.front() >= first + count) return;
    const std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < batch.numbers.size(); ++i)
      if (batch.numbers[i] >= first && batch.numbers[i] < first + count)
        found.emplace_back(batch.numbers[i], batch.rows.row(static_cast<Index>(i)).transpose());
  });
  require(!found.empty(), "{} has no record {}; records are counted from 0", data.name, from);
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Records out{Matrix(static_cast<Index>(found.size()), columns)};
  for (std::size_t i = 0; i < found.size(); ++i) {
    out.rows.row(static_cast<Index>(i)) = found[i].second.transpose();
    out.numbers.push_back(found[i].first - data.selection.first_record);
  }
  return out;
}

/// Places for the results of n records or columns.
Estimate empty_estimate(const char* what, const std::string& kind, std::vector<std::string> names) {
  const auto n = static_cast<Index>(names.size());
  Estimate out{.name = fmt::format("{} of {}s", what, kind), .rows = names, .columns = names, .value = Matrix::Zero(n, n)};
  out.error = out.low = out.high = out.value;
  return out;
}

void put(Estimate& out, Index i, Index j, const release::Bounds& found) {
  for (const auto& [row, column] : {std::pair(i, j), std::pair(j, i)}) {
    out.value(row, column) = found.value;
    out.error(row, column) = found.error;
    out.low(row, column) = found.low;
    out.high(row, column) = found.high;
  }
}

/// Of records i and j of the release, or of record i where both are the same.
using Estimator = std::function<release::Bounds(Index i, Index j)>;
void fill(Estimate& out, Relation relation, const Estimator& of) {
  tbb::parallel_for(Index{0}, out.value.rows(), [&](Index i) {
    for (Index j = 0; j < i; ++j) put(out, i, j, of(i, j));
    if (relation != Relation::square_distance) put(out, i, i, of(i, i));
  });
}

/// A record with itself. No angle is told where its length is lost.
release::Bounds on_diagonal(Relation relation, const release::Bounds& square) {
  if (relation == Relation::product) return square;
  return square.value > 0 ? release::Bounds{1, 0, 1, 1} : release::Bounds{0, 1, -1, 1};
}

/// From the released inner products of linear masks. `noise`: how large the errors of each are, see release::PairLaw.
void debias(const release::PairLaw& law, const Matrix& released, const Vector& noise, Relation relation, Estimate& out) {
  fill(out, relation, [&](Index i, Index j) {
    const release::Pair pair{released(i, i), released(j, j), released(i, j)};
    if (i == j) return on_diagonal(relation, law.square(pair.xx, noise(i)));
    if (relation == Relation::square_distance) return law.square_distance(pair, noise(i), noise(j));
    return relation == Relation::product ? law.product(pair, noise(i), noise(j)) : law.cosine(pair, noise(i), noise(j));
  });
}

/// Errors in a record that were there before its distortion, and behind.
theory::DistortionErrors distortion_errors(const Data& data) {
  const Matrix& before = data.facts.distorted->before.covariance;
  const release::Errors behind = data.geometry.behind.value_or(release::Errors());
  return {.power = before.trace(),
          .squares = before.squaredNorm(),
          .variance = behind.power / static_cast<double>(data.facts.distorted->law.out)};
}

/// A distorted release: the expectation is inverted pair by pair (theory/distortion_estimate.h).
void invert(const Data& data, const Matrix& released, Relation relation, Estimate& out) {
  const theory::DistortionErrors errors = distortion_errors(data);
  fill(out, relation, [&](Index i, Index j) {
    const double xy =
        i == j ? released(i, i) - static_cast<double>(data.facts.distorted->law.out) * errors.variance : released(i, j);
    const theory::PairEstimate pair =
        theory::estimate_pair(data.facts.distorted->law, {released(i, i), xy, released(j, j)}, errors);
    if (i == j) return on_diagonal(relation, distorted_square(pair));
    if (relation == Relation::square_distance) return distorted_square_distance(pair, errors.power);
    return relation == Relation::product ? distorted_product(pair) : distorted_cosine(pair);
  });
}

void note_units(const Data& data, Relation relation, GramEstimate& out) {
  const release::Geometry& geometry = data.geometry;
  const bool before = data.facts.distorted && !data.facts.distorted->before.covariance.isZero(0);
  if (before || (geometry.noise.size() > 0 && !geometry.noise.isZero(0)))
    out.notes.push_back("the power of the noise was subtracted from the lengths");
  if (geometry.scale != 1) out.notes.push_back("lengths were restored to the scale of the originals");
  const Matrix& value = out.estimate.value;
  const auto lost = relation == Relation::cosine ? (value.diagonal().array() == 0).count() : 0;
  if (lost > 0)
    out.notes.push_back(
        fmt::format("{} of {} {}s have no length left without the noise; their cosines are 0", lost, value.rows(), out.kind));
  const auto below = relation == Relation::product           ? (value.diagonal().array() < 0).count()
                     : relation == Relation::square_distance ? (value.array() < 0).count() / 2
                                                             : 0;
  if (below > 0)
    out.notes.push_back(
        fmt::format("{} squared {} came out below 0, because the noise hides them. They are not cut off at 0, so that sums and "
                    "means of these figures are right; read a single one as 0",
                    below, relation == Relation::product ? "lengths" : "distances"));
  if (!geometry.noise_known) {
    out.notes.push_back("errors whose size is not public are still in these figures, so that they have no intervals");
    out.estimate.error = out.estimate.low = out.estimate.high = {};
  }
}

/// Errors of each record, as multiples of what the geometry tells.
Vector noise_of_records(const Data& data, const std::vector<std::int64_t>& numbers) {
  Vector out(static_cast<Index>(numbers.size()));
  for (Index i = 0; i < out.size(); ++i) out(i) = noise_factor(data, numbers[static_cast<std::size_t>(i)]);
  return out;
}

/// Noise shaped like the data is not even over directions: its covariance is solved from that of the release.
release::Geometry shaped_geometry(const Data& data) {
  release::Geometry out = data.geometry;
  if (data.facts.noise_similarity == 0 || !data.facts.noise_covariance) return out;
  const Matrix noise = release::noise_covariance(data.facts, moments(data).covariance());
  if (out.projections.empty())
    out.behind = release::Errors{noise.trace(), noise.squaredNorm(), (noise * noise * noise).trace(), 0};
  return out;
}

constexpr const char* name_of(Relation relation) {
  return relation == Relation::product ? "inner product" : relation == Relation::cosine ? "cosine" : "squared distance";
}

}  // namespace

GramEstimate estimate_gram(const Data& data, const Params& params, Relation relation) {
  GramEstimate out;
  if (!data.geometry.of_records) {
    const Products products = column_products(data);
    out.kind = "column";
    out.estimate = empty_estimate(name_of(relation), out.kind, data.columns);
    debias({data.geometry, static_cast<Index>(products.rows)}, products.sum, data.geometry.noise, relation, out.estimate);
  } else {
    const Records records = wanted_records(data, params.integer("from"), params.integer("count"));
    std::vector<std::string> names;
    for (const std::int64_t number : records.numbers) names.push_back(std::to_string(number));
    out.kind = "record";
    out.estimate = empty_estimate(name_of(relation), out.kind, std::move(names));
    const Matrix released = records.rows * records.rows.transpose();
    if (data.facts.distorted)
      invert(data, released, relation, out.estimate);
    else
      debias({shaped_geometry(data), 0}, released, noise_of_records(data, records.numbers), relation, out.estimate);
  }
  note_units(data, relation, out);
  return out;
}

}  // namespace guise::mining
