import { type RuleSettings, ruleSettings } from "../../checks/rules.js";
import { assertNoIssues, throwIssue } from "../../errors/request-error.js";
import { maskNameIssues } from "../../naming/translate.js";
import { wrongShape } from "../../schema/shape-issues.js";
import { kindOf } from "../../values/describe.js";
import { booleanOption, type OptionChecks, strictOptions } from "../../values/options.js";
import type { Environment, EnvironmentSize } from "../schemas/environment.js";
import {
  type CheckedUpdate,
  type CheckUpdateOptions,
  checkUpdate,
  checkUpdateData,
  type EnvironmentUpdate,
  freezeUpdate,
  objectIssues,
  splitMask,
  targetOf,
} from "./check.js";
import {
  type MapPath,
  type MemberMapPath,
  type MemberRow,
  memberRowOf,
  nest,
  type UpdatablePath,
  type WholePath,
  type WholeRow,
  wholeRows,
} from "./paths.js";
import { checkUpdateRules, type EnvironmentRuleId } from "./rules.js";

/** Any value except a function. */
type NoFunction<T> = T extends (...args: never) => unknown ? never : unknown;

/** Changes to a map as a whole. */
export interface MapReplacement {
  /**
   * Replaces the whole map and removes all other entries. `replace({})` is equivalent to `clear()`.
   *
   * @param map - The new entries.
   * @returns The update.
   * @throws {RequestError} If the map is invalid. Thrown synchronously.
   */
  replace<M extends Readonly<Record<keyof M, string>>>(map: M & NoFunction<M>): EnvironmentUpdate;
  /**
   * Removes every entry of the map.
   *
   * @returns The update.
   */
  clear(): EnvironmentUpdate;
}

