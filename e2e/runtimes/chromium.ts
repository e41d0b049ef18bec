import { listen } from "fourfold/testing/server";
import { chromium } from "playwright-core";
import { bundle } from "./bundle.js";

/** Runs the smoke test in a page of Chromium, which sends cross-origin requests to the server at `remote`. */
export async function chromiumRuns(folder: string, remote: string): Promise<string[]> {
  const script = await bundle(folder, `import { smoke } from "./smoke.js"; globalThis.smoke = smoke;`);
  const page = await listen(({ url }) =>
    url.endsWith("/main.js")
      ? new Response(script, { headers: { "content-type": "text/javascript" } })
      : new Response('<!doctype html><script type="module" src="/main.js"></script>', {
          headers: { "content-type": "text/html" },
        }),
  );
  try {
    return await runsIn(page.url, remote);
  } finally {
    await page.close();
  }
}

async function runsIn(url: string, remote: string): Promise<string[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const tab = await browser.newPage();
    await tab.goto(url);
    await tab.waitForFunction("globalThis.smoke");
    await tab.evaluate(`globalThis.smoke("${remote}")`);
    return [];
  } finally {
    await browser.close();
  }
}
