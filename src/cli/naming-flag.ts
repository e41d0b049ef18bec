import { readSecurity } from "../gateway/index.js";
import { googleApiGatewayNaming, googleNaming, type Naming, vendorNaming } from "../naming/index.js";
import { type Flag, oneOf, option } from "./flags.js";

/** The naming profiles that `--naming` accepts. */
const profiles = {
  google: googleNaming,
  "google-api-gateway": googleApiGatewayNaming,
  vendor: vendorNaming,
} as const satisfies Readonly<Record<string, Naming>>;
const names = Object.keys(profiles) as (keyof typeof profiles)[]; // the keys of the object above

/** The option that selects a naming profile. */
export const namingFlag: Flag<Naming> = option(
  "<profile>",
  `naming profile: ${names.join(", ")}; default: google`,
  (text) => profiles[oneOf(...names)(text)],
  googleNaming,
);

/**
 * Returns a message if a document has no definitions in the names of a profile but has some in the names of another
 * profile. Undefined otherwise.
 *
 * @throws {RequestError} If the document is not an OpenAPI 2.0 document.
 */
export function namingHint(
  document: object,
  naming: Naming,
  known: readonly Naming[] = Object.values(profiles),
): string | undefined {
  const hasDefinitions = (each: Naming) => Object.keys(readSecurity(document, { naming: each }).definitions).length > 0;
  const other = hasDefinitions(naming) ? undefined : known.find(hasDefinitions);
  return other && `the document uses the names of the naming profile "${other.name}"; pass --naming ${other.name}`;
}
