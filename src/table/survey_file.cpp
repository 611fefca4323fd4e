// SPDX-License-Identifier: Apache-2.0
#include "table/survey_file.h"

#include <readstat.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "table/calendar.h"
#include "table/format.h"
#include "table/limits.h"

namespace guise::table {
namespace {

constexpr std::size_t kMostLabels = std::size_t{64} << 20;  // bytes of value labels

std::string text_or_empty(const char* text) {
  return text == nullptr ? "" : text;
}

bool starts_with_one_of(std::string_view format, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return format.starts_with(start); });
}

/// What a format of Stata (%td), SPSS (ADATE10) or SAS (MMDDYY10) says of a number.
void take_format(std::string format, const std::string& ending, SurveyVariable& variable) {
  if (variable.text) return;
  if (ending == ".dta") {
    variable.first_day = kStataDays;
    if (starts_with_one_of(format, {"%td", "%d", "%-td", "%-d"})) variable.counts = Counts::days;
    if (starts_with_one_of(format, {"%tc", "%tC", "%-tc", "%-tC"})) variable.counts = Counts::milliseconds;
    return;
  }
  format = in_lower_case(format);
  const bool spss = ending == ".sav" || ending == ".zsav" || ending == ".por";
  variable.first_day = static_cast<double>(spss ? kSpssDays : kStataDays);
  if (starts_with_one_of(format, {"datetime", "ymdhms", "e8601dt"})) {
    variable.counts = Counts::seconds;
  } else if (spss && starts_with_one_of(format, {"date", "adate", "edate", "sdate", "jdate"})) {
    variable.counts = Counts::seconds;
    variable.date_only = true;
  } else if (!spss && starts_with_one_of(format, {"date", "mmddyy", "ddmmyy", "yymmdd", "e8601da"})) {
    variable.counts = Counts::days;
  }
}

SurveyValue value_of(readstat_value_t value, readstat_variable_t* variable) {
  using Kind = SurveyValue::Kind;
  if (readstat_value_is_system_missing(value) != 0) return {};
  if (readstat_value_is_tagged_missing(value) != 0) return {Kind::missing_code};
  if (readstat_value_is_defined_missing(value, variable) != 0) return {Kind::missing_code};
  if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_NUMERIC) return {Kind::number, readstat_double_value(value)};
  const char* text = readstat_string_value(value);
  if (text == nullptr || *text == '\0') return {};
  return {Kind::text, 0, text};
}

}  // namespace

/// libreadstat is written in C: no exception may pass it.
struct SurveyFile::Calls {
  static SurveyFile& self(void* context) { return *static_cast<SurveyFile*>(context); }

  static int metadata(readstat_metadata_t* metadata, void* context) {
    return self(context).guard([&] { require_columns(readstat_get_var_count(metadata), self(context).name()); });
  }
  static int variable(int, readstat_variable_t* variable, const char* labels, void* context) {
    return self(context).guard([&] {
      const readstat_type_t type = readstat_variable_get_type(variable);
      SurveyVariable out{.name = text_or_empty(readstat_variable_get_name(variable)),
                         .labels = text_or_empty(labels),
                         .text = readstat_variable_get_type_class(variable) == READSTAT_TYPE_CLASS_STRING,
                         .whole = type == READSTAT_TYPE_INT8 || type == READSTAT_TYPE_INT16 || type == READSTAT_TYPE_INT32};
      take_format(text_or_empty(readstat_variable_get_format(variable)), self(context).ending_, out);
      auto& all = self(context).variables_;
      require_columns(std::ssize(all) + 1, self(context).name());
      all.push_back(std::move(out));
    });
  }
  static int value(int, readstat_variable_t* variable, readstat_value_t value, void* context) {
    return self(context).guard([&] {
      const auto index = static_cast<std::size_t>(readstat_variable_get_index(variable));
      require(index < self(context).variables_.size(), "{} has values of a variable that it does not declare",
              self(context).name());
      (*self(context).take_)(index, value_of(value, variable));
    });
  }
  static int label(const char* set, readstat_value_t value, const char* label, void* context) {
    return self(context).guard([&] {
      if (readstat_value_type_class(value) != READSTAT_TYPE_CLASS_NUMERIC || readstat_value_is_tagged_missing(value) != 0)
        return;
      std::string text = text_or_empty(label);
      self(context).label_bytes_ += text.size() + 64;
      require(self(context).label_bytes_ <= kMostLabels, "{} holds more than {} MiB of value labels", self(context).name(),
              kMostLabels >> 20);
      self(context).labels_[text_or_empty(set)][readstat_double_value(value)] = std::move(text);
    });
  }
};

SurveyFile::SurveyFile(const std::string& path)
    : file_(path), ending_(in_lower_case(std::filesystem::path(path).extension().string())) {}

int SurveyFile::guard(const std::function<void()>& step) {
  try {
    step();
    return READSTAT_HANDLER_OK;
  } catch (...) {
    error_ = std::current_exception();
    return READSTAT_HANDLER_ABORT;
  }
}

void SurveyFile::read(const Take& take) {
  variables_.clear();
  labels_.clear();
  label_bytes_ = 0;
  take_ = &take;
  const std::unique_ptr<readstat_parser_t, decltype(&readstat_parser_free)> parser(readstat_parser_init(),
                                                                                   readstat_parser_free);
  readstat_set_metadata_handler(parser.get(), Calls::metadata);
  readstat_set_variable_handler(parser.get(), Calls::variable);
  readstat_set_value_handler(parser.get(), Calls::value);
  readstat_set_value_label_handler(parser.get(), Calls::label);
  const auto parse = ending_ == ".dta"        ? readstat_parse_dta
                     : ending_ == ".sas7bdat" ? readstat_parse_sas7bdat
                     : ending_ == ".xpt"      ? readstat_parse_xport
                     : ending_ == ".por"      ? readstat_parse_por
                                              : readstat_parse_sav;
  const readstat_error_t status = parse(parser.get(), file_.path().c_str(), this);
  if (error_) std::rethrow_exception(error_);
  require(status == READSTAT_OK, "{} cannot be read as a {} file: {}; export it as .csv", name(), ending_,
          readstat_error_message(status));
}

}  // namespace guise::table
