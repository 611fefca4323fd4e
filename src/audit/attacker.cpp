// SPDX-License-Identifier: Apache-2.0
#include "audit/attacker.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/names.h"
#include "linalg/solve.h"

namespace guise::audit {
namespace {

using attacks::Fact;

constexpr Fact columns_fact[] = {Fact::columns};
constexpr Fact repeat_fact[] = {Fact::repeat};
constexpr Fact population_fact[] = {Fact::population};
constexpr Fact pairs_fact[] = {Fact::pairs};
constexpr Fact records_fact[] = {Fact::records};
constexpr Fact anchors_facts[] = {Fact::pairs, Fact::population};
constexpr Fact insider_fact[] = {Fact::matrix};
constexpr Fact insider_repeat_facts[] = {Fact::matrix, Fact::repeat};
constexpr Fact thief_fact[] = {Fact::key};

constexpr AttackerKind kKinds[] = {
    {.name = "outsider", .summary = "has the release and its public card", .subject = "anyone with the release", .facts = {}},
    {.name = "attributes",
     .summary = "also knows some columns of every record, exactly (=age+income) or with an error (=income~0.1: 0.1 sd)",
     .subject = "an attacker who knows",
     .facts = columns_fact},
    {.name = "population",
     .summary = "also has originals of other people",
     .subject = "an attacker with {} records of other people",
     .facts = population_fact},
    {.name = "pairs",
     .summary = "also knows some originals and their released records",
     .subject = "an attacker who knows {} records and their released rows",
     .facts = pairs_fact},
    {.name = "records",
     .summary = "also knows some originals, not which released records they are",
     .subject = "an attacker who knows {} records",
     .facts = records_fact},
    {.name = "anchors",
     .summary = "knows some pairs and originals of other people",
     .subject = "an attacker with {} known pairs and records of other people",
     .facts = anchors_facts},
    {.name = "register",
     .summary = "knows the originals of all records, not which released records they are",
     .subject = "an attacker with a register of all originals",
     .facts = records_fact,
     .everyone = true},
    {.name = "repeat",
     .summary = "also has a second release of the same records",
     .subject = "an attacker with a second release",
     .facts = repeat_fact},
    {.name = "insider",
     .summary = "has the shared half of the key: the matrices, not the noise",
     .subject = "a partner with the shared half of the key",
     .facts = insider_fact},
    {.name = "insider-repeat",
     .summary = "has a second release of the same records, and the shared half of both keys",
     .subject = "a partner with two releases and the shared halves of both keys",
     .facts = insider_repeat_facts},
    {.name = "overlap",
     .summary = "also has the owner's next release of the same people, made with the same key",
     .subject = "an attacker with the next release of the same people",
     .facts = repeat_fact,
     .same_key = true},
    {.name = "thief", .summary = "has the whole key", .subject = "a key thief", .facts = thief_fact},
};

// Three known columns are the most an audit tries by itself: more is a file the user names.
constexpr std::size_t kMostKnown = 3;

/// Variance of each attribute that is left when the attributes of `known` are regressed out.
Vector left_over(const Matrix& covariance, const std::vector<Index>& known) {
  if (known.empty()) return covariance.diagonal();
  const Matrix across = covariance(known, Eigen::all), weights = weights_of_known(covariance, known);
  return (covariance.diagonal() - (across.cwiseProduct(weights)).colwise().sum().transpose()).cwiseMax(0.0);
}

Vector share_left(const Matrix& covariance, const std::vector<Index>& known) {
  Vector left = left_over(covariance, known);
  for (Index j = 0; j < left.size(); ++j) left[j] = covariance(j, j) > 0 ? left[j] / covariance(j, j) : 0.0;
  for (const Index j : known) left[j] = 0.0;
  return left;
}

// Two pairs less than a rotation of small tables needs, and far from it for embeddings: what five leaked records are worth.
constexpr std::int64_t kAnchors = 5;

std::int64_t parse_count(std::string_view text, std::size_t equals) {
  std::int64_t count = 0;
  const std::string_view digits = text.substr(equals + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  require(error == std::errc() && end == digits.data() + digits.size() && count > 0,
          "attacker '{}' takes a number of records above 0, got '{}'", text.substr(0, equals), digits);
  return count;
}

/// One column that is known: "income", or "income~0.1" with an error of a tenth of its standard deviation. A column whose name
/// has such a sign is named by itself first.
void add_known(Attacker& attacker, std::string_view text, std::string_view piece, const std::vector<std::string>& columns) {
  const auto is_column = [&](std::string_view name) {
    return std::find(columns.begin(), columns.end(), name) != columns.end();
  };
  std::string_view name = piece;
  double error = 0;
  if (const std::size_t sign = piece.rfind('~'); !is_column(piece) && sign != std::string_view::npos) {
    name = piece.substr(0, sign);
    const std::string_view digits = piece.substr(sign + 1);
    const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), error);
    require(wrong == std::errc() && end == digits.data() + digits.size() && error > 0 && std::isfinite(error),
            "attacker '{}': after '~' comes the error of a known column, a number of its standard deviations above 0, got '{}'",
            text, digits);
  }
  const std::vector<std::string_view> names(columns.begin(), columns.end());
  require(is_column(name), "attacker '{}': no masked column named '{}'{}", text, name, did_you_mean(name, names));
  attacker.known.emplace_back(name);
  attacker.errors.push_back(error);
}

}  // namespace

