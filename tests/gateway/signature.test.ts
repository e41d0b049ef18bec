import { createHash, randomBytes } from "node:crypto";
import { createTokenVerifier, type TokenError } from "fourfold/gateway";
import { CompactSign, exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";

const now = Date.UTC(2026, 0, 1);
const clock = { now: () => now, sleep: async () => undefined };
const claims = { iss: "https://issuer.test", sub: "ada", aud: "shop", iat: now / 1_000, exp: now / 1_000 + 3_600 };
const definitions = { users: { issuer: claims.iss, audiences: "shop", jwksUri: "https://issuer.test/keys" } };

/** Verifies a token with the keys that an issuer publishes. */
const verify = (keys: unknown, token: string) =>
  createTokenVerifier({ definitions, clock, fetch: async () => Response.json(keys) }).verify(token);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const bytes = (...given: readonly number[]) => Buffer.from(given).toString("base64url");
const modulus = (size: number) => {
  const number = randomBytes(size);
  number.writeUInt8(255, 0);
  number.writeUInt8(255, size - 1);
  return number.toString("base64url");
};

/** A token that no one signed: its signature is the padded hash, which an RSA key with the exponent 1 does not change. */
function forged(size: number): string {
  const text = `${encode({ alg: "RS256", kid: "k" })}.${encode(claims)}`;
  const info = Buffer.from("3031300d060960864801650304020105000420", "hex");
  const end = Buffer.concat([Buffer.of(0), info, createHash("sha256").update(text).digest()]);
  const padding = Buffer.alloc(size - 2 - end.byteLength, 255);
  return `${text}.${Buffer.concat([Buffer.of(0, 1), padding, end]).toString("base64url")}`;
}

test.each([
  ["1", bytes(1), 256],
  ["1 with leading zeros", bytes(0, 0, 1), 256],
  ["1 and a long modulus", bytes(1), 512],
  ["0", bytes(0), 256],
  ["2", bytes(2), 256],
  ["65536", bytes(1, 0, 0), 256],
])("an RSA key with the exponent %s is not used", async (_, e, size) => {
  const key = { kty: "RSA", kid: "k", n: modulus(size), e };
  expect(await rejection(verify({ keys: [key] }, forged(size)))).toMatchObject({ code: "signature_invalid" });
  const good = await exportJWK((await generateKeyPair("RS256", { extractable: true })).publicKey);
  expect(await rejection(verify({ keys: [key, { ...good, kid: "g" }] }, forged(size)))).toMatchObject({
    code: "signature_invalid",
  });
});

test("a certificate of an RSA key with the exponent 1 is not used", async () => {
  expect(await rejection(verify({ k: EXPONENT_ONE }, forged(256)))).toMatchObject({ code: "signature_invalid" });
});

test("certificates of an RSA key and of a key on the curve P-256 are used", async () => {
  expect((await verify({ k: RSA }, RSA_TOKEN)).claims.sub).toBe("ada");
  expect((await verify({ k: P256 }, P256_TOKEN)).claims.sub).toBe("ada");
  expect(await rejection(verify({ k: EXPONENT_ONE }, P256_TOKEN))).toMatchObject({ code: "signature_invalid" });
});

async function pairOf(alg: string, options: object = {}) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true, ...options });
  const sign = (header = alg) => new SignJWT(claims).setProtectedHeader({ alg: header, kid: "k" }).sign(privateKey);
  return {
    jwk: { ...(await exportJWK(publicKey)), kid: "k" },
    privateJwk: { ...(await exportJWK(privateKey)), kid: "k" },
    sign,
  };
}

test("keys with the exponents 3 and 65537 are used", async () => {
  const { jwk, sign } = await pairOf("RS256");
  expect((await verify({ keys: [jwk] }, await sign())).claims.sub).toBe("ada");
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: "RSASSA-PKCS1-v1_5", modulusLength: 2_048, publicExponent: Uint8Array.of(3), hash: "SHA-256" },
    true,
    ["sign", "verify"],
  );
  const three = { ...(await exportJWK(publicKey)), kid: "k" };
  const token = await new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "k" }).sign(privateKey);
  expect((await verify({ keys: [three] }, token)).claims.sub).toBe("ada");
});

