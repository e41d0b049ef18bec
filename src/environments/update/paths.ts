import type { Naming } from "../../naming/naming.js";
import { nearMiss } from "../../values/nearest.js";
import { valueAt, withValue } from "../../values/objects.js";

/** A row of the table of updatable paths. */
export type UpdatablePathRow = WholePathRow | MemberPathRow;

/** A path whose whole value is replaced: a map, or any other value. */
export interface WholePathRow {
  /** The path, relative to the environment. */
  readonly path: string;
  /** Name of its constructor. */
  readonly name: string;
  /** `map` if the body can omit it, which clears it; `value` if the body must contain it. */
  readonly kind: "map" | "value";
  /** The images that support the path; absent for all images. `product` and `engine` are major versions. */
  readonly images?: { readonly product: 1 | "2+"; readonly engine?: 2 } | undefined;
  /** Minimum of an integer. */
  readonly least?: number | undefined;
  /** Allowed values; `<product>` is any lower-case word. */
  readonly values?: readonly string[] | undefined;
}

/** A path of one entry of a map. */
export interface MemberPathRow {
  /** The path, with a placeholder for the entry's name in angle brackets. */
  readonly path: string;
  /** `member` if the path names one entry of a map. */
  readonly kind: "member";
  /** Path of the map. */
  readonly map: string;
  /** Form of names: `name` for any, `section-property` for a name in two parts. */
  readonly form: "name" | "section-property";
}

/**
 * The updatable paths. Types, checks, constructors, plan, sandbox and `docs/environments-paths.md` are all
 * derived from this table: a new path is a new row, and a field of `Environment`.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch | projects.locations.environments.patch} in the Cloud Composer reference
 */
export const updatablePaths = [
  { path: "config.softwareConfig.pypiPackages", name: "pypiPackages", kind: "map" },
  {
    path: "config.softwareConfig.pypiPackages.<package_name>",
    kind: "member",
    map: "config.softwareConfig.pypiPackages",
    form: "name",
  },
  { path: "labels", name: "labels", kind: "map" },
  { path: "labels.<label_name>", kind: "member", map: "labels", form: "name" },
  { path: "config.nodeCount", name: "nodeCount", kind: "value", least: 3, images: { product: 1 } },
  { path: "config.webServerNetworkAccessControl", name: "webServerNetworkAccessControl", kind: "value" },
  { path: "config.softwareConfig.airflowConfigOverrides", name: "airflowConfigOverrides", kind: "map" },
  {
    path: "config.softwareConfig.airflowConfigOverrides.<section>-<property>",
    kind: "member",
    map: "config.softwareConfig.airflowConfigOverrides",
    form: "section-property",
  },
  { path: "config.softwareConfig.envVariables", name: "envVariables", kind: "map" },
  { path: "config.softwareConfig.imageVersion", name: "imageVersion", kind: "value" },
  {
    path: "config.softwareConfig.schedulerCount",
    name: "schedulerCount",
    kind: "value",
    least: 1,
    images: { product: 1, engine: 2 },
  },
  {
    path: "config.softwareConfig.cloudDataLineageIntegration",
    name: "cloudDataLineageIntegration",
    kind: "value",
  },
  {
    path: "config.databaseConfig.machineType",
    name: "databaseMachineType",
    kind: "value",
    values: ["db-n1-standard-2", "db-n1-standard-4", "db-n1-standard-8", "db-n1-standard-16"],
    images: { product: 1 },
  },
  {
    path: "config.webServerConfig.machineType",
    name: "webServerMachineType",
    kind: "value",
    values: ["<product>-n1-webserver-2", "<product>-n1-webserver-4", "<product>-n1-webserver-8"],
    images: { product: 1 },
  },
  { path: "config.maintenanceWindow", name: "maintenanceWindow", kind: "value" },
  { path: "config.workloadsConfig", name: "workloadsConfig", kind: "value", images: { product: "2+" } },
  { path: "config.environmentSize", name: "environmentSize", kind: "value", images: { product: "2+" } },
] as const satisfies readonly UpdatablePathRow[];

type Row = (typeof updatablePaths)[number];

/** A row of a whole path, with literal types. */
export type WholeRow = Extract<Row, { kind: "map" | "value" }>;
/** A row of the entries of a map, with literal types. */
export type MemberRow = Extract<Row, { kind: "member" }>;
/** A path whose whole value is replaced. */
export type WholePath = WholeRow["path"];
/** A path of a map. */
export type MapPath = Extract<Row, { kind: "map" }>["path"];
/** A path of a map whose entries have paths. */
export type MemberMapPath = MemberRow["map"];
/** The path of one entry of a map. */
type MemberPath = {
  [R in MemberRow as R["path"]]: R extends { form: "section-property" }
    ? `${R["map"]}.${string}-${string}`
    : `${R["map"]}.${string}`;
}[MemberRow["path"]];
/** An updatable path. */
export type UpdatablePath = WholePath | MemberPath;

