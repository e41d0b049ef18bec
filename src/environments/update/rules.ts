import { labelRules } from "../../checks/labels.js";
import {
  checkTree,
  type Finding,
  type Place,
  type Rule,
  type RuleResult,
  type RuleSettings,
  rule,
  ruleTable,
  ruleTree,
} from "../../checks/rules.js";
import { type TypoContext, typos } from "../../checks/typos.js";
import { clip } from "../../errors/message-text.js";
import type { Issue } from "../../errors/request-error.js";
import { googleNaming } from "../../naming/google.js";
import type { Naming } from "../../naming/naming.js";
import { fieldOf, markOf, type Schema } from "../../schema/schema.js";
import { wrongShape } from "../../schema/shape-issues.js";
import { kindOf, shown } from "../../values/describe.js";
import { formatPath, joinPath } from "../../values/issue-path.js";
import { isObject, isPlainObject, MAX_DEPTH, valueAt } from "../../values/objects.js";
import {
  COMPOSER,
  type ImageNames,
  type ImageVersion,
  imageVersionForm,
  isDowngrade,
  readImageVersion,
} from "../image-version.js";
import { Environment } from "../schemas/environment.js";
import {
  groupOf,
  IMAGE,
  longerPath,
  type MemberPathRow,
  meantPath,
  memberRows,
  NODES,
  SCHEDULERS,
  type TargetPath,
  takesUnlisted,
  valueIn,
  type WholePathRow,
  wholeRows,
} from "./paths.js";
import { OVERRIDE_LIMITS } from "./reserved-names.js";
import { valueRules, WINDOW } from "./value-rules.js";

/** Context of a rule, in addition to the update. */
export interface UpdateContext {
  /** The current environment, if known. Rules that compare the update with it are skipped otherwise. */
  readonly current?: Environment | undefined;
  /**
   * Whether paths that are not in the table are accepted: `true` for all, `known` for paths that the service is known to
   * accept. With `only`, paths that are in the table are rejected.
   */
  readonly unlisted?: boolean | "known" | "only" | undefined;
  /** Naming profile. Default: Google's, but product and engine are those of the current environment. */
  readonly naming?: Naming | undefined;
}

/** An update with its context, for rules. Values of a wrong type are omitted, because they have already been reported. */
interface Update extends UpdateContext, TypoContext {
  /** The paths of the mask, in its order. */
  readonly targets: readonly TargetPath[];
  /** The body. */
  readonly environment: unknown;
}

/** A value of a body. */
type At<Value> = Place<Value, unknown, Update>;
/** The distinct paths of a mask. */
type Mask = At<readonly TargetPath[]>;

const MASK = "updateMask";
/** The reference of the method. */
const PATCH =
  "https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch; composer.v1beta1#projects.locations.environments.patch";

const ENVIRONMENT_NAME = /^projects\/[^/]+\/locations\/[^/]+\/environments\/[^/]+$/;

/** Removes duplicate paths, so that a path that occurs 100 000 times is reported once. */
const distinct = (targets: readonly TargetPath[]) => [...new Map(targets.map((each) => [each.path, each])).values()];

