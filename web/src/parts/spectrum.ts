// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of the release beside the band pure noise would fill: values above the band are the data's, and can be recovered.
import * as Plot from "@observablehq/plot";
import { chart } from "../chart.ts";
import type { Spectrum } from "../document.ts";
import { table } from "../dom.ts";
import { brief, number } from "../format.ts";

/** A ratio of the largest to the smallest value beyond which only a logarithmic axis shows both. */
const WIDE = 30;
/** Decades that a logarithmic axis shows; what lies below is rounding, and stands at its foot. */
const DECADES = 12;

interface Value {
  place: number;
  value: number;
  of: "release" | "originals";
}

function values(list: number[] | undefined, of: Value["of"]): Value[] {
  return [...(list ?? [])].sort((a, b) => b - a).map((value, i) => ({ place: i + 1, value, of }));
}

/** 1, 10, 100 …; 2 and 5 of each where there are few, every other where there are many. */
export function logTicks(low: number, high: number): number[] {
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const steps = to - from > 3 ? [1] : [1, 2, 5];
  const stride = to - from > 7 ? 2 : 1;
  const decades = Array.from({ length: Math.floor((to - from) / stride) + 1 }, (_, i) => 10 ** (from + i * stride));
  const all = decades.flatMap((decade) => steps.map((step) => step * decade));
  return all.filter((tick) => tick >= low / 1.5 && tick <= high * 1.5);
}

function explanation(banded: boolean, originals: boolean, scaled: boolean): string {
  const dots = `Filled dots are the release’s eigenvalues${originals ? ", open squares the originals’" : ""}.`;
  const units = scaled ? " The noise differs between columns, so each column was divided by the sd of its noise." : "";
  return banded
    ? `${dots}${units} The grey band is where pure noise would lie. Values above it come from the data.`
    : `${dots} The release has no noise of known size, so there is no band of pure noise to compare with.`;
}

export function spectrum(data: Spectrum | null): HTMLElement | null {
  if (!data || data.release.length === 0) return null;
  const [low, high] = data.noise ?? [];
  const banded = low != null && high != null;
  const release = values(data.release, "release");
  const originals = values(data.originals, "originals");
  const all = [...release, ...originals];
  const sizes = [...all.map((one) => one.value), ...(banded ? [high] : [])];
  const positive = sizes.filter((value) => value > 0);
  const logarithmic = positive.length > 0 && Math.max(...positive) > WIDE * Math.min(...positive);
  const floor = logarithmic ? Math.max(Math.min(...positive), Math.max(...positive) / 10 ** DECADES) : 0;
  const seen = (list: Value[]) => (logarithmic ? list.map((one) => ({ ...one, value: Math.max(one.value, floor) })) : list);
  const above = banded ? release.filter((one) => one.value > high).length : 0;
  const ticks = logarithmic ? logTicks(floor, Math.max(...positive)) : 5;
  return chart({
    name: "Eigenvalues of the release",
    explain: explanation(banded, originals.length > 0, data.in_noise_units),
    says: banded
      ? `${above} of ${release.length} eigenvalues stand above the noise band.`
      : `The largest is ${number(release[0]?.value)}.`,
    options: (width) => ({
      height: 300,
      marginLeft: 62,
      marginBottom: 42,
      marginTop: 24,
      marginRight: banded ? 84 : 16,
      x: {
        label: "eigenvalue, largest first",
        labelArrow: "none",
        labelAnchor: "center",
        domain: [0.5, release.length + 0.5],
        ticks: Math.min(release.length, width < 480 ? 5 : 10),
        tickFormat: (value: number) => (Number.isInteger(value) ? String(value) : ""),
      },
      y: {
        type: logarithmic ? "log" : "linear",
        label: data.in_noise_units ? "variance, in units of the noise" : "variance",
        labelArrow: "none",
        ticks,
        tickFormat: brief,
        nice: true,
      },
      marks: [
        banded
          ? Plot.rect([0], {
              x1: 0.5,
              x2: release.length + 0.5,
              y1: Math.max(low, floor),
              y2: high,
              fill: "var(--muted)",
              fillOpacity: 0.25,
            })
          : null,
        Plot.gridY({ stroke: "var(--rule)", strokeOpacity: 1, ticks }),
        banded
          ? Plot.text([0], {
              x: release.length + 0.5,
              y: logarithmic ? Math.sqrt(Math.max(low, floor) * high) : (low + high) / 2,
              text: () => "noise band",
              textAnchor: "start",
              dx: 6,
              fill: "var(--soft)",
            })
          : null,
        Plot.lineY(seen(originals), { x: "place", y: "value", stroke: "var(--second)", strokeDasharray: "4,3" }),
        Plot.dot(seen(originals), {
          x: "place",
          y: "value",
          stroke: "var(--second)",
          fill: "var(--page)",
          symbol: "square",
          r: 4,
        }),
        Plot.dot(seen(release), { x: "place", y: "value", fill: "var(--bar)", r: release.length > 60 ? 2.5 : 4.5 }),
      ],
    }),
    table: table(
      `Eigenvalues, largest first${banded ? `; pure noise would lie between ${number(low)} and ${number(high)}` : ""}`,
      [
        { head: "Place", figure: true, cell: (one) => String(one.place) },
        { head: "Release", figure: true, cell: (one) => number(one.value) },
        { head: "Originals", figure: true, cell: (one) => number(originals[one.place - 1]?.value) },
      ],
      release,
    ),
  });
}
