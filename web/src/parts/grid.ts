// SPDX-License-Identifier: Apache-2.0
// Who could do what: recipients of the release against the three risks of the European guidelines. Colour follows the gain, and
// a word says the same.
import type { Mask, RecipientRisk, RecipientRisks } from "../document.ts";
import { h, scrolling } from "../dom.ts";
import { percent } from "../format.ts";

const RECIPIENTS: Record<RecipientRisks["recipient"], [string, string]> = {
  anyone: ["Anyone", "with the release; perhaps with records of other people"],
  "prior knowledge": ["People with prior knowledge", "of some columns, some records, or a second release"],
  partner: ["A partner", "who holds the shared half of the key"],
  "key thief": ["A key thief", "who copied the whole key"],
};

const RISKS: { key: "inference" | "linkability" | "singling_out"; name: string; asks: string }[] = [
  { key: "inference", name: "Learn values", asks: "inference" },
  { key: "linkability", name: "Find a known person", asks: "linkability" },
  { key: "singling_out", name: "Isolate one person", asks: "singling out" },
];

const WORDS: Record<RecipientRisk["level"], string> = {
  high: "high risk",
  some: "some risk",
  undecided: "undecided",
  low: "low risk",
  "not assessed": "not assessed",
};

/** "97 % of `tax` recovered" */
export function deed(risk: RecipientRisk): string {
  const share = percent(risk.value);
  switch (risk.figure) {
    case "recovered":
      return `${share} of ${risk.column} recovered`;
    case "close":
      return `${risk.column} within 0.1 sd for ${share} of records`;
    case "whole":
      return `all values within 0.1 sd for ${share} of records`;
    case "exact":
      return `${share} of records exact`;
    case "linked":
      return `${share} of known people linked`;
    case "singling out":
      return `${share} of attempts succeed`;
    case "linkability":
      return `halves of a record linked in ${share} of attempts`;
    default:
      return "";
  }
}

function cell(risk: RecipientRisk): HTMLElement {
  const found = risk.figure !== undefined;
  return h(
    "td",
    { class: `outcome level-${risk.level.replace(" ", "-")}` },
    h("span", { class: "word" }, WORDS[risk.level]),
    found && h("span", { class: "share" }, deed(risk)),
    found && h("span", { class: "attack" }, `${percent(risk.baseline)} without the release`),
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
      ...RISKS.map((risk) => cell(row[risk.key])),
    ),
  );
  return scrolling(
    caption,
    h(
      "table",
      { class: "grid" },
      h("caption", {}, h("span", { class: "unseen" }, caption)),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Who"), ...heads)),
      h("tbody", {}, ...rows),
    ),
  );
}
