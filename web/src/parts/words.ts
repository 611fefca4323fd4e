// SPDX-License-Identifier: Apache-2.0
// The special words of the page, as docs/glossary.md has them.
import { h } from "../dom.ts";

const WORDS: [string, string][] = [
  ["release", "The masked table that others receive, with its public card."],
  ["mask", "The change applied to the table, for example noise. “noise(snr=2)” names it exactly."],
  ["snr", "The variance of a column, divided by that of its noise: a smaller number means more noise."],
  ["linear guess", "A weighted sum of the released values of a record. Other attacks may do better."],
  ["attacker", "A person or program that wants to learn the originals from the release."],
  ["recovered", "How much of a column’s variation a guess explains: 0 % is no better than the mean, 100 % is exact."],
  ["sd", "Standard deviation: how far values of a column typically are from their mean."],
  ["within 0.1 sd", "The share of values guessed with an error of at most a tenth of the column’s standard deviation."],
  ["without the release", "The same attacker with its own knowledge alone. Also called the baseline."],
  ["gain", "The figure with the release, minus the figure without it. Grades and colours follow the gain."],
  [
    "low, some, high risk",
    "How much the release adds: less than counts as an attack; more; half of a column, of the records or of the known people.",
  ],
  ["linked", "A released row was assigned to the right known person."],
  ["held-out records", "Records kept out of the release. Attacks on them show how often a guess succeeds by chance."],
  ["succeeded, undecided, resisted", "The release helped the attacker beyond a threshold; it may have helped; it did not."],
  ["not assessed", "No attack could be run, for the reason given. It does not mean safe."],
  ["interval", "A range that should contain the true figure in 95 of 100 audits."],
  ["key", "The owner’s secret file. With it, a release can be undone."],
  ["utility kept", "100 % is as good as the originals, 0 % as bad as shuffled columns."],
];

export function words(): HTMLElement {
  return h(
    "section",
    { "aria-labelledby": "words" },
    h("h2", { id: "words" }, "Words on this page"),
    h("dl", {}, ...WORDS.flatMap(([word, sense]) => [h("dt", {}, word), h("dd", {}, sense)])),
  );
}
