import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type axe from "axe-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../../tests/support/chromium.js";
import { builds, filesIn, serve } from "./built-site.js";

const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Rules for WCAG 2.2 at levels A and AA. */
const AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Whether all checks run, as every night. By day, one stands for the others that repeat it. */
const isNight = process.env.SITE === "all";

/** One page of each kind. */
const pages = {
  home: "",
  "quick-start": "quick-start.html",
  guide: "guides/listing.html",
  methods: "methods.html",
  method: "methods/warehouse.tables.testIamPermissions.html",
  errors: "errors.html",
  rules: "rules.html",
  benchmarks: "benchmarks.html",
  decisions: "decisions/",
  example: "examples/02-create-table.html",
  module: "reference/fourfold/warehouse/",
  reference: "reference/fourfold/tables/functions/planTablePatch.html",
} as const;

let browser: Browser;
let servers: Awaited<ReturnType<typeof serve>>[] = [];
let context: BrowserContext | undefined;
/** Console errors and warnings (including policy violations), requests to other hosts, and failed requests. */
let problems: string[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  servers = await Promise.all(builds.map(serve));
});

afterAll(async () => {
  await browser?.close();
  for (const { server } of servers) server.close();
});

afterEach(async () => {
  await context?.close();
  context = undefined;
  const found = problems;
  problems = [];
  expect(found).toEqual([]);
});

/** The URL of the first build. */
const siteUrl = () => servers[0]!.url;

const newContext = (options?: BrowserContextOptions) =>
  browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });

async function open(path: string, options: BrowserContextOptions = {}, url = siteUrl()): Promise<Page> {
  context = await newContext(options);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(url))
      problems.push(`requests ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(url + path);
  // Only the running app gives the element this property.
  await page.waitForFunction(() => "__vue_app__" in (document.querySelector("#app") ?? {}));
  return page;
}

/** Takes a screenshot at night: `site/screenshots/<name>.png`. */
async function shoot(page: Page, name: string): Promise<void> {
  const path = fileURLToPath(new URL(`../screenshots/${name}.png`, import.meta.url));
  if (isNight) await page.screenshot({ path });
}

/** Returns the violations of WCAG that axe reports for a page: the rule, the elements, and the remedy. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const results = await page.evaluate(
    (runOnly) => (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly }),
    AA,
  );
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => html + failureSummary)}`,
  );
}

/** Widths and color schemes. Every second page is shown with the other pairs. */
const looks = [
  [
    [390, "light"],
    [1280, "dark"],
  ],
  [
    [390, "dark"],
    [1280, "light"],
  ],
] as const;

/** The pages that axe checks by day with one of the pairs, because a check takes seconds; at night, it checks all pages with both. */
const CHECKED = ["home", "reference"];

