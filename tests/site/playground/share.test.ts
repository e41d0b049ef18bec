import { expect, onTestFinished, test, vi } from "vitest";
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

test.each(["", "#", "#playground", "#codes=abc"])("%j contains neither an example nor code", async (fragment) => {
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

test("a short link that decompresses to too much code is reported", async () => {
  const compressed = new Blob(["x".repeat(20_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const base64 = Buffer.from(await new Response(compressed).arrayBuffer()).toString("base64url");
  const problem = `The link cannot be opened: its code has more than ${MAX_SHARED} characters.`;
  expect(await parseFragment(`#code=${base64}`, FILES)).toEqual({ kind: "invalid", problem });
});

test("decompression stops when the code is too long", async () => {
  let size = 0;
  // As in Chromium, a chunk is decompressed completely, whether the result is read or not.
  class Decompression extends TransformStream<Uint8Array, Uint8Array> {
    constructor() {
      super({
        transform(chunk, controller) {
          size += 1_000 * chunk.length;
          controller.enqueue(new Uint8Array(1_000 * chunk.length));
        },
      });
    }
  }
  vi.stubGlobal("DecompressionStream", Decompression);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { kind } = await parseFragment(`#code=${"A".repeat(80_000)}`, FILES);
  expect(kind).toBe("invalid");
  expect(size).toBeGreaterThan(MAX_SHARED);
  expect(size).toBeLessThan(1_000_000);
});
