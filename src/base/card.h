// SPDX-License-Identifier: Apache-2.0
// The public card of a release: all that guise itself tells about how the table was masked. Never anything secret.
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace guise {

/// What a step does to records: readers of a card go by this and never by the step's name. ARCHITECTURE.md says which fields
/// each effect has.
enum class Effect {
  unstated,    ///< an older card: release/older_cards.h says what the steps of those do
  noise,       ///< y = x + e
  factor,      ///< y = x f, with a factor for each value
  cells,       ///< the middle of a cell of the value
  affine,      ///< (x - center) / scale in each column, public or computed from the data
  shift,       ///< a secret constant is added to each column
  rescale,     ///< each column is multiplied by a secret factor
  matrix,      ///< records are multiplied by a secret matrix
  sums,        ///< sums over records with secret weights
  distortion,  ///< B + Q f(A + W x) with secret matrices
  ball,        ///< the nearest point of a ball
  limits,      ///< the nearest value between two limits of the column
  exchange,    ///< the values of a column change places between records
  groups,      ///< the mean of a group of records, or of similar values of the column
};
std::string_view effect_name(Effect);

/// What is public about one step of the mask. A field that does not apply stays empty.
struct StepCard {
  std::string step;  ///< "noise": a name for people; what the step does is in the other fields
  std::string text;  ///< as applied, canonical: noise(sd=5)
  /// Of the noise or the factor; the function of a distortion; of the entries of a matrix, or haar (orthogonal, uniform over
  /// all), permutation (of the columns), own (the owner's: nothing is known of it).
  std::string law = {};
  std::vector<double> sd = {};  ///< standard deviation per attribute: of the noise, of the factor
  double similarity = 0;        ///< shape of the noise: 0 white, 1 data-shaped, -1 reversed; its covariance is never published
  std::vector<double> width = {};    ///< of a cell, per attribute
  std::vector<double> origin = {};   ///< lower edge of a cell per attribute
  std::vector<double> center = {};   ///< public centre of a change of units, empty when computed from the data; of a ball
  std::vector<double> scale = {};    ///< public scale of a change of units
  std::vector<double> grid = {};     ///< spacing of the values noise was added on; empty when continuous
  std::string side = {};             ///< "records" of sums over records, else empty
  std::int64_t outputs = 0;          ///< columns that leave it, y1 … yk, where it makes other columns; sums over records
  double entry_sd = 1;               ///< standard deviation of the matrix's entries before scaling
  std::int64_t hidden = 0;           ///< units of a distortion
  std::vector<double> entries = {};  ///< of a distortion: standard deviations of the entries of W, A, Q and B
  bool scaled = true;                ///< of a matrix: divided by the root of `outputs` and by entry_sd
  /// Names the numbers it took from the shared half of the key, in hexadecimal: the same ones under the same key have the same
  /// name. It is made of public things only. Empty where it took none, and in format 1, where its place in the chain says it.
  std::string draws = {};
  Effect effect = Effect::unstated;
  bool learnt = false;              ///< it was computed from the data, so that each record has a say in it
  double radius = 0;                ///< of a ball
  std::string share = {};           ///< what a factor is common to: "columns" or "record"; empty: each has its own
  std::vector<double> low = {};     ///< per attribute: least secret factor, or lower limit; one number: least entry_sd
  std::vector<double> high = {};    ///< the same, greatest and upper
  std::vector<double> map = {};     ///< a public matrix, row by row, with as many rows as `outputs`
  std::vector<double> offset = {};  ///< what is added behind it; empty: nothing
  double window = 0;                ///< of an exchange: how far a value moves at most, as a share of all ranks
  std::int64_t group = 0;           ///< records in a group, at least
  std::int64_t digits = 0;          ///< significant digits that values are rounded to before anything else; 0: all
};

struct Card {
  static constexpr int kFormat = 2;  ///< of the card and of the random numbers (docs/random-format.md); 1 is read as well
  int format = kFormat;
  std::string tool;  ///< "guise 0.1.0"
  std::string mask;  ///< the whole chain, canonical
  std::vector<StepCard> steps;
  std::int64_t records = 0;  ///< rows of the release
  std::int64_t first_record = 0;
  bool shuffled = false;
  std::vector<std::string> attributes;  ///< of the originals that were masked, in order
  std::vector<std::string> columns;     ///< of the release, in order: the same names, or y1 … yk where they were mixed
  std::vector<std::string> kept;        ///< columns carried through unmasked
  std::string digest;                   ///< of the released values, hexadecimal
  std::string salt;          ///< names the noise of this release to who has the key, hexadecimal; tells nothing to others
  std::string own_tag = {};  ///< of the own half and the salt: tells the owner's key from a partner's; empty on older cards
  std::string round = {};    ///< label of the round whose matrix sums over records have; empty without such sums
  /// Under the shared half of the key, so that owners of other columns of the same records can be compared and nobody else can
  /// guess what they stand for (docs/random-format.md). Empty where the release has none.
  std::string order_tag = {};    ///< of the identifiers of the records, in order
  std::string count_tag = {};    ///< of sums over records: of how many
  std::string key_fingerprint;   ///< of the shared half; two releases with the same one share the draws of equal names
  std::string kept_digest = {};  ///< of the kept columns, hexadecimal; empty without any, and on older cards
  /// Of all that stands above, hexadecimal: `check` for everybody, who sees damage by it; `seal` under the own half of the key
  /// and over the release too, by which the owner sees every change. Empty on older cards, which are believed as they are.
  std::string check = {}, seal = {};
  std::string content = {};  ///< what `check` must be, of a card that was read
};

nlohmann::json to_json(const Card& card);
/// Throws an Error that names `origin` when the text is not a card guise understands.
Card card_from_json(const std::string& text, const std::string& origin);

}  // namespace guise
