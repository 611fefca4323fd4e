// SPDX-License-Identifier: Apache-2.0
// Attributes that are known of every record show where a rotation has put them. What is left over, at right angles to them, is
// a rotation of the other attributes alone: of a single one, that attribute but for its direction. Where the originals'
// covariance is known too, what the known attributes tell of the others turns them back.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "attacks/known_columns.h"
#include "attacks/linear.h"
#include "linalg/pseudo_inverse.h"
#include "linalg/spectrum.h"
#include "stats/bayes_core.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::columns};
constexpr Fact uses[] = {Fact::moments, Fact::population, Fact::noise_size};
constexpr Want wants[] = {Want::moments};

// How far the lengths of what is found of the known attributes may be from those of a rotation.
constexpr double kMostStretched = 0.25;
// A direction counts as shown from this correlation on, in standard errors.
constexpr double kShown = 5;

std::string why_not_here(const Evidence& evidence, const Knowledge& known) {
  const Index k = evidence.width(), m = attributes_of(evidence, known);
  if (!known.mixed) return "the columns of the release are the originals' own; 'bayes' uses known attributes there";
  if (k != m) return fmt::format("the release has {} columns and the originals {}: a rotation has as many", k, m);
  if (known.matrix_law && !known.matrix_law->orthonormal())
    return "the secret matrix is no rotation: nothing says what is left over";
  if (known.shape && known.shape->rescaled) return "the mask multiplies columns by secret factors: it keeps no right angles";
  if (static_cast<Index>(known.known_columns.size()) >= m) return "all attributes are known: none is left over";
  if (evidence.records < 3 * m)
    return fmt::format("{} records are too few for the covariance of {} attributes", evidence.records, 2 * m);
  return {};
}

/// What is at right angles to the known attributes in the release: (y - center)' across is a rotation of the others.
struct Remainder {
  std::vector<Index> others;  ///< attributes that are not known
  Matrix across;              ///< a column for each of them
  Matrix with_known;          ///< covariance of the remainder with the known attributes
  Matrix covariance, noise;   ///< of the remainder
  Vector lengths;             ///< of what was found of the known attributes; 1 each in a rotation
};

Remainder remainder_of(const Evidence& evidence, const Knowledge& known) {
  const Index m = evidence.width();
  Remainder out;
  for (Index j = 0; j < m; ++j)
    if (std::find(known.known_columns.begin(), known.known_columns.end(), j) == known.known_columns.end())
      out.others.push_back(j);
  const auto left = static_cast<Index>(out.others.size()), told = m - left;
  const Matrix joint = evidence.joint.covariance(), noise = known.noise_covariance.value_or(Matrix::Zero(m, m));
  const Matrix released = joint.topLeftCorner(m, m), cross = joint.block(0, m, m, told);
  // Of y = Q x + e: Cov(y) - E = Q S Q' and Cov(y, known) = Q S I_K, so these are the columns Q I_K.
  const Matrix found = linalg::pseudo_inverse(linalg::positive_part(released - noise)).inverse * cross;
  const linalg::Svd svd = linalg::thin_svd(found);
  out.lengths = svd.values;
  const Matrix projector = Matrix::Identity(m, m) - svd.left * svd.left.transpose();
  out.across = linalg::symmetric_spectrum(projector).vectors.leftCols(left);
  out.with_known = out.across.transpose() * cross;
  out.covariance = out.across.transpose() * released * out.across;
  out.noise = out.across.transpose() * noise * out.across;
  return out;
}

/// How the remainder lies among the attributes that are left, from what the known ones tell of both: for r = P x with P
/// orthogonal, Cov(r, b) = P Cov(x, b) for the prediction b of x, and Cov(x, b) is positive. left = P right for each direction.
struct Turn {
  Matrix left, right;  ///< only directions that are shown
};

Turn turn_of(const Remainder& rest, const Knowledge& known, std::int64_t records) {
  const Matrix& covariance = *known.prior_covariance;
  const Matrix with_known = covariance(rest.others, known.known_columns);
  const Matrix weights = with_known * linalg::pseudo_inverse(covariance(known.known_columns, known.known_columns)).inverse;
  const Matrix predicted = weights * with_known.transpose();
  const linalg::Svd svd = linalg::thin_svd(rest.with_known * weights.transpose());
  const double shown = kShown / std::sqrt(static_cast<double>(records));
  std::vector<Index> kept;
  for (Index i = 0; i < svd.values.size(); ++i) {
    const double spread = svd.left.col(i).dot(rest.covariance * svd.left.col(i)),
                 told = svd.right.col(i).dot(predicted * svd.right.col(i));
    if (svd.values[i] > shown * std::sqrt(std::max(0.0, spread * told)) && svd.values[i] > linalg::kRankTolerance * spread)
      kept.push_back(i);
  }
  return {svd.left(Eigen::all, kept), svd.right(Eigen::all, kept)};
}

