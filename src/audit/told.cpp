// SPDX-License-Identifier: Apache-2.0
#include "audit/told.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "measures/figure.h"

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

/// Released rows by their numbers.
class ReleasedRows {
 public:
  explicit ReleasedRows(const attacks::Evidence& evidence) : rows_(evidence.sample) {
    for (std::size_t i = 0; i < evidence.sample_records.size(); ++i)
      place_.emplace(evidence.sample_records[i], static_cast<Index>(i));
  }
  bool equal(std::int64_t a, std::int64_t b) const {
    const auto one = place_.find(a), other = place_.find(b);
    return one != place_.end() && other != place_.end() && rows_.row(one->second) == rows_.row(other->second);
  }

 private:
  Matrix rows_;
  std::unordered_map<std::int64_t, Index> place_;
};

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

attacks::Knowledge Told::knowledge(const Attacker& attacker, std::size_t variant) const {
  const Variant& own = variants_.all()[variant];
  const AttackerKind& kind = *attacker.kind;
  attacks::Knowledge known = as_insider(attacker, variant) ? own.insider->knowledge : own.card.knowledge;
  known.known_columns = positions(attacker.known, request_.selection.attributes);
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
    known.pairs = attacks::Pairs{draws_.known.topRows(attacker.count),
                                 variants_.released(variant, draws_.known_read.topRows(attacker.count), draws_.known_records)};
  }
  if (kind.has(Fact::records)) {
    known.records = draws_.known.topRows(attacker.count);
    known.records_kept = kept_of(draws_.known_records, attacker.count);
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

void Told::add_side(attacks::Evidence& evidence, const std::vector<Index>& known) const {
  const Index attributes = static_cast<Index>(request_.selection.attributes.size()), side = variants_.side().width;
  if (side + static_cast<Index>(known.size()) > 0 && pass_.beside.records == evidence.sample_records)
    evidence.side = side_of(pass_.beside.rows, {attributes, side}, known);
}

attacks::Evidence Told::evidence(const Attacker& attacker, std::size_t variant) const {
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
  const Index width = evidence.width();
  const std::vector<Index> known = positions(attacker.known, request_.selection.attributes);
  if (!known.empty()) {
    std::vector<Index> columns(static_cast<std::size_t>(width));
    std::iota(columns.begin(), columns.end(), Index{0});
    for (const Index column : known) columns.push_back(width + column);
    evidence.joint = gathered.with_originals.select(columns);
  }
  if (attacker.kind->second()) evidence.joint = gathered.with_second;
  add_side(evidence, known);
  // Of a long release a sample is searched. The people the attacker looks for, or knows as pairs, are among it: to find them in
  // the whole takes longer, not more knowledge.
  if (attacker.kind->knows_released()) {
    const std::vector<std::int64_t> records(draws_.known_records.begin(), draws_.known_records.begin() + attacker.count);
    const Matrix read = draws_.known_read.topRows(attacker.count);
    const Index side = variants_.side().width;
    add_rows(evidence, variants_.released(variant, read, records), side_of(read, {read.cols() - side, side}, known), records);
  }
  if (attacker.kind->has(Fact::records)) {
    evidence.sample_kept = kept_of(evidence.sample_records, static_cast<Index>(evidence.sample_records.size()));
  }
  return evidence;
}

std::vector<UnaidedGuess> Told::without_release(const Attacker& attacker) const {
  return unaided_guesses(positions(attacker.known, request_.selection.attributes), request_.kept_is_category, pass_);
}

measures::Value Told::linked(const Attacker& attacker, std::size_t variant, const std::vector<attacks::Link>& links) const {
  std::vector<bool> seen(static_cast<std::size_t>(attacker.count), false);
  const bool groups = std::any_of(links.begin(), links.end(), [](const attacks::Link& link) { return link.rivals > 0; });
  const ReleasedRows rows(groups ? evidence(attacker, variant) : attacks::Evidence());
  double found = 0;
  for (const attacks::Link& link : links) {
    const auto known = static_cast<std::size_t>(link.known);
    if (seen[known]) continue;  // the first is the nearest
    seen[known] = true;
    const std::int64_t own = draws_.known_records[known];
    if (link.released == own || (link.rivals > 0 && rows.equal(link.released, own)))
      found += 1 / static_cast<double>(1 + link.rivals);
  }
  return measures::share(found, static_cast<double>(attacker.count));
}

}  // namespace guise::audit
