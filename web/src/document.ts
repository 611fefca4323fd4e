// SPDX-License-Identifier: Apache-2.0
// audit.json, format 3, as far as the page reads it. The contract is schema/audit.schema.json; the tests hold documents of
// these types against it.

export const FORMAT = 3;

export type Figure = number | null;
export type Interval = [Figure, Figure];
export type Level = "not assessed" | "low" | "undecided" | "some" | "high";
export type Outcome = "succeeded" | "resisted" | "undecided" | "not assessed";
export type Grade = "do not publish" | "leaks" | "resists" | "undecided" | "not assessed" | "too few records";

/** A figure over the keys with its 95 % interval. */
export interface Spread {
  value: Figure;
  ci: Interval;
}

export interface Figures {
  rmse?: Figure;
  nrmse?: Figure;
  residual?: Figure;
  within?: Record<string, Figure>;
  recovery?: Record<string, Figure>;
  /** Of one attribute; documents may leave it out. */
  calibrated?: Spread;
  ci?: Record<string, Interval | Record<string, Interval>>;
}

export interface Measures extends Figures {
  records: number;
  attributes: number;
  by_attribute: Record<string, Figures>;
}

export interface Attack extends Partial<Measures> {
  attack: string;
  outcome: Outcome;
  reason?: string;
  /** What a given release was taken for, where its mask is unknown. */
  reading?: string;
  notes?: string[];
  keys?: number;
  linked?: Spread;
  /** Known people who were looked for, and the share linked to the right group of equal records where that is more. */
  linked_of?: number;
  linked_groups?: Spread;
}

export interface Look {
  attack: string;
  sample: number;
  by_attribute: Record<string, AttributeLook>;
  exposed: { record: number; gain: number; error: number }[];
  risks: Risk[];
  /** Rare properties that the attacker's posterior takes for likely; null without a posterior. */
  breaches: { records: Spread; right: Spread } | null;
}

export interface AttributeLook {
  errors: { edges: number[]; shares: number[]; beyond?: number };
  agreement: { edges: number[]; counts: number[][] };
  points?: [number | null, number | null][];
  information?: Spread;
  privacy_loss?: Spread;
  interval?: { noise?: Figure; posterior?: Figure; measured?: Figure };
}

export interface Risk {
  name: "singling out" | "linkability" | "inference" | "record linkage";
  summary: string;
  attacks: number;
  attack?: Spread;
  control?: Spread;
  baseline?: Spread;
  risk?: Spread;
  status: "at risk" | "no excess" | "attack no better than guessing" | "not assessed";
  reason?: string;
}

/** What a recipient could do, and how often without the release; of one risk that was not assessed the level alone. */
export interface RecipientRisk {
  level: Level;
  attacker?: string;
  attack?: string;
  figure?: "recovered" | "close" | "whole" | "exact" | "linked" | "singling out" | "linkability";
  column?: string | null;
  value?: Figure;
  ci?: Figure[];
  baseline?: Figure;
  gain?: Figure;
}

export interface RecipientRisks {
  recipient: "anyone" | "prior knowledge" | "partner" | "key thief";
  attackers: string[];
  inference: RecipientRisk;
  linkability: RecipientRisk;
  singling_out: RecipientRisk;
}

/** One thing an attack can succeed at, and the best attack at it. */
export interface Criterion {
  risk: "recovered" | "close" | "whole" | "exact" | "linked";
  column: string | null;
  attack: string;
  value: Figure;
  ci: Figure[];
  baseline: Figure;
  constant: Figure;
  group_inference: Figure;
  gain: Figure;
  excess: Figure;
  decision: "passes" | "undecided" | "fails";
  level: Level;
}

export interface Attacker {
  attacker: string;
  summary: string;
  known: string[];
  known_records: number;
  outcome: Outcome;
  worst: string | null;
  baseline_nrmse: Record<string, Figure>;
  criteria: Criterion[];
  attacks: Attack[];
  look: Look | null;
}

export interface Certificate {
  guarantee: "none" | "gaussian" | "grid" | "laplace" | "sketch";
  text: string;
  reasons: string[];
  unit?: string;
  mu?: number;
  epsilon?: Figure;
  delta?: number;
  exact?: boolean;
  measured?: { epsilon: number; delta: number; draws: number };
}

export interface Curve {
  known: "pairs" | "population" | "records";
  points: { count: number; attack: string | null; gets: Spread; outcome: Outcome }[];
}

export interface Spectrum {
  release: number[];
  originals?: number[];
  noise: number[] | null;
  /** Columns were divided by the standard deviation of their noise, because that differs between them. */
  in_noise_units: boolean;
}

export interface Utility {
  name: string;
  summary: string;
  value: Spread;
  ceiling: Figure;
  floor: Figure;
  kept: Figure;
  note?: string;
}

export interface Mask {
  mask: string;
  keys: number;
  notes: string[];
  certificate: Certificate;
  attackers: Attacker[];
  verdict: { grade: Grade; headline: string; next: string; sentences: string[]; risks: RecipientRisks[] };
  warnings: string[];
  curves: Curve[];
  spectrum: Spectrum | null;
  information_bound?: number | null;
  utility: Utility[];
}

export interface Limit {
  figure: string;
  limit: number;
  worst: Figure;
  mask?: string;
  attacker?: string;
  attack?: string;
  attribute?: string | null;
  exceeded: boolean;
}

export interface Frontier {
  risk: string;
  loss: string;
  limits?: string[];
  choice: number | null;
  command?: string | null;
  points: { mask: string; risk: Spread; loss: Spread; qualifies: boolean; front: boolean; confirmed: boolean }[];
}

export interface Source {
  file: string;
  bytes?: number | null;
  /** Of a release only. */
  blake2b?: string | null;
}

/** Shuffled rows, and what they were matched to originals by. */
export interface PutBack {
  placed: number;
  method: "values" | "ranks" | "groups" | "equal rows" | null;
}

/** From which gain on an attack counts, and what else the grade rests on: shares, and a number of records. */
export interface Thresholds {
  recovered: number;
  close: number;
  whole: number;
  linked: number;
  severe: number;
  identified: number;
  records: number;
}

export interface Audit {
  guise_audit: number;
  table: string;
  records: number;
  held_out: number;
  columns: string[];
  keys: number;
  seed?: number;
  effort?: "quick" | "normal" | "full";
  partial?: boolean;
  warnings: string[];
  baseline: Measures;
  masks: Mask[];
  provenance: {
    guise: string;
    libraries?: Record<string, string>;
    command: string;
    input: Source;
    released?: Source | null;
    request?: Record<string, unknown>;
    finished?: string;
    seconds?: number;
    attack_seconds?: Record<string, number>;
  };
  released: { file: string; mask: string | null; aligned: string; put_back: PutBack | null } | null;
  limits: Limit[];
  frontier: Frontier | null;
  thresholds: Thresholds;
  /** Where a page does not name all columns. */
  column_count?: number;
  /** Of a page that would be too large: what it leaves out of audit.json, as sentences. */
  left_out_of_page?: string[];
}
