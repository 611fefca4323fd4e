// SPDX-License-Identifier: Apache-2.0
// How numbers are written and what is chosen to be shown; and that what the page reads is what schema/ describes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as choose from "../src/choose.ts";
import type { Attacker, PutBack } from "../src/document.ts";
import { brief, bytes, middle, moment, number, percent, plural, seconds, shorten } from "../src/format.ts";
import { cells, onDiagonal } from "../src/parts/agreement.ts";
import { bins, upTo } from "../src/parts/errors.ts";
import { levelClass } from "../src/parts/grid.ts";
import { logTicks } from "../src/parts/spectrum.ts";
import { fileName, matchedBy } from "../src/parts/verdict.ts";
import { makeAudit } from "./documents.ts";

test("percentages never round to all or nothing", () => {
  assert.equal(percent(0.742), "74\u00a0%");
  assert.equal(percent(0.9999), "over 99\u00a0%");
  assert.equal(percent(0.0001), "under 1\u00a0%");
  assert.equal(percent(1 - 1e-12), "100\u00a0%", "the last digits of an exact attack");
  assert.equal(percent(0), "0\u00a0%");
  assert.equal(percent(-0.25), "−25\u00a0%");
  assert.equal(percent(null), "–");
});

test("numbers have three digits and no surprising exponents", () => {
  assert.equal(number(0.51319), "0.513");
  assert.equal(number(11670.13), "11,670");
  assert.equal(number(1e-6), "10⁻⁶");
  assert.equal(brief(120_000), "120k");
  assert.equal(brief(3_000_000), "3M");
  assert.equal(number(-2.5e9), "−2.5 × 10⁹");
  assert.equal(number(999.9), "1,000");
  assert.equal(number(0), "0");
  assert.equal(number(Number.NaN), "–");
  assert.equal(plural(1, "key"), "1 key");
  assert.equal(plural(3000, "record"), "3,000 records");
});

test("sizes, times and dates are in the units people use", () => {
  assert.equal(bytes(98304), "98.3\u00a0kB");
  assert.equal(bytes(0), "0\u00a0bytes");
  assert.equal(seconds(17.2), "17.2 seconds");
  assert.equal(seconds(300), "5 minutes");
  assert.equal(moment("2026-03-01T09:30:12Z"), "1 March 2026, 09:30 UTC");
  assert.equal(moment("yesterday"), "yesterday");
  assert.equal(shorten("größe_in_cm", 6), "größe…");
  assert.equal(middle("attribute_of_person_12", 10), "attrib…_12");
  assert.equal(middle("größe", 5), "größe");
  assert.equal(fileName("data/patients.csv"), "patients.csv");
  assert.equal(fileName("SELECT a / b FROM t"), "SELECT a / b FROM t");
});

test("the strongest attacker is one without the key whose attack succeeded", () => {
  const mask = makeAudit().masks[0];
  assert.ok(mask);
  assert.equal(choose.strongest(mask)?.attacker, "pairs=9");
  for (const attacker of mask.attackers) if (attacker.attacker !== "thief") attacker.outcome = "resisted";
  assert.equal(choose.strongest(mask)?.attacker, "pairs=9", "not the thief, although only it succeeded");
  const outsider = mask.attackers.find((one) => one.attacker === "outsider");
  if (outsider) outsider.outcome = "succeeded";
  assert.equal(choose.strongest(mask)?.attacker, "outsider", "succeeded before what gets more but was resisted");
});

test("much that was known before is no green cell, and a risk is named by its level", () => {
  assert.equal(choose.knownAnyway("low", 0.97, 0.97), true);
  assert.equal(choose.knownAnyway("low", 0.1, 0.05), false);
  assert.equal(choose.knownAnyway("high", 0.97, 0.6), false);
  assert.equal(levelClass({ level: "low", value: 0.97, baseline: 0.97 }), "level-known");
  assert.equal(levelClass({ level: "low", value: 0.2, baseline: 0.2 }), "level-low");
  assert.equal(levelClass({ level: "not assessed" }), "level-not-assessed");
});

