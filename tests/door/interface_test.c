/* SPDX-License-Identifier: Apache-2.0
 * The C interface as a program in C meets it. Prints one line per check that fails; exit code 1 where there is any. */
#include <guise.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int failed = 0, checked = 0;
#define CHECK(holds)                                              \
  do {                                                            \
    ++checked;                                                    \
    if (!(holds)) {                                               \
      ++failed;                                                   \
      printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #holds); \
    }                                                             \
  } while (0)

enum { kRecords = 5000, kColumns = 3 };
static double values[kRecords][kColumns];
static float singles[kRecords * 2];

static void fill(void) {
  unsigned state = 7;
  for (int i = 0; i < kRecords; ++i)
    for (int j = 0; j < kColumns; ++j) {
      state = state * 1664525u + 1013904223u;
      values[i][j] = (state >> 8) / 65536.0 + (j > 0 ? values[i][0] : 0);
    }
  for (int i = 0; i < kRecords * 2; ++i) singles[i] = (float)(i % 977) / 7;
}

static guise_session* opened(void) {
  guise_session* session = NULL;
  CHECK(guise_session_open(&session) == GUISE_OK);
  return session;
}

static void put_table(guise_session* session, const char* name) {
  const guise_column columns[kColumns] = {
      {"a", GUISE_FLOAT64, &values[0][0], sizeof(values[0]), NULL, NULL},
      {"b", GUISE_FLOAT64, &values[0][1], sizeof(values[0]), NULL, NULL},
      {"c", GUISE_FLOAT64, &values[0][2], sizeof(values[0]), NULL, NULL},
  };
  CHECK(guise_table_columns(session, name, columns, kColumns, kRecords) == GUISE_OK);
}

static guise_status run(guise_session* session, const char* request) {
  char* result = NULL;
  const guise_status status = guise_run(session, request, GUISE_FULL, &result);
  CHECK((status == GUISE_OK) == (result != NULL));
  guise_free(result);
  return status;
}

static const char* mask_request(const char* mask) {
  static char text[400];
  snprintf(text, sizeof(text),
           "{\"guise_request\":1,\"job\":\"mask\",\"input\":\"memory:t\",\"out\":\"memory:r\",\"mask\":\"%s\",\"key\":\"memory:k.key\"}",
           mask);
  return text;
}

static void masks_what_lies_in_memory(void) {
  guise_session* session = opened();
  put_table(session, "t");
  CHECK(guise_table_place(session, "r") == GUISE_OK);
  char* key = NULL;
  CHECK(guise_key_new(session, "memory:k.key", &key) == GUISE_OK);
  CHECK(key && strstr(key, "fingerprint"));
  guise_free(key);
  CHECK(run(session, mask_request("rotate")) == GUISE_OK);

  guise_result rotated;
  CHECK(guise_table_take(session, "r", &rotated) == GUISE_OK);
  CHECK(rotated.records == kRecords && rotated.numbers == kColumns && rotated.texts == 0 && rotated.type == GUISE_FLOAT64);
  const double* y = rotated.values;
  double worst = 0; /* a rotation keeps the distance of every record from the origin */
  for (int i = 0; i < kRecords; ++i) {
    double before = 0, after = 0;
    for (int j = 0; j < kColumns; ++j) before += values[i][j] * values[i][j], after += y[i * kColumns + j] * y[i * kColumns + j];
    worst = fmax(worst, fabs(after - before) / before);
  }
  CHECK(worst < 1e-12);
  CHECK(memcmp(y, values, sizeof(values)) != 0);

  struct ArrowArrayStream stream;
  CHECK(guise_table_export(session, "r", &stream) == GUISE_OK);
  char* card = NULL;
  CHECK(guise_text_get(session, "r.card.json", &card) == GUISE_OK);
  CHECK(card && strstr(card, "rotate"));
  guise_free(card);
  guise_session_close(session); /* the result and the stream outlive it */

  struct ArrowSchema schema;
  CHECK(stream.get_schema(&stream, &schema) == 0);
  CHECK(schema.n_children == kColumns && strcmp(schema.children[0]->format, "g") == 0);
  schema.release(&schema);
  int64_t at = 0;
  for (;;) {
    struct ArrowArray array;
    CHECK(stream.get_next(&stream, &array) == 0);
    if (!array.release) break;
    for (int j = 0; j < kColumns; ++j) {
      const double* column = array.children[j]->buffers[1];
      for (int64_t i = 0; i < array.length; ++i)
        if (column[i] != y[(at + i) * kColumns + j]) CHECK(!"a stream has other values than the result");
    }
    at += array.length;
    array.release(&array);
  }
  CHECK(at == kRecords);
  stream.release(&stream);
  guise_result_release(&rotated);
  guise_result_release(&rotated); /* twice is once */
}

