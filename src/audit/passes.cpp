// SPDX-License-Identifier: Apache-2.0
#include "audit/passes.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include "attacks/gatherer.h"
#include "audit/closeups.h"
#include "audit/side_columns.h"
#include "masks/folding.h"
#include "stats/forms.h"
#include "stats/ordered_merge.h"
#include "table/blocks.h"
#include "table/kept_texts.h"
#include "table/passes.h"

namespace guise::audit {
namespace {

/// The sums of a mask that mixes records, of one release or of both, and what an insider works out of their weights.
class SumsCollector {
 public:
  explicit SumsCollector(const Variant& variant)
      : variant_(variant), folding_(*variant.first), weights_(variant.insider->knowledge.sums->weights) {}
  SumsCollector(const Variant& variant, const masks::Prepared& second)
      : variant_(variant), folding_(*variant.first), weights_(variant.both_weights()) {
    second_.emplace(second);
  }

  void add(const table::Chunk& originals) {
    folding_.add(originals);
    if (second_) second_->add(originals);
    table::for_numbered_blocks(originals,
                               [&](std::int64_t first, const MatrixRef& rows, const std::vector<std::int64_t>& records) {
                                 weights_.add(records.empty() ? table::record_numbers(first, rows.rows()) : records);
                               });
  }

  attacks::Evidence finish() {
    attacks::Evidence out;
    out.columns = variant_.first->columns();
    out.sample = read(folding_, *variant_.insider);
    if (second_) {
      const Matrix second = read(*second_, *variant_.second_insider);
      out.sample.conservativeResize(out.sample.rows() + second.rows(), Eigen::NoChange);
      out.sample.bottomRows(second.rows()) = second;
    }
    out.records = out.sample.rows();
    out.moments = stats::moments_of(out.sample);
    for (std::int64_t i = 0; i < out.records; ++i) out.sample_records.push_back(i);
    out.summed = weights_.finish();
    return out;
  }

