// SPDX-License-Identifier: Apache-2.0
// Whose rows are these? Released rows against all originals, in one pass: y = M x + t + e says how near each of them is.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "audit/noise_scales.h"
#include "linalg/affine.h"
#include "random/rng.h"
#include "table/table.h"

namespace guise::audit {

/// Variance of the noise that is always reckoned with, in that of the release: distances keep digits.
constexpr double kLeastNoise = 1e-10;

/// Columns brought to mean 0 and standard deviation 1; a constant one becomes 0.
struct StandardUnits {
  Vector mean, sd;
  StandardUnits(Vector means, const Vector& variance);
  Matrix of(const MatrixRef& rows) const;
};

/// The originals, as they are compared: read again for every pass, in standard units.
struct Originals {
  const table::Table& table;
  table::Selection selection;
  table::Work work;
  StandardUnits units;                                ///< of what is seen of them
  std::function<Matrix(const MatrixRef&)> view = {};  ///< what is compared of them; empty: their values
  Matrix seen(const MatrixRef& rows) const { return units.of(view ? view(rows) : Matrix(rows)); }
};

/// One row for each released row that was asked for.
struct Owners {
  Matrix rows;                        ///< the original it is taken for, as it was read
  std::vector<std::int64_t> records;  ///< and its number
  Vector nearest, second;  ///< distances to the nearest original and to the next one in another place, in standard deviations
                           ///< of the noise; infinite where there is none
  Vector log_nearest;      ///< log density of the noise at the nearest original
  Vector log_weight;       ///< log of the sum over the originals of the density: of exp(-d^2 / 2) where noise is Gaussian
  Vector score;            ///< of the one that is taken: the largest is

  Owners() = default;
  Owners(Index count, Index attributes);
  void merge(const Owners& later);
  /// How likely it is the nearest one, if all were as likely before; twins share it.
  Vector certainty() const;
  /// Whether so few of these originals serve the first `count` rows that they cannot all be owners: each owns one row.
  bool crowded(Index count, std::int64_t originals) const;
};

/// Takes noise to standard deviation 1 in all directions. A map through columns that are sums of others can be as wild as its
/// noise: a variance below the rounding errors of the largest one is lifted to these.
Matrix whitening_of(const Matrix& noise);

/// Released rows in standard units. `scales`: how the noise of rows differs. `but`: for each the number of an original that is
/// left out for it, -1 for none.
struct Sought {
  Matrix rows;
  std::vector<std::int64_t> but = {};
  NoiseScales scales = {};
};

/// For each row the nearest original; with `draw` one drawn by what the channel says of how likely each is. Pairs of rows and
/// drawn originals have the joint distribution of the true pairs where the channel is right, whether or not anybody could
/// tell these: nearest ones would be nearer than the true ones.
Owners find_owners(const Sought& sought, const linalg::Affine& channel, const Originals& originals,
                   const std::optional<random::Rng>& draw);

}  // namespace guise::audit
