// SPDX-License-Identifier: Apache-2.0
// Passes over what is mined.
#include "mining/data.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "mining/label_text.h"
#include "mining/pass.h"
#include "release/noise_shape.h"
#include "stats/keyed_sample.h"
#include "table/blocks.h"
#include "table/pipeline.h"

namespace guise::mining {
namespace {

/// Records of a block as they come, before folds.
struct Raw {
  std::int64_t first_record = 0;
  std::vector<std::int64_t> numbers = {};
  std::vector<int> classes = {};
  Vector target = {};
};

using Visit = std::function<void(const Batch&)>;

bool chosen(const Fold& fold, std::int64_t record) {
  std::uint64_t word = 0;
  fold.split.words(0, static_cast<std::uint64_t>(record), {&word, 1});
  return (static_cast<int>(word % static_cast<std::uint64_t>(fold.count)) == fold.number) == fold.held_out;
}

/// Hands on the records of the fold.
void visit_fold(const Data& data, const Raw& raw, const MatrixRef& rows, const Visit& visit) {
  if (!data.fold) return visit({raw.first_record, raw.numbers, rows, raw.classes, raw.target});
  std::vector<Index> stay;
  Raw part{.first_record = raw.first_record};
  for (std::size_t i = 0; i < raw.numbers.size(); ++i) {
    if (!chosen(*data.fold, raw.numbers[i])) continue;
    stay.push_back(static_cast<Index>(i));
    part.numbers.push_back(raw.numbers[i]);
    if (!raw.classes.empty()) part.classes.push_back(raw.classes[i]);
  }
  if (stay.empty()) return;
  if (raw.target.size() > 0) part.target = raw.target(stay);
  const Matrix some = rows(stay, Eigen::all);
  visit({part.first_record, part.numbers, some, part.classes, part.target});
}

void visit_chunk(const Data& data, const table::Chunk& chunk, const Visit& visit) {
  const LabelReader labels(data.label, data.name);
  table::for_block_rows(chunk, [&](std::int64_t first, const std::vector<Index>& present, const auto& rows_of) {
    rows_of(chunk.values, [&](const MatrixRef& rows) {
      Raw raw{.first_record = first / table::kBlock * table::kBlock};
      std::vector<Index> places = present;
      if (places.empty()) {
        places.resize(static_cast<std::size_t>(rows.rows()));
        std::iota(places.begin(), places.end(), static_cast<Index>(first - chunk.first_record));
      }
      for (const Index place : places) raw.numbers.push_back(chunk.first_record + place);
      if (data.label) labels.read(chunk.kept.front(), chunk.first_record, places, raw.classes, raw.target);
      if (!data.to_original) return visit_fold(data, raw, rows, visit);
      Matrix changed = rows;
      data.to_original(changed);
      visit_fold(data, raw, changed, visit);
    });
  });
}

/// Block `block` of records in memory.
void visit_held(const Data& data, Index block, const Visit& visit) {
  const Records& held = *data.held;
  const Index first = block * table::kBlock, count = std::min<Index>(table::kBlock, held.rows.rows() - first);
  Raw raw{.first_record = first};
  raw.numbers.resize(static_cast<std::size_t>(count));
  std::iota(raw.numbers.begin(), raw.numbers.end(), first);
  if (!held.classes.empty()) raw.classes.assign(held.classes.begin() + first, held.classes.begin() + first + count);
  if (held.target.size() > 0) raw.target = held.target.segment(first, count);
  visit_fold(data, raw, held.rows.middleRows(first, count), visit);
}

Index held_blocks(const Data& data) {
  return (data.held->rows.rows() + table::kBlock - 1) / table::kBlock;
}

}  // namespace

void scan(const Data& data, const Visit& visit) {
  if (data.held) {
    tbb::parallel_for(Index{0}, held_blocks(data), [&](Index block) { visit_held(data, block, visit); });
    return;
  }
  data.table->scan(data.selection, data.work, [&](const table::Chunk& chunk) { visit_chunk(data, chunk, visit); });
}

void scan_in_order(const Data& data, const Visit& visit) {
  if (data.held) {
    for (Index block = 0; block < held_blocks(data); ++block) visit_held(data, block, visit);
    return;
  }
  table::run_pipeline<table::Chunk>(
      data.table->reader(), data.selection, data.work, [](table::Chunk&& chunk) { return std::move(chunk); },
      [&](table::Chunk&& chunk) { visit_chunk(data, chunk, visit); });
}

Records read(const Data& data) {
  std::vector<Records> parts;
  Index rows = 0;
  scan_in_order(data, [&](const Batch& batch) {
    parts.push_back({batch.rows, batch.numbers, batch.classes, batch.target});
    rows += batch.rows.rows();
  });
  Records all{Matrix(rows, static_cast<Index>(data.columns.size()))};
  if (data.label && data.label->classes.empty()) all.target.resize(rows);
  Index place = 0;
  for (Records& part : parts) {
    all.rows.middleRows(place, part.rows.rows()) = part.rows;
    if (part.target.size() > 0) all.target.segment(place, part.target.size()) = part.target;
    all.numbers.insert(all.numbers.end(), part.numbers.begin(), part.numbers.end());
    all.classes.insert(all.classes.end(), part.classes.begin(), part.classes.end());
    place += part.rows.rows();
    part.rows.resize(0, 0);
  }
  return all;
}

Records sample(const Data& data, std::int64_t most, const random::Rng& rng) {
  const Index columns = static_cast<Index>(data.columns.size());
  stats::KeyedSample drawn(most, rng);
  gather_pass(data, "sample", {table::sum_of(drawn)}, [&](const Batch& batch) {
    Matrix rows(batch.rows.rows(), columns + 1);  // the label rides as one more column
    rows.leftCols(columns) = batch.rows;
    for (Index i = 0; i < rows.rows(); ++i)
      rows(i, columns) = !batch.classes.empty()    ? batch.classes[static_cast<std::size_t>(i)]
                         : batch.target.size() > 0 ? batch.target(i)
                                                   : 0;
    drawn.add(batch.first_record, rows, batch.numbers);
  });
  const Matrix rows = drawn.rows();
  Records out{rows.leftCols(columns), drawn.records()};
  if (data.label && !data.label->classes.empty())
    for (const double value : rows.col(columns)) out.classes.push_back(static_cast<int>(value));
  else if (data.label)
    out.target = rows.col(columns);
  return out;
}

stats::Moments moments(const Data& data) {
  stats::OrderedMerge<stats::Moments> merge;
  gather_pass(data, "moments", {table::sum_of(merge)}, [&](const Batch& batch) {
    stats::Moments part;
    part.add(batch.rows);
    merge.add(batch.first_record / table::kBlock, std::move(part));
  });
  return merge.finish({});
}

Data in_memory(Records records, std::vector<std::string> columns, std::optional<Label> label) {
  Data data;
  data.name = "the table";
  data.columns = std::move(columns);
  data.label = std::move(label);
  data.geometry.noise = Vector::Zero(records.rows.cols());
  data.held = std::make_shared<const Records>(std::move(records));
  return data;
}

Data fold_of(const Data& data, int count, int number, bool held_out, const random::Rng& split) {
  Data part = data;
  part.fold = Fold{.count = count, .number = number, .held_out = held_out, .split = split};
  return part;
}

Matrix noise_of(const Data& data, const Matrix& covariance_of_rows) {
  require(data.geometry.noise_known,
          "the card of {} does not give the size of all the errors in it, so they cannot be taken out of the result",
          data.name);
  const Index m = covariance_of_rows.rows();
  Matrix noise =
      data.facts.noise_covariance ? release::noise_covariance(data.facts, covariance_of_rows) : Matrix(Matrix::Zero(m, m));
  if (data.facts.cells) noise.diagonal() += data.facts.cells->width.cwiseAbs2() / 12;  // Sheppard's correction
  return noise;
}

}  // namespace guise::mining