static void reads_its_own_streams(void) {
  guise_session* session = opened();
  put_table(session, "t");
  CHECK(guise_table_place(session, "r") == GUISE_OK);
  char* key = NULL;
  CHECK(guise_key_new(session, "memory:k.key", &key) == GUISE_OK);
  guise_free(key);
  CHECK(run(session, mask_request("noise(sd=1)")) == GUISE_OK);
  guise_result first;
  CHECK(guise_table_take(session, "r", &first) == GUISE_OK);
  for (int keep = GUISE_HOLD; keep <= GUISE_SPOOL; ++keep) {
    /* the release as a stream, masked by a shift of nothing: the same numbers */
    struct ArrowArrayStream stream;
    CHECK(guise_table_export(session, "r", &stream) == GUISE_OK);
    CHECK(guise_table_stream(session, "s", &stream, (guise_keep)keep) == GUISE_OK);
    CHECK(stream.release == NULL);
    CHECK(guise_table_stream(session, "closed", &stream, (guise_keep)keep) == GUISE_USAGE);
    char* measured = NULL;
    CHECK(guise_run(session, "{\"guise_request\":1,\"job\":\"measure\",\"truth\":\"memory:r\",\"guess\":\"memory:s\"}", GUISE_FULL,
                    &measured) == GUISE_OK);
    CHECK(measured && strstr(measured, "\"nrmse\""));
    guise_free(measured);
    CHECK(guise_drop(session, "s") == GUISE_OK);
  }
  guise_result_release(&first);
  guise_session_close(session);
}

static void singles_stay_singles(void) {
  guise_session* session = opened();
  const guise_column columns[] = {{"x", GUISE_FLOAT32, singles, 8, NULL, NULL}, {"y", GUISE_FLOAT32, singles + 1, 8, NULL, NULL}};
  CHECK(guise_table_columns(session, "t", columns, 2, kRecords) == GUISE_OK);
  CHECK(guise_table_place(session, "r") == GUISE_OK);
  CHECK(run(session,
            "{\"guise_request\":1,\"job\":\"mask\",\"input\":\"memory:t\",\"out\":\"memory:r\",\"mask\":\"rotate\",\"forget_key\":true}") ==
        GUISE_OK);
  guise_result rotated;
  CHECK(guise_table_take(session, "r", &rotated) == GUISE_OK);
  CHECK(rotated.type == GUISE_FLOAT32);
  guise_result_release(&rotated);
  guise_session_close(session);
}

