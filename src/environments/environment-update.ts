import { plainObjectProblem } from "../core/rules/describe.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import { nest } from "./field-mask.js";
import { makeUpdate, refuse } from "./make-update.js";
import type { FromMask, ValueOf } from "./mask-types.js";
import { type MemberMapPath, type MemberRow, memberRowOf, type WholeRow, wholeRows } from "./updatable-paths.js";
import type { EnvironmentUpdate, UnlistedEnvironmentUpdate } from "./update.js";

/** Anything but a function, which has no entries. */
type NoFunction<T> = T extends (...args: never) => unknown ? never : unknown;

/** Changes of a map as a whole. */
export interface MapReplacement {
  /**
   * Replaces the whole map: entries that are not given are gone. `replace({})` is `clear()`.
   *
   * @throws {RequestError} at once, when the map cannot be sent.
   */
  replace<M extends Readonly<Record<keyof M, string>>>(map: M & NoFunction<M>): EnvironmentUpdate;
  /** Removes every entry of the map. */
  clear(): EnvironmentUpdate;
}

/** Type that no value has. `Reason` is part of the compile error. */
export interface NotAllowed<Reason extends string> {
  readonly [reason]: Reason;
}
declare const reason: unique symbol;

/** Changes of a map whose entries no mask names. */
export interface WholeMapEdit extends MapReplacement {
  /** Not allowed: no mask names one entry of this map. Use `replace` or `clear`. */
  (edit: NotAllowed<"no mask names one entry; use envVariables.replace({ … })">): never;
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

type EditOf<R extends WholeRow> = R["path"] extends MemberMapPath
  ? MapEdit<Extract<MemberRow, { map: R["path"] }>["form"] extends "section-property" ? `${string}-${string}` : string>
  : R["kind"] extends "map"
    ? WholeMapEdit
    : ValueEdit<ValueOf[R["path"]]>;

/** A constructor for each row of the table, by its name. */
type EditsByName = { readonly [R in WholeRow as R["name"]]: EditOf<R> };

/** The constructors of updates, one for each updatable path; each makes an update of exactly one type. */
export interface EnvironmentUpdateConstructors extends EditsByName {
  /** Changes labels: a string sets one, `null` deletes it, the others stay. */
  readonly labels: EditsByName["labels"];
  /**
   * Changes Python packages: the name of a package, which may hold dots, and its extras and version, such as `>=2`; `""` for
   * any version; `null` uninstalls it.
   */
  readonly pypiPackages: EditsByName["pypiPackages"];
  /** Changes settings of the engine, each under `section-property`; `null` goes back to the engine's own. */
  readonly orchestratorConfigOverrides: EditsByName["orchestratorConfigOverrides"];
  /** Changes the environment variables, all together: no mask names one alone. */
  readonly envVariables: EditsByName["envVariables"];
  /** Sets the number of nodes: an integer of at least 3. Only for images `<product>-1.*.*-<engine>-*.*.*`. */
  readonly nodeCount: EditsByName["nodeCount"];
  /**
   * Sets the number of schedulers: a positive integer, not greater than the node count. Only for images
   * `<product>-1.*.*-<engine>-2.*.*`.
   */
  readonly schedulerCount: EditsByName["schedulerCount"];
  /** Upgrades in place, as in `<product>-2.9.6-<engine>-2.9.3`: no downgrade, and the major versions stay. */
  readonly imageVersion: EditsByName["imageVersion"];
  /** Sets who may reach the web server over the network, in the place of what was set before. */
  readonly webServerNetworkAccessControl: EditsByName["webServerNetworkAccessControl"];
  /** Sets whether the environment reports where its data comes from and goes to. */
  readonly cloudDataLineageIntegration: EditsByName["cloudDataLineageIntegration"];
  /** Sets the machine type of the database. Only for images `<product>-1.*.*-<engine>-*.*.*`. */
  readonly databaseMachineType: EditsByName["databaseMachineType"];
  /**
   * Sets the machine type of the web server, with the product of the image. Only for images
   * `<product>-1.*.*-<engine>-*.*.*`.
   */
  readonly webServerMachineType: EditsByName["webServerMachineType"];
  /** Sets when parts of the environment may be taken down for maintenance. */
  readonly maintenanceWindow: EditsByName["maintenanceWindow"];
  /** Sets what the components get of the cluster, as a whole. Only for images `<product>-2.*.*-<engine>-*.*.*` and newer. */
  readonly workloadsConfig: EditsByName["workloadsConfig"];
  /** Sets the size of what the service runs by itself. Only for images `<product>-2.*.*-<engine>-*.*.*` and newer. */
  readonly environmentSize: EditsByName["environmentSize"];
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
  // Array.from also visits holes.
  return Array.isArray(paths) ? Array.from(paths) : [paths];
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
    replace: (map: unknown) =>
      makeUpdate(`${operation}.replace`, [path], body(entriesOf(`${operation}.replace`, path, map))),
    clear: () => makeUpdate(`${operation}.clear`, [path], {}),
  };
  const hasMembers = memberRowOf(path) !== undefined;
  const edit = (members: unknown) => {
    if (!hasMembers) {
      const message = `no mask names one entry of it; ${name}.replace({ … }) sets the whole map`;
      refuse(operation, { path, message, rule: "path-listed" });
    }
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

/** Returns the entries of a map, including undefined ones. @throws {RequestError} If it is not a plain object. */
function entriesOf(operation: string, path: string, map: unknown): [string, unknown][] {
  const message = plainObjectProblem(map);
  if (message !== undefined) refuse(operation, { path, message, rule: SHAPE_RULE });
  return Object.entries(Object(map));
}