/** The rows of whole paths. */
export const wholeRows: readonly WholePathRow[] = updatablePaths.filter((row) => row.kind !== "member");
/** The rows of entries of maps. */
export const memberRows: readonly MemberPathRow[] = updatablePaths.filter((row) => row.kind === "member");

/** Returns the row of the entries of a map; undefined if they have no paths. */
export function memberRowOf(map: string): MemberPathRow | undefined {
  return memberRows.find((row) => row.map === map);
}

/**
 * Paths that the spec does not list but Cloud Composer accepts, and that a plan therefore uses. One mask names all paths of
 * a group.
 */
export const unlistedGroups: readonly (readonly string[])[] = [
  ["config.resilienceMode"],
  ["config.recoveryConfig.scheduledSnapshotsConfig"],
  ["config.masterAuthorizedNetworksConfig"],
  ["config.softwareConfig.webServerPluginsMode"],
  ["config.privateEnvironmentConfig.enablePrivateEnvironment"],
  ["config.privateEnvironmentConfig.enablePrivateBuildsOnly"],
  ["config.privateEnvironmentConfig.networkingType"],
  ["config.nodeConfig.network", "config.nodeConfig.subnetwork"],
  ["config.nodeConfig.composerNetworkAttachment"],
  ["config.dataRetentionConfig"],
];

/** Returns the group of a path that the spec does not list; undefined for a path that Cloud Composer is not known to accept. */
export function groupOf(path: string): readonly string[] | undefined {
  return unlistedGroups.find((group) => group.includes(path));
}

/** Whether a service accepts paths that `updatablePaths` does not list. */
export const takesUnlisted = ({ openValues = false }: Naming): boolean => openValues;

/** The paths that rules compare and plans order. */
export const IMAGE = "config.softwareConfig.imageVersion";
export const NODES = "config.nodeCount";
export const SCHEDULERS = "config.softwareConfig.schedulerCount";

export const SNAPSHOTS = "config.recoveryConfig.scheduledSnapshotsConfig";

/** The paths of the table and of the groups. */
export const knownPaths: readonly string[] = wholeRows.map(({ path }) => path).concat(...unlistedGroups);

/** Returns the path that an unlisted path probably means; undefined if there is none. */
export function meantPath(path: string): string | undefined {
  if (path.startsWith(`${SNAPSHOTS}.`)) return SNAPSHOTS; // Cloud Composer accepts only the whole value
  const segments = path.split(".", 10); // no known path is longer
  for (const meant of knownPaths) {
    const head = segments.slice(0, meant.split(".").length).join(".");
    if (nearMiss(head, [meant]) === undefined) continue;
    return memberRowOf(meant) === undefined ? meant : meant + path.slice(head.length);
  }
  return undefined;
}

/** Returns the known path that ends with a path; undefined if there is none. */
export function longerPath(path: string): string | undefined {
  return knownPaths.find((known) => known.endsWith(`.${path}`));
}

/** Returns the value at a path of an environment; undefined if there is none. */
export function valueIn(environment: unknown, path: string): unknown {
  return valueAt(environment, path.split("."));
}

/** Creates an environment with a value at a path and nothing else. */
export function nest(path: string, value: unknown): object {
  return withValue({}, path.split("."), value) as object; // no path is empty
}

/** A path of a mask, parsed with the table. */
export interface TargetPath {
  /** The path itself. */
  readonly path: string;
  /** The row of its value, or of the value that contains it; undefined for a path that is not in the table. */
  readonly row: WholePathRow | undefined;
  /** Name of the entry; undefined for a whole value. */
  readonly member: string | undefined;
  /** The segments of the path. The name of an entry is one segment, even if it contains dots. */
  readonly segments: readonly string[];
}

/** Parses one path. The name of an entry is everything after the path of its map, including dots. */
export function readPath(path: string): TargetPath {
  const map = memberRows.find((each) => path.startsWith(`${each.map}.`))?.map;
  const row = wholeRows.find((each) => each.path === (map ?? path));
  if (map === undefined) return { path, row, member: undefined, segments: path.split(".") };
  const member = path.slice(map.length + 1);
  return { path, row, member, segments: [...map.split("."), member] };
}
