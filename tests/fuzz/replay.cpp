// SPDX-License-Identifier: Apache-2.0
// fuzz_replay NAME FOLDER: every seed as it is, then mutated seeds, the same ones every time. Needs no libFuzzer, so that every
// build runs it; what libFuzzer finds becomes a seed.
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz.h"

namespace guise::fuzz {
namespace {

/// xorshift64*: the same numbers everywhere.
class Dice {
 public:
  std::size_t below(std::size_t end) {
    state_ ^= state_ >> 12, state_ ^= state_ << 25, state_ ^= state_ >> 27;
    return static_cast<std::size_t>((state_ * 0x2545F4914F6CDD1DULL) >> 33) % end;
  }

 private:
  std::uint64_t state_ = 0x9E3779B97F4A7C15ULL;
};

constexpr std::string_view kTokens[] = {"0",  "-1", "1e999", "nan", "2147483648", "9223372036854775808",
                                        "[]", "{}", "null",  "\"",  ",",          "(",
                                        ")",  "|",  "=",     "\n",  "\r\n",       "\\u0000",
                                        "..", "<",  "%n"};

std::string mutated(std::string bytes, const std::vector<std::string>& seeds, Dice& dice) {
  for (std::size_t changes = 1 + dice.below(4); changes > 0; --changes) {
    const std::size_t at = dice.below(bytes.size() + 1), length = std::min(dice.below(16) + 1, bytes.size() - at);
    const std::string& other = seeds[dice.below(seeds.size())];
    switch (dice.below(6)) {
      case 0:
        if (at < bytes.size()) bytes[at] = static_cast<char>(dice.below(256));
        break;
      case 1:
        bytes.erase(at, length);
        break;
      case 2:
        bytes.insert(at, bytes.substr(dice.below(bytes.size() + 1), length));
        break;
      case 3:
        bytes.insert(at, kTokens[dice.below(std::size(kTokens))]);
        break;
      case 4:
        bytes.replace(at, length, kTokens[dice.below(std::size(kTokens))]);
        break;
      default:
        bytes.replace(at, bytes.size() - at, other, std::min(at, other.size()), other.npos);
    }
  }
  return bytes;
}

std::vector<std::string> read_seeds(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> seeds;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  require(!seeds.empty(), "{} holds no seeds", folder.string());
  return seeds;
}

// The input that a parser crashes on is kept, for a debugger and for seeds.py.
std::string place_of_last, last;

void keep_last(int signal) {
  const int file = open(place_of_last.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file >= 0 && write(file, last.data(), last.size()) >= 0) close(file);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

int run(const Target& target, const std::filesystem::path& folder) {
  const std::vector<std::string> seeds = read_seeds(folder);
  Dice dice;
  std::size_t taken = 0, refused = 0;
  place_of_last = (folder.parent_path() / (std::string(target.name) + ".last")).string();
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, keep_last);
  const auto parse = [&](const std::string& bytes) {
    last = bytes;
    try {
      target.parse(bytes);
      ++taken;
    } catch (const Error&) {
      ++refused;
    }
  };
  for (const std::string& seed : seeds) parse(seed);
  const std::size_t whole = taken;
  for (int i = 0; i < target.inputs; ++i) parse(mutated(seeds[dice.below(seeds.size())], seeds, dice));
  fmt::print("{}: {} seeds ({} taken) and {} mutations; {} taken, {} refused\n", target.name, seeds.size(), whole,
             target.inputs, taken, refused);
  // Seeds that are all refused would leave most of a parser untried.
  return whole > 0 ? 0 : 1;
}

}  // namespace
}  // namespace guise::fuzz

int main(int count, char** words) {
  try {
    guise::require(count == 3, "fuzz_replay NAME FOLDER");
    return guise::fuzz::run(guise::fuzz::find_target(words[1]), words[2]);
  } catch (const guise::Error& error) {
    fmt::print(stderr, "fuzz_replay: {}\n", error.what());
    return 2;
  }
}
