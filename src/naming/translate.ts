import { joinPath } from "../core/issue-path.js";
import { hasKey } from "../core/objects.js";
import type { TranslatedBody, Translation } from "../core/translation.js";
import type { Issue } from "../errors/request-error.js";
import { wireNames } from "./wire-names.js";

/** Google's name in code, or the specification's name on the wire. */
type Side = "name" | "wire";

/** Translates the names of a resource in a copy. Objects without translated names are shared; the order of keys is kept. */
function translated(resource: string, body: unknown, from: Side, to: Side): TranslatedBody {
  const dropped: string[] = [];
  const result = changePlaces(resource, body, (place, found, at) => {
    const [own, other] = [place[from], place[to]];
    if (!place.isField) return found === own ? other : found;
    if (isSet(found, own) && isSet(found, other)) {
      if (to === "wire") return found; // a request must not lose either value
      dropped.push(joinPath(at, other));
    }
    return renamed(found, own, other);
  });
  return { body: result, dropped };
}

/** A path of a resource with the specification's name. Segments inside a renamed field are keys of the user's data. */
function pathToWire(resource: string, path: string): string {
  return renamedPath(resource, path, "name", "wire");
}

/** A path of a resource with Google's name: the inverse of {@link pathToWire}. */
export function pathFromWire(resource: string, path: string): string {
  return renamedPath(resource, path, "wire", "name");
}

/** The translation between Google's names in code and the specification's on the wire. */
export const specTranslation: Translation = {
  toWire: (resource, body) => translated(resource, body, "name", "wire").body,
  fromWire: (resource, body) => translated(resource, body, "wire", "name"),
  pathToWire,
  pathFromWire,
};

/** Rule id of a name of the other naming profile. */
const RULE = "naming";

/**
 * Returns an issue for each field and enum value of a resource that has the specification's name instead of Google's, or, with
 * `right` `wire`, the reverse. Visits only fields whose names differ, so keys of the user's data are never reported.
 */
export function nameIssues(resource: string, value: unknown, prefix = "", right: Side = "name"): Issue[] {
  const issues: Issue[] = [];
  const visit = (place: Place, found: unknown, at: string): unknown => {
    const wrong = place[right === "name" ? "wire" : "name"];
    if (place.isField && isSet(found, wrong)) {
      issues.push({ path: joinPath(at, wrong), message: `must be named "${place[right]}"`, rule: RULE });
    } else if (!place.isField && found === wrong) {
      issues.push({ path: at, message: `must be "${place[right]}", got "${wrong}"`, rule: RULE });
    }
    return found;
  };
  changePlaces(resource, value, visit, prefix);
  return issues;
}

/** Returns an issue for each path of a mask of a resource that has the specification's name instead of Google's, or the reverse. */
export function maskNameIssues(resource: string, paths: readonly unknown[], right: Side = "name"): Issue[] {
  const meantBy = right === "name" ? pathFromWire : pathToWire;
  return paths.flatMap((path) => {
    const meant = typeof path === "string" ? meantBy(resource, path) : path;
    if (meant === path) return [];
    const message = `must contain ${JSON.stringify(meant)} instead of ${JSON.stringify(path)}`;
    return [{ path: "updateMask", message, rule: RULE }];
  });
}

/** A field or value of a resource whose names in code and on the wire differ. */
interface Place {
  /** Whether the place is an object that has the field (`true`) or a value (`false`). */
  readonly isField: boolean;
  readonly name: string;
  readonly wire: string;
  /** The path of the object or the value. */
  readonly path: string;
}

function placesOf(resource: string): Place[] {
  return (["fields", "values"] as const).flatMap((part) =>
    Object.entries(wireNames[resource]?.[part] ?? {}).flatMap(([path, pairs]) =>
      Object.entries(pairs).map(([name, wire]) => ({ isField: part === "fields", name, wire, path })),
    ),
  );
}

/** Applies a change at each place of a resource. */
function changePlaces(
  resource: string,
  value: unknown,
  change: (place: Place, found: unknown, at: string) => unknown,
  prefix = "",
): unknown {
  return placesOf(resource).reduce((result, place) => {
    const segments = place.path === "" ? [] : place.path.split(".");
    return changeAt(result, segments, (found, at) => change(place, found, at), prefix);
  }, value);
}

/** A copy of a value with a change at a path, or the value itself if nothing changes. */
function changeAt(
  value: unknown,
  [name, ...rest]: readonly string[],
  change: (found: unknown, at: string) => unknown,
  at: string,
): unknown {
  if (name === undefined) return change(value, at);
  if (name === "[]") {
    if (!Array.isArray(value)) return value;
    const elements = value.map((element, index) => changeAt(element, rest, change, joinPath(at, index)));
    return elements.some((element, index) => element !== value[index]) ? elements : value;
  }
  if (!hasKey(value, name)) return value;
  const found = changeAt(value[name], rest, change, joinPath(at, name));
  return found === value[name] ? value : { ...value, [name]: found };
}

/** Whether an object has a field. An undefined field counts as absent. */
function isSet(holder: unknown, name: string): holder is Readonly<Record<string, unknown>> {
  return hasKey(holder, name) && holder[name] !== undefined;
}

/**
 * Returns a copy of an object in which a field is renamed in its position. An existing field with the new name is
 * dropped.
 */
function renamed(holder: unknown, from: string, to: string): unknown {
  if (!isSet(holder, from)) return holder;
  const others = Object.entries(holder).filter(([key]) => key !== to);
  return Object.fromEntries(others.map(([key, member]) => [key === from ? to : key, member]));
}

function renamedPath(resource: string, path: string, from: Side, to: Side): string {
  for (const place of placesOf(resource)) {
    const [own, other] = [from, to].map((side) => joinPath(place.path, place[side])) as [string, string]; // two elements
    if (place.isField && (path === own || (/^[.[]/.test(path.slice(own.length)) && path.startsWith(own)))) {
      return other + path.slice(own.length);
    }
  }
  return path;
}
