import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { exampleOutput } from "../../tests/support/example-output.js";
import { examplesOf } from "../playground/examples.js";
import { importsOf, needsNode } from "../playground/imports.js";
import { codeFragment } from "../playground/share.js";
import { usePlayground } from "./playground-page.js";
import { cases, violations } from "./site-in-chromium.js";

const folder = fileURLToPath(new URL("../../examples/", import.meta.url));
const examples = examplesOf(
  Object.fromEntries(Object.keys(exampleOutput).map((file) => [file, readFileSync(folder + file, "utf8")])),
);
const ofNode = examples.filter(({ code }) => importsOf(code).some(needsNode));
const runnable = examples.filter((example) => !ofNode.includes(example));

const LOOP = "for (;;);\n";
const LIST = `import { createClient } from "fourfold";
import { createSandbox } from "fourfold/testing";
const sandbox = createSandbox();
sandbox.warehouse.projects.add({ projectId: "shop" });
const client = createClient({ ...sandbox.clientOptions, retry: { minDelayMs: 1 } });
const { projects } = await client.warehouse.projects.list().firstPage();
console.log(projects?.length);
`;

const open = usePlayground();

test("has a tab for every example, and one that does not compile", async () => {
  const { page } = await open();
  const [first, ...others] = examples.map(({ title }) => title);
  expect(await page.getByRole("tab").allInnerTexts()).toEqual([first, "Does not compile", ...others]);
});

test("every example prints the same output as on Node.js", async () => {
  const playground = await open();
  for (const { file, title } of runnable) {
    await playground.tab(title).click();
    expect(await playground.run(), file).toMatch(/^Finished after \d+(\.\d)? m?s\.$/);
    expect(await playground.output("stderr"), file).toBe("");
    const output = await playground.output("stdout");
    for (const pattern of exampleOutput[file] ?? []) expect(output, file).toMatch(pattern);
  }
});

test("an example that needs Node.js or other files cannot run, and the page names them", async () => {
  const playground = await open();
  expect(ofNode.length).toBeGreaterThan(2);
  for (const { file, title } of ofNode) {
    await playground.tab(title).click();
    expect(await playground.runButton.isDisabled()).toBe(true);
    const reason = await playground.page.locator("#unsupported-reason").textContent();
    expect(reason).toMatch(/^This program cannot run here: the playground does not provide (node:\w+|\.\/generated\/)/);
    expect(reason).toContain(`npx tsx ${file}`);
    expect(await playground.runButton.getAttribute("aria-describedby")).toBe("unsupported-reason");
  }
});

test("the compiler is loaded when the editor is used, and not before", async () => {
  const playground = await open("", { types: true });
  await playground.run();
  const loaded = () => playground.requested.filter((url) => /checker\.js|types\.json/.test(url));
  expect(loaded()).toEqual([]);
  await playground.write("let a: number = 1;");
  expect(await playground.types()).toEqual({ summary: "No type errors", problems: [] });
  expect(loaded()).toHaveLength(2);
});

test("type errors are underlined and listed, with the message on hover", async () => {
  const playground = await open("", { types: true });
  const { page } = playground;
  await playground.tab("Does not compile").click();
  const { summary, problems } = await playground.types();
  expect(summary).toBe("4 type errors");
  expect(problems[1]).toMatch(/^Line 14 .*'clustring' does not exist .* Did you mean to write 'clustering'\?$/);
  expect(await page.locator(".cm-content .problem").allTextContents()).toEqual(
    expect.arrayContaining(["date", "clustring", "type"]),
  );
  await page.locator(".cm-content .problem").first().hover();
  expect(await page.locator(".problem-message").textContent()).toContain("'date' does not exist");
  await page.locator(".types li button").nth(2).click();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("type");
  await page.keyboard.type("types");
  await expect.poll(async () => (await playground.types()).problems.join("\n")).not.toContain("'type' does not exist");
});

