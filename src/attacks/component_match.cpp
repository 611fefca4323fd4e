// SPDX-License-Identifier: Apache-2.0
#include "attacks/component_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "linalg/assignment.h"
#include "stats/quantiles.h"

namespace guise::attacks {
namespace {

/// The component of each target; the assignment wants at least as many columns as rows.
std::vector<Index> assign(const Matrix& cost) {
  if (cost.cols() <= cost.rows()) return linalg::least_cost_assignment(cost.transpose());
  std::vector<Index> component(static_cast<std::size_t>(cost.cols()), -1);
  const std::vector<Index> target = linalg::least_cost_assignment(cost);
  for (std::size_t i = 0; i < target.size(); ++i) component[static_cast<std::size_t>(target[i])] = static_cast<Index>(i);
  return component;
}

}  // namespace

Matrix ComponentMatch::selection(Index components) const {
  Matrix p = Matrix::Zero(sign.size(), components);
  for (Index i = 0; i < sign.size(); ++i)
    if (const Index j = component[static_cast<std::size_t>(i)]; j >= 0) p(i, j) = sign[i];
  return p;
}

double sampling_error(Index first_records, Index second_records) {
  return std::sqrt(1 / static_cast<double>(first_records) + 1 / static_cast<double>(second_records));
}

double sign_confidence(double plain, double mirrored, double sampling_error) {
  const double shown = std::max(0.0, std::abs(plain - mirrored) - sampling_error);
  return shown > 0 ? shown / (plain + mirrored) : 0;
}

ComponentMatch match_components(const Matrix& plain, const Matrix& mirrored, double sampling_error, bool share) {
  const Index targets = plain.cols();
  const Matrix cost = plain.cwiseMin(mirrored);
  ComponentMatch match{.component = assign(cost), .sign = Vector::Zero(targets), .confidence = Vector::Zero(targets)};
  for (Index i = 0; i < targets; ++i) {
    Index& j = match.component[static_cast<std::size_t>(i)];
    if (j < 0 && share) cost.col(i).minCoeff(&j);
    if (j < 0) continue;
    const double with = plain(j, i), against = mirrored(j, i);
    match.sign[i] = with <= against ? 1 : -1;
    match.confidence[i] = sign_confidence(with, against, sampling_error);
  }
  match.doubtful = swappable(cost, Matrix::Constant(cost.rows(), targets, sampling_error), match.component);
  return match;
}

ComponentMatch match_distributions(const Matrix& components, const Matrix& targets, double sampling_error) {
  Matrix plain(components.cols(), targets.cols()), mirrored = plain;
  for (Index j = 0; j < components.cols(); ++j) {
    const Vector other_way = stats::mirrored(components.col(j));
    for (Index i = 0; i < targets.cols(); ++i) {
      plain(j, i) = stats::quantile_distance(components.col(j), targets.col(i));
      mirrored(j, i) = stats::quantile_distance(other_way, targets.col(i));
    }
  }
  return match_components(plain, mirrored, sampling_error);
}

Index swappable(const Matrix& distances, const Matrix& errors, const std::vector<Index>& component) {
  const auto at = [&](Index target) { return component[static_cast<std::size_t>(target)]; };
  const auto swap = [&](Index a, Index b) {
    if (at(a) == at(b) || at(a) < 0 || at(b) < 0) return false;
    const double now = distances(at(a), a) + distances(at(b), b), then = distances(at(a), b) + distances(at(b), a);
    return then - now <= errors(at(a), b) + errors(at(b), a);
  };
  Index count = 0;
  for (Index a = 0; a < distances.cols(); ++a) {
    bool any = false;
    for (Index b = 0; b < distances.cols() && !any; ++b) any = swap(a, b);
    count += any;
  }
  return count;
}

std::string order_note(Index doubtful, Index attributes) {
  if (doubtful == 0) return {};
  return fmt::format("which column is which attribute is a guess for {} of {}: another has nearly the same distribution",
                     doubtful, attributes);
}

std::vector<std::string> notes_on(const ComponentMatch& match) {
  std::vector<std::string> notes;
  const Index targets = match.sign.size(), matched = (match.sign.array() != 0).count();
  if (matched < targets)
    notes.push_back(
        fmt::format("only {} of {} attributes can be matched with a component; the others get the mean", matched, targets));
  if (match.doubtful > 0) notes.push_back(order_note(match.doubtful, targets));
  const Index guessed = (match.sign.array() != 0 && match.confidence.array() < kDoubtful).count();
  if (guessed > 0)
    notes.push_back(fmt::format("the sign of {} of {} components is a guess: mirrored they have nearly the same distribution",
                                guessed, matched));
  return notes;
}

}  // namespace guise::attacks
