// SPDX-License-Identifier: Apache-2.0
#include "audit/neighbours.h"

#include <algorithm>
#include <optional>

#include "random/matrices.h"
#include "release/older_cards.h"

namespace guise::audit {
namespace {

constexpr Index kAxes = 4, kRandom = 4, kRecordPairs = 4;  // of each kind; all are tried, so few must do
constexpr int kClimb = 50;                                 // steps towards the worst direction, which settles in a few
constexpr double kBeyond = 1 + 1e-9;                       // just outside of the ball: clipping ends on it
constexpr double kFar = 1e6;                               // times the largest value: bounded functions are at their ends

Vector to_vector(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

/// The first ball that records are clipped to, in the units of the originals: centre + spread * (unit vector).
struct Ball {
  Vector center, spread;
  std::size_t step;  ///< that clips
};

/// Nothing where more than public units comes before it.
std::optional<Ball> ball_of(const std::vector<StepCard>& steps, std::size_t attributes) {
  Ball ball{.center = Vector::Zero(static_cast<Index>(attributes)),
            .spread = Vector::Ones(static_cast<Index>(attributes)),
            .step = 0};
  for (; ball.step < steps.size(); ++ball.step) {
    const StepCard& step = steps[ball.step];
    if (step.effect == Effect::ball && step.center.size() == attributes) {
      ball.center += ball.spread.cwiseProduct(to_vector(step.center));
      ball.spread *= step.radius * kBeyond;
      return ball;
    }
    if (!release::changes_units(step) || step.scale.size() != attributes || step.center.size() != attributes) return {};
    ball.center += ball.spread.cwiseProduct(to_vector(step.center));
    ball.spread = ball.spread.cwiseProduct(to_vector(step.scale));
  }
  return {};
}

/// From the ball to the noise, in units of the noise; nothing where the way is not linear.
std::optional<Matrix> to_noise(const std::vector<StepCard>& steps, const std::vector<stats::StepSecret>& secrets,
                               const Ball& ball) {
  Matrix map = Matrix::Identity(ball.center.size(), ball.center.size());
  for (std::size_t i = ball.step; i < steps.size(); ++i) {
    const StepCard& step = steps[i];
    if ((i < secrets.size() && secrets[i].distortion) || !step.map.empty()) return {};
    if (i < secrets.size() && secrets[i].affine) map = secrets[i].affine->map * map;
    const bool noise = step.effect == Effect::noise;
    const std::vector<double>& units = noise ? step.sd : step.scale;
    if (static_cast<Index>(units.size()) == map.rows() && (noise || release::changes_units(step)))
      map = to_vector(units).cwiseInverse().asDiagonal() * map;
    if (noise) return map;
  }
  return {};
}

/// The unit vector with the longest image, by the power method; `by_column` with the largest sum of absolute values, by the
/// same climb on that convex function.
Vector worst_direction(const Matrix& map, bool by_column, Vector direction) {
  for (int i = 0; i < kClimb; ++i) {
    Vector image = map * direction;
    if (by_column) image = image.array().sign().matrix();
    const Vector next = map.transpose() * image;
    if (!(next.norm() > 0)) break;
    direction = next.normalized();
  }
  return direction;
}

std::vector<Vector> directions(Index attributes, const std::optional<Matrix>& map, bool by_column, const random::Rng& rng) {
  std::vector<Vector> out;
  const Matrix drawn = random::gaussian_matrix(kRandom, attributes, rng);
  for (Index i = 0; i < kRandom; ++i) {
    out.push_back(drawn.row(i).transpose().normalized());
    if (map) out.push_back(worst_direction(*map, by_column, out.back()));
  }
  for (Index j = 0; j < std::min(kAxes, attributes); ++j) out.push_back(Vector::Unit(attributes, j));
  return out;
}

}  // namespace

std::vector<Pair> neighbours(const Card& card, const std::vector<stats::StepSecret>& secrets, const Matrix& records,
                             bool by_column, const random::Rng& rng) {
  const auto attributes = static_cast<Index>(card.attributes.size());
  std::vector<Pair> out;
  for (Index i = 0; i < std::min(kRecordPairs, records.rows() / 2); ++i)
    out.push_back({records.row(2 * i).transpose(), records.row(2 * i + 1).transpose()});
  const std::vector<StepCard> steps = release::steps_of(card);
  std::optional<Ball> ball = ball_of(steps, card.attributes.size());
  const std::optional<Matrix> map = ball ? to_noise(steps, secrets, *ball) : std::nullopt;
  if (!ball) {
    const double far = kFar * (1 + (records.size() > 0 ? records.cwiseAbs().maxCoeff() : 0));
    ball = Ball{.center = Vector::Zero(attributes), .spread = Vector::Constant(attributes, far), .step = 0};
  }
  for (const Vector& direction : directions(attributes, map, by_column, rng)) {
    const Vector reach = ball->spread.cwiseProduct(direction);
    out.push_back({ball->center + reach, ball->center - reach});
  }
  return out;
}

}  // namespace guise::audit
