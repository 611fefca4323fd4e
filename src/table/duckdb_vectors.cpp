// SPDX-License-Identifier: Apache-2.0
#include "table/duckdb_vectors.h"

#include <cmath>
#include <limits>

#include "base/error.h"

namespace guise::table {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

bool valid(const std::uint64_t* validity, Index i) {
  return validity == nullptr || duckdb_validity_row_is_valid(const_cast<std::uint64_t*>(validity), static_cast<idx_t>(i));
}

void copy_plain(duckdb_vector vector, Index from, Index count, double* out) {
  const auto* values = static_cast<const double*>(duckdb_vector_get_data(vector)) + from;
  std::copy(values, values + count, out);
  const std::uint64_t* validity = duckdb_vector_get_validity(vector);
  if (validity == nullptr) return;
  for (Index i = 0; i < count; ++i) {
    if (!valid(validity, from + i)) out[i] = kMissing;
  }
}

void copy_element(duckdb_vector vector, int element, int length, Index from, Index count, double* out, std::int64_t row,
                  const std::string& column, const std::string& source) {
  const auto* entries = static_cast<const duckdb_list_entry*>(duckdb_vector_get_data(vector));
  const duckdb_vector child = duckdb_list_vector_get_child(vector);
  const auto* values = static_cast<const double*>(duckdb_vector_get_data(child));
  const std::uint64_t* lists = duckdb_vector_get_validity(vector);
  const std::uint64_t* elements = duckdb_vector_get_validity(child);
  for (Index i = 0; i < count; ++i) {
    out[i] = kMissing;
    if (!valid(lists, from + i)) continue;
    const duckdb_list_entry& entry = entries[from + i];
    require(entry.length == static_cast<std::uint64_t>(length),
            "{}: row {}, column '{}' is a list of {} numbers where the first row has {}; all must have the same length", source,
            row + i, column, entry.length, length);
    const auto at = static_cast<Index>(entry.offset) + element - 1;
    if (valid(elements, at)) out[i] = values[at];
  }
}

}  // namespace

void copy_values(duckdb_data_chunk data, idx_t skip, const Layout& layout, Index from, Index count, Matrix& values, Index to,
                 std::int64_t row, const std::string& source) {
  for (std::size_t j = 0; j < layout.attributes.size(); ++j) {
    const auto& [index, element] = layout.attributes[j];
    const duckdb_vector vector = duckdb_data_chunk_get_vector(data, skip + index);
    double* out = values.col(static_cast<Index>(j)).data() + to;
    if (element == 0) {
      copy_plain(vector, from, count, out);
    } else {
      copy_element(vector, element, layout.lengths[index], from, count, out, row, layout.names[index], source);
    }
  }
}

void copy_kept(duckdb_data_chunk data, idx_t skip, const Layout& layout, Index from, Index count,
               std::vector<TextColumn>& kept) {
  for (std::size_t j = 0; j < layout.kept.size(); ++j) {
    const duckdb_vector vector = duckdb_data_chunk_get_vector(data, skip + layout.kept[j]);
    auto* texts = static_cast<duckdb_string_t*>(duckdb_vector_get_data(vector));
    const std::uint64_t* validity = duckdb_vector_get_validity(vector);
    for (Index i = from; i < from + count; ++i) {
      const bool there = valid(validity, i);
      append_text(
          kept[j],
          there ? std::string_view(duckdb_string_t_data(&texts[i]), duckdb_string_t_length(texts[i])) : std::string_view(),
          !there);
    }
  }
}

void fill_vector(duckdb_vector vector, const double* values, Index count, bool integer) {
  if (!integer) {
    std::copy(values, values + count, static_cast<double*>(duckdb_vector_get_data(vector)));
    for (Index i = 0; i < count; ++i) {
      if (!std::isnan(values[i])) continue;
      duckdb_vector_ensure_validity_writable(vector);
      duckdb_validity_set_row_invalid(duckdb_vector_get_validity(vector), static_cast<idx_t>(i));
    }
    return;
  }
  auto* out = static_cast<std::int64_t*>(duckdb_vector_get_data(vector));
  for (Index i = 0; i < count; ++i) out[i] = static_cast<std::int64_t>(values[i]);
}

void fill_vector(duckdb_vector vector, const TextColumn& column, Index from, Index count) {
  for (Index i = 0; i < count; ++i) {
    if (column.null[static_cast<std::size_t>(from + i)]) {
      duckdb_vector_ensure_validity_writable(vector);
      duckdb_validity_set_row_invalid(duckdb_vector_get_validity(vector), static_cast<idx_t>(i));
    } else {
      const std::string_view text = text_at(column, from + i);
      duckdb_vector_assign_string_element_len(vector, static_cast<idx_t>(i), text.data(), text.size());
    }
  }
}

}  // namespace guise::table
