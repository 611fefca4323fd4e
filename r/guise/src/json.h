/* SPDX-License-Identifier: Apache-2.0
 * A JSON text as R's lists. */
#ifndef GUISE_R_JSON_H
#define GUISE_R_JSON_H
#include <Rinternals.h>

/* Of the documents that libguise writes, which are well formed. */
SEXP guise_r_from_json(const char* text);

#endif
