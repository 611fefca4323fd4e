// SPDX-License-Identifier: Apache-2.0
#include "mining/gram.h"

#include <oneapi/tbb/parallel_for.h>

#include <cmath>
#include <mutex>

#include "base/error.h"
#include "linalg/blas.h"
#include "stats/ordered_merge.h"
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

/// Inner products of the columns, in one pass.
Products column_products(const Data& data) {
  stats::OrderedMerge<Products> merge;
  scan(data, [&](const Batch& batch) {
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
  scan(data, [&](const Batch& batch) {
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

/// Var of the cosine: (1 - c^2)^2 / k for each projection; errors turn a vector by e/|x| across it.
double cosine_variance(const release::Geometry& geometry, const release::Pair& pair, const release::NoiseShare& x,
                       const release::NoiseShare& y) {
  if (!(pair.xx > 0 && pair.yy > 0)) return 0;
  const double c = std::clamp(pair.xy / std::sqrt(pair.xx * pair.yy), -1.0, 1.0), across = 1 - square(c);
  double variance = 0;
  for (const release::Projection& step : geometry.projections) {
    const double share = step.law.orthonormal ? 1 - static_cast<double>(step.k) / static_cast<double>(step.m) : 1;
    variance += share * square(across) / static_cast<double>(step.k);
  }
  const double nx = x.variance / geometry.scale / pair.xx, ny = y.variance / geometry.scale / pair.yy;
  const double d = x.variance > 0 ? x.power / x.variance : y.variance > 0 ? y.power / y.variance : 0;
  return variance + across * (nx + ny) + d * (nx * ny + square(c) / 2 * (square(nx) + square(ny)));
}

/// From the released inner products of linear masks.
void debias(const release::Geometry& geometry, const Matrix& released, Index rows, GramEstimate& out) {
  const Index n = released.rows();
  std::vector<release::NoiseShare> noise;
  for (Index i = 0; i < n; ++i) noise.push_back(release::noise_share(geometry, i, rows));
  out.inner = out.inner_error = out.square_distance_error = out.cosine_error = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const auto &x = noise[static_cast<std::size_t>(i)], &y = noise[static_cast<std::size_t>(j)];
      const release::Pair pair = release::debiased(geometry, {released(i, i), released(j, j), released(i, j)}, x, y);
      const release::PairErrors errors = release::errors_of(geometry, pair, x, y, true);
      out.inner(i, j) = i == j ? pair.xx : pair.xy;
      out.inner_error(i, j) = i == j ? errors.xx : errors.xy;
      if (i == j) continue;
      out.square_distance_error(i, j) = errors.square_distance;
      out.cosine_error(i, j) = std::sqrt(cosine_variance(geometry, pair, x, y));
    }
}

/// A distorted release: the expectation is inverted pair by pair (theory/distortion_estimate.h).
void invert(const theory::Distortion& law, const Matrix& released, double noise_power, GramEstimate& out) {
  const Index n = released.rows();
  out.inner = out.inner_error = out.square_distance_error = out.cosine_error = Matrix::Zero(n, n);
  tbb::parallel_for(Index{0}, n, [&](Index i) {
    for (Index j = 0; j <= i; ++j) {
      const double xy = released(i, j) - (i == j ? noise_power : 0);
      const auto pair = theory::estimate_pair(law, {released(i, i) - noise_power, xy, released(j, j) - noise_power});
      const theory::Estimate& inner = i == j ? pair.square_x : pair.inner;
      const double lengths = std::sqrt(pair.square_x.value * pair.square_y.value);
      out.inner(i, j) = out.inner(j, i) = inner.value;
      out.inner_error(i, j) = out.inner_error(j, i) = inner.standard_error;
      if (i == j) continue;
      out.square_distance_error(i, j) = out.square_distance_error(j, i) = pair.square_distance.standard_error;
      out.cosine_error(i, j) = out.cosine_error(j, i) = lengths > 0 ? inner.standard_error / lengths : 0;
    }
  });
}

void note_units(const Data& data, GramEstimate& out) {
  const release::Geometry& geometry = data.geometry;
  if (!geometry.noise_known) out.notes.push_back("errors whose size is not public are still in these figures");
  if (geometry.noise.size() > 0 && !geometry.noise.isZero(0))
    out.notes.push_back("the power of the noise was taken out of the lengths");
  if (geometry.scale != 1) out.notes.push_back("lengths were brought back to the scale of the originals");
}

}  // namespace

GramEstimate estimate_gram(const Data& data, const Params& params) {
  GramEstimate out;
  if (!data.geometry.of_records) {
    const Products products = column_products(data);
    out.names = data.columns;
    out.kind = "column";
    debias(data.geometry, products.sum, products.rows, out);
  } else {
    const Records records = wanted_records(data, params.integer("from"), params.integer("count"));
    for (const std::int64_t number : records.numbers) out.names.push_back(std::to_string(number));
    out.kind = "record";
    const Matrix released = records.rows * records.rows.transpose();
    if (data.facts.distorted)
      invert(data.facts.distorted->law, released, release::noise_share(data.geometry, 0, 1).power, out);
    else
      debias(data.geometry, released, records.rows.rows(), out);
  }
  note_units(data, out);
  return out;
}

}  // namespace guise::mining