/** Constructors of updates, one for each updatable path. Each creates an update of exactly one type. */
export interface EnvironmentUpdateConstructors {
  /** Changes labels. */
  readonly labels: MapReplacement & {
    /**
     * Changes individual labels and keeps all others.
     *
     * @param labels - A string sets a label, `null` deletes it.
     * @returns The update.
     * @throws {RequestError} If the argument has no label, a value is undefined, or a name is not allowed in a mask. Thrown
     * synchronously.
     */
    (labels: Readonly<Record<string, string | null>>): EnvironmentUpdate;
  };
  /** Changes Python packages, by package name; names may contain dots. */
  readonly pypiPackages: MapReplacement & {
    /**
     * Installs, changes or uninstalls individual Python packages and keeps all others.
     *
     * @param packages - The value contains extras and version, such as `>=2`; `""` means any version, `null` uninstalls the
     * package.
     * @returns The update.
     * @throws {RequestError} If the argument has no package, a value is undefined, or a name is not allowed in a mask. Thrown
     * synchronously.
     */
    (packages: Readonly<Record<string, string | null>>): EnvironmentUpdate;
  };
  /** Changes the Airflow configuration. The keys have the form `section-property`. */
  readonly airflowConfigOverrides: MapReplacement & {
    /**
     * Changes individual settings of the Airflow configuration, and keeps all others.
     *
     * @param overrides - The keys have the form `section-property`; `null` restores the default of Airflow.
     * @returns The update.
     * @throws {RequestError} If the argument has no setting, a value is undefined, or a key is not `section-property`. Thrown
     * synchronously.
     */
    (overrides: Readonly<Record<`${string}-${string}`, string | null>>): EnvironmentUpdate;
  };
  /** Changes all environment variables together: a mask cannot name a single variable. */
  readonly envVariables: MapReplacement;
  /**
   * Sets the number of nodes. Only for images `composer-1.*.*-airflow-*.*.*`.
   *
   * @param count - An integer of at least 3.
   * @returns The update.
   * @throws {RequestError} If the number is not such an integer. Thrown synchronously.
   */
  nodeCount(count: ValueOf["config.nodeCount"]): EnvironmentUpdate;
  /**
   * Sets the number of schedulers. Only for images `composer-1.*.*-airflow-2.*.*`.
   *
   * @param count - A positive integer, not greater than the node count.
   * @returns The update.
   * @throws {RequestError} If the number is not a positive integer. Thrown synchronously.
   */
  schedulerCount(count: ValueOf["config.softwareConfig.schedulerCount"]): EnvironmentUpdate;
  /**
   * Upgrades Cloud Composer and Airflow in place. Downgrades and other major versions are not allowed.
   *
   * @param version - The new version, such as `composer-2.9.7-airflow-2.9.3`.
   * @returns The update.
   * @throws {RequestError} If the version is invalid. Thrown synchronously.
   */
  imageVersion(version: ValueOf["config.softwareConfig.imageVersion"]): EnvironmentUpdate;
  /**
   * Sets the IP ranges that can access the web server. Replaces all ranges that were set before.
   *
   * @param accessControl - The allowed ranges.
   * @returns The update.
   * @throws {RequestError} If the value is invalid. Thrown synchronously.
   */
  webServerNetworkAccessControl(accessControl: ValueOf["config.webServerNetworkAccessControl"]): EnvironmentUpdate;
  /**
   * Sets whether the environment reports data lineage.
   *
   * @param integration - `{ enabled: true }` or `{ enabled: false }`.
   * @returns The update.
   * @throws {RequestError} If the value is invalid. Thrown synchronously.
   */
  cloudDataLineageIntegration(
    integration: ValueOf["config.softwareConfig.cloudDataLineageIntegration"],
  ): EnvironmentUpdate;
  /**
   * Sets the machine type of the database. Only for images `composer-1.*.*-airflow-*.*.*`.
   *
   * @param machineType - `db-n1-standard-2`, `db-n1-standard-4`, `db-n1-standard-8` or `db-n1-standard-16`.
   * @returns The update.
   * @throws {RequestError} If the machine type is not one of these. Thrown synchronously.
   */
  databaseMachineType(machineType: ValueOf["config.databaseConfig.machineType"]): EnvironmentUpdate;
  /**
   * Sets the machine type of the web server. Only for images `composer-1.*.*-airflow-*.*.*`.
   *
   * @param machineType - `composer-n1-webserver-2`, `composer-n1-webserver-4` or `composer-n1-webserver-8`.
   * @returns The update.
   * @throws {RequestError} If the machine type is not one of these. Thrown synchronously.
   */
  webServerMachineType(machineType: ValueOf["config.webServerConfig.machineType"]): EnvironmentUpdate;
  /**
   * Sets the maintenance window, in which components of the environment can be unavailable.
   *
   * @param window - Start, end and recurrence of the window.
   * @returns The update.
   * @throws {RequestError} If the value is invalid. Thrown synchronously.
   */
  maintenanceWindow(window: ValueOf["config.maintenanceWindow"]): EnvironmentUpdate;
  /**
   * Sets the cluster resources of all components. Only for images `composer-2.*.*-airflow-*.*.*` and newer.
   *
   * @param resources - The resources of all components; omitted components get the defaults of the service.
   * @returns The update.
   * @throws {RequestError} If the value is invalid. Thrown synchronously.
   */
  workloadsConfig(resources: ValueOf["config.workloadsConfig"]): EnvironmentUpdate;
  /**
   * Sets the size of the infrastructure that the service manages. Only for images `composer-2.*.*-airflow-*.*.*` and newer.
   *
   * @param size - `ENVIRONMENT_SIZE_SMALL`, `ENVIRONMENT_SIZE_MEDIUM`, `ENVIRONMENT_SIZE_LARGE` or
   * `ENVIRONMENT_SIZE_EXTRA_LARGE`.
   * @returns The update.
   * @throws {RequestError} If the value is invalid. Thrown synchronously.
   */
  environmentSize(size: EnvironmentSize): EnvironmentUpdate;
  /**
   * Creates an update from a mask and a body. Only valid masks compile, and the type of the body follows from the mask.
   *
   * @param paths - The paths of the mask, as a list of literals; all of one update type.
   * @param environment - The new values. A map that the body omits is cleared; an entry that the body omits is deleted.
   * @returns The update.
   * @throws {RequestError} If the mask is invalid or the body does not match it. Thrown synchronously.
   *
   * @example
   * environmentUpdate.fromMask(["labels.team", "labels.old"], { labels: { team: "data" } }); // sets team, deletes old
   */
  fromMask<const P extends readonly MaskPath[]>(
    paths: P & Unless<Problem<P[number]> | Repeated<P>>,
    environment: MaskBody<P[number]>,
  ): EnvironmentUpdate;
  /**
   * Creates an update of paths that `updatablePaths` does not list but the service may accept. Only its form is checked.
   *
   * @param paths - The paths of the mask.
   * @param environment - The new values.
   * @returns The update.
   * @throws {RequestError} If `updatablePaths` lists a path, or the body contains values that the mask does not name. Thrown
   * synchronously.
   *
   * @example
   * environmentUpdate.unlisted(["config.resilienceMode"], { config: { resilienceMode: "HIGH_RESILIENCE" } });
   */
  unlisted(paths: readonly string[], environment: object): EnvironmentUpdate;
}

