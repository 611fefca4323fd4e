// SPDX-License-Identifier: Apache-2.0
// Attackers against masks: the figure that each outcome rests on, beside the same without the release. Colour and word say the
// same. Of many masks each is a row, because a page is longer than it is wide.
import { attackerNames, knownAnyway, levelOf, worstCriterion } from "../choose.ts";
import type { Attacker, Audit, Mask } from "../document.ts";
import { h, scrolling, stackable } from "../dom.ts";
import { breakable, percent, shorten } from "../format.ts";
import { deed, levelClass } from "./grid.ts";

/** With more masks than this a cell has room for its number only. */
const FEW_MASKS = 4;
const LONGEST = 40; // letters of a mask

function cell(mask: Mask, name: string, head: string, brief: boolean): HTMLElement {
  const attacker = mask.attackers.find((one) => one.attacker === name);
  const label = { "data-head": head };
  if (!attacker) return h("td", { class: "level-not-assessed", ...label }, h("span", { class: "word" }, "not tried"));
  const worst = worstCriterion(attacker);
  const risk = { level: levelOf(attacker), value: worst?.value ?? null, baseline: worst?.baseline ?? null };
  return h("td", { class: levelClass(risk), ...label }, ...content(attacker, brief));
}

function content(attacker: Attacker, brief: boolean): HTMLElement[] {
  const word = h("span", { class: "word" }, attacker.outcome);
  const worst = worstCriterion(attacker);
  if (!worst || attacker.outcome === "not assessed") return [word];
  const share = brief ? percent(worst.value) : deed({ figure: worst.risk, column: worst.column, value: worst.value });
  const without = brief ? `(${percent(worst.baseline)})` : `${percent(worst.baseline)} without the release`;
  const known = knownAnyway(levelOf(attacker), worst.value, worst.baseline);
  return [
    word,
    h("span", { class: "share" }, share),
    h("span", { class: "without" }, without),
    ...(known && !brief ? [h("span", { class: "without" }, "known before the release")] : []),
    ...(brief ? [] : [h("span", { class: "without" }, breakable(worst.attack))]),
  ];
}

function maskLink(mask: Mask, position: number, masks: number): HTMLElement {
  return h(
    "a",
    { href: `#mask-${position}` },
    masks > 1 && h("span", {}, `${masks > FEW_MASKS ? "" : "Mask "}${position}${masks > FEW_MASKS ? "." : ""} `),
    h("span", { class: "spec" }, breakable(shorten(mask.mask, LONGEST))),
  );
}

/** A row for each attacker, a column for each mask. */
function byAttacker({ masks }: Audit, names: { name: string; summary: string }[]): HTMLTableElement {
  const heads = masks.map((mask, i) => h("th", { scope: "col" }, maskLink(mask, i + 1, masks.length)));
  const rows = names.map(({ name, summary }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("code", {}, breakable(name)), h("span", { class: "summary" }, summary)),
      ...masks.map((mask, i) => cell(mask, name, masks.length > 1 ? `Mask ${i + 1}` : "Outcome", false)),
    ),
  );
  return filled("Attacker", "grid", heads, rows);
}

/** A row for each mask, a column for each attacker. */
function byMask({ masks }: Audit, names: { name: string }[]): HTMLTableElement {
  const heads = names.map(({ name }) => h("th", { scope: "col" }, h("code", {}, breakable(name))));
  const rows = masks.map((mask, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, maskLink(mask, i + 1, masks.length)),
      ...names.map(({ name }) => cell(mask, name, name, true)),
    ),
  );
  return filled("Mask", "grid many", heads, rows);
}

const CAPTION = "Each attacker against each mask: outcome, the figure it rests on, the same without the release, attack";

function filled(first: string, kind: string, heads: HTMLElement[], rows: HTMLElement[]): HTMLTableElement {
  return h(
    "table",
    { class: kind },
    h("caption", {}, h("span", { class: "unseen" }, CAPTION)),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, first), ...heads)),
    h("tbody", {}, ...rows),
  );
}

export function overview(audit: Audit): HTMLElement | null {
  const names = attackerNames(audit);
  if (names.length === 0) return null;
  const many = audit.masks.length > FEW_MASKS;
  return h(
    "section",
    { "aria-labelledby": "overview", class: "overview" },
    h("p", { class: "eyebrow" }, "Evidence"),
    h("h2", { id: "overview" }, "Each attacker against each mask"),
    scrolling(CAPTION, stackable(many ? byMask(audit, names) : byAttacker(audit, names))),
    h(
      "p",
      { class: "fine" },
      `An attack succeeded where the release adds more than a threshold to the attacker’s own knowledge. ${many ? "In brackets: the same attacker without the release." : "The figure is the one that the release adds most to."} Grey with a large figure: known before the release, so no gain.`,
    ),
  );
}
