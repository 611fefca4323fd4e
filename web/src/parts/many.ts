// SPDX-License-Identifier: Apache-2.0
// The verdicts on many masks: a row for each, with its grade and the worst risk of every recipient.
import { worstRisk } from "../choose.ts";
import type { Audit, Mask, RecipientRisks } from "../document.ts";
import { h, scrolling, stackable } from "../dom.ts";
import { percent, shorten } from "../format.ts";
import { levelClass, RECIPIENTS } from "./grid.ts";
import { badge } from "./verdict.ts";

const LONGEST = 60; // letters of a mask

function cell(mask: Mask, recipient: RecipientRisks["recipient"]): HTMLElement {
  const row = mask.verdict.risks.find((one) => one.recipient === recipient);
  const head = { "data-head": RECIPIENTS[recipient][0] };
  if (!row) return h("td", head, h("span", { class: "word" }, "not tried"));
  const worst = worstRisk(row);
  return h(
    "td",
    { class: levelClass(worst), ...head },
    h("span", { class: "word" }, worst.level),
    worst.value != null && h("span", { class: "share" }, percent(worst.value)),
    worst.value != null && h("span", { class: "without" }, `(${percent(worst.baseline)})`),
  );
}

export function many(audit: Audit): HTMLElement {
  const recipients = (Object.keys(RECIPIENTS) as RecipientRisks["recipient"][]).filter((recipient) =>
    audit.masks.some((mask) => mask.verdict.risks.some((row) => row.recipient === recipient)),
  );
  const caption = "Decision on each mask, and the worst risk of each recipient";
  const rows = audit.masks.map((mask, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: `#mask-${i + 1}` }, `${i + 1}. `, h("code", {}, shorten(mask.mask, LONGEST)))),
      h("td", { "data-head": "Decision" }, badge(mask.verdict.grade)),
      ...recipients.map((recipient) => cell(mask, recipient)),
    ),
  );
  const heads = recipients.map((recipient) => h("th", { scope: "col" }, RECIPIENTS[recipient][0]));
  return h(
    "div",
    {},
    scrolling(
      caption,
      stackable(
        h(
          "table",
          { class: "grid many" },
          h("caption", {}, h("span", {}, caption)),
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Mask"), h("th", { scope: "col" }, "Decision"), ...heads)),
          h("tbody", {}, ...rows),
        ),
      ),
    ),
    h(
      "p",
      { class: "fine" },
      "Each cell shows the worst of three risks: learning values, finding a known person, isolating one person. In brackets: the same attacker without the release. Why, and what to do next, stands with each mask below.",
    ),
  );
}
