// SPDX-License-Identifier: Apache-2.0
#include "audit/told.h"

#include <algorithm>
#include <numeric>

namespace guise::audit {
namespace {

using attacks::Fact;

/// The sample of a release with rows added that are not in it yet, and with columns in clear of these where there are any.
void add_rows(attacks::Evidence& evidence, const Matrix& rows, const Matrix& side, const std::vector<std::int64_t>& records) {
  const std::vector<std::int64_t> had = evidence.sample_records;
  const bool with_side = evidence.side.cols() > 0 && evidence.side.rows() == evidence.sample.rows();
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (std::binary_search(had.begin(), had.end(), records[i])) continue;
    const auto add = [&](Matrix& to, const Matrix& from) {
      to.conservativeResize(to.rows() + 1, from.cols());
      to.bottomRows(1) = from.row(static_cast<Index>(i));
    };
    add(evidence.sample, rows);
    if (with_side) add(evidence.side, side);
    evidence.sample_records.push_back(records[i]);
  }
}

/// The sample with the rows of these records only.
void keep_rows(attacks::Evidence& evidence, std::vector<std::int64_t> records) {
  std::sort(records.begin(), records.end());
  std::vector<Index> rows;
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < evidence.sample_records.size(); ++i) {
    if (!std::binary_search(records.begin(), records.end(), evidence.sample_records[i])) continue;
    rows.push_back(static_cast<Index>(i));
    numbers.push_back(evidence.sample_records[i]);
  }
  if (evidence.side.rows() == evidence.sample.rows()) evidence.side = Matrix(evidence.side(rows, Eigen::all));
  evidence.sample = Matrix(evidence.sample(rows, Eigen::all));
  evidence.sample_records = std::move(numbers);
}

/// How the second release came from the originals, for an insider of both keys.
void tell_second(const Variant& own, attacks::Knowledge& known) {
  const attacks::Knowledge& second = own.second_insider->knowledge;
  if (known.sums && own.solves_both()) {
    known.sums->weights = own.both_weights();
    known.second_release = false;  // it is among the sums
  } else if (known.mixed) {
    known.second_channel = second.channel;
  } else if (known.noise_covariance && second.noise_covariance && known.noise_similarity == 0 &&
             *known.noise_covariance != *second.noise_covariance) {  // matrices that turn the noise are undone
    known.second_channel = linalg::Affine::identity(known.noise_covariance->rows());
    known.second_channel->covariance = *second.noise_covariance;
  }
}

}  // namespace

bool Told::as_insider(const Attacker& attacker, std::size_t variant) const {
  return attacker.kind->has(Fact::matrix) && variants_.all()[variant].insider;
}

std::vector<std::string> Told::kept_of(const std::vector<std::int64_t>& records, Index count) const {
  std::vector<std::string> texts;
  if (!pass_.kept.empty())
    for (Index i = 0; i < count; ++i) texts.push_back(pass_.kept.at(records[static_cast<std::size_t>(i)]));
  return texts;
}

View Told::view(const Attacker& attacker, std::size_t variant) const {
  if (attacker.kind->same_key) return variants_.overlap(variant);
  return as_insider(attacker, variant) ? variants_.insider(variant) : variants_.release(variant);
}

/// In an order of their own: a register says nothing about the order of the release.
People Told::registered() const {
  const std::size_t all = pass_.beside.records.size();
  std::vector<std::uint64_t> keys(all);
  request_.rng.fork("register").words(0, 0, keys);
  std::vector<Index> order(all);
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)]; });
  order.resize(std::min(all, static_cast<std::size_t>(kMostRegistered)));
  const auto attributes = static_cast<Index>(request_.selection.attributes.size());
  People out{.originals = pass_.beside.rows(order, Eigen::all).leftCols(attributes)};
  for (const Index row : order) out.records.push_back(pass_.beside.records[static_cast<std::size_t>(row)]);
  return out;
}

