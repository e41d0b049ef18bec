import {
  checkSecurity,
  createTokenVerifier,
  effectiveSecurity,
  isFourfoldError,
  jwtSecurity,
  readSecurity,
  type SecurityFinding,
  secureDocument,
} from "fourfold/gateway";
import { googleNaming as naming } from "fourfold/naming";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { isLinear } from "../support/is-linear.js";

const users = { issuer: "https://users.test", audiences: "shop", jwksUri: "https://users.test/keys" };
const security = jwtSecurity({ definitions: { users }, naming });
const { users: definition } = security.securityDefinitions;
const times = <T>(size: number, entry: (index: number) => [string, T]): Record<string, T> =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => entry(index)));
const sandbox = createSandbox({ naming });
const backend = () => new Response();

/** Operations that can be called without a token, with an undefined name, and with scopes. */
const withOperations = (size: number) => ({
  swagger: "2.0",
  ...security,
  paths: times(size, (index) => [
    `/p${index}`,
    { get: { security: [] }, post: { security: [{ [`ghost${index}`]: [], users: ["scope"] }] } },
  ]),
});
const withDefinitions = (size: number, entry: (index: number) => object) => {
  const securityDefinitions = times(size, (index) => [`d${index}`, { ...definition, ...entry(index) }]);
  return {
    swagger: "2.0",
    paths: { "/a": { get: {} } },
    securityDefinitions,
    security: Object.keys(securityDefinitions).map((name) => ({ [name]: [] })),
  };
};
const withSharedIssuer = (size: number) => withDefinitions(size, () => ({}));
const withDifferentIssuers = (size: number) =>
  withDefinitions(size, (index) => ({ "x-google-issuer": `https://${index}.test` }));

/** Checks a document with a given number of issues. */
function check(document: object, expected: number): () => SecurityFinding[] {
  expect(checkSecurity(document, { naming })).toHaveLength(expected);
  return () => checkSecurity(document, { naming });
}

/** Calls a function that rejects a document. */
function reject(work: () => unknown, expected: number): () => void {
  const attempt = () => {
    try {
      work();
    } catch (error) {
      if (isFourfoldError(error, "invalid_request")) return error.issues.length;
    }
    return 0;
  };
  expect(attempt()).toBe(expected);
  return attempt;
}

test.each<[what: string, size: number, prepare: (size: number) => () => unknown]>([
  ["checkSecurity, operations with findings", 1_000, (size) => check(withOperations(size), 3 * size)],
  ["checkSecurity, paths", 1_000, (size) => check({ ...withOperations(size), security: [] }, 3 * size)],
  ["checkSecurity, definitions with one issuer", 500, (size) => check(withSharedIssuer(size), size - 1)],
  ["checkSecurity, definitions", 500, (size) => check(withDifferentIssuers(size), 0)],
  [
    "checkSecurity, unused definitions",
    500,
    (size) => check({ ...withDifferentIssuers(size), security: [{ d0: [] }] }, size - 1),
  ],
  [
    "checkSecurity, operations that require none of many definitions",
    500,
    (size) => {
      const paths = times(size, (index) => [`/p${index}`, { get: { security: [{ ghost: [] }] } }]);
      return check({ ...withDifferentIssuers(size), paths }, 2 * size);
    },
  ],
  [
    "checkSecurity, operations below a long requirement of the API",
    1_000,
    (size) => {
      const document = { ...withDifferentIssuers(size), paths: times(size, (index) => [`/p${index}`, { get: {} }]) };
      return check({ ...document, security: [times(size, (index) => [`d${index}`, []])] }, 1);
    },
  ],
  [
    "sandbox.gateway, requirements with scopes and undefined definitions",
    1_000,
    (size) => {
      const document = {
        ...withDifferentIssuers(size),
        paths: times(size, (index) => [
          `/p${index}`,
          { get: { security: [{ [`d${index}`]: ["a"], [`g${index}`]: [] }] } },
        ]),
      };
      return reject(() => sandbox.gateway({ document, backend }), 2 * size);
    },
  ],
  [
    "sandbox.gateway, stand-ins for many issuers",
    1_000,
    (size) => {
      const document = withDifferentIssuers(size);
      const standInForIssuers = Object.keys(document.securityDefinitions);
      return () => sandbox.gateway({ document, backend, standInForIssuers });
    },
  ],
  [
    "secureDocument, unknown operations",
    1_000,
    (size) => {
      const operations = times(size, (index) => [`PUT /p${index}`, ["users"]]);
      const document = { swagger: "2.0", paths: withOperations(size).paths };
      return reject(() => secureDocument(document as object, security, { operations }), 2 * size);
    },
  ],
  [
    "secureDocument, many operations and definitions",
    1_000,
    (size) => {
      const { securityDefinitions, security: added } = withDifferentIssuers(size);
      const many = { securityDefinitions, security: added } as object as typeof security;
      const paths = times(size, (index) => [`/p${index}`, { get: {} }]);
      const operations = times(size, (index) => [`GET /p${index}`, [`d${index}`]]);
      const secured = secureDocument({ swagger: "2.0", paths } as object, many, { operations } as object);
      return () => secureDocument(secured as object, many, { operations } as object);
    },
  ],
  [
    "readSecurity, definitions",
    1_000,
    (size) => {
      const document = withDifferentIssuers(size);
      return () => readSecurity(document, { naming });
    },
  ],
  [
    "effectiveSecurity, paths",
    1_000,
    (size) => {
      const document = withOperations(size);
      return () => effectiveSecurity(document, "GET", "/p0");
    },
  ],
  [
    "createTokenVerifier, definitions with one issuer",
    500,
    (size) => reject(() => createTokenVerifier({ document: withSharedIssuer(size), naming }), size - 1),
  ],
  [
    "jwtSecurity, definitions with one issuer",
    500,
    (size) =>
      reject(() => jwtSecurity({ definitions: times(size, (index) => [`d${index}`, users]), naming }), size - 1),
  ],
])("%s: takes linear time", { timeout: 60_000 }, async (_, size, prepare) => {
  expect(await isLinear(size, prepare)).toBe(true);
});
