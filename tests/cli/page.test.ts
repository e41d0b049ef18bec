import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createTerminal } from "./fake-terminal.js";

const page = readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8");
const shownFiles = [...page.matchAll(/<!-- (\S+) -->\n```\w+\n(.*?)```/gs)].map(([, name = "", text = ""]) => [
  name,
  text,
]);
const sessions = [...page.matchAll(/```console\n(.*?)```/gs)].map(([, session = ""]) => session);
const commands = sessions
  .flatMap((session) => session.split(/^(?=\$ )/m))
  .map((text) => {
    const [line = "", ...output] = text.split("\n");
    return { line: line.slice("$ ".length), output: output.join("\n") };
  });

/** Masks ports and tokens, which differ in every run. */
const masked = (text: string) => text.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:0").replace(/eyJ[\w.-]+/g, "eyJ…");

test("the page shows each command", () => {
  const shown = new Set(commands.flatMap(({ line }) => (line === "echo $?" ? [] : line.split(" ")[3])));
  expect([...shown].sort()).toEqual(["check", "gateway", "sandbox", "secure", "table", "userinfo"]);
});

test("every command of the page prints the output that the page shows", async () => {
  const files: Record<string, string> = Object.fromEntries(shownFiles);
  let last = 0;
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
    if (["gateway", "sandbox"].includes(argv[0] ?? "")) argv.push("--port", "0");
    terminal.stop();
    const { code, out, err } = await terminal.run(...argv);
    last = code;
    if (commands[index + 1]?.line !== "echo $?") expect(code, line).toBe(0);
    expect(masked(target === undefined ? out + err : err), line).toBe(masked(output));
    if (target !== undefined) files[target] = out;
  }
});
