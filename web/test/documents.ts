// SPDX-License-Identifier: Apache-2.0
// Documents to try the page on, made from nothing: plausible ones and odd ones. The same every time.
import type {
  Attack,
  Attacker,
  AttributeLook,
  Audit,
  Certificate,
  Criterion,
  Curve,
  Figures,
  Frontier,
  Grade,
  Mask,
  Measures,
  Outcome,
  RecipientRisk,
  RecipientRisks,
  Risk,
  Spread,
  Utility,
} from "../src/document.ts";

export interface Wish {
  masks?: number;
  attributes?: number;
  frontier?: boolean;
  points?: boolean;
  /** Of every mask; without it each has another. */
  grade?: Grade;
  /** A release that was made elsewhere, with shuffled rows. */
  external?: boolean;
  /** Leaves out all that a document may leave out. */
  bare?: boolean;
}

const MASKS = [
  "noise(snr=2)",
  "rotate",
  "clip(radius=3) | noise(sd=2,grid=0.002)",
  "bin(count=8)",
  "standardize(center=[45,3000,12],scale=[20,2000,4]) | clip(radius=2) | rotate | noise(sd=4,grid=0.004)",
];
const NAMES = ["age", "education_years", "income", "rent", "height_cm", "weight_kg", "blood_pressure", "doctor_visits"];
const GRADES: Grade[] = ["do not publish", "leaks", "resists", "not assessed", "undecided", "too few records"];
const HEADLINES: Record<Grade, string> = {
  "do not publish": "DO NOT PUBLISH: most values can be recovered",
  leaks: "LEAKS: part of `income` can be recovered",
  resists: "RESISTS the attacks tried",
  "not assessed": "NOT ASSESSED: no available attack applies to this release",
  undecided: "UNDECIDED: the intervals are too wide to call it safe",
  "too few records": "TOO FEW RECORDS to judge: 12 were compared, 30 are needed",
};
const NEXT: Record<Grade, string> = {
  "do not publish":
    "Use more noise: at least 3.1 times its standard deviation, as in 'noise(snr=0.2)'. With less, the best linear guess recovers 19 % of some column or more; other attacks may need more noise. Search for a mask within your limits with guise advise.",
  leaks: "Change the mask. Search for a mask within your limits with guise advise, for example with ‘limits=gets<=0.3’.",
  resists: "Publish the release and its card, never the key. Audit again before every further release of these people.",
  "not assessed": "Read why attackers were not assessed. Not assessed does not mean safe.",
  undecided: "Use more keys (‘keys’), or audit more records.",
  "too few records": "Audit a table with more records, or do not publish this one.",
};
/** How much the attackers achieve. */
const FACTORS: Record<Grade, number> = {
  "do not publish": 1,
  leaks: 0.45,
  resists: 0.08,
  "not assessed": 0,
  undecided: 0.3,
  "too few records": 0.08,
};
const ATTACKERS: [string, string, number][] = [
  ["outsider", "has the release and its public card", 0.7],
  ["attributes=income", "also knows some columns of every record", 0.75],
  ["population=500", "also has originals of other people", 0.72],
  ["pairs=9", "also knows some originals and their released records", 0.9],
  ["records=9", "also knows some originals, not which released records they are", 0.7],
  ["repeat", "also has a second release of the same records", 0.84],
  ["insider", "has the shared half of the key: the matrices, not the noise", 0.7],
  ["thief", "has the whole key", 1],
];

