// SPDX-License-Identifier: Apache-2.0
#include "table/text_encoding.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/error.h"
#include "table/spool.h"

namespace guise::table {
namespace {

constexpr std::int64_t kPiece = 1 << 20, kLooked = 64 * kPiece;

// Windows-1252 from 0x80 to 0x9F; 0 where it has no character (WHATWG encodings then keep the control character).
constexpr std::array<std::uint16_t, 32> kWindows = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178};

void append_utf8(std::string& out, std::uint32_t c) {
  const auto byte = [&](std::uint32_t bits) { out += static_cast<char>(bits); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      byte(0xE0 | c >> 12);
    } else {
      byte(0xF0 | c >> 18);
      byte(0x80 | (c >> 12 & 0x3F));
    }
    byte(0x80 | (c >> 6 & 0x3F));
  }
  byte(0x80 | (c & 0x3F));
}

/// Goes through the bytes of UTF-8, in pieces.
class Utf8Check {
 public:
  bool add(std::string_view bytes) {
    for (const char each : bytes) {
      const auto c = static_cast<unsigned char>(each);
      if (open_ == 0 && c < 0x80) continue;
      if (!take(c)) return false;
    }
    return true;
  }
  bool between_characters() const { return open_ == 0; }

 private:
  bool take(unsigned char c) {
    if (open_ > 0) {
      --open_;
      const bool fits = c >= low_ && c <= high_;
      low_ = 0x80;
      high_ = 0xBF;
      return fits;
    }
    if (c < 0xC2 || c > 0xF4) return false;
    open_ = c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    low_ = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;   // no longer than needed
    high_ = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;  // no half of a pair, nothing behind U+10FFFF
    return true;
  }
  int open_ = 0;  // bytes that are still to come
  unsigned char low_ = 0x80, high_ = 0xBF;
};

template <typename Take>
void for_pieces(const InputFile& file, std::int64_t begin, std::int64_t end, const Take& take) {
  std::string piece;
  for (std::int64_t at = begin; at < end; at += std::ssize(piece)) {
    piece.resize(static_cast<std::size_t>(std::min(kPiece, end - at)));
    file.read(piece.data(), piece.size(), at);
    if (!take(std::string_view(piece))) return;
  }
}

std::string from_windows(std::string_view bytes) {
  std::string out;
  for (const char each : bytes) {
    const auto c = static_cast<unsigned char>(each);
    const std::uint32_t mapped = c >= 0x80 && c < 0xA0 ? kWindows[c - 0x80] : 0;
    append_utf8(out, mapped != 0 ? mapped : c);
  }
  return out;
}

/// UTF-16 in pieces: a pair may be cut.
class Utf16Decoder {
 public:
  Utf16Decoder(bool big, std::string name) : big_(big), name_(std::move(name)) {}
  std::string operator()(std::string_view bytes) {
    std::string out;
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
      const auto first = static_cast<unsigned char>(bytes[i]), second = static_cast<unsigned char>(bytes[i + 1]);
      take(static_cast<std::uint16_t>(big_ ? first << 8 | second : second << 8 | first), out);
    }
    return out;
  }
  void finish() const { require(high_ == 0, "{} ends within a UTF-16 character", name_); }

 private:
  void take(std::uint16_t unit, std::string& out) {
    const bool low = unit >= 0xDC00 && unit < 0xE000;
    require(low == (high_ != 0), "{} is not UTF-16, as its first bytes claim; save it as UTF-8", name_);
    if (unit >= 0xD800 && unit < 0xDC00) {
      high_ = unit;
      return;
    }
    append_utf8(out, low ? 0x10000 + ((high_ - 0xD800u) << 10) + (unit - 0xDC00u) : unit);
    high_ = 0;
  }
  bool big_;
  std::string name_;
  std::uint16_t high_ = 0;
};

}  // namespace

std::string_view name_of(Encoding encoding) {
  constexpr std::string_view names[] = {"UTF-8", "UTF-16", "UTF-16", "Windows-1252", "Latin-1"};
  return names[static_cast<int>(encoding)];
}

Encoding encoding_of(const InputFile& file) {
  char mark[2] = {};
  if (file.size() >= 2) file.read(mark, sizeof(mark), 0);
  if (std::memcmp(mark, "\xFF\xFE", 2) == 0) return Encoding::utf16_little;
  if (std::memcmp(mark, "\xFE\xFF", 2) == 0) return Encoding::utf16_big;
  Utf8Check utf8;
  bool right = true, windows = false;
  const std::int64_t end = std::min(file.size(), kLooked);
  for_pieces(file, 0, end, [&](std::string_view piece) {
    right = right && utf8.add(piece);
    windows = windows || std::any_of(piece.begin(), piece.end(), [](char c) {
                return static_cast<unsigned char>(c) >= 0x80 && static_cast<unsigned char>(c) < 0xA0;
              });
    return true;
  });
  if (right && (utf8.between_characters() || end < file.size())) return Encoding::utf8;
  return windows ? Encoding::windows_1252 : Encoding::latin_1;
}

std::unique_ptr<InputFile> as_utf8(const InputFile& file, Encoding encoding) {
  auto copy = temporary_copy(file.name());
  const bool wide = encoding == Encoding::utf16_little || encoding == Encoding::utf16_big;
  require(!wide || file.size() % 2 == 0, "{} is not UTF-16, as its first bytes claim: it has an odd number of bytes",
          file.name());
  require(!wide || file.size() > 2, "{} is empty", file.name());
  Utf16Decoder decode(encoding == Encoding::utf16_big, file.name());
  for_pieces(file, wide ? 2 : 0, file.size(), [&](std::string_view piece) {
    append_to_copy(*copy, wide ? decode(piece) : from_windows(piece));
    return true;
  });
  decode.finish();
  return copy;
}

}  // namespace guise::table