People Told::known_people(const Attacker& attacker, std::size_t variant) const {
  const std::vector<Index> places = draws_.known_with(request_.first_key + variants_.all()[variant].key, attacker.count);
  People out{.originals = draws_.known(places, Eigen::all), .read = draws_.known_read(places, Eigen::all)};
  for (const Index place : places) out.records.push_back(draws_.known_records[static_cast<std::size_t>(place)]);
  return out;
}

People Told::people(const Attacker& attacker, std::size_t variant, std::size_t turn) const {
  if (attacker.kind->everyone) return registered();
  if (turn == 0) return known_people(attacker, variant);
  const auto attributes = static_cast<Index>(request_.selection.attributes.size()), count = static_cast<Index>(attacker.count);
  const Index first = (static_cast<Index>(turn) - 1) * count;
  const auto from = draws_.sought_records.begin() + first;
  return {.originals = draws_.sought_read.middleRows(first, count).leftCols(attributes),
          .read = draws_.sought_read.middleRows(first, count),
          .records = {from, from + count}};
}

std::size_t Told::turns(const Attacker& attacker) const {
  if (!attacker.kind->knows_released() || !attacker.kind->has(Fact::records)) return 1;
  const std::int64_t more = draws_.sought_read.rows() / attacker.count;
  return static_cast<std::size_t>(std::min(attackers_per_key(attacker.count, request_.keys), 1 + more));
}

attacks::Knowledge Told::knowledge(const Attacker& attacker, std::size_t variant, std::size_t turn) const {
  const Variant& own = variants_.all()[variant];
  const AttackerKind& kind = *attacker.kind;
  attacks::Knowledge known = as_insider(attacker, variant) ? own.insider->knowledge : own.card.knowledge;
  known.known_columns = positions(attacker.known, request_.selection.attributes);
  known.known_errors = known_view(attacker).errors;
  if (kind.same_key && own.overlap.knowledge) known = *own.overlap.knowledge;
  known.second_release = kind.second();
  if (kind.second() && as_insider(attacker, variant) && own.second_insider) tell_second(own, known);
  known.side_is_category = request_.kept_is_category;
  known.side_is_category.resize(known.side_is_category.size() + known.known_columns.size(), false);
  if (kind.has(Fact::key) && own.first && own.first->can_undo()) {
    known.undo = [&own](table::Chunk& chunk) {
      if (own.card.to_release) own.card.to_release(chunk.values);
      own.first->undo(chunk);
    };
  }
  if (kind.has(Fact::population))
    known.sample = draws_.population.topRows(std::min<Index>(attacker.others(), draws_.population.rows()));
  if (kind.has(Fact::pairs)) {
    const People told = known_people(attacker, variant);
    known.pairs = attacks::Pairs{told.originals, variants_.released(variant, told.read, told.records)};
  }
  if (kind.has(Fact::records)) {
    const People asked = people(attacker, variant, turn);
    known.records = asked.originals;
    known.records_kept = kept_of(asked.records, asked.originals.rows());
  }
  // An insider before a matrix, or sums, without a way back needs the moments of the originals, and so does before units learnt
  // from the data who has nothing else to tell them by, and who knows attributes: what these tell without the release is said
  // with the same moments. They follow from the release as far as it shows them; the rest is public knowledge about such
  // tables: the true ones stand for it, and where single records are left open to an insider, originals of other people for
  // what they are like beyond their moments.
  const bool insider = as_insider(attacker, variant), open = insider && (known.mixed || known.sums);
  if (open || (known.mixed && kind.has(Fact::columns)) || (known.learnt_units && (insider || kind.has(Fact::records)))) {
    known.prior_mean = pass_.truth.mean();
    known.prior_covariance = pass_.truth.covariance();
    if (open && own.leaves_open() && draws_.population.rows() > 0)
      known.sample = draws_.population.topRows(std::min<Index>(kPopulation, draws_.population.rows()));
  }
  return known;
}

