// SPDX-License-Identifier: Apache-2.0
#include "audit/variant.h"

#include <fmt/format.h>

#include <algorithm>

#include "random/key.h"

namespace guise::audit {
namespace {

/// A release in the units of the originals, as far as what is known allows.
Matrix read_as(const attacks::CardKnowledge& card, Matrix released) {
  if (card.to_original) card.to_original(released);
  return released;
}

Matrix masked(const masks::Prepared& prepared, const table::Chunk& read, Index attributes) {
  table::Chunk chunk{
      .first_record = read.first_record, .values = read.values.leftCols(attributes), .dropped = read.dropped, .kept = {}};
  if (prepared.folds()) return Matrix(read.records(), 0);  // nothing is released of a record by itself
  prepared.apply(chunk);
  return std::move(chunk.values);
}

/// As it would be released: shuffling is no step of a mask, but the card says it.
Card public_card(const masks::Prepared& prepared, const Request& request) {
  Card card = prepared.card();
  card.shuffled = request.shuffle;
  return card;
}

/// What is released of the records of a chunk: made, or read beside the originals.
Matrix release_of(const Variant& variant, const table::Chunk& read, Index attributes) {
  return variant.first ? masked(*variant.first, read, attributes) : Matrix(read.values.middleCols(attributes, variant.width()));
}

bool has_secret(const masks::Prepared& prepared) {
  const auto secrets = prepared.secrets();
  return std::any_of(secrets.begin(), secrets.end(), [](const auto& secret) { return secret.any(); });
}

}  // namespace

table::Selection Request::reads() const {
  table::Selection all = selection;
  if (given) all.attributes.insert(all.attributes.end(), given->columns.begin(), given->columns.end());
  return all;
}

table::Selection Request::reads_with_side() const {
  table::Selection all = reads();
  if (!kept_is_category.empty()) all.kept = kept;
  return all;
}

stats::RecordWeights Variant::both_weights() const {
  return [first = insider->knowledge.sums->weights,
          second = second_insider->knowledge.sums->weights](const std::vector<std::int64_t>& records) {
    const Matrix left = first(records), right = second(records);
    Matrix both(left.rows(), left.cols() + right.cols());
    both.leftCols(left.cols()) = left;
    both.rightCols(right.cols()) = right;
    return both;
  };
}

Variants::Variants(const table::Table& originals, const Request& request, bool seconds, bool insiders, bool nexts)
    : attributes_(static_cast<Index>(request.selection.attributes.size())),
      side_(static_cast<Index>(request.kept_is_category.size())),
      columns_(attributes_) {
  request.given ? take(*request.given) : prepare(originals, request, seconds, insiders, nexts);
  columns_ += side_;
}

void Variants::take(const Given& given) {
  for (const Given::Reading& reading : given.readings) {
    variants_.push_back({.reading = reading.name,
                         .columns = given.names,
                         .first = {},
                         .card = reading.card,
                         .release_at = columns_,
                         .insider_at = columns_});
    columns_ += variants_.back().width();
  }
}

void Variants::prepare(const table::Table& originals, const Request& request, bool seconds, bool insiders, bool nexts) {
  masks::Preparer preparer(originals, request.selection, request.work, true);
  const auto keys = static_cast<std::size_t>(request.keys), second = seconds ? keys : 0, drawn_keys = keys + second;
  for (std::size_t m = 0; m < request.masks.size(); ++m) {
    std::vector<random::Key> drawn;
    const auto rng = [&](std::size_t k) {
      return request.rng.fork(fmt::format("mask/{}/{}", m, static_cast<std::size_t>(request.first_key) + k));
    };
    for (std::size_t k = 0; k < keys; ++k) drawn.push_back(random::Key::derive(rng(k)));
    for (std::size_t k = 0; k < second; ++k) drawn.push_back(random::Key::derive(rng(k).fork("second")));
    for (std::size_t k = 0; k < (nexts ? keys : 0); ++k) drawn.push_back(random::Key::derive(rng(k), rng(k).fork("next")));
    std::vector<masks::Prepared> prepared = preparer.prepare(request.masks[m], drawn);
    for (std::size_t k = 0; k < keys; ++k) {
      Variant variant{.mask = m, .key = static_cast<int>(k), .first = std::move(prepared[k]), .release_at = columns_};
      if (!variant.first->folds()) variant.columns = variant.first->columns();
      const Card card = public_card(*variant.first, request);
      variant.card = attacks::knowledge_from(card);
      columns_ += variant.width();
      const bool secret = insiders && has_secret(*variant.first);
      if (secret) variant.insider = attacks::knowledge_from(card, variant.first->secrets());
      variant.insider_at = variant.undoes() ? columns_ : variant.release_at;
      if (variant.undoes()) columns_ += attributes_;
      if (seconds) add_second(variant, std::move(prepared[keys + k]), secret);
      if (nexts) add_next(variant, std::move(prepared[drawn_keys + k]));
      variants_.push_back(std::move(variant));
    }
  }
}

void Variants::add_second(Variant& variant, masks::Prepared second, bool secret) {
  if (secret) variant.second_insider = attacks::knowledge_from(second.card(), second.secrets());
  variant.second = std::move(second);
  variant.second_at = columns_;
  columns_ += variant.width();
  variant.insider_second_at = variant.undoes() ? columns_ : variant.second_at;
  if (variant.undoes()) columns_ += attributes_;
}

void Variants::add_next(Variant& variant, masks::Prepared next) {
  variant.overlap = overlap_of(variant.first->card(), variant.card.knowledge);
  variant.overlap_at = variant.release_at;
  if (!variant.overlap.knowledge) return;
  variant.next = std::move(next);
  variant.overlap_at = columns_;
  columns_ += variant.width();
}

void Variants::widen(table::Chunk& chunk) const {
  Matrix wide(chunk.values.rows(), columns_);
  wide.leftCols(attributes_) = chunk.values.leftCols(attributes_);
  wide.rightCols(side_) = chunk.values.rightCols(side_);
  for (const Variant& variant : variants_) {
    const Matrix released = release_of(variant, chunk, attributes_);
    wide.middleCols(variant.release_at, variant.width()) = read_as(variant.card, released);
    if (variant.undoes()) wide.middleCols(variant.insider_at, attributes_) = read_as(*variant.insider, released);
    if (variant.second) {
      const Matrix second = masked(*variant.second, chunk, attributes_);
      wide.middleCols(variant.second_at, variant.width()) = read_as(variant.card, second);
      if (variant.undoes() && variant.second_insider)
        wide.middleCols(variant.insider_second_at, attributes_) = read_as(*variant.second_insider, second);
    }
    if (variant.next)
      wide.middleCols(variant.overlap_at, variant.width()) =
          (wide.middleCols(variant.release_at, variant.width()) +
           read_as(variant.card, masked(*variant.next, chunk, attributes_))) /
          2;
  }
  chunk.values = std::move(wide);
}

View Variants::release(std::size_t variant) const {
  return {variants_[variant].release_at, variants_[variant].width()};
}

View Variants::insider(std::size_t variant) const {
  const Variant& own = variants_[variant];
  return {own.insider_at, own.undoes() ? attributes_ : own.width()};
}

View Variants::overlap(std::size_t variant) const {
  return {variants_[variant].overlap_at, variants_[variant].width()};
}

View Variants::second(std::size_t variant, const View& first) const {
  const Variant& own = variants_[variant];
  if (own.undoes() && first.at == own.insider_at) return {own.insider_second_at, attributes_};
  return {own.second_at, own.width()};
}

Matrix Variants::released(std::size_t variant, const Matrix& rows, const std::vector<std::int64_t>& records) const {
  const Variant& own = variants_[variant];
  Matrix out(rows.rows(), own.width());
  for (Index i = 0; i < rows.rows(); ++i) {
    const table::Chunk chunk{.first_record = records[static_cast<std::size_t>(i)], .values = rows.row(i)};
    out.row(i) = read_as(own.card, release_of(own, chunk, attributes_));
  }
  return out;
}

}  // namespace guise::audit
