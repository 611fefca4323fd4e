// SPDX-License-Identifier: Apache-2.0
// guise advise: every mask that was tried, risk against loss of utility, and the one that is advised.
import * as Plot from "@observablehq/plot";
import { chart } from "../chart.ts";
import type { Frontier } from "../document.ts";
import { h, interval, list, prose, scrolling, table } from "../dom.ts";
import { number, shorten } from "../format.ts";

export function frontier(data: Frontier | null): HTMLElement | null {
  if (!data) return null;
  const points = data.points
    .map((point, i) => ({ ...point, i, x: point.loss.value, y: point.risk.value }))
    .filter((point) => point.x != null && point.y != null);
  const chosen = points.filter((point) => point.i === data.choice);
  const best = chosen[0];
  const front = points.filter((point) => point.front).sort((a, b) => (a.x ?? 0) - (b.x ?? 0));
  return h(
    "section",
    { "aria-labelledby": "frontier" },
    h("h2", { id: "frontier" }, "Which mask to choose"),
    h(
      "p",
      {},
      best
        ? prose(`Advised: \`${best.mask}\`, the least loss among the masks that keep the limits.`)
        : "Nothing that was tried keeps the limits. Relax a limit, or do not publish.",
    ),
    data.limits && data.limits.length > 0 && h("p", {}, "Limits:"),
    list(data.limits ?? []),
    best && data.command ? scrolling("The command that makes this release", h("pre", {}, h("code", {}, data.command))) : null,
    h("p", { class: "fine" }, `Risk: ${data.risk}. Loss: ${data.loss}.`), // whole sentences at times, so not at the axes
    points.length > 0 &&
      chart({
        name: "Risk against loss of utility",
        explain:
          "Each dot is a mask that was tried. Lower and further left is better. Filled dots keep the limits. The line joins masks that no other beats in both, and the ring is the advised one.",
        says: best ? `Advised is ${best.mask}, with risk ${number(best.y)} and loss ${number(best.x)}.` : "No mask qualifies.",
        options: (width) => ({
          height: 360,
          marginLeft: 56,
          marginBottom: 42,
          marginTop: 26,
          marginRight: 20,
          x: { label: "loss", labelArrow: "none", labelAnchor: "center", nice: true, ticks: width < 480 ? 4 : 8 },
          y: { label: "risk", labelArrow: "none", nice: true, ticks: 5 },
          marks: [
            Plot.gridY({ stroke: "var(--rule)", strokeOpacity: 1, ticks: 5 }),
            Plot.line(front, { x: "x", y: "y", stroke: "var(--second)", strokeDasharray: "4,3" }),
            Plot.ruleX(points, {
              x: "x",
              y1: (point) => point.risk.ci[0] ?? point.y,
              y2: (point) => point.risk.ci[1] ?? point.y,
              stroke: "var(--muted)",
            }),
            Plot.ruleY(points, {
              y: "y",
              x1: (point) => point.loss.ci[0] ?? point.x,
              x2: (point) => point.loss.ci[1] ?? point.x,
              stroke: "var(--muted)",
            }),
            Plot.dot(points, {
              x: "x",
              y: "y",
              r: 5,
              stroke: "var(--bar)",
              strokeWidth: 1.5,
              fill: (point) => (point.qualifies ? "var(--bar)" : "var(--page)"),
            }),
            Plot.dot(chosen, { x: "x", y: "y", r: 10, stroke: "var(--ink)", strokeWidth: 2 }),
            Plot.text(chosen, {
              x: "x",
              y: "y",
              dy: -18,
              text: (point) => shorten(point.mask, width < 480 ? 20 : 44),
              stroke: "var(--page)",
              strokeWidth: 4,
              fill: "var(--ink)",
              fontWeight: 600,
            }),
          ],
        }),
        table: table(
          "Every mask that was tried",
          [
            { head: "Mask", cell: (point) => h("code", {}, point.mask) },
            { head: "Risk", figure: true, cell: (point) => interval(point.risk) },
            { head: "Loss", figure: true, cell: (point) => interval(point.loss) },
            { head: "Keeps the limits", cell: (point) => (point.qualifies ? "yes" : "no") },
            { head: "Confirmed on the whole table", cell: (point) => (point.confirmed ? "yes" : "no") },
          ],
          points,
        ),
      }),
  );
}
