// SPDX-License-Identifier: Apache-2.0
// XML in pieces, by expat: elements as they begin and end. Document types are refused, and so are deep documents.
#pragma once
#include <exception>
#include <functional>
#include <string>
#include <string_view>

namespace guise::table {

/// The attributes of an element, as long as its beginning is handled.
class XmlAttributes {
 public:
  explicit XmlAttributes(const char** pairs) : pairs_(pairs) {}
  /// Empty where there is none. Prefixes of names count: "r:id".
  std::string_view operator[](std::string_view name) const;

 private:
  const char** pairs_;
};

/// What is done with a document. Elements come without the prefixes of their names.
struct XmlHandler {
  std::function<void(std::string_view element, const XmlAttributes&)> begin;
  std::function<void(std::string_view element)> end = {};
  std::function<void(std::string_view text)> text = {};
};

class XmlReader {
 public:
  XmlReader(std::string what, XmlHandler handler);  ///< `what` is read, for messages
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;
  ~XmlReader();
  void add(std::string_view bytes) { parse(bytes, false); }
  void finish() { parse({}, true); }

 private:
  struct Calls;
  void parse(std::string_view bytes, bool last);
  void guard(const std::function<void()>& step);
  std::string what_;
  XmlHandler handler_;
  void* parser_;
  int depth_ = 0;
  std::exception_ptr error_ = {};
};

}  // namespace guise::table
