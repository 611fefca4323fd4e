// SPDX-License-Identifier: Apache-2.0
// Small audits whose answer is known: of masks, and of releases that are given beside the originals.
#pragma once
#include "audit/audit.h"
#include "random/laws.h"

namespace guise::testing {

inline Matrix normals(Index records, Index columns, std::uint64_t seed) {
  Matrix out(records, columns);
  for (Index j = 0; j < columns; ++j)
    random::fill_normal(random::Rng::from_seed(seed), static_cast<std::uint32_t>(j), 0,
                        {out.col(j).data(), static_cast<std::size_t>(records)});
  return out;
}

/// Four dependent attributes of different sizes and shapes around 20.
inline Matrix originals(Index records, std::uint64_t seed) {
  const Matrix z = normals(records, 4, seed);
  Matrix x(records, 4);
  x.col(0) = 3 * z.col(0) + z.col(1);
  x.col(1) = z.col(0).array().exp() + z.col(2).array();
  x.col(2) = 5 * z.col(2) - 2 * z.col(1);
  x.col(3) = z.col(3).cwiseAbs2() + 0.5 * z.col(0);
  return x.array() + 20;
}

/// A quick request: no closer looks, no utility.
inline audit::Request request_of(std::vector<std::string> attackers, int keys, std::uint64_t seed) {
  audit::Request request;
  request.attackers = std::move(attackers);
  request.keys = keys;
  request.most_keys = keys;  // what attacks get, not how sure that is
  request.selection.attributes = {"a", "b", "c", "d"};
  request.details = false;
  request.utility = false;
  request.rng = random::Rng::from_seed(seed);
  return request;
}

inline audit::Result audit_mask(const Matrix& x, const std::string& mask, audit::Request request) {
  request.masks = {masks::Mask::parse(mask)};
  return audit::audit(table::Table::from_matrix(x, request.selection.attributes), request);
}

/// As `guise audit IN --released FILE` without a card: the mask is not known, and every attack is tried in both readings.
inline audit::Result audit_given(const Matrix& x, const Matrix& release, audit::Request request) {
  request.given = audit::Given{.originals = "originals",
                               .file = "release",
                               .mask = {},
                               .aligned = "order",
                               .columns = {"p", "q", "r", "s"},
                               .names = {"p", "q", "r", "s"},
                               .readings = {{"taken for the originals' own columns", {}}, {"taken for mixtures", {}}}};
  request.given->readings[1].card.knowledge.mixed = true;
  request.given->readings[1].card.knowledge.attributes = x.cols();
  Matrix both(x.rows(), x.cols() + release.cols());
  both << x, release;
  return audit::audit(table::Table::from_matrix(both, {"a", "b", "c", "d", "p", "q", "r", "s"}), request);
}

inline const audit::Trial& worst(const audit::AttackerResult& result) {
  return result.trials.at(static_cast<std::size_t>(result.worst));
}

}  // namespace guise::testing
