// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "papers/figure_files.h"
#include "table/csv_field.h"

namespace guise::papers {

std::string csv(const Plot& plot) {
  std::string out = "series,x,y\n";
  for (const Series& series : plot.series)
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      table::append_field(out, series.label, ',');
      out += fmt::format(",{},{}\n", series.x[i], series.y[i]);
    }
  return out;
}

}  // namespace guise::papers
