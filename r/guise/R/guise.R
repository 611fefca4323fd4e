# SPDX-License-Identifier: Apache-2.0
# The jobs on data frames. Arguments in ... are fields of requests, as `guise JOB --help` and schema/request.schema.json have them.

guise_version <- function() .Call(C_guise_r_version)

mask <- function(data, mask, key = NULL, ...) {
  fields <- list(input = "memory:table", mask = mask, out = "memory:release", ...)
  if (is.null(key)) fields$forget_key <- TRUE else fields$key <- key_path(key)
  done <- run_job("mask", fields, tables = list(table = data), places = "release")
  release <- with_kept(done$places$release, data, fields)
  attr(release, "card") <- done$texts
  release
}

audit <- function(data, masks = NULL, released = NULL, card = attr(released, "card"), ...) {
  fields <- list(input = "memory:table", masks = as_list(masks), ...)
  tables <- list(table = data)
  texts <- character()
  if (!is.null(released)) {
    tables$released <- released
    fields$released <- "memory:released"
    if (is.null(card)) fields$no_card <- TRUE else texts <- c(released.card.json = card)
  }
  done <- run_job("audit", fields, tables, texts = texts, detail = 0L)
  structure(done$result, class = "guise_audit")
}

attack <- function(release, attack, knows = NULL, truth = NULL, card = attr(release, "card"), ...) {
  fields <- list(release = "memory:release", with = attack, out = "memory:guess", ...)
  tables <- list(release = release)
  texts <- character()
  if (is.null(card)) fields$no_card <- TRUE else texts <- c(release.card.json = card)
  if (!is.null(truth)) {
    tables$truth <- truth
    fields$truth <- "memory:truth"
  }
  for (fact in names(knows)) {
    value <- knows[[fact]]
    if (is.data.frame(value)) {
      name <- paste0("known", length(tables))
      tables[[name]] <- value
      value <- paste0("memory:", name)
    }
    fields$knows <- c(fields$knows, list(if (isTRUE(value)) fact else paste0(fact, "=", format(value, digits = 17))))
  }
  done <- run_job("attack", fields, tables, places = "guess", texts = texts)
  structure(c(list(guess = done$places$guess), done$result), class = "guise_attack")
}

print.guise_audit <- function(x, ...) {
  for (each in x$masks) {
    cat(each$mask, ": ", each$verdict$headline, "\n", sep = "")
    for (sentence in each$verdict$sentences) cat(strwrap(sentence, prefix = "  "), sep = "\n")
    if (!is.null(each$verdict[["next"]])) cat(strwrap(each$verdict[["next"]], prefix = "  "), sep = "\n")
  }
  invisible(x)
}

print.guise_attack <- function(x, ...) {
  cat(x$attack, ": guessed ", nrow(x$guess), " records\n", sep = "")
  for (note in x$notes) cat(strwrap(note, prefix = "  "), sep = "\n")
  invisible(x)
}

key_path <- function(key) {
  if (!is.character(key) || length(key) != 1 || grepl("^[0-9a-fA-F]{64}|\n", key))
    stop("key takes the path of a key file, never the key itself; `guise key new FILE` makes one", call. = FALSE)
  key
}

as_list <- function(x) if (is.null(x)) NULL else as.list(x)

run_job <- function(job, fields, tables, places = character(), texts = character(), detail = 1L) {
  fields <- Filter(Negate(is.null), fields)
  request <- to_json(c(list(guise_request = 1, job = job), fields))
  .Call(C_guise_r_run, lapply(tables, columns_of), request, as.character(places), texts, as.character(names(texts)), detail)
}

# Numbers as doubles, all else as texts.
columns_of <- function(data) {
  if (is.matrix(data)) data <- as.data.frame(data)
  if (!is.data.frame(data)) stop("a table is a data frame or a matrix, not ", class(data)[1], call. = FALSE)
  lapply(data, function(column) {
    if (is.list(column) || is.complex(column) || is.raw(column)) stop("a column holds ", typeof(column), ", and guise reads numbers and text", call. = FALSE)
    if (is.numeric(column) && is.null(attr(column, "class"))) as.double(column) else enc2utf8(as.character(column))
  })
}

# Kept columns as they were, where record i is still record i.
with_kept <- function(release, data, fields) {
  if (is.null(fields$keep) || isTRUE(fields$shuffle) || nrow(release) != NROW(data)) return(release)
  for (name in unlist(fields$keep)) release[[name]] <- data[[name]]
  release
}

to_json <- function(x) {
  if (is.list(x)) {
    parts <- vapply(x, to_json, "")
    if (is.null(names(x))) return(paste0("[", paste(parts, collapse = ","), "]"))
    return(paste0("{", paste0(vapply(names(x), to_json, ""), ":", parts, collapse = ","), "}"))
  }
  if (length(x) != 1) return(to_json(as.list(x)))
  if (is.logical(x)) return(if (x) "true" else "false")
  if (is.numeric(x)) return(format(x, digits = 17, scientific = FALSE))
  x <- gsub("\\", "\\\\", enc2utf8(as.character(x)), fixed = TRUE)
  x <- gsub("\"", "\\\"", x, fixed = TRUE)
  x <- gsub("\n", "\\n", x, fixed = TRUE)
  x <- gsub("\t", "\\t", x, fixed = TRUE)
  paste0("\"", x, "\"")
}
