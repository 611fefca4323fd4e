// SPDX-License-Identifier: Apache-2.0
// guise mask — write a masked release of a table, its public card and its secret key.
#include "jobs/mask.h"

#include <fmt/format.h>

#include "base/json_text.h"
#include "base/text.h"
#include "cli/input_words.h"
#include "cli/progress_bar.h"
#include "cli/request_file.h"
#include "cli/shell.h"
#include "cli/spelling.h"

namespace guise::cli {
namespace {

/// The audit of the same table and mask, to be pasted. What came on standard input must come again.
std::vector<std::string> audit_words(const jobs::Input& in, const std::string& mask) {
  std::vector<std::string> words{"guise", "audit"};
  for (std::string& word : input_words(in)) words.push_back(std::move(word));
  words.emplace_back("--mask");
  words.push_back('"' + mask + '"');
  if (in.path == "-") words.emplace_back("< TABLE");
  return words;
}

void announce(const jobs::MaskRequest& request, const jobs::MaskResult& result) {
  const Card& card = result.card;
  fmt::print(
      "{}", wrap(fmt::format("{}: {} record{}, {} column{} masked by {}", result.out, card.records,
                             card.records == 1 ? "" : "s", card.columns.size(), card.columns.size() == 1 ? "" : "s", card.mask),
                 2));
  for (const std::string& note : result.notes) fmt::print("{}", wrap("note: " + spelled(note), 6));
  if (!result.new_key.empty())
    fmt::print("{}", wrap(fmt::format("secret key: {} (never publish it; it alone repeats this release)", result.new_key), 2));
  if (!result.card_file.empty()) fmt::print("{}", wrap("public card: " + result.card_file, 2));
  if (!card.round.empty())
    fmt::print("{}", wrap(fmt::format("round: {} (owners of other columns of the same records share the key and pass "
                                      "--round {}; every later table needs a new label)",
                                      card.round, card.round),
                          2));
  fmt::print("{}", wrap(result.certificate.sentence, 2));
  jobs::Input in = request.in;
  in.columns = result.columns;
  if (in.missing == "keep") in.missing = "drop";  // an audit judges complete records
  fmt::print("{}", command_line("What leaks? ", audit_words(in, card.mask)));
}

int show(const jobs::MaskRequest& request, const Common& common) {
  const jobs::MaskResult result = jobs::run(request, common.work());
  finish_progress();
  if (request.out == "-") return 0;
  if (common.json)
    fmt::print("{}\n", json_text(jobs::to_json(result, common.detail)));
  else if (!common.quiet)
    announce(request, result);
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto request = std::make_shared<jobs::MaskRequest>();
  const jobs::Fields fields = jobs::fields(*request);
  declare_input(app, fields);
  app.add_field("-o,--out", fields).type_name("OUT");
  app.add_field("--mask", fields).type_name("SPEC");
  app.add_field("--key", fields).type_name("FILE");
  app.add_field("--round", fields).type_name("NAME");
  app.add_field("--by", fields).type_name("ID");
  app.add_field("--budget", fields).type_name("mu=1");
  app.add_field("--forget-key", fields);
  app.add_field("--card", fields).type_name("FILE");
  app.add_field("--shuffle", fields);
  return [request, &common] { return perform(*request, common, show); };
}

}  // namespace

extern const Command mask_command;
const Command mask_command = {.name = "mask",
                              .summary = {},  // the job's
                              .examples =
                                  "  guise mask patients.csv -o masked.csv --mask \"noise(snr=2)\"\n"
                                  "  guise mask patients.parquet -o masked.parquet --keep id,ward --shuffle \\\n      --mask "
                                  "\"noise(sd=5, law=laplace)\"\n"
                                  "  guise mask people.csv -o out.csv --key my.key --budget mu=1 \\\n      --mask "
                                  "\"clip(radius=2) | noise(sd=4,grid=0.004)\"\n"
                                  "  cat in.csv | guise mask - -o - --mask \"round(width=10)\" --forget-key > out.csv",
                              .declare = declare,
                              .repeat = repeat<jobs::MaskRequest, show>};

}  // namespace guise::cli
