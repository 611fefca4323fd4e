// SPDX-License-Identifier: Apache-2.0
#include "table/xml_reader.h"

#include <expat.h>

#include "base/error.h"

namespace guise::table {
namespace {

constexpr int kDeepest = 64;

std::string_view without_prefix(const char* name) {
  const std::string_view whole = name;
  return whole.substr(whole.find(':') + 1);  // npos + 1 is 0
}

}  // namespace

std::string_view XmlAttributes::operator[](std::string_view name) const {
  for (const char** pair = pairs_; *pair != nullptr; pair += 2)
    if (name == *pair) return pair[1];
  return {};
}

/// Expat is written in C: no exception may pass it.
struct XmlReader::Calls {
  static void begin(void* reader, const char* name, const char** attributes) {
    auto& self = *static_cast<XmlReader*>(reader);
    self.guard([&] {
      require(++self.depth_ <= kDeepest, "{} is nested more than {} levels deep", self.what_, kDeepest);
      if (self.handler_.begin) self.handler_.begin(without_prefix(name), XmlAttributes(attributes));
    });
  }
  static void end(void* reader, const char* name) {
    auto& self = *static_cast<XmlReader*>(reader);
    --self.depth_;
    self.guard([&] {
      if (self.handler_.end) self.handler_.end(without_prefix(name));
    });
  }
  static void text(void* reader, const char* text, int length) {
    auto& self = *static_cast<XmlReader*>(reader);
    self.guard([&] {
      if (self.handler_.text) self.handler_.text({text, static_cast<std::size_t>(length)});
    });
  }
  static void document_type(void* reader, const char*, const char*, const char*, int) {
    auto& self = *static_cast<XmlReader*>(reader);
    self.guard([&] { refuse("{} declares a document type, which workbooks do not have", self.what_); });
  }
};

XmlReader::XmlReader(std::string what, XmlHandler handler)
    : what_(std::move(what)), handler_(std::move(handler)), parser_(XML_ParserCreate(nullptr)) {
  if (parser_ == nullptr) fail("there is no memory to read {}", what_);
  auto* parser = static_cast<XML_Parser>(parser_);
  XML_SetUserData(parser, this);
  XML_SetElementHandler(parser, Calls::begin, Calls::end);
  XML_SetCharacterDataHandler(parser, Calls::text);
  XML_SetStartDoctypeDeclHandler(parser, Calls::document_type);
}

XmlReader::~XmlReader() {
  XML_ParserFree(static_cast<XML_Parser>(parser_));
}

void XmlReader::guard(const std::function<void()>& step) {
  if (error_) return;
  try {
    step();
  } catch (...) {
    error_ = std::current_exception();
    XML_StopParser(static_cast<XML_Parser>(parser_), XML_FALSE);
  }
}

void XmlReader::parse(std::string_view bytes, bool last) {
  auto* parser = static_cast<XML_Parser>(parser_);
  const XML_Status status = XML_Parse(parser, bytes.data(), static_cast<int>(bytes.size()), last);
  if (error_) std::rethrow_exception(error_);
  require(status == XML_STATUS_OK, "{} is damaged: {} in line {}", what_, XML_ErrorString(XML_GetErrorCode(parser)),
          XML_GetCurrentLineNumber(parser));
}

}  // namespace guise::table