Matrix weights_of_known(const Matrix& covariance, const std::vector<Index>& known, const std::vector<double>& errors) {
  Matrix within = covariance(known, known);
  for (std::size_t i = 0; i < errors.size(); ++i) within.diagonal()[static_cast<Index>(i)] += square(errors[i]);
  within.diagonal().array() += 1e-12 * within.diagonal().mean();  // duplicate columns among the known ones
  return linalg::solve_symmetric(within, covariance(known, Eigen::all));
}

std::int64_t default_count(const AttackerKind& kind, Index attributes) {
  if (kind.has(Fact::pairs) && kind.has(Fact::population)) return kAnchors;
  return kind.has(Fact::population) ? kPopulation : kind.counts() ? attributes + 1 : 0;
}

std::vector<Attacker> settle(const std::vector<Attacker>& attackers, std::int64_t records, Index attributes) {
  std::vector<Attacker> settled;
  for (Attacker attacker : attackers) {
    const std::int64_t most = records / 4;
    require(attacker.count <= most, "attacker '{}' knows more than a quarter of the {} records; ask for at most {}",
            attacker.text(), records, most);
    if (attacker.kind->counts() && attacker.count == 0) {
      attacker.count = std::min(default_count(*attacker.kind, attributes), most);
      if (attacker.count == 0) continue;
    }
    settled.push_back(std::move(attacker));
  }
  return settled;
}

bool AttackerKind::has(Fact fact) const {
  return std::find(facts.begin(), facts.end(), fact) != facts.end();
}

bool AttackerKind::second() const {
  return has(Fact::repeat) && !same_key;
}

bool AttackerKind::knows_released() const {
  return !everyone && (has(Fact::pairs) || has(Fact::records));
}

bool AttackerKind::counts() const {
  return has(Fact::population) || knows_released();
}

bool AttackerKind::needs_no_key() const {
  return !has(Fact::repeat) && !has(Fact::matrix) && !has(Fact::key);
}

Recipient AttackerKind::recipient() const {
  if (has(Fact::key)) return Recipient::thief;
  if (has(Fact::matrix)) return Recipient::partner;
  const bool only_others = std::all_of(facts.begin(), facts.end(), [](Fact fact) { return fact == Fact::population; });
  return only_others ? Recipient::anyone : Recipient::knowing;
}

std::span<const AttackerKind> all_attackers() {
  return kKinds;
}

std::vector<std::string> Attacker::known_texts() const {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < known.size(); ++i)
    out.push_back(error(i) > 0 ? fmt::format("{}~{}", known[i], error(i)) : known[i]);
  return out;
}

std::string Attacker::text() const {
  std::string out(kind->name);
  const std::vector<std::string> texts = known_texts();
  for (std::size_t i = 0; i < texts.size(); ++i) out += (i == 0 ? "=" : "+") + texts[i];
  if (count > 0) out += fmt::format("={}", count);
  return out;
}

std::int64_t Attacker::others() const {
  if (!kind->has(Fact::population)) return 0;
  return kind->knows_released() ? kPopulation : count;  // of anchors the number is that of their pairs
}

std::vector<Index> positions(const std::vector<std::string>& some, const std::vector<std::string>& columns) {
  std::vector<Index> found;
  for (const std::string& name : some) found.push_back(std::find(columns.begin(), columns.end(), name) - columns.begin());
  return found;
}

Attacker parse_attacker(std::string_view text, const std::vector<std::string>& columns) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const AttackerKind& k) { return k.name == name; });
  if (kind == std::end(kKinds)) {
    std::vector<std::string_view> names;
    for (const AttackerKind& k : kKinds) names.push_back(k.name);
    refuse("no attacker named '{}'{} (there are {})", name, did_you_mean(name, names), enumerate(names));
  }
  Attacker attacker{.kind = kind};
  if (equals == std::string_view::npos) return attacker;
  if (kind->counts()) {
    attacker.count = parse_count(text, equals);
    return attacker;
  }
  require(kind->has(Fact::columns), "attacker '{}' takes no value, got '{}'", name, text);
  for (std::size_t start = equals + 1; start <= text.size();) {
    const std::size_t end = std::min(text.find('+', start), text.size());
    add_known(attacker, text, text.substr(start, end - start), columns);
    start = end + 1;
  }
  const auto exact = std::count(attacker.errors.begin(), attacker.errors.end(), 0.0);
  require(static_cast<std::size_t>(exact) < columns.size(),
          "attacker '{}' knows every column; leave at least one to be guessed", text);
  if (attacker.known.size() == static_cast<std::size_t>(exact)) attacker.errors.clear();
  return attacker;
}

std::vector<Attacker> expand(const std::vector<Attacker>& attackers, const stats::Moments& truth,
                             const std::vector<std::string>& columns) {
  std::vector<Attacker> all;
  for (const Attacker& attacker : attackers) {
    if (!attacker.kind->has(Fact::columns) || !attacker.known.empty()) {
      all.push_back(attacker);
      continue;
    }
    const Matrix covariance = truth.covariance();
    std::vector<Index> known;
    Attacker growing = attacker;
    while (known.size() < std::min(kMostKnown, columns.size() - 1)) {
      Index best = -1;
      double least = std::numeric_limits<double>::infinity();
      for (Index candidate = 0; candidate < covariance.rows(); ++candidate) {
        if (std::find(known.begin(), known.end(), candidate) != known.end()) continue;
        auto with = known;
        with.push_back(candidate);
        const double left = share_left(covariance, with).sum();
        if (left < least) {
          least = left;
          best = candidate;
        }
      }
      known.push_back(best);
      growing.known.push_back(columns[static_cast<std::size_t>(best)]);
      all.push_back(growing);
    }
  }
  return all;
}

}  // namespace guise::audit