test("keys for another purpose, of another type or on another curve are not used", async () => {
  const [rsa, p256, p384] = await Promise.all([pairOf("RS256"), pairOf("ES256"), pairOf("ES384")]);
  const secret = { kty: "oct", kid: "k", k: rsa.jwk.n ?? "" };
  const keys: [jwk: object, token: string][] = [
    [{ ...rsa.jwk, use: "enc" }, await rsa.sign()],
    [{ ...rsa.jwk, key_ops: ["encrypt"] }, await rsa.sign()],
    [{ ...rsa.jwk, alg: "RS512" }, await rsa.sign()],
    [rsa.privateJwk, await rsa.sign()],
    [secret, await rsa.sign()],
    [p384.jwk, await p256.sign()],
    [{ ...p256.jwk, crv: "P-384" }, await p256.sign()],
    [p256.jwk, await rsa.sign()],
  ];
  for (const [jwk, token] of keys) {
    expect(await rejection(verify({ keys: [jwk] }, token)), JSON.stringify(jwk)).toMatchObject({
      code: "signature_invalid",
    });
  }
  for (const { jwk, sign } of [rsa, p256]) expect((await verify({ keys: [jwk] }, await sign())).claims.sub).toBe("ada");
});

/** Signs the claims of a token, with a header and changes. */
const signed = (key: CryptoKey, header: object, changes: object = {}) =>
  new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: "RS256", ...header }).sign(key);

/** Creates RSA keys for RS256, and one for ES256. */
async function keysOf(count: number) {
  const pairs = await Promise.all(Array.from({ length: count }, () => generateKeyPair("RS256", { extractable: true })));
  const curve = await generateKeyPair("ES256", { extractable: true });
  const jwks = await Promise.all([...pairs, curve].map(({ publicKey }) => exportJWK(publicKey)));
  return { pairs, curve, jwks };
}

test("all keys with a matching id, or without one, are tried", async () => {
  const { pairs, curve, jwks } = await keysOf(3);
  const [a, b, c, p256] = jwks;
  const isAccepted = async (keys: readonly object[], index: number, header: object) =>
    verify({ keys }, await signed((pairs[index] ?? curve).privateKey, header)).then(
      () => true,
      ({ code }) => code,
    );
  for (const index of [0, 1, 2]) {
    // The token has no key id, or an empty one.
    for (const header of [{}, { kid: "" }]) {
      expect(
        await isAccepted(
          [
            { ...a, kid: "a" },
            { ...b, kid: "b" },
            { ...c, kid: "c" },
          ],
          index,
          header,
        ),
      ).toBe(true);
      expect(await isAccepted([a, b, c] as object[], index, header)).toBe(true);
    }
    // No key has an id, or an empty one, or all have the same one.
    expect(await isAccepted([a, b, c] as object[], index, { kid: "k" })).toBe(true);
    expect(
      await isAccepted(
        [
          { ...a, kid: null },
          { ...b, kid: "" },
          { ...c, kid: "k" },
        ] as object[],
        index,
        { kid: "k" },
      ),
    ).toBe(true);
    expect(
      await isAccepted(
        [a, b, c].map((key) => ({ ...key, kid: "k" })),
        index,
        { kid: "k" },
      ),
    ).toBe(true);
  }
  // Keys of another type are no candidates, and unusable keys are skipped.
  const others = [
    { ...p256, kid: "k" },
    { kty: "RSA", kid: "k", n: "AA", e: "AQAB" },
    { kty: "EC", kid: "k" },
  ];
  expect(await isAccepted([...others, { ...b, kid: "k" }], 1, { kid: "k" })).toBe(true);
  expect(await isAccepted([...others, b as object], 1, { kid: "k" })).toBe(true);
  expect(await isAccepted([...others, { ...b, kid: "k" }], 3, { kid: "k", alg: "ES256" })).toBe(true);
  expect(
    await isAccepted(
      [
        { ...b, alg: "RS512" },
        { ...b, use: "enc" },
      ],
      1,
      { kid: "k" },
    ),
  ).toBe("signature_invalid");
  // A key with another id is not tried.
  expect(
    await isAccepted(
      [
        { ...a, kid: "a" },
        { ...b, kid: "b" },
      ],
      0,
      { kid: "b" },
    ),
  ).toBe("signature_invalid");
  expect(
    await isAccepted(
      [
        { ...a, kid: "a" },
        { ...b, kid: "b" },
      ],
      0,
      { kid: "x" },
    ),
  ).toBe("signature_invalid");
  expect(await isAccepted([{ ...a, kid: "a" }, b as object], 0, { kid: "x" })).toBe("signature_invalid");
  expect(await isAccepted([], 0, {})).toBe("signature_invalid");
});

