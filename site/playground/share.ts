import { MAX_SHARED } from "./limits.js";

/** Number of bytes to decompress in one step. Their decompressed size is at most about 130 KB. */
const PIECE = 128;

/** The parsed content of a URL fragment. */
export type Fragment =
  | { readonly kind: "none" }
  | { readonly kind: "example"; readonly file: string }
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "invalid"; readonly problem: string };

/** Returns the fragment of a link to code; undefined if the code is too long for a link. */
export async function codeFragment(code: string): Promise<string | undefined> {
  if (code.length > MAX_SHARED) return undefined;
  const compressed = new Blob([code]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(compressed).arrayBuffer());
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#code=${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** Returns the fragment of a link to an example. */
export function exampleFragment(file: string): string {
  return `#example=${file.replace(/\.ts$/, "")}`;
}

/** Parses a URL fragment. Never rejects. */
export async function parseFragment(fragment: string, examples: readonly string[]): Promise<Fragment> {
  const [, name, value = ""] = /^#(code|example)=(.*)$/s.exec(fragment) ?? [];
  if (name === undefined) return { kind: "none" };
  if (name === "example") {
    const file = `${value}.ts`;
    return examples.includes(file) ? { kind: "example", file } : invalid("it names an unknown example");
  }
  try {
    const code = await inflate(value);
    return code === undefined ? invalid(`its code has more than ${MAX_SHARED} characters`) : { kind: "code", code };
  } catch {
    return invalid("its code is incomplete or damaged");
  }
}

function invalid(reason: string): Fragment {
  return { kind: "invalid", problem: `The link cannot be opened: ${reason}.` };
}

/** Decompresses a link's code, and stops when it exceeds `MAX_SHARED` characters. Returns undefined if it does. */
async function inflate(base64url: string): Promise<string | undefined> {
  if (base64url.length > 4 * MAX_SHARED) return undefined;
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  let position = 0;
  const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (position >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(position, position + PIECE));
      position += PIECE;
    },
  });
  const inflated = pieces.pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = inflated.pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
  let code = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    code += chunk.value;
    if (code.length <= MAX_SHARED) continue;
    void reader.cancel().catch(() => undefined);
    return undefined;
  }
  return code;
}
