// SPDX-License-Identifier: Apache-2.0
// How the grade comes about: the thresholds of this audit, in sentences.
import type { Audit } from "../document.ts";
import { h, list } from "../dom.ts";
import { percent } from "../format.ts";

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
    list(audit.left_out_of_page ?? [], "fine"),
  );
}
