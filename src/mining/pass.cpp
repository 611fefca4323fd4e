// SPDX-License-Identifier: Apache-2.0
#include "mining/pass.h"

namespace guise::mining {

void gather_pass(const Data& data, std::string_view name, const table::Sums& sums,
                 const std::function<void(const Batch&)>& visit) {
  if (data.held) return scan(data, visit);  // a part that is in memory is no stage
  table::run_pass(*data.table, name, data.selection.first_record, sums, [&](const table::Table& part) {
    Data some = data;
    some.table = std::shared_ptr<const table::Table>(std::shared_ptr<void>(), &part);  // for as long as the pass takes
    scan(some, visit);
  });
}

}  // namespace guise::mining
