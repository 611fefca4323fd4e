// SPDX-License-Identifier: Apache-2.0
// How the grade comes about: the thresholds of this audit, in sentences.
import { attackerNames } from "../choose.ts";
import type { Audit } from "../document.ts";
import { h, list } from "../dom.ts";
import { percent } from "../format.ts";
import { REAL } from "./people.ts";

function rules({ thresholds }: Audit): string[] {
  const { recovered, close, whole, linked, severe, identified, records } = thresholds;
  return [
    `Learn values: an attack counts when it recovers ${percent(recovered)} of a column, or guesses ${percent(close)} of its values within 0.1 sd, beyond the same attacker without the release.`,
    `Isolate one person: it counts when all values of ${percent(whole)} of the records are within 0.1 sd, or when records are exact.`,
    `Find a known person: it counts when ${percent(linked)} of the known people are linked.`,
    `“Do not publish” and “high risk” begin where the release adds ${percent(severe)}.`,
    `Unmasked columns that identify ${percent(identified)} of the records lower the grade to “leaks”, whatever the attacks found.`,
    `With fewer than ${records} compared records there is no verdict.`,
  ];
}

/** Attackers and attacks that this page says nothing about. */
function untested(audit: Audit): string[] {
  const tried = new Set(attackerNames(audit).map(({ name }) => name.split("=")[0] ?? ""));
  const missing = Object.keys(REAL).filter((kind) => !tried.has(kind));
  const out: string[] = [];
  if (missing.length > 0)
    out.push(`Attackers that this audit did not include: ${missing.map((kind) => `\`${kind}\` (${REAL[kind]})`).join(", ")}.`);
  for (const [i, mask] of audit.masks.entries()) {
    const idle = mask.attackers.filter((attacker) => attacker.outcome === "not assessed").map((one) => `\`${one.attacker}\``);
    if (idle.length > 0)
      out.push(`Mask ${i + 1}: no attack could be run by ${idle.join(", ")}. The reasons stand under “Every attack”.`);
  }
  if (audit.partial) out.push("The audit ended before all attacks were tried.");
  out.push("Attacks that guise does not have, and models trained on the release.");
  return out;
}

export function judged(audit: Audit): HTMLElement {
  return h(
    "section",
    { "aria-labelledby": "judged" },
    h("p", { class: "eyebrow" }, "Method"),
    h("h2", { id: "judged" }, "How this was judged"),
    h(
      "p",
      {},
      "guise acted as each attacker. It masked the table, attacked the release, and compared the guesses with the originals. The worst attack was chosen on one half of the records and measured on the other half.",
    ),
    list(rules(audit)),
    h(
      "p",
      {},
      "The grade is about anyone and people with prior knowledge. A partner and a key thief are shown, but they do not change it: a stolen key undoes every mask with noise. Protect the key.",
    ),
    h("h3", {}, "What was not tested"),
    list(untested(audit)),
    list(audit.left_out_of_page ?? [], "fine"),
  );
}
