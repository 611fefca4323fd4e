// SPDX-License-Identifier: Apache-2.0
// Partial results of other processes: the statistics in them, whatever stands behind a checksum that is right.
#include "attacks/gatherer.h"
#include "fuzz.h"
#include "jobs/stage_file.h"
#include "measures/comparer.h"
#include "measures/forms.h"
#include "stats/forms.h"
#include "stats/histograms.h"
#include "stats/keyed_sample.h"
#include "stats/ordered_merge.h"
#include "table/chunk_form.h"

namespace guise::fuzz::targets {
namespace {

template <typename T>
void join(T& gathered, std::string_view bytes) {
  FormReader form(bytes, "the file");
  gathered.join(form);
  form.finish();
}

void read_moments(std::string_view bytes) {
  stats::OrderedMerge<stats::Moments> merge;
  join(merge, bytes);
  const stats::Moments all = merge.finish({});
  must(all.count() >= 0 && all.covariance().rows() == all.attributes());
}

void read_histograms(std::string_view bytes) {
  stats::Histograms counted(2);
  join(counted, bytes);
  for (const stats::Histogram& each : counted.merged()) must(each.count() == 0 || each.quantile(0.5) <= each.quantile(1));
}

void read_sample(std::string_view bytes) {
  stats::KeyedSample sample(100, random::Rng::from_seed(1));
  join(sample, bytes);
  must(sample.rows().rows() == static_cast<Index>(sample.records().size()) && sample.records().size() <= 100);
}

void read_evidence(std::string_view bytes) {
  attacks::Gatherer gatherer({"a", "b"},
                             {attacks::Want::moments, attacks::Want::sample, attacks::Want::head, attacks::Want::stretches},
                             random::Rng::from_seed(1));
  join(gatherer, bytes);
  const attacks::Evidence evidence = gatherer.finish();
  must(evidence.records >= 0 && (evidence.sample.size() == 0 || evidence.sample.cols() == 2));
}

void read_comparison(std::string_view bytes) {
  measures::Comparer comparer(Vector::Ones(2));
  join(comparer, bytes);
  must(comparer.finish().attributes().size() == 2);
}

void read_chunk(std::string_view bytes) {
  FormReader form(bytes, "the file");
  table::Chunk chunk;
  form(chunk);
  for (const table::TextColumn& column : chunk.kept)
    for (Index i = 0; i < chunk.records(); ++i) must(table::text_at(column, i).size() <= column.bytes.size());
}

}  // namespace

void stage(std::string_view bytes) {
  if (bytes.empty()) return;
  const std::string_view rest = bytes.substr(1);
  switch (bytes.front()) {
    case 'm':
      return read_moments(rest);
    case 'h':
      return read_histograms(rest);
    case 's':
      return read_sample(rest);
    case 'e':
      return read_evidence(rest);
    case 'v':
      return read_comparison(rest);
    case 'c':
      return read_chunk(rest);
    case 'p':
      return void(jobs::read_part({"the file", std::string(rest)}, {}));
    default:
      return void(jobs::read_state({"the file", std::string(bytes)}, {}));
  }
}

}  // namespace guise::fuzz::targets
