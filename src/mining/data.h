// SPDX-License-Identifier: Apache-2.0
// What is mined: records of a release, or of the originals themselves, with what is known of how they were masked. They are
// read as often as a task asks and never held, unless it asks for that too.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "random/rng.h"
#include "release/geometry.h"
#include "stats/moments.h"
#include "table/table.h"

namespace guise::mining {

/// The column that says what a record is, for tasks that learn to tell.
struct Label {
  std::string column;
  std::vector<std::string> classes = {};  ///< what it says, in order (numbers by size, then words); empty where it is a number
};

/// One part of a split of the records in `count`, or everything but it.
struct Fold {
  int count = 0, number = 0;
  bool held_out = false;  ///< this part; else everything but it
  random::Rng split;
};

/// A column in clear of one of several owners whose columns lie beside each other.
struct KeptColumn {
  std::string name;      ///< as its owner calls it
  std::string in_table;  ///< and in the table of all
  std::string owner;     ///< its file
};

/// Noise of one of several owners of other records.
struct OwnerNoise {
  std::int64_t end = 0;  ///< number behind its last record
  double factor = 1;     ///< variance of its errors over the average of all owners
};

struct Records;

struct Data {
  std::shared_ptr<const table::Table> table = {};
  std::shared_ptr<const Records> held = {};  ///< instead of a table, for what is in memory already
  table::Selection selection = {};           ///< attributes, and the label as a kept column
  table::Work work = {};
  std::string name = {};                          ///< for messages
  std::vector<std::string> columns = {};          ///< names of the attributes as they are shown
  release::Facts facts = {};                      ///< nothing for originals
  std::function<void(Matrix&)> to_original = {};  ///< done to every row that is read; empty: nothing
  release::Geometry geometry = {};
  std::vector<OwnerNoise> owners = {};  ///< where their errors differ; geometry and facts have the average
  std::vector<KeptColumn> kept = {};    ///< of owners of other attributes; else a column in clear is found by its name
  std::optional<Label> label = {};
  std::optional<Fold> fold = {};
  std::vector<std::string> notes = {};  ///< for whatever is mined from it
};

/// Records of one aligned block (table::kBlock), without those that are left out.
struct Batch {
  std::int64_t first_record = 0;             ///< of the block; first_record / kBlock is its number
  const std::vector<std::int64_t>& numbers;  ///< of every record
  MatrixRef rows;                            ///< in the units of the originals where these are public
  const std::vector<int>& classes;           ///< of every record, into Label::classes; empty without
  const Vector& target;                      ///< the label as a number, where it is one; empty without
};

/// Visits every block from several threads, in any order.
void scan(const Data&, const std::function<void(const Batch&)>& visit);
/// One after the other in the order of the records.
void scan_in_order(const Data&, const std::function<void(const Batch&)>& visit);

/// Everything in memory, in the order of the records.
struct Records {
  Matrix rows;
  std::vector<std::int64_t> numbers = {};
  std::vector<int> classes = {};
  Vector target = {};
};
Records read(const Data&);
/// At most `most` of them: all, or a sample drawn by key.
Records sample(const Data&, std::int64_t most, const random::Rng&);
stats::Moments moments(const Data&);

/// The same records from a matrix, with nothing known of a mask; for ceilings, floors and tests.
Data in_memory(Records records, std::vector<std::string> columns, std::optional<Label> label = {});

/// The same data without a part of it, or that part alone.
Data fold_of(const Data&, int count, int number, bool held_out, const random::Rng& split);

/// Finds the classes of a label column, or checks that it holds numbers. Refuses a column that is not there, is masked itself,
/// has missing values or one class only.
Label read_label(const Data&, const std::string& column, bool number);
/// What the table calls a column in clear of that name, of whichever owner; empty where no one has it.
std::string kept_in_table(const Data&, const std::string& column);

/// Noise that every row carries, in the units it is read in; zero where there is none. Refuses where its size is not known.
Matrix noise_of(const Data&, const Matrix& covariance_of_rows);

}  // namespace guise::mining
