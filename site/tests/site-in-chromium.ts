import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page, PageScreenshotOptions } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchChromium } from "../../tests/support/chromium.js";
import { builds, serve } from "./built-site.js";

const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Whether all checks run, as every night. By day, one stands for the others that repeat it. */
export const isNight = process.env.SITE === "all";

/** The cases to test: all at night, and the first by day. */
export const cases = <const T>(all: readonly T[]): readonly T[] => (isNight ? all : all.slice(0, 1));

/** Takes a screenshot at night: `site/screenshots/<name>.png`. */
export async function shoot(page: Page, name: string, options: PageScreenshotOptions = {}): Promise<void> {
  const path = fileURLToPath(new URL(`../screenshots/${name}.png`, import.meta.url));
  if (isNight) await page.screenshot({ ...options, path });
}

/** Chromium and a server for each build. */
export interface SiteInChromium {
  /** Opens a context with a viewport of 1280 by 900 pixels, unless the options name another. */
  context(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Returns the URL of a build, by its index. */
  url(build: number): string;
}

/** Registers the hooks that start and stop Chromium and the servers. */
export function useSite(): SiteInChromium {
  let browser: Browser | undefined;
  let servers: { readonly url: string; readonly server: Server }[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
    servers = await Promise.all(builds.map(serve));
  });
  afterAll(async () => {
    await browser?.close();
    for (const { server } of servers) server.close();
  });
  return {
    context: (options) => browser!.newContext({ viewport: { width: 1280, height: 900 }, ...options }),
    url: (build) => servers[build]!.url,
  };
}

/** Options of a check by axe. */
interface AxeScope {
  /** Tags of the rules; all rules without them. */
  readonly tags?: string[];
  /** Selectors of elements that are not checked. */
  readonly exclude?: string[];
}

/** Returns the violations that axe reports for a page: the rule, the elements, and the remedy. */
export async function violations(page: Page, { tags, exclude = [] }: AxeScope): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const results = await page.evaluate(
    ([context, options]) => (globalThis as unknown as { axe: typeof axe }).axe.run(context, options),
    [{ exclude }, tags === undefined ? {} : { runOnly: tags }] as const,
  );
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => html + failureSummary)}`,
  );
}
