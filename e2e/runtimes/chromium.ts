import { listen } from "fourfold/testing/server";
import { launchChromium } from "../../tests/support/chromium.js";
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
  const browser = await launchChromium();
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
