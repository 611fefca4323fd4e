// SPDX-License-Identifier: Apache-2.0
// Files of numbers at fixed places: .npy and .fvecs.
#pragma once
#include <memory>
#include <string>

#include "table/input_file.h"
#include "table/reader.h"

namespace guise::table {

enum class Element { f2, bf2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8 };

int element_size(Element);

/// Element (i, j) stands at begin + i * row_step + j * column_step.
struct BinaryLayout {
  Element element = Element::f8;
  std::int64_t begin = 0, rows = 0, columns = 0, row_step = 0, column_step = 0;
  bool counted = false;  ///< an int32 with the number of columns stands in front of every row (.fvecs)
};

/// Columns are called x1 … xm.
std::unique_ptr<Reader> binary_reader(std::unique_ptr<InputFile> file, const BinaryLayout& layout);

}  // namespace guise::table
