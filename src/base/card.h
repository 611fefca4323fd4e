// SPDX-License-Identifier: Apache-2.0
// The public card of a release: all that guise itself tells about how the table was masked. Never anything secret.
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace guise {

/// What is public about one step of the mask. A field that does not apply stays empty.
struct StepCard {
  std::string step;             ///< "noise"
  std::string text;             ///< as applied, canonical: noise(sd=5)
  std::string law = {};         ///< gaussian, uniform, laplace, truncated, lognormal
  std::vector<double> sd = {};  ///< standard deviation per attribute; of the factor for `multiply`
  double similarity = 0;        ///< shape of the noise: 0 white, 1 data-shaped, -1 reversed; its covariance is never published
  std::vector<double> width = {};   ///< `bin`, `round`: width of a cell per attribute
  std::vector<double> origin = {};  ///< lower edge of a cell per attribute
  std::vector<double> center = {};  ///< `standardize`: public centre; empty when learnt from the data
  std::vector<double> scale = {};   ///< `standardize`: public scale
  std::vector<double> grid = {};    ///< spacing of the values noise was added on; empty when continuous
  std::string side = {};            ///< `project`: "records" where records are mixed, else empty
  std::int64_t outputs =
      0;                ///< `rotate`, `project`, `permute`, `distort`: columns that leave it, y1 … yk; the matrix is secret
  double entry_sd = 1;  ///< `project`: standard deviation of the matrix's entries before scaling
  std::int64_t hidden = 0;           ///< `distort`: hidden units; `law` names its function
  std::vector<double> entries = {};  ///< `distort`: standard deviations of the entries of W, A, Q and B
  bool scaled = true;                ///< `project`: divided by the root of `outputs` and by entry_sd
  /// Names the numbers it took from the shared half of the key, in hexadecimal: the same ones under the same key have the same
  /// name. It is made of public things only. Empty where it took none, and in format 1, where its place in the chain says it.
  std::string draws = {};
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
