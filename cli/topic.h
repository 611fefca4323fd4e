// SPDX-License-Identifier: Apache-2.0
// A topic of `guise theory`: a result of the papers, the options it takes, and the function that works it out.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/matrix.h"

namespace guise::cli {

/// An option of a topic; topics that share one share its declaration.
struct TopicOption {
  std::string_view name, value, help;
  bool required = false;
};

struct Records {
  Matrix values;
  std::vector<std::string> columns = {};  ///< their names; none for a list
};

/// Options as the user wrote them; read as what they must be, or refused in one sentence.
class Given {
 public:
  explicit Given(std::map<std::string, std::string> values) : values_(std::move(values)) {}
  bool has(std::string_view name) const;
  std::string text(std::string_view name, std::string_view fallback) const;
  double number(std::string_view name) const;
  double number(std::string_view name, double fallback) const;
  std::int64_t count(std::string_view name) const;  ///< a whole number from 1 on
  Vector vector(std::string_view name) const;       ///< 1,2.5,-3 or a file with one row or one column
  Matrix matrix(std::string_view name) const;       ///< a list is one row; otherwise a file of numbers alone
  /// A list is one record; otherwise the numeric columns of a table, or those named.
  Records records(std::string_view name, const std::vector<std::string>& columns = {}) const;
  /// --eigenvalues, or those of the covariance of --table; exactly one of the two.
  Vector falling_eigenvalues() const;

 private:
  const std::string& at(std::string_view name) const;
  std::map<std::string, std::string> values_;
};

inline constexpr TopicOption kEigenvalues = {"eigenvalues", "LIST|FILE", "of the covariance of the data"};
inline constexpr TopicOption kTable = {"table", "FILE", "the data, instead of their eigenvalues"};

/// What a topic found: a sentence anybody understands, and the figures behind it in their order. A list of objects is a table.
struct Answer {
  std::string sentence;
  nlohmann::ordered_json figures;
};

struct Topic {
  std::string_view name, summary, paper;
  std::span<const TopicOption> params;
  std::string_view example;
  Answer (*work_out)(const Given&);
};
std::span<const Topic* const> all_topics();  ///< topics.def
const Topic& find_topic(const std::string& name);
std::vector<std::string> describe(std::span<const TopicOption> options);

}  // namespace guise::cli