test("of a recipient the worst risk counts, by level before gain", () => {
  const row = makeAudit().masks[0]?.verdict.risks[0];
  assert.ok(row);
  row.inference = { level: "some", figure: "close", value: 0.3, baseline: 0.1, gain: 0.2 };
  row.linkability = { level: "undecided", figure: "linked", value: 0.9, baseline: 0.1, gain: 0.8 };
  row.singling_out = { level: "some", figure: "whole", value: 0.5, baseline: 0, gain: 0.5 };
  assert.equal(choose.worstRisk(row), row.singling_out);
});

test("attributes come by exposure, those without a figure last", () => {
  const by_attribute = {
    a: { residual: 0.5 },
    b: { residual: null },
    c: { residual: 0.9, calibrated: { value: 0.1, ci: [0, 0.2] as [number, number] } },
  };
  const ranked = choose.byExposure({ attack: "x", outcome: "succeeded", by_attribute });
  assert.deepEqual(
    ranked.map((row) => row.attribute),
    ["c", "a", "b"],
  );
  assert.equal(choose.gets({ residual: 1.2 }), 0, "less than nothing is nothing");
  assert.equal(choose.gets(undefined), null);
});

test("what is known anyway is what the same knowledge tells without the release", () => {
  const attacker = { baseline_nrmse: { a: 0.6, b: 1.1, c: null } } as unknown as Attacker;
  assert.ok(Math.abs((choose.getsAnyway(attacker, "a") ?? 0) - 0.64) < 1e-12);
  assert.equal(choose.getsAnyway(attacker, "b"), 0);
  assert.equal(choose.getsAnyway(attacker, "c"), null);
});

test("a break-point is the least knowledge that succeeds", () => {
  const points = [8, 4, 2].map((count) => ({ count, outcome: count > 2 ? "succeeded" : "resisted" }));
  assert.equal(choose.breakPoint(points), 4);
  assert.equal(choose.breakPoint([{ count: 2, outcome: "resisted" }]), undefined);
});

test("cells and densities keep the counts and shares they were given", () => {
  const agreement = {
    edges: [0, 1, 3],
    counts: [
      [5, 0],
      [4, 6],
    ],
  };
  assert.deepEqual(cells(agreement)[1], { x1: 1, x2: 3, y1: 0, y2: 1, entries: 4 });
  assert.equal(onDiagonal(agreement), 11 / 15);
  assert.equal(onDiagonal({ edges: [0, 1], counts: [[0]] }), null);
  const density = bins({ edges: [0, 0.5, 2], shares: [0.6, 0.3], beyond: 0.1 });
  assert.equal(density.reduce((sum, bin) => sum + bin.density * (bin.to - bin.from), 0).toFixed(12), "0.900000000000");
  assert.equal(upTo(density, 0.5), 0.6);
});

test("logarithmic axes have few ticks", () => {
  assert.deepEqual(logTicks(3, 40), [2, 5, 10, 20, 50]);
  assert.equal(logTicks(1, 1e6).length, 7);
  assert.deepEqual(logTicks(1, 1e8), [1, 1e2, 1e4, 1e6, 1e8]);
});

test("the page names every way by which shuffled rows are matched", () => {
  const schema = JSON.parse(readFileSync("../schema/audit.schema.json", "utf8"));
  const methods = schema.properties.released.properties.put_back.properties.method.enum;
  const said = methods.map((method: PutBack["method"]) => matchedBy({ placed: 9, method }));
  assert.equal(new Set(said).size, methods.length);
  assert.ok(!said.some((words: string) => words.includes("undefined")));
  assert.equal(matchedBy({ placed: 9, method: "ranks" }), "by the ranks of their values");
  assert.equal(matchedBy({ placed: 0, method: "values" }), "by nothing: its rows could not be matched");
});

test("documents of the page's types keep to the schema", () => {
  const schema = JSON.parse(readFileSync("../schema/audit.schema.json", "utf8"));
  const valid = new Ajv2020({ strict: false }).compile(schema);
  for (const wish of [
    {},
    { bare: true, masks: 4 },
    { masks: 10, attributes: 40, frontier: true },
    { points: true },
    { masks: 0 },
  ]) {
    assert.ok(valid(JSON.parse(JSON.stringify(makeAudit(wish)))), JSON.stringify(valid.errors?.slice(0, 3)));
  }
});
