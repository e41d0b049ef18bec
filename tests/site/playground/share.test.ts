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
  const problem = `The link cannot be opened: its code has more than ${MAX_SHARED} characters.`;
  expect(await parseFragment(await linkToLongCode(20_000_000), FILES)).toEqual({ kind: "invalid", problem });
});

test("decompression stops when the code is too long", async () => {
  let bytes = 0;
  const { DecompressionStream } = globalThis;
  vi.stubGlobal(
    "DecompressionStream",
    class {
      readonly writable: WritableStream;
      readonly readable: ReadableStream;
      constructor(format: CompressionFormat) {
        const inner = new DecompressionStream(format);
        const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(chunk, controller) {
            bytes += chunk.byteLength;
            controller.enqueue(chunk);
          },
        });
        void count.readable.pipeTo(inner.writable).catch(() => undefined);
        this.writable = count.writable;
        this.readable = inner.readable;
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const fragment = await linkToLongCode(60_000_000);
  expect((await parseFragment(fragment, FILES)).kind).toBe("invalid");
  expect(fragment.length).toBeGreaterThan(70_000);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(25_000); // Node.js buffers 16 KiB
});

async function linkToLongCode(length: number): Promise<string> {
  const compressed = new Blob(["x".repeat(length)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `#code=${Buffer.from(await new Response(compressed).arrayBuffer()).toString("base64url")}`;
}
