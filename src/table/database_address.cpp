// SPDX-License-Identifier: Apache-2.0
#include "table/database_address.h"

#include <algorithm>
#include <cctype>

#include "base/error.h"

namespace guise::table {
namespace {

bool starts_with_scheme(std::string_view path, std::string_view scheme) {
  return path.size() > scheme.size() && std::equal(scheme.begin(), scheme.end(), path.begin(), [](char a, char b) {
           return a == std::tolower(static_cast<unsigned char>(b));
         });
}

/// %70 is p: names of parameters may be written so.
std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const bool coded = text[i] == '%' && i + 2 < text.size() && std::isxdigit(static_cast<unsigned char>(text[i + 1])) &&
                       std::isxdigit(static_cast<unsigned char>(text[i + 2]));
    if (coded) value = static_cast<unsigned>(std::stoul(std::string(text.substr(i + 1, 2)), nullptr, 16));
    out += coded ? static_cast<char>(value) : text[i];
    if (coded) i += 2;
  }
  return out;
}

}  // namespace

bool is_database_address(std::string_view path) {
  return starts_with_scheme(path, "postgres://") || starts_with_scheme(path, "postgresql://");
}

void require_no_password(std::string_view path) {
  if (!is_database_address(path)) return;
  const std::string_view rest = path.substr(path.find("://") + 3);
  const std::string_view before = rest.substr(0, rest.find_first_of("/?"));  // user and host
  const std::size_t at = before.rfind('@');
  const bool in_user = at != std::string_view::npos && before.substr(0, at).find(':') != std::string_view::npos;
  const std::size_t question = rest.find('?');
  const std::string parameters = question == std::string_view::npos ? "" : "&" + decoded(rest.substr(question + 1));
  const bool named =
      parameters.find("&password=") != std::string::npos || parameters.find("&sslpassword=") != std::string::npos;
  require(!in_user && !named,
          "the address of a database may not hold a password, which others could read; put it into the file ~/.pgpass or the "
          "environment variable PGPASSWORD, and write postgres://USER@HOST/DATABASE");
}

}  // namespace guise::table