/**
 * Creates updates of Cloud Composer environments. Each update has exactly one update type, so invalid combinations
 * cannot be created.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch | projects.locations.environments.patch} in the Cloud Composer reference
 *
 * @example
 * environmentUpdate.labels({ team: "data", old: null });   // sets team, deletes old, keeps all others
 * environmentUpdate.labels.replace({ team: "data" });      // replaces the whole map
 * environmentUpdate.labels.clear();
 * environmentUpdate.nodeCount(4);
 */
export const environmentUpdate: EnvironmentUpdateConstructors = constructors();

function constructors(): EnvironmentUpdateConstructors {
  const edits = wholeRows.map(({ name, path, kind }) => [
    name,
    kind === "map"
      ? mapEdit(name, path)
      : (value: unknown) => makeUpdate(`environmentUpdate.${name}`, [path], nest(path, value)),
  ]);
  return {
    ...Object.fromEntries(edits),
    fromMask: (paths: unknown, environment: unknown) =>
      makeUpdate("environmentUpdate.fromMask", listOf(paths), environment),
    unlisted: (paths: unknown, environment: unknown) =>
      makeUpdate("environmentUpdate.unlisted", listOf(paths), environment, { unlisted: "only" }),
  } as EnvironmentUpdateConstructors; // the table has one row for each property of the type
}

function listOf(paths: unknown): readonly unknown[] {
  // Array.from also visits holes.
  return Array.isArray(paths) ? Array.from(paths) : [paths];
}

function mapEdit(name: string, path: string): MapReplacement {
  const operation = `environmentUpdate.${name}`;
  const body = (entries: [string, unknown][]) => (entries.length === 0 ? {} : nest(path, Object.fromEntries(entries)));
  const whole: MapReplacement = {
    replace: (map: unknown) =>
      makeUpdate(`${operation}.replace`, [path], body(entriesOf(`${operation}.replace`, path, map))),
    clear: () => makeUpdate(`${operation}.clear`, [path], {}),
  };
  if (memberRowOf(path) === undefined) {
    const message = `a mask cannot name a single entry; use ${name}.replace or ${name}.clear`;
    return Object.assign(() => throwIssue(operation, { path, message, rule: "path-listed" }), whole);
  }
  const edit = (members: unknown) => {
    const entries = entriesOf(operation, path, members);
    if (entries.length === 0) {
      const message = `an edit without entries changes nothing; ${name}.clear() removes every entry`;
      throwIssue(operation, { path, message, rule: "mask-empty" });
    }
    const paths = entries.map(([member]) => `${path}.${member}`);
    return makeUpdate(operation, paths, body(entries.filter(([, value]) => value !== null)));
  };
  return Object.assign(edit, whole);
}

/** Returns the entries of a map, including undefined ones. @throws {RequestError} If it is not a plain object. */
function entriesOf(operation: string, path: string, map: unknown): [string, unknown][] {
  assertNoIssues(operation, objectIssues(path, map));
  return Object.entries(Object(map));
}

