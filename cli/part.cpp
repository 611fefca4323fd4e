// SPDX-License-Identifier: Apache-2.0
// guise part — run one stage of a job on one range of its records.
#include <fmt/format.h>

#include <charconv>

#include "base/error.h"
#include "cli/progress_bar.h"
#include "cli/request_file.h"
#include "jobs/stage.h"
#include "table/atomic_file.h"

namespace guise::cli {
namespace {

struct Options {
  std::string request, stage, range, state, out;
};

std::int64_t number_of(std::string_view text, const std::string& range) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  require(error == std::errc() && end == text.data() + text.size() && number >= 0,
          "--range takes two record numbers as in 0..65536, the second behind the last record; got '{}'", range);
  return number;
}

table::Range range_of(const std::string& text) {
  const std::size_t dots = text.find("..");
  require(dots != std::string::npos,
          "--range takes two record numbers as in 0..65536, the second behind the last record; got '{}'", text);
  const table::Range range{number_of(std::string_view(text).substr(0, dots), text),
                           number_of(std::string_view(text).substr(dots + 2), text)};
  require(range.begin < range.end, "--range {} holds no records; the second number is the larger one", text);
  return range;
}

int run(const Options& options, const Common& common) {
  const RequestFile file = read_request_file(options.request, false);
  const std::string bytes = jobs::run_part(file.document, options.stage, range_of(options.range),
                                           {options.state, table::read_file(options.state)}, common.work());
  finish_progress();
  table::write_file(options.out, bytes, table::kPrivate);
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("REQUEST", options->request, "the request of the job, as --save-request writes it").required().type_name("");
  app.add_option("STAGE", options->stage, "the stage that follows the state, as guise merge names it").required().type_name("");
  app.add_option("--range", options->range,
                 "record numbers, e.g. 0..65536: multiples of 1024, the second behind the last record")
      .required()
      .type_name("A..B");
  app.add_option("--state", options->state, "what the stages before have found (guise merge)").required().type_name("FILE");
  app.add_option("--out,-o", options->out, "the partial result").required().type_name("FILE");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command part_command;
const Command part_command = {.name = "part",
                              .summary = "run one stage of a job on one range of its records",
                              .examples =
                                  "  guise merge mine.json -o state.0\n"
                                  "  guise part mine.json moments --range 0..65536 --state state.0 -o a.part\n"
                                  "  guise part mine.json moments --range 65536..100000 --state state.0 -o b.part\n"
                                  "  guise merge mine.json a.part b.part --state state.0 -o state.1\n"
                                  "  guise run mine.json --state state.1",
                              .declare = declare};

}  // namespace guise::cli
