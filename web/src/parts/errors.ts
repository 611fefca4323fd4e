// SPDX-License-Identifier: Apache-2.0
// How far off the guesses of one attribute are: the density of |truth - guess| in standard deviations.
import * as Plot from "@observablehq/plot";
import { chart } from "../chart.ts";
import type { AttributeLook } from "../document.ts";
import { table } from "../dom.ts";
import { number, percent } from "../format.ts";

interface Bin {
  from: number;
  to: number;
  share: number;
  density: number;
}

export function bins({ edges, shares }: AttributeLook["errors"]): Bin[] {
  const out: Bin[] = [];
  for (const [i, share] of shares.entries()) {
    const [from, to] = [edges[i], edges[i + 1]];
    if (from != null && to != null && to > from) out.push({ from, to, share, density: share / (to - from) });
  }
  return out;
}

/** Share of the errors up to `bound`, counting cells that lie below it whole. */
export function upTo(all: Bin[], bound: number): number {
  return all.filter((bin) => bin.to <= bound + 1e-9).reduce((sum, bin) => sum + bin.share, 0);
}

export function errors(attribute: string, look: AttributeLook): HTMLElement | null {
  const shown = bins(look.errors);
  const last = shown.at(-1)?.to;
  if (last == null) return null;
  const beyond = look.errors.beyond ?? 0;
  return chart({
    name: `Errors of the guesses of ${attribute}`,
    explain: `How far guesses are from the truth, and how often. The more lies at the left, the more is recovered.${beyond > 0 ? ` ${percent(beyond)} of the errors are larger than the chart shows.` : ""}`,
    says: `${percent(upTo(shown, 0.5))} of the errors are below half a standard deviation.`,
    widest: 480,
    options: (width) => ({
      height: Math.min(320, width * 0.75),
      marginLeft: 50,
      marginBottom: 42,
      marginTop: 22,
      x: {
        domain: [0, last],
        label: "error in standard deviations",
        labelArrow: "none",
        labelAnchor: "center",
        ticks: width < 400 ? 4 : 6,
      },
      y: { label: "density", labelArrow: "none", ticks: 4, zero: true },
      marks: [
        Plot.gridY({ stroke: "var(--rule)", strokeOpacity: 1, ticks: 4 }),
        Plot.rectY(shown, { x1: "from", x2: "to", y: "density", fill: "var(--bar)", inset: 0.25 }),
        Plot.ruleY([0], { stroke: "var(--ink)" }),
      ],
    }),
    table: table(
      `Shares of the errors of ${attribute}`,
      [
        { head: "Error from", figure: true, cell: (bin) => number(bin.from) },
        { head: "to", figure: true, cell: (bin) => number(bin.to) },
        { head: "Share", figure: true, cell: (bin) => percent(bin.share) },
      ],
      shown,
    ),
  });
}
