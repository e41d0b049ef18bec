import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Explorer, startExplorer } from "../../examples/entity-explorer/explorer.js";
import { launchChromium } from "../support/chromium.js";

/** Folder for screenshots; without it, no screenshots are taken. */
const SHOTS = process.env.SCREENSHOTS;

let browser: Browser;
let explorer: Explorer;
let page: Page;
let complaints: string[] = [];
/** Messages of the browser about failed requests, which one test expects. */
let expected: RegExp | undefined;

beforeAll(async () => {
  browser = await launchChromium();
  explorer = await startExplorer();
});

afterAll(async () => {
  await browser?.close();
  await explorer?.close();
});

beforeEach(async () => {
  explorer.sandbox.reset();
  complaints = [];
  expected = undefined;
  await open();
});

afterEach(async () => {
  await page.context().close();
  expect(complaints.filter((text) => !expected?.test(text))).toEqual([]);
});

async function open(options: Parameters<Browser["newContext"]>[0] = {}): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 850 }, ...options });
  page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(explorer.url);
}

async function shoot(name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

const field = () => page.getByRole("combobox", { name: /Search for/ });
/** The results; the languages are options too, of another list. */
const options = () => page.locator("#results > [role=option]");
const status = () => page.locator("#status");

async function type(text: string): Promise<void> {
  await field().fill("");
  await field().pressSequentially(text);
  await page.waitForFunction((wanted) => document.querySelector("#status")?.textContent?.includes(`“${wanted}”`), text);
}

const example = (name: string) => page.getByRole("group", { name: "Examples" }).getByRole("button", { name });
const pane = (id: string) => page.locator(`#${id}`);

test("starts with the results of an example, and their icons", async () => {
  await page.getByText("2 results for “mo”.").waitFor();
  await shoot("desktop-first");
  const types = await page.locator("#results svg").evaluateAll((icons) => icons.map((icon) => icon.dataset.type));
  expect(types).toEqual(["Event", "Person"]);
});

test.each([
  ["London", "Capital of the United Kingdom", "Place"],
  ["Mozart", "Austrian composer", "Person"],
])("the example %s has a result", async (name, description, icon) => {
  await example(name).click();
  await page.getByText(`1 result for “${name}”.`).waitFor();
  expect(await field().inputValue()).toBe(name);
  expect(await options().first().textContent()).toContain(description);
  expect(await page.locator("#results svg").first().getAttribute("data-type")).toBe(icon);
});

test("every example has results", async () => {
  for (const button of await page.getByRole("group", { name: "Examples" }).getByRole("button").all()) {
    await button.click();
    await page.getByText(new RegExp(`results? for “${await button.textContent()}”`)).waitFor();
    expect(await options().count()).toBeGreaterThan(0);
  }
});

test("shows the request and the JSON of the search", async () => {
  await page.getByRole("radio", { name: "Places" }).check();
  await type("lon");
  expect(await pane("request").textContent()).toBe(
    "GET /v1/entities:search\n  ?query=lon&languages=en&types=Place&prefix=true&limit=8",
  );
  expect(await pane("outcome").textContent()).toMatch(/^200 in \d+ ms$/);
  const { itemListElement } = JSON.parse(await pane("json").inputValue());
  expect(itemListElement[0].result.name).toBe("London");
  await page.getByRole("button", { name: "Clear the search" }).click();
  await page.getByText("Type a name, or select an example.").waitFor();
  for (const id of ["request", "outcome", "code"]) expect(await pane(id).textContent()).toBe("");
  expect(await pane("json").inputValue()).toBe("");
});

test("copies code that makes the same search", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("radio", { name: "Places" }).check();
  await type("ber");
  const names = await options().locator(".name").allTextContents();
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied.").waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toBe(await pane("code").textContent());
  const file = fileURLToPath(new URL("copied.mjs", import.meta.url)); // inside the package, which it imports
  try {
    writeFileSync(file, code);
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(stdout.trimEnd().split("\n")).toEqual(names);
    expect(names).toEqual(["Berlin", "Bern"]);
  } finally {
    rmSync(file);
  }
});

test("Tab reaches the controls in reading order", async () => {
  const order: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("Tab");
    order.push(await page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent || ""));
  }
  const kinds = ["query", "clear", "London", "language", "copy", "json"];
  expect(order.filter((each) => kinds.includes(each))).toEqual(kinds);
});

