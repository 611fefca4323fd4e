// SPDX-License-Identifier: Apache-2.0
#include "audit/variant.h"

#include "random/key.h"

namespace guise::audit {
namespace {

/// The release in the units of the originals, as far as public centres and scales allow.
Matrix release_of(const masks::Prepared& prepared, const attacks::CardKnowledge& card, const table::Chunk& originals) {
  table::Chunk chunk{
      .first_record = originals.first_record, .values = originals.values, .dropped = originals.dropped, .kept = {}};
  prepared.apply(chunk);
  if (card.to_original) card.to_original(chunk.values);
  return std::move(chunk.values);
}

}  // namespace

Variants::Variants(const table::Table& originals, const Request& request, bool seconds)
    : attributes_(static_cast<Index>(request.selection.attributes.size())), columns_(attributes_) {
  masks::Preparer preparer(originals, request.selection, request.work, true);
  const auto keys = static_cast<std::size_t>(request.keys);
  for (std::size_t m = 0; m < request.masks.size(); ++m) {
    std::vector<random::Key> drawn;
    for (std::size_t k = 0; k < (seconds ? 2 : 1) * keys; ++k) drawn.push_back(random::Key::create());
    std::vector<masks::Prepared> prepared = preparer.prepare(request.masks[m], drawn);
    for (std::size_t k = 0; k < keys; ++k) {
      Variant variant{.mask = m, .first = std::move(prepared[k]), .second = {}, .card = {}, .release_at = columns_};
      variant.card = attacks::knowledge_from(variant.first.card());
      columns_ += variant.width();
      if (seconds) {
        variant.second = std::move(prepared[keys + k]);
        variant.second_at = columns_;
        columns_ += variant.width();
      }
      variants_.push_back(std::move(variant));
    }
  }
}

void Variants::widen(table::Chunk& chunk) const {
  Matrix wide(chunk.values.rows(), columns_);
  wide.leftCols(attributes_) = chunk.values;
  for (const Variant& variant : variants_) {
    wide.middleCols(variant.release_at, variant.width()) = release_of(variant.first, variant.card, chunk);
    if (variant.second) wide.middleCols(variant.second_at, variant.width()) = release_of(*variant.second, variant.card, chunk);
  }
  chunk.values = std::move(wide);
}

}  // namespace guise::audit
