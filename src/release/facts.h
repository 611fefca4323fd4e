// SPDX-License-Identifier: Apache-2.0
// What a public card tells of a release, to whoever reads it: an attacker, a miner. An absent field is unknown.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/card.h"
#include "base/matrix.h"
#include "linalg/affine.h"
#include "random/laws.h"
#include "stats/step_secret.h"
#include "theory/distortion.h"

namespace guise::release {

/// Multiplicative noise y = x f.
struct Factor {
  std::string law;      ///< truncated, lognormal, ramp
  Vector sd;            ///< of f (truncated), of log f (lognormal)
  bool shaped = false;  ///< lognormal: covariance proportional to that of the logs
  bool common = false;  ///< one factor for all columns of a record
  double low = 0;       ///< ramp: least and greatest distance of the factor from 1
  double high = 0;
};

/// Values moved within the ranks of their column; each column keeps its values.
struct Exchange {
  double window = 1;  ///< how far at most, as a share of the ranks; 1: anywhere
};

/// Released values are means of groups.
struct Grouping {
  Index least = 0;        ///< members, at least
  bool together = false;  ///< of records; else each column by itself
};

/// Values outside of these limits were released as the nearer one; NaN where a column has none.
struct Limits {
  Vector low, high;
};

/// y is the cell of x: [origin + i width, origin + (i + 1) width).
struct Cells {
  Vector width, origin;
};

/// How a secret matrix was drawn; public, unlike the matrix.
struct MatrixLaw {
  std::string law;              ///< haar, permutation, orthonormal (rows of length 1), or of independent entries
  Index rows = 0, columns = 0;  ///< k x m
  double sd = 1;                ///< of an entry before scaling
  bool scaled = true;           ///< divided by sqrt(k) sd
  double zeros = 0;             ///< share of entries that are 0 (sparse)
  double spread = 0;            ///< the entries' sd is secret, between (1 - spread) and (1 + spread) times `sd`
  bool orders() const { return law == "permutation"; }      ///< columns as they were, in another order
  bool turns() const { return orders() || law == "haar"; }  ///< an orthogonal matrix: all lengths stay
  bool orthonormal() const { return turns() || law == "orthonormal"; }
};

/// What a card tells of the numbers it keeps secret, besides the matrix.
struct MaskShape {
  bool rescaled = false;  ///< columns are multiplied by factors of their own that are not known
  bool shifted = false;   ///< … and constants that are not known are added: the origin moves
  bool exact = true;      ///< there is nothing else: no noise, no cells, nothing clipped
};

/// The originals were brought to units learnt from them before all else: (x - centre) / scale, with their mean for a centre and
/// their standard deviations for a scale, unless these were public.
struct LearntUnits {
  Vector center = {}, scale = {};  ///< as far as they are public; empty: learnt
  MaskShape after = {};            ///< what the steps behind it do to originals in these units
};

/// A non-linear distortion z* = B + Q f(A + W z) of z = before(x), which is what is known of the steps before it (paper 003).
struct Distorted {
  theory::Distortion law;                        ///< public
  linalg::Affine before;                         ///< the identity where nothing comes before
  std::optional<stats::DistortionMap> map = {};  ///< the insider's: of the originals x themselves, to the release
};

/// Released records are sums over records, the columns of U = W' Z + noise, with the rows of Z z = before(x) + its noise.
struct RecordSums {
  stats::RecordWeights weights;  ///< the insider's
  linalg::Affine before;
  bool own_units = true;  ///< else `before` starts at the originals in units that are not known, e.g. learnt from the data
};

struct Facts {
  std::optional<random::Law> noise_law = {};
  std::optional<Matrix> noise_covariance = {};  ///< of the release's columns; diagonal for white noise
  /// Shape of the noise when only its power is public, the trace of noise_covariance: a blend of white and the data's own, see
  /// noise_shape.h. `noise_scale` is the scale of the units the noise was shaped in over those of the release; empty when 1.
  double noise_similarity = 0;
  Vector noise_scale = {};
  std::optional<Factor> factor = {};
  std::optional<Cells> cells = {};
  std::optional<Exchange> exchange = {};
  std::optional<Grouping> grouping = {};
  std::optional<Limits> limits = {};
  bool ordered = true;  ///< rows may be in a meaningful order (the card does not say "shuffled")

  /// Columns of the release are mixtures of the originals' (rotated, projected, permuted), not the originals' own.
  bool mixed = false;
  bool records_mixed = false;           ///< released records are sums over the originals, not one of them each
  std::optional<RecordSums> sums = {};  ///< … and for who has the shared half of the key, what these sums are
  std::optional<MaskShape> shape = {};  ///< absent without a card: anything is possible
  /// Where the mask begins with such units; but for `shape`, all other facts are of originals in them.
  std::optional<LearntUnits> learnt_units = {};
  Index attributes = 0;  ///< of the originals; 0: as many as the release has columns
  std::optional<MatrixLaw> matrix_law = {};
  /// Where the release is a distortion of the originals, with no more behind it than noise (and `mixed` is set).
  std::optional<Distorted> distorted = {};
  /// y = M x + t + e, for who has the shared half of the key. Not mixed: the release was read through the inverse already, M =
  /// I.
  std::optional<linalg::Affine> channel = {};
};

/// What can be undone is undone: the release is then read in the units of the originals through `to_original` (empty when there
/// is nothing to undo).
struct CardFacts {
  Facts facts;
  std::function<void(Matrix&)> to_original = {};
  std::function<void(Matrix&)> to_release = {};  ///< and back again
};

/// `secrets`: the maps of the card's steps for who has the shared half of the key; else empty. A secret matrix with an inverse
/// is undone as well; the reader is then before a release in the originals' own columns.
CardFacts facts_from(const Card& card, const std::vector<stats::StepSecret>& secrets = {});

}  // namespace guise::release