/** Characters that neither a path of a mask nor a name in it may contain: the separator, quotes and white space. */
const MASK_BREAKERS: RegExp = /[,`\s]/;

/** Returns why a mask cannot contain a name; undefined if it can. */
export function nameProblem(name: string): string | undefined {
  if (name === "") return "the name of an entry must not be empty";
  return MASK_BREAKERS.test(name)
    ? "the name of an entry must not contain a comma, a backtick or white space"
    : undefined;
}

/** Returns why a name does not have the form that its map requires; undefined if it does. */
export function formProblem(name: string, form: MemberPathRow["form"]): string | undefined {
  if (form === "name" || /^[^-[\].]+-[^=;.]+$/.test(name)) return undefined;
  return 'must be "section-property", without - [ ] . in the section and = ; . in the property';
}

/** Whether a path is the name of an environment, or a value that the service sets. */
function isFixed(path: string): boolean {
  let schema: Schema | undefined = Environment;
  for (const segment of path.split(".")) {
    schema = fieldOf(schema, segment);
    if (markOf(schema).outputOnly) return true;
  }
  return path === "name";
}

/** Returns why a mask must not contain a path; undefined if it may. */
function pathProblem({ path, row }: TargetPath, unlisted: UpdateContext["unlisted"]): string | undefined {
  if (row !== undefined) {
    return unlisted === "only" ? "is an updatable path: use the constructor for this path" : undefined;
  }
  if (isFixed(path)) return "can never be updated";
  const [near, other] = wholeRows.filter(
    (each) => path.startsWith(`${each.path}.`) || each.path.startsWith(`${path}.`),
  );
  const meant = near?.path ?? meantPath(path);
  const isAccepted = unlisted === "known" ? groupOf(path) !== undefined : unlisted;
  if (meant === undefined && isAccepted) {
    return path.split(".").includes("") || MASK_BREAKERS.test(path)
      ? "is not a valid path: names separated by dots, without commas, backticks or white space"
      : undefined;
  }
  if (other !== undefined) return `is not an updatable path; name a path below it, such as ${shown(meant)}`;
  const suggested = meant ?? longerPath(path);
  const remedy =
    suggested === undefined
      ? "if the service accepts it, use environmentUpdate.unlisted"
      : `did you mean ${JSON.stringify(clip(suggested, 120))}?`;
  return `is not an updatable path; ${remedy}`;
}

/** Reports overrides whose keys do not have the form of their map. The rule about names reports the others. */
function invalidKeys({ value: targets, context: { environment } }: Mask): Finding[] {
  return memberRows.flatMap(({ map, form }) => {
    const inMap = targets.filter(({ row }) => row?.path === map);
    if (inMap.length === 0) return [];
    const named = new Set(inMap.flatMap(({ member }) => member ?? []));
    const names = new Set([...named, ...Object.keys(valueIn(environment, map) ?? {})]);
    return [...names]
      .filter((name) => !named.has(name) || nameProblem(name) === undefined)
      .map((name) => ({ path: joinPath(map, name), message: formProblem(name, form) }));
  });
}

/** Reports values of a body that a mask does not name. */
function valuesOutside({ value: targets, context: { environment } }: Mask): Finding[] {
  const named = new Set(targets.map(({ path }) => path));
  const above = targets.flatMap(({ segments }) =>
    segments.slice(0, MAX_DEPTH).map((_, index) => segments.slice(0, index).join(".")),
  );
  const outer = new Set(["", ...above]);
  const outside = (value: unknown, trail: readonly string[]): Finding[] => {
    const path = trail.join("."); // names of entries and unlisted paths may contain dots
    // Clients of Google send the name of the environment in every body.
    if (named.has(path) || (path === "name" && ENVIRONMENT_NAME.test(String(value)))) return [];
    if (!outer.has(path)) {
      return [{ path: formatPath(trail), message: "is not named by the mask, so it would not be changed" }];
    }
    const members = isObject(value) ? Object.entries(value) : [];
    return members.flatMap(([name, member]) => outside(member, [...trail, name]));
  };
  return outside(environment, []);
}

/**
 * Returns an issue for each map that is null and each entry that is not a string. To clear a map or delete an entry, a body
 * omits it.
 */
export function mapIssues(environment: unknown): Issue[] {
  return wholeRows.flatMap(({ kind, path }) => {
    const map = kind === "map" ? valueIn(environment, path) : undefined;
    if (map === null) return [wrongShape(path, "must not be null; omit the map to clear it")];
    // For anything else, the shape is reported.
    return Object.entries(isPlainObject(map) ? map : {}).flatMap(([name, value]) => {
      const remedy = value === null ? "; omit the entry to delete it" : "";
      const message = `must be a string, got ${kindOf(value)}${remedy}`;
      return typeof value === "string" ? [] : [wrongShape(joinPath(path, name), message)];
    });
  });
}

/** Rules about the mask and its body. */
const maskRules = [
  rule(
    "mask-empty",
    `${PATCH}; pulumi/pulumi-google-native#255`,
    MASK,
    "must name at least one path: an empty mask changes nothing",
    ({ value }: Mask) => value.length === 0,
  ),
  rule("mask-duplicate", "unverified", MASK, "should not contain a path twice", ({ value, context }: Mask) => {
    const kept = new Set(value);
    const others = context.targets.filter((each) => !kept.has(each));
    return distinct(others).map(({ path }) => ({ message: `names ${shown(path)} more than once` }));
  }),
  rule(
    "path-listed",
    PATCH,
    MASK,
    "must contain only paths that updatablePaths lists",
    ({ value, context: { unlisted } }: Mask) =>
      value.map((target) => {
        const problem = pathProblem(target, unlisted);
        return { message: problem && `${shown(target.path)} ${problem}` };
      }),
  ),
  rule(
    "one-update-type",
    `${PATCH}; GoogleCloudPlatform/k8s-config-connector#12364`,
    MASK,
    "must contain one update type: one value, or entries of one map",
    ({ value }: Mask) => {
      // Unlisted paths of no known group may belong together: only the service can check that.
      const types = new Set(value.map(({ row, path }) => row ?? groupOf(path)));
      if (types.size < 2) return undefined;
      const paths = value.map(({ path }) => shown(path)).join(", ");
      return { message: `can contain only one update type; send several updates instead of ${paths}` };
    },
  ),
  rule("map-or-members", PATCH, MASK, "must not contain both a map and entries of it", ({ value }: Mask) =>
    value
      .filter((each) => each.path === each.row?.path && value.some((other) => other !== each && other.row === each.row))
      .map(({ path }) => ({
        message: `${shown(path)} replaces the whole map; name the map or its entries, not both`,
      })),
  ),
  rule(
    "member-name",
    `${PATCH}; https://google.aip.dev/161`,
    MASK,
    "must contain only names of entries that are not empty and contain no comma, backtick or white space",
    ({ value }: Mask) =>
      value.map(
        ({ row, member }) =>
          row && member !== undefined && { path: joinPath(row.path, member), message: nameProblem(member) },
      ),
  ),
  rule(
    "override-key",
    `composer.v1beta1#SoftwareConfig.airflowConfigOverrides; ${PATCH}`,
    MASK,
    "must name overrides as section-property, without - [ ] . in the section and = ; . in the property",
    invalidKeys,
  ),
  rule(
    "body-outside-mask",
    "https://cloud.google.com/dotnet/docs/reference/Google.Cloud.Orchestration.Airflow.Service.V1/latest/Google.Cloud.Orchestration.Airflow.Service.V1.UpdateEnvironmentRequest; https://google.aip.dev/161",
    MASK,
    "must name every value of the body",
    valuesOutside,
  ),
  rule(
    "value-missing",
    PATCH,
    MASK,
    "must not name a path without a value in the body, except maps and their entries",
    ({ value, context }: Mask) =>
      value
        .filter(({ row, segments }) => row?.kind === "value" && valueAt(context.environment, segments) == null)
        .filter(({ path }) => !context.unlisted || !clearablePaths(context).includes(path))
        .map(({ path }) => ({ path, message: "must have a value: only maps and their entries can be cleared" })),
  ),
];

