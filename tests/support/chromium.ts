import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Starts Debian's Chromium, or the one that the environment variable CHROMIUM names, without the requests that it sends itself. */
export async function launchChromium(): Promise<Browser> {
  if (!existsSync(EXECUTABLE)) throw new Error(`no Chromium at ${EXECUTABLE}: install it, or set CHROMIUM`);
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
