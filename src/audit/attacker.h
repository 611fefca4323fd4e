// SPDX-License-Identifier: Apache-2.0
// Who might attack: what an adversary knows besides the release. The mask and its public card are always known (Kerckhoffs).
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attacks/knowledge.h"
#include "stats/moments.h"

namespace guise::audit {

/// Who gets a release, in the order in which a verdict speaks of them. The first two make the grade: a partner or a thief who
/// undoes a mask with its key is no news about the mask.
enum class Recipient { anyone, knowing, partner, thief };

struct AttackerKind {
  std::string_view name, summary;
  std::string_view subject;              ///< for sentences: "an attacker who knows {} records", the number comes in
  std::span<const attacks::Fact> facts;  ///< what it knows besides the release and its card; nothing: the outsider

  /// Its second release is the owner's next one: the same matrices, new noise. Else it was made with another key.
  bool same_key = false;
  /// It knows the originals of all records: there are people to link, and no values to learn.
  bool everyone = false;

  bool outsider() const { return facts.empty(); }
  bool has(attacks::Fact fact) const;
  bool second() const;          ///< has a second release made with another key
  bool counts() const;          ///< knows some number of records, pairs=20
  bool knows_released() const;  ///< some of them records that are in the release
  bool needs_no_key() const;    ///< nor a second release: can be played with any release
  Recipient recipient() const;
};
std::span<const AttackerKind> all_attackers();

/// One attacker of an audit: a kind, for `attributes` the columns it knows (empty: chosen from the data, see expand()) and how
/// large their errors are, for others how many records (0: chosen from the size of the table, see settle()).
struct Attacker {
  const AttackerKind* kind;
  std::vector<std::string> known = {};
  std::vector<double> errors = {};  ///< of each known column, in its standard deviations; empty: all are exact
  std::int64_t count = 0;
  double error(std::size_t i) const { return errors.empty() ? 0 : errors[i]; }
  std::vector<std::string> known_texts() const;  ///< "age", "income~0.1"
  std::string text() const;                      ///< "attributes=age+income~0.1", "pairs=20"
  std::int64_t others() const;  ///< how many originals of other people it has: as many as there are, up to that
  bool operator==(const Attacker&) const = default;
};

/// "outsider", "attributes=age+income~0.1", "pairs=20", …; throws an Error with the nearest name.
Attacker parse_attacker(std::string_view text, const std::vector<std::string>& columns);

/// How many records an attacker knows when it is not said: of the population 500, of the release one more than there are
/// attributes, which is what determines a rotation.
constexpr std::int64_t kPopulation = 500;
std::int64_t default_count(const AttackerKind& kind, Index attributes);

/// Fills in counts for a table of that many records. At most a quarter of the table is given away, so that enough is left to
/// score on; attackers for whom nothing is left are taken out, and refused when their number was asked for.
std::vector<Attacker> settle(const std::vector<Attacker>& attackers, std::int64_t records, Index attributes);

/// An `attributes` attacker without named columns becomes up to three: the one, two and three attributes that tell most about
/// the rest (forward selection by explained variance). Others stay as they are.
std::vector<Attacker> expand(const std::vector<Attacker>& attackers, const stats::Moments& truth,
                             const std::vector<std::string>& columns);

/// Weights of these attributes in the regression of every attribute on them. `errors`: standard deviations of what they are
/// known with; empty: exact.
Matrix weights_of_known(const Matrix& covariance, const std::vector<Index>& known, const std::vector<double>& errors = {});

std::vector<Index> positions(const std::vector<std::string>& some, const std::vector<std::string>& columns);

}  // namespace guise::audit
