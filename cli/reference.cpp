// SPDX-License-Identifier: Apache-2.0
// The manual page and the completion scripts, made from the declared options and the registries.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <string>

#include "attacks/attack.h"
#include "base/error.h"
#include "cli/command.h"
#include "cli/topic.h"
#include "jobs/version.h"
#include "masks/step.h"

namespace guise::cli {
namespace {

std::string roff(std::string text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '-') out += '\\';
    out += c;
  }
  return out;
}

std::string option_names(const CLI::Option& option) {
  const std::string name = option.get_positional() ? option.get_name(true) : option.get_name(false, true);
  return option.get_type_name().empty() ? name : name + " " + option.get_type_name();
}

std::string options_text(const CLI::App& app) {
  std::string out;
  for (const CLI::Option* option : app.get_options())
    out += fmt::format(".TP\n.B {}\n{}\n", roff(option_names(*option)), roff(option->get_description()));
  return out;
}

template <typename Registry>
std::string registry_text(std::string_view title, const Registry& entries) {
  std::string out = fmt::format(".SH {}\n", title);
  for (const auto* entry : entries) {
    out += fmt::format(".TP\n.B {}\n{}\n", roff(std::string(entry->name)), roff(std::string(entry->summary)));
    for (const std::string& line : describe(entry->params)) out += fmt::format(".br\n{}\n", roff(line));
  }
  return out;
}

std::string flags_of(const CLI::App& app) {
  std::string out;
  for (const CLI::Option* option : app.get_options())
    if (!option->get_positional()) out += " " + option->get_name(false, false);
  return out;
}

std::string names_of(const CLI::App& app) {
  std::string out;
  for (const CLI::App* sub : app.get_subcommands({})) out += (out.empty() ? "" : " ") + sub->get_name();
  return out;
}

std::string bash(const CLI::App& app) {
  std::string cases;
  for (const CLI::App* sub : app.get_subcommands({}))
    cases += fmt::format("    {}) words=\"{}\" ;;\n", sub->get_name(), flags_of(*sub));
  return fmt::format(
      "# bash completion for guise\n_guise() {{\n  local words\n  case \"${{COMP_WORDS[1]}}\" in\n{}    *) words=\"{}{}\" ;;\n "
      " esac\n"
      "  if [[ ${{COMP_WORDS[COMP_CWORD]}} == -* || $COMP_CWORD -eq 1 ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"${{COMP_WORDS[COMP_CWORD]}}\")\n  fi\n}}\ncomplete -o default "
      "-F _guise guise\n",
      cases, names_of(app), flags_of(app));
}

std::string zsh(const CLI::App& app) {
  std::string cases;
  for (const CLI::App* sub : app.get_subcommands({}))
    cases += fmt::format("    {}) compadd --{} ;;\n", sub->get_name(), flags_of(*sub));
  return fmt::format(
      "#compdef guise\n_guise() {{\n  if (( CURRENT == 2 )); then compadd -- {}; return; fi\n  if [[ $words[CURRENT] != -* ]]; "
      "then _files; return; fi\n"
      "  case $words[2] in\n{}  esac\n}}\ncompdef _guise guise\n",
      names_of(app), cases);
}

std::string fish(const CLI::App& app) {
  std::string out = "# fish completion for guise\n";
  for (const CLI::App* sub : app.get_subcommands({})) {
    out += fmt::format("complete -c guise -n __fish_use_subcommand -a {} -d \"{}\"\n", sub->get_name(), sub->get_description());
    for (const CLI::Option* option : sub->get_options())
      for (const std::string& name : option->get_lnames())
        out += fmt::format("complete -c guise -n \"__fish_seen_subcommand_from {}\" -l {}\n", sub->get_name(), name);
  }
  return out;
}

constexpr std::pair<int, std::string_view> kExits[] = {
    {0, "The command did what it was asked to do."},
    {1, "The environment failed: a full disk, no memory, a file that vanished, or numbers that cannot be computed."},
    {2, "Wrong use, or content of the input that guise does not accept. One sentence says what to change."},
    {3, "The audit found more than a limit allows (--limit), or its verdict is provisional and limits were given."},
    {130, "The command was interrupted by Ctrl-C; 143 by the signal TERM."}};

}  // namespace

std::string man_page(const CLI::App& app) {
  std::string out = fmt::format(
      ".TH GUISE 1 \"\" \"guise {}\" \"User Commands\"\n.SH NAME\nguise \\- {}\n.SH SYNOPSIS\n.B guise\nCOMMAND [OPTIONS]\n",
      jobs::version(), roff(app.get_description()));
  out += ".SH COMMANDS\n";
  for (const CLI::App* sub : app.get_subcommands({}))
    out += fmt::format(".SS guise {}\n{}\n{}.PP\n.nf\n{}\n.fi\n", sub->get_name(), roff(sub->get_description()),
                       options_text(*sub), roff(sub->get_footer()));
  out += registry_text("MASKS", masks::all_steps());
  out += registry_text("ATTACKS", attacks::all_attacks());
  out += registry_text("THEORY", all_topics());
  out += ".SH EXIT STATUS\n";
  for (const auto& [status, meaning] : kExits) out += fmt::format(".TP\n.B {}\n{}\n", status, roff(std::string(meaning)));
  return out;
}

std::string completion(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return bash(app);
  if (shell == "zsh") return zsh(app);
  require(shell == "fish", "there is completion for bash, zsh and fish, not for '{}'", shell);
  return fish(app);
}

}  // namespace guise::cli
