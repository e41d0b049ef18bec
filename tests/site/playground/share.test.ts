import { expect, test } from "vitest";
import { MAX_SHARED } from "../../../site/playground/limits.js";
import { codeFragment, exampleFragment, parseFragment } from "../../../site/playground/share.js";

const FILES = ["00-quick-start.ts"];

test.each(["", "console.log('größe 🚀')\n", "x".repeat(MAX_SHARED)])("a link contains its code", async (code) => {
  const fragment = await codeFragment(code);
  expect(fragment).toMatch(/^#code=[\w-]*$/);
  expect(await parseFragment(fragment ?? "", FILES)).toEqual({ kind: "code", code });
});

test("code that is too long has no link", async () => {
  expect(await codeFragment("x".repeat(MAX_SHARED + 1))).toBeUndefined();
});

test("a link names an example", async () => {
  const fragment = exampleFragment("00-quick-start.ts");
  expect(fragment).toBe("#example=00-quick-start");
  expect(await parseFragment(fragment, FILES)).toEqual({ kind: "example", file: "00-quick-start.ts" });
});

test.each(["", "#", "#playground", "#codes=abc"])("%j is the fragment of neither", async (fragment) => {
  expect(await parseFragment(fragment, FILES)).toEqual({ kind: "none" });
});

test.each([
  ["#example=99-unknown", "it names an unknown example"],
  ["#code=", "its code is incomplete or damaged"],
  ["#code=%%%", "its code is incomplete or damaged"],
  ["#code=AAAA", "its code is incomplete or damaged"],
  ["#code=größe", "its code is incomplete or damaged"],
])("%s is reported", async (fragment, reason) => {
  const problem = `The link cannot be opened: ${reason}.`;
  expect(await parseFragment(fragment, FILES)).toEqual({ kind: "invalid", problem });
});

test("truncated code is reported", async () => {
  const fragment = (await codeFragment("console.log(1);\n".repeat(20))) ?? "";
  const { kind } = await parseFragment(fragment.slice(0, -5), FILES);
  expect(kind).toBe("invalid");
});

test("a short link with a large content is reported", async () => {
  const bomb = new Blob(["x".repeat(20_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const base64 = Buffer.from(await new Response(bomb).arrayBuffer()).toString("base64url");
  const problem = `The link cannot be opened: its code has more than ${MAX_SHARED} characters.`;
  expect(await parseFragment(`#code=${base64}`, FILES)).toEqual({ kind: "invalid", problem });
});
