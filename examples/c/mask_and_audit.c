/* SPDX-License-Identifier: Apache-2.0
 * Masks a table that lies in memory, reads the release, and asks an audit whether it may be published.
 *   cc mask_and_audit.c -lguise -o mask_and_audit && ./mask_and_audit
 */
#include <guise.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kRecords = 2000 };

/* What to do where a function fails: its words are JSON, with the kind of failure and advice. */
static void must(guise_session* session, guise_status status) {
  if (status == GUISE_OK) return;
  fprintf(stderr, "%s\n", guise_error(session));
  exit(1);
}

int main(void) {
  static double age[kRecords], income[kRecords];
  unsigned state = 1; /* any numbers will do here */
  for (int i = 0; i < kRecords; ++i) {
    state = state * 1664525u + 1013904223u;
    age[i] = 20 + (state >> 24) / 5.0;
    state = state * 1664525u + 1013904223u;
    income[i] = 1000 + 50 * age[i] + (state >> 22);
  }
  const guise_column columns[] = {{"age", GUISE_FLOAT64, age, sizeof(double), NULL, NULL},
                                  {"income", GUISE_FLOAT64, income, sizeof(double), NULL, NULL}};

  guise_session* session = NULL;
  must(NULL, guise_session_open(&session));
  must(session, guise_table_columns(session, "people", columns, 2, kRecords));
  must(session, guise_table_place(session, "masked"));

  char* card = NULL;
  must(session, guise_run(session,
                          "{\"guise_request\": 1, \"job\": \"mask\", \"input\": \"memory:people\", \"out\": \"memory:masked\","
                          " \"mask\": \"noise(snr=2)\", \"forget_key\": true}",
                          GUISE_FULL, &card));
  guise_result masked;
  must(session, guise_table_take(session, "masked", &masked));
  const double* values = masked.values;
  printf("released %lld records of %lld columns; the first is %.1f, %.1f\n", (long long)masked.records,
         (long long)masked.numbers, values[0], values[1]);
  guise_result_release(&masked);
  guise_free(card);

  char* verdict = NULL;
  must(session, guise_run(session,
                          "{\"guise_request\": 1, \"job\": \"audit\", \"input\": \"memory:people\","
                          " \"masks\": [\"noise(snr=2)\"], \"brief\": true, \"seed\": 1}",
                          GUISE_SUMMARY, &verdict));
  const char* headline = strstr(verdict, "\"headline\"");
  printf("%.*s\n", (int)strcspn(headline, "\n"), headline);
  guise_free(verdict);
  guise_session_close(session);
  return 0;
}