 private:
  static Matrix read(masks::Folding& folding, const attacks::CardKnowledge& insider) {
    Matrix sums = folding.finish().values;
    if (insider.to_original) insider.to_original(sums);
    return sums;
  }
  const Variant& variant_;
  masks::Folding folding_;
  std::optional<masks::Folding> second_ = {};
  attacks::SummedGatherer weights_;
};

struct Collector {
  Collector(const Variant& variant, const std::vector<std::string>& originals, const std::set<attacks::Want>& wants,
            const random::Rng& rng)
      : gatherer(variant.columns, wants, rng) {
    if (variant.undoes()) insider.emplace(originals, wants, rng);
    if (variant.next) overlap.emplace(variant.columns, wants, rng);
    if (variant.solves()) sums.emplace(variant);
    if (variant.solves_both()) both_sums.emplace(variant, *variant.second);
  }
  attacks::Gatherer gatherer;
  std::optional<attacks::Gatherer> insider, overlap;
  std::optional<SumsCollector> sums, both_sums;
  stats::OrderedMerge<stats::Moments> with_originals, with_second, with_insider_second;
};

void add_joint(stats::OrderedMerge<stats::Moments>& merge, std::int64_t record, const MatrixRef& left, const MatrixRef& right) {
  merge.add(record / table::kBlock, stats::joint_moments(left, right));
}

/// What the pass gathers of all variants, behind what it gathers of the originals.
table::Sums sums_of(const std::vector<std::unique_ptr<Collector>>& collectors, table::Sums sums) {
  for (const auto& each : collectors) {
    sums.push_back(table::sum_of(each->gatherer));
    if (each->insider) sums.push_back(table::sum_of(*each->insider));
    if (each->overlap) sums.push_back(table::sum_of(*each->overlap));
    for (auto* merge : {&each->with_originals, &each->with_second, &each->with_insider_second})
      sums.push_back(table::sum_of(*merge));
  }
  return sums;
}

/// A pass of its own: text is read where somebody links by it, for a sample of the records.
std::map<std::int64_t, std::string> read_kept(const table::Table& originals, const Request& request, const Draws& draws,
                                              const FirstPass& pass) {
  const bool registered =
      std::any_of(draws.attackers.begin(), draws.attackers.end(), [](const Attacker& each) { return each.kind->everyone; });
  if (request.kept.empty() || (draws.known_records.empty() && !registered)) return {};
  std::set<std::int64_t> wanted(draws.known_records.begin(), draws.known_records.end());
  wanted.insert(draws.sought_records.begin(), draws.sought_records.end());
  for (const Gathered& gathered : pass.variants)
    wanted.insert(gathered.evidence.sample_records.begin(), gathered.evidence.sample_records.end());
  const std::vector<std::int64_t> records(wanted.begin(), wanted.end());
  table::Selection selection = request.selection;
  selection.kept = request.kept;
  table::Work work = request.work;
  work.stage = "reading kept columns";
  const std::vector<std::string> texts = table::kept_texts(originals, selection, work, records);
  std::map<std::int64_t, std::string> kept;
  for (std::size_t i = 0; i < records.size(); ++i) kept.emplace_hint(kept.end(), records[i], texts[i]);
  return kept;
}

}  // namespace

std::vector<const attacks::Attack*> tried_attacks(const Request& request) {
  const std::span<const attacks::Attack* const> all = attacks::all_attacks();
  if (request.attacks.empty()) return {all.begin(), all.end()};
  std::set<const attacks::Attack*> named;
  for (const std::string& name : request.attacks) named.insert(&attacks::find_attack(name));
  std::vector<const attacks::Attack*> tried;
  std::copy_if(all.begin(), all.end(), std::back_inserter(tried), [&](const auto* attack) { return named.contains(attack); });
  return tried;
}

FirstPass gather(const table::Table& originals, const Request& request, const Variants& variants, const Draws& draws,
                 bool with_originals) {
  const auto attributes = static_cast<Index>(request.selection.attributes.size());
  auto wants = attacks::wants_of(tried_attacks(request));
  wants.insert(attacks::Want::moments);  // the spectrum and utilities are made of them
  const random::Rng rng = request.rng.fork("evidence");
  attacks::Gatherer truth(request.selection.attributes, {attacks::Want::moments, attacks::Want::head}, rng);
  Closeups closeups(draws, rng.fork("a closer look"));
  std::vector<std::unique_ptr<Collector>> collectors;
  for (const Variant& variant : variants.all())
    collectors.push_back(std::make_unique<Collector>(variant, request.selection.attributes, wants, rng));

  table::Work work = request.work;
  work.stage = "gathering evidence";
  stats::KeyedSample beside(attacks::kSampleRecords, rng);  // the records of every sample
  table::Absences absences;
  const auto look = [&](const table::Chunk& chunk) {
    table::Chunk wide = chunk;
    take_side(wide, request);
    draws.hold_out(wide);
    absences.add(wide);
    closeups.add(wide);
    for (const auto& collector : collectors) {
      if (collector->sums) collector->sums->add(wide);
      if (collector->both_sums) collector->both_sums->add(wide);
    }
    variants.widen(wide);
    table::for_numbered_blocks(wide, [&](std::int64_t record, const MatrixRef& rows, const std::vector<std::int64_t>& numbers) {
      const auto x = rows.leftCols(attributes);
      truth.add(record, x, Matrix(), Matrix());
      Matrix clear(rows.rows(), attributes + variants.side().width);
      clear << x, rows.rightCols(variants.side().width);
      beside.add(record, clear, numbers);
      for (std::size_t v = 0; v < collectors.size(); ++v) {
        const Variant& variant = variants.all()[v];
        const auto y = rows.middleCols(variant.release_at, variant.width());
        collectors[v]->gatherer.add(record, y, Matrix(), Matrix(), numbers);
        if (collectors[v]->insider)
          collectors[v]->insider->add(record, rows.middleCols(variant.insider_at, attributes), Matrix(), Matrix(), numbers);
        if (with_originals) add_joint(collectors[v]->with_originals, record, y, x);
        if (variant.second)
          add_joint(collectors[v]->with_second, record, y, rows.middleCols(variant.second_at, variant.width()));
        if (variant.second_insider && variant.undoes())
          add_joint(collectors[v]->with_insider_second, record, rows.middleCols(variant.insider_at, attributes),
                    rows.middleCols(variant.insider_second_at, attributes));
        if (collectors[v]->overlap)
          collectors[v]->overlap->add(record, rows.middleCols(variant.overlap_at, variant.width()), Matrix(), Matrix(),
                                      numbers);
      }
    });
  };
  const auto scan = [&](const table::Table& part) { part.scan(request.reads_with_side(), work, look); };
  const bool sums =
      std::any_of(collectors.begin(), collectors.end(), [](const auto& each) { return each->sums || each->both_sums; });
  if (sums)
    scan(originals);  // of a mask that mixes records there is one release of all of them
  else
    table::run_pass(
        originals, "gather", request.selection.first_record,
        sums_of(collectors, {table::sum_of(truth), table::sum_of(beside), table::sum_of(closeups), table::sum_of(absences)}),
        scan);

  FirstPass pass;
  pass.absences = std::move(absences);
  attacks::Evidence seen = truth.finish();
  pass.truth = std::move(seen.moments);
  pass.head = std::move(seen.head);
  pass.beside = {beside.rows(), beside.records()};
  pass.sample = closeups.sample();
  pass.start = closeups.start();
  for (auto& collector : collectors) {
    Gathered gathered{.evidence = collector->gatherer.finish(),
                      .insider = {},
                      .with_originals = collector->with_originals.finish({}),
                      .with_second = collector->with_second.finish({}),
                      .with_insider_second = collector->with_insider_second.finish({})};
    if (collector->insider) gathered.insider = collector->insider->finish();
    if (collector->sums) gathered.insider = collector->sums->finish();
    if (collector->both_sums) gathered.both_sums = collector->both_sums->finish();
    if (collector->overlap) gathered.overlap = collector->overlap->finish();
    pass.variants.push_back(std::move(gathered));
  }
  pass.kept = read_kept(originals, request, draws, pass);
  return pass;
}

}  // namespace guise::audit
