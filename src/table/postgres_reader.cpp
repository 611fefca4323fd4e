// SPDX-License-Identifier: Apache-2.0
// PostgreSQL: a table or the result of a query, read once in a transaction that only reads, row by row. The password comes
// from ~/.pgpass or PGPASSWORD, as libpq finds it.
#include <array>
#include <memory>

#include "base/error.h"
#include "table/database_address.h"
#include "table/libpq.h"
#include "table/reader.h"
#include "table/spool.h"

namespace guise::table {
namespace {

/// What libpq says, in one line.
std::string first_line(const char* message) {
  std::string text = message == nullptr ? "" : message;
  text = text.substr(0, text.find('\n'));
  for (const std::string_view kind : {"ERROR:  ", "FATAL:  "})
    if (const auto at = text.find(kind); at != std::string::npos) text.erase(at, kind.size());
  return text;
}

class Connection {
 public:
  explicit Connection(const std::string& address) : pq_(libpq()), address_(address) {
    char* wrong = nullptr;
    PQconninfoOption* options = pq_.parse(address.c_str(), &wrong);
    const std::string reason = first_line(wrong);
    const bool password = [&] {
      for (const PQconninfoOption* each = options; each != nullptr && each->keyword != nullptr; ++each)
        if (std::string_view(each->keyword) == "password" && each->val != nullptr) return true;
      return false;
    }();
    if (options != nullptr) pq_.free_options(options);
    if (wrong != nullptr) pq_.free_memory(wrong);
    require(reason.empty(), "{} is no address of a database: {}", address, reason);
    require(!password, "the address of a database may not hold a password; put it into ~/.pgpass or PGPASSWORD");
    connection_ = pq_.connect(address.c_str());
    if (pq_.status(connection_) == CONNECTION_OK) return;
    const std::string why = first_line(pq_.message(connection_));
    pq_.finish(connection_);
    fail("{} cannot be reached: {}", address, why);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { pq_.finish(connection_); }

  /// Whole rows of one moment, and nothing can be changed.
  void begin() {
    const Result done(pq_, pq_.exec(connection_, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"));
    check(done);
    // Numbers with all digits, dates in ISO form, whatever the user's settings.
    const Result set(pq_, pq_.exec(connection_,
                                   "SET LOCAL extra_float_digits = 1; SET LOCAL datestyle = 'ISO'; SET LOCAL "
                                   "client_encoding = 'UTF8'"));
    check(set);
  }

  struct Result {
    Result(const Libpq& pq, PGresult* result) : result(result), pq_(pq) {}
    Result(const Result&) = delete;
    Result& operator=(const Result&) = delete;
    ~Result() { pq_.clear(result); }
    PGresult* result;

   private:
    const Libpq& pq_;
  };

  /// One statement; the protocol takes no second one. `take` gets every row.
  template <typename Take>
  void read(const std::string& sql, const Take& take) {
    if (pq_.send(connection_, sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0) == 0)
      fail("{}: {}", address_, first_line(pq_.message(connection_)));
    pq_.row_by_row(connection_);
    while (PGresult* next = pq_.result(connection_)) {
      const Result row(pq_, next);
      check(row);
      take(pq_, row.result);
    }
  }

 private:
  void check(const Result& done) const {
    const ExecStatusType status = pq_.result_status(done.result);
    const bool right = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_SINGLE_TUPLE;
    require(right, "{}: {}", address_, first_line(pq_.result_message(done.result)));
  }
  const Libpq& pq_;
  std::string address_;
  PGconn* connection_ = nullptr;
};

struct PostgresType {
  Oid oid;
  Type type;
  const char* sql_type;
};

// Of pg_type.dat.
constexpr std::array<PostgresType, 10> kTypes = {{{20, Type::integer, "BIGINT"},
                                                  {21, Type::integer, "SMALLINT"},
                                                  {23, Type::integer, "INTEGER"},
                                                  {700, Type::number, "FLOAT"},
                                                  {701, Type::number, "DOUBLE"},
                                                  {1700, Type::number, "DOUBLE"},
                                                  {16, Type::other, "BOOLEAN"},
                                                  {1082, Type::other, "DATE"},
                                                  {1114, Type::other, "TIMESTAMP"},
                                                  {1184, Type::other, "TIMESTAMP WITH TIME ZONE"}}};
constexpr Oid kBoolean = 16, kNumeric = 1700;

Column column_of(const std::string& name, Oid oid) {
  for (const PostgresType& each : kTypes)
    if (each.oid == oid) return {.name = name, .type = each.type, .sql_type = each.sql_type};
  return {.name = name, .type = Type::text, .sql_type = "VARCHAR"};
}

/// schema.table, each part quoted; a dot within a name is written "a.b".
std::string quoted_table(const std::string& table) {
  if (table.find('"') != std::string::npos) return table;  // as written: the statement is one SELECT whatever it says
  std::string out = "\"";
  for (const char c : table) out += c == '.' ? std::string("\".\"") : std::string(1, c);
  return out + '"';
}

void take_field(const Libpq& pq, PGresult* row, int j, const Column& column, Oid oid, Spool& spool) {
  if (pq.is_null(row, 0, j) != 0) return spool.missing();
  const std::string_view text(pq.value(row, 0, j), static_cast<std::size_t>(pq.length(row, 0, j)));
  if (oid == kBoolean) return spool.literal(text == "t" ? "true" : "false");
  if (column.type == Type::text) return spool.text(text);
  if (text == "NaN" && (column.type == Type::number || oid == kNumeric)) return spool.missing();
  spool.literal(text);
}

}  // namespace

std::unique_ptr<Reader> open_postgres(const std::string& address, const std::string& table, const std::string& sql) {
  require_no_password(address);
  require(!table.empty() || !sql.empty(), "{} holds many tables; name one with ‘table=NAME’, or give a query with ‘sql’",
          address);
  Connection connection(address);
  connection.begin();
  std::optional<Spool> spool;
  std::vector<Column> columns;
  std::vector<Oid> types;
  const std::string query = sql.empty() ? "SELECT * FROM " + quoted_table(table) : sql;
  connection.read(query, [&](const Libpq& pq, PGresult* row) {
    if (!spool) {
      std::vector<std::string> names;
      for (int j = 0; j < pq.columns(row); ++j) {
        names.emplace_back(pq.name(row, j));
        types.push_back(pq.type(row, j));
        columns.push_back(column_of(names.back(), types.back()));
      }
      spool.emplace(address, std::move(names));
    }
    if (pq.rows(row) == 0) return;
    for (std::size_t j = 0; j < columns.size(); ++j) take_field(pq, row, static_cast<int>(j), columns[j], types[j], *spool);
    spool->end_record();
  });
  require(spool.has_value(), "{}: a query is one SELECT", address);
  for (std::size_t j = 0; j < columns.size(); ++j) columns[j].name = spool->columns()[j];
  return open_spool(std::move(*spool), {.columns = std::move(columns)});
}

}  // namespace guise::table
