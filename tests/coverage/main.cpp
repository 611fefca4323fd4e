// SPDX-License-Identifier: Apache-2.0
// coverage [--runs N] [--only TEXT …] [--list]: how often each kind of interval holds its truth.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <string_view>

#include "experiment.h"

namespace guise::coverage {
namespace {

struct Asked {
  int runs = 200;
  bool list = false;
  std::vector<std::string_view> only;
  bool wants(const std::string& name) const {
    return only.empty() ||
           std::any_of(only.begin(), only.end(), [&](std::string_view each) { return name.find(each) != std::string::npos; });
  }
};

Asked read(int count, char** words) {
  Asked asked;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--list")
      asked.list = true;
    else if (word == "--runs" && i + 1 < count)
      asked.runs = std::atoi(words[++i]);
    else if (word == "--only" && i + 1 < count)
      asked.only.emplace_back(words[++i]);
  }
  return asked;
}

void count(const Experiment& experiment, int runs) {
  Table table(experiment);
  const std::clock_t start = std::clock();
  std::string refused;
  int failed = 0;
  for (int run = 1; run <= std::min(runs, experiment.most_runs); ++run) try {
      table.add(experiment.run(static_cast<std::uint64_t>(run)));
    } catch (const std::exception& error) {
      refused = error.what();
      ++failed;
    }
  fmt::print("{}", table.text());
  if (failed > 0) fmt::print("  {} runs said nothing: {}\n", failed, refused);
  fmt::print("  [{:.1f} s of processor time]\n\n", static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  std::fflush(stdout);
}

int main(const Asked& asked) {
  std::vector<Experiment> all = measure_experiments();
  for (const auto& more : {mining_experiments(), audit_experiments()}) all.insert(all.end(), more.begin(), more.end());
  for (const Experiment& each : all) {
    if (!asked.wants(each.name)) continue;
    if (asked.list)
      fmt::print("{}\n", each.name);
    else
      count(each, asked.runs);
  }
  return 0;
}

}  // namespace
}  // namespace guise::coverage

int main(int count, char** words) {
  return guise::coverage::main(guise::coverage::read(count, words));
}
