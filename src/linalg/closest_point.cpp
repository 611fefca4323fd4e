// SPDX-License-Identifier: Apache-2.0
#include "linalg/closest_point.h"

#include <algorithm>
#include <cmath>

namespace guise::linalg {
namespace {

/// The place in the tree: coordinates from the last down to `level` are chosen, nearest first and then in turns on both sides.
struct Place {
  Place(const Matrix& triangle, const Vector& goal)
      : r(triangle),
        y(goal),
        level(goal.size() - 1),
        at(goal.size()),
        centre(goal.size()),
        step(goal.size()),
        squared(goal.size() + 1) {
    squared.setZero();
    enter();
  }

  void enter() {
    const Index later = y.size() - 1 - level;
    centre[level] = (y[level] - r.row(level).tail(later).dot(at.tail(later))) / r(level, level);
    at[level] = std::nearbyint(centre[level]);
    step[level] = centre[level] < at[level] ? -1 : 1;
  }
  void next() {
    at[level] += step[level];
    step[level] = step[level] > 0 ? -step[level] - 1 : 1 - step[level];
  }
  double distance() { return squared[level] = squared[level + 1] + square(r(level, level) * (at[level] - centre[level])); }

  const Matrix& r;
  const Vector& y;
  Index level;
  Vector at, centre, step, squared;
};

void keep(ClosestPoint::Point point, double slack, std::vector<ClosestPoint::Point>& points) {
  const auto nearer = [](const ClosestPoint::Point& a, const ClosestPoint::Point& b) { return a.squared < b.squared; };
  points.insert(std::upper_bound(points.begin(), points.end(), point, nearer), std::move(point));
  while (points.size() > ClosestPoint::kMostPoints || points.back().squared > points.front().squared + slack) points.pop_back();
}

}  // namespace

/// All points within `reach`, until one in the box is found, and those that may still be listed from then on.
void ClosestPoint::look(const Vector& goal, const Vector& least, const Vector& most, const Search& search, double reach,
                        Index& nodes, Found& out) const {
  Place place(reduced_.triangle, goal);
  for (; nodes < search.budget; ++nodes) {
    if (place.distance() > reach) {  // its siblings are farther still
      if (place.level == goal.size() - 1) return;
      ++place.level;
      place.next();
    } else if (place.level > 0) {
      --place.level;
      place.enter();
    } else {
      const Vector x = reduced_.change * place.at;
      if ((x.array() >= least.array()).all() && (x.array() <= most.array()).all()) {
        keep({x, place.squared[0]}, search.slack, out.points);
        reach = std::min(reach, out.points.front().squared + search.slack);
        if (out.points.size() == kMostPoints) reach = std::min(reach, out.points.back().squared);
      }
      place.next();
    }
  }
  out.complete = false;
}

ClosestPoint::Found ClosestPoint::find(const Vector& target, const Vector& least, const Vector& most,
                                       const Search& search) const {
  const Vector goal = reduced_.turn.transpose() * target;
  Place first(reduced_.triangle, goal);  // straight down: the nearest plane at every level (Babai 1986)
  while (first.distance(), first.level > 0) --first.level, first.enter();
  // The nearest point of all is no farther; one in the box may be, and is looked for in growing balls.
  Found out;
  Index nodes = 0;
  for (double reach = first.squared[0] + search.slack; out.points.empty() && out.complete; reach = 4 * reach + 1) {
    look(goal, least, most, search, reach * (1 + 1e-12), nodes, out);
    if (out.complete) out.covered = out.points.empty() ? reach : out.points.front().squared + search.slack;
  }
  return out;
}

}  // namespace guise::linalg
