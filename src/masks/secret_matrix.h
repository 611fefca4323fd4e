// SPDX-License-Identifier: Apache-2.0
// Steps that multiply every record by a secret matrix.
#pragma once
#include "masks/step.h"

namespace guise::masks {

/// y1 … yk: mixtures have no names of their own.
std::vector<std::string> mixture_names(Index count);

/// A product over the records of one whole aligned block.
using BlockProduct = std::function<void(const MatrixRef& records, MutableMatrixRef out)>;
using SinglesProduct = std::function<void(const SinglesRef& records, MutableSinglesRef out)>;

/// The last bits of BLAS's products depend on their size and on a row's place: they are always taken over whole aligned blocks,
/// zero where records are missing from a block.
void by_blocks(std::int64_t first_record, const MatrixRef& records, MutableMatrixRef out, const BlockProduct& product);
void by_blocks(std::int64_t first_record, const SinglesRef& records, MutableSinglesRef out, const SinglesProduct& product);

/// Makes `into` what the plan does, for chunks and from matrix to matrix. The plan's columns are those that leave it.
void set_columns(Plan& plan, NewColumns into);

/// y = M x, the same bits however records are cut.
Plan matrix_plan(const Matrix& matrix);

}  // namespace guise::masks
