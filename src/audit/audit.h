// SPDX-License-Identifier: Apache-2.0
// An audit: masks x attackers x attacks, in two passes over the originals. Masks are applied by position and never stored.
#pragma once
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "audit/attacker.h"
#include "audit/close_look.h"
#include "audit/criteria.h"
#include "audit/curve.h"
#include "audit/effort.h"
#include "audit/measured_privacy.h"
#include "audit/spread.h"
#include "audit/timekeeper.h"
#include "audit/utility.h"
#include "masks/mask.h"
#include "measures/comparison.h"
#include "measures/measure.h"
#include "random/rng.h"
#include "release/certificate.h"
#include "table/table.h"
#include "theory/marchenko_pastur.h"

namespace guise::audit {

/// Rows of a given release that belong to originals by nothing but their values (audit/restore.h).
struct PutBack {
  std::int64_t originals = 0, released = 0;  ///< records of both files
  std::int64_t placed = 0;                   ///< released ones that figures are of; 0: no method matched them
  double told = 0;                           ///< share of rows that have an owner beyond chance, at least
  double certainty = 0;                      ///< share of rows whose nearest original is expected to be the owner
  bool by_claim = false;                     ///< they were placed by the noise that the mask is said to have
  std::string method = {};                   ///< what rows were matched by: "values", "ranks", "groups" or "equal rows"
  std::int64_t equal = 0;                    ///< released rows that are an original in every column, beyond chance
};

/// A release that was given, not made by the audit: its columns stand beside those of the originals in one table.
struct Given {
  std::string originals, file;  ///< names of both, for people
  std::string mask;             ///< what it is said to be masked by; empty: unknown
  std::string aligned;  ///< what its records were set beside the originals by: "order", a column, "values", or "nothing"
  std::vector<std::string> columns;  ///< its columns, as the table that holds both calls them
  std::vector<std::string> names;    ///< the same, as the release calls them
  std::optional<Card> card = {};     ///< its own, or that of the mask it is said to have
  /// What may be known of it: one reading where the mask is known, else several, and every attack is tried in each.
  struct Reading {
    std::string name;  ///< told with the attack: "columns as mixtures"; empty where there is one reading
    attacks::CardKnowledge card;
  };
  std::vector<Reading> readings;
  std::string estimated = {};            ///< what the mask did by both files, where nobody said; empty: not known
  std::optional<PutBack> put_back = {};  ///< where neither order nor a column tells which record is which
  bool untold() const { return put_back && put_back->placed == 0; }  ///< no method matched its rows
};

/// How shuffled rows were matched, and what figures mean then.
std::string sentence_on(const PutBack& how, const Given& given);
/// Why nothing that goes row by row is assessed.
inline constexpr std::string_view kUntold = "no method here could match rows to originals";

struct Request {
  std::vector<masks::Mask> masks;
  std::vector<std::string> attackers;     ///< as parse_attacker takes them
  std::vector<std::string> attacks = {};  ///< names of those to try; empty: all
  int keys = 5;                           ///< every mask is drawn with this many fresh keys …
  int most_keys = 20;                     ///< … and with more, up to these, while its grade is undecided
  int first_key = 0;                      ///< so many were drawn before
  Thresholds thresholds = {};             ///< of success
  bool shuffle = false;                   ///< records are to be released in a secret order: no attack can use theirs
  table::Selection selection;             ///< the originals
  std::optional<Given> given = {};        ///< instead of masks
  std::vector<std::string> kept =
      {};  ///< columns that go out as they are: everybody has them, and registers are linked by them
  std::vector<bool> kept_is_category = {};  ///< of each of them; filled in by audit()
  bool details = true;                      ///< closer looks and curves
  Effort effort = Effort::normal;
  double seconds = std::numeric_limits<double>::infinity();  ///< the audit ends with what is there when they are over
  Stop stop = {};                                            ///< the same when this is set
  /// Of the whole audit; filled in by audit().
  std::shared_ptr<Timekeeper> time = std::make_shared<Timekeeper>(std::numeric_limits<double>::infinity());
  /// How many of the most exposed records are looked for in the whole table, in a pass of their own; 0: in a sample only.
  int exposed = 0;
  bool show_records = false;  ///< closer looks show truth and guess of single records
  bool utility = true;        ///< measure what stays useful
  std::string label = {};     ///< kept column that classification or regression is tried on
  table::Work work = {};
  random::Rng rng = random::Rng::from_system();  ///< keys, drawn records, attacks: the same generator, the same audit

