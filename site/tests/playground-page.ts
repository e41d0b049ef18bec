import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import { useSite } from "./site-in-chromium.js";

/** The playground in a browser. Every test fails if the page reports an error or requests another origin. */
export class PlaygroundPage {
  readonly page: Page;
  readonly url: string;
  /** Messages of the browser about errors. */
  complaints: string[] = [];
  /** URLs of all requests. */
  requested: string[] = [];

  constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    page.context().on("request", (request) => this.requested.push(request.url()));
  }

  get runButton() {
    return this.page.locator(".run");
  }

  get status() {
    return this.page.locator(".playground .status");
  }

  get notice() {
    return this.page.locator(".playground .notice");
  }

  tab(name: string) {
    return this.page.getByRole("tab", { name, exact: true });
  }

  async open(fragment = ""): Promise<void> {
    await this.page.goto(`${this.url}playground.html${fragment}`);
    await this.page.locator(".cm-content").waitFor();
  }

  /** Replaces the code. */
  async write(code: string): Promise<void> {
    const editor = this.page.locator(".cm-content");
    await editor.click();
    await editor.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(code);
  }

  async code(): Promise<string> {
    return (await this.page.locator(".cm-line").allTextContents()).join("\n");
  }

  /** Runs the program, and returns the status after it has ended. */
  async run(): Promise<string> {
    await this.runButton.click();
    return this.ended();
  }

  async ended(): Promise<string> {
    await this.page.waitForFunction(() => {
      const status = document.querySelector(".playground .status")?.textContent ?? "";
      return status !== "" && status !== "Running…";
    });
    return (await this.status.textContent()) ?? "";
  }

  async output(stream: "stdout" | "stderr"): Promise<string> {
    return (await this.page.locator(`.output [data-stream=${stream}]`).allTextContents()).join("");
  }

  /** Returns the summary of the type check and its messages, after it has ended. */
  async types(): Promise<{ summary: string; problems: string[] }> {
    const summary = this.page.locator(".types p");
    await this.page.waitForFunction(() => {
      const text = document.querySelector(".types p")?.textContent ?? "";
      return text !== "" && text !== "Checking types…";
    });
    const problems = await this.page.locator(".types li").allInnerTexts();
    return { summary: (await summary.textContent()) ?? "", problems };
  }

  /** The requests in the log: method, path, attempt, result. */
  requests(): Promise<string[]> {
    return this.page
      .locator(".requests summary")
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll(".method, .path, .attempt, .outcome")]
            .map((part) => part.textContent?.trim())
            .join(" "),
        ),
      );
  }
}

interface OpenOptions extends BrowserContextOptions {
  /** Index of the build. Default: 0. */
  readonly build?: number;
  /** Whether the test advances the time of the page. Default: false. */
  readonly clock?: boolean;
  /** Whether the page checks types. Default: false, because the compiler takes seconds in each context. */
  readonly types?: boolean;
}

/** Registers the hooks of a test file, and returns a function that opens the playground in a new browser context. */
export function usePlayground() {
  const site = useSite();
  let opened: PlaygroundPage[] = [];

  afterEach(async () => {
    const done = opened;
    opened = [];
    for (const { page, complaints, requested } of done) {
      await page.context().close();
      expect(complaints).toEqual([]);
      for (const url of requested) expect(url).toMatch(/^(http:\/\/127\.0\.0\.1:|data:|blob:)/);
    }
  });
  return async (
    fragment = "",
    { build = 0, clock = false, types = false, ...options }: OpenOptions = {},
  ): Promise<PlaygroundPage> => {
    const context = await site.context(options);
    if (!types)
      await context.route("**/checker.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    const page = new PlaygroundPage(await context.newPage(), site.url(build));
    opened.push(page);
    if (clock) await page.page.clock.install();
    await page.open(fragment);
    return page;
  };
}
