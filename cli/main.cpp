// SPDX-License-Identifier: Apache-2.0
// guise: mask a numeric table, attack the release, measure what leaked.
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <new>
#include <system_error>

#include "base/error.h"
#include "base/names.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/help_format.h"
#include "cli/shell.h"
#include "cli/spelling.h"
#include "cli/stopping.h"
#include "cli/streams.h"
#include "jobs/version.h"
#include "linalg/blas.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace guise::cli {

#define COMMAND(name) extern const Command name##_command;
#include "cli/commands.def"
#undef COMMAND

std::span<const Command* const> all_commands() {
  static constexpr const Command* commands[] = {
#define COMMAND(name) &name##_command,
#include "cli/commands.def"
#undef COMMAND
  };
  return commands;
}

namespace {

void add_common(OptionSet app, Common& common, bool job) {
  app.add_option("--threads", common.threads, "threads to work with (default: all cores)").between(1, 1024).type_name("N");
  app.add_option("--chunk", common.chunk, "records per task; results never depend on it").between(1, 1 << 24).type_name("N");
  app.add_flag("--quiet", common.quiet, "no progress and no remarks");
  app.add_flag(
      "--json",
      [&common](const std::string& detail) {
        common.json = true;
        common.detail = detail == "full" ? jobs::Detail::full : jobs::Detail::summary;
      },
      {"summary", "full"}, "print one JSON document instead of text; --json=full leaves nothing out");
  if (!job) return;
  app.add_option("--save-request", common.save_request, "write what was asked for as a request, which guise run does again")
      .type_name("FILE");
}

/// A word that was not expected: say which one was meant.
std::string unexpected(const CLI::App& app, const CLI::ExtrasError& error) {
  const auto chosen = app.get_subcommands();
  const CLI::App& where = chosen.empty() ? app : *chosen.front();
  const std::string text = error.what();  // "The following argument was not expected: --foo"
  const std::string word = text.substr(text.rfind(' ') + 1);
  std::vector<std::string> names;
  if (chosen.empty())
    for (const Command* command : all_commands()) names.emplace_back(command->name);
  for (const CLI::Option* option : where.get_options()) names.push_back(option->get_name(false, false));
  const std::string what = chosen.empty() && !word.starts_with("-") ? "no command named" : "unexpected argument";
  return fmt::format("{} '{}'{} (guise {}--help)", what, word,
                     did_you_mean(word, std::vector<std::string_view>(names.begin(), names.end())),
                     chosen.empty() ? "" : where.get_name() + " ");
}

int report(const std::string& sentence, Fault fault) {
  complain(fmt::format("guise: {}\n", printable(spelled(sentence))));
  return static_cast<int>(fault);
}

int report_no_threads(std::string_view reason) {
  return report(fmt::format("no more threads can be started ({}); try a smaller --threads", reason), Fault::environment);
}

/// What the terminal shows, or COLUMNS says; 80 columns into files and pipes.
void fit_terminal() {
  if (const char* columns = std::getenv("COLUMNS")) return set_terminal_width(std::strtoul(columns, nullptr, 10));
  winsize size{};
  if (::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) set_terminal_width(size.ws_col);
}

/// Chunks come and go by the thousand. What is given back to the system and asked for again comes page by page, cleared: a
/// tenth of the time to mask vectors.
void keep_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the most that glibc takes; larger pieces still go back at once
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

int run(int argc, char** argv) {
  fit_terminal();
  CLI::App app("Mask numeric tables so that they can be mined but not read, attack the release, and see what leaked.", "guise");
  app.formatter(help_format());
  app.set_version_flag("--version", "guise " + std::string(jobs::version()));
  app.require_subcommand(0, 1);
  app.footer(
      "Start with:  guise inspect patients.csv\nOptions of a command:  guise help audit\nMasks, attacks and measures:  guise "
      "list");
  std::string shell;
  bool man = false;
  app.add_option("--completion", shell, "print a completion script for bash, zsh or fish")->type_name("SHELL");
  app.add_flag("--man", man, "print the manual page");

  std::map<std::string, Common> common;
  std::map<std::string, std::function<int()>> runs;
  for (const Command* command : all_commands()) {
    const std::string name(command->name);
    const bool job = command->repeat != nullptr;
    CLI::App* sub = app.add_subcommand(name, std::string(job ? jobs::find_job(name).summary : command->summary));
    sub->footer("Examples:\n" + std::string(command->examples));
    OptionSet options(*sub);
    runs[name] = command->declare(options, common[name]);
    add_common(options, common[name], job);
  }
  try {
    std::vector<std::string> names;
    for (const Command* command : all_commands()) names.emplace_back(command->name);
    std::vector<std::string> words = in_order({argv + 1, argv + argc}, names);
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    app.parse(std::move(words));
  } catch (const CLI::ExtrasError& error) {
    return report(unexpected(app, error), Fault::usage);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    const auto chosen = app.get_subcommands();
    return report(fmt::format("{} (guise {}--help)", error.what(), chosen.empty() ? "" : chosen.front()->get_name() + " "),
                  Fault::usage);
  }
  if (man || !shell.empty()) {
    fmt::print("{}", man ? man_page(app) : completion(app, shell));
    return 0;
  }
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) {
    complain(app.help());
    return static_cast<int>(Fault::usage);
  }
  linalg::use_one_blas_thread();
  std::string& typed = common[chosen.front()->get_name()].command = "guise";
  for (int i = 1; i < argc; ++i) typed += " " + shell_word(argv[i]);
  return runs.at(chosen.front()->get_name())();
}

}  // namespace
}  // namespace guise::cli

int main(int argc, char** argv) {
  guise::cli::keep_memory_private();  // first: tests/faults tells guise from its loader by it
  guise::cli::secure_streams();
  guise::cli::clean_up_when_stopped();
  guise::cli::end_in_a_sentence();
  guise::cli::keep_memory();
  try {
    const int code = guise::cli::run(argc, argv);
    guise::cli::finish_output();
    return code;
  } catch (const guise::Error& error) {
    return guise::cli::report(error.what(), error.fault());
  } catch (const std::filesystem::filesystem_error& error) {
    return guise::cli::report(fmt::format("{} cannot be used: {}", error.path1().string(), error.code().message()),
                              guise::Fault::environment);
  } catch (const std::system_error& error) {  // of fmt::print, or of a thread that cannot be started
    if (!guise::cli::output_failed()) return guise::cli::report_no_threads(error.code().message());
    if (error.code() == std::errc::broken_pipe) guise::cli::end_by_broken_pipe();
    return guise::cli::report(fmt::format("standard output cannot be written: {}", error.code().message()),
                              guise::Fault::environment);
  } catch (const std::bad_alloc&) {
    return guise::cli::report("out of memory; try fewer columns or a smaller --chunk", guise::Fault::environment);
  } catch (const std::exception& error) {
    if (const std::string_view reason = error.what(); reason.starts_with("pthread_create"))  // as oneTBB says it
      return guise::cli::report_no_threads(reason);
    return guise::cli::report(fmt::format("internal error: {}; please report it with the command you ran", error.what()),
                              guise::Fault::environment);
  }
}
