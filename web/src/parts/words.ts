// SPDX-License-Identifier: Apache-2.0
// The special words of the page, and which questions of three guidelines it answers.
import { h, table } from "../dom.ts";

const WORDS: [string, string][] = [
  ["attacker", "A person or program that wants to learn the originals from the release."],
  ["recovered", "How much of a column’s variation a guess explains: 0 % is no better than the mean, 100 % is exact."],
  ["within 0.1 sd", "The share of values guessed with an error of at most a tenth of the column’s standard deviation."],
  ["without the release", "What the same attacker achieves from its own knowledge alone. Also called the baseline."],
  ["gain", "The figure with the release, minus the figure without it. Grades and colours follow the gain."],
  ["linked", "A released row was assigned to the right known person."],
  ["held-out records", "Records kept out of the release. Attacks on them show what is usual without a release."],
  ["succeeded, undecided, resisted", "The release helped the attacker beyond a threshold; it may have; it did not."],
  ["not assessed", "No attack could be run, for the reason given. It does not mean safe."],
  ["interval", "A range that should contain the true figure in 95 of 100 audits."],
  ["utility kept", "100 % is as good as the originals, 0 % as bad as shuffled columns."],
];

const CLAUSES: { source: string; asks: string; answer: string }[] = [
  {
    source: "ISO/IEC 27559:2022, threat modelling",
    asks: "Who could attack, with which knowledge?",
    answer: "“Who could do what” and “Who the attackers are” list recipients, knowledge and access to keys.",
  },
  {
    source: "ISO/IEC 27559:2022, adversarial testing",
    asks: "Was re-identification tried?",
    answer: "Yes, by every attack listed under each mask. Attacks that guise does not have were not tried.",
  },
  {
    source: "ISO/IEC 27559:2022, maximum or average risk",
    asks: "Is the risk that of the most exposed person?",
    answer: "Both. Shares are averages over records. “Most exposed records” shows the maximum, by record number.",
  },
  {
    source: "ISO/IEC 27559:2022, population or sample",
    asks: "Does the attacker know that the person is in the data?",
    answer:
      "Yes, for linked people: the attack is sample-based, which is the stricter assumption. Population risk is not estimated.",
  },
  {
    source: "Article 29 Working Party, Opinion 05/2014 (WP216)",
    asks: "Can a person be singled out, linked, or inferred about?",
    answer: "The three columns of “Who could do what”, each with the figure without the release.",
  },
  {
    source: "EDPB, Opinion 28/2024",
    asks: "Is identification or extraction insignificant, with all means reasonably likely to be used?",
    answer: "The page gives figures for the means tried. Which means are reasonably likely is your judgement.",
  },
];

export function words(): HTMLElement {
  return h(
    "section",
    { "aria-labelledby": "words" },
    h("h2", { id: "words" }, "Words on this page"),
    h("dl", {}, ...WORDS.flatMap(([word, sense]) => [h("dt", {}, word), h("dd", {}, sense)])),
  );
}

export function guidelines(): HTMLElement {
  return h(
    "section",
    { "aria-labelledby": "guidelines" },
    h("h2", { id: "guidelines" }, "What this page answers"),
    h("p", {}, "This page is evidence for an assessment. It claims no compliance with any standard or law."),
    table(
      "Questions of three guidelines, and where the page answers them",
      [
        { head: "Guideline", cell: (one) => one.source },
        { head: "Question", cell: (one) => one.asks },
        { head: "Answer", cell: (one) => one.answer },
      ],
      CLAUSES,
    ),
  );
}
