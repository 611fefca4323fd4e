/* SPDX-License-Identifier: Apache-2.0
 * One session of libguise for one job: tables in, the job in a thread of its own so that R can interrupt it, data frames out. */
#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>
#include <errno.h>
#include <guise.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "json.h"

typedef struct {
  guise_session* session;
  const char* request;
  guise_detail detail;
  char* result;
  guise_status status;
  int done;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
} Work;

/* Closes the session, whatever R does: an error in R leaves by a long jump. */
static void close_session(SEXP pointer) {
  guise_session_close(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void check(guise_session* session, guise_status status) {
  if (status == GUISE_OK) return;
  SEXP words = PROTECT(guise_r_from_json(guise_error(session)));
  SEXP names = Rf_getAttrib(words, R_NamesSymbol);
  for (R_xlen_t i = 0; i < Rf_xlength(words); ++i)
    if (strcmp(CHAR(STRING_ELT(names, i)), "sentence") == 0) Rf_error("%s", CHAR(STRING_ELT(VECTOR_ELT(words, i), 0)));
  Rf_error("guise failed without words");
}

static void put_texts(SEXP column, guise_column* to) {
  const R_xlen_t records = Rf_xlength(column);
  int64_t* ends = (int64_t*)R_alloc((size_t)records + 1, sizeof(int64_t));
  uint8_t* valid = (uint8_t*)R_alloc((size_t)records / 8 + 1, 1);
  memset(valid, 0, (size_t)records / 8 + 1);
  size_t size = 0;
  for (R_xlen_t i = 0; i < records; ++i)
    if (STRING_ELT(column, i) != NA_STRING) size += strlen(CHAR(STRING_ELT(column, i)));
  char* bytes = R_alloc(size + 1, 1);
  ends[0] = 0;
  for (R_xlen_t i = 0; i < records; ++i) {
    ends[i + 1] = ends[i];
    if (STRING_ELT(column, i) == NA_STRING) continue;
    const char* text = CHAR(STRING_ELT(column, i));
    memcpy(bytes + ends[i], text, strlen(text));
    ends[i + 1] += (int64_t)strlen(text);
    valid[i / 8] = (uint8_t)(valid[i / 8] | 1u << i % 8);
  }
  to->type = GUISE_TEXT64, to->data = bytes, to->ends = ends, to->valid = valid, to->step = 0;
}

static void put_table(guise_session* session, const char* name, SEXP table) {
  const R_xlen_t width = Rf_xlength(table);
  SEXP names = Rf_getAttrib(table, R_NamesSymbol);
  guise_column* columns = (guise_column*)R_alloc((size_t)width + 1, sizeof(guise_column));
  R_xlen_t records = 0;
  for (R_xlen_t j = 0; j < width; ++j) {
    SEXP column = VECTOR_ELT(table, j);
    records = Rf_xlength(column);
    columns[j] = (guise_column){Rf_translateCharUTF8(STRING_ELT(names, j)), GUISE_FLOAT64, NULL, sizeof(double), NULL, NULL};
    if (TYPEOF(column) == REALSXP)
      columns[j].data = REAL(column);
    else
      put_texts(column, &columns[j]);
  }
  check(session, guise_table_columns(session, name, columns, width, records));
}

static void* do_job(void* given) {
  Work* work = given;
  const guise_status status = guise_run(work->session, work->request, work->detail, &work->result);
  pthread_mutex_lock(&work->mutex);
  work->status = status, work->done = 1;
  pthread_cond_signal(&work->changed);
  pthread_mutex_unlock(&work->mutex);
  return NULL;
}

static void look_for_interrupt(void* nothing) {
  (void)nothing;
  R_CheckUserInterrupt();
}

/* Waits for the job; an interrupt stops it first. */
static int wait_for(Work* work, pthread_t thread) {
  int interrupted = 0;
  pthread_mutex_lock(&work->mutex);
  while (!work->done) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    if (until.tv_nsec >= 1000000000) until.tv_nsec -= 1000000000, ++until.tv_sec;
    pthread_cond_timedwait(&work->changed, &work->mutex, &until);
    if (work->done || interrupted) continue;
    pthread_mutex_unlock(&work->mutex);
    if (!R_ToplevelExec(look_for_interrupt, NULL)) interrupted = 1, guise_cancel(work->session);
    pthread_mutex_lock(&work->mutex);
  }
  pthread_mutex_unlock(&work->mutex);
  pthread_join(thread, NULL);
  return interrupted;
}

static SEXP run(guise_session* session, const char* request, guise_detail detail) {
  Work work = {session, request, detail, NULL, GUISE_OK, 0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};
  pthread_t thread;
  if (pthread_create(&thread, NULL, do_job, &work) != 0) Rf_error("guise: no thread can be started: %s", strerror(errno));
  const int interrupted = wait_for(&work, thread);
  if (interrupted) {
    guise_free(work.result);
    Rf_error("guise: stopped as asked");
  }
  check(session, work.status);
  SEXP text = PROTECT(Rf_mkString(work.result)); /* R's memory: reading it may fail */
  guise_free(work.result);
  SEXP result = guise_r_from_json(CHAR(STRING_ELT(text, 0)));
  UNPROTECT(1);
  return result;
}

static SEXP kept_column(const guise_result* from, int64_t column) {
  const char* data;
  const int64_t* ends;
  const uint8_t* valid;
  guise_result_texts(from, column, &data, &ends, &valid);
  SEXP out = PROTECT(Rf_allocVector(STRSXP, (R_xlen_t)from->records));
  for (R_xlen_t i = 0; i < from->records; ++i)
    SET_STRING_ELT(out, i, valid[i / 8] >> i % 8 & 1 ? Rf_mkCharLenCE(data + ends[i], (int)(ends[i + 1] - ends[i]), CE_UTF8) : NA_STRING);
  UNPROTECT(1);
  return out;
}

static SEXP number_column(const guise_result* from, int64_t column) {
  SEXP out = Rf_allocVector(REALSXP, (R_xlen_t)from->records);
  const double* values = from->values;
  for (R_xlen_t i = 0; i < from->records; ++i) REAL(out)[i] = values[i * from->numbers + column];
  return out;
}

/* What a job wrote to a place, as a data frame. */
static SEXP taken(guise_session* session, const char* place) {
  guise_result from;
  check(session, guise_table_take(session, place, &from));
  SEXP columns = PROTECT(guise_r_from_json(from.columns));
  const R_xlen_t width = (R_xlen_t)(from.texts + from.numbers);
  SEXP out = PROTECT(Rf_allocVector(VECSXP, width)), names = PROTECT(Rf_allocVector(STRSXP, width));
  for (R_xlen_t j = 0; j < width; ++j) {
    SET_VECTOR_ELT(out, j, j < from.texts ? kept_column(&from, j) : number_column(&from, j - from.texts));
    SET_STRING_ELT(names, j, STRING_ELT(VECTOR_ELT(VECTOR_ELT(columns, j), 0), 0)); /* "name" comes first */
  }
  SEXP rows = PROTECT(Rf_allocVector(INTSXP, 2));
  INTEGER(rows)[0] = NA_INTEGER, INTEGER(rows)[1] = -(int)from.records;
  Rf_setAttrib(out, R_NamesSymbol, names);
  Rf_setAttrib(out, R_RowNamesSymbol, rows);
  Rf_setAttrib(out, R_ClassSymbol, Rf_mkString("data.frame"));
  guise_result_release(&from);
  UNPROTECT(4);
  return out;
}

/* The card of the first place, where the job wrote one. */
static SEXP card_of(guise_session* session, SEXP places) {
  if (Rf_xlength(places) == 0) return R_NilValue;
  char name[200], *text = NULL;
  snprintf(name, sizeof(name), "%s.card.json", CHAR(STRING_ELT(places, 0)));
  if (guise_text_get(session, name, &text) != GUISE_OK) return R_NilValue;
  SEXP out = Rf_mkString(text);
  guise_free(text);
  return out;
}

static SEXP guise_r_run(SEXP tables, SEXP request, SEXP places, SEXP texts, SEXP text_names, SEXP detail) {
  guise_session* session = NULL;
  check(NULL, guise_session_open(&session));
  SEXP owner = PROTECT(R_MakeExternalPtr(session, R_NilValue, R_NilValue));
  R_RegisterCFinalizerEx(owner, close_session, TRUE);
  SEXP names = Rf_getAttrib(tables, R_NamesSymbol);
  for (R_xlen_t i = 0; i < Rf_xlength(tables); ++i) put_table(session, CHAR(STRING_ELT(names, i)), VECTOR_ELT(tables, i));
  for (R_xlen_t i = 0; i < Rf_xlength(places); ++i) check(session, guise_table_place(session, CHAR(STRING_ELT(places, i))));
  for (R_xlen_t i = 0; i < Rf_xlength(texts); ++i)
    check(session, guise_text_put(session, CHAR(STRING_ELT(text_names, i)), CHAR(STRING_ELT(texts, i))));
  SEXP result = PROTECT(run(session, CHAR(STRING_ELT(request, 0)), (guise_detail)Rf_asInteger(detail)));
  SEXP out = PROTECT(Rf_allocVector(VECSXP, 3)), out_names = PROTECT(Rf_allocVector(STRSXP, 3));
  SEXP written = PROTECT(Rf_allocVector(VECSXP, Rf_xlength(places)));
  for (R_xlen_t i = 0; i < Rf_xlength(places); ++i) SET_VECTOR_ELT(written, i, taken(session, CHAR(STRING_ELT(places, i))));
  Rf_setAttrib(written, R_NamesSymbol, places);
  SET_VECTOR_ELT(out, 0, result);
  SET_VECTOR_ELT(out, 1, written);
  SET_VECTOR_ELT(out, 2, card_of(session, places));
  SET_STRING_ELT(out_names, 0, Rf_mkChar("result"));
  SET_STRING_ELT(out_names, 1, Rf_mkChar("places"));
  SET_STRING_ELT(out_names, 2, Rf_mkChar("texts"));
  Rf_setAttrib(out, R_NamesSymbol, out_names);
  close_session(owner);
  UNPROTECT(5);
  return out;
}

static SEXP guise_r_version(void) { return Rf_mkString(guise_version()); }

static const R_CallMethodDef methods[] = {{"C_guise_r_run", (DL_FUNC)&guise_r_run, 6}, {"C_guise_r_version", (DL_FUNC)&guise_r_version, 0}, {NULL, NULL, 0}};

void R_init_guise(DllInfo* info) {
  R_registerRoutines(info, NULL, methods, NULL, NULL);
  R_useDynamicSymbols(info, FALSE);
}