test("the last of many keys is tried", async () => {
  const { pairs, jwks } = await keysOf(2);
  const [other, own] = jwks;
  const isSigned = async (keys: readonly object[], header: object) =>
    (await verify({ keys }, await signed((pairs[1] as (typeof pairs)[number]).privateKey, header))).claims.sub;
  const many = Array.from({ length: 30 }, () => ({ ...other }));
  expect(await isSigned([...many, { ...own, kid: "a" }], { kid: "a" })).toBe("ada");
  expect(await isSigned([...many, { ...own }], {})).toBe("ada");
  const named = [...many, { ...own }].map((key) => ({ ...key, kid: "a" }));
  expect(await isSigned(named, { kid: "a" })).toBe("ada");
});

test("certificates without a key id are tried, and those with another one are not", async () => {
  expect((await verify({ other: P256, k: RSA }, RSA_TOKEN)).claims.sub).toBe("ada");
  expect((await verify({ "": RSA, other: RSA }, RSA_TOKEN)).claims.sub).toBe("ada");
  expect(await rejection(verify({ other: RSA }, RSA_TOKEN))).toMatchObject({
    code: "signature_invalid",
  });
});

test("a wrong signature is rejected before the times, and a failed claim ends the search", async () => {
  const { pairs, jwks } = await keysOf(2);
  const key = (pairs[1] as CryptoKeyPair).privateKey;
  expect(await rejection(verify({ keys: jwks }, await signed(key, {}, { exp: 1 })))).toMatchObject({
    code: "token_expired",
  });
  expect(await rejection(verify({ keys: jwks.slice(0, 1) }, await signed(key, {}, { exp: 1 })))).toMatchObject({
    code: "signature_invalid",
  });
});

test.each(["exp", "nbf", "iat"])("%s must be a number below 2^53", async (claim) => {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const keys = { keys: [await exportJWK(publicKey)] };
  const at = async (number: string) => {
    const text = JSON.stringify({ ...claims, [claim]: "?" }).replace('"?"', number);
    const token = await new CompactSign(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: "RS256" })
      .sign(privateKey);
    return verify(keys, token);
  };
  for (const number of ["1e400", "-1e400", "1e300", "9007199254740992", "-9007199254740992", '"1"', "null", "true"]) {
    expect((await rejection(at(number))) as TokenError, number).toMatchObject({ name: "TokenError" });
  }
  const beyond = claim === "exp" ? "1e400" : "-1e400"; // neither expired nor in the future
  if (claim !== "iat") {
    const message = expect.stringContaining(`: ${claim} `);
    expect(await rejection(at(beyond))).toMatchObject({ code: "claim_missing", message });
  }
  const edge = claim === "exp" ? "9007199254740991" : "1.5";
  expect((await at(edge)).claims.sub).toBe("ada");
});

