// SPDX-License-Identifier: Apache-2.0
// Risks to single people: the most exposed records, by number, and the risks of singling out, linking and inferring.
import type { Look, Risk } from "../document.ts";
import { h, interval, table } from "../dom.ts";
import { count, fixed, percent } from "../format.ts";

const SHOWN = 10;

export function exposed(look: Look): HTMLElement | null {
  if (look.exposed.length === 0) return null;
  const shown = look.exposed.slice(0, SHOWN);
  return h(
    "div",
    {},
    table(
      `The ${shown.length === 1 ? "record" : `${shown.length} records`} this attack exposes most`,
      [
        { head: "Record", figure: true, cell: (one) => count(one.record) },
        { head: "Gain", figure: true, cell: (one) => fixed(one.gain, 2) },
        { head: "Error", figure: true, cell: (one) => fixed(one.error, 3) },
      ],
      shown,
    ),
    h(
      "p",
      { class: "fine" },
      `Records are numbered from 1, as in the input without its header. Gain: how much nearer the guess comes than the mean does, in squared standard deviations per column. People far from the mean have most to lose. Error: how far the guess is off, in standard deviations.${look.exposed.length > shown.length ? ` ${look.exposed.length - shown.length} more are in the raw figures.` : ""}`,
    ),
  );
}

const COLOUR: Record<Risk["status"], string> = {
  "at risk": "succeeded",
  "no excess": "resisted",
  "attack no better than guessing": "not-assessed",
  "not assessed": "not-assessed",
};

/** Rare properties that the attacker infers: a sentence, where the attack has a posterior. */
function breaches({ breaches }: Look): HTMLElement | null {
  if (!breaches) return null;
  const right = breaches.right.value == null ? "" : ` The inference is right for ${percent(breaches.right.value)} of them.`;
  return h(
    "p",
    {},
    `For ${percent(breaches.records.value)} of the records the attacker infers a rare property: one that at most one record in twenty has.${right}`,
  );
}

export function risks(look: Look): HTMLElement | null {
  if (look.risks.length === 0) return null;
  return h(
    "div",
    {},
    table(
      "Risks to single people",
      [
        {
          head: "Risk",
          cell: (one) =>
            h(
              "span",
              {},
              one.name,
              h("span", { class: "summary" }, one.reason ? `${one.summary}; ${one.reason}` : one.summary),
            ),
        },
        { head: "In the release", figure: true, cell: (one) => percent(one.attack?.value) },
        { head: "Not in it", figure: true, cell: (one) => percent(one.control?.value) },
        { head: "By guessing", figure: true, cell: (one) => percent(one.baseline?.value) },
        { head: "Excess risk", figure: true, cell: (one) => interval(one.risk, percent) },
        { head: "Status", cell: (one) => h("span", { class: `word ${COLOUR[one.status]}` }, one.status) },
      ],
      look.risks,
      true,
    ),
    h(
      "p",
      { class: "fine" },
      `How often the attack succeeds on people in the release, on people outside it, and by guessing. Excess risk: the additional risk from being in the data, with its 95 % interval below. From ${count(look.sample)} records.`,
    ),
    breaches(look),
  );
}
