import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor } from "../../../src/core/http/redact.js";
import { shown } from "../../support/shown.js";

const secret = "ya29.A+b/c=~d&e";
const { text, json, error } = createRedactor([secret, undefined, "", "abc"]);

test.each([
  ["as it is", secret],
  ["percent-encoded", encodeURIComponent(secret)],
  ["percent-encoded in lower case", "ya29.A%2bb%2fc%3d~d%26e"],
  ["in a query", new URLSearchParams({ key: secret }).toString().slice("key=".length)],
  ["in HTML", "ya29.A+b/c=~d&amp;e"],
  ["in HTML with numbers", "ya29.A&#43;b&#x2F;c&#x3d;~d&#38;e"],
  ["in JSON with escaped slashes", "ya29.A+b\\/c=~d&e"],
  ["in JSON with Unicode escapes", "ya29.A\\u002Bb\\u002fc\\u003d~d\\u0026e"],
  ["in several of these at once", "ya29.A%2Bb\\/c\\u003D~d&amp;e"],
])("masks a secret %s", (_, form) => {
  expect(text(`before ${form} after ${form}`)).toBe("before [redacted] after [redacted]");
});

test.each([
  ["quotes", `a"b'c<d>e\\f`, [`a&quot;b&#39;c&lt;d&gt;e\\f`, `a\\"b'c<d>e\\\\f`]],
  ["half a surrogate pair", "secret\ud800x", ["secret\ud800x", "secret%EF%BF%BDx"]],
])("masks a secret with %s in every form", (_, odd, forms) => {
  const redactor = createRedactor([odd]);
  for (const form of [odd, ...forms]) expect(redactor.text(`<${form}>`)).toBe("<[redacted]>");
});

test("a text that is too short to be a secret is left alone", () => {
  expect(text("abc")).toBe("abc");
});

test("the longest secret is masked first, so that no part of it remains", () => {
  expect(createRedactor(["token", "token-with-more"]).text("token-with-more token")).toBe("[redacted] [redacted]");
});

