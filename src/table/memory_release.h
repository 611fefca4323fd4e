// SPDX-License-Identifier: Apache-2.0
// A release that is written into memory: numbers record by record, kept columns as texts.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "table/memory_table.h"

namespace guise::table {

struct Release;
class Writer;

/// Memory that grows without being copied: its pages are moved.
class GrowingBytes {
 public:
  GrowingBytes() = default;
  GrowingBytes(const GrowingBytes&) = delete;
  GrowingBytes& operator=(const GrowingBytes&) = delete;
  ~GrowingBytes();
  void append(const char* bytes, std::size_t count);
  void shrink();  ///< gives back what is not used
  const char* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0, room_ = 0;
};

struct KeptTexts {
  std::string bytes = {};
  std::vector<std::int64_t> ends = {0};
  std::vector<std::uint8_t> valid = {};  ///< a bit for each record
};

/// What was written.
struct MemoryContent {
  std::vector<Column> kept = {};     ///< first, as in every release
  std::vector<Column> numbers = {};  ///< what each is: `integer` where all are whole numbers
  bool single = false;
  std::int64_t records = 0;
  GrowingBytes values = {};  ///< records x numbers, float64, or float32 where `single`
  std::vector<KeptTexts> texts = {};
};

class MemoryRelease {
 public:
  explicit MemoryRelease(std::string name) : name_(std::move(name)) {}
  const std::string& name() const { return name_; }
  /// Content appears whole, when the release is finished.
  void set(std::shared_ptr<const MemoryContent> content);
  std::shared_ptr<const MemoryContent> content() const;  ///< nullptr: nothing was written yet
  MemoryTable table() const;                             ///< to be read

 private:
  std::string name_;
  mutable std::mutex mutex_;
  std::shared_ptr<const MemoryContent> content_;
};

std::unique_ptr<Writer> memory_writer(const Release& release, std::shared_ptr<MemoryRelease> place);

}  // namespace guise::table
