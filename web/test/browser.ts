// SPDX-License-Identifier: Apache-2.0
// The report in real Chromium: light, dark, on a phone and on paper. No console error, no request, every chart drawn, names for
// who cannot see them. GUISE is the program, GUISE_PAGE the built page, GUISE_SCREENSHOTS a folder for pictures (optional).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { makeAudit, type Wish } from "./documents.ts";
import { pageWith } from "./page.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const built = process.env.GUISE_PAGE ?? "dist/index.html";
const pictures = process.env.GUISE_SCREENSHOTS;
const WAIT = 10_000; // milliseconds; a page is ready in well under one second

const DESK = { width: 1100, height: 900 };
const PHONE = { width: 360, height: 740, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

let browser: Browser;
let folder: string;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "guise-report-"));
  if (pictures) mkdirSync(pictures, { recursive: true });
  browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    // Tests run as root in containers, where Chromium has no sandbox; what it opens is made here.
    args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND"],
  });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Look {
  scheme?: "light" | "dark";
  view?: typeof DESK;
}

/** Opens a report and hands it over once its charts are drawn; fails on any word on the console and any request. */
async function open(file: string, { scheme = "light", view = DESK }: Look, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  const trouble: string[] = [];
  page.on("console", (message) => trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error instanceof Error ? error.message : String(error)}`));
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) trouble.push(`request: ${request.url()}`);
  });
  await page.setViewport(view);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(
    () => [...document.querySelectorAll("details[open] .canvas, section .canvas")].every((canvas) => canvas.firstElementChild),
    { timeout: WAIT },
  );
  await use(page);
  assert.deepEqual(trouble, []);
  await page.close();
}

function made(name: string, wish: Wish): string {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, pageWith(built, makeAudit(wish)));
  return file;
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

/** Charts without a name or without a mark in them. */
const hollow = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".canvas")]
      .filter((canvas) => canvas.getBoundingClientRect().width > 0)
      .filter((canvas) => {
        const svg = canvas.querySelector("svg[role=img]");
        const described = document.getElementById(svg?.getAttribute("aria-describedby") ?? "")?.textContent;
        const marks = svg?.querySelectorAll("[data-mark=bar] rect, [data-mark=rect] rect, [data-mark=dot] :is(circle, path)");
        return !svg?.getAttribute("aria-label") || !described || !marks || marks.length === 0;
      })
      .map((canvas) => canvas.outerHTML.slice(0, 300)),
  );

/** What axe finds wrong, but for the insides of charts: they are images with a name and a description. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const found = (
      await axe.run({ exclude: ["svg > *"] }, { resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) })
    ).violations;
    return found
      .filter((one) => one.impact === "serious" || one.impact === "critical")
      .map((one) => `${one.id}: ${one.nodes[0]?.html} ${one.nodes[0]?.failureSummary}`);
  }, rules);
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
/** Words of outcomes and grades that a reader of a phone does not see at once. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".word, .badge")]
      .filter((word) => {
        const { left, right, width } = word.getBoundingClientRect();
        return width > 0 && (left < 0 || right > document.documentElement.clientWidth);
      })
      .map((word) => word.outerHTML),
  );
const number = (page: Page, selector: string) => page.$$eval(selector, (all) => all.length);

async function drawn(page: Page, charts: number): Promise<void> {
  assert.deepEqual(await hollow(page), []);
  assert.ok((await number(page, ".canvas svg")) >= charts, `fewer than ${charts} charts`);
  assert.ok((await sideways(page)) <= 0, "the page scrolls sideways");
}

async function accessible(page: Page, rules?: string[]): Promise<void> {
  assert.deepEqual(await violations(page, rules), []);
}

test("a whole report is drawn and accessible", () =>
  open(made("light", { masks: 2, frontier: true }), {}, async (page) => {
    await drawn(page, 12);
    await accessible(page);
    await picture(page, "light");
  }));

test("in the dark it is drawn, and has contrast", () =>
  open(made("dark", { masks: 2, frontier: true }), { scheme: "dark" }, async (page) => {
    await drawn(page, 12);
    await accessible(page, ["color-contrast"]);
    await picture(page, "dark");
  }));

test("on a phone it is drawn, and nothing sticks out", () =>
  open(made("phone", { frontier: true }), { view: PHONE }, async (page) => {
    await drawn(page, 15);
    assert.deepEqual(await cutOff(page), []);
    await picture(page, "phone");
  }));

test("paper shows every mask and every chart, and leaves the page as it was", () =>
  open(made("paper", { masks: 4, frontier: true, points: true }), {}, async (page) => {
    assert.equal(await number(page, "details.mask[open]"), 1);
    await page.emulateMediaType("print");
    await page.waitForFunction(() => document.querySelectorAll("details.mask:not([open])").length === 0, { timeout: WAIT });
    assert.deepEqual(await hollow(page), []);
    await page.emulateMediaType();
    await page.waitForFunction(() => document.querySelectorAll("details.mask[open]").length === 1, { timeout: WAIT });
    const paper = await page.pdf({ preferCSSPageSize: true });
    assert.ok(paper.length > 50_000);
    if (pictures) writeFileSync(join(pictures, "paper.pdf"), paper);
  }));

test("ten masks and two hundred attributes can still be read", () =>
  open(made("large", { masks: 10, attributes: 200 }), {}, async (page) => {
    assert.deepEqual(await hollow(page), []);
    assert.ok(
      (await page.$eval("main", (main) => main.textContent ?? "")).includes("The 30 most exposed of 200 columns are shown."),
    );
    await page.click('a[href="#mask-10"]');
    await page.waitForSelector("#mask-10[open] h3", { timeout: WAIT });
    await picture(page, "large");
  }));

for (const [name, wish] of [
  ["columns-30", { masks: 1, attributes: 30 }],
  ["masks-20", { masks: 20 }],
  ["external", { masks: 1, external: true }],
  ["resists", { masks: 1, grade: "resists" }],
  ["not-assessed", { masks: 1, grade: "not assessed" }],
  ["undecided", { masks: 1, grade: "undecided" }],
  ["too-few-records", { masks: 1, grade: "too few records" }],
] as [string, Wish][])
  test(`a report of ${name.replace("-", " ")} is drawn, accessible, and fits a phone`, async () => {
    const file = made(name, wish);
    await open(file, {}, async (page) => {
      await drawn(page, 0);
      await accessible(page);
      await picture(page, name);
    });
    await open(file, { view: PHONE }, async (page) => {
      await drawn(page, 0);
      assert.deepEqual(await cutOff(page), []);
      await picture(page, `${name}-phone`);
    });
  });

test("another attacker and another attribute are chosen by keyboard", () =>
  open(made("choosing", { masks: 1 }), {}, async (page) => {
    const name = () => page.$eval('svg[aria-label^="True against guessed"]', (svg) => svg.getAttribute("aria-label"));
    const first = await name();
    await page.focus(".part .part select");
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(
      (was) => document.querySelector('svg[aria-label^="True against guessed"]')?.getAttribute("aria-label") !== was,
      { timeout: WAIT },
      first,
    );
    await page.focus(".choice select");
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.querySelector(".part p code")?.textContent === "outsider", { timeout: WAIT });
    assert.deepEqual(await hollow(page), []);
  }));

test("what a document leaves out is said, not drawn", () =>
  open(made("bare", { bare: true, masks: 4 }), {}, async (page) => {
    await drawn(page, 1);
    await accessible(page);
    const words = await page.$eval("main", (main) => main.textContent ?? "");
    assert.ok(words.includes("Utility was not measured in this audit."));
    assert.ok(!words.includes("undefined") && !words.includes("NaN") && !words.includes("null"));
    await picture(page, "bare");
  }));

test("an audit without masks is a page, too", () => open(made("none", { masks: 0, bare: true }), {}, (page) => drawn(page, 0)));

test("names cannot smuggle in markup or scripts", () => {
  const audit = makeAudit({ masks: 1 });
  audit.table = "</script> <script>window.caught = 1</script><img src=x onerror='window.caught = 1'>";
  const file = join(folder, "smuggler.html");
  writeFileSync(file, pageWith(built, audit));
  return open(file, {}, async (page) => {
    assert.equal(await page.evaluate(() => "caught" in window), false);
    assert.ok((await page.$eval("h1", (h1) => h1.textContent ?? "")).includes("<img src=x"));
  });
});

test("the report of a real audit is drawn everywhere, and accessible", { skip: !process.env.GUISE }, async () => {
  const table = join(folder, "people.csv");
  const part = (i: number, k: number) => Math.abs((Math.sin(i * k) * 43758.5453) % 1);
  const rows = Array.from({ length: 400 }, (_, i) => {
    const [a, b, c] = [part(i, 12.9898), part(i, 78.233), part(i, 3.1)] as const;
    return [a, a + b, 2 * a - b + c, c].map((x) => x.toFixed(4)).join(",");
  });
  writeFileSync(table, `age,income,rent,savings\n${rows.join("\n")}\n`);
  const report = join(folder, "report");
  execFileSync(
    process.env.GUISE ?? "guise",
    ["audit", table, "--mask", "noise(snr=2)", "--mask", "rotate", "--keys", "2", "--quiet", "-o", report],
    { stdio: "ignore" },
  );
  const file = join(report, "report.html");
  await open(file, {}, async (page) => {
    await drawn(page, 8);
    await accessible(page);
    assert.equal(await number(page, "ol.cards > li"), 2);
    await picture(page, "real");
  });
  await open(file, { scheme: "dark", view: PHONE }, (page) => drawn(page, 8));
});
