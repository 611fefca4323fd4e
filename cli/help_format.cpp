// SPDX-License-Identifier: Apache-2.0
#include "cli/help_format.h"

#include <CLI/CLI.hpp>

#include "base/text.h"

namespace guise::cli {
namespace {

constexpr std::size_t kText = 26;  // where the text beside the names begins

std::string entry(const std::string& name, const std::string& text) {
  std::string out = "  " + name, lines = wrap(text, kText, kText);
  if (lines.empty()) return out + "\n";
  if (text_width(out) + 1 < kText) return out + lines.substr(text_width(out));
  return out + "\n" + lines;
}

class HelpFormat final : public CLI::Formatter {
  std::string make_option(const CLI::Option* option, bool positional) const override {
    return entry(make_option_name(option, positional) + make_option_opts(option), make_option_desc(option));
  }
  std::string make_subcommand(const CLI::App* sub) const override { return entry(sub->get_name(), sub->get_description()); }
  std::string make_description(const CLI::App* app) const override { return wrap(app->get_description()); }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_format() {
  return std::make_shared<HelpFormat>();
}

}  // namespace guise::cli
