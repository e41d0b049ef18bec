import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listen } from "fourfold/testing/server";
import { launchChromium } from "../../tests/support/chromium.js";
import { bundle } from "./bundle.js";

/** Runs the smoke test in a page of Chromium, which sends cross-origin requests to the server at `remote`. */
export async function chromiumRuns(folder: string, remote: string): Promise<string[]> {
  return violationsIn(folder, remote);
}

/**
 * Runs it under a Content Security Policy that forbids generated code. zod, which tries whether it may generate some, is reported
 * once; as `docs/schemas.md` says, not with `jitless`.
 */
export async function strictChromiumRuns(folder: string, remote: string): Promise<string[]> {
  const policy = { "content-security-policy": "script-src 'self'" };
  const reported = await violationsIn(folder, remote, policy);
  const problems = reported.join() === "script-src" ? [] : [`reported without jitless: ${reported}`];
  writeFileSync(join(folder, "jitless.js"), 'import * as z from "zod";\nz.config({ jitless: true });\n');
  return [...problems, ...(await violationsIn(folder, remote, policy, 'import "./jitless.js";'))];
}

/** The directives that the smoke test violates in a page with these headers. */
async function violationsIn(folder: string, remote: string, headers = {}, first = ""): Promise<string[]> {
  const script = await bundle(
    folder,
    `${first}
    import { smoke } from "./smoke.js";
    globalThis.violations = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => violations.push(effectiveDirective));
    globalThis.smoke = smoke;`,
  );
  const page = await listen(({ url }) =>
    url.endsWith("/main.js")
      ? new Response(script, { headers: { "content-type": "text/javascript" } })
      : new Response('<!doctype html><script type="module" src="/main.js"></script>', {
          headers: { "content-type": "text/html", ...headers },
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
    return await tab.evaluate(`globalThis.smoke("${remote}").then(() => globalThis.violations)`);
  } finally {
    await browser.close();
  }
}
