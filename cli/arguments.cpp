// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"

#include <algorithm>

namespace guise::cli {
namespace {

/// Options of every command: how many words they take, 0 for what is none of them.
std::size_t words_of(const std::string& word) {
  if (word == "--quiet" || word == "--json" || word.starts_with("--json=") || word.starts_with("--threads=") ||
      word.starts_with("--chunk="))
    return 1;
  return word == "--threads" || word == "--chunk" ? 2 : 0;
}

}  // namespace

std::vector<std::string> in_order(std::vector<std::string> words, std::span<const std::string> commands) {
  std::size_t command = 0;
  while (command < words.size() && words_of(words[command]) > 0) command += words_of(words[command]);
  if (command >= words.size() || words[command].starts_with('-')) return words;
  std::rotate(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(command),
              words.begin() + static_cast<std::ptrdiff_t>(command) + 1);
  if (words.front() != "help") return words;
  words.erase(words.begin());
  if (words.empty()) return {"--help"};
  const bool known = std::find(commands.begin(), commands.end(), words.front()) != commands.end();
  if (known) words.insert(words.begin() + 1, "--help");
  return words;
}

}  // namespace guise::cli
