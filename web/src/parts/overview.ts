// SPDX-License-Identifier: Apache-2.0
// Attackers against masks: what each gets of each. Colour and word say the same.
import { attackerNames, gets, worstAttack } from "../choose.ts";
import type { Audit, Mask } from "../document.ts";
import { h, scrolling } from "../dom.ts";
import { percent, shorten } from "../format.ts";
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
  const attack = worstAttack(attacker);
  return h(
    "td",
    { class: `outcome ${slug(attacker.outcome)}` },
    attack && h("span", { class: "share" }, percent(gets(attack))),
    h("span", { class: "word" }, attacker.outcome),
    attack && h("span", { class: "attack" }, breakable(attack.attack)),
  );
}

export function overview(audit: Audit): HTMLElement | null {
  const names = attackerNames(audit);
  if (names.length === 0) return null;
  const caption = "What each attacker gets of each mask: share of the variance recovered, outcome, worst attack";
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
    h("h2", { id: "overview" }, "Who gets what"),
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
      "The percentage is the share of the variance recovered once each attribute’s units are known. An attack succeeded where it tells more than the same knowledge does without the release; in some attribute, that can be so while little of the whole comes back.",
    ),
  );
}
