import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { timeOf } from "./support/is-linear.js";

// Every regular expression of the package must take linear time, whatever the text.

const src = fileURLToPath(new URL("../src", import.meta.url));

function literalsOf(path: string): RegExp[] {
  const found: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      found.push(new RegExp(source, flags));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest));
  return found;
}

const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
const expressions = files.flatMap((file) => literalsOf(join(src, file)).map((each) => [file, each] as const));

/** Strings of about `length` characters that can cause excessive backtracking: repetitions of parts of the expression. */
function* hostileTexts({ source }: RegExp, length: number): Generator<string> {
  const characters = [...new Set(`${source.replace(/\\[\\pu].{0,9}/g, "")} a0-./\n`)];
  const words = [...source.matchAll(/[A-Za-z]{2,}/g)].map(([word]) => word);
  const units = [...characters, ...words, ...characters.map((each) => `a${each}`), ...words.map((each) => `-${each}`)];
  for (const unit of units) {
    const run = unit.repeat(Math.ceil(length / unit.length));
    yield* [run, `${run}\n`, `${run}\u0000`, `${characters[0]}a${run}\u0000`];
  }
}

/** Processor time of the slowest text, measured again if it is slow, because the garbage collector adds time. */
async function slowest(expression: RegExp, length: number, limitMs: number): Promise<number> {
  let worst = 0;
  for (const text of hostileTexts(expression, length)) {
    const replace = () => text.replace(expression, "");
    let ms = await timeOf(replace);
    for (let again = 0; ms > limitMs && again < 5; again += 1) ms = Math.min(ms, await timeOf(replace));
    worst = Math.max(worst, ms);
    if (worst > limitMs) break;
  }
  return worst;
}

test("the expressions of all folders are found", { timeout: 60_000 }, async () => {
  expect(new Set(expressions.map(([file]) => relative(".", file).split("/")[0])).size).toBeGreaterThan(6);
  expect(await slowest(/(a|b)+-$/, 6_000, 25)).toBeGreaterThan(25);
});

test.each(expressions)("%s: %s takes linear time", { timeout: 60_000 }, async (_, expression) => {
  // A short text is sufficient to detect quadratic time.
  expect(await slowest(expression, 3_000, 25)).toBeLessThan(25);
});
