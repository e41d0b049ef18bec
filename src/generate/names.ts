import { isReservedWord } from "../values/source-text.js";
import type { PlacedMethod } from "./read-document.js";

/** Names that a generated file imports or declares itself. */
const OWN = "z defineMethod Int64 Method Patch patchOf baseUrl int64 Double double";

/** Names of types that TypeScript does not let a file declare. */
const TYPES = "any unknown never object string number bigint boolean symbol";

/** Type operators: a type with such a name could not be used. */
const OPERATORS = "as asserts infer is keyof readonly unique";

const TAKEN: ReadonlySet<string> = new Set(`${OWN} ${TYPES} ${OPERATORS}`.split(" "));

/** Whether a file can export a name. */
export function isFree(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !isReservedWord(name) && !TAKEN.has(name);
}

/** Maximum length of a name, before the number that makes it unique. */
const MAX_LENGTH = 120;

/** Joins the words of a text into one name: `fhir.Patient-everything` to `fhirPatientEverything`. */
export function identifierOf(text: string): string {
  const [first = "", ...others] = text.split(/[^\w$]+/).filter((word) => word !== "");
  const name = first + others.map(capitalized).join("");
  return (/^[A-Za-z_$]/.test(name) ? name : `_${name}`).slice(0, MAX_LENGTH);
}

/** Returns a word with an upper-case first letter. */
export function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** The names that a generated file declares. */
export class Names {
  readonly #taken = new Set<string>();

  /** Makes a name unique and reserves it: appends `_` to a name that is not free, and a number to one that is used. */
  take(wanted: string): string {
    const base = isFree(wanted) ? wanted : `${wanted}_`;
    let name = base;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${base}${number}`;
    this.#taken.add(name);
    return name;
  }

  /** Whether a name is used. */
  has(name: string): boolean {
    return this.#taken.has(name);
  }
}

/**
 * Names each method after the shortest unique end of its path, with at least two names: `datasetsList` for `datasets.list`.
 */
export function nameMethods(methods: readonly PlacedMethod[], all: Names): [method: PlacedMethod, name: string][] {
  const candidates = methods.map((method) => ({ method, ends: namesFor(method) }));
  const counts = new Map<string, number>();
  for (const { ends } of candidates) {
    for (const name of new Set(ends)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return candidates.map(({ method, ends }) => {
    const name = ends.find((each) => counts.get(each) === 1) ?? ends.at(-1) ?? "";
    return [method, all.take(name)];
  });
}

/** Returns the possible names of a method, the shortest first: each end of its path with at least two names. */
function namesFor({ place }: PlacedMethod): string[] {
  const all = place.map((_, start) => {
    const name = identifierOf(place.slice(start).join("."));
    return name.slice(0, 1).toLowerCase() + name.slice(1);
  });
  return all.slice(0, Math.max(1, place.length - 1)).reverse();
}
