// SPDX-License-Identifier: Apache-2.0
// guise papers — run the experiments of the papers guise implements and compare with what they print.
#include "papers/papers.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "cli/command.h"
#include "papers/summary.h"

namespace guise::cli {
namespace {

struct Options {
  std::vector<std::string> names;
  std::string out, data;
  double effort = 1;
  std::int64_t seed = papers::kUsualSeed;
};

/// A name, or the beginning of several: 001 is every experiment of that paper.
std::vector<const papers::Experiment*> chosen(const std::vector<std::string>& names) {
  std::vector<const papers::Experiment*> out;
  for (const papers::Experiment* experiment : papers::all_experiments())
    for (const std::string& name : names.empty() ? std::vector<std::string>{""} : names)
      if (experiment->name.starts_with(name)) {
        out.push_back(experiment);
        break;
      }
  for (const std::string& name : names) {
    const bool found = std::any_of(out.begin(), out.end(), [&](const auto* e) { return e->name.starts_with(name); });
    if (!found) papers::find_experiment(name);  // refuses with the nearest name
  }
  return out;
}

nlohmann::json to_json(const papers::Result& result, std::int64_t seed) {
  nlohmann::json rows = nlohmann::json::array();
  for (const auto& row : result.report.rows) {
    nlohmann::json entry{{"what", row.what}, {"paper", row.paper}, {"expected", row.expected}, {"measured", row.measured}};
    if (row.pass) entry["pass"] = *row.pass;
    rows.push_back(std::move(entry));
  }
  return {{"experiment", result.experiment->name}, {"title", result.experiment->title}, {"seed", seed}, {"rows", rows}};
}

/// The folder that was named; else that of the environment, if it is there.
std::filesystem::path data_folder(const std::string& named) {
  if (named.empty()) return papers::find_data({});
  require(std::filesystem::is_directory(named), "--data: {} is no folder; leave it out to use generated stand-ins", named);
  return named;
}

int run(const Options& options, const Common& common) {
  const papers::Settings settings{.effort = options.effort,
                                  .data = data_folder(options.data),
                                  .rng = random::Rng::from_seed(static_cast<std::uint64_t>(options.seed))};
  const std::string how = papers::how_run(options.seed, options.effort);
  if (!common.json) fmt::print("{}\n\n", how);
  std::vector<papers::Result> results;
  nlohmann::json document = nlohmann::json::array();
  for (const papers::Experiment* experiment : chosen(options.names)) {
    results.push_back({experiment, experiment->run(settings)});
    if (common.json) {
      document.push_back(to_json(results.back(), options.seed));
    } else {
      fmt::print("{}\n", papers::table_text(results.back()));
      std::fflush(stdout);
    }
  }
  if (!options.out.empty()) papers::write_results(options.out, results, how);
  if (common.json) {
    fmt::print("{}\n", json_text(document));
  } else {
    fmt::print("{}\n", papers::verdict(results));
    if (!options.out.empty()) fmt::print("Plots and tables: {}/index.html\n", options.out);
  }
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("NAME", options->names, "experiments, or the beginning of their names: 001, 002-fig4 (default: all)")
      .type_name("");
  app.add_option("-o,--out", options->out,
                 "write every figure as SVG, PDF and CSV, and a page with everything, into this folder")
      .type_name("DIR");
  app.add_option("--data", options->data,
                 "folder with the real data sets (default: $GUISE_DATA); generated stand-ins without it")
      .type_name("DIR");
  app.add_option("--effort", options->effort, "1 for the full number of repetitions, less for a quick look")
      .between(0.01, 10.0)
      .type_name("X");
  app.add_option("--seed", options->seed,
                 "of all random numbers; another seed gives other figures, which must meet the criteria too (default: 20030)")
      .not_negative()
      .type_name("N");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command papers_command;
const Command papers_command = {.name = "papers",
                                .summary = "run the papers' experiments: what they print, what is expected, what comes out",
                                .examples = "  guise papers 001 -o figures\n  guise papers 002-fig4 --effort 0.2",
                                .declare = declare};

}  // namespace guise::cli
