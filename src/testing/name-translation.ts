import { isObject } from "../core/objects.js";
import { fromWire, type RenamedPlaces, textToWire, toWire } from "../core/rename.js";
import type { Issue } from "../errors/request-error.js";
import type { Naming } from "../naming/index.js";
import { badMember } from "./service-error.js";

/** Translates between the names of a naming profile and the neutral names, in which a service keeps its state. */
export interface NameTranslation {
  /**
   * Parses the body of a request.
   *
   * @throws {ServiceError} 400 if the body contains a neutral name for which the profile has a vendor-specific one.
   */
  fromWire(body: unknown): unknown;
  /** Encodes the body of a response. */
  toWire<T>(body: T): T;
  /** Translates the paths and messages of issues to the names of the profile. */
  issuesToWire(issues: readonly Issue[]): Issue[];
}

/** Objects whose keys are chosen by the user and are never translated. */
const MAPS = ["labels", "resourceTags", "pypiPackages", "envVariables", "orchestratorConfigOverrides"];

/** Creates the translation for a naming profile at the given paths. */
export function nameTranslation(naming: Naming, places: RenamedPlaces): NameTranslation {
  const neutral = new Map(Object.entries(naming.names ?? {}).filter(([name, own]) => own !== name));
  const maps = [...MAPS, ...MAPS.flatMap((name) => neutral.get(name) ?? [])];
  // Checks the whole body, not only the known paths, to detect clients that forget to translate a name.
  const rejectNeutralNames = (holder: object, prefix: string): void => {
    const visit = (member: unknown, name: string | number) => {
      if (typeof member === "object" && member !== null) rejectNeutralNames(member, `${prefix}${name}.`);
    };
    if (Array.isArray(holder)) holder.forEach(visit);
    else
      for (const [name, member] of Object.entries(holder)) {
        const known = neutral.get(name) ?? (name === "sourceFormat" ? neutral.get(member as string) : undefined);
        if (known !== undefined) {
          throw badMember(prefix + name, `is unknown to ${naming.name}, which uses ${JSON.stringify(known)}`);
        }
        if (!maps.includes(name)) visit(member, name);
      }
  };
  return {
    fromWire: (body) => {
      if (isObject(body)) rejectNeutralNames(body, "");
      return fromWire(body, places, naming);
    },
    toWire: (body) => toWire(body, places, naming),
    issuesToWire: (issues) =>
      issues.map(({ path, message, rule }) => ({
        path: textToWire(path, naming),
        message: textToWire(message, naming),
        rule,
      })),
  };
}
