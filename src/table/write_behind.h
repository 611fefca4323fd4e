// SPDX-License-Identifier: Apache-2.0
// Appends to a file in large pieces: one is on its way to the disk while the next is filled. Past the first 256 MiB they go
// there without a copy in the system's cache, which costs as much as masking what is in them and pushes other files out of it.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <future>
#include <memory>
#include <string>
#include <string_view>

namespace guise::table {

class WriteBehind {
 public:
  // Smaller files are likely to be read again while the system still has them.
  static constexpr std::int64_t kThroughCache = std::int64_t{256} << 20;
  /// The file is empty and is called `name` in errors.
  WriteBehind(int descriptor, std::string name, std::int64_t through_cache = kThroughCache);
  WriteBehind(const WriteBehind&) = delete;
  WriteBehind& operator=(const WriteBehind&) = delete;
  ~WriteBehind();

  void write(std::string_view bytes);  ///< throws an Error where the disk is full; it may be that of bytes before
  void drain();                        ///< all bytes are with the system after it

 private:
  struct Free {
    void operator()(char* piece) const { std::free(piece); }
  };
  using Piece = std::unique_ptr<char, Free>;

  void send();
  void wait();
  void put(std::string_view bytes);
  void bypass_cache(bool yes);

  int descriptor_;
  std::string name_;
  std::int64_t through_cache_;
  Piece filling_, sent_;
  std::size_t filled_ = 0;
  std::int64_t written_ = 0;
  bool may_bypass_ = true, bypasses_ = false;
  std::future<void> under_way_;  // of sent_
};

}  // namespace guise::table