/** Park and Miller's generator: enough for pictures. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}

function around(value: number, half = 0.01): Spread {
  return { value, ci: [value - half, value + half] };
}

function figures(left: number): Figures {
  const error = Math.sqrt(left);
  const shares = (keys: string[], scale: number) =>
    Object.fromEntries(keys.map((key) => [key, Math.min(1, (scale * Number(key)) / Math.max(error, 0.01))]));
  return {
    rmse: 10 * error,
    nrmse: error,
    residual: left,
    within: shares(["0.05", "0.1", "0.2", "0.5", "1"], 0.8),
    recovery: shares(["0.05", "0.1", "0.2", "0.5"], 1.2),
    calibrated: around(left),
    ci: { nrmse: [error - 0.005, error + 0.005], residual: [left - 0.01, left + 0.01], within: { "0.1": [0.1, 0.12] } },
  };
}

function measures(left: number, columns: string[], random: () => number): Measures {
  const by_attribute = Object.fromEntries(
    columns.map((column) => [column, figures(Math.min(1, Math.max(0, left + 0.5 * (random() - 0.5))))]),
  );
  return { records: 2500, attributes: columns.length, ...figures(left), by_attribute };
}

function lookAt(share: number, points: boolean, random: () => number): AttributeLook {
  const edges = Array.from({ length: 21 }, (_, i) => 20 + 3 * i);
  const counts = Array.from({ length: 20 }, () => new Array<number>(20).fill(0));
  const errorEdges = Array.from({ length: 31 }, (_, i) => i / 10);
  const shares = new Array<number>(30).fill(0);
  const single: [number, number][] = [];
  const records = 500;
  let beyond = 0;
  for (let i = 0; i < records; ++i) {
    const truth = normal(random);
    const guess = share * truth + Math.sqrt(share * (1 - share)) * normal(random);
    const cell = (value: number) => Math.min(19, Math.max(0, Math.floor((50 + 10 * value - 20) / 3)));
    const row = counts[cell(truth)];
    if (row) row[cell(guess)] = (row[cell(guess)] ?? 0) + 1;
    const bin = Math.floor(10 * Math.abs(truth - guess));
    if (bin < 30) shares[bin] = (shares[bin] ?? 0) + 1 / records;
    else beyond += 1 / records;
    if (i < 200) single.push([50 + 10 * truth, 50 + 10 * guess]);
  }
  const bits = -0.5 * Math.log2(Math.max(1 - share, 0.001));
  return {
    errors: { edges: errorEdges, shares, beyond },
    agreement: { edges, counts: counts.map((row) => row.map((entries) => (entries < 3 ? 0 : entries))) },
    ...(points ? { points: single } : {}),
    information: around(bits, 0.05),
    privacy_loss: around(1 - 2 ** -bits),
    interval: { noise: 2.77, posterior: 3.92 * Math.sqrt(1 - share), measured: 3.8 * Math.sqrt(1 - share) },
  };
}

function lookRisks(share: number): Risk[] {
  const one = (name: Risk["name"], summary: string, status: Risk["status"], attack: number): Risk => ({
    name,
    summary,
    attacks: 400,
    attack: around(attack, 0.04),
    control: around(0.1, 0.03),
    baseline: around(0.08, 0.02),
    risk: around(Math.max(0, (attack - 0.1) / 0.9), 0.05),
    status,
  });
  return [
    one("singling out", "a description fits exactly one person", "at risk", 0.2 + share / 2),
    one("linkability", "two halves of a record lead to the same row", "no excess", 0.1),
    one("inference", "a column is guessed from the others", "attack no better than guessing", 0.07),
    {
      name: "record linkage",
      summary: "a guess is nearest to its own original",
      attacks: 0,
      status: "not assessed",
      reason: "too few records were held out",
    },
  ];
}

function attack(name: string, outcome: Outcome, left: number, columns: string[], random: () => number): Attack {
  return { attack: name, outcome, keys: 5, ...measures(left, columns, random) };
}

/** The attacker who knows a column predicts another from it: much is recovered, and little of that by the release. */
function criteria(name: string, share: number, scored: string[]): Criterion[] {
  const baseline = name.startsWith("attributes=") && share < 0.3 ? 0.97 : 0.04;
  const value = Math.max(share, baseline + 0.01);
  const excess = (value - baseline) / (1 - baseline);
  const passes = excess > 0.19 && baseline < 0.5;
  return [
    {
      risk: "recovered",
      column: scored[0] ?? null,
      attack: "bayes(prior=mixture)",
      value,
      ci: [value - 0.01, value + 0.01],
      baseline,
      constant: 0,
      group_inference: value,
      gain: value - baseline,
      excess,
      decision: passes ? "passes" : "fails",
      level: passes ? (excess >= 0.5 ? "high" : "some") : "low",
    },
  ];
}

function attacker(
  kind: [string, string, number],
  factor: number,
  columns: string[],
  wish: Wish,
  random: () => number,
): Attacker {
  const [name, summary, strength] = kind;
  const share = name === "thief" ? 1 : strength * factor;
  const outcome: Outcome = factor === 0 ? "not assessed" : share > 0.1 ? "succeeded" : "resisted";
  const known = name.startsWith("attributes=") ? ["income"].filter((column) => columns.includes(column)) : [];
  const scored = columns.filter((column) => !known.includes(column));
  const out: Attacker = {
    attacker: name,
    summary,
    known,
    known_records: 0,
    outcome,
    worst: outcome === "not assessed" ? null : "bayes(prior=mixture)",
    baseline_nrmse: Object.fromEntries(scored.map((column) => [column, known.length > 0 ? 0.9 : 1])),
    criteria: outcome === "not assessed" ? [] : criteria(name, share, scored),
    attacks: [{ attack: "inverse", outcome: "not assessed", reason: "it needs the matrix records were multiplied by" }],
    look: null,
  };
  if (outcome === "not assessed") return out;
  const worst = attack("bayes(prior=mixture)", outcome, 1 - share, scored, random);
  if (name === "records=9") worst.linked = around(0.67, 0.1);
  out.attacks.push(attack("identity", "resisted", 1, [], random), {
    ...worst,
    notes: ["mixture of 2 fitted through the noise"],
  });
  if (wish.bare) return out;
  out.look = {
    attack: "bayes(prior=mixture)",
    sample: 1000,
    by_attribute: Object.fromEntries(
      scored
        .slice(0, 40)
        .map((column) => [column, lookAt(Math.min(0.999, Math.max(0.01, share)), wish.points ?? false, random)]),
    ),
    exposed: Array.from({ length: 14 }, (_, i) => ({ record: 1 + ((i * 733) % 2500), gain: 9 - i / 2, error: 0.1 + i / 50 })),
    risks: lookRisks(share),
    breaches: name === "outsider" ? { records: around(0.12, 0.02), right: around(0.61, 0.05) } : null,
  };
  return out;
}

