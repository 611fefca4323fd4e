// SPDX-License-Identifier: Apache-2.0
// A mask: a chain of steps, and the same prepared for one table and one key.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/card.h"
#include "masks/step.h"
#include "random/key.h"
#include "table/table.h"

namespace guise::masks {

/// Steps joined by |, checked. text() is canonical: the same mask has the same text.
class Mask {
 public:
  static Mask parse(std::string_view spec);
  /// As a card has it: files have their digest and no folder, and are not looked for.
  static Mask of_card(std::string_view text);
  std::string text() const;
  struct Link {
    const Step* step;
    Call call;
    Params params;
  };
  const std::vector<Link>& links() const { return links_; }
  /// What its presets stand for (preset.h); text() has their steps.
  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  static Mask of(std::string_view spec, bool card);
  std::vector<Link> links_;
  std::vector<std::string> remarks_;
};

constexpr int kSingleBits = 23;  ///< of a number in single precision, behind its first

/// Whether a step takes numbers from a file, which who reads its card may not have.
bool reads_file(const Step& step, const Params& given);

/// Ready to be applied, any number of times, to any run of records of the table it was prepared for.
class Prepared {
 public:
  void apply(table::Chunk& chunk) const;  ///< not where records are mixed: see released()
  /// The same for records that were read in single precision and whose release is rounded to it (singles.cpp).
  void apply_to_singles(table::Chunk& chunk) const;
  /// Refuses released records whose noise would be lost where numbers are written with fewer digits than doubles have.
  void require_visible(const table::Chunk& released, int bits) const;
  bool folds() const;                               ///< some step mixes records: the release has other records than the table
  void check_records(std::int64_t records) const;   ///< refuses a table too short for its sums over records
  bool undo(table::Chunk& chunk) const;             ///< the thief's way back, as far as it goes; false when a step has none
  bool can_undo() const;                            ///< some step has a way back
  const std::vector<std::string>& columns() const;  ///< of the release
  bool any_run() const;
  bool keeps_integers() const;
  std::vector<std::string> notes() const;
  /// For each step its secret map, where it has one: what the shared half of the key tells an insider.
  std::vector<stats::StepSecret> secrets() const;
  const Bytes32& salt() const { return salt_; }  ///< names its random numbers under the key
  Card card() const;                             ///< records, digest and fingerprint are for the caller to fill

 private:
  friend class Preparer;
  friend Prepared prepare_from_card(const Card&, const random::Key&);
  bool multiplies_singles() const;
  friend void mask_records(const Prepared&, std::int64_t, const MatrixRef&, MutableMatrixRef);
  friend class Folding;
  friend void mask_records(const Prepared&, std::int64_t, const SinglesRef&, MutableSinglesRef);
  std::string text_;
  std::vector<std::string> remarks_;  // of its presets
  std::vector<std::string> attributes_;
  int format_ = Card::kFormat;
  std::string round_;  // of sums over records
  Bytes32 salt_{};
  std::vector<Plan> plans_;
};

/// The release of records in memory, in parallel: the same bits as from a file. `out` has the columns of the release.
void mask_records(const Prepared&, std::int64_t first_record, const MatrixRef& records, MutableMatrixRef out);

/// The same in single precision: the bits of a release from a file of single-precision numbers to another.
void mask_records(const Prepared&, std::int64_t first_record, const SinglesRef& records, MutableSinglesRef out);

/// The whole release of a mask that mixes records, in one pass over the table; it has few records. `end`, where it is wanted,
/// becomes the number behind the last record of the table.
Matrix released(const Prepared&, const table::Table&, const table::Selection&, const table::Work&, std::int64_t* end = nullptr);

/// Prepares masks for one table and any number of keys. A pass over the table for each step that wants to learn, whatever the
/// number of keys; what is learnt of the originals themselves is learnt once for all masks.
class Preparer {
 public:
  /// Noise depends on the content of the table, which is read for that, unless keys are fresh: made for this table and mask and
  /// thrown away.
  Preparer(const table::Table&, table::Selection, table::Work, bool fresh_keys = false);
  ~Preparer();
  /// `round`: the label of sums over records. Owners of other columns of the same records give the same label and have one
  /// matrix; two tables of one label open each other. Without one it is made of the salt, and no other release has it.
  std::vector<Prepared> prepare(const Mask&, std::span<const random::Key> keys, const std::string& round = {});
  /// Digest of the table's content under a secret of the key, whatever is selected of it.
  Bytes32 content(const random::Key& key);

 private:
  struct Learnt;
  const Learnt& originals(Learn wanted, const Step& step);
  std::vector<Learnt> gather(const Step& step, const std::vector<Prepared>& earlier) const;
  std::vector<Learnt> learn(Learn wanted, const Step& step, const std::vector<Prepared>& earlier,
                            const std::vector<std::string>& columns) const;
  const table::Table& table_;
  table::Selection selection_;
  table::Work work_;
  bool fresh_keys_;
  std::map<Bytes32, Bytes32> contents_;            // by the secret of the key
  std::unique_ptr<Learnt> moments_, logs_, rows_;  // of the originals
};

Prepared prepare(const Mask&, const table::Table&, const table::Selection&, const table::Work&, const random::Key&,
                 const std::string& round = {});

/// The mask of a release again, from its public card and the key: what a thief of the key has. Refuses where the card does not
/// say enough: noise shaped like the data needs their covariance, which is never published.
Prepared prepare_from_card(const Card&, const random::Key&);

/// Refuses a card whose mask, steps, attributes and columns contradict each other; the sentence names `origin`. What a step
/// says without having learnt from the data must be what its text makes.
void check_card(const Card&, const std::string& origin);

/// For each step of a card its secret map, where it has one: what an insider with the shared half of the key has. Needs nothing
/// that was learnt from the data.
std::vector<stats::StepSecret> secrets_from_card(const Card&, const random::Key&);

}  // namespace guise::masks
