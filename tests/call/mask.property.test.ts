import { Buffer } from "node:buffer";
import fc from "fast-check";
import { createClient } from "fourfold";
import { expect, test } from "vitest";
import { createMask } from "../../src/call/redact.js";
import { rejection, shown } from "../support/rejection.js";
import { scriptedFetch } from "../support/scripted-fetch.js";

const numRuns = Number(process.env.PLANS ?? 300);

const hexOf = (character: string, width: number) => character.charCodeAt(0).toString(16).padStart(width, "0");
const html: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Ways in which a service may quote what it received. */
const encodings: ((secret: string) => string)[] = [
  (secret) => secret,
  encodeURIComponent,
  (secret) => encodeURIComponent(secret).replace(/%../g, (escaped) => escaped.toLowerCase()),
  (secret) => new URLSearchParams([["", secret]]).toString().slice(1),
  (secret) => secret.replace(/./gs, (character) => `%${hexOf(character, 2)}`),
  (secret) => secret.replace(/[&<>"']/g, (character) => html[character] ?? ""),
  (secret) => secret.replace(/\W/g, (character) => `&#${character.charCodeAt(0)};`),
  (secret) => secret.replace(/\W/g, (character) => `&#X${hexOf(character, 1)};`),
  (secret) => JSON.stringify(secret).slice(1, -1),
  (secret) => JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
  (secret) => secret.replace(/\W/g, (character) => `\\u${hexOf(character, 4)}`),
  (secret) => JSON.stringify(JSON.stringify(encodeURIComponent(secret))),
  (secret) => Buffer.from(secret).toString("base64"),
  (secret) => Buffer.from(secret).toString("base64url"),
];

/** Visible ASCII, as in headers, of which half are escaped somewhere. */
const secretOf = (maxLength: number) =>
  fc.string({
    unit: fc.oneof(fc.constantFrom(...`+/=&%<>"'\\ ~_-.`), fc.constantFrom(..."abcdeXYZ0129")),
    minLength: 8,
    maxLength,
  });

/** Whether a text has a secret, or 24 characters in a row of one of its encodings. */
function shows(text: string, encoded: string, secret: string): boolean {
  const parts = Array.from({ length: Math.floor(encoded.length / 24) }, (_, part) =>
    encoded.slice(part * 24, part * 24 + 24),
  );
  return [secret, encoded, ...parts].some((part) => text.includes(part));
}

test("no secret remains in a text, however it is encoded, and nothing else is changed", { timeout: 3_600_000 }, () => {
  const texts = fc.array(fc.constantFrom("", " ", "\n", "token: ", "x", "\u{1f4a5}", "%zz", "&#9999999;", "\\u12"), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(fc.array(secretOf(200), { minLength: 1, maxLength: 4 }), texts, fc.nat(), (secrets, around, pick) => {
      const mask = createMask(secrets.map((value) => ({ name: "Bearer", value })));
      for (const encode of encodings) {
        const secret = secrets[pick % secrets.length] ?? "";
        const text = around.join(`(${encode(secret)})`);
        if (around.length < 2) continue;
        expect(shows(mask(text).replaceAll("[redacted]", "\0"), encode(secret), secret), String(encode)).toBe(false);
        expect(mask(around.join(""))).toBe(around.join(""));
      }
    }),
    { numRuns },
  );
});

test("no secret of any length is shown by an error or an event of a call", { timeout: 3_600_000 }, async () => {
  const headerValue = secretOf(60_000).filter((secret) => secret.trim() === secret);
  const size = fc.oneof({ weight: 20, arbitrary: fc.nat(10_000) }, { weight: 1, arbitrary: fc.constant(4_000_000) });
  const echo = fc.record({
    secret: headerValue,
    size,
    status: fc.constantFrom(200, 400, 414, 503),
    json: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(echo, async ({ secret, size, status, json }) => {
      const quoted = `${encodings.map((encode) => encode(secret)).join(" \n")}${"x".repeat(size)}`;
      const body = json
        ? JSON.stringify({ error: { message: quoted, details: [{ [quoted]: quoted }] } })
        : `<p>${quoted}`;
      const events: unknown[] = [];
      const client = createClient({
        baseUrl: "https://service.test",
        auth: { getAccessToken: () => secret },
        fetch: scriptedFetch(() =>
          status === 503 ? Promise.reject(new Error(quoted)) : new Response(body, { status }),
        ),
        retry: false,
        validation: { responses: "strict" },
        onEvent: (event) => void events.push(event),
      });
      const error = await rejection(client.warehouse.tables.get({ projectId: "p", datasetId: "d", tableId: "t" }));
      expect(error).toMatchObject({
        name: status === 200 ? "ResponseError" : status === 503 ? "NetworkError" : "ApiError",
      });
      const seen = shown([error, (error as Error).cause, events]).replaceAll("[redacted]", "\0");
      for (const encode of encodings) expect(shows(seen, encode(secret), secret), String(encode)).toBe(false);
    }),
    { numRuns: Math.ceil(numRuns / 20) },
  );
});