static void failures_are_data(void) {
  guise_session* session = opened();
  CHECK(guise_session_open(NULL) == GUISE_USAGE);
  CHECK(guise_set_threads(NULL, 1) == GUISE_USAGE);
  CHECK(strstr(guise_error(NULL), "session is NULL"));
  CHECK(run(session, "{") == GUISE_USAGE);
  CHECK(strstr(guise_error(session), "is not JSON"));
  CHECK(run(session, "{\"guise_request\":1,\"job\":\"adit\"}") == GUISE_USAGE);
  CHECK(strstr(guise_error(session), "did you mean 'audit'?"));
  CHECK(run(session, NULL) == GUISE_USAGE);
  CHECK(run(session, mask_request("rotate")) == GUISE_USAGE); /* there is no such table */
  put_table(session, "t");
  CHECK(guise_table_columns(session, "t", NULL, 0, 0) == GUISE_USAGE);
  CHECK(strstr(guise_error(session), "memory:t is there already"));
  CHECK(guise_table_place(session, "../x") == GUISE_USAGE);
  CHECK(guise_text_put(session, "../../x.json", "{}") == GUISE_USAGE);
  CHECK(guise_table_place(session, "r") == GUISE_OK);
  guise_result nothing;
  CHECK(guise_table_take(session, "r", &nothing) == GUISE_USAGE);
  CHECK(strstr(guise_error(session), "holds nothing yet"));
  CHECK(run(session, mask_request("rotate(x=1)")) == GUISE_USAGE);
  CHECK(strstr(guise_error(session), "\"kind\""));
  guise_session_close(session);
  guise_session_close(NULL);
  guise_free(NULL);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static volatile int told = 0;
static void tell(void* context, const char* stage, int64_t done, int64_t total, const char* unit) {
  (void)done, (void)total;
  if (stage[0] && unit[0]) told = 1;
  guise_cancel(context); /* as soon as there is anything to stop */
}

static void stops_when_asked(void) {
  guise_session* session = opened();
  put_table(session, "t");
  CHECK(guise_table_place(session, "r") == GUISE_OK);
  CHECK(guise_set_progress(session, tell, session) == GUISE_OK);
  const char* audit = "{\"guise_request\":1,\"job\":\"audit\",\"input\":\"memory:t\",\"masks\":[\"noise(snr=2)\"],\"seed\":1,\"effort\":\"full\"}";
  const double start = now();
  CHECK(run(session, audit) == GUISE_STOPPED);
  CHECK(told);
  CHECK(now() - start < 5);
  CHECK(strstr(guise_error(session), "stopped"));
  CHECK(guise_set_progress(session, NULL, NULL) == GUISE_OK);
  CHECK(run(session, "{\"guise_request\":1,\"job\":\"inspect\",\"input\":\"memory:t\"}") == GUISE_OK); /* the next one is not stopped */
  guise_session_close(session);
}

static void* mask_alone(void* seed) {
  (void)seed;
  guise_session* session = opened();
  put_table(session, "t");
  CHECK(guise_table_place(session, "r") == GUISE_OK);
  char* key = NULL;
  CHECK(guise_key_new(session, "memory:k.key", &key) == GUISE_OK);
  guise_free(key);
  CHECK(run(session, mask_request("standardize | rotate")) == GUISE_OK);
  guise_session_close(session);
  return NULL;
}

static void threads_work_at_once(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) CHECK(pthread_create(&threads[i], NULL, mask_alone, NULL) == 0);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
}

static void a_fork_after_work_is_refused(void) {
  guise_session* session = opened();
  put_table(session, "t");
  CHECK(run(session, "{\"guise_request\":1,\"job\":\"inspect\",\"input\":\"memory:t\"}") == GUISE_OK);
  const pid_t child = fork();
  if (child == 0) {
    char* result = NULL;
    const guise_status status = guise_run(session, "{\"guise_request\":1,\"job\":\"inspect\",\"input\":\"memory:t\"}", GUISE_FULL, &result);
    _exit(status == GUISE_FORKED && strstr(guise_error(session), "spawn") ? 0 : 1);
  }
  int code = -1;
  CHECK(waitpid(child, &code, 0) == child && WIFEXITED(code) && WEXITSTATUS(code) == 0);
  CHECK(run(session, "{\"guise_request\":1,\"job\":\"inspect\",\"input\":\"memory:t\"}") == GUISE_OK); /* the parent works on */
  guise_session_close(session);
}

int main(void) {
  fill();
  CHECK(guise_api_version() == GUISE_API_VERSION);
  CHECK(strlen(guise_version()) >= 5);
  CHECK(strstr(guise_describe(), "\"advise\"") && strstr(guise_describe(), "\"rotate\""));
  masks_what_lies_in_memory();
  reads_its_own_streams();
  singles_stay_singles();
  failures_are_data();
  stops_when_asked();
  threads_work_at_once();
  a_fork_after_work_is_refused();
  printf("%d checks, %d failed\n", checked, failed);
  return failed ? 1 : 0;
}