function makeUpdate(
  operation: string,
  paths: readonly unknown[],
  body: unknown,
  options: CheckUpdateOptions = {},
): EnvironmentUpdate {
  return accepted(operation, checkUpdate(paths, body, options));
}

/** Returns a checked update. @throws {RequestError} If it is invalid, with all issues. */
function accepted(operation: string, checked: CheckedUpdate): EnvironmentUpdate {
  assertNoIssues(operation, checked.errors);
  return freezeUpdate(checked);
}

/** Options of {@link parseEnvironmentUpdate}. */
export interface ParseEnvironmentUpdateOptions {
  /**
   * Whether any path that `updatablePaths` does not list is accepted. Default: `false`: only the paths that plans use are
   * accepted, such as `config.resilienceMode`.
   */
  unlisted?: boolean | undefined;
  /** Severities of individual rules: `error` rejects the update, `warn` and `off` accept it. */
  rules?: RuleSettings<EnvironmentRuleId> | undefined;
}

const parseChecks: OptionChecks<keyof ParseEnvironmentUpdateOptions> = {
  unlisted: booleanOption,
  rules: ruleSettings,
};

/**
 * Validates an update of a Cloud Composer environment from an untrusted source, such as a queue or a file:
 * `{ updateMask, environment }`, or its JSON text. `environments.patch` with `current` compares it with the environment.
 *
 * @param json - The update as a plain object, or its JSON text.
 * @param options - `unlisted` accepts any path, `rules` changes severities.
 * @returns The update, for `environments.patch`.
 * @throws {RequestError} If the update is invalid, with all issues.
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch | projects.locations.environments.patch} in the Cloud Composer reference
 *
 * @example
 * const update = parseEnvironmentUpdate(JSON.parse(message.body));
 */
export function parseEnvironmentUpdate(json: unknown, options: ParseEnvironmentUpdateOptions = {}): EnvironmentUpdate {
  const operation = "parseEnvironmentUpdate";
  strictOptions(operation, options, parseChecks);
  const { unlisted, rules: settings } = options;
  return accepted(operation, checkUpdateData(fromText(operation, json), { unlisted: unlisted || "known", settings }));
}

function fromText(operation: string, json: unknown): unknown {
  if (typeof json !== "string") return json;
  try {
    return JSON.parse(json);
  } catch {
    return throwIssue(operation, wrongShape("", "is not valid JSON"));
  }
}

/**
 * Parses an update mask of Cloud Composer, such as `labels.team,labels.old`. The name of an entry is everything after
 * the path of its map, including dots.
 *
 * @param mask - Comma-separated paths.
 * @returns The paths, in order.
 * @throws {RequestError} If the mask is invalid, with all issues.
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch | projects.locations.environments.patch} in the Cloud Composer reference
 */
export function parseUpdateMask(mask: string): UpdatablePath[] {
  const operation = "parseUpdateMask";
  if (typeof mask !== "string") {
    throwIssue(operation, wrongShape("updateMask", `must be a string, got ${kindOf(mask)}`));
  }
  const paths = splitMask(mask);
  const { errors } = checkUpdateRules({ targets: paths.map(targetOf), environment: {} }, { "value-missing": "off" });
  assertNoIssues(operation, [...maskNameIssues("Environment", paths), ...errors]);
  return paths as UpdatablePath[]; // each was found in the table
}

/** Type of the value at a path in a resource. */
type At<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? At<NonNullable<T[Head & keyof T]>, Rest>
  : NonNullable<T[P & keyof T]>;

/** A listed value in which `<product>` can be any string. */
type Spelled<V> = V extends `<product>${infer Rest}` ? `${string}${Rest}` : V;

/** A value of an enumeration without the numbers that a response may contain. */
type Named<V> = [Extract<V, string>] extends [never] ? V : Exclude<V, number>;

/** Type of the value of each path. */
type ValueOf = {
  [R in WholeRow as R["path"]]: R extends { values: readonly (infer V)[] }
    ? Spelled<V>
    : Named<At<Environment, R["path"]>>;
};

