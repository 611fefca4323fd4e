// SPDX-License-Identifier: Apache-2.0
// Who the attackers of this audit are in real life.
import { attackerNames } from "../choose.ts";
import type { Audit } from "../document.ts";
import { h, table } from "../dom.ts";
import { breakable } from "../format.ts";

/** What each could be in real life. */
export const REAL: Record<string, string> = {
  outsider: "anyone who downloads the file",
  attributes: "an employer who knows ages and salaries; a public register of those columns",
  population: "a company with customers of its own; a published survey",
  pairs: "a person who recognises some rows; a client with leaked vectors",
  records: "an acquaintance, a journalist, a competitor with some files",
  anchors: "a company with its own customers, a few of whom are in the release",
  register: "an authority that wants to know which row is which person",
  repeat: "a reader of two editions of a data set",
  insider: "a partner who masks data with the same key",
  "insider-repeat": "a partner over several rounds",
  overlap: "a reader of a monthly release",
  thief: "a person who copied the key file",
};

export function people(audit: Audit): HTMLElement | null {
  const names = attackerNames(audit);
  if (names.length === 0) return null;
  return h(
    "section",
    { "aria-labelledby": "people" },
    h("h2", { id: "people" }, "Attackers in real life"),
    h("p", {}, "Every attacker has the release and its public description. They differ in what they know besides."),
    table(
      "The attackers of this audit",
      [
        { head: "Attacker", cell: (one) => h("code", {}, breakable(one.name)) },
        { head: "Knowledge", cell: (one) => one.summary },
        { head: "In real life", cell: (one) => REAL[one.name.split("=")[0] ?? ""] ?? "–" },
      ],
      names,
      true,
    ),
  );
}
