// SPDX-License-Identifier: Apache-2.0
// An affine map of the owner's own, y = M x + t: a transform that is in use already, a rotation agreed on elsewhere, weights of
// an index. In files it is secret, unless it is said to be public; who lists its numbers in the mask publishes them with it.
#include <algorithm>

#include "base/error.h"
#include "masks/number_file.h"
#include "masks/secret_matrix.h"

namespace guise::masks::steps {
namespace {

constexpr Param params[] = {
    {.name = "matrix",
     .help = "a row for each released column, a number for each column that is masked; one number multiplies all",
     .kind = Param::Kind::table},
    {.name = "shift", .help = "is added to the released columns, one number each", .kind = Param::Kind::table},
    {.name = "public",
     .help = "whether the card says what is in the files; numbers listed in the mask are public anyway",
     .kind = Param::Kind::choice,
     .choices = "no|yes"},
};

Learn learns(const Params& given) {
  require(given.has("matrix") || given.has("shift"), "step 'affine' needs what to do; give matrix= or shift=, or both");
  return Learn::nothing;
}

/// Row by row.
Matrix as_matrix(const std::vector<double>& values, Index m) {
  const auto size = static_cast<Index>(values.size());
  if (size == 1 && m > 1) return values.front() * Matrix::Identity(m, m);
  require(size > 0 && size % m == 0,
          "step 'affine': matrix lists {} numbers, which are no rows of {}: it needs one for each column that is masked", size,
          m);
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(values.data(), size / m, m);
}

Matrix matrix_of(const Params& given, Index m) {
  if (!given.has("matrix")) return Matrix::Identity(m, m);
  const std::string* file = given.file("matrix");
  const Matrix matrix = file ? read_numbers(*file) : as_matrix(given.list("matrix"), m);
  require(matrix.cols() == m, "step 'affine': the matrix in {} has {} columns, and {} are masked", file ? *file : "",
          matrix.cols(), m);
  require(!matrix.isZero(0), "step 'affine': every number of the matrix is 0, so that nothing would be released");
  return matrix;
}

Vector shift_of(const Params& given, Index k) {
  if (!given.has("shift")) return Vector::Zero(k);
  const std::string* file = given.file("shift");
  if (!file) {
    const std::vector<double> values = given.numbers("shift", static_cast<std::size_t>(k));
    return Eigen::Map<const Vector>(values.data(), k);
  }
  const Matrix read = read_numbers(*file);
  require(read.size() == k && (read.rows() == 1 || read.cols() == 1),
          "step 'affine': the shift in {} must be one row or one column of {} numbers, it is {} x {}", *file, k, read.rows(),
          read.cols());
  return read.reshaped();
}

/// Behind a matrix, or alone.
void add_shift(Plan& plan, const Vector& shift) {
  if (plan.into) {
    set_columns(plan, [multiply = *plan.into, shift](std::int64_t first, const MatrixRef& records, MutableMatrixRef out) {
      multiply(first, records, out);
      out.rowwise() += shift.transpose();
    });
    plan.singles.reset();
  } else {
    plan.apply = [shift](table::Chunk& chunk) { chunk.values.rowwise() += shift.transpose(); };
  }
  plan.undo = [back = plan.undo, shift](table::Chunk& chunk) {
    chunk.values.rowwise() -= shift.transpose();
    if (back) back(chunk);
  };
}

Plan plan(const StepInput& input) {
  const auto m = static_cast<Index>(input.columns.size());
  const Matrix matrix = matrix_of(input.params, m);
  const bool multiplies = input.params.has("matrix"), shifts = input.params.has("shift");
  Plan made = multiplies ? matrix_plan(matrix) : Plan{.columns = input.columns};
  const Vector shift = shift_of(input.params, matrix.rows());
  if (shifts) add_shift(made, shift);
  made.keyed = false;
  const bool listed = (!multiplies || !input.params.file("matrix")) && (!shifts || !input.params.file("shift"));
  if (listed || input.params.choice("public") == "yes") {
    made.secret = {};
    made.card.effect = Effect::affine;
    const Matrix by_rows = matrix.transpose();
    if (multiplies) made.card.map.assign(by_rows.data(), by_rows.data() + by_rows.size());
    if (shifts) made.card.offset.assign(shift.begin(), shift.end());
    return made;
  }
  made.card.effect = multiplies ? Effect::matrix : Effect::shift;
  made.card.law = multiplies ? "own" : "";
  made.secret.affine = linalg::Affine{.map = matrix, .shift = shift, .covariance = Matrix::Zero(matrix.rows(), matrix.rows())};
  return made;
}

}  // namespace

extern const Step affine = {.name = "affine",
                            .summary = "a matrix and a shift of your own, secret where they are in files",
                            .paper = "",
                            .params = params,
                            .learns = learns,
                            .plan = plan,
                            .draws_shared = true};

}  // namespace guise::masks::steps
