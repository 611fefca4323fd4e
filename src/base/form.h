// SPDX-License-Identifier: Apache-2.0
// The binary form of what one process hands to another: numbers as they lie in memory, little-endian, every list behind its
// length. One description of a type serves both ways: `template <typename Form> void fields(Form& form, T& value)` names its
// members as form(value.a, value.b), and states by form.kind("name", version) what they are. A reader holds every length it is
// given against the bytes there are, before it takes memory.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/matrix.h"

namespace guise {

static_assert(std::endian::native == std::endian::little, "the binary form is little-endian");

template <typename T>
concept PlainNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class FormWriter {
 public:
  static constexpr bool kReads = false;
  template <typename... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  void kind(std::string_view name, int version);
  void check(bool, std::string_view) const {}
  std::string take() { return std::move(bytes_); }

 private:
  void raw(const void* from, std::size_t count) { bytes_.append(static_cast<const char*>(from), count); }
  template <PlainNumber T>
  void put(const T& value) {
    raw(&value, sizeof(value));
  }
  void put(const std::string& text);
  void put(const Matrix& values);
  void put(const Vector& values);
  template <typename T>
  void put(const std::vector<T>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    if constexpr (PlainNumber<T>)
      raw(values.data(), values.size() * sizeof(T));
    else
      for (const T& each : values) put(each);
  }
  template <typename K, typename V>
  void put(const std::map<K, V>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    for (const auto& [key, value] : values) put(key), put(value);
  }
  template <typename T, typename Less>
  void put(const std::set<T, Less>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    for (const T& each : values) put(each);
  }
  template <typename A, typename B>
  void put(const std::pair<A, B>& values) {
    put(values.first);
    put(values.second);
  }
  template <typename T>
  void put(const T& value) {
    fields(*this, const_cast<T&>(value));  // one description for both ways; a writer changes nothing
  }
  std::string bytes_;
};

class FormReader {
 public:
  static constexpr bool kReads = true;
  /// `origin`: where the bytes come from, for messages. They must outlive the reader.
  FormReader(std::string_view bytes, std::string origin) : left_(bytes), origin_(std::move(origin)) {}
  template <typename... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  void kind(std::string_view name, int version);  ///< refuses another one
  void check(bool holds, std::string_view what) const;
  void finish() const;  ///< refuses bytes that nobody has read
  const std::string& origin() const { return origin_; }

 private:
  void raw(void* to, std::size_t count);
  std::size_t length(std::size_t least_bytes);  // of a list whose elements take at least so many bytes
  template <PlainNumber T>
  void get(T& value) {
    raw(&value, sizeof(value));
  }
  void get(bool& value);
  void get(std::string& text);
  void get(Matrix& values);
  void get(Vector& values);
  template <typename T>
  void get(std::vector<T>& values) {
    if constexpr (PlainNumber<T>) {
      values.resize(length(sizeof(T)));
      raw(values.data(), values.size() * sizeof(T));
    } else {
      values.clear();
      for (std::size_t left = length(1); left > 0; --left) get(values.emplace_back());
    }
  }
  template <typename K, typename V>
  void get(std::map<K, V>& values) {
    values.clear();
    for (std::size_t left = length(1); left > 0; --left) {
      K key{};
      get(key);
      get(values[std::move(key)]);
    }
  }
  template <typename T, typename Less>
  void get(std::set<T, Less>& values) {
    values.clear();
    for (std::size_t left = length(1); left > 0; --left) {
      T value{};
      get(value);
      values.insert(std::move(value));
    }
  }
  template <typename A, typename B>
  void get(std::pair<A, B>& values) {
    get(values.first);
    get(values.second);
  }
  template <typename T>
  void get(T& value) {
    fields(*this, value);
  }
  std::string_view left_;
  std::string origin_;
};

}  // namespace guise
