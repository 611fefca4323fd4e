// SPDX-License-Identifier: Apache-2.0
// Attackers against masks: the figure that each outcome rests on, beside the same without the release. Colour and word say the
// same.
import { attackerNames, worstCriterion } from "../choose.ts";
import type { Attacker, Audit, Mask } from "../document.ts";
import { h, scrolling } from "../dom.ts";
import { percent, shorten } from "../format.ts";
import { deed } from "./grid.ts";
import { slug } from "./verdict.ts";

/** With more masks than this a column has room for its number only; the verdict above says which mask it is. */
const FEW_MASKS = 4;

/** Lines may break after a bracket or a comma, before they break in a word. */
function breakable(text: string): string {
  return text.replace(/[(,=+]/g, "$&\u200b");
}

function cell(mask: Mask, name: string): HTMLElement {
  const attacker = mask.attackers.find((one) => one.attacker === name);
  if (!attacker) return h("td", { class: "outcome" }, h("span", { class: "word" }, "not tried"));
  return h(
    "td",
    { class: `outcome ${slug(attacker.outcome)}` },
    h("span", { class: "word" }, attacker.outcome),
    ...figure(attacker),
  );
}

function figure(attacker: Attacker): HTMLElement[] {
  const worst = worstCriterion(attacker);
  if (!worst || attacker.outcome === "not assessed") return [];
  return [
    h("span", { class: "share" }, deed({ level: "low", figure: worst.risk, column: worst.column, value: worst.value })),
    h("span", { class: "attack" }, `${percent(worst.baseline)} without the release`),
    h("span", { class: "attack" }, breakable(worst.attack)),
  ];
}

export function overview(audit: Audit): HTMLElement | null {
  const names = attackerNames(audit);
  if (names.length === 0) return null;
  const caption = "Each attacker against each mask: outcome, the figure it rests on, the same without the release, attack";
  const heads = audit.masks.map((mask, i) =>
    h(
      "th",
      { scope: "col" },
      h(
        "a",
        { href: `#mask-${i + 1}` },
        audit.masks.length > 1 && h("span", {}, `Mask ${i + 1} `),
        h("span", { class: "spec" }, breakable(shorten(mask.mask, 40))),
      ),
    ),
  );
  const rows = names.map(({ name, summary }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("code", {}, breakable(name)), h("span", { class: "summary" }, summary)),
      ...audit.masks.map((mask) => cell(mask, name)),
    ),
  );
  return h(
    "section",
    { "aria-labelledby": "overview" },
    h("h2", { id: "overview" }, "Each attacker against each mask"),
    scrolling(
      caption,
      h(
        "table",
        { class: audit.masks.length > FEW_MASKS ? "overview many" : "overview" },
        h("caption", {}, h("span", {}, caption)),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Attacker"), ...heads)),
        h("tbody", {}, ...rows),
      ),
    ),
    h(
      "p",
      { class: "fine" },
      "An attack succeeded where the release adds more than a threshold to what the same attacker knows already. The figure is the one that the release adds most to.",
    ),
  );
}