test("shows the requests and the state, and is accessible", async () => {
  const playground = await open();
  const { page } = playground;
  await playground.run();
  const path = "/bigquery/v2/projects/shop/datasets/sales/tables";
  expect(await playground.requests()).toEqual([
    `POST ${path} 200`,
    expect.stringMatching(`^GET ${path}[^ ]* 200$`),
    ...Array((await playground.requests()).length - 2).fill(expect.stringMatching(`^GET ${path}.* 200$`)),
  ]);
  expect(await page.locator(".requests .time").first().textContent()).toMatch(/^\d+(\.\d)? ms$/);
  expect(await page.locator(".requests pre").count()).toBe(0);
  await page.locator(".requests summary").first().click();
  const bodies = page.locator(".requests li").first().locator("pre");
  expect(JSON.parse((await bodies.first().textContent()) ?? "").timePartitioning).toEqual({
    type: "DAY",
    field: "day",
  });
  expect(JSON.parse((await bodies.last().textContent()) ?? "").id).toBe("shop:sales.orders");
  const state = await page.locator(".state").textContent();
  for (const text of ["warehouse", "projects", '"shop"', '"sales"', '"orders"']) expect(state).toContain(text);
  expect(await violations(page, { exclude: [".VPNav", "iframe"] })).toEqual([]);
});

test("the state is shown while the program runs", async () => {
  const playground = await open();
  await playground.write(`${LIST}await new Promise((resolve) => setTimeout(resolve, 30_000));`);
  await playground.runButton.click();
  await playground.page.locator(".state").getByText('"shop"').waitFor();
  expect(await playground.status.textContent()).toBe("Running…");
  expect(await playground.runButton.textContent()).toMatch(/Stop/);
  await playground.runButton.click();
  expect(await playground.ended()).toBe("Stopped.");
});

test.each(
  cases([
    [
      ["503", "Drop"],
      ["503", "attempt 2 503", "attempt 3 no response", "attempt 4 200"],
    ],
    [["503"], ["503", "attempt 2 503", "attempt 3 200"]],
    [["Drop"], ["no response", "attempt 2 200"]],
  ]),
)("the faults %j are retried", async (faults, results) => {
  const playground = await open();
  await playground.write(LIST);
  for (const fault of faults) await playground.page.getByRole("checkbox", { name: fault }).check();
  await playground.run();
  expect(await playground.requests()).toEqual(results.map((result) => `GET /bigquery/v2/projects ${result}`));
  expect(await playground.output("stdout")).toBe("1\n");
});

test("the fault Slow delays requests", async () => {
  const playground = await open();
  await playground.write(LIST);
  await playground.page.getByRole("checkbox", { name: "Slow" }).check();
  await playground.run();
  expect(await playground.requests()).toEqual(["GET /bigquery/v2/projects 200"]);
  const time = await playground.page.locator(".requests .time").textContent();
  expect(Number.parseInt(time ?? "", 10)).toBeGreaterThanOrEqual(1_000);
});

test("an endless loop is stopped with its worker, and the page stays responsive", async () => {
  const playground = await open("", { clock: true });
  await playground.write(LOOP);
  await playground.runButton.click();
  await playground.tab("List projects").focus(); // the page responds while the program does not
  await playground.page.clock.runFor(6_000);
  expect(await playground.ended()).toBe(
    "Stopped: the program did not respond for 5 seconds. Does it have an endless loop?",
  );
  // The frame and the worker of the next run are left.
  expect(await playground.page.locator("iframe").count()).toBe(1);
  const running = () => playground.page.workers().filter((worker) => worker.url().startsWith("blob:"));
  await expect.poll(() => running().length).toBe(1);
  await playground.tab("List projects").click();
  expect(await playground.run()).toMatch(/^Finished/);
  expect(await playground.output("stdout")).toContain("12 shops end in 7");
});

test("an error is shown as on Node.js", async () => {
  const playground = await open();
  await playground.write(`import { createClient } from "fourfold";
import { createSandbox } from "fourfold/testing";
interface Unused {
  readonly a: string;
}
const client = createClient(createSandbox().clientOptions);
async function insert(): Promise<void> {
  await client.warehouse.tables.insert({} as never);
}
await insert();
`);
  expect(await playground.run()).toMatch(/^Ended with an error after/);
  expect(await playground.output("stderr")).toBe(`00-quick-start.ts:8
  await client.warehouse.tables.insert({} as never);

RequestError: [invalid_request] tables.insert: tableReference: is required (table-reference-required)
    at async insert (00-quick-start.ts:8)
    at async 00-quick-start.ts:10 {
  code: 'invalid_request',
  issues: [
    {
      path: 'tableReference',
      message: 'is required',
      rule: 'table-reference-required'
    }
  ]
}
`);
});