/// Where the origin stays, and nothing is off, rows are taken as they are. Else their mean is taken out: directions that are a
/// little off would turn it into an error.
bool takes_out_mean(const Remainder& rest, const Knowledge& known) {
  return !known.shape || known.shape->shifted || !rest.noise.isZero(0);
}

Outcome with_moments(const Evidence& evidence, const Knowledge& known, const Remainder& rest, const Turn& turn) {
  const Index m = evidence.width(), shown = turn.left.cols();
  const bool centred = takes_out_mean(rest, known);
  const Vector center = centred ? evidence.moments.mean() : Vector(Vector::Zero(m));
  linalg::Affine seen{Matrix::Zero(shown, m), Vector::Zero(shown), turn.left.transpose() * rest.noise * turn.left};
  seen.map(Eigen::all, rest.others) = turn.right.transpose();
  if (centred) seen.shift = -seen.map * *known.prior_mean;
  auto core = std::make_shared<const stats::BayesCore>(stats::gaussian_prior(*known.prior_mean, *known.prior_covariance),
                                                       stats::stack(seen, known_channel(known, m)));
  auto guess = [core, across = Matrix(rest.across * turn.left), center,
                columns = exact_columns(known)](const Observed& observed) {
    Matrix rows(observed.count, across.cols() + observed.known.cols());
    rows << (own_rows(observed.released, observed).rowwise() - center.transpose()) * across, own_rows(observed.known, observed);
    Guess out{.values = core->posterior_mean(rows)};  // its deviations would leave out those of the directions
    place_known(columns, observed, out);
    return out;
  };
  const auto left = static_cast<Index>(rest.others.size());
  return {.reconstruction = Reconstruction{
              .guess = std::move(guess),
              .notes = {fmt::format("{} of the {} directions that are left over are shown by the known attributes{}", shown,
                                    left, shown < left ? "; the others are guessed from these" : "")}}};
}

/// A single attribute is left, and nothing tells its direction.
Outcome but_for_direction(const Evidence& evidence, const Knowledge& known, const Remainder& rest) {
  const double spread = rest.covariance(0, 0), kept = spread > 0 ? std::max(0.0, 1 - rest.noise(0, 0) / spread) : 1;
  const Vector mean = evidence.moments.mean();
  const bool origin_stays = known.shape && !known.shape->shifted;
  auto guess = [=, across = Vector(rest.across.col(0)), at = rest.others[0], columns = exact_columns(known),
                m = evidence.width()](const Observed& observed) {
    Guess out{.values = Matrix(observed.count, m)};
    const double middle = origin_stays ? mean.dot(across) : 0;
    out.values.col(at) =
        (((own_rows(observed.released, observed).rowwise() - mean.transpose()) * across).array() * kept + middle).matrix();
    place_known(columns, observed, out);
    return out;
  };
  return {.reconstruction = Reconstruction{.guess = std::move(guess),
                                           .notes = {"one attribute is left over; nothing says in which direction it points"}}};
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  if (std::string why = why_not_here(evidence, known); !why.empty()) return Outcome::not_assessed(std::move(why));
  const Remainder rest = remainder_of(evidence, known);
  if ((rest.lengths.array() - 1).abs().maxCoeff() > kMostStretched)
    return Outcome::not_assessed(
        fmt::format("the known attributes are found {:.2g} to {:.2g} times as long in the release; a rotation keeps lengths",
                    rest.lengths.minCoeff(), rest.lengths.maxCoeff()));
  if (knows(known, Fact::moments)) {
    const Turn turn = turn_of(rest, known, evidence.records);
    if (turn.left.cols() > 0) return with_moments(evidence, known, rest, turn);
  }
  if (rest.others.size() == 1) return but_for_direction(evidence, known, rest);
  const std::string left = fmt::format("{} attributes are left over, turned among themselves", rest.others.size());
  if (knows(known, Fact::moments)) return Outcome::not_assessed(left + ", and the known ones tell nothing of them");
  return Outcome::not_assessed(fmt::format("{}: it needs {} to turn them back", left, fact_name(Fact::moments)), Fact::moments);
}

}  // namespace

extern const Attack remainder_attack = {.name = "remainder",
                                        .alias = {},
                                        .summary = "takes known attributes out of a rotation: what is left over are the others",
                                        .paper = "beyond the papers",
                                        .needs = needs,
                                        .wants = wants,
                                        .params = {},
                                        .uses = uses,
                                        .reads_mixtures = true,
                                        .needs_mixed = needs,
                                        .learn = learn};

}  // namespace guise::attacks