/** Returns the row of a value; undefined if the mask does not name the value. */
function rowOf({ path, context: { targets } }: At<unknown>): WholePathRow | undefined {
  return targets.find((target) => target.path === path.join("."))?.row;
}

/** Returns the paths whose rows have a property. */
const pathsWith = (property: keyof WholePathRow) => wholeRows.flatMap((row) => (row[property] ? row.path : []));

/** Returns the image of an environment. Version numbers that an alias does not fix are undefined. */
function imageOf(current: Environment | undefined): ImageVersion | undefined {
  return readImageVersion(valueIn(current, IMAGE));
}

/** Whether an environment has a major version of Cloud Composer, or is unknown. */
function mayHaveMajor({ current }: UpdateContext, major: number): boolean {
  return current === undefined || imageOf(current)?.productVersion.major === major;
}

/** Returns the values that a mask clears: gcloud clears the maintenance window of Composer 3, although the reference does not say so. */
export function clearablePaths(context: UpdateContext): string[] {
  return takesUnlisted(context.naming ?? googleNaming) && mayHaveMajor(context, 3) ? [WINDOW] : [];
}

/**
 * Returns the images that support a path, in the notation of the spec; undefined if the given image supports the path, or may
 * support it because an alias does not fix the major version.
 */
function imagesFor({ images }: WholePathRow, image: ImageVersion): string | undefined {
  if (images === undefined) return undefined;
  const { product, productVersion, engine, engineVersion } = image;
  const { major = images.product === 1 ? 1 : 2 } = productVersion;
  const isSupported = images.product === 1 ? major === 1 : major >= 2;
  if (isSupported && (images.engine ?? engineVersion.major) === engineVersion.major) return undefined;
  const version = `${engine}-${images.engine ?? "*"}.*.*`;
  return images.product === 1 ? `${product}-1.*.*-${version}` : `${product}-2.*.*-${version} and newer`;
}

