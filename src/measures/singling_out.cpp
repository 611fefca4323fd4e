// SPDX-License-Identifier: Apache-2.0
// Released people and control are cut to the same number, because the chance that a predicate fits exactly one of n records
// depends on n. (Anonymeter fits a curve to correct for it.) All predicates are tried on the same people, so their successes
// are not independent: with attributes of correlation 0.9 the plain formula sounds a false alarm in 17 of 100 tables. So people
// are dealt out to released and control at random, and the interval is no narrower than what that makes of the difference.
#include <algorithm>
#include <cmath>
#include <set>

#include "measures/figure.h"
#include "measures/risk.h"
#include "random/matrices.h"
#include "stats/resampling.h"

namespace guise::measures {
namespace {

constexpr Index kFewestPeople = 20;      // with fewer, every predicate that fits anybody fits one
constexpr std::size_t kMostColumns = 4;  // of a predicate, and two at least
constexpr int kTries = 40;               // record-wise predicates drawn per attack that is wanted: few of them fit one record
constexpr int kDeals = 100;              // their spread is then known to 7 %
// Of the range of an attribute: a guess that is exact but for rounding must fit its own original.
constexpr double kRounding = 1e-9;

struct Condition {
  Index column;
  bool at_least;  // else at most
  double bound;
  bool fits(double value) const { return at_least ? value >= bound : value <= bound; }
};
using Predicate = std::vector<Condition>;

std::vector<Index> fitting(const Matrix& people, const Predicate& predicate, std::size_t most) {
  std::vector<Index> out;
  for (Index i = 0; i < people.rows() && out.size() < most; ++i)
    if (std::all_of(predicate.begin(), predicate.end(), [&](const Condition& c) { return c.fits(people(i, c.column)); }))
      out.push_back(i);
  return out;
}

bool fits_exactly_one(const Matrix& people, const Predicate& predicate) {
  return fitting(people, predicate, 2).size() == 1;
}

/// What each bound is relaxed by.
Vector slack_of(const Matrix& guess) {
  return kRounding * (guess.colwise().maxCoeff() - guess.colwise().minCoeff()).transpose();
}

std::vector<Predicate> extremes(const Matrix& guess, const Vector& slack) {
  std::vector<Predicate> out;
  for (Index j = 0; j < guess.cols(); ++j) {
    out.push_back({{j, true, guess.col(j).maxCoeff() - slack[j]}});
    out.push_back({{j, false, guess.col(j).minCoeff() + slack[j]}});
  }
  return out;
}

Vector medians(const Matrix& guess) {
  Vector out(guess.cols());
  for (Index j = 0; j < guess.cols(); ++j) {
    Vector column = guess.col(j);
    const Index middle = column.size() / 2;
    std::nth_element(column.begin(), column.begin() + middle, column.end());
    out[j] = column[middle];
  }
  return out;
}

/// What try number i makes of the table, and its name: the record and the columns, which no two predicates share.
struct Draw {
  Predicate predicate;
  std::vector<Index> name;
};
Draw draw(const Matrix& guess, const Vector& middle, const Vector& slack, const random::Rng& rng) {
  std::uint64_t words[2];
  rng.words(1, 0, words);
  const auto row = static_cast<Index>(words[0] % static_cast<std::uint64_t>(guess.rows()));
  std::vector<Index> columns = random::permutation(guess.cols(), rng);
  columns.resize(std::min(columns.size(), 2 + words[1] % (kMostColumns - 1)));
  std::sort(columns.begin(), columns.end());
  Draw out{{}, {row}};
  for (const Index j : columns) {
    const bool at_least = guess(row, j) > middle[j];
    out.predicate.push_back({j, at_least, guess(row, j) + (at_least ? -slack[j] : slack[j])});
  }
  out.name.insert(out.name.end(), columns.begin(), columns.end());
  return out;
}

/// Those that single out a guessed record: the attacker keeps no others.
std::vector<Predicate> predicates(const Matrix& guess, int attacks, const random::Rng& rng) {
  const auto wanted = static_cast<std::size_t>(attacks);
  std::vector<Predicate> out;
  const Vector slack = slack_of(guess);
  for (Predicate& predicate : extremes(guess, slack))
    if (out.size() < wanted && fits_exactly_one(guess, predicate)) out.push_back(std::move(predicate));
  if (guess.cols() < 2) return out;
  const Vector middle = medians(guess);
  std::set<std::vector<Index>> names;
  for (int i = 0; i < kTries * attacks && out.size() < wanted; ++i) {
    Draw drawn = draw(guess, middle, slack, rng.with_step(static_cast<std::uint32_t>(i)));
    if (fits_exactly_one(guess, drawn.predicate) && names.insert(drawn.name).second) out.push_back(std::move(drawn.predicate));
  }
  return out;
}

Tally evaluate(const std::vector<Predicate>& predicates, const Matrix& people) {
  Tally tally{0, static_cast<std::int64_t>(predicates.size())};
  for (const Predicate& predicate : predicates) tally.successes += fits_exactly_one(people, predicate);
  return tally;
}

/// 95 % half-width of the difference between both rates, people being dealt out at random.
double dealt_half_width(const std::vector<Predicate>& predicates, const Matrix& truth, const Matrix& control,
                        const random::Rng& rng) {
  const Index n = truth.rows();
  Matrix everybody(2 * n, truth.cols());
  everybody << truth, control;
  std::vector<std::vector<Index>> members;
  for (const Predicate& predicate : predicates)
    members.push_back(fitting(everybody, predicate, static_cast<std::size_t>(2 * n)));
  const std::vector<double> differences = stats::null_draws(kDeals, rng, [&](const random::Rng& deal) {
    const std::vector<Index> place = random::permutation(2 * n, deal);
    double difference = 0;
    for (const std::vector<Index>& each : members) {
      const auto released =
          std::count_if(each.begin(), each.end(), [&](Index i) { return place[static_cast<std::size_t>(i)] < n; });
      difference += (released == 1) - (static_cast<std::ptrdiff_t>(each.size()) - released == 1);
    }
    return difference / static_cast<double>(members.size());
  });
  double squares = 0;  // the mean is 0 by symmetry
  for (const double difference : differences) squares += square(difference);
  return kZ * std::sqrt(squares / kDeals);
}

/// Weight of a predicate for who knows the attributes one by one: the product of the shares of people that fit each condition.
/// Half a person more, so that nothing is impossible because nobody among these has it.
double naive_weight(const Predicate& predicate, const Matrix& people) {
  double weight = 1;
  for (const Condition& condition : predicate) {
    const auto column = people.col(condition.column);
    const auto fitting = std::count_if(column.begin(), column.end(), [&](double value) { return condition.fits(value); });
    weight *= (static_cast<double>(fitting) + 0.5) / (static_cast<double>(people.rows()) + 1);
  }
  return weight;
}

Matrix drawn_rows(const Matrix& table, const std::vector<Index>& order, Index count) {
  return table(std::vector<Index>(order.begin(), order.begin() + count), Eigen::all);
}

}  // namespace

double singling_out_chance(Index records, double weight) {
  const auto n = static_cast<double>(records);
  return n * weight * std::pow(1 - weight, n - 1);
}

Risk singling_out(const Targets& targets, const random::Rng& rng, int attacks) {
  const Index people = std::min(targets.truth.rows(), targets.control.rows());
  if (people < kFewestPeople) return {.reason = "too few people in the release or outside it"};
  const std::vector<Index> order = random::permutation(targets.truth.rows(), rng.fork("people"));
  const Matrix truth = drawn_rows(targets.truth, order, people), guess = drawn_rows(targets.guess, order, people);
  const Matrix control = drawn_rows(targets.control, random::permutation(targets.control.rows(), rng.fork("control")), people);
  const std::vector<Predicate> made = predicates(guess, attacks, rng.fork("predicates"));
  if (made.empty()) return {.reason = "no predicate singles out a guessed record"};
  double expected = 0;
  for (const Predicate& predicate : made) expected += singling_out_chance(people, naive_weight(predicate, control));
  const Tally attack = evaluate(made, truth), others = evaluate(made, control);
  const double open = 1 - static_cast<double>(others.successes) / static_cast<double>(others.attacks + 1);
  return risk_of(attack, others, {std::llround(expected), attack.attacks},
                 dealt_half_width(made, truth, control, rng.fork("deals")) / open);
}

}  // namespace guise::measures