test.each(Object.entries(pages).map(([name, path], index) => ({ name, path, index })))(
  "$name is accessible, does not scroll sideways at 390 and 1280 px, and respects its policy",
  async ({ name, path, index }) => {
    const page = await open(path);
    expect(await page.locator("h1").first().textContent()).not.toBe("");
    await page.addStyleTag({ content: "* { transition: none !important; }" });
    for (const [at, [width, colorScheme]] of looks[index % 2]!.entries()) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
      await page.waitForFunction(
        (dark) => document.documentElement.classList.contains("dark") === dark,
        colorScheme === "dark",
      );
      await shoot(page, `${name}-${width}-${colorScheme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      if (width === 390) expect(await page.evaluate(brokenWords)).toEqual([]);
      if (isNight || (at === 0 && CHECKED.includes(name))) expect(await violations(page)).toEqual([]);
    }
  },
);

/** Runs in a page: the words in the cells of its tables that a line breaks in the middle. */
function brokenWords(): string[] {
  const broken: string[] = [];
  for (const cell of document.querySelectorAll(".vp-doc :is(th, td)")) {
    const texts = document.createNodeIterator(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      for (const { 0: word, index } of (text.textContent ?? "").matchAll(/\w+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) broken.push(`${word} of ${cell.textContent}`);
      }
  }
  return broken;
}

/** How many pages one tab measures. */
const SHARE = 200;
/** All pages at night. By day, all pages outside the API reference, and one in ten pages of the API reference. */
const all = filesIn(builds[0]!.folder, ".html").filter(
  (path, index) => path !== "404.html" && (isNight || !path.startsWith("reference/") || index % 10 === 0),
);
const shares = Array.from({ length: Math.ceil(all.length / SHARE) }, (_, n) => all.slice(n * SHARE, (n + 1) * SHARE));

test("no code block or table of the pages is clipped at 1280 px", async () => {
  expect(all.length).toBeGreaterThan(isNight ? 500 : 100);
  context = await newContext();
  const tabs = await Promise.all(
    shares.map(async (paths) => {
      const page = await context!.newPage();
      await page.goto(`${siteUrl()}${pages.guide}`);
      return page.evaluate(clippedIn, { paths, url: siteUrl() });
    }),
  );
  expect(tabs.flat()).toEqual([]);
});

/** Runs in a page with the layout of a document: shows the content of each page in turn, and measures it. */
async function clippedIn({ paths, url }: { paths: readonly string[]; url: string }): Promise<string[]> {
  const clipped: string[] = [];
  for (const path of paths) {
    const text = await (await fetch(url + path)).text();
    const content = new DOMParser().parseFromString(text, "text/html").querySelector(".vp-doc");
    if (content === null) clipped.push(`${path} has no content`);
    else document.querySelector(".vp-doc")?.replaceWith(content);
    if (document.documentElement.scrollWidth > innerWidth) clipped.push(`${path} is too wide`);
    for (const element of document.querySelectorAll(".vp-doc :is(pre, pre > code, table, figure)")) {
      const { scrollWidth, clientWidth } = element;
      if (clientWidth > 0 && scrollWidth > clientWidth + 1)
        clipped.push(`${path}: ${element.tagName} of ${scrollWidth} px in ${clientWidth} px`);
    }
  }
  return clipped;
}

test("the home page begins with a rejected change and its message", async () => {
  const page = await open(pages.home, { viewport: { width: 1280, height: 800 } });
  const code = page.locator(".home [class*=language-]").first();
  expect(await code.textContent()).toMatch(/planTables\(.*must be INTEGER.*ALTER TABLE/s);
  expect((await code.boundingBox())?.y).toBeLessThan(500);
  expect(await page.locator(".home h2").allInnerTexts()).toHaveLength(6);
});

test("the reference describes each module in a sentence", async () => {
  const page = await open("reference/");
  const rows = await page.locator("tbody tr").allInnerTexts();
  expect(rows).toHaveLength(11);
  for (const row of rows) expect(row).toMatch(/^fourfold[^\t]*\t\w.{30,}\.$/);
});

test("the mobile menu and the search are accessible", async () => {
  for (const colorScheme of isNight ? (["light", "dark"] as const) : (["light"] as const)) {
    const page = await open(pages.guide, { viewport: { width: 390, height: 900 }, colorScheme });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.locator(".VPSidebar.open").waitFor();
    await page.waitForTimeout(600); // the end of the animation
    await shoot(page, `menu-390-${colorScheme}`);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await search(page, "retry");
    await page.waitForTimeout(300);
    await shoot(page, `search-390-${colorScheme}`);
    expect(await violations(page)).toEqual([]);
    await context?.close();
  }
});

describe.each(builds.map(({ base }, index) => ({ base, index })))("for the base $base", ({ index }) => {
  test("a sidebar link and a search result open the right pages", async () => {
    const page = await open(pages.guide, {}, servers[index]!.url);
    await page.locator(".VPSidebar").getByRole("link", { name: "Methods" }).click();
    await page.waitForURL(`${servers[index]!.url}methods.html`);
    const [first = ""] = await search(page, "planTablePatch");
    await page.keyboard.press("Enter");
    await page.waitForURL(new URL(first, servers[index]!.url).href);
    expect(page.url().startsWith(servers[index]!.url)).toBe(true);
  });

  test("loads at most 250 kB of scripts (gzipped) for the first page", async () => {
    for (const path of [pages.home, pages.guide, pages.reference]) {
      const scripts: Response[] = [];
      context = await newContext();
      const page = await context.newPage();
      page.on("response", (response) => {
        if (/\.js$/.test(new URL(response.url()).pathname)) scripts.push(response);
      });
      await page.goto(servers[index]!.url + path, { waitUntil: "networkidle" });
      const bodies = await Promise.all(scripts.map((script) => script.body()));
      const total = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
      console.log(`${path || "home"}: ${bodies.length} scripts, ${(total / 1_000).toFixed(1)} kB gzipped`);
      expect(bodies.length).toBeGreaterThan(2);
      expect(total).toBeLessThanOrEqual(250_000);
      await context.close();
    }
  });
});

async function search(page: Page, term: string): Promise<string[]> {
  const field = page.getByRole("searchbox");
  if (!(await field.isVisible())) await page.keyboard.press("Control+k");
  await field.fill(term);
  await page.locator(".VPLocalSearchBox .result").first().waitFor();
  await page.waitForTimeout(400); // the search waits for the end of typing
  return page
    .locator(".VPLocalSearchBox .result")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
}

/** Terms, and a page that must be among the first results. */
const terms: readonly (readonly [string, RegExp])[] = [
  ["planTablePatch", /functions\/planTablePatch/],
  ["ensure", /ways-to-change/],
  ["updateMask", /environments/],
  ["readUserInfo", /functions\/readUserInfo/],
  ["defineMethod", /functions\/defineMethod/],
  ["retry", /errors-and-retries|RetryOptions/],
  ["paginate", /guides\/listing/],
  ["dry run", /guides\/tables-in-c/],
  ["delete a label", /guides\/ways-to-change/],
  ["partitioned table", /guides\/tables\.html/],
  ["column description", /guides\/tables\.html/],
  ["emulator", /guides\/emulator/],
  ["cloudflare", /guides\/workers/],
  ["migrate", /guides\/from-google-clients/],
  ["tables.get", /methods\/warehouse\.tables\.get/],
  ["412", /errors|precondition/],
  ["googleNaming", /googleNaming|naming/],
  ["INT64", /[iI]nt64/],
  ["token_expired", /errors\.html#token_expired/],
  ["msw", /mswHandlers|testing/],
  ["scale-needs-precision", /rules|errors-and-retries/],
  ["authentication", /guides\/authentication/],
  ["application default credentials", /guides\/authentication/],
  ["query results", /guides\/other-methods/],
  ["airflowConfigOverrides", /guides\/environments/],
  ["rowDecoder", /guides\/rows/],
  ["workload identity", /guides\/authentication/],
];

test("the search finds guides and names", async () => {
  const page = await open(pages.home);
  for (const [term, expected] of terms) {
    const links = await search(page, term);
    expect(links.slice(0, 5).join("\n"), term).toMatch(expected);
    expect(links.join("\n"), term).not.toMatch(/\/(architecture|checks|contributing|releasing)\.html|\/decisions\//);
  }
});

describe("keyboard", () => {
  test("the first Tab shows a link that skips the navigation", async () => {
    const page = await open(pages.guide);
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    expect(await focused.textContent()).toContain("Skip to content");
    const box = await focused.boundingBox();
    expect(box?.width).toBeGreaterThan(50);
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).hash).toBe("#VPContent");
  });

  test("every focused element is visible and has an outline", async () => {
    const page = await open(pages.guide);
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press("Tab");
      const shown = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { width, height } = element.getBoundingClientRect();
        const { outlineStyle, boxShadow } = getComputedStyle(element);
        const marked = outlineStyle !== "none" || boxShadow !== "none";
        return { element: element.outerHTML.slice(0, 120), visible: width > 0 && height > 0, marked };
      });
      expect(shown).toMatchObject({ visible: true, marked: true });
    }
  });

  test("the search can be opened, navigated and closed with the keyboard", async () => {
    const page = await open(pages.home);
    await page.keyboard.press("/");
    await page.getByRole("searchbox").fill("pagination");
    const selected = page.locator(".VPLocalSearchBox .result.selected");
    await selected.waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await page.locator(".VPLocalSearchBox").waitFor({ state: "detached" });
  });
});
