import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const readme = readFileSync(new URL("README.md", root), "utf8");

/** The fenced blocks of a language, each with the comment above it, which says where it is from. */
function blocks(language: string): { source: string; text: string }[] {
  const fence = new RegExp(`(?:<!-- (.+) -->\\n)?^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm");
  return [...readme.matchAll(fence)].map(([, source = "", text = ""]) => ({ source, text }));
}

test.each(blocks("ts").filter(({ source }) => source !== "does not compile"))(
  "the README's lines of $source are in that example",
  ({ source, text }) => {
    expect(source).toMatch(/^examples\/\d\d-[\w-]+\.ts$/);
    expect(readFileSync(new URL(source, root), "utf8")).toContain(text);
  },
);

test("the quick start is a whole program: that example from its first import to its end", () => {
  const [first] = blocks("ts");
  const [, ...lines] = readFileSync(new URL("examples/00-quick-start.ts", root), "utf8").split("\n");
  expect(first?.text).toBe(lines.join("\n"));
});

test("what does not compile is a case of the type tests", () => {
  const refused = blocks("ts").filter(({ source }) => source === "does not compile");
  expect(refused).toHaveLength(1);
  const [, sentence = "none"] = /"([^"]+)"\n$/.exec(refused[0]?.text ?? "") ?? [];
  expect(readFileSync(new URL("src/environments/mask-types.ts", root), "utf8")).toContain(sentence);
});

test.each(blocks("").filter(({ source }) => source.startsWith("output of ")))(
  "$source is what the README shows",
  { timeout: 60_000 },
  ({ source, text }) => {
    const example = fileURLToPath(new URL(source.replace("output of ", ""), root));
    const stdout = execFileSync("npx", ["tsx", example], { cwd: root, encoding: "utf8" });
    expect(text.trim()).not.toBe("");
    expect(stdout).toContain(text);
  },
);

test("every path that the README links to is there", () => {
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(5);
  for (const path of links) expect(() => readFileSync(new URL(path, root)), path).not.toThrow(/ENOENT/);
});

/** The cells of the rows of tables. */
function rowsOf(markdown: string): string[][] {
  return markdown
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()));
}

test("the benchmark figures are those of docs/benchmarks.md", () => {
  const [, part = ""] = /Beside Google's own clients(.*?)the others none/s.exec(readme) ?? [];
  const [, ...shown] = rowsOf(part).map(([, what, peer, ratio]) => [what, peer, ratio]);
  const written = rowsOf(readFileSync(new URL("docs/benchmarks.md", root), "utf8"));
  expect(shown.length).toBeGreaterThanOrEqual(10);
  expect(written.map(([, what, , peer, , ratio]) => [what, peer, ratio])).toEqual(expect.arrayContaining(shown));
});

test("every snippet says where it is from", () => {
  for (const { source } of blocks("ts")) expect(source).not.toBe("");
});
