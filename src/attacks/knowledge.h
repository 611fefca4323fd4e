// SPDX-License-Identifier: Apache-2.0
// What the adversary knows besides the release. An absent field is unknown. Never a mask: see the layers in ARCHITECTURE.md.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/matrix.h"
#include "release/facts.h"
#include "table/chunk.h"

namespace guise::attacks {

using release::Cells;
using release::Distorted;
using release::Factor;
using release::LearntUnits;
using release::MaskShape;
using release::MatrixLaw;
using release::RecordSums;

enum class Fact {
  noise_size,      ///< covariance or standard deviations of the additive noise
  noise_law,       ///< gaussian, uniform, laplace
  factor,          ///< law and size of the multiplicative noise
  cells,           ///< widths and origins of bins or of rounding
  columns,         ///< some attributes of every record
  repeat,          ///< a second release of the same records
  key,             ///< the whole key
  matrix,          ///< the matrix the records were multiplied by
  matrix_law,      ///< how that matrix was drawn
  moments,         ///< mean and covariance of the originals
  population,      ///< records of other people from the same population
  pairs,           ///< some originals with their released records
  records,         ///< some originals, not which released records they are
  distortion_law,  ///< how the matrices of a non-linear distortion were drawn
  distortion,      ///< these matrices themselves
  weights,         ///< of the records in sums over them
  side,            ///< columns in clear: kept in the release, or known of every record
};
std::string_view fact_name(Fact fact);    ///< "the size of the noise"
std::string_view fact_advice(Fact fact);  ///< how to supply it, by its field: "‘knows=noise=SD’"

/// Originals and what was released of the same records.
struct Pairs {
  Matrix originals, released;
};

/// How far off the units are that originals were brought to, where these were estimated (see standard_units.h).
struct UnitErrors {
  Matrix variance;  ///< covariance of the relative errors of the variances
  Matrix center;    ///< covariance of the errors of the centres, in these units
};

struct Knowledge : release::Facts {
  std::optional<Vector> noise_mean = {};
  std::optional<Vector> prior_mean = {};  ///< of the originals, e.g. from a census
  std::optional<Matrix> prior_covariance = {};
  std::vector<Index> known_columns = {};         ///< which attributes are known of every record; the values come with Observed
  std::vector<double> known_errors = {};         ///< standard deviation of the error of each of these; empty: they are exact
  bool second_release = false;                   ///< Observed carries it; same mask, other noise, unless second_channel is told
  std::function<void(table::Chunk&)> undo = {};  ///< the thief: takes the noise out of released records
  std::optional<linalg::Affine> second_channel = {};  ///< of the second release, which may have another number of columns
  std::optional<Matrix> sample = {};                  ///< originals of other people, one per row
  std::optional<Pairs> pairs = {};
  std::optional<Matrix> records = {};          ///< originals that are in the release, their places unknown
  std::optional<UnitErrors> unit_errors = {};  ///< of all the originals told of here; absent: they are in the mask's own units
  std::int64_t people = 0;                     ///< how many originals sums over records are over; 0: not known
  std::vector<bool> side_is_category = {};     ///< of each column in clear (Observed::side); empty: there are none
  std::vector<std::string> records_kept = {};  ///< what the columns kept in the release say of each; empty where none are
};

/// What a public card tells, as release::facts_from reads it.
struct CardKnowledge {
  Knowledge knowledge;
  std::function<void(Matrix&)> to_original = {};
  std::function<void(Matrix&)> to_release = {};  ///< and back again
};

/// `secrets`: the maps of the card's steps where the attacker has the shared half of the key; empty for an outsider.
CardKnowledge knowledge_from(const Card& card, const std::vector<stats::StepSecret>& secrets = {});

bool knows(const Knowledge& knowledge, Fact fact);

}  // namespace guise::attacks