/** The product and the engine that an update must have. Default: those of `fallback`. */
function namesIn({ naming, current }: UpdateContext, fallback: ImageNames): ImageNames {
  const { product, engine } = imageOf(current) ?? fallback;
  return { product: naming?.product ?? product, engine: naming?.engine ?? engine };
}

/** Reports an update that leaves more schedulers than nodes. */
function surplus({ context: { targets, environment, current } }: Mask): Finding {
  const isSet = (path: string) => targets.some((target) => target.path === path);
  const [nodes, schedulers] = [NODES, SCHEDULERS].map((path) => valueIn(isSet(path) ? environment : current, path));
  const path = [SCHEDULERS, NODES].find(isSet);
  if (path === undefined || typeof schedulers !== "number" || typeof nodes !== "number") return undefined;
  const message = `leaves ${schedulers} schedulers on ${nodes} nodes: there must not be more schedulers than nodes`;
  return schedulers > nodes && { path, message };
}

/** Creates a test of a new image version; `from` is the image version of the environment. Skipped if either is unknown. */
function onImageChange(problem: (now: ImageVersion, next: ImageVersion, from: unknown) => string | undefined) {
  return (place: At<string>): Finding => {
    const { current } = place.context;
    const [now, next] = [imageOf(current), readImageVersion(place.value)];
    const message = rowOf(place) && now && next && problem(now, next, valueIn(current, IMAGE));
    return { message: message && `${message}, got ${shown(place.value)}; create another environment` };
  };
}

