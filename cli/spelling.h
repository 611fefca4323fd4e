// SPDX-License-Identifier: Apache-2.0
// How the command line calls the fields of requests. The library names a field as ‘keep’, or with a value as
// ‘keep=id’ (base/setting.h).
#pragma once
#include <string>
#include <string_view>

namespace guise::cli {

/// "-o,--out" is for the field "out", "--first-record" for "first_record".
std::string field_of(std::string_view option);

/// The text with its fields as options: ‘keep=id’ becomes "--keep id".
std::string spelled(std::string_view text);

}  // namespace guise::cli
