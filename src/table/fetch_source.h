// SPDX-License-Identifier: Apache-2.0
// A pass over the result of a query, fetched in order.
#pragma once
#include <memory>

#include "table/duckdb_session.h"
#include "table/duckdb_vectors.h"
#include "table/reader.h"

namespace guise::table {

/// Cuts whole-block chunks from the vectors of a streaming result.
class FetchSource final : public Source {
 public:
  FetchSource(std::shared_ptr<Session> session, const std::string& sql, Layout layout, std::int64_t first_record,
              std::int64_t chunk, std::string name);
  std::function<Chunk()> next() override;

 private:
  bool fetch();

  std::shared_ptr<Session> session_;
  Stream stream_;
  Layout layout_;
  std::int64_t first_, chunk_, done_ = 0;
  std::string name_;
  duckdb_data_chunk data_ = nullptr;
  Index used_ = 0, size_ = 0;  // of the vectors at hand
};

}  // namespace guise::table
