// SPDX-License-Identifier: Apache-2.0
// Files of Stata, SPSS and SAS, by libreadstat: variables, value labels, missing codes and values.
#pragma once
#include <exception>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "table/input_file.h"

namespace guise::table {

/// What the numbers of a variable count.
enum class Counts { numbers, days, seconds, milliseconds };

struct SurveyVariable {
  std::string name, labels;          ///< `labels`: the name of a set of value labels; empty: none
  bool text = false, whole = false;  ///< whole: stored as whole numbers
  Counts counts = Counts::numbers;
  bool date_only = false;  ///< seconds that stand for days, as SPSS has them
  double first_day = 0;    ///< from 1970-01-01 to where days and seconds begin
};

struct SurveyValue {
  enum class Kind { missing, missing_code, number, text };
  Kind kind = Kind::missing;
  double number = 0;
  std::string_view text = {};
};

/// The labels of values, by the name of their set; of numbers only.
using ValueLabels = std::map<std::string, std::map<double, std::string>>;

class SurveyFile {
 public:
  /// The format is known by the ending of the name.
  explicit SurveyFile(const std::string& path);

  /// One pass: the variables are known when the first value comes, the labels after the pass.
  using Take = std::function<void(std::size_t variable, const SurveyValue&)>;
  void read(const Take& take);

  const std::vector<SurveyVariable>& variables() const { return variables_; }
  const ValueLabels& labels() const { return labels_; }
  const std::string& name() const { return file_.name(); }
  std::int64_t size() const { return file_.size(); }

 private:
  struct Calls;
  int guard(const std::function<void()>& step);
  InputFile file_;
  std::string ending_;
  std::vector<SurveyVariable> variables_;
  ValueLabels labels_;
  std::size_t label_bytes_ = 0;
  const Take* take_ = nullptr;
  std::exception_ptr error_ = {};
};

}  // namespace guise::table
