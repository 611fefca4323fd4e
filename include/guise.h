/* SPDX-License-Identifier: Apache-2.0
 * guise in C: mask a numeric table, attack the release, audit, mine. docs/c.md explains it with examples.
 *
 * Work happens in sessions. A session holds tables in memory under names; a request, in JSON, says which job is done with which
 * tables, by "memory:NAME" or by the name of a file. Functions return GUISE_OK or the kind of failure, and guise_error() says
 * more. A session serves one call at a time, and others wait; only guise_cancel() may come in between, from any thread. Several
 * sessions work at once. Texts are UTF-8.
 */
#ifndef GUISE_H
#define GUISE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows with the interface; what was there keeps its meaning. guise_api_version() is that of the library. */
#define GUISE_API_VERSION 1

#if defined(_WIN32)
#define GUISE_API
#else
#define GUISE_API __attribute__((visibility("default")))
#endif

typedef enum guise_status {
  GUISE_OK = 0,
  GUISE_ENVIRONMENT = 1, /* disk full, file vanished, memory ran out, numerics broke down */
  GUISE_USAGE = 2,       /* a setting, or the content of the input */
  GUISE_STOPPED = 3,     /* guise_cancel() was called; nothing was written */
  GUISE_FORKED = 4,      /* this process was forked after guise had worked: its threads are gone */
  GUISE_FAULT = 5        /* a mistake of guise itself */
} guise_status;

/* Arrow's C data interface (https://arrow.apache.org/docs/format/CDataInterface.html), as every program declares it. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};
#endif
#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};
#endif

GUISE_API int32_t guise_api_version(void);
GUISE_API const char* guise_version(void); /* "0.2.0" */

/* What there is, as JSON: the jobs with their fields, masks, attacks, measures, tasks, attackers, topics of theory. */
GUISE_API const char* guise_describe(void);

/* Frees a text that a function gave by char**. */
GUISE_API void guise_free(void* text);

/* Sessions --------------------------------------------------------------------------------------------------------------- */
typedef struct guise_session guise_session;

/* On failure *out is NULL, and guise_error(NULL) says why. */
GUISE_API guise_status guise_session_open(guise_session** out);
/* Stops and awaits the session's job, and frees its tables and texts; what was taken out of it stays. NULL is allowed. */
GUISE_API void guise_session_close(guise_session* session);

/* The last failure of the session, as JSON: {"kind": "usage", "sentence": …, "advice": [{"field": "keep", "value": "id"}]}. The
 * sentence names fields of requests as ‘keep=id’. Valid until the session's next call. NULL: of guise_session_open() and of
 * functions without a session, on this thread. */
GUISE_API const char* guise_error(const guise_session* session);

/* 0: as many as there are cores. */
GUISE_API guise_status guise_set_threads(guise_session* session, int32_t threads);

/* Called now and then while a job runs, from any thread, one call at a time. `total` is 0 while it is unknown. */
typedef void (*guise_progress)(void* context, const char* stage, int64_t done, int64_t total, const char* unit);
GUISE_API guise_status guise_set_progress(guise_session* session, guise_progress progress, void* context);
/* Called at once with what must not wait for the result, such as that these records were released before. */
typedef void (*guise_warning)(void* context, const char* sentence);
GUISE_API guise_status guise_set_warning(guise_session* session, guise_warning warning, void* context);

/* Stops the job that the session is doing: its call returns GUISE_STOPPED soon. Callable from any thread and from signal
 * handlers. The next job is not stopped. */
GUISE_API void guise_cancel(guise_session* session);

/* Tables ----------------------------------------------------------------------------------------------------------------- */
typedef enum guise_type {
  GUISE_FLOAT32 = 0,
  GUISE_FLOAT64 = 1,
  GUISE_INT8 = 2,
  GUISE_INT16 = 3,
  GUISE_INT32 = 4,
  GUISE_INT64 = 5,
  GUISE_UINT8 = 6,
  GUISE_UINT16 = 7,
  GUISE_UINT32 = 8,
  GUISE_UINT64 = 9,
  GUISE_BOOL = 10,   /* a byte, 0 or 1 */
  GUISE_TEXT32 = 11, /* `ends` are int32_t */
  GUISE_TEXT64 = 12  /* `ends` are int64_t */
} guise_type;

typedef struct guise_column {
  const char* name;
  int32_t type;         /* guise_type */
  const void* data;     /* of numbers: the first one; of texts: all bytes */
  int64_t step;         /* bytes from one number to the next; not for texts */
  const void* ends;     /* of texts: records + 1 positions in `data`; text i is [ends[i], ends[i + 1]) */
  const uint8_t* valid; /* a bit for each record, lowest first, 0 = missing; NULL: none is missing */
} guise_column;

/* A table in the caller's memory, under "memory:NAME". Nothing is copied: the memory must stay as it is until the name is
 * dropped or the session closed. NAME is made of letters, digits and _. */
