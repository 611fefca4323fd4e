// SPDX-License-Identifier: Apache-2.0
// From a mask, a table and a key to plans: the learning passes, and which random numbers each step gets.
#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/digest.h"
#include "base/error.h"
#include "linalg/blas.h"
#include "masks/mask.h"
#include "masks/shared_draws.h"
#include "random/math.h"
#include "stats/forms.h"
#include "stats/ordered_merge.h"
#include "table/blocks.h"
#include "table/passes.h"

namespace guise::masks {

struct Preparer::Learnt {
  stats::Moments moments, logs;
  WholeTable table;
  void merge(const Learnt& later) {
    moments.merge(later.moments);
    if (later.logs.count() > 0) logs.merge(later.logs);
  }
  template <typename Form>
  friend void fields(Form& form, Learnt& learnt) {
    form(learnt.moments, learnt.logs);
  }
  friend bool alike(const Learnt& a, const Learnt& b) { return alike(a.moments, b.moments) && alike(a.logs, b.logs); }
};

namespace {

constexpr std::int64_t kMostCells = 250'000'000;  // 2 GB

WholeTable joined(std::map<std::int64_t, WholeTable> pieces) {
  WholeTable all;
  for (const auto& [_, piece] : pieces) all.records.insert(all.records.end(), piece.records.begin(), piece.records.end());
  if (pieces.empty()) return all;
  all.values.resize(static_cast<Index>(all.records.size()), pieces.begin()->second.values.cols());
  Index at = 0;
  for (auto& [_, piece] : pieces) {
    all.values.middleRows(at, piece.values.rows()) = piece.values;
    at += piece.values.rows();
    piece.values.resize(0, 0);
  }
  return all;
}

Matrix logarithms(const MatrixRef& rows, const std::vector<std::string>& columns, std::string_view step) {
  Matrix logs(rows.rows(), rows.cols());
  for (Index j = 0; j < rows.cols(); ++j) {
    for (Index i = 0; i < rows.rows(); ++i) {
      require(rows(i, j) > 0,
              "step '{}' takes logarithms, so every value must be greater than 0; column '{}' holds {}: leave it out or use "
              "law=truncated",
              step, columns[static_cast<std::size_t>(j)], rows(i, j));
      logs(i, j) = random::fixed_log(rows(i, j));
    }
  }
  return logs;
}

/// The label that was given, or one that no other release has: made of its salt. None without sums over records.
std::string round_of(const Mask& mask, const std::string& given, const Bytes32& salt) {
  constexpr std::size_t kBytes = 16;
  if (given.empty()) return sums_records(mask) ? to_hex(std::span(salt).first(kBytes)) : "";
  check_round(given);
  require(sums_records(mask), "a round is for sums over records, and the mask '{}' makes none; leave its label out",
          mask.text());
  return given;
}

/// Noise must never repeat: two releases that carry equal noise give the difference of their originals by subtraction. So the
/// noise depends on the content of the table and on all else that decides what reaches the noise: the columns and their order,
/// the number of the first record, how missing values were filled (and on the mask's text, see Key::own).
Bytes32 input_digest(const Bytes32& content, const table::Selection& selection) {
  Digest digest;
  digest.add(std::span<const std::uint8_t>(content));
  digest.add(fmt::format("{} columns", selection.attributes.size()));
  for (const std::string& name : selection.attributes) digest.add(name);
  digest.add(fmt::format("first record {}, missing {}", selection.first_record, static_cast<int>(selection.missing)));
  for (const double mean : selection.means) digest.add(fmt::format("{}", mean));
  return digest.finish();
}

}  // namespace

Preparer::Preparer(const table::Table& table, table::Selection selection, table::Work work, bool fresh_keys)
    : table_(table), selection_(std::move(selection)), work_(std::move(work)), fresh_keys_(fresh_keys) {
  require(!selection_.attributes.empty(), "{} has no column to mask; name numeric ones with ‘columns’", table.name());
  linalg::use_one_blas_thread();  // before the first sum: products on several threads differ in their last bits
  selection_.kept.clear();
  work_.stage = "learning";
  work_.any_run = false;
}
Preparer::~Preparer() = default;

Bytes32 Preparer::content(const random::Key& key) {
  const Bytes32 secret = key.input_secret();
  const auto known = contents_.find(secret);
  if (known != contents_.end()) return known->second;
  const std::string found = table::run_once(table_, "digest", [&] { return to_hex(table_.digest(secret)); });
  return contents_.emplace(secret, from_hex(found).value()).first->second;
}

/// One pass over the table as it reaches the step under each of these masks. Aligned blocks merged in order: what is learnt
/// does not depend on threads or chunks.
std::vector<Preparer::Learnt> Preparer::learn(Learn wanted, const Step& step, const std::vector<Prepared>& earlier,
                                              const std::vector<std::string>& columns) const {
  if (wanted == Learn::table && !earlier[0].folds()) return gather(step, earlier);
  if (earlier[0].folds()) {
    std::vector<Learnt> learnt(earlier.size());
    for (std::size_t k = 0; k < earlier.size(); ++k) {
      const Matrix rows = released(earlier[k], table_, selection_, work_);
      learnt[k].moments.add(rows);
      if (wanted == Learn::table) learnt[k].table = {table::record_numbers(0, rows.rows()), rows};
      if (wanted == Learn::logs) learnt[k].logs.add(logarithms(rows, columns, step.name));
    }
    return learnt;
  }
  std::vector<stats::OrderedMerge<Learnt>> merged(earlier.size());
  const auto look = [&](const table::Chunk& originals) {
    for (std::size_t k = 0; k < earlier.size(); ++k) {
      table::Chunk chunk = originals;
      earlier[k].apply(chunk);
      table::for_blocks(chunk, [&](std::int64_t record, const MatrixRef& rows) {
        Learnt partial;
        partial.moments.add(rows);
        if (wanted == Learn::logs) partial.logs.add(logarithms(rows, columns, step.name));
        merged[k].add(record / table::kBlock, std::move(partial));
      });
    }
  };
  table::Sums sums;
  for (auto& merge : merged) sums.push_back(table::sum_of(merge));
  table::run_pass(table_, "learn", selection_.first_record, sums,
                  [&](const table::Table& part) { part.scan(selection_, work_, look); });
  std::vector<Learnt> learnt;
  for (auto& merge : merged) learnt.push_back(merge.finish({}));
  require(learnt[0].moments.count() > 0, "step '{}' learns from the records of {}, but it has none without missing values",
          step.name, table_.name());
  return learnt;
}

/// The whole table as it reaches the step under each of these masks.
std::vector<Preparer::Learnt> Preparer::gather(const Step& step, const std::vector<Prepared>& earlier) const {
  std::mutex guard;
  std::vector<std::map<std::int64_t, WholeTable>> pieces(earlier.size());  // by their first record
  std::int64_t cells = 0;
  table_.scan(selection_, work_, [&](const table::Chunk& originals) {
    for (std::size_t k = 0; k < earlier.size(); ++k) {
      table::Chunk chunk = originals;
      earlier[k].apply(chunk);
      WholeTable piece;
      for (Index i = 0; i < chunk.records(); ++i)
        if (chunk.dropped.empty() || !chunk.dropped[static_cast<std::size_t>(i)])
          piece.records.push_back(chunk.first_record + i);
      Matrix scratch;
      piece.values = table::present(chunk, scratch);
      const std::lock_guard lock(guard);
      cells += piece.values.size();
      require(cells <= kMostCells,
              "step '{}' needs the whole table in memory, which is for tables of up to {} numbers; {} has more", step.name,
              kMostCells, table_.name());
      pieces[k].emplace(chunk.first_record, std::move(piece));
    }
  });
  std::vector<Learnt> learnt(earlier.size());
  for (std::size_t k = 0; k < earlier.size(); ++k) learnt[k].table = joined(std::move(pieces[k]));
  require(!learnt[0].table.records.empty(), "step '{}' learns from the records of {}, but it has none without missing values",
          step.name, table_.name());
  return learnt;
}

const Preparer::Learnt& Preparer::originals(Learn wanted, const Step& step) {
  std::unique_ptr<Learnt>& known = wanted == Learn::logs ? logs_ : wanted == Learn::table ? rows_ : moments_;
  if (!known) known = std::make_unique<Learnt>(learn(wanted, step, {Prepared()}, selection_.attributes)[0]);
  return *known;
}

std::vector<Prepared> Preparer::prepare(const Mask& mask, std::span<const random::Key> keys, const std::string& round) {
  std::vector<Prepared> all(keys.size());
  std::vector<SharedDraws> draws;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    all[k].text_ = mask.text();
    all[k].remarks_ = mask.remarks();
    all[k].attributes_ = selection_.attributes;
    const Bytes32 digest = fresh_keys_ ? Bytes32{} : input_digest(content(keys[k]), selection_);
    all[k].salt_ = keys[k].salt(digest, all[k].text_, round);
    all[k].round_ = round_of(mask, round, all[k].salt_);
    draws.emplace_back(Card::kFormat, mask, selection_.attributes, all[k].round_);
  }
  std::vector<std::string> columns = selection_.attributes;
  for (std::uint32_t number = 0; const Mask::Link& link : mask.links()) {
    const Learn wanted = link.step->learns(link.params);
    const auto& earlier = all[0].plans_;
    const bool keyed = std::any_of(earlier.begin(), earlier.end(), [](const Plan& plan) { return plan.keyed; });
    std::vector<Learnt> learnt;  // one for all keys, or one for each
    if (wanted != Learn::nothing && earlier.empty()) learnt.push_back(originals(wanted, *link.step));
    if (wanted != Learn::nothing && !earlier.empty())
      learnt = learn(wanted, *link.step, keyed ? all : std::vector{all[0]}, columns);
    std::vector<std::string> leaving;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const Learnt* seen = learnt.empty() ? nullptr : &learnt[learnt.size() == 1 ? 0 : k];
      Plan plan = link.step->plan({.params = link.params,
                                   .columns = columns,
                                   .moments = seen && wanted != Learn::table ? &seen->moments : nullptr,
                                   .logs = wanted == Learn::logs ? &seen->logs : nullptr,
                                   .table = wanted == Learn::table ? &seen->table : nullptr,
                                   .shared = draws[k].of(keys[k], number),
                                   .own = keys[k].own(number, all[k].salt_)});
      plan.card.step = link.step->name;
      plan.card.text = link.call.text();
      if (plan.secret.any()) plan.card.draws = draws[k].tag(number);
      leaving = plan.columns;
      all[k].plans_.push_back(std::move(plan));
    }
    columns = leaving;
    ++number;
  }
  return all;
}

Prepared prepare(const Mask& mask, const table::Table& table, const table::Selection& selection, const table::Work& work,
                 const random::Key& key, const std::string& round) {
  return std::move(Preparer(table, selection, work).prepare(mask, std::span(&key, 1), round)[0]);
}

}  // namespace guise::masks
