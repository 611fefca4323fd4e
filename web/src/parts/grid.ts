// SPDX-License-Identifier: Apache-2.0
// Who could do what: recipients of the release against the three risks of the European guidelines. Colour follows the gain, and
// a word says the same.
import { knownAnyway } from "../choose.ts";
import type { Level, Mask, RecipientRisk, RecipientRisks } from "../document.ts";
import { h, scrolling, stackable } from "../dom.ts";
import { middle, percent } from "../format.ts";

export const RECIPIENTS: Record<RecipientRisks["recipient"], [string, string]> = {
  anyone: ["Anyone", "with the release, and perhaps records of other people"],
  "prior knowledge": ["People with prior knowledge", "of some columns, some records, or a second release"],
  partner: ["A partner", "with the shared half of the key"],
  "key thief": ["A key thief", "with a copy of the whole key"],
};

const RISKS: { key: "inference" | "linkability" | "singling_out"; name: string; asks: string }[] = [
  { key: "inference", name: "Learn values", asks: "inference" },
  { key: "linkability", name: "Find a known person", asks: "linkability" },
  { key: "singling_out", name: "Isolate one person", asks: "singling out" },
];

const WORDS: Record<Level, string> = {
  high: "high risk",
  some: "some risk",
  undecided: "undecided",
  low: "low risk",
  "not assessed": "not assessed",
};

const LONGEST = 28; // letters of a column's name

/** "97 % of tax recovered" */
export function deed(risk: Pick<RecipientRisk, "figure" | "column" | "value">): string {
  const share = percent(risk.value);
  const column = middle(risk.column ?? "", LONGEST);
  switch (risk.figure) {
    case "recovered":
      return `${share} of ${column} recovered`;
    case "close":
      return `${column} within 0.1 sd for ${share} of records`;
    case "whole":
      return `all values within 0.1 sd for ${share} of records`;
    case "exact":
      return `${share} of records exact`;
    case "linked":
      return `${share} of known people linked`;
    case "singling out":
      return `one person isolated in ${share} of attempts`;
    case "linkability":
      return `halves of a record linked in ${share} of attempts`;
    default:
      return "";
  }
}

/** What colours a cell: the level of the gain. A low gain over much that was known already is not green. */
export function levelClass(risk: Pick<RecipientRisk, "level" | "value" | "baseline">): string {
  return knownAnyway(risk.level, risk.value, risk.baseline) ? "level-known" : `level-${risk.level.replace(" ", "-")}`;
}

function cell(risk: RecipientRisk, head: string): HTMLElement {
  const found = risk.figure !== undefined;
  return h(
    "td",
    { class: levelClass(risk), "data-head": head },
    h("span", { class: "word" }, WORDS[risk.level]),
    found && h("span", { class: "share" }, deed(risk)),
    found && h("span", { class: "without" }, `${percent(risk.baseline)} without the release`),
  );
}

export function grid(mask: Mask, position: number): HTMLElement | null {
  const { risks } = mask.verdict;
  if (risks.length === 0) return null;
  const caption = `Who could do what with the release of mask ${position}`;
  const heads = RISKS.map((risk) => h("th", { scope: "col" }, risk.name, h("span", { class: "summary" }, risk.asks)));
  const rows = risks.map((row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, RECIPIENTS[row.recipient][0], h("span", { class: "summary" }, RECIPIENTS[row.recipient][1])),
      ...RISKS.map((risk) => cell(row[risk.key], risk.name)),
    ),
  );
  return scrolling(
    caption,
    stackable(
      h(
        "table",
        { class: "grid" },
        h("caption", {}, h("span", { class: "unseen" }, caption)),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Who could …"), ...heads)),
        h("tbody", {}, ...rows),
      ),
    ),
  );
}