test("an RSA key with fewer than 2048 bits is not used", async () => {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: "RSASSA-PKCS1-v1_5", modulusLength: 1_024, publicExponent: Uint8Array.of(1, 0, 1), hash: "SHA-256" },
    true,
    ["sign", "verify"],
  );
  const text = `${encode({ alg: "RS256", kid: "k" })}.${encode(claims)}`;
  const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", privateKey, Buffer.from(text));
  const token = `${text}.${Buffer.from(signature).toString("base64url")}`;
  const keys = [{ ...(await exportJWK(publicKey)), kid: "k" }];
  expect(await rejection(verify({ keys }, token))).toMatchObject({ code: "signature_invalid" });
});

const EXPONENT_ONE = `-----BEGIN CERTIFICATE-----
MIICjDCCAXQCAQEwDQYJKoZIhvcNAQELBQAwDDEKMAgGA1UEAwwBazAgFw0yNTEy
MzEyMzU5NTlaGA8yMTI2MDEwMTAwMDAwMFowDDEKMAgGA1UEAwwBazCCASAwDQYJ
KoZIhvcNAQEBBQADggENADCCAQgCggEBAP+INOg8yTe1dUimVvYnZtQyr8yyhR+S
cHC1IH7K8LDCPhbWAsfaCY3GdRdAIoPKBqy82B5O/flk20XT3fmgSGX3TWj5x3Xr
alDsaEaWxYC/5t6GcA0MgXivuA9plaNVyEj8kxxJRLqHtGyZt7tYj+HDericqBMC
/585n/OxtNjQpaugisEu+omgOcLo8bkyXySAst3RZGXkyNJNqrixz9wSeYeclk1N
mwa9KpIl8/gL9wKkEL59e72pSyd3lNw9Yegd+b0KNguiDWT8Aj2yaFY6K5iXvknW
N2eSmvTlYpA+VfIUHkgHZEP8ucLrDFiMqMEt2RDjV1gSSItCA1QB2P8CAQEwDQYJ
KoZIhvcNAQELBQADggEBAID7tbyn3+m8FYepI8W+PVnnAN5uEUCaIOMrjrdj/Ko9
HToMi8dnPY8Ib4Gw2v8sY7sDgOdZ6RhOgA/E+GrlXD1LX4ATAE1nKkt+gF2ehX1k
IuccZG+/xTSj1c6R+Vi+1Qg5EiVNjlUMoQbikj5aPyeGFl1k9WFT2OugOEuXi3ts
b8LlLgoBh2rPWohc9RXLKBmNKBelISmikZaTBXmZOv/5oOKKybFH0JJcJApMlJ/R
5luWgQ4R9TaswCooXhfggklfnq3z10b4GhS0Y4/4+f9yJE613dMyokIr6b1jRRWL
54XLuZpCWNv22uH4tGedvlw9xfd8w8rpphdQHZ2SmcA=
-----END CERTIFICATE-----`;
const P256 = `-----BEGIN CERTIFICATE-----
MIIBATCBqAIBATAKBggqhkjOPQQDAjAMMQowCAYDVQQDDAFrMCAXDTI1MTIzMTIz
NTk1OVoYDzIxMjYwMTAxMDAwMDAwWjAMMQowCAYDVQQDDAFrMFkwEwYHKoZIzj0C
AQYIKoZIzj0DAQcDQgAEe8bIpPDdk6bPeh+9tZgG2ZxeBFNDfzdoND73QmjJ+2mZ
x8bWGywaZD88eiDqfHGe9YgyPZU9p21e6g+sVqbjMjAKBggqhkjOPQQDAgNIADBF
AiBkpOax9rWUOcLotcvMY5klAYbMKTkpHGj/eT6/ocr23gIhAJwOVsoxdmfBioCi
EDUBvp6V51ZuHQDdvWLpaJqwnhq8
-----END CERTIFICATE-----`;
/** Signed with the key of the certificate above, which was not kept; so is RSA_TOKEN. */
const P256_TOKEN =
  "eyJhbGciOiJFUzI1NiIsImtpZCI6ImsifQ.eyJpc3MiOiJodHRwczovL2lzc3Vlci50ZXN0Iiwic3ViIjoiYWRhIiwiYXVkIjoic2hvcCIsImlhdCI6MTc2NzIyNTYwMCwiZXhwIjoxNzY3MjI5MjAwfQ.kWu0hgxE-oJc1Tn8cttUg7xX2nggjxwnn0w22VaYgiiKUfxgXL1cvcXdC5Uj-JWo8u2eoV_7zzAbAMWp1YGm-w";