/** Rules about the values of a body, and about values compared with the current environment. */
const rulesOfPaths = [
  rule(
    "count-too-small",
    PATCH,
    pathsWith("least"),
    "must be an integer: at least 3 nodes, at least 1 scheduler",
    (place: At<unknown>) => {
      const { value } = place;
      const least = rowOf(place)?.least;
      if (least === undefined || (Number.isInteger(value) && (value as number) >= least)) return undefined;
      return { message: `must be an integer of at least ${least}, got ${shown(value)}` };
    },
  ),
  rule(
    "machine-type",
    `${PATCH}; composer.v1beta1#DatabaseConfig.machineType`,
    pathsWith("values"),
    "must be one of the documented machine types",
    (place: At<string>) => {
      const { value, context } = place;
      const { product } = namesIn(context, { product: "[a-z]+", engine: "" });
      const values = rowOf(place)?.values;
      const isKnown = values?.some((each) => new RegExp(`^${each.replace("<product>", product)}$`).test(value));
      const known = values?.map((each) => each.replace("<product>", COMPOSER.product)).join(", ");
      return isKnown === false && { message: `must be one of ${known}, got ${shown(value)}` };
    },
  ),
  rule(
    "image-version",
    "composer.v1beta1#SoftwareConfig.imageVersion; https://cloud.google.com/composer/docs/composer-versioning-overview",
    IMAGE,
    `must have the form ${imageVersionForm(COMPOSER)}`,
    (place: At<string>) => {
      const image = readImageVersion(place.value);
      const { product, engine } = namesIn(place.context, image ?? COMPOSER);
      const isValid = image?.product === product && image.engine === engine;
      const message = `must have the form ${imageVersionForm({ product, engine })}, got ${shown(place.value)}`;
      return rowOf(place) && !isValid && { message };
    },
  ),
  rule(
    "image-too-old-or-new",
    PATCH,
    MASK,
    "must contain only paths that the image version of the environment supports",
    ({ value, context: { current } }: Mask) => {
      const image = imageOf(current);
      return value.map(({ path, row }) => {
        const images = image && row && imagesFor(row, image);
        return { path, message: images && `is only for images ${images}, not for ${valueIn(current, IMAGE)}; omit it` };
      });
    },
  ),
  rule(
    "image-downgrade",
    `${PATCH}; hashicorp/terraform-provider-google#9987`,
    IMAGE,
    "must not be a downgrade of Cloud Composer or Airflow",
    onImageChange((now, next, from) => {
      if (hasOtherMajors(now, next) || !isDowngrade(now, next)) return undefined;
      return `must not decrease the version of ${now.product}, of ${now.engine} or of the build in ${from}`;
    }),
  ),
  rule(
    "image-major-version",
    PATCH,
    IMAGE,
    "must keep the major versions of Cloud Composer and Airflow",
    onImageChange((now, next) => {
      if (!hasOtherMajors(now, next)) return undefined;
      const { product, productVersion, engine, engineVersion } = now;
      const [major, engineMajor] = [productVersion.major ?? "latest", engineVersion.major];
      const alias = `${product}-${major}-${engine}-${engineMajor}`;
      return `must stay on ${product} ${major} and ${engine} ${engineMajor}, such as "${alias}"`;
    }),
  ),
  rule(
    "triggerer-cpu",
    "https://cloud.google.com/composer/docs/composer-2/update-environments; hashicorp/terraform-provider-google#16166",
    "config.workloadsConfig.triggerer.cpu",
    "should be at most 1 in Cloud Composer 2",
    ({ value, context }: At<number>) => value > 1 && mayHaveMajor(context, 2) && value,
    "warn",
  ),
  rule(
    "override-limit",
    "https://cloud.google.com/composer/docs/airflow-configurations",
    "config.softwareConfig.airflowConfigOverrides{}",
    "should be within the limits of Cloud Composer 3",
    ({ key, value, context }: At<string>) => {
      const limits = OVERRIDE_LIMITS.get(String(key));
      if (limits === undefined || !mayHaveMajor(context, 3)) return undefined;
      const number = Number(value);
      const { least = number, most = number } = limits;
      if (number >= least && number <= most) return undefined;
      const bounds = Object.entries(limits).map(([name, limit]) => `at ${name} ${limit}`);
      return { message: `should be ${bounds.join(" and ")} in Cloud Composer 3, got ${shown(value)}` };
    },
    "warn",
  ),
  rule("schedulers-beyond-nodes", PATCH, MASK, "must not leave more schedulers than nodes", surplus),
  ...labelRules(
    "composer.v1beta1#Environment.labels; https://cloud.google.com/resource-manager/docs/creating-managing-labels#requirements",
  ),
  rule(
    "environment-value",
    "https://protobuf.dev/programming-guides/json/; composer.v1beta1#Environment",
    "",
    "must contain no misspelled field or enumeration value, and no number in place of such a value",
    typos(),
  ),
];

/** Whether a known major version may change: `latest` resolves to the newest one. */
function hasOtherMajors(now: ImageVersion, next: ImageVersion): boolean {
  const { major } = now.productVersion;
  const isOtherProduct = major !== undefined && next.productVersion.major !== major;
  return isOtherProduct || next.engineVersion.major !== now.engineVersion.major;
}

/** Every rule about an update that a request can break. */
export const updateRules = [...maskRules, ...rulesOfPaths, ...valueRules];

const updateTree = ruleTree(updateRules);

/** Checks an update against all rules. */
export function checkUpdateRules(update: Update, settings: RuleSettings | undefined): RuleResult {
  const { targets, environment } = update;
  return checkTree(updateTree, { ...Object(environment), [MASK]: distinct(targets) }, update, settings);
}

/** Id of a rule about environment updates: a key of the option `rules`. */
export type EnvironmentRuleId = (typeof updateRules)[number]["id"];

/** Every rule about an update that a request can break, as data: id, severity, text and source. */
export const environmentRules: readonly Rule<EnvironmentRuleId>[] = ruleTable(updateRules);
