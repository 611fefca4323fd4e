// SPDX-License-Identifier: Apache-2.0
#include "papers/real_data.h"

#include <set>

#include "table/table.h"

namespace guise::papers {

Matrix read_columns(const std::filesystem::path& file, const std::vector<std::string>& names) {
  const table::Table source = table::Table::open(file.string());
  table::Selection selection;
  selection.attributes = names.empty() ? source.schema().numeric() : names;
  return table::read_all(source, selection);
}

Matrix drop_coarse_columns(const Matrix& data, int least) {
  std::vector<Index> kept;
  for (Index j = 0; j < data.cols(); ++j) {
    const std::set<double> values(data.col(j).begin(), data.col(j).end());
    if (static_cast<int>(values.size()) >= least) kept.push_back(j);
  }
  return data(Eigen::all, kept);
}

}  // namespace guise::papers
