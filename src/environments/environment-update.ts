import { nest } from "../core/field-mask.js";
import { kindOf } from "../core/scalars.js";
import { SHAPE_RULE } from "../core/shape-issues.js";
import { makeUpdate, refuse } from "./make-update.js";
import type { FromMask, ValueOf } from "./mask-types.js";
import type { Environment } from "./schemas/environment.js";
import type { DatabaseConfig, EnvironmentConfig, WebServerConfig } from "./schemas/environment-config.js";
import type { SoftwareConfig } from "./schemas/software-config.js";
import {
  type MapPath,
  type MemberMapPath,
  memberRowOf,
  type WholePath,
  type WholeRow,
  wholeRows,
} from "./updatable-paths.js";
import type { EnvironmentUpdate, UnlistedEnvironmentUpdate } from "./update.js";

/** Changes of a map as a whole. */
export interface MapReplacement {
  /**
   * Replaces the whole map: entries that are not given are gone. `replace({})` is `clear()`.
   *
   * @throws {RequestError} at once, when the map cannot be sent.
   */
  replace(map: Readonly<Record<string, string>>): EnvironmentUpdate;
  /** Removes every entry of the map. */
  clear(): EnvironmentUpdate;
}

/** Changes of a map: of single members when it is called, or as a whole. */
export interface MapEdit<Name extends string = string> extends MapReplacement {
  /**
   * Changes single members and leaves the others: `null` deletes a member, a string sets it.
   *
   * @throws {RequestError} at once, when the edit is empty, holds undefined, or a name cannot stand in a mask.
   */
  (edit: Readonly<Record<Name, string | null>>): EnvironmentUpdate;
}

/** Sets one value. */
export type ValueEdit<Value> = (value: Value) => EnvironmentUpdate;

type NameOf<P> = Extract<WholeRow, { path: P }>["name"];
type EditOf<P extends WholePath> = P extends MemberMapPath
  ? MapEdit<P extends "config.softwareConfig.orchestratorConfigOverrides" ? `${string}-${string}` : string>
  : P extends MapPath
    ? MapReplacement
    : ValueEdit<ValueOf[P]>;
/** The constructors of paths right below a prefix, with the words of the members that they set. */
type Edits<T, Prefix extends string> = {
  readonly [K in keyof T & string as `${Prefix}${K}` extends WholePath ? NameOf<`${Prefix}${K}`> : never]-?: EditOf<
    `${Prefix}${K}` & WholePath
  >;
};

/** The constructors of updates, one for each updatable path; each makes an update of exactly one type. */
export interface EnvironmentUpdateConstructors
  extends Edits<Environment, "">,
    Edits<EnvironmentConfig, "config.">,
    Edits<SoftwareConfig, "config.softwareConfig.">,
    Edits<DatabaseConfig, "config.databaseConfig.">,
    Edits<WebServerConfig, "config.webServerConfig."> {
  /**
   * The same by mask. Only legal masks compile, and the type of the body follows from the mask. A map that the body
   * leaves out is cleared, a member that it leaves out is deleted.
   *
   * @throws {RequestError} at once, when a mask is forced on it that is not legal, or the body does not belong to it.
   *
   * @example
   * environmentUpdate.fromMask(["labels.team", "labels.old"], { labels: { team: "data" } }); // sets team, deletes old
   */
  readonly fromMask: FromMask<EnvironmentUpdate>;
  /**
   * Makes an update of paths that the spec does not list but the service may take. Only its form is checked.
   *
   * @throws {RequestError} at once, when a path is listed, or the body holds what the mask does not name.
   *
   * @example
   * environmentUpdate.unlisted(["config.resilienceMode"], { config: { resilienceMode: "HIGH_RESILIENCE" } });
   */
  unlisted(paths: readonly string[], environment: object): UnlistedEnvironmentUpdate;
}

/**
 * Makes updates of environments. Each holds exactly one update type, so that an illegal combination has no spelling.
 *
 * Spec: environments, "updateMask rules" and "Updatable paths".
 *
 * @example
 * environmentUpdate.labels({ team: "data", old: null });   // sets team, deletes old, leaves the rest
 * environmentUpdate.labels.replace({ team: "data" });      // the whole map
 * environmentUpdate.labels.clear();
 * environmentUpdate.nodeCount(4);
 */
export const environmentUpdate: EnvironmentUpdateConstructors = /* @__PURE__ */ constructors();

function constructors(): EnvironmentUpdateConstructors {
  const edits = wholeRows.map(({ name, path, kind }) => [
    name,
    kind === "map" ? mapEdit(name, path) : valueEdit(name, path),
  ]);
  return {
    ...Object.fromEntries(edits),
    fromMask: (paths: unknown, environment: unknown) =>
      makeUpdate("environmentUpdate.fromMask", listOf(paths), environment),
    unlisted: (paths: unknown, environment: unknown) => {
      const operation = "environmentUpdate.unlisted";
      return makeUpdate(operation, listOf(paths), environment, { unlisted: "only" });
    },
  } as EnvironmentUpdateConstructors; // one for each row, as its type says
}

function listOf(paths: unknown): readonly unknown[] {
  return Array.isArray(paths) ? paths : [paths];
}

function valueEdit(name: string, path: string): ValueEdit<unknown> {
  return (value) => makeUpdate(`environmentUpdate.${name}`, [path], nest(path.split("."), value));
}

function mapEdit(name: string, path: string): MapReplacement {
  const operation = `environmentUpdate.${name}`;
  const segments = path.split(".");
  const body = (entries: [string, unknown][]) =>
    entries.length === 0 ? {} : nest(segments, Object.fromEntries(entries));
  const whole: MapReplacement = {
    replace: (map) => makeUpdate(`${operation}.replace`, [path], body(entriesOf(`${operation}.replace`, path, map))),
    clear: () => makeUpdate(`${operation}.clear`, [path], {}),
  };
  if (memberRowOf(path) === undefined) return whole;
  const edit = (members: unknown) => {
    const entries = entriesOf(operation, path, members);
    if (entries.length === 0) {
      const message = `an edit without members changes nothing; ${name}.clear() removes every entry`;
      refuse(operation, { path, message, rule: "mask-empty" });
    }
    const kept = entries.filter(([, value]) => value !== null);
    return makeUpdate(
      operation,
      entries.map(([member]) => `${path}.${member}`),
      body(kept),
    );
  };
  return Object.assign(edit, whole);
}

/** The entries of a map, undefined ones too. @throws {RequestError} when it is no map. */
function entriesOf(operation: string, path: string, map: unknown): [string, unknown][] {
  if (typeof map !== "object" || map === null || Array.isArray(map)) {
    refuse(operation, { path, message: `must be an object, got ${kindOf(map)}`, rule: SHAPE_RULE });
  }
  return Object.entries(map);
}
