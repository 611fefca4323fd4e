// SPDX-License-Identifier: Apache-2.0
#include "stats/column_means.h"

#include <cmath>

#include "base/error.h"
#include "base/form.h"
#include "stats/ordered_merge.h"
#include "table/blocks.h"
#include "table/passes.h"

namespace guise::stats {
namespace {

struct Sums {
  Vector sum, count;
  void merge(const Sums& later) {
    if (later.sum.size() == 0) return;
    if (sum.size() == 0) {
      *this = later;
      return;
    }
    sum += later.sum;
    count += later.count;
  }
};

template <typename Form>
void fields(Form& form, Sums& sums) {
  form.kind("means", 1);
  form(sums.sum, sums.count);
  form.check(sums.sum.size() == sums.count.size(), "its means have different sizes");
}
bool alike(const Sums& a, const Sums& b) {
  return a.sum.size() == b.sum.size();
}

Sums sums_of(const MatrixRef& block) {
  Sums sums{Vector::Zero(block.cols()), Vector::Zero(block.cols())};
  for (Index j = 0; j < block.cols(); ++j)
    for (Index i = 0; i < block.rows(); ++i)
      if (!std::isnan(block(i, j))) {
        sums.sum[j] += block(i, j);
        sums.count[j] += 1;
      }
  return sums;
}

}  // namespace

Vector column_means(const table::Table& table, table::Selection selection, const table::Work& work) {
  selection.missing = table::Missing::mean;
  selection.means = {};
  OrderedMerge<Sums> merge;
  const auto add = [&](const table::Chunk& chunk) {
    table::for_blocks(chunk,
                      [&](std::int64_t record, const MatrixRef& rows) { merge.add(record / table::kBlock, sums_of(rows)); });
  };
  table::run_pass(table, "means", selection.first_record, {table::sum_of(merge)},
                  [&](const table::Table& part) { part.scan(selection, work, add); });
  const Sums sums = merge.finish({});
  for (Index j = 0; j < sums.count.size(); ++j)
    require(sums.count[j] > 0, "{}: column '{}' has no value at all; leave it out with ‘columns’", table.name(),
            selection.attributes[static_cast<std::size_t>(j)]);
  return sums.sum.cwiseQuotient(sums.count);
}

}  // namespace guise::stats