void Told::add_side(attacks::Evidence& evidence, const KnownView& known) const {
  const Index attributes = static_cast<Index>(request_.selection.attributes.size()), side = variants_.side().width;
  if (side + static_cast<Index>(known.columns.size()) > 0 && pass_.beside.records == evidence.sample_records)
    evidence.side = side_of(pass_.beside.rows, {attributes, side}, known, pass_.beside.records);
}

stats::Moments Told::joint(const Gathered& gathered, const KnownView& known) const {
  const attacks::Evidence& evidence = gathered.evidence;
  if (!known.errors.empty()) {  // of the sample: the first pass knows nobody's errors
    if (pass_.beside.records != evidence.sample_records || evidence.sample.rows() == 0) return {};
    return stats::joint_moments(evidence.sample, known.of(pass_.beside.rows, pass_.beside.records));
  }
  std::vector<Index> columns(static_cast<std::size_t>(evidence.width()));
  std::iota(columns.begin(), columns.end(), Index{0});
  for (const Index column : known.columns) columns.push_back(evidence.width() + column);
  return gathered.with_originals.select(columns);
}

attacks::Evidence Told::evidence(const Attacker& attacker, std::size_t variant, std::size_t turn) const {
  const Gathered& gathered = pass_.variants[variant];
  if (attacker.kind->same_key && gathered.overlap) {
    attacks::Evidence read = *gathered.overlap;
    add_side(read, {});
    return read;
  }
  if (as_insider(attacker, variant) && gathered.insider) {
    attacks::Evidence read = attacker.kind->second() && gathered.both_sums ? *gathered.both_sums : *gathered.insider;
    if (attacker.kind->second()) read.joint = gathered.with_insider_second;
    add_side(read, {});
    return read;
  }
  attacks::Evidence evidence = gathered.evidence;
  const KnownView known = known_view(attacker);
  if (!known.columns.empty()) evidence.joint = joint(gathered, known);
  if (attacker.kind->second()) evidence.joint = gathered.with_second;
  add_side(evidence, known);
  // Of a long release a sample is searched. The people the attacker looks for, or knows as pairs, are among it: to find them in
  // the whole takes longer, not more knowledge.
  if (attacker.kind->everyone) {
    keep_rows(evidence, people(attacker, variant, turn).records);
  } else if (attacker.kind->knows_released()) {
    const People own = people(attacker, variant, turn);
    const Index side = variants_.side().width;
    add_rows(evidence, variants_.released(variant, own.read, own.records),
             side_of(own.read, {own.read.cols() - side, side}, known, own.records), own.records);
  }
  if (attacker.kind->has(Fact::records))
    evidence.sample_kept = kept_of(evidence.sample_records, static_cast<Index>(evidence.sample_records.size()));
  return evidence;
}

std::vector<UnaidedGuess> Told::without_release(const Attacker& attacker) const {
  return unaided_guesses(known_view(attacker), request_.kept_is_category, pass_);
}

Found Told::found(const Attacker& attacker, std::size_t variant, const std::vector<attacks::Link>& links,
                  std::size_t turn) const {
  const People own = people(attacker, variant, turn);
  struct Candidate {
    Index listed = 0, rivals = 0;
    bool right = false;
  };
  std::vector<Candidate> candidates(own.records.size());
  for (const attacks::Link& link : links) {
    const auto known = static_cast<std::size_t>(link.known);
    Candidate& candidate = candidates[known];
    if (candidate.listed > candidate.rivals) continue;  // the nearest come first
    candidate.rivals = link.rivals;
    ++candidate.listed;
    candidate.right = candidate.right || link.released == own.records[known];
  }
  Found out{.people = static_cast<double>(own.records.size())};
  for (const Candidate& each : candidates) {
    if (!each.right || each.listed != each.rivals + 1) continue;
    out.linked += 1 / static_cast<double>(each.listed);
    out.groups += 1;
  }
  return out;
}

}  // namespace guise::audit
