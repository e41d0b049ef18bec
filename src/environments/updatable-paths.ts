/** One row of the spec's table of paths that a mask may name. */
export type UpdatablePathRow = WholePathRow | MemberPathRow;

/** A path that is replaced whole: a map, or any other value. */
export interface WholePathRow {
  /** The path, relative to the environment. */
  readonly path: string;
  /** Name of its constructor. */
  readonly name: string;
  /** `map` when the body may leave it out, which clears it; `value` when the body must hold it. */
  readonly kind: "map" | "value";
  /** The images that take it; absent for all. `product` and `engine` are major versions. */
  readonly images?: { readonly product: 1 | "2+"; readonly engine?: 2 } | undefined;
  /** The smallest integer that it may be. */
  readonly least?: number | undefined;
  /** The values that it may have; `<product>` stands for any lower-case word. */
  readonly values?: readonly string[] | undefined;
}

/** A path that names one member of a map. */
export interface MemberPathRow {
  /** The path, with the name of the member in angle brackets. */
  readonly path: string;
  readonly kind: "member";
  /** Path of the map. */
  readonly map: string;
  /** What names look like: `name` for any, `section-property` for a name in two parts. */
  readonly form: "name" | "section-property";
}

/**
 * The paths that a mask may name. Types, checks, constructors, plan, sandbox and `docs/environments-paths.md` are all
 * derived from this table: a new path is a new row, and a member of `Environment`.
 *
 * Spec: environments, "Updatable paths".
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
  { path: "config.softwareConfig.orchestratorConfigOverrides", name: "orchestratorConfigOverrides", kind: "map" },
  {
    path: "config.softwareConfig.orchestratorConfigOverrides.<section>-<property>",
    kind: "member",
    map: "config.softwareConfig.orchestratorConfigOverrides",
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

/** A row of a path that is replaced whole, with its own types. */
export type WholeRow = Extract<Row, { kind: "map" | "value" }>;
/** A row of the members of a map, with its own types. */
export type MemberRow = Extract<Row, { kind: "member" }>;
/** A path that is replaced whole. */
export type WholePath = WholeRow["path"];
/** A path of a map. */
export type MapPath = Extract<Row, { kind: "map" }>["path"];
/** A path of a map whose members have paths of their own. */
export type MemberMapPath = MemberRow["map"];
/** A path of one member of a map. */
export type MemberPath = {
  [R in MemberRow as R["path"]]: R extends { form: "section-property" }
    ? `${R["map"]}.${string}-${string}`
    : `${R["map"]}.${string}`;
}[MemberRow["path"]];
/** A path that a mask may name. */
export type UpdatablePath = WholePath | MemberPath;

/** The rows of paths that are replaced whole. */
export const wholeRows: readonly WholePathRow[] = /* @__PURE__ */ updatablePaths.filter((row) => row.kind !== "member");
const memberRows: readonly MemberPathRow[] = /* @__PURE__ */ updatablePaths.filter((row) => row.kind === "member");

/** The row of the members of a map; undefined when they have no paths of their own. */
export function memberRowOf(map: string): MemberPathRow | undefined {
  return memberRows.find((row) => row.map === map);
}

/**
 * Paths that the spec does not list but the real service accepts, and that a plan therefore uses. One mask names all paths
 * of a group.
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
];

/** A path of a mask, as the table reads it. */
export interface TargetPath {
  /** The path itself. */
  readonly path: string;
  /** The row of the value that it names or lies in; undefined for a path that is not in the table. */
  readonly row: WholePathRow | undefined;
  /** Name of the member; undefined when the whole value is meant. */
  readonly member: string | undefined;
  /** The path in parts: the name of a member is one, whatever dots it holds. */
  readonly segments: readonly string[];
}

/** Reads one path. A member's name is all that stands behind the known path of its map, dots included. */
export function readPath(path: string): TargetPath {
  const map = memberRows.find((each) => path.startsWith(`${each.map}.`))?.map;
  const row = wholeRows.find((each) => each.path === (map ?? path));
  if (map === undefined) return { path, row, member: undefined, segments: path.split(".") };
  const member = path.slice(map.length + 1);
  return { path, row, member, segments: [...map.split("."), member] };
}
