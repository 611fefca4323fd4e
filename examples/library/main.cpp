// SPDX-License-Identifier: Apache-2.0
// Three columns that follow one hidden number, masked with noise: how much of it does an outsider see through?
#include <guise/guise.h>

#include <cstdio>

int main() {
  using namespace guise;
  const random::Rng rng = random::Rng::from_seed(1);
  Vector hidden(2000), own(2000);
  Matrix values(2000, 3);
  random::fill_normal(rng, 0, 0, {hidden.data(), 2000});
  for (Index j = 0; j < 3; ++j) {
    random::fill_normal(rng, static_cast<std::uint32_t>(j + 1), 0, {own.data(), 2000});
    values.col(j) = 100 + (5 * hidden + own).array();
  }
  const table::Table originals = table::Table::from_matrix(values, {"height", "reach", "stride"});

  audit::Request request;
  request.masks = {masks::Mask::parse("noise(snr=1)")};
  request.attackers = {"outsider"};
  request.selection.attributes = originals.schema().numeric();
  try {
    std::fputs(audit::verdict(audit::audit(originals, request)).c_str(), stdout);
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return static_cast<int>(error.fault());
  }
}