test.each(
  cases([
    [
      "of the TypeScript compiler",
      "let a = 1;\nlet b: = 2;\n",
      /:2\nlet b: = 2;\n {7}\^\n\nSyntaxError: Unexpected token\n$/,
    ],
    ["of the browser", "let a = 1;\n\nlet a = 2;\n", /:3\nlet a = 2;\n\nSyntaxError: Identifier 'a' has already/],
    [
      "of an import",
      'import { a } from "lodash";\na();\n',
      /:1\n.*\n\nError: Cannot find module 'lodash' imported from/,
    ],
    [
      "of a name",
      'import { creat } from "fourfold";\n\ncreat();\n',
      /:3\ncreat\(\);\n\nSyntaxError: .*'fourfold'.*'creat'/,
    ],
    [
      "of a timer",
      "setTimeout(() => {\n  throw new RangeError('late');\n});\n",
      /:2\n.*\n\nRangeError: late\n {4}at .*:2\n/,
    ],
    ["of a promise", "void Promise.reject(new Error('ignored'));\n", /:1\n.*\n\nError: ignored\n/],
    ["of a value", "throw { code: 1 };\n", /^Uncaught \{ code: 1 \}\n$/],
  ]),
)("an error %s is shown with its line", async (_name, code, expected) => {
  const playground = await open();
  await playground.write(code);
  expect(await playground.run()).toMatch(/^Ended with an error/);
  expect(await playground.output("stderr")).toMatch(expected);
});

/** Ways to leave the worker. Each must throw or reject. `self` is the global object before the globals were removed. */
const ESCAPES = `const CODE = "imp" + "ort('https://a.test/x.js')";
const attempts: Record<string, () => unknown> = {
  fetch: () => fetch("/"),
  XMLHttpRequest: () => new XMLHttpRequest(),
  WebSocket: () => new WebSocket("ws://a.test"),
  EventSource: () => new EventSource("/"),
  importScripts: () => importScripts("/x.js"),
  Worker: () => new Worker("/x.js"),
  indexedDB: () => indexedDB.open("a"),
  caches: () => caches.keys(),
  postMessage: () => postMessage({ type: "heartbeat" }),
  import: () => import("https://a.test/x.js"),
  eval: () => eval("1"),
  Function: () => new Function("return 1")(),
  constructor: () => (async () => {}).constructor("return 1")(),
  prototype: () => Object.getPrototypeOf((async () => {}).constructor)("return 1")(),
  storage: () => navigator.storage.getDirectory(),
  locks: () => navigator.locks.query(),
  timer: () => setTimeout(CODE as never),
  timerPrototype: () => WorkerGlobalScope.prototype.setTimeout.call(globalThis, CODE),
  deletedTimeout: () => {
    delete globalThis.setTimeout;
    setTimeout(CODE);
  },
  deletedInterval: () => {
    delete globalThis.setInterval;
    setInterval(CODE);
  },
  closedWorker: () => close(),
  broadcast: () => new BroadcastChannel("a").postMessage("a"),
  sharedWorker: () => new SharedWorker("/x.js"),
  page: () => parent.document,
  frame: () => document.createElement("iframe"),
  cookies: () => cookieStore.getAll(),
  geolocation: () => navigator.geolocation.getCurrentPosition(() => {}),
  fonts: () => new FontFace("a", "url(https://a.test/f.woff)").load(),
  prototypeFetch: () => Object.getPrototypeOf(globalThis).fetch("/"),
  generator: () => Object.getPrototypeOf(function* () {}).constructor("return 1")(),
  reflected: () => Reflect.construct(Object.getPrototypeOf(async function* () {}).constructor, ["return 1"]),
};
`;

test("a program cannot escape the worker", async () => {
  const playground = await open();
  await playground.write(`${ESCAPES}for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    console.log("possible:", name);
  } catch (error) {
    console.log(name, error.name);
  }
}
`);
  await playground.run();
  const lines = (await playground.output("stdout")).trimEnd().split("\n");
  expect(lines).toHaveLength(31);
  expect(lines.filter((line) => line.startsWith("possible"))).toEqual([]);
});

