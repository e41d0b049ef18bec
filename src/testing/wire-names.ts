import { fromWire, type RenamedPlaces, toWire } from "../core/rename.js";
import type { Issue } from "../errors/issue.js";
import type { Naming } from "../naming/index.js";
import { badMember } from "./refusal.js";

/** Translates requests and responses of a service to and from vendor-specific names. Its state has neutral names. */
export interface BrandNames {
  /**
   * Reads the body of a request.
   *
   * @throws {Refusal} 400 If a neutral name was sent instead of the vendor-specific one.
   */
  hear(body: unknown): unknown;
  /** Translates a response body. */
  say<T>(body: T): T;
  /** Translates the message about an invalid request body. */
  word(issues: readonly Issue[]): Issue[];
}

/** Names of maps with user-defined keys, in neutral and vendor-specific names. */
const MAPS = ["labels", "resourceTags", "pypiPackages", "envVariables", "orchestratorConfigOverrides"];

/** Creates the translation of the names at the given paths. */
export function brandNames(naming: Naming, places: RenamedPlaces): BrandNames {
  const neutral = new Map(renamed(naming));
  const maps = [...MAPS, ...MAPS.flatMap((name) => neutral.get(name) ?? [])];
  // Looks everywhere, not in the known places alone: a client that forgets one is to be found out.
  const refuseNeutral = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      const at = path === "" ? name : `${path}.${name}`;
      const known = neutral.get(name) ?? (name === "sourceFormat" ? neutral.get(String(member)) : undefined);
      if (known !== undefined) throw badMember(at, `is unknown to ${naming.name}, which says ${JSON.stringify(known)}`);
      if (!maps.includes(name)) refuseNeutral(member, at);
    }
  };
  const words = [...neutral, ["<product>", naming.product], ["<engine>", naming.engine]] as const;
  const inWords = (text: string) => words.reduce((said, [word, brand]) => said.replaceAll(word, brand ?? word), text);
  return {
    hear: (body) => {
      refuseNeutral(body, "");
      return fromWire(body, places, naming);
    },
    say: (body) => toWire(body, places, naming),
    word: (issues) =>
      issues.map(({ path, message, rule }) => ({ path: inWords(path), message: inWords(message), rule })),
  };
}

function renamed({ names = {} }: Naming): [neutral: string, brand: string][] {
  return Object.entries(names).flatMap(([neutral, brand]): [string, string][] =>
    brand === undefined || brand === neutral ? [] : [[neutral, brand]],
  );
}
