// SPDX-License-Identifier: Apache-2.0
#include "jobs/exposed_records.h"

#include <fmt/format.h>

#include "table/csv_field.h"

namespace guise::jobs {

std::string exposed_csv(const audit::Result& result) {
  std::string out = "mask,attacker,attack,record,gain,error\n";
  for (const audit::MaskResult& mask : result.masks)
    for (const audit::AttackerResult& attacker : mask.attackers) {
      if (!attacker.look) continue;
      for (const audit::Exposed& each : attacker.look->exposed) {
        for (const std::string& field : {mask.mask, attacker.attacker.text(), attacker.look->attack}) {
          table::append_field(out, field, ',');
          out += ',';
        }
        out += fmt::format("{},{:.6g},{:.6g}\n", each.record + 1, each.gain, each.error);
      }
    }
  return out;
}

}  // namespace guise::jobs
