// SPDX-License-Identifier: Apache-2.0
// Random projection. Of the attributes, u = R x / (sqrt(k) sigma): inner products and distances of records survive on average,
// with k < m and, "dimensionality inflation" (paper 003, figure 1), with k > m. Liu, Kargupta and Ryan (TKDE 2006, paper 000),
// Lemma 5.5; also the k x m form of paper 004. The scale is 1/(sqrt(k) sigma) everywhere (erratum 15: it is also printed
// 1/sqrt(k sigma)).
#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "masks/record_sums.h"
#include "masks/secret_matrix.h"
#include "random/laws.h"
#include "random/matrices.h"

namespace guise::masks::steps {
namespace {

constexpr Index kMostColumns = 100'000;  // matrices of more rows do not fit in memory

constexpr Param params[] = {
    {.name = "k",
     .help = "columns of the release; records of it with side=records",
     .kind = Param::Kind::integer,
     .least = 1,
     .most = 1e8},  // sums are kept in memory: 0.8 GB for each column
    {.name = "rate", .help = "columns of the release, as a share of those masked", .most = 1, .positive = true},
    {.name = "side",
     .help = "what is mixed: attributes within each record, or records within each column",
     .kind = Param::Kind::choice,
     .choices = "attributes|records"},
    {.name = "law",
     .help =
         "of the matrix's entries: gaussian; sign, +1 or -1; sparse, a third of them not 0; very-sparse, one in the root of "
         "the number of columns not 0; orthonormal rows; sketch (of records), one in k not 0",
     .kind = Param::Kind::choice,
     .choices = "gaussian|sign|sparse|very-sparse|orthonormal|sketch"},
    {.name = "sd", .help = "of the entries; shows with scaled=no only", .fallback = 1, .positive = true},
    {.name = "scaled",
     .help = "divided by the root of k and by sd, so that distances keep their size on average",
     .kind = Param::Kind::choice,
     .choices = "yes|no"},
    {.name = "spread",
     .help = "the entries have a secret sd, even between (1 - N) and (1 + N) times sd: lengths are known up to a factor only",
     .fallback = 0,
     .least = 0,
     .most = 0.99,
     .added = true},
};

void check_side(const Params& given) {
  const std::string& law = given.choice("law");
  if (given.choice("side") == "attributes") {
    require(law != "sketch", "step 'project': law=sketch is for side=records; for attributes use law=very-sparse");
    return;
  }
  require(given.has("k"), "step 'project' with side=records needs the number of records to release; give k=");
  require(law != "orthonormal" && law != "very-sparse",
          "step 'project': side=records makes its matrix while records pass, which law={} cannot; use gaussian, sign, sparse "
          "or sketch",
          law);
  require(!given.has("spread"), "step 'project': spread= is for side=attributes; leave it out");
  require(law != "sketch" || (!given.has("sd") && !given.has("scaled")),
          "step 'project': law=sketch has entries +1 and -1 and needs no scale; leave sd= and scaled= out");
}

Learn learns(const Params& given) {
  require(given.has("k") || given.has("rate"), "step 'project' needs the number of columns to release; give k= or rate=");
  require(!(given.has("k") && given.has("rate")),
          "step 'project': k and rate both set the number of columns; give one of them");
  require(!(given.choice("law") == "orthonormal" && given.has("sd")),
          "step 'project': rows of law=orthonormal have length 1, so sd= has no effect; leave it out");
  require(!(given.choice("law") == "orthonormal" && given.has("spread")),
          "step 'project': rows of law=orthonormal have length 1, so spread= has no effect; leave it out");
  check_side(given);
  return Learn::nothing;
}

Index outputs(const Params& given, Index attributes) {
  const Index k = given.has("k") ? given.integer("k")
                                 : std::max<Index>(1, std::lround(given.number("rate") * static_cast<double>(attributes)));
  require(k <= kMostColumns, "step 'project': {} columns of the release are more than the {} that are accepted", k,
          kMostColumns);
  require(k <= attributes || given.choice("law") != "orthonormal",
          "step 'project': {} rows of {} numbers cannot be orthonormal; take no more than {}, or another law", k, attributes,
          attributes);
  return k;
}

/// Achlioptas (2003) has s = 3; Li, Hastie and Church (2006) go down to one entry in sqrt(m).
double sparsity(const std::string& law, Index attributes) {
  return law == "very-sparse" ? std::sqrt(static_cast<double>(attributes)) : 3;
}

/// R with entries of variance 1; of length 1 per row where the rows are orthonormal.
Matrix draw(const std::string& law, Index k, Index m, const random::Rng& rng) {
  if (law == "sign") return random::sign_matrix(k, m, rng);
  if (law == "sparse" || law == "very-sparse") return random::sparse_sign_matrix(k, m, sparsity(law, m), rng);
  if (law == "orthonormal") return random::haar_orthogonal(m, rng).topRows(k);
  return random::gaussian_matrix(k, m, rng);
}

double factor(const Params& given, Index k, Index m) {
  const double root = std::sqrt(static_cast<double>(k));
  if (given.choice("law") == "orthonormal")
    return given.choice("scaled") == "yes" ? std::sqrt(static_cast<double>(m)) / root : 1;
  return given.choice("scaled") == "yes" ? 1 / root : given.number("sd");
}

/// The sd of the entries over that of the mask: paper 000, section VI.C, draws it from an interval around 1.
double secret_size(const StepInput& input) {
  const double spread = input.params.number("spread");
  if (spread == 0) return 1;
  double u = 0;
  random::fill_uniform(input.shared.fork("sd"), 0, 0, {&u, 1});
  return 1 + spread * (2 * u - 1);
}

/// A sparse matrix can lay an attribute bare, or leave one out.
void note_bare(const Matrix& matrix, std::vector<std::string>& notes) {
  Index alone = 0, empty = 0, lost = 0;
  for (const auto& row : matrix.rowwise()) {
    const Index entries = (row.array() != 0).count();
    alone += entries == 1;
    empty += entries == 0;
  }
  for (const auto& column : matrix.colwise()) lost += (column.array() == 0).all();
  if (alone > 0)
    notes.push_back(fmt::format("{} of {} released columns are one attribute alone, rescaled", alone, matrix.rows()));
  if (empty > 0) notes.push_back(fmt::format("{} of {} released columns are 0 for every record", empty, matrix.rows()));
  if (lost > 0) notes.push_back(fmt::format("{} of {} attributes are in no released column", lost, matrix.cols()));
}

void describe_law(const Params& given, StepCard& card) {
  card.law = given.choice("law");
  card.entry_sd = given.number("sd");
  const double spread = given.number("spread");
  if (spread > 0) card.low = {card.entry_sd * (1 - spread)}, card.high = {card.entry_sd * (1 + spread)};
  card.scaled = given.choice("scaled") == "yes";
}

Plan of_records(const StepInput& input) {
  const Index k = input.params.integer("k");
  const double root = std::sqrt(static_cast<double>(k));
  Plan made = record_sums(input.params.choice("law"), k,
                          input.params.choice("scaled") == "yes" ? 1 / root : input.params.number("sd"), input);
  describe_law(input.params, made.card);
  return made;
}

Plan of_attributes(const StepInput& input) {
  const auto m = static_cast<Index>(input.columns.size());
  const Index k = outputs(input.params, m);
  const std::string& law = input.params.choice("law");
  const Matrix matrix = factor(input.params, k, m) * secret_size(input) * draw(law, k, m, input.shared);
  Plan made = matrix_plan(matrix);
  describe_law(input.params, made.card);
  note_bare(matrix, made.notes);
  if (k > m)
    made.notes.push_back(fmt::format(
        "{} columns of {}: nothing of a record is lost, so an attacker with the matrix has the records, and its law is "
        "easier to see",
        k, m));
  return made;
}

bool sums_records(const Params& given) {
  return given.choice("side") == "records";
}

Plan plan(const StepInput& input) {
  return sums_records(input.params) ? of_records(input) : of_attributes(input);
}

}  // namespace

extern const Step project = {
    .name = "project",
    .summary = "mix attributes, or records, by a secret random matrix with fewer rows; distances are kept on average",
    .paper = "000 Lemmas 5.4 and 5.5; 004 section 2",
    .params = params,
    .learns = learns,
    .plan = plan,
    .sums_records = sums_records,
    .draws_shared = true};

}  // namespace guise::masks::steps
