import { formatWithOptions } from "node:util";
import { createClient } from "fourfold";
import { expect, test } from "vitest";
import type { Stream } from "../../../site/playground/messages.js";
import { createOutput } from "../../../site/playground/output.js";

function record(limits?: { lines: number; characters: number }) {
  const sent: [Stream, string][] = [];
  const output = createOutput("main.ts", (stream, text) => sent.push([stream, text]), limits);
  return { sent, ...output };
}

class Table {
  readonly id = "orders";
  #hidden = 1;
  get size() {
    return this.#hidden;
  }
}

const circular: Record<string, unknown> = { a: 1 };
circular.self = circular;

test.each([
  ["texts and numbers", ["a", 1, -0, 10n, true, null, undefined]],
  ["placeholders", ["%s has %d %o %%", "a", 2, { b: [1] }]],
  ["nested data", [{ a: { b: { c: { d: 1 } } }, list: [[1, [2, [3]]]], text: "it's" }]],
  ["long data", [Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`property${n}`, `value ${n}`]))]],
  ["long lists", [Array.from({ length: 150 }, (_, n) => n)]],
  ["classes, maps, dates", [new Table(), new Map([["a", new Set([1])]]), new Date(0), Symbol("s"), () => 1, /a/g]],
  ["circular data", [circular]],
])("prints %s as Node.js does", (_name, values) => {
  const { sent, console } = record();
  console.log(...values);
  expect(sent).toEqual([["stdout", `${formatWithOptions({}, ...values)}\n`]]);
});

test("prints an error with its properties, and without frames of the package", async () => {
  const { tables } = createClient({ baseUrl: "http://a.test" }).warehouse;
  const error = await tables.insert({} as never).catch((reason: unknown) => reason);
  const { sent, console } = record();
  console.error(error);
  expect(sent).toEqual([
    [
      "stderr",
      [
        "[RequestError: [invalid_request] tables.insert: tableReference: is required (table-reference-required)] {",
        "  code: 'invalid_request',",
        "  issues: [",
        "    {",
        "      path: 'tableReference',",
        "      message: 'is required',",
        "      rule: 'table-reference-required'",
        "    }",
        "  ]",
        "}\n",
      ].join("\n"),
    ],
  ]);
});

test("drops the rest when there are too many lines", () => {
  const { sent, console } = record({ lines: 3, characters: 100 });
  console.log("a\nb");
  for (let n = 0; n < 10; n += 1) console.log("c\nd");
  expect(sent.map(([, text]) => text)).toEqual([
    "a\nb\n",
    "c\n",
    "Output is limited to 3 lines and 100 characters; the rest was dropped.\n",
  ]);
});

test("drops the rest when there are too many characters", () => {
  const { sent, console } = record({ lines: 10, characters: 4 });
  console.log("abcd");
  console.log("e");
  console.log("f");
  expect(sent.map(([, text]) => text)).toEqual([
    "abcd\n",
    "Output is limited to 10 lines and 4 characters; the rest was dropped.\n",
  ]);
});
