// SPDX-License-Identifier: Apache-2.0
// Several attackers see one release, and whoever fits a mixture to it, or independent components, fits the same ones.
#pragma once
#include <any>
#include <functional>

#include "base/digest.h"
#include "base/matrix.h"
#include "random/rng.h"

namespace guise::stats {

/// While one of these exists, what was worked out of the same numbers is not worked out again, whoever asks. What is remembered
/// is a function of its name alone, so that answers do not depend on who asks first.
class Memory {
 public:
  Memory();
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
};

/// Everything that a result depends on.
class Question {
 public:
  explicit Question(std::string_view what) { digest_.add(what); }
  Question& add(const Matrix& numbers);
  Question& add(std::int64_t number);
  Question& add(const random::Rng& rng);
  Bytes32 name() { return digest_.finish(); }

 private:
  Digest digest_;
};

std::any remembered_any(const std::function<Question()>& question, const std::function<std::any()>& answer);

/// `answer()`, unless it is remembered.
template <typename T>
T remembered(const std::function<Question()>& question, const std::function<T()>& answer) {
  return std::any_cast<T>(remembered_any(question, [&] { return std::any(answer()); }));
}

}  // namespace guise::stats