// The second barrier, without the first: this code runs in a worker of the frame whose globals were not removed.
test("the frame itself has no origin and no network, and its workers have neither", async () => {
  const playground = await open();
  const { page } = playground;
  const frame = await (await page.locator("iframe").elementHandle({ timeout: 10_000 }))?.contentFrame();
  await frame?.waitForLoadState();
  const blocked: string[] = [];
  page.context().on("requestfailed", (request) => {
    if (request.failure()?.errorText === "csp") blocked.push(request.url());
  });
  const code = `const attempts = {
    fetch: () => fetch("https://a.test/"),
    site: () => fetch(${JSON.stringify(playground.url)}),
    XMLHttpRequest: () => { const r = new XMLHttpRequest(); r.open("GET", ${JSON.stringify(playground.url)}, false); r.send(); },
    WebSocket: () => new Promise((_, no) => { new WebSocket("ws://a.test/").onerror = no; }),
    EventSource: () => new Promise((_, no) => { new EventSource("https://a.test/").onerror = no; }),
    importScripts: () => importScripts("https://a.test/x.js"),
    import: () => eval("import('https://a.test/x.js')"),
    dataImport: () => eval("import('data:text/javascript,1')"),
    worker: () => new Promise((yes, no) => { const w = new Worker("https://a.test/x.js"); w.onmessage = yes; w.onerror = no; }),
    indexedDB: () => new Promise((yes, no) => { const r = indexedDB.open("a"); r.onsuccess = yes; r.onerror = no; }),
    caches: () => caches.keys(),
    storage: () => navigator.storage.getDirectory(),
    locks: () => navigator.locks.query(),
  };
  (async () => {
    const results = {};
    for (const [name, attempt] of Object.entries(attempts))
      results[name] = await Promise.resolve().then(attempt).then(() => "possible", () => "rejected");
    postMessage({ origin: self.origin, results });
  })();`;
  const answer = await frame?.evaluate(
    (script) =>
      new Promise<{ origin: string; results: Record<string, string> }>((resolve) => {
        new Worker(URL.createObjectURL(new Blob([script]))).onmessage = ({ data }) => resolve(data);
      }),
    code,
  );
  expect(answer?.origin).toBe("null");
  expect(Object.entries(answer?.results ?? {}).filter(([, result]) => result !== "rejected")).toEqual([]);
  expect(Object.keys(answer?.results ?? {})).toHaveLength(13);
  const outside = () => {
    try {
      return String(parent.document);
    } catch (error) {
      return (error as Error).name;
    }
  };
  expect(await frame?.evaluate(outside)).toBe("SecurityError");
  expect(await page.locator("iframe").getAttribute("sandbox")).toBe("allow-scripts");
  // The browser reports requests that the policy blocked, and never sends them.
  playground.complaints = playground.complaints.filter((text) => !/Content Security Policy|Refused to/.test(text));
  playground.requested = playground.requested.filter((url) => !blocked.includes(url));
});

test("the frame starts no program outside of its sandbox, or for another page than its own", async () => {
  const playground = await open();
  const { page } = playground;
  await expect.poll(() => page.workers().length).toBe(1); // of the next run
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  await page.evaluate(async (url) => {
    const frame = document.createElement("iframe");
    frame.src = url;
    document.body.append(frame);
    await new Promise((resolve) => {
      frame.onload = resolve;
    });
    frame.contentWindow?.postMessage(new Blob(["postMessage(1)"]), "*", [new MessageChannel().port1]);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }, `${playground.url}playground/frame.html`);
  expect(workers).toEqual([]);
});

test("a program that tampers with its worker cannot overload the page", async () => {
  const playground = await open();
  await playground.write(`import { createSandbox } from "fourfold/testing";
String.prototype.slice = function () { return String(this); };
String.prototype.split = function () { return [String(this)]; };
const sandbox = createSandbox();
const long = "x".repeat(3_000_000);
await sandbox.fetch(\`/\${long}\`, { method: "POST", body: long }).catch(() => undefined);
await sandbox.fetch("/", { method: "M".repeat(100_000) }).catch(() => undefined);
console.log(long);
`);
  await playground.run();
  const text = (await playground.page.locator(".playground").textContent()) ?? "";
  expect(text.length).toBeLessThan(1_100_000);
  const [first = ""] = await playground.requests();
  expect(first.length).toBeLessThan(2_200);
});

test.each(
  cases([
    ["an import after an HTML comment", 'let x = 1;\nx <!-- `\nawait import("https://a.test/x.js");\n//`\n'],
    ["-->", "const text = `\n--> `;\nconsole.log(text);\n"],
    ["import.source", 'await import.source("https://a.test/x.js");\n'],
    ["import.defer", 'await import.defer("https://a.test/x.js");\n'],
  ]),
)("code with %s is rejected", async (_name, code) => {
  const playground = await open();
  await playground.write(code);
  expect(await playground.run()).toMatch(/^Ended with an error/);
  expect(await playground.output("stdout")).toBe("");
  expect(await playground.output("stderr")).toContain("SyntaxError: The playground rejects ");
});

