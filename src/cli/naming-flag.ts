import { readSecurity } from "../gateway/index.js";
import { googleApiGatewayNaming, googleNaming, type Naming, vendorNaming } from "../naming/index.js";
import { type Flag, oneOf, option } from "./flags.js";

/** The profiles that a command line can name. */
const profiles = {
  vendor: vendorNaming,
  google: googleNaming,
  "google-api-gateway": googleApiGatewayNaming,
} as const satisfies Readonly<Record<string, Naming>>;
const names = Object.keys(profiles) as (keyof typeof profiles)[]; // the keys of the object above

/** The option that picks a naming profile. */
export const namingFlag: Flag<Naming> = option(
  "<profile>",
  `naming profile: ${names.join(", ")}; default vendor`,
  (text) => profiles[oneOf(...names)(text)],
  vendorNaming,
);

/**
 * What to say when a document has no definitions in the names of a profile, but in those of another one; undefined
 * otherwise.
 *
 * @throws {RequestError} when it is no OpenAPI 2.0 document.
 */
export function namingHint(
  document: object,
  naming: Naming,
  known: readonly Naming[] = Object.values(profiles),
): string | undefined {
  const speaks = (each: Naming) => Object.keys(readSecurity(document, { naming: each }).definitions).length > 0;
  const other = speaks(naming) ? undefined : known.find(speaks);
  return other && `the document speaks the names of ${other.name}: say --naming ${other.name}`;
}
