import { readPath, type TargetPath, wholeRows } from "../../environments/update/paths.js";
import { isObject, valueAt } from "../../values/objects.js";
import { ServiceError } from "../service-error.js";

/** Maximum length of a mask, in characters: more than a URL may have. */
const MAX_LENGTH = 16_384;

/** Parses the parameter `updateMask`, whose paths may be in snake case. @throws {ServiceError} If it is too long. */
export function readMask(text: string): TargetPath[] {
  if (text.length > MAX_LENGTH) throw new ServiceError({ status: 400, message: "updateMask: is too long" });
  return text === "" ? [] : text.split(",").map((path) => readPath(inCamelCase(path)));
}

/** Returns a path in camel case, except for the key of a map. */
function inCamelCase(path: string): string {
  const camel = (names: string) => names.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const segments = path.split(".");
  for (const { path: known } of wholeRows) {
    const { length } = known.split(".");
    const head = camel(segments.slice(0, length).join("."));
    if (head === known) return [head, ...segments.slice(length)].join(".");
  }
  return camel(path);
}

/** Returns an environment after an update. Neither argument is modified. */
export function applyMask(environment: unknown, targets: readonly TargetPath[], body: unknown): unknown {
  return targets.reduce((changed, { row, member, segments }) => {
    const isMap = row?.kind === "map" && member === undefined;
    return replaceAt(changed, segments, valueAt(body, segments) ?? (isMap ? {} : undefined));
  }, environment);
}

function replaceAt(target: unknown, [segment, ...rest]: readonly string[], value: unknown): unknown {
  if (segment === undefined) return structuredClone(value);
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  if (value === undefined && rest.length === 0) members.delete(segment);
  else members.set(segment, replaceAt(members.get(segment), rest, value));
  return Object.fromEntries(members);
}