GUISE_API guise_status guise_table_columns(guise_session* session, const char* name, const guise_column* columns,
                                           int64_t n_columns, int64_t n_records);

typedef enum guise_keep {
  GUISE_HOLD = 0, /* the stream's batches stay in memory: right where they lie in memory anyway */
  GUISE_SPOOL = 1 /* they go to a temporary file without a name: right for streams larger than memory */
} guise_keep;

/* Reads the stream to its end and releases it, whatever happens. Columns of lists of numbers, all of one length, become as many
 * columns NAME_1, NAME_2, …; those of other types can be neither masked nor kept. */
GUISE_API guise_status guise_table_stream(guise_session* session, const char* name, struct ArrowArrayStream* stream,
                                          guise_keep keep);

/* A place in memory for what a job writes: {"out": "memory:NAME"}. Further jobs can read it there. */
GUISE_API guise_status guise_table_place(guise_session* session, const char* name);

/* A stream of Arrow batches of what a job writes to "memory:NAME", while it writes: for releases larger than memory. The job
 * runs in one thread, the stream is read in another; the job waits while nobody reads. Releasing the stream before its end
 * gives up the job. Where the job fails, the stream fails with its words. */
GUISE_API guise_status guise_table_flow(guise_session* session, const char* name, struct ArrowArrayStream* out);

/* What a job wrote. Kept columns come first, as texts; then numbers, record by record. */
typedef struct guise_result {
  int64_t records, numbers, texts; /* of records, of columns of numbers, of kept columns */
  int32_t type;                    /* of the numbers: GUISE_FLOAT64, or GUISE_FLOAT32 where all that was masked was float32 */
  const void* values;              /* records x numbers, record by record */
  const char* columns; /* JSON: [{"name": …, "type": "text", "was": "BIGINT"}, {"name": …, "type": "integer"}, …] */
  void* owner;         /* of all of it */
} guise_result;
GUISE_API guise_status guise_table_take(guise_session* session, const char* name, guise_result* out);
/* A kept column: texts [ends[i], ends[i + 1]) of `data`, as long as the result is not released. */
GUISE_API guise_status guise_result_texts(const guise_result* result, int64_t column, const char** data, const int64_t** ends,
                                          const uint8_t** valid);
GUISE_API void guise_result_release(guise_result* result); /* the memory outlives session and place until then */
/* The same as a stream of Arrow batches, which outlives the session as well. */
GUISE_API guise_status guise_table_export(guise_session* session, const char* name, struct ArrowArrayStream* out);

/* For Python: the destructor of a capsule "arrow_array_stream" whose stream lies in memory of malloc(). Releases the stream
 * where nobody took it, and frees the memory. */
GUISE_API void guise_capsule_free(void* capsule);

/* Forgets the table, place or text. */
GUISE_API guise_status guise_drop(guise_session* session, const char* name);

/* A small file beside the tables, such as "release.card.json" for the card of "memory:release", or a model; requests call it
 * "memory:NAME.ENDING". The second reads what a job wrote, such as "release.card.json" or "release.key". */
GUISE_API guise_status guise_text_put(guise_session* session, const char* name, const char* text);
GUISE_API guise_status guise_text_get(guise_session* session, const char* name, char** text);

/* Jobs ------------------------------------------------------------------------------------------------------------------- */
typedef enum guise_detail { GUISE_SUMMARY = 0, GUISE_FULL = 1 } guise_detail;

/* Does a job: {"guise_request": 1, "job": "audit", "input": "memory:people", "masks": ["noise(snr=2)"]}; schema/ has the
 * fields. The result is the same document that `guise JOB --json` prints. */
GUISE_API guise_status guise_run(guise_session* session, const char* request, guise_detail detail, char** result);

/* Of a whole result of the job audit: its summary, and its report in a folder (audit.json and report.html). */
GUISE_API guise_status guise_audit_summary(guise_session* session, const char* audit, char** summary);
GUISE_API guise_status guise_audit_save(guise_session* session, const char* audit, const char* folder);

/* What is proved: works out a topic of theory. Settings are JSON, such as {"records": 100, "eps": 0.5} of the topic "jl"; lists
 * are lists of numbers or names of tables. The answer has a sentence, `text`, and `figures`. guise_topics() lists the topics
 * with their settings. */
GUISE_API guise_status guise_theory(guise_session* session, const char* topic, const char* settings, char** result);
GUISE_API const char* guise_topics(void);

/* Makes a key file, never over another one, or shows one: {"file": …, "fingerprint": …}. */
GUISE_API guise_status guise_key_new(guise_session* session, const char* file, char** result);
GUISE_API guise_status guise_key_show(guise_session* session, const char* file, char** result);

#ifdef __cplusplus
}
#endif
#endif