test("code from a link runs only when the user starts it", async () => {
  const playground = await open();
  await playground.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const code = 'const text: string = "größe 🚀";\nconsole.log(text);';
  await playground.write(code);
  await playground.page.getByRole("button", { name: "Copy link" }).click();
  await playground.page.getByText("Link copied.").waitFor();
  const link = await playground.page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("#code=");

  const other = await open(new URL(link).hash);
  await other.tab("Shared code").waitFor();
  expect(await other.code()).toBe(code);
  await other.page.waitForTimeout(500);
  expect(await other.status.textContent()).toBe("");
  expect(await other.run()).toMatch(/^Finished/);
  expect(await other.output("stdout")).toBe("größe 🚀\n");
});

test("a link opens an example", async () => {
  const playground = await open("#example=09-secure-openapi");
  await playground.page.locator("[role=tab][aria-selected=true]", { hasText: "Secure OpenAPI" }).waitFor();
});

test("a link to other code opens it on the same page", async () => {
  const playground = await open();
  const fragment = (await codeFragment("console.log(2);")) ?? "";
  await playground.page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
  await playground.tab("Shared code").waitFor();
  expect(await playground.code()).toBe("console.log(2);");
});

test("a damaged link and code that is too long are reported", async () => {
  const playground = await open("#code=AAAA");
  await playground.page.getByText("The link cannot be opened: its code is incomplete or damaged.").waitFor();
  await playground.write("x".repeat(30_001));
  await playground.page.getByRole("button", { name: "Copy link" }).click();
  await playground.page.getByText("The code is too long for a link: it has more than 30000 characters.").waitFor();
});

test("edits are kept when another tab is opened, until they are reset", async () => {
  const playground = await open();
  const original = await playground.code();
  await playground.write("let edited;");
  await playground.tab("List projects").click();
  await playground.tab("Quick start").click();
  expect(await playground.code()).toBe("let edited;");
  await playground.page.getByRole("button", { name: "Reset" }).click();
  expect(await playground.code()).toBe(original);
});

test("the keyboard selects examples, leaves the editor, and runs the program", async () => {
  const { page } = await open();
  const selected = async () => (await page.locator("[role=tab][aria-selected=true]").textContent())?.trim();
  await page.getByRole("tab", { name: "Quick start" }).focus();
  await page.keyboard.press("ArrowDown");
  expect(await selected()).toBe("Does not compile");
  await page.keyboard.press("End");
  expect(await selected()).toBe("Run a generated query");
  await page.keyboard.press("Home");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Run");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.matches(".playground input"))).toBe(true);
  const code = await page.locator(".cm-content").textContent();
  for (const part of [".cm-content", "[role=tab][aria-selected=true]", ".faults input", ".run", "body"]) {
    await page.locator(part).first().focus();
    await page.keyboard.press("Control+Enter");
    await page.getByText(/^Finished after/).waitFor();
  }
  expect(await page.locator(".cm-content").textContent()).toBe(code);
});

test("evaluation is allowed in the frame only", async () => {
  const playground = await open();
  const evaluate = () =>
    new Promise<string>((resolve) => {
      // In a task of the page; functions of the debugger are not restricted.
      setTimeout(() => {
        try {
          // biome-ignore lint/security/noGlobalEval: the policy must reject it
          resolve(String(window.eval("1 + 1")));
        } catch (error) {
          resolve((error as Error).name);
        }
      });
    });
  expect(await playground.page.evaluate(evaluate)).toBe("EvalError");
  playground.complaints = playground.complaints.filter((text) => !text.includes("unsafe-eval"));
  await playground.write("console.log(1 + 1);");
  await playground.run();
  expect(await playground.output("stdout")).toBe("2\n");
});

test("reports that the worker cannot be loaded", async () => {
  const playground = await open();
  const { page } = playground;
  await page.route(/worker\.js/, (route) => route.abort());
  await page.reload();
  await page.locator(".cm-content").waitFor();
  expect(await playground.run()).toMatch(/^The playground could not load its worker/);
  playground.complaints = playground.complaints.filter((text) => !text.includes("net::ERR_FAILED"));
});

test("other pages do not load the playground", async () => {
  const playground = await open();
  const ofPlayground = [...new Set(playground.requested)].filter((url) => /Playground|worker/.test(url));
  expect(ofPlayground).toHaveLength(2);
  playground.requested = [];
  await playground.page.goto(playground.url);
  await playground.page.waitForLoadState("networkidle");
  expect(playground.requested.filter((url) => /Playground\.|playground\//.test(url))).toEqual([]);
});
