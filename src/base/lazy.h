// SPDX-License-Identifier: Apache-2.0
// Something that is worked out when it is first asked for, once, from whatever thread.
#pragma once
#include <functional>
#include <mutex>
#include <optional>

namespace guise {

template <typename T>
class Lazy {
 public:
  explicit Lazy(std::function<T()> make) : make_(std::move(make)) {}
  const T& get() {
    std::call_once(once_, [&] { value_.emplace(make_()); });
    return *value_;
  }

 private:
  std::function<T()> make_;
  std::once_flag once_;
  std::optional<T> value_;
};

}  // namespace guise