const RSA = `-----BEGIN CERTIFICATE-----
MIIDDzCCAfegAwIBAgIUeum7qDLdT0BdHgjXk6UisJvFoFwwDQYJKoZIhvcNAQEL
BQAwFjEUMBIGA1UEAwwLaXNzdWVyLnRlc3QwIBcNMjYxMTIxMDU1NDUzWhgPMjEy
NjEwMjgwNTU0NTNaMBYxFDASBgNVBAMMC2lzc3Vlci50ZXN0MIIBIjANBgkqhkiG
9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2in5wytuas0VyZJJlRzWvxm2bS1+d4ibv9XR
M6/ZPzIYhVEUb2S7qKkjn3ZXun3WCw9Zt/hHX3uSxBHQXWrflProYWZmH8mYm38t
pH43qkQF1JLX0wIcUucb/Ufr8AfnATXruW0Gl0nrzI4MKugKcG15yH7eq2EsufNk
AH8MipjHfSFlD0WNNtKDulkN8oy07p4sPYg9d8oYcngYN33ZoE4IodTC/8CQdvf+
jmqg2kCf/7o4NLvPlDAujQtjGfLJB4Ue/vZYoPUg9jcOKvskTa5FzfRkvsbPXC23
eXevxNkI0YwkM7SAe2jBkvsMj3IUKTPG5OZh8HTk99wXdvCmDwIDAQABo1MwUTAd
BgNVHQ4EFgQUZd6Y3/rjgz1hH3GGJYd3ZuBDHWEwHwYDVR0jBBgwFoAUZd6Y3/rj
gz1hH3GGJYd3ZuBDHWEwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOC
AQEAuUFumMbwd1FSi9mbBYXwpgselgiagiljtDClJ6aHKMSgxBnAGWPBSV4rqlTZ
6Zp2iJDZ0oBSyK5z1K/LNeRpJZ39ctNO/vE0d+7KZZaEGfA4czAUyVDqnOwLgS2D
o+VLm+C8wdkEksIQB++6Uu8MR9gyzVY/xp/vaoSD0UCnm/Us499b7OXs4122gDha
diZhSYS+MIUbBwx607gcBxkRMaktCEg1tlqDKwsOwYq28Zvfkvw9whk0ArLa0t69
P0NZxVB+6EcT2JSCM8HmvAIcodo7tltFYzBOwj3DJVGZUoVd+tvyx+O1i+lWqjMw
T89jEq8B3Ca1KL9wbme2JmhPew==
-----END CERTIFICATE-----`;
const RSA_TOKEN =
  "eyJhbGciOiJSUzI1NiIsImtpZCI6ImsifQ.eyJpc3MiOiJodHRwczovL2lzc3Vlci50ZXN0Iiwic3ViIjoiYWRhIiwiYXVkIjoic2hvcCIsImlhdCI6MTc2NzIyNTYwMCwiZXhwIjoxNzY3MjI5MjAwfQ.1J5-3KSiBrYJRL3WBUeNRT1i8HQgMSygtTIWyTfc0bw1BWPKAAI6-8_2FITeXULm59WPaRXjNx7hKmvkED0Y4-WqqDnE3_G-D52OgelgVDPHIJFlf1Tgi9Wzk0tq-mfD-XHuZesFdaVQo-1t-55ewQ9BpLRUtBFBtGcygfc8ump1k7H3zb75X1zJyZgmYAMlOsFmlbM97BRXImO4kH86kTpo3eN7dZSQS1O8by1qvUCn0ATri9H2f3BKbJqSfogVETIWumoQrZGsOyFly5ci4lLDE5IpTIHBpkPFP3EP5HGcTzaX9FX3w6ICXUZE8N5yMDK1CXWSl24snTPAEdtuZw";
