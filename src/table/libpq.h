// SPDX-License-Identifier: Apache-2.0
// PostgreSQL's client library, loaded when a table of such a database is asked for: it brings a dozen libraries along, which
// all other runs do without.
#pragma once
#include <libpq-fe.h>

#include <memory>

namespace guise::table {

struct Libpq {
  decltype(&PQconninfoParse) parse;
  decltype(&PQconninfoFree) free_options;
  decltype(&PQconnectdb) connect;
  decltype(&PQfinish) finish;
  decltype(&PQstatus) status;
  decltype(&PQerrorMessage) message;
  decltype(&PQexec) exec;
  decltype(&PQsendQueryParams) send;
  decltype(&PQsetSingleRowMode) row_by_row;
  decltype(&PQgetResult) result;
  decltype(&PQresultStatus) result_status;
  decltype(&PQresultErrorMessage) result_message;
  decltype(&PQnfields) columns;
  decltype(&PQntuples) rows;
  decltype(&PQfname) name;
  decltype(&PQftype) type;
  decltype(&PQgetvalue) value;
  decltype(&PQgetlength) length;
  decltype(&PQgetisnull) is_null;
  decltype(&PQclear) clear;
  decltype(&PQfreemem) free_memory;
};

/// Fails where the library is not installed, and says how to get it.
const Libpq& libpq();

}  // namespace guise::table
