// SPDX-License-Identifier: Apache-2.0
// What is shown where there is too much to show, and what the figures of a document mean.
import type {
  Attack,
  Attacker,
  Audit,
  Criterion,
  Figure,
  Figures,
  Level,
  Mask,
  RecipientRisk,
  RecipientRisks,
} from "./document.ts";

/** More bars than this cannot be read, on paper least of all. */
export const MOST_ATTRIBUTES = 30;

/** The attack an attacker does most harm with; undefined where none could be assessed. */
export function worstAttack(attacker: Attacker): Attack | undefined {
  return attacker.attacks.find((attack) => attack.attack === attacker.worst);
}

/** The criterion that an attacker's outcome rests on: met before undecided before failed, then the one with the largest gain. */
export function worstCriterion(attacker: Attacker): Criterion | undefined {
  const order = { passes: 0, undecided: 1, fails: 2 };
  const rank = (one: Criterion): number[] => [order[one.decision], -(one.excess ?? -1), one.risk === "close" ? 0 : 1];
  return [...attacker.criteria].filter((one) => one.value != null).sort((a, b) => compare(rank(a), rank(b)))[0];
}

/** Share of the variance that a guess recovers once the units of each attribute are known: "gets" in limits. */
export function gets(figures: Figures | undefined): Figure {
  const left = figures?.calibrated?.value ?? figures?.residual;
  return left == null ? null : Math.max(0, 1 - left);
}

/** Share of the variance that the same knowledge explains without the release. */
export function getsAnyway(attacker: Attacker, attribute: string): Figure {
  const error = attacker.baseline_nrmse[attribute];
  return error == null ? null : Math.max(0, 1 - error * error);
}

/** An attacker with the whole key can undo every mask, so its success decides nothing. */
export function hasKey(attacker: Attacker): boolean {
  return attacker.attacker.split("=")[0] === "thief";
}

/** The attacker to show first: succeeded before resisted, then by what the release adds, then by the share recovered; the thief last. */
export function strongest(mask: Mask): Attacker | undefined {
  const rank = (attacker: Attacker): number[] => {
    const attack = worstAttack(attacker);
    return [
      attack ? 0 : 1,
      hasKey(attacker) ? 1 : 0,
      attacker.outcome === "succeeded" ? 0 : 1,
      -(worstCriterion(attacker)?.excess ?? 0),
      -(gets(attack) ?? 0),
    ];
  };
  return [...mask.attackers].sort((a, b) => compare(rank(a), rank(b)))[0];
}

/** The level of the risk that an attacker's outcome rests on. */
export function levelOf(attacker: Attacker): Level {
  if (attacker.outcome === "not assessed") return "not assessed";
  return worstCriterion(attacker)?.level ?? "low";
}

/** Much of a figure that the release adds little to was known before: no success, and no sign of safety either. */
export function knownAnyway(level: Level, value: Figure | undefined, baseline: Figure | undefined): boolean {
  return level === "low" && (value ?? 0) >= 0.5 && (baseline ?? 0) >= 0.5;
}

/** Of the three risks of a recipient the worst: by level, then by gain. */
export function worstRisk(row: RecipientRisks): RecipientRisk {
  const order = ["not assessed", "low", "undecided", "some", "high"];
  const rank = (risk: RecipientRisk): number[] => [-order.indexOf(risk.level), -(risk.gain ?? -1)];
  return [row.inference, row.linkability, row.singling_out].sort((a, b) => compare(rank(a), rank(b)))[0] as RecipientRisk;
}

/** Attributes with what the attack gets of each, the most exposed first; those whose share is not known come last. */
export function byExposure(attack: Attack | undefined): { attribute: string; share: Figure }[] {
  return Object.entries(attack?.by_attribute ?? {})
    .map(([attribute, figures]) => ({ attribute, share: gets(figures) }))
    .sort((a, b) => (b.share ?? -1) - (a.share ?? -1));
}

/** Every attacker of the audit, in the order of the first mask that has it. */
export function attackerNames(audit: Audit): { name: string; summary: string }[] {
  const found = new Map<string, string>();
  for (const mask of audit.masks) {
    for (const attacker of mask.attackers) if (!found.has(attacker.attacker)) found.set(attacker.attacker, attacker.summary);
  }
  return [...found].map(([name, summary]) => ({ name, summary }));
}

/** The least knowledge a curve breaks at; undefined where it never does. */
export function breakPoint(points: { count: number; outcome: string }[]): number | undefined {
  const counts = points.filter((point) => point.outcome === "succeeded").map((point) => point.count);
  return counts.length > 0 ? Math.min(...counts) : undefined;
}

function compare(a: number[], b: number[]): number {
  for (const [i, value] of a.entries()) {
    const difference = value - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