test("loads nothing from other servers", async () => {
  await type("lon");
  const addresses = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) expect(address).toMatch(/^(http:\/\/127\.0\.0\.1:|data:)/);
});

test("shows results as the text is typed", async () => {
  await type("ber");
  expect(await options().allTextContents()).toEqual([
    expect.stringContaining("Berlin"),
    expect.stringContaining("Bern"),
    expect.stringContaining("Berlin Philharmonic"),
  ]);
  expect(await status().textContent()).toBe("3 results for “ber”.");
  expect(await field().getAttribute("aria-expanded")).toBe("true");
  await shoot("desktop-results");
  await field().press("l");
  await page.waitForFunction(() => document.querySelectorAll("[role=option]").length === 2);
});

test("arrow keys select, Enter opens, Escape clears", async () => {
  await type("ber");
  const count = await options().count();
  expect(count).toBeGreaterThan(2);
  await field().press("ArrowDown");
  await field().press("ArrowDown");
  expect(await field().getAttribute("aria-activedescendant")).toBe("result-1");
  expect(await options().nth(1).getAttribute("aria-selected")).toBe("true");
  await field().press("ArrowUp");
  await field().press("ArrowUp");
  expect(await field().getAttribute("aria-activedescendant")).toBe(`result-${count - 1}`);
  await field().press("ArrowDown");
  await field().press("Enter");
  expect(await options().first().textContent()).toContain("http://g.co/kg/m/0f");
  await shoot("desktop-open");
  await field().press("Escape");
  await page.waitForFunction(() => document.querySelectorAll("[role=option]").length === 0);
  expect(await field().inputValue()).toBe("");
  expect(await status().textContent()).toBe("");
  expect(await field().getAttribute("aria-expanded")).toBe("false");
});

test("the button clears and focuses the field", async () => {
  const clear = page.getByRole("button", { name: "Clear the search" });
  await type("paris");
  await clear.click();
  await page.waitForFunction(() => document.querySelectorAll("[role=option]").length === 0);
  expect(await field().evaluate((node) => node === document.activeElement)).toBe(true);
  expect(await clear.isVisible()).toBe(false);
});

test("types and languages restrict the search", async () => {
  await type("ber");
  await page.getByRole("radio", { name: "Organizations" }).check();
  await page.waitForFunction(() => document.querySelectorAll("[role=option]").length === 1);
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await page.getByText("Berliner Philharmoniker", { exact: true }).waitFor();
});

test("reports in a sentence that there are no results, and that a search failed", async () => {
  await type("xyzzy");
  expect(await status().textContent()).toBe("No results for “xyzzy”.");
  await field().fill("");
  expected = /Failed to load resource.*503/;
  explorer.sandbox.faults.next({ status: 503 });
  await field().fill("p");
  const alert = page.getByRole("alert");
  await alert.waitFor();
  expect(await alert.textContent()).toBe("The service is busy (status 503). Try again in a moment.");
  expect(await options().count()).toBe(0);
  await shoot("desktop-error");
  await field().fill("pa");
  await options().first().waitFor();
  expect(await alert.isVisible()).toBe(false);
});

test("only the newest results are shown when responses are late", async () => {
  explorer.sandbox.faults.next({ delayMs: 400 });
  await field().fill("b");
  await field().fill("berlin p");
  await page.getByText("Berlin Philharmonic", { exact: true }).waitFor();
  await page.waitForTimeout(500);
  expect(await options().count()).toBe(1);
  expect(await status().textContent()).toBe("1 result for “berlin p”.");
});

test("keyboard hints are shown where there is a keyboard", async () => {
  expect(await page.locator("#hint").isVisible()).toBe(true);
});

test.each([
  [390, "light"],
  [390, "dark"],
  [768, "light"],
  [768, "dark"],
] as const)("fits a touch screen of %i px, %s", async (width, colorScheme) => {
  await page.context().close();
  await open({ viewport: { width, height: 844 }, deviceScaleFactor: 2, colorScheme, hasTouch: true, isMobile: true });
  expect(await page.locator("#hint").isVisible()).toBe(false);
  await type("ber");
  await options().first().tap();
  await shoot(`touch-${width}-${colorScheme}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  for (const control of await page.locator("input[type=text], select, .chips label, button:visible").all()) {
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(28);
  }
});

test("shows results in dark mode", async () => {
  await page.context().close();
  await open({ colorScheme: "dark" });
  await type("le");
  await shoot("desktop-dark");
});
