// SPDX-License-Identifier: Apache-2.0
// Per column: the information in the guess in bits, and how wide an interval that holds the truth is, three ways.
import { byExposure, MOST_ATTRIBUTES } from "../choose.ts";
import type { Attack, Figure, Look } from "../document.ts";
import { h, interval, table } from "../dom.ts";
import { fixed, percent } from "../format.ts";

const width = (value: Figure | undefined) => (value == null ? "–" : fixed(value, 2));

export function widths(look: Look, attack: Attack | undefined): HTMLElement | null {
  const rows = byExposure(attack)
    .slice(0, MOST_ATTRIBUTES)
    .flatMap(({ attribute }) => {
      const one = look.by_attribute[attribute];
      return one && (one.information || one.privacy_loss || one.interval) ? [{ attribute, ...one }] : [];
    });
  if (rows.length === 0) return null;
  const told = rows.some((row) => row.information || row.privacy_loss);
  const wide = rows.some((row) => row.interval);
  return h(
    "div",
    {},
    table(
      "Information revealed and widths of 95 % intervals, per column",
      [
        { head: "Column", cell: (row) => row.attribute },
        ...(told
          ? [
              { head: "Bits revealed", figure: true, cell: (row: (typeof rows)[0]) => interval(row.information) },
              { head: "Privacy loss", figure: true, cell: (row: (typeof rows)[0]) => percent(row.privacy_loss?.value) },
            ]
          : []),
        ...(wide
          ? [
              { head: "Width: noise alone", figure: true, cell: (row: (typeof rows)[0]) => width(row.interval?.noise) },
              {
                head: "Width: attacker’s posterior",
                figure: true,
                cell: (row: (typeof rows)[0]) => width(row.interval?.posterior),
              },
              { head: "Width: measured", figure: true, cell: (row: (typeof rows)[0]) => width(row.interval?.measured) },
            ]
          : []),
      ],
      rows,
    ),
    h(
      "p",
      { class: "fine" },
      `${told ? "Bits revealed: a lower bound on the information in the guess. Privacy loss: 1 − 2 to the power of minus the bits. " : ""}${wide ? "Widths are in standard deviations: by the noise alone, by the attacker’s posterior, and the width that holds the truth 95 times in 100. A measured width far below that of the noise shows how little the noise protects." : ""}`,
    ),
  );
}
