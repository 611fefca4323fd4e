// SPDX-License-Identifier: Apache-2.0
#include "mining/class_counts.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>

#include "base/error.h"
#include "mining/pass.h"

namespace guise::mining {
namespace {

// Fine enough for a reconstruction, which works on 400 cells.
constexpr int kCells = 1024;
// Histograms of 8 KiB each and per thread; more are no longer small.
constexpr std::size_t kMostHistograms = 50'000;

/// Rows of a batch, class by class.
std::vector<std::vector<Index>> rows_by_class(const Batch& batch, std::size_t classes) {
  std::vector<std::vector<Index>> out(classes);
  for (std::size_t i = 0; i < batch.classes.size(); ++i)
    out[static_cast<std::size_t>(batch.classes[i])].push_back(static_cast<Index>(i));
  return out;
}

struct MomentParts {
  std::vector<stats::Moments> of = {};
  void merge(const MomentParts& other) {
    of.resize(std::max(of.size(), other.of.size()));
    for (std::size_t c = 0; c < other.of.size(); ++c)
      if (other.of[c].count() > 0) of[c].merge(other.of[c]);
  }
};

template <typename Form>
void fields(Form& form, MomentParts& parts) {
  form(parts.of);
}
bool alike(const MomentParts& a, const MomentParts& b) {
  return a.of.size() == b.of.size();
}

/// Counts of a thread, or of all of them.
void add(ClassCounts& all, const ClassCounts& part) {
  for (std::size_t c = 0; c < all.of.size(); ++c) {
    all.records[c] += part.records[c];
    for (std::size_t j = 0; j < all.of[c].size(); ++j) all.of[c][j].merge(part.of[c][j]);
  }
}

}  // namespace

ClassCounts count_classes(const Data& data) {
  const std::size_t classes = data.label->classes.size(), m = data.columns.size();
  require(classes * m <= kMostHistograms,
          "{} has {} classes and {} attributes, too many to keep the distribution of each; model=gaussian needs less",
          data.name, classes, m);
  const ClassCounts none{std::vector(classes, std::vector(m, stats::Histogram(kCells))), std::vector<double>(classes)};
  tbb::enumerable_thread_specific<ClassCounts> parts(none);
  const auto joined = [&] {
    ClassCounts all = none;
    for (const ClassCounts& part : parts) add(all, part);
    return all;
  };
  const table::Sum counts{[&](FormWriter& form) {
                            const ClassCounts all = joined();
                            form(all.of, all.records);
                          },
                          [&](FormReader& form) {
                            ClassCounts more;
                            form(more.of, more.records);
                            form.check(more.records.size() == classes && more.of.size() == classes, "it counts other classes");
                            for (const auto& each : more.of) form.check(each.size() == m, "it counts other attributes");
                            add(parts.local(), more);
                          }};
  gather_pass(data, "counts", {counts}, [&](const Batch& batch) {
    ClassCounts& mine = parts.local();
    const auto rows = rows_by_class(batch, classes);
    for (std::size_t c = 0; c < classes; ++c) {
      mine.records[c] += static_cast<double>(rows[c].size());
      for (std::size_t j = 0; j < m; ++j) {
        const Vector values = batch.rows.col(static_cast<Index>(j))(rows[c]);
        mine.of[c][j].add({values.data(), rows[c].size()});
      }
    }
  });
  return joined();
}

stats::Moments ClassMoments::all() const {
  stats::Moments out;
  for (const stats::Moments& each : of)
    if (each.count() > 0) out.merge(each);
  return out;
}

ClassMoments moments_of_classes(const Data& data) {
  const std::size_t classes = data.label->classes.size();
  stats::OrderedMerge<MomentParts> merge;
  gather_pass(data, "moments-of-classes", {table::sum_of(merge)}, [&](const Batch& batch) {
    MomentParts part{std::vector<stats::Moments>(classes)};
    const auto rows = rows_by_class(batch, classes);
    for (std::size_t c = 0; c < classes; ++c)
      if (!rows[c].empty()) part.of[c].add(Matrix(batch.rows(rows[c], Eigen::all)));
    merge.add(batch.first_record / table::kBlock, std::move(part));
  });
  ClassMoments out{merge.finish({}).of};
  out.of.resize(classes);
  return out;
}

}  // namespace guise::mining