  std::size_t releases() const { return given ? 1 : masks.size(); }
  table::Selection reads() const;            ///< the selection and the columns of a given release
  table::Selection reads_with_side() const;  ///< and the kept columns
};

std::string_view status_name(Status status);

/// How many of the known people an attack linked to their released record. A person among k equal records counts as 1/k.
struct Found {
  double people = 0, linked = 0;
  double groups = 0;  ///< people who were linked to the right group of equal records, however many these are
};

/// One attack by one attacker on one mask.
struct Trial {
  std::size_t attacker = 0;  ///< whose attack it is, of the audit's: everybody's are tried by who knows more, too
  std::string attack;        ///< with its settings
  std::string reading = {};  ///< what a given release was taken for, where its mask is unknown
  Status status = Status::not_assessed;
  std::string reason;  ///< why it was not assessed
  std::vector<std::string> notes;
  bool by_luck = false;                           ///< it draws a matrix of its own
  bool unaided = false;                           ///< it leaves the release alone: what columns in clear tell by themselves
  std::vector<measures::Comparison> by_key;       ///< on the attributes the attacker does not know; half of the records …
  std::vector<measures::Comparison> choice = {};  ///< … and the other half, which the worst attack is chosen on
  std::vector<Found> found = {};  ///< where it looks for people: with every key, by every attacker who knows so many
  Spread nrmse, residual;
  Spread calibrated = {};  ///< share of the variance that is left once the units of each attribute are put right
  std::optional<Spread> linked = {}, grouped = {};  ///< shares of the known people
};

struct AttackerResult {
  Attacker attacker;
  std::vector<std::string> columns;  ///< that are scored: all but the known ones
  Vector baseline;  ///< nRMSE of the same knowledge without the release, per scored column: the best of `without`
  std::vector<Trial> trials;
  std::vector<Trial> without = {};       ///< guesses that leave the release alone: constants, what known and kept columns tell
  std::vector<Criterion> criteria = {};  ///< the best trial at each, chosen on the other half of the records
  /// Of trials, chosen on the other half of the records: first those that succeeded there, then by `calibrated`; -1 when
  /// nothing could be assessed.
  int worst = -1;
  std::optional<Look> look = {};  ///< at the worst attack
  /// Succeeded when one criterion is met for certain, undecided when one may be.
  Status status() const;
};

/// Eigenvalues of the covariance of the release, with the first key, beside those of the originals, largest first.
struct Spectrum {
  Vector release, originals;
  std::optional<theory::Band> noise = {};  ///< where those of noise alone would lie (Marchenko and Pastur), where it is known
  bool in_noise_units = false;             ///< the noise differs between columns: these were divided by it first
};

struct MaskResult {
  std::string mask;
  int keys = 0;  ///< that it was drawn with: the audit's, or more where these left its grade undecided
  std::vector<std::string> notes;
  std::vector<std::string> warnings = {};        ///< what is known to go wrong with such a mask
  release::Certificate certificate;              ///< the weakest over the keys
  std::optional<MeasuredPrivacy> measured = {};  ///< below it, where it is of records one by one
  std::vector<Utility> utility = {};
  std::vector<Curve> curves = {};
  std::optional<Spectrum> spectrum = {};
  /// Bits that the release tells of a record at most, beside the lower bounds of closer looks; of Gaussian noise on the
  /// originals' own columns alone.
  std::optional<double> information_bound = {};
  /// Of noise on the originals' own columns: the factor on its variances with which linear attacks no longer succeed.
  std::optional<double> noise_to_resist = {};
  std::vector<AttackerResult> attackers;
};

/// What is needed to repeat an audit.
struct Provenance {
  std::string guise = {};    ///< its version
  std::string command = {};  ///< quoted for a shell
  struct File {
    std::string name;
    std::optional<std::int64_t> bytes = {};
    std::string digest = {};  ///< BLAKE2b-256 of a release, in hexadecimal digits; empty for what is no file
  };
  File input = {};  ///< without a digest: whoever guesses the originals could confirm the guess by it
  std::optional<File> released = {};
  std::vector<std::pair<std::string, std::string>> libraries = {};  ///< with their versions
  std::string finished = {};                                        ///< UTC
  double seconds = 0;
};

struct Result {
  std::string table;
  std::int64_t records = 0;   ///< in each release
  std::int64_t held_out = 0;  ///< not in them: other people's, for attackers who have such
  std::vector<std::string> columns;
  int keys = 0;                            ///< that every mask was drawn with at least
  std::vector<measures::Comparison> mean;  ///< one: everybody gets the mean of the originals (the first baseline)
  std::vector<std::string> attacks = {};   ///< that were asked for; empty: all
  Effort effort = Effort::normal;
  std::vector<std::string> left_out = {};             ///< attacks that would take too long for this effort
  bool partial = false;                               ///< the time was over before all was tried
  std::map<std::string, double> attack_seconds = {};  ///< that attacks took to learn, all keys and attackers together
  Thresholds thresholds = {};
  bool shuffle = false;                   ///< records are released in a secret order
  std::optional<double> identified = {};  ///< share of the records that the columns kept in clear identify, where any are kept
  std::vector<MaskResult> masks;
  std::vector<std::string> warnings;  ///< about the table: ordered rows, constant columns, whole numbers
  std::optional<Given> given = {};    ///< the release that was judged, where it was given
  Provenance provenance = {};         ///< for the caller to fill
};

Result audit(const table::Table& originals, const Request& request);

/// The content of audit.json; schema/audit.schema.json describes it.
nlohmann::json to_json(const Result& result);

/// The verdict in plain words, then a table; at most 80 columns.
std::string verdict(const Result& result);

}  // namespace guise::audit
