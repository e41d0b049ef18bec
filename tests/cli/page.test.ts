import { readFileSync } from "node:fs";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { createTerminal } from "./fake-terminal.js";

const pageOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** A part of a page: a file for the commands, a file that a command wrote, or commands with their output. */
interface Part {
  readonly file: string | undefined;
  readonly isWritten: boolean;
  readonly text: string;
}

/**
 * Returns the parts of a page. A block below `<!-- name -->` is an input file, a block below `<!-- name: written -->` is a file
 * that a command wrote, and a `console` block is a session.
 */
function partsOf(page: string): Part[] {
  const blocks = page.matchAll(/(?:<!-- ([^\s:]+)(: written)? -->\n```\w+|```console)\n(.*?)```/gs);
  return [...blocks].map(([, file, written, text = ""]) => ({ file, isWritten: written !== undefined, text }));
}

function commandsIn(session: string) {
  return session.split(/^(?=\$ )/m).map((text) => {
    const [line = "", ...output] = text.split("\n");
    return { line: line.slice("$ ".length), output: output.join("\n") };
  });
}

/** Masks ports and tokens, which differ in every run. */
const masked = (text: string) => text.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:0").replace(/eyJ[\w.-]+/g, "eyJ…");

/** The initial state of BigQuery and Cloud Composer for the pages. */
function shop(): Sandbox {
  const sandbox = createSandbox({ operationMs: 0 });
  sandbox.environments.add({
    name: "projects/shop-test/locations/europe-west1/environments/flows",
    uuid: "5f0c5d1e-0000-4000-8000-000000000000",
    labels: { team: "data" },
    config: {
      softwareConfig: { imageVersion: "composer-2.9.7-airflow-2.9.3", envVariables: { STAGE: "test" } },
    },
  });
  const fields = [
    { name: "id", type: "INTEGER", mode: "REQUIRED" },
    { name: "total", type: "INTEGER" },
  ];
  const tables = [
    { tableId: "orders", schema: { fields } },
    { tableId: "customers", schema: { fields: fields.slice(0, 1) }, labels: { team: "sales", "goog-system": "x" } },
    { tableId: "events_20240101" },
    { tableId: "events_20240102" },
    { tableId: "tmp_import" },
  ];
  for (const { tableId, ...table } of tables) {
    sandbox.warehouse.tables.add({ tableReference: { projectId: "shop-test", datasetId: "sales", tableId }, ...table });
  }
  return sandbox;
}

const pages = ["docs/cli.md", "docs/guides/tables-in-code.md"];

test("the pages show each command", () => {
  const sessions = pages.flatMap((path) => partsOf(pageOf(path))).filter(({ file }) => file === undefined);
  const shown = sessions.flatMap(({ text }) => commandsIn(text)).map(({ line }) => line.split(" ").slice(3));
  const names = shown.map(([name, word]) => (name === "table" || name === "environment" ? `${name} ${word}` : name));
  expect([...new Set(names)].sort()).toEqual(
    [
      ...["check", "gateway", "sandbox", "secure", undefined],
      ...["table", "environment"].flatMap((name) => [`${name} apply`, `${name} plan`, `${name} pull`]),
    ].sort(),
  );
});

test.each(pages)("every command of %s prints the output that the page shows", async (path) => {
  const files: Record<string, string> = {};
  Object.assign(globalThis, { sandboxOptions: shop().clientOptions });
  let last = 0;
  for (const { file, isWritten, text } of partsOf(pageOf(path))) {
    if (file !== undefined) {
      if (isWritten) expect(files[file]).toBe(text);
      // Instead of the real service.
      else files[file] = text.replace(/createClient\(\{ auth.*\}\)/, "createClient(globalThis.sandboxOptions)");
      continue;
    }
    const commands = commandsIn(text);
    for (const [index, { line, output }] of commands.entries()) {
      if (line === "echo $?") {
        expect(`${last}\n`).toBe(output);
        continue;
      }
      const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, ...groups]) => groups.join(""));
      const [npx, no, fourfold, ...argv] = words;
      expect([npx, no, fourfold]).toEqual(["npx", "--no", "fourfold"]);
      const target = argv.at(-2) === ">" ? argv.splice(-2)[1] : undefined;
      const terminal = createTerminal({ files });
      if (["gateway", "sandbox"].includes(argv[0] ?? "")) {
        argv.push("--port", "0");
        terminal.stop();
      }
      const { code, out, err } = await terminal.run(...argv);
      last = code;
      if (commands[index + 1]?.line !== "echo $?") expect(code, line).toBe(0);
      expect(masked(target === undefined ? out + err : err), line).toBe(masked(output));
      Object.assign(files, terminal.files);
      if (target !== undefined) files[target] = out;
    }
  }
});