function curves(factor: number): Curve[] {
  const along = (counts: number[], at: number): Curve["points"] =>
    counts.map((count) => {
      const value = factor * Math.min(1, count / at) ** 0.6;
      return {
        count,
        attack: value > 0.02 ? "regress" : null,
        gets: around(value, 0.05 * (1 - value)),
        outcome: value > 0.3 ? "succeeded" : "resisted",
      };
    });
  return [
    { known: "pairs", points: along([0, 1, 2, 4, 8, 16], 16) },
    { known: "population", points: along([0, 10, 50, 100, 500], 5000) },
    { known: "records", points: along([2, 4, 8, 16], 12) },
  ];
}

function utilities(factor: number): Utility[] {
  const one = (name: string, summary: string, kept: number | null, ceiling: number, floor: number): Utility => ({
    name,
    summary,
    value: kept == null ? { value: null, ci: [null, null] } : around(floor + kept * (ceiling - floor), 0.02),
    ceiling,
    floor,
    kept,
  });
  return [
    one("correlation", "agreement of the correlations, noise taken out", 0.97, 1, 0),
    one("neighbours", "share of the ten nearest that stay nearest", 0.2 + 0.3 * (1 - factor), 1, 0.004),
    one("k-means", "adjusted Rand index with clusters of the originals", 0.71, 1, 0),
    one("classification", "accuracy of a model that learnt from the release", 0.88, 0.84, 0.51),
    {
      ...one("regression", "R² of a model that learnt from the release", null, 0.62, 0),
      note: "the release has no column for it",
    },
  ];
}

function certificate(position: number): Certificate {
  if (position % 3 !== 2)
    return {
      guarantee: "none",
      text: "No formal guarantee: 'noise(snr=2)' was estimated from the data, so each record influenced what is released of all others.",
      reasons: ["'noise(snr=2)' was estimated from the data"],
    };
  return {
    guarantee: "grid",
    text: "Formal guarantee for one record, replaced by any other: mu = 3, epsilon = 18.16 at delta = 1e-06.",
    reasons: [
      "records differ by at most 6 where noise of sd 2 or more is added",
      "for this release alone, the own half of the key kept secret",
    ],
    unit: "one record, replaced by any other",
    mu: 3,
    epsilon: 18.1634,
    delta: 1e-6,
    exact: true,
  };
}

function risks(factor: number, columns: string[]): RecipientRisks[] {
  const none = { level: "not assessed" as const };
  const levels = ["low", "undecided", "some", "high"] as const;
  const risk = (figure: RecipientRisk["figure"], share: number): RecipientRisk => ({
    level: levels[Math.min(3, Math.floor(4 * share))] ?? "low",
    attacker: "outsider",
    attack: "bayes(prior=mixture)",
    figure,
    column: figure === "close" ? (columns[0] ?? null) : null,
    value: share,
    ci: [Math.max(0, share - 0.02), Math.min(1, share + 0.02)],
    baseline: 0.08,
    gain: share - 0.08,
  });
  const row = (recipient: RecipientRisks["recipient"], attackers: string[], share: number): RecipientRisks => ({
    recipient,
    attackers,
    inference: share === 0 ? none : risk("close", share),
    linkability: recipient === "anyone" || share === 0 ? none : risk("linked", share / 2),
    singling_out: share === 0 ? none : risk("singling out", share / 3),
  });
  return [
    row("anyone", ["outsider", "population=500"], 0.6 * factor),
    row("prior knowledge", ["pairs=9", "records=9"], 0.8 * factor),
    row("partner", ["insider"], 0.8 * factor),
    row("key thief", ["thief"], 1),
  ];
}

