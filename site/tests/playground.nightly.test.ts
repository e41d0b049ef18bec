// What playground.test.ts tests only in part by day: SITE=all npm run test:site.
import { expect, test } from "vitest";
import { exampleOutput } from "../../tests/support/example-output.js";
import { builds } from "./built-site.js";
import { usePlayground } from "./playground-page.js";
import { shoot, violations } from "./site-in-chromium.js";

const open = usePlayground();

test("output is on the first screen", async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const { page } = await open("", { viewport });
    const box = await page.locator(".output").boundingBox();
    expect((box?.y ?? Number.NaN) + 40, `${viewport.width} px`).toBeLessThan(viewport.height);
  }
});

test("endless output is cut off", async () => {
  const playground = await open("", { clock: true });
  await playground.write('for (;;) console.log("x".repeat(100));\n');
  await playground.runButton.click();
  await playground.page.locator("[data-stream=stderr]").waitFor();
  await playground.page.clock.runFor(6_000);
  expect(await playground.ended()).toMatch(/^Stopped: the program did not respond/);
  expect((await playground.output("stdout")).split("\n")).toHaveLength(2_001);
  expect(await playground.output("stderr")).toBe(
    "Output is limited to 2000 lines and 1000000 characters; the rest was dropped.\n",
  );
});

test("a run ends when the program's timers have fired", async () => {
  const playground = await open();
  await playground.write('setTimeout(() => console.log("late"), 300);\nconsole.log("early");\n');
  await playground.run();
  expect(await playground.output("stdout")).toBe("early\nlate\n");
});

test.each(builds.map(({ base }, build) => ({ base, build })))("works under the base path $base", async ({ build }) => {
  const playground = await open("", { build });
  expect(await playground.run()).toMatch(/^Finished/);
  expect(await playground.output("stdout")).toMatch(exampleOutput["00-quick-start.ts"]?.[0] ?? /^$/);
});

test("a program with many sandboxes does not flood the page", async () => {
  const playground = await open();
  await playground.write(`import { createSandbox } from "fourfold/testing";
for (let n = 0; n < 200; n += 1) createSandbox();
`);
  expect(await playground.run()).toMatch(/^Finished/);
  expect(await playground.page.locator(".state h3").count()).toBe(10);
});

test.each([390, 1280])("is accessible and fits %i px, in light and dark", async (width) => {
  const isPhone = width < 600;
  const playground = await open("#example=01-list-projects", {
    types: true,
    viewport: { width, height: isPhone ? 844 : 800 },
    ...(isPhone ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  });
  const { page } = playground;
  await page.locator("[role=tab][aria-selected=true]", { hasText: "List projects" }).waitFor();
  const check = async (name: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await shoot(page, `playground-${name}-${width}-${colorScheme}`, { fullPage: true });
      expect(await violations(page, { exclude: [".VPNav", "iframe"] })).toEqual([]);
    }
  };
  expect(await page.locator(".playground kbd").isVisible()).toBe(!isPhone);
  await page.getByRole("checkbox", { name: "503" }).check();
  await playground.run();
  await page.locator(".requests summary").first().click();
  await page.locator(".requests pre").first().waitFor();
  await check("requests");
  await playground.tab("Read user info").click();
  await check("node");
  await playground.tab("Does not compile").click();
  await playground.types();
  await playground.run();
  await check("errors");
});
