// SPDX-License-Identifier: Apache-2.0
// Bars: what the worst attack of one attacker recovers of each column, the most exposed first. The part that the attacker has
// without the release is grey: it is no success of the attack.
import * as Plot from "@observablehq/plot";
import { chart, share } from "../chart.ts";
import { byExposure, getsAnyway, MOST_ATTRIBUTES, worstAttack } from "../choose.ts";
import type { Attacker } from "../document.ts";
import { h, table } from "../dom.ts";
import { middle, percent } from "../format.ts";

const ROW = 24; // pixels a bar and the space around it take
const LETTER = 7.2; // pixels, about

export function attributes(attacker: Attacker): HTMLElement | null {
  const attack = worstAttack(attacker);
  const all = byExposure(attack);
  if (!attack || all.length === 0) return null;
  const shown = all.slice(0, MOST_ATTRIBUTES).map((row) => {
    const anyway = getsAnyway(attacker, row.attribute);
    return { ...row, anyway, known: Math.min(row.share ?? 0, anyway ?? 0) };
  });
  const columns = attack.attributes ?? all.length;
  const informed = shown.some((row) => (row.anyway ?? 0) > 0.005);
  const first = shown[0];
  return h(
    "div",
    {},
    columns > shown.length && h("p", { class: "fine" }, `The ${shown.length} most exposed of ${columns} columns are shown.`),
    chart({
      name: "Recovered per column",
      explain: `Each bar is the share of a column’s variance that the attack ${attack.attack} recovers.${informed ? " The grey part, up to the line, is known without the release. Only the coloured part is gained from it." : ""}`,
      says: `Most exposed is ${first?.attribute} with ${percent(first?.share)}, of which ${percent(first?.known)} without the release.`,
      options: (width) => {
        const letters = Math.max(...shown.map((row) => Math.min(row.attribute.length, width < 480 ? 16 : 28)));
        return {
          height: ROW * shown.length + 45,
          marginLeft: 12 + LETTER * letters,
          marginRight: 70,
          marginTop: 5,
          marginBottom: 38,
          x: {
            domain: [0, 1],
            tickFormat: share,
            ticks: width < 480 ? 3 : 5,
            label: "share of the variance recovered",
            labelArrow: "none",
            labelAnchor: "center",
          },
          y: {
            domain: shown.map((row) => row.attribute),
            label: null,
            tickSize: 0,
            tickFormat: (name: string) => middle(name, width < 480 ? 16 : 28),
          },
          marks: [
            Plot.gridX({ stroke: "var(--rule)", strokeOpacity: 1, ticks: width < 480 ? 3 : 5 }),
            Plot.barX(shown, { x1: 0, x2: "known", y: "attribute", fill: "var(--known)", insetTop: 4, insetBottom: 4 }),
            Plot.barX(shown, {
              x1: "known",
              x2: (row) => row.share ?? 0,
              y: "attribute",
              fill: "var(--bar)",
              insetTop: 4,
              insetBottom: 4,
            }),
            informed ? Plot.tickX(shown, { x: "anyway", y: "attribute", stroke: "var(--ink)", strokeWidth: 2 }) : null,
            Plot.text(shown, {
              x: (row) => Math.max(row.share ?? 0, informed ? (row.anyway ?? 0) : 0),
              y: "attribute",
              text: (row) => percent(row.share),
              textAnchor: "start",
              dx: 6,
            }),
          ],
        };
      },
      table: table(
        `Recovered by ${attacker.attacker}, per column`,
        [
          { head: "Column", cell: (row) => row.attribute },
          { head: "Recovered", figure: true, cell: (row) => percent(row.share) },
          { head: "Without the release", figure: true, cell: (row) => percent(row.anyway) },
          {
            head: "Within 0.1 sd",
            figure: true,
            cell: (row) => percent(attack.by_attribute?.[row.attribute]?.within?.["0.1"]),
          },
          {
            head: "Within 10 %",
            figure: true,
            cell: (row) => percent(attack.by_attribute?.[row.attribute]?.recovery?.["0.1"]),
          },
        ],
        shown,
      ),
    }),
  );
}