function mask(position: number, columns: string[], wish: Wish, random: () => number): Mask {
  const grade = wish.grade ?? GRADES[position % GRADES.length] ?? "not assessed";
  const factor = FACTORS[grade];
  const shown = wish.bare || factor === 0;
  return {
    mask: MASKS[position % MASKS.length] ?? "rotate",
    keys: 5,
    notes: position === 0 ? ["noise: estimated from the data, so no formal guarantee applies"] : [],
    certificate: certificate(position),
    attackers: ATTACKERS.map((kind) => attacker(kind, factor, columns, wish, random)),
    verdict: {
      grade,
      headline: HEADLINES[grade],
      next: NEXT[grade],
      sentences:
        factor === 0
          ? []
          : [
              `An attacker with a second release guesses \`${columns[0]}\` within 0.1 sd for ${Math.round(40 * factor)} % of records (8 % without the release). Attack: bayes(prior=mixture).`,
              `An attacker who knows 9 records links ${Math.round(70 * factor)} % of the people it knows to their released rows. Attack: link.`,
              `A key thief guesses \`${columns[0]}\` within 0.1 sd for 100 % of records (8 % without the release). Attack: subtract. Keep the key secret.`,
            ],
      risks: risks(factor, columns),
    },
    warnings: position === 1 ? ["Rotation alone keeps every distance: a few known people give all others away."] : [],
    curves: shown ? [] : curves(factor),
    spectrum: shown
      ? null
      : {
          release: columns.map((_, i) => 40 * 0.6 ** i + 3 + random() / 2),
          originals: columns.map((_, i) => 40 * 0.6 ** i),
          noise: position === 1 ? null : [2.6, 3.6],
          in_noise_units: position === 0,
        },
    utility: shown ? [] : utilities(factor),
  };
}

function frontier(): Frontier {
  const points = Array.from({ length: 14 }, (_, i) => {
    const loss = 0.05 + i / 18;
    const risk = 0.9 * Math.exp(-2.5 * loss) + (i % 3 === 0 ? 0 : 0.12);
    return {
      mask: `noise(snr=${14 - i})`,
      risk: around(risk, 0.03),
      loss: around(loss, 0.015),
      qualifies: risk < 0.4,
      front: i % 3 === 0,
      confirmed: i % 3 === 0,
    };
  });
  return {
    risk: "share of income within a tenth of its spread",
    loss: "1 - mean share kept of means, covariance, correlation, distributions, distances, neighbours and regression",
    limits: ["within0.1 <= 0.2"],
    choice: 9,
    command: "guise mask patients.csv -o masked.csv --mask 'noise(snr=5)'",
    points,
  };
}

const MATCHED = {
  placed: 2500,
  method: "values" as const,
  originals: 3000,
  released: 2500,
  told_apart: 0.93,
  certainty: 0.97,
  by_claim: false,
  equal: 0,
};

const THRESHOLDS = {
  recovered: 0.19,
  close: 0.05,
  whole: 0.02,
  linked: 0.05,
  linked_upper: 0.1,
  shows: 0.25,
  severe: 0.5,
  identified: 0.5,
  records: 30,
};

export function makeAudit(wish: Wish = {}): Audit {
  const random = generator(2026);
  const number = wish.attributes ?? NAMES.length;
  const columns = Array.from({ length: number }, (_, i) => NAMES[i] ?? `a_rather_long_name_of_attribute_${i}`);
  const masks = Array.from({ length: wish.masks ?? 3 }, (_, i) => mask(i, columns, wish, random));
  return {
    guise_audit: 3,
    table: "patients.csv",
    records: 2500,
    held_out: 500,
    columns,
    keys: 5,
    ...(wish.bare ? {} : { seed: 7281904127751 }),
    warnings: wish.bare ? [] : ["Whole numbers in age and income: noise much smaller than 1 can be rounded away."],
    baseline: measures(1, columns, random),
    masks,
    provenance: {
      guise: "0.1.0",
      ...(wish.bare
        ? {}
        : {
            libraries: { DuckDB: "1.5.6", OpenBLAS: "0.3.21", libsodium: "1.0.18" },
            finished: "2026-03-01T09:30:12Z",
            seconds: 17.2,
          }),
      command:
        "guise audit patients.csv --mask 'noise(snr=2)' --mask rotate --mask 'clip(radius=3) | noise(sd=2,grid=0.002)' --fail-above within0.1=0.2 -o report",
      input: wish.bare ? { file: "-" } : { file: "patients.csv", bytes: 98304 },
      ...(wish.bare ? {} : { released: null }),
    },
    released: wish.external ? { file: "bought.csv", mask: null, aligned: "values", put_back: MATCHED } : null,
    limits: wish.bare
      ? []
      : [
          {
            figure: "within0.1",
            limit: 0.2,
            worst: wish.grade === "resists" ? 0.08 : 0.71,
            mask: "noise(snr=2)",
            attacker: "pairs=9",
            attack: "bayes(prior=mixture)",
            attribute: "income",
            exceeded: wish.grade !== "resists",
          },
        ],
    frontier: wish.frontier ? frontier() : null,
    thresholds: THRESHOLDS,
  };
}