test("no secret remains in any combination of texts", () => {
  const plain = fc.stringMatching(/^[a-z+/=&<>" ]{4,12}$/);
  fc.assert(
    fc.property(
      fc.array(plain, { minLength: 1, maxLength: 3 }),
      fc.array(fc.string(), { maxLength: 4 }),
      (secrets, parts) => {
        const redactor = createRedactor(secrets);
        const mixed = parts
          .flatMap((part, n) => [part, secrets[n % secrets.length]!, encodeURIComponent(secrets[0]!)])
          .join("");
        const masked = redactor.text(mixed).replaceAll("[redacted]", "\u0000");
        for (const each of secrets) expect(masked).not.toContain(each);
      },
    ),
  );
});

test("masks strings and keys in JSON, and keeps everything else", () => {
  const value = JSON.parse(`{"a":["x${"ya29.A+b/c=~d&e"}y",1,null,true],"${secret}":{},"__proto__":{"b":"${secret}"}}`);
  const masked = json(value) as Record<string, unknown>;
  expect(JSON.stringify(masked)).toBe(
    '{"a":["x[redacted]y",1,null,true],"[redacted]":{},"__proto__":{"b":"[redacted]"}}',
  );
});

test("an error without a secret is shown as it is", () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const failure = new TypeError("fetch failed", { cause });
  expect(error(failure)).toBe(failure);
});

const withProperty = (name: PropertyKey, value: unknown) => Object.assign(new Error("failed"), { [name]: value });
const hidden = (value: unknown) => {
  const failure = new Error("failed");
  Object.defineProperty(failure, "hidden", { value, enumerable: false });
  return failure;
};
const around: Record<string, unknown> = { secret };
around.self = around;
const endless = new Error(`failed with ${secret}`);
endless.cause = endless;
const url = `https://service.test/?key=${encodeURIComponent(secret)}`;
const renamed = new Error(`was ${secret}`);
renamed.message = "is harmless";

test.each<[place: string, failure: unknown]>([
  ["its message", new Error(`failed: ${secret}`)],
  ["its stack alone", renamed],
  ["its name", Object.assign(new Error("failed"), { name: secret })],
  ["its code", withProperty("code", `E_${secret}`)],
  ["a property", withProperty("url", url)],
  ["the name of a property", withProperty(secret, 1)],
  ["a property that is a symbol", withProperty(Symbol("state"), { url })],
  ["a hidden property", hidden({ deep: [{ secret }] })],
  ["an object that holds itself", withProperty("config", around)],
  ["a Request", withProperty("request", new Request(url))],
  [
    "a Request's headers",
    withProperty("request", new Request("https://x.test", { headers: { authorization: secret } })),
  ],
  ["Headers", withProperty("headers", new Headers({ authorization: `Bearer ${secret}` }))],
  ["a Response's headers", withProperty("response", new Response("", { headers: { "x-echo": secret } }))],
  ["a URL", withProperty("address", new URL(url))],
  ["URLSearchParams", withProperty("params", new URLSearchParams({ key: secret }))],
  ["a Map", withProperty("map", new Map([["a", secret]]))],
  ["a Set", withProperty("set", new Set([secret]))],
  ["its cause", new Error("outer", { cause: new Error(`inner ${secret}`) })],
  ["a cause of its cause", new Error("1", { cause: new Error("2", { cause: { secret } }) })],
  ["one of several errors", new AggregateError([new Error(secret)], "several")],
  ["a DOMException", new DOMException(`failed: ${secret}`, "NetworkError")],
  ["a chain of causes that goes round", endless],
  ["a text that was thrown", `failed: ${secret}`],
  ["an object that was thrown", { message: secret, more: secret }],
])("an error with a secret in %s is shown as a plain copy", (_, failure) => {
  expect(shown(error(failure))).not.toContain(secret);
  expect(shown(error(failure))).not.toContain(encodeURIComponent(secret));
  expect(error(failure)).toBeInstanceOf(Error);
});

test("a copy keeps name, message, code and causes", () => {
  const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const copy = error(new TypeError(`fetch failed: ${secret}`, { cause })) as Error;
  expect(copy).toMatchObject({ name: "TypeError", message: "fetch failed: [redacted]" });
  expect(copy.cause).toBe(cause);
});

test("an error that is too large to search is copied", () => {
  const large = withProperty(
    "list",
    Array.from({ length: 2_000 }, (_, n) => ({ n })),
  );
  expect(error(large)).not.toBe(large);
  expect(error(large)).toMatchObject({ message: "failed" });
});

test("without secrets, nothing is searched", () => {
  const failure = withProperty(
    "list",
    Array.from({ length: 2_000 }, (_, n) => ({ n })),
  );
  expect(createRedactor([]).error(failure)).toBe(failure);
});

test("masks values that are nested too deeply, and keeps the rest", () => {
  let deep: unknown = secret;
  for (let level = 0; level < 20_000; level += 1) deep = [deep];
  const masked = json({ code: 3, message: `for ${secret}`, deep });
  expect(masked).toMatchObject({ code: 3, message: "for [redacted]" });
  expect(JSON.stringify(masked)).not.toContain("ya29");
});

test("masking 100 kB takes less than 100 ms, whatever the secret", () => {
  const secrets = ["/".repeat(200), "&+%\\".repeat(50), "é ü".repeat(50)];
  const redactor = createRedactor(secrets);
  for (const unit of ["/", "&", "%2F", "\\", "\\u002f", "&#0", "é", "+"]) {
    const hostile = unit.repeat(100_000 / unit.length);
    // The best of several, because the machine may be busy.
    const times = [1, 2, 3].map(() => {
      const startedAt = performance.now();
      redactor.text(hostile);
      return performance.now() - startedAt;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  }
});
