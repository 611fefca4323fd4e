// SPDX-License-Identifier: Apache-2.0
#include "audit/evaluator.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/names.h"
#include "measures/figure.h"

namespace guise::audit {
namespace {

/// Of a mean over so many keys, from its 95 % interval.
double standard_error(const Spread& spread, int keys) {
  const double half = (spread.high - spread.low) / 2;
  if (!std::isfinite(half)) return 0;
  return half / (keys > 1 ? boost::math::quantile(boost::math::students_t(keys - 1.0), 0.975) : measures::kZ);
}

Spread risk_of(const MaskResult& mask, const Result& audit, const std::vector<Limit>& limits, bool everybody) {
  constexpr double kCertain = std::numeric_limits<double>::infinity();
  Spread worst;  // nobody learns anything
  for (const Limit& limit : limits) {
    const Checked checked = check(limit, mask, audit);
    if (!checked.assessed && everybody) return {kCertain, kCertain, kCertain};
    if (std::isnan(checked.worst.value)) continue;
    const Spread found{checked.worst.value / limit.value, checked.worst.low / limit.value, checked.worst.high / limit.value};
    if (std::pair(found.value, found.high) > std::pair(worst.value, worst.high)) worst = found;
  }
  return worst;
}

/// Share of a figure that is kept, at its value and at the ends of its interval; destroyed: none.
Spread kept_of(const Utility& figure) {
  const double kept = figure.kept();
  if (!std::isfinite(kept)) return {};
  Utility end = figure;
  const auto at = [&](double value) {
    end.value.value = value;
    return std::isfinite(value) ? end.kept() : kept;
  };
  const double one = at(figure.value.low), other = at(figure.value.high);
  return {kept, std::min(one, other), std::max(one, other)};
}

/// The mean of shares and of the ends of their intervals, which is wide enough however figures hang together.
Spread loss_of(const MaskResult& mask, const std::vector<std::string>& counted) {
  Spread sum;
  for (const std::string& name : counted) {
    const auto found =
        std::find_if(mask.utility.begin(), mask.utility.end(), [&](const Utility& each) { return each.name == name; });
    const Spread kept = found == mask.utility.end() ? Spread{} : kept_of(*found);
    sum = {sum.value + kept.value, sum.low + kept.low, sum.high + kept.high};
  }
  const auto count = static_cast<double>(counted.size());
  return {1 - sum.value / count, 1 - sum.high / count, 1 - sum.low / count};
}

std::vector<std::string> names_without(const std::vector<std::string>& attackers, bool everybody) {
  const bool outsider = std::find(attackers.begin(), attackers.end(), "outsider") != attackers.end();
  return everybody || !outsider ? attackers : std::vector<std::string>{"outsider"};
}

}  // namespace

Point point_of(const MaskResult& mask, const Result& audit, const std::vector<Limit>& limits,
               const std::vector<std::string>& counted, bool everybody) {
  Point point{.scheme = {}, .mask = mask.mask};
  point.risk = risk_of(mask, audit, limits, everybody);
  point.loss = loss_of(mask, counted);
  point.risk_error = standard_error(point.risk, mask.keys);
  point.loss_error = standard_error(point.loss, audit.keys);
  point.qualifies =
      std::none_of(limits.begin(), limits.end(), [&](const Limit& limit) { return check(limit, mask, audit).exceeded; });
  return point;
}

Tradeoff tradeoff(const Point& point) {
  return {point.risk.value, point.loss.value, point.risk_error, point.loss_error};
}

std::vector<Tradeoff> tradeoffs(const std::vector<Point>& points) {
  std::vector<Tradeoff> out;
  for (const Point& point : points) out.push_back(tradeoff(point));
  return out;
}

std::vector<std::string> measurable(const MaskResult& mask) {
  std::vector<std::string> names;
  for (const Utility& figure : mask.utility)
    if (std::isfinite(figure.kept())) names.push_back(figure.name);
  return names;
}

Evaluator::Evaluator(const AdviceRequest& request, std::vector<Limit> limits, Matrix screen, Matrix race, Auditor auditor)
    : request_(request),
      limits_(std::move(limits)),
      with_label_(race.cols() > static_cast<Index>(request.selection.attributes.size())),
      screen_(table::Table::from_matrix(std::move(screen), columns())),
      race_(table::Table::from_matrix(std::move(race), columns())),
      auditor_(std::move(auditor)) {}

std::vector<std::string> Evaluator::columns() const {
  std::vector<std::string> names = request_.selection.attributes;
  if (with_label_) names.push_back(request_.label);
  return names;
}

void Evaluator::count_by(const std::string& weakest) {
  counted_ = measurable(audit_one(weakest, kScreen).masks[0]);
  require(!counted_.empty(), "nothing that masks leave of this table can be measured, so there is nothing to lose least of");
  if (request_.purposes.empty()) return;
  const std::vector<std::string_view> names(counted_.begin(), counted_.end());
  for (const std::string& purpose : request_.purposes)
    require(std::find(counted_.begin(), counted_.end(), purpose) != counted_.end(),
            "‘for={}’: no such figure of utility for this table{} (there are {})", purpose, did_you_mean(purpose, names),
            enumerate(names));
  counted_ = request_.purposes;
}

Result Evaluator::audit_one(const std::string& mask, const Level& level) const {
  Request request;
  request.details = false;
  request.masks.push_back(masks::Mask::parse(mask));
  request.attackers = names_without(request_.attackers, level.everybody);
  request.keys = request.most_keys = level.keys;  // masks are compared by their figures, not by grades
  request.selection.attributes = request_.selection.attributes;
  if (with_label_) request.label = request_.label;
  request.work.threads = request_.work.threads;
  // The same for every mask: they differ by what they are, not by whom the attackers happen to know.
  request.rng = request_.rng.fork(level.everybody ? "race" : "screen");
  return auditor_(level.everybody ? race_ : screen_, request);
}

const Point& Evaluator::try_mask(const std::string& mask, const Level& level) {
  auto& known = level.everybody ? raced_ : screened_;
  if (const auto found = known.find(mask); found != known.end()) return found->second;
  report();
  ++tried_;
  records_ += level.records * level.keys;
  Point point{.scheme = {}, .mask = mask};
  try {
    const Result audit = audit_one(mask, level);
    point = point_of(audit.masks[0], audit, limits_, counted_, level.everybody);
  } catch (const Error& error) {  // a step that this table is not fit for; the table itself was tried by count_by
    point.refused = error.what();
  }
  return known.emplace(mask, std::move(point)).first->second;
}

std::vector<Point> Evaluator::raced() const {
  std::vector<Point> points;
  for (const auto& [mask, point] : raced_)
    if (point.refused.empty()) points.push_back(point);
  return points;
}

void Evaluator::report() const {
  const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (spent > request_.seconds) throw OutOfTime{};
  if (request_.work.progress && spent > 0)  // the time that is left, in records
    request_.work.progress(
        {"trying masks", records_, static_cast<std::int64_t>(static_cast<double>(records_) * request_.seconds / spent)});
}

}  // namespace guise::audit
