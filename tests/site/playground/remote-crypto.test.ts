import { expect, test } from "vitest";
import { type CryptoCall, createCryptoService, createRemoteCrypto } from "../../../site/playground/remote-crypto.js";

function setUp() {
  const serve = createCryptoService(crypto.subtle);
  const remote = createRemoteCrypto((call) => {
    // As between a frame and a worker, values are copied.
    void serve(structuredClone(call)).then((result) => remote.receive(structuredClone(result)));
  });
  return { serve, subtle: remote.subtle as unknown as SubtleCrypto };
}

test("creates, imports and exports keys, signs and verifies", async () => {
  const { subtle } = setUp();
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const { publicKey, privateKey } = await subtle.generateKey(algorithm, true, ["sign", "verify"]);
  expect(Object.prototype.toString.call(privateKey)).toBe("[object CryptoKey]");
  expect(privateKey).toMatchObject({ type: "private", extractable: true, usages: ["sign"] });
  const data = new TextEncoder().encode("text");
  const signature = await subtle.sign(algorithm, privateKey, data);
  expect(await subtle.verify(algorithm, publicKey, signature, data)).toBe(true);
  const jwk = await subtle.exportKey("jwk", publicKey);
  const imported = await subtle.importKey("jwk", jwk, algorithm, true, ["verify"]);
  expect(await subtle.verify(algorithm, imported, signature, new Uint8Array(4))).toBe(false);
  // The real algorithms have the same result.
  const own = await crypto.subtle.importKey("jwk", jwk, algorithm, true, ["verify"]);
  expect(await crypto.subtle.verify(algorithm, own, signature, data)).toBe(true);
});

test("reports errors, and provides no other methods", async () => {
  const { serve, subtle } = setUp();
  await expect(subtle.digest("none", new Uint8Array())).rejects.toThrow(/Unrecognized algorithm name/);
  const call: CryptoCall = { type: "crypto", id: 1, method: "constructor", values: [] };
  expect(await serve(call)).toMatchObject({ error: expect.stringContaining("does not provide") });
});

test("keeps a limited number of keys", async () => {
  const { subtle } = setUp();
  const create = () => subtle.importKey("raw", new Uint8Array(32), { name: "HMAC", hash: "SHA-256" }, true, ["sign"]);
  for (let n = 0; n < 1_000; n += 1) await create();
  await expect(create()).rejects.toThrow("at most 1000 keys");
});
