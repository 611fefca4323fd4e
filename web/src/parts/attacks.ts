// SPDX-License-Identifier: Apache-2.0
// Every attack one attacker ran, and why others could not run.
import { gets } from "../choose.ts";
import type { Attack, Attacker, Interval } from "../document.ts";
import { h, interval, list, table } from "../dom.ts";
import { number, percent } from "../format.ts";
import { slug } from "./verdict.ts";

function error(attack: Attack): Node | string {
  const ci = attack.ci?.nrmse;
  return interval({ value: attack.nrmse ?? null, ci: Array.isArray(ci) ? (ci as Interval) : [null, null] });
}

export function attacks(attacker: Attacker): HTMLElement {
  const ran = attacker.attacks.filter((attack) => attack.outcome !== "not assessed");
  const left = attacker.attacks.filter((attack) => attack.outcome === "not assessed");
  const linked = ran.some((attack) => attack.linked);
  return h(
    "details",
    {},
    h("summary", {}, `Every attack by ${attacker.attacker}: ${ran.length} ran, ${left.length} did not apply`),
    ran.length > 0 &&
      table(
        "Attacks that ran",
        [
          { head: "Attack", cell: (attack) => h("code", {}, attack.attack) },
          { head: "Recovered", figure: true, cell: (attack) => percent(gets(attack)) },
          { head: "Error", figure: true, cell: error },
          ...(linked
            ? [{ head: "People linked", figure: true, cell: (attack: Attack) => interval(attack.linked, percent) }]
            : []),
          { head: "Outcome", cell: (attack) => h("span", { class: `word ${slug(attack.outcome)}` }, attack.outcome) },
          {
            head: "Notes",
            cell: (attack) =>
              [attack.reading && `read as ${attack.reading}`, ...(attack.notes ?? [])].filter(Boolean).join("; "),
          },
        ],
        ran,
        true,
      ),
    ran.length > 0 &&
      h(
        "p",
        { class: "fine" },
        `Recovered: share of the variance, all columns together. Error: of the guess, in standard deviations of the column, with its 95 % interval; ${number(1)} is guessing the mean.`,
      ),
    left.length > 0 && h("p", {}, "Not assessed:"),
    list(left.map((attack) => `\`${attack.attack}\`: ${attack.reason ?? "no reason given"}`)),
  );
}
