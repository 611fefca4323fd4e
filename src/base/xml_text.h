// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace guise {

/// Text as XML and HTML may hold it, in attributes too. Control characters become spaces, bytes that are not UTF-8 the sign for
/// that.
std::string xml_text(std::string_view text);

}  // namespace guise
