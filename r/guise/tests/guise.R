# SPDX-License-Identifier: Apache-2.0
library(guise)
stopifnot(as.character(packageVersion("guise")) == guise_version())
i <- 0:599
people <- data.frame(age = 20 + (i * 37) %% 600 / 8, income = 1000 + (i * 101) %% 97 * 5, id = paste0("p", i))

# A rotation keeps distances from the origin.
release <- mask(people, "rotate", keep = "id")
stopifnot(identical(release$id, people$id), nrow(release) == 600, ncol(release) == 3)
before <- people$age^2 + people$income^2
after <- rowSums(as.matrix(release[setdiff(names(release), "id")])^2)
stopifnot(max(abs(after / before - 1)) < 1e-12)
stopifnot(is.character(attr(release, "card")))

# The better guess is nearer: about half of the error is left, whatever the key.
noisy <- mask(people, "noise(sd=20)", columns = c("age", "income"))
found <- attack(noisy, "bayes", truth = people[c("age", "income")], seed = 1)
stopifnot(mean((found$guess$age - people$age)^2) < mean((noisy$age - people$age)^2))
again <- attack(noisy, "bayes", seed = 1)
stopifnot(identical(again$guess, found$guess))

# Verdicts.
verdict <- audit(people[c("age", "income")], masks = "noise(snr=50)", brief = TRUE, effort = "quick", keys = 1, seed = 1)
stopifnot(identical(verdict$masks[[1]]$verdict$grade, "do not publish"))
print(verdict)
given <- audit(people[c("age", "income")], released = noisy, brief = TRUE, effort = "quick", seed = 1)
stopifnot(length(given$masks) == 1)

# Refusals are errors with a sentence.
refused <- function(words, expression) {
  sentence <- tryCatch({ expression; "" }, error = conditionMessage)
  if (!grepl(words, sentence)) stop("expected '", words, "', got '", sentence, "'")
}
refused("did you mean 'rotate'", mask(people, "rotat"))
refused("never the key itself", mask(people, "rotate", key = strrep("ab", 32)))
refused("data frame", mask(list(1), "rotate"))
people$age[3] <- NA
refused("row 3, column 'age' is missing", mask(people, "rotate"))
stopifnot(nrow(mask(people, "rotate", missing = "drop")) == 599)
