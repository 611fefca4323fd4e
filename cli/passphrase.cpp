// SPDX-License-Identifier: Apache-2.0
#include "cli/passphrase.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "random/private_file.h"

namespace guise::cli {
namespace {

using random::SecretText;

constexpr const char* kVariable = "GUISE_PASSPHRASE_FILE";
constexpr std::size_t kMostBytes = 4096;

/// The terminal of the process, which does not show what is typed as long as this lives.
class QuietTerminal {
 public:
  QuietTerminal() : descriptor_(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)) {
    require(descriptor_ >= 0 && ::tcgetattr(descriptor_, &before_) == 0,
            "a passphrase is needed, and there is no terminal to ask for it; set {} to the name of a file that holds it",
            kVariable);
    termios quiet = before_;
    quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    ::tcsetattr(descriptor_, TCSAFLUSH, &quiet);
  }
  QuietTerminal(const QuietTerminal&) = delete;
  QuietTerminal& operator=(const QuietTerminal&) = delete;
  ~QuietTerminal() {
    ::tcsetattr(descriptor_, TCSAFLUSH, &before_);
    ::close(descriptor_);
  }

  SecretText ask(const std::string& question) const {
    say(question);
    SecretText line(kMostBytes);
    while (true) {
      char letter = 0;
      const ssize_t got = ::read(descriptor_, &letter, 1);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0 || letter == '\n') break;
      require(line.size() < kMostBytes, "the passphrase is longer than {} bytes", kMostBytes);
      line.add({&letter, 1});
    }
    say("\n");
    return line;
  }

 private:
  void say(const std::string& text) const {
    [[maybe_unused]] const auto written = ::write(descriptor_, text.data(), text.size());
  }
  int descriptor_;
  termios before_{};
};

/// The first line of the file.
SecretText from_file(const std::string& name) {
  const random::PrivateFile file(
      name, {.noun = "passphrase file", .maker = "you", .if_absent = fmt::format("unset {} to be asked", kVariable)});
  file.require_private();
  const std::string_view text = file.text();
  std::string_view line = text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  require(!line.empty(), "passphrase file {} has nothing on its first line; write the passphrase there", name);
  SecretText passphrase(kMostBytes);
  passphrase.add(line);
  return passphrase;
}

const char* file_name() {
  const char* name = std::getenv(kVariable);
  return name != nullptr && *name != '\0' ? name : nullptr;
}

}  // namespace

SecretText ask_passphrase(const std::string& what) {
  if (const char* name = file_name()) return from_file(name);
  return QuietTerminal().ask(fmt::format("Passphrase of {}: ", printable(what)));
}

SecretText ask_new_passphrase(const std::string& what) {
  if (const char* name = file_name()) return from_file(name);
  const QuietTerminal terminal;
  SecretText first = terminal.ask(fmt::format("New passphrase of {}: ", printable(what)));
  require(first.size() > 0, "the passphrase is empty; nothing was written");
  const SecretText again = terminal.ask("The same again: ");
  require(std::string_view(first) == std::string_view(again), "the two passphrases differ; nothing was written");
  return first;
}

}  // namespace guise::cli