/** A body with one value at its path. */
type Nest<T, P extends string, V, Optional extends boolean> = P extends `${infer Head}.${infer Rest}`
  ? Only<Pick<T, Head & keyof T>, Nest<NonNullable<T[Head & keyof T]>, Rest, V, Optional>, Optional>
  : Only<Pick<T, P & keyof T>, V, Optional>;

/** An object with one field. Mapped from a resource, so that hovers show the comment of the field. */
type Only<Field, V, Optional extends boolean> = Optional extends true
  ? { readonly [K in keyof Field]?: V }
  : { readonly [K in keyof Field]-?: V };

/** The entries of a map that the paths of a mask name. Each can be omitted, which deletes it. */
type Entries<P extends string, Map extends string> = {
  readonly [Path in P as Path extends `${Map}.${infer Name}` ? Name : never]?: string;
};

/** The body for the paths of one value. A map can be omitted, which clears it; other values are required. */
type BodyOf<P extends string, Value extends WholePath> = [P] extends [WholePath]
  ? Nest<Environment, P, ValueOf[P], P extends MapPath ? true : false>
  : Nest<Environment, Value, Entries<P, Value>, true>;

/** The value that a path changes: itself, or the map with the entry. */
type Subject<P> = P extends WholePath
  ? P
  : { [M in MemberMapPath]: P extends `${M}.${string}` ? M : never }[MemberMapPath];

type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;

/** Paths whose entry has no name, or a name that is not allowed in a mask. */
type Misnamed<P> = Extract<P, `${string}.` | `${string}${"," | "`" | " " | "\t" | "\n"}${string}`>;

/**
 * An updatable path, or an entry with a name of invalid form, for which {@link Problem} has a message. Without the
 * latter, the compiler would suggest the path of the whole map.
 */
type MaskPath = UpdatablePath | `${SectionMapPath}.${string}`;
type SectionMapPath = Extract<MemberRow, { form: "section-property" }>["map"];

/** The problem of the paths of a mask, as one sentence; `never` if they are valid. */
type Problem<P> = [P] extends [never]
  ? "an empty mask changes nothing"
  : [UpdatablePath] extends [P]
    ? 'write the paths as a list of literals, such as ["labels.team"]; parseEnvironmentUpdate accepts a mask that is created at run time'
    : true extends IsUnion<Subject<P>>
      ? "a mask can contain only one update type; send several updates"
      : [P] extends [WholePath]
        ? never
        : ProblemOfEntries<P>;

/** The problem of paths of one map, of which at least one names an entry. */
type ProblemOfEntries<P> = [Misnamed<P>] extends [never]
  ? [Extract<P, MapPath>] extends [never]
    ? [P] extends [UpdatablePath]
      ? never
      : `\`${Exclude<P, UpdatablePath> & string}\`: the name must be section-property`
    : `\`${Extract<P, MapPath>}\` replaces the whole map; name the map or its entries, not both`
  : `\`${Misnamed<P>}\`: the name of an entry must not be empty or contain a comma, a backtick or white space`;

/** The literal paths of a union, without templates such as `labels.${string}`. */
type Literal<P> = P extends string ? (Record<never, never> extends Record<P, unknown> ? never : P) : never;

/** A sentence about the first duplicate path of a mask. Most masks have one path, so that this case is first. */
type Repeated<P extends readonly unknown[]> = P extends readonly [unknown]
  ? never
  : P extends readonly [infer Head extends string, ...infer Rest]
    ? Head extends Literal<Rest[number]>
      ? `\`${Head}\` is in the mask more than once`
      : Repeated<Rest>
    : never;

/** Accepts any value if there is no problem; otherwise only the problem itself, so that the error message shows it. */
type Unless<Why> = [Why] extends [never] ? unknown : Why;

/** The body that a mask requires. */
type MaskBody<P extends MaskPath> = [Problem<P>] extends [never] ? BodyOf<P, Subject<P>> : object;
