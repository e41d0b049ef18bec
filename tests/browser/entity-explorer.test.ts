import { existsSync, mkdirSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Explorer, startExplorer } from "../../examples/entity-explorer/explorer.js";

const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** Folder for screenshots; without it, no screenshots are taken. */
const SHOTS = process.env.SCREENSHOTS;
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser: Browser;
let explorer: Explorer;
let page: Page;
let complaints: string[] = [];
/** Messages of the browser about failed requests, which one test expects. */
let expected: RegExp | undefined;

beforeAll(async () => {
  expect(existsSync(EXECUTABLE), `no Chromium at ${EXECUTABLE}: install it, or set CHROMIUM`).toBe(true);
  browser = await chromium.launch({ executablePath: EXECUTABLE, args: ARGS });
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
const status = () => page.getByRole("status");

async function type(text: string): Promise<void> {
  await field().pressSequentially(text);
  await page.waitForFunction((wanted) => document.querySelector("#status")?.textContent?.includes(`“${wanted}”`), text);
}

test("shows what begins with the text, as it is typed", async () => {
  await shoot("desktop-empty");
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

test("arrow keys choose, Enter opens, Escape clears", async () => {
  await type("ma");
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

test("the button clears and gives the focus back", async () => {
  const clear = page.getByRole("button", { name: "Clear the search" });
  expect(await clear.isVisible()).toBe(false);
  await type("paris");
  await clear.click();
  await page.waitForFunction(() => document.querySelectorAll("[role=option]").length === 0);
  expect(await field().evaluate((node) => node === document.activeElement)).toBe(true);
  expect(await clear.isVisible()).toBe(false);
});

test("types and languages restrict the search", async () => {
  await type("ber");
  await page.getByRole("radio", { name: "Organisations" }).check();
  await page.waitForFunction(() => document.querySelectorAll("[role=option]").length === 1);
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await page.getByText("Berliner Philharmoniker", { exact: true }).waitFor();
});

test("says in a sentence that nothing was found, and that something failed", async () => {
  await type("xyzzy");
  expect(await status().textContent()).toBe("Nothing begins with “xyzzy”.");
  await field().fill("");
  expected = /Failed to load resource.*503/;
  explorer.sandbox.faults.next({ status: 503 });
  await field().fill("p");
  const alert = page.getByRole("alert");
  await alert.waitFor();
  expect(await alert.textContent()).toBe("The service is busy and answered with 503. Try again in a moment.");
  expect(await options().count()).toBe(0);
  await shoot("desktop-error");
  await field().fill("pa");
  await options().first().waitFor();
  expect(await alert.isVisible()).toBe(false);
});

test("only the newest results are shown when responses come late", async () => {
  explorer.sandbox.faults.next({ delayMs: 400 });
  await field().fill("b");
  await field().fill("berlin p");
  await page.getByText("Berlin Philharmonic", { exact: true }).waitFor();
  await page.waitForTimeout(500);
  expect(await options().count()).toBe(1);
  expect(await status().textContent()).toBe("1 result for “berlin p”.");
});

test.each(["light", "dark"] as const)("fits a phone, %s", async (colorScheme) => {
  await page.context().close();
  await open({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    colorScheme,
    hasTouch: true,
    isMobile: true,
  });
  await type("ma");
  await options().first().tap();
  await shoot(`phone-${colorScheme}`);
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(width);
  for (const control of await page.locator("input[type=text], select, .chips label").all()) {
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(28);
  }
});

test("looks right in the dark", async () => {
  await page.context().close();
  await open({ colorScheme: "dark" });
  await type("le");
  await shoot("desktop-dark");
});
