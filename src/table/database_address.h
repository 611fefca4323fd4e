// SPDX-License-Identifier: Apache-2.0
// Addresses of PostgreSQL databases, postgres://…, which hold no password.
#pragma once
#include <string>
#include <string_view>

namespace guise::table {

bool is_database_address(std::string_view path);

/// Refuses an address that holds a password: command lines, requests and reports would show it. The address is not repeated.
/// All else passes.
void require_no_password(std::string_view path);

}  // namespace guise::table
