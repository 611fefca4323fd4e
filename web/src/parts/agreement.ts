// SPDX-License-Identifier: Apache-2.0
// Truth against guess of one attribute: counted cells, and single points only where the document has them.
import * as Plot from "@observablehq/plot";
import { chart } from "../chart.ts";
import type { AttributeLook } from "../document.ts";
import { brief, count, percent } from "../format.ts";

interface Cell {
  x1: number;
  x2: number;
  y1: number;
  y2: number;
  entries: number;
}

export function cells({ edges, counts }: AttributeLook["agreement"]): Cell[] {
  const out: Cell[] = [];
  for (const [truth, row] of counts.entries()) {
    for (const [guess, entries] of row.entries()) {
      const [x1, x2, y1, y2] = [edges[truth], edges[truth + 1], edges[guess], edges[guess + 1]];
      if (entries > 0 && x1 != null && x2 != null && y1 != null && y2 != null) out.push({ x1, x2, y1, y2, entries });
    }
  }
  return out;
}

/** Share of the entries in cells on the diagonal: how often the guess falls into the cell of the truth. */
export function onDiagonal({ counts }: AttributeLook["agreement"]): number | null {
  const total = counts.flat().reduce((sum, entries) => sum + entries, 0);
  return total === 0 ? null : counts.reduce((sum, row, i) => sum + (row[i] ?? 0), 0) / total;
}

export function agreement(attribute: string, look: AttributeLook): HTMLElement | null {
  const shown = cells(look.agreement);
  const points = look.points ?? [];
  const first = look.agreement.edges[0];
  const last = look.agreement.edges.at(-1);
  if (first == null || last == null || (shown.length === 0 && points.length === 0)) return null;
  const most = Math.max(1, ...shown.map((cell) => cell.entries));
  const axis = (label: string, width: number) => ({
    domain: [first, last],
    label,
    labelArrow: "none" as const,
    labelAnchor: "center" as const,
    ticks: width < 400 ? 4 : 5,
    tickFormat: brief,
  });
  return chart({
    name: `True against guessed ${attribute}`,
    explain: `Darker squares hold more records (at most ${count(most)}). On the diagonal the guess is right: the closer the squares keep to it, the more is recovered.${points.length > 0 ? " Dots are single records." : " Squares with fewer than three are left blank."}`,
    says: `${percent(onDiagonal(look.agreement))} of the counted entries are in the square of the truth.`,
    widest: 420,
    options: (width) => ({
      height: width,
      marginLeft: 62,
      marginBottom: 42,
      marginTop: 8,
      marginRight: 14,
      x: axis("truth", width),
      y: axis("guess", width),
      opacity: { type: "sqrt", domain: [0, most], range: [0.06, 1] },
      marks: [
        Plot.rect(shown, { x1: "x1", x2: "x2", y1: "y1", y2: "y2", fill: "var(--bar)", fillOpacity: "entries", inset: 0.25 }),
        Plot.link([0], { x1: first, y1: first, x2: last, y2: last, stroke: "var(--ink)", strokeDasharray: "3,3" }),
        points.length > 0
          ? Plot.dot(points, { x: (point) => point[0], y: (point) => point[1], r: 1.5, fill: "var(--ink)", clip: true })
          : null,
        Plot.frame({ stroke: "var(--rule)" }),
      ],
    }),
  });
}
