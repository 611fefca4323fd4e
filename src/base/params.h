// SPDX-License-Identifier: Apache-2.0
// Parameters of steps and attacks: declared once as data; checks, help, docs and completion follow from the declaration.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace guise {

/// One declared parameter. A field that is absent is not checked.
struct Param {
  enum class Kind { number, integer, numbers, choice, table };
  std::string_view name;
  std::string_view help;
  /// `numbers`: one number for every attribute, or a list [1,2,3] in their order; `table`: the same, or the name of a file.
  Kind kind = Kind::number;
  std::optional<double> fallback = {};  ///< value when not given (number, integer)
  std::optional<double> least = {};     ///< smallest accepted value
  std::optional<double> most = {};      ///< largest accepted value
  bool positive = false;                ///< must be greater than zero
  std::string_view choices = {};        ///< `choice`: accepted words joined by |, the first is the default
  bool added = false;  ///< after random format 2 was fixed: at its default it is left out of what numbers are bound to
};

/// A name with arguments as written by the user: principal(count=5). `origin` keeps the text.
struct Call {
  std::string name;
  std::vector<std::pair<std::string, std::string>> arguments;
  std::string text() const;  ///< canonical spelling
};

Call parse_call(std::string_view text);                ///< noise(sd=5, law=laplace)
std::vector<Call> parse_chain(std::string_view text);  ///< rotate | noise(snr=2)

/// Checked values of declared parameters.
class Params {
 public:
  Params() = default;
  bool has(std::string_view name) const;       ///< given by the user
  double number(std::string_view name) const;  ///< given or fallback
  std::int64_t integer(std::string_view name) const;
  const std::string& choice(std::string_view name) const;
  std::vector<double> numbers(std::string_view name, std::size_t attributes) const;  ///< one value per attribute
  std::vector<double> list(std::string_view name) const;  ///< as many values as were given; none where it is not
  const std::string* file(std::string_view name) const;   ///< of a `table` that is in a file; else nullptr

 private:
  friend Params check_params(std::span<const Param>, const Call&, std::string_view);
  std::map<std::string, std::vector<double>, std::less<>> numbers_;
  std::map<std::string, std::string, std::less<>> words_;
  std::vector<std::string> given_;
  std::string owner_;  // "step 'noise'", for messages
};

/// Checks a call against the declaration. `what` is "step", "attack"…, for the error sentence.
Params check_params(std::span<const Param> declared, const Call& call, std::string_view what);

/// "sd=N  standard deviation of the noise (N > 0)", one line per parameter, for help and docs.
std::vector<std::string> describe(std::span<const Param> declared);

}  // namespace guise
