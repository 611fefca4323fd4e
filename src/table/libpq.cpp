// SPDX-License-Identifier: Apache-2.0
#include "table/libpq.h"

#include <dlfcn.h>

#include "base/error.h"

namespace guise::table {
namespace {

template <typename Function>
void take(void* library, const char* name, Function& place) {
  place = reinterpret_cast<Function>(::dlsym(library, name));
  if (place == nullptr) fail("libpq has no function {}; install libpq5 of PostgreSQL 10 or later", name);
}

Libpq load() {
  void* library = ::dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    fail(
        "tables of PostgreSQL are read by its library libpq, which is not there; install the package libpq5, or export the "
        "table by psql's \\copy to .csv");
  Libpq out{};
  take(library, "PQconninfoParse", out.parse);
  take(library, "PQconninfoFree", out.free_options);
  take(library, "PQconnectdb", out.connect);
  take(library, "PQfinish", out.finish);
  take(library, "PQstatus", out.status);
  take(library, "PQerrorMessage", out.message);
  take(library, "PQexec", out.exec);
  take(library, "PQsendQueryParams", out.send);
  take(library, "PQsetSingleRowMode", out.row_by_row);
  take(library, "PQgetResult", out.result);
  take(library, "PQresultStatus", out.result_status);
  take(library, "PQresultErrorMessage", out.result_message);
  take(library, "PQnfields", out.columns);
  take(library, "PQntuples", out.rows);
  take(library, "PQfname", out.name);
  take(library, "PQftype", out.type);
  take(library, "PQgetvalue", out.value);
  take(library, "PQgetlength", out.length);
  take(library, "PQgetisnull", out.is_null);
  take(library, "PQclear", out.clear);
  take(library, "PQfreemem", out.free_memory);
  return out;
}

}  // namespace

const Libpq& libpq() {
  static const Libpq functions = load();
  return functions;
}

}  // namespace guise::table
