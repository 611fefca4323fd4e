/* SPDX-License-Identifier: Apache-2.0 */
#include "json.h"

#include <R.h>
#include <stdlib.h>
#include <string.h>

static SEXP value(const char** at);

static void blank(const char** at) { *at += strspn(*at, " \t\r\n"); }

static unsigned four(const char* hex) {
  char digits[5] = {hex[0], hex[1], hex[2], hex[3], 0};
  return (unsigned)strtoul(digits, NULL, 16);
}

static char* utf8(char* to, unsigned code) {
  if (code < 0x80) {
    *to++ = (char)code;
  } else if (code < 0x800) {
    *to++ = (char)(0xC0 | code >> 6), *to++ = (char)(0x80 | (code & 63));
  } else if (code < 0x10000) {
    *to++ = (char)(0xE0 | code >> 12), *to++ = (char)(0x80 | (code >> 6 & 63)), *to++ = (char)(0x80 | (code & 63));
  } else {
    *to++ = (char)(0xF0 | code >> 18), *to++ = (char)(0x80 | (code >> 12 & 63));
    *to++ = (char)(0x80 | (code >> 6 & 63)), *to++ = (char)(0x80 | (code & 63));
  }
  return to;
}

/* A text in quotes; R frees it with the call. */
static SEXP text(const char** at) {
  const char* from = ++*at;
  size_t most = 0;
  for (const char* end = from; *end && *end != '"'; ++end, ++most)
    if (*end == '\\' && end[1]) ++end, ++most;
  char* made = R_alloc(most + 1, 1);
  char* to = made;
  while (*from && *from != '"') {
    if (*from != '\\') {
      *to++ = *from++;
      continue;
    }
    ++from;
    if (*from == 'u' && strlen(from) > 4) {
      unsigned code = four(from + 1);
      from += 5;
      if (code >= 0xD800 && code < 0xDC00 && from[0] == '\\' && from[1] == 'u') {
        code = 0x10000 + ((code - 0xD800) << 10) + (four(from + 2) - 0xDC00);
        from += 6;
      }
      to = utf8(to, code);
    } else {
      const char* names = "nrtbf";
      const char* means = "\n\r\t\b\f";
      const char* found = *from ? strchr(names, *from) : NULL;
      *to++ = found ? means[found - names] : *from;
      if (*from) ++from;
    }
  }
  *at = *from ? from + 1 : from;
  return Rf_mkCharLenCE(made, (int)(to - made), CE_UTF8);
}

/* Elements of an array, or members of an object with their names. */
static SEXP many(const char** at, int named) {
  const char close = named ? '}' : ']';
  int room = 8, count = 0;
  PROTECT_INDEX values_at, names_at;
  SEXP values, names;
  PROTECT_WITH_INDEX(values = Rf_allocVector(VECSXP, room), &values_at);
  PROTECT_WITH_INDEX(names = Rf_allocVector(STRSXP, room), &names_at);
  ++*at;
  for (blank(at); **at && **at != close; blank(at)) {
    if (count == room) {
      room *= 2;
      REPROTECT(values = Rf_lengthgets(values, room), values_at);
      REPROTECT(names = Rf_lengthgets(names, room), names_at);
    }
    if (named) {
      SET_STRING_ELT(names, count, text(at));
      blank(at);
      if (**at == ':') ++*at;
    }
    SET_VECTOR_ELT(values, count++, value(at));
    blank(at);
    if (**at == ',') ++*at;
  }
  if (**at) ++*at;
  REPROTECT(values = Rf_lengthgets(values, count), values_at);
  REPROTECT(names = Rf_lengthgets(names, count), names_at);
  if (named) Rf_setAttrib(values, R_NamesSymbol, names);
  UNPROTECT(2);
  return values;
}

static SEXP value(const char** at) {
  blank(at);
  if (**at == '{') return many(at, 1);
  if (**at == '[') return many(at, 0);
  if (**at == '"') return Rf_ScalarString(text(at));
  if (strncmp(*at, "null", 4) == 0) return *at += 4, R_NilValue;
  if (strncmp(*at, "true", 4) == 0) return *at += 4, Rf_ScalarLogical(1);
  if (strncmp(*at, "false", 5) == 0) return *at += 5, Rf_ScalarLogical(0);
  char* end;
  const double number = R_strtod(*at, &end);
  if (end == *at) Rf_error("guise: a document that is no JSON");
  *at = end;
  return Rf_ScalarReal(number);
}

SEXP guise_r_from_json(const char* from) { return value(&from); }
