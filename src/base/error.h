// SPDX-License-Identifier: Apache-2.0
// The one kind of exception guise throws for what a user can put right.
#pragma once
#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace guise {

/// Whose doing a failure is; the value is the exit code of the command line.
enum class Fault {
  environment = 1,  ///< disk full, file vanished, numerics broke down
  usage = 2,        ///< arguments, or the content of the input
};

/// A sentence for the user: names the thing, the rule, the value found and the way out.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& sentence, Fault fault = Fault::usage) : std::runtime_error(sentence), fault_(fault) {}
  Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

/// Checks what the user gave; a mistake of guise itself is an assert.
template <typename... Args>
void require(bool holds, fmt::format_string<Args...> sentence, Args&&... args) {
  if (!holds) throw Error(fmt::format(sentence, std::forward<Args>(args)...));
}

template <typename... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> sentence, Args&&... args) {
  throw Error(fmt::format(sentence, std::forward<Args>(args)...));
}

/// The environment or the numerics failed, not the user.
template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> sentence, Args&&... args) {
  throw Error(fmt::format(sentence, std::forward<Args>(args)...), Fault::environment);
}

}  // namespace guise
