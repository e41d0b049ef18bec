import { googleNaming } from "../naming/google.js";
import type { GatewayExtensions, GatewayNaming } from "../naming/naming.js";
import { vendorNaming } from "../naming/vendor.js";
import type { DocumentView } from "./document.js";

/** The built-in profiles with different extension keys, by the name of their export. */
const PROFILES: Readonly<Record<string, GatewayNaming>> = { googleNaming, vendorNaming };

/** Returns the built-in profile whose definitions have this key for the issuer; undefined if it is another profile's. */
export function profileWithIssuerKey(key: string): GatewayNaming | undefined {
  return Object.values(PROFILES).find(({ extensions }) => extensions.issuer === key);
}

/** A built-in profile whose extension keys are used in place of those of the expected profile. */
export interface OtherProfile {
  /** One of the keys that are used. */
  readonly key: string;
  /** Whether keys of the expected profile are used, too. */
  readonly isMixed: boolean;
  /** The problem and its remedy, without its subject. */
  readonly message: string;
}

/**
 * Finds keys of a built-in profile other than the expected one, whose extension keys are `expected`. `receiver` says where
 * to pass a profile.
 */
export function otherProfile(
  keys: ReadonlySet<string>,
  expected: Readonly<Partial<GatewayExtensions>>,
  receiver = "",
): OtherProfile | undefined {
  for (const [name, { extensions }] of Object.entries(PROFILES)) {
    const known: Readonly<Record<string, string>> = { ...extensions };
    const different = Object.entries(expected).filter(([part, key]) => known[part] !== key);
    const key = different.map(([part]) => known[part]).find((each) => each !== undefined && keys.has(each));
    if (key === undefined) continue;
    const [, own] = different.find(([, each]) => keys.has(each)) ?? [];
    const message =
      own === undefined
        ? `uses ${prefixOf(key)}…; pass naming: ${name}${receiver}`
        : `mixes ${prefixOf(own)}… and ${prefixOf(key)}…; use the extension keys of one naming profile`;
    return { key, isMixed: own !== undefined, message };
  }
  return undefined;
}

/** Returns the first two words of an extension key: `x-google-` of `x-google-issuer`. */
function prefixOf(key: string): string {
  return /^x-[^-]*-?/.exec(key)?.[0] ?? key;
}

/** Returns the problem of a document that has extensions of another profile only; undefined if there is none. */
export function namingProblem(
  { keys }: DocumentView,
  { extensions }: GatewayNaming,
  receiver?: string,
): string | undefined {
  const other = otherProfile(keys, extensions, receiver);
  return other === undefined || other.isMixed ? undefined : `the document ${other.message}`;
}
