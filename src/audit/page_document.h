// SPDX-License-Identifier: Apache-2.0
// The document that stands in the report page: audit.json without what the page does not show, and small for any table.
#pragma once
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace guise::audit {

/// As JSON that can stand in html, of at most `most` bytes as far as leaving out details of columns and attacks gets there.
/// What is left out of a large document stands in its `left_out_of_page`, as sentences.
std::string page_document(nlohmann::json document, std::size_t most);

}  // namespace guise::audit
