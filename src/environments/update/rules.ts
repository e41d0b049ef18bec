import { clip } from "../../errors/message-text.js";
import type { Naming } from "../../naming/naming.js";
import { type CompiledSchema, compiled } from "../../schema/compile.js";
import { labelRules } from "../../schema/labels.js";
import { type Report, type Rule, type RuleCheck, ruleTable, unmet } from "../../schema/rules.js";
import { reportTypos } from "../../schema/typos.js";
import { shown } from "../../values/describe.js";
import { formatPath, joinPath } from "../../values/issue-path.js";
import { isObject, MAX_DEPTH, valueAt } from "../../values/objects.js";
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
  valueIn,
  type WholePathRow,
  wholeRows,
} from "./paths.js";

/** An update for rules. Values of a wrong type are omitted, because they have already been reported. */
interface UpdateDraft {
  /** The paths of the mask, in its order. */
  readonly targets: readonly TargetPath[];
  /** The body. */
  readonly environment: unknown;
}

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

/** A rule about an update. */
type UpdateRule = RuleCheck<UpdateDraft, UpdateContext>;

const MASK = "updateMask";

/** Removes duplicate paths, so that a path that occurs 100 000 times is reported once. */
const distinct = (targets: readonly TargetPath[]) => new Map(targets.map((each) => [each.path, each])).values();

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
  let schema: CompiledSchema | undefined = compiled(Environment);
  return (
    path === "name" ||
    path.split(".").some((segment) => {
      schema = schema?.fields?.().get(segment);
      return schema?.outputOnly;
    })
  );
}

/** Returns why a mask must not contain a path that the table does not list; undefined if it may. */
function unlistedProblem(path: string, unlisted: UpdateContext["unlisted"]): string | undefined {
  const [near, other] = wholeRows.filter(
    (each) => path.startsWith(`${each.path}.`) || each.path.startsWith(`${path}.`),
  );
  const meant = near?.path ?? meantPath(path);
  const isAccepted = unlisted === "known" ? groupOf(path) !== undefined : unlisted;
  if (isFixed(path)) return "can never be updated";
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

/** Rules about the mask and its body. */
export const maskRules = [
  {
    id: "mask-empty",
    text: "A mask must contain at least one path.",
    spec: "environments, Update an environment",
    check({ targets }, report) {
      if (targets.length === 0) report(MASK, "must name at least one path: an empty mask changes nothing");
    },
  },
  {
    id: "mask-duplicate",
    text: "A mask must not contain a path twice.",
    spec: "environments, updateMask rules",
    implied: true,
    check({ targets }, report) {
      const seen = new Set<string>();
      const repeated = new Set<string>();
      for (const { path } of targets) (seen.has(path) ? repeated : seen).add(path);
      for (const path of repeated) report(MASK, `names ${shown(path)} more than once`);
    },
  },
  {
    id: "path-listed",
    text: "A mask must contain only paths that `updatablePaths` lists.",
    spec: "environments, Updatable paths",
    check({ targets }, report, { unlisted }) {
      for (const { path, row } of distinct(targets)) {
        const constructed = unlisted === "only" ? "is an updatable path: use the constructor for this path" : undefined;
        const problem = row === undefined ? unlistedProblem(path, unlisted) : constructed;
        report(MASK, problem && `${shown(path)} ${problem}`);
      }
    },
  },
  {
    id: "one-update-type",
    text: "A mask must contain one update type: one value, or entries of one map.",
    spec: "environments, updateMask rules, 1",
    check({ targets }, report) {
      // Unlisted paths of no known group may belong together: only the service can check that.
      const types = new Set(targets.map(({ row, path }) => row ?? groupOf(path)));
      if (types.size > 1) {
        const paths = targets.map(({ path }) => shown(path)).join(", ");
        report(MASK, `can contain only one update type; send several updates instead of ${paths}`);
      }
    },
  },
  {
    id: "map-or-members",
    text: "A mask must not contain both a map and entries of it.",
    spec: "environments, updateMask rules, 5",
    check({ targets }, report) {
      for (const { path, row, member } of distinct(targets)) {
        if (member !== undefined || row === undefined) continue;
        if (targets.some((other) => other.row === row && other.member !== undefined)) {
          report(MASK, `${shown(path)} replaces the whole map; name the map or its entries, not both`);
        }
      }
    },
  },
  {
    id: "member-name",
    text: "A name in a mask must not be empty or contain a comma, a backtick or white space.",
    spec: "environments, updateMask rules",
    implied: true,
    check({ targets }, report) {
      for (const { row, member } of distinct(targets)) {
        if (row !== undefined && member !== undefined) report(joinPath(row.path, member), nameProblem(member));
      }
    },
  },
  {
    id: "override-key",
    text: "The key of an override must have the form section-property; the section must not contain -, [, ] or ., and the property must not contain =, ; or .",
    spec: "environments, Updatable paths, orchestratorConfigOverrides",
    check({ targets, environment }, report) {
      for (const { map, form } of memberRows) {
        const inMap = targets.filter(({ row }) => row?.path === map);
        if (inMap.length === 0) continue;
        const named = new Set(inMap.flatMap(({ member }) => member ?? []));
        for (const name of new Set([...named, ...Object.keys(valueIn(environment, map) ?? {})])) {
          if (!named.has(name) || nameProblem(name) === undefined) report(joinPath(map, name), formProblem(name, form));
        }
      }
    },
  },
  {
    id: "body-outside-mask",
    text: "The body must contain only values that the mask names.",
    spec: "environments, updateMask rules",
    implied: true,
    check({ targets, environment }, report) {
      const named = new Set(targets.map(({ path }) => path));
      const above = targets.flatMap(({ segments }) =>
        segments.slice(0, MAX_DEPTH).map((_, index) => segments.slice(0, index).join(".")),
      );
      const outer = new Set(["", ...above]);
      const walk = (value: unknown, trail: readonly string[]): void => {
        const path = trail.join("."); // names of entries and unlisted paths may contain dots
        if (named.has(path)) return;
        if (!outer.has(path)) report(formatPath(trail), "is not named by the mask, so it would not be changed");
        else if (isObject(value)) for (const [name, member] of Object.entries(value)) walk(member, [...trail, name]);
      };
      walk(environment, []);
    },
  },
] as const satisfies readonly UpdateRule[];

/** Returns the values that an update sets, with their rows; for entries of maps, the map. */
function settings({ targets, environment }: UpdateDraft) {
  const rows = targets.flatMap(({ row }) => row ?? []);
  return rows.map((row) => [row, valueIn(environment, row.path)] as const).filter(([, value]) => value != null);
}

/** Returns the value that an update sets at a path; undefined if the mask does not contain the path. */
function valueSet({ targets, environment }: UpdateDraft, path: string): unknown {
  return targets.some(({ row }) => row?.path === path) ? valueIn(environment, path) : undefined;
}

/** Returns the image of an environment. Version numbers that an alias does not fix are undefined. */
function imageOf(current: Environment | undefined): ImageVersion | undefined {
  return readImageVersion(valueIn(current, IMAGE));
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

/** Returns a message if there are more schedulers than nodes. */
function surplus(schedulers: unknown, nodes: unknown): string | undefined {
  if (typeof schedulers !== "number" || typeof nodes !== "number" || schedulers <= nodes) return undefined;
  return `leaves ${schedulers} schedulers on ${nodes} nodes: there must not be more schedulers than nodes`;
}

/** Creates a check of a new image version; `from` is the image version of the environment. Skipped if either is unknown. */
function onImageChange(
  problem: (now: ImageVersion, next: ImageVersion, from: unknown) => string | undefined,
): UpdateRule["check"] {
  return (draft, report, { current }) => {
    const value = valueSet(draft, IMAGE);
    const [now, next] = [imageOf(current), readImageVersion(value)];
    const message = now && next && problem(now, next, valueIn(current, IMAGE));
    report(IMAGE, message && `${message}, got ${shown(value)}`);
  };
}

const LABELS = "labels";
/** Returns the entries of a map whose values are strings, each with its path. */
function entriesOf(draft: UpdateDraft, map: string) {
  return Object.entries(valueIn(draft.environment, map) ?? {}).flatMap(([key, value]) =>
    typeof value === "string" ? [[key, value, joinPath(map, key)] as const] : [],
  );
}

/** Rules about the values of a body, and about values compared with the current environment. */
const valueRules = [
  {
    id: "value-missing",
    text: "The body must contain a value for each path that is not a map.",
    spec: "environments, updateMask rules",
    implied: true,
    check({ targets, environment }, report) {
      for (const target of targets) {
        if (target.row?.kind !== "value") continue;
        if ((valueAt(environment, target.segments) ?? undefined) === undefined) {
          report(target.path, "must have a value: only maps and their entries can be cleared");
        }
      }
    },
  },
  {
    id: "count-too-small",
    text: "A node count must be an integer of at least 3, and a scheduler count an integer of at least 1.",
    spec: "environments, Limits",
    check(draft, report) {
      for (const [{ path, least }, value] of settings(draft)) {
        if (least === undefined || (Number.isInteger(value) && (value as number) >= least)) continue;
        report(path, `must be an integer of at least ${least}, got ${shown(value)}`);
      }
    },
  },
  {
    id: "machine-type",
    text: "A machine type must be one of those that are documented for its path.",
    spec: "environments, Updatable paths, machineType",
    check(draft, report, context) {
      const { product } = namesIn(context, { product: "[a-z]+", engine: "" });
      for (const [{ path, values }, value] of settings(draft)) {
        const isKnown = values?.some((each) =>
          new RegExp(`^${each.replace("<product>", product)}$`).test(String(value)),
        );
        const known = values?.map((each) => each.replace("<product>", COMPOSER.product)).join(", ");
        if (isKnown === false) report(path, `must be one of ${known}, got ${shown(value)}`);
      }
    },
  },
  {
    id: "image-version",
    text: "An image version must have one of the known forms.",
    spec: "environments, Updatable paths, imageVersion",
    implied: true,
    check(draft, report, context) {
      const value = valueSet(draft, IMAGE);
      const image = readImageVersion(value);
      const { product, engine } = namesIn(context, image ?? COMPOSER);
      if (value == null || (image?.product === product && image.engine === engine)) return;
      report(IMAGE, `must have the form ${imageVersionForm({ product, engine })}, got ${shown(value)}`);
    },
  },
  {
    id: "image-too-old-or-new",
    text: "The environment's image version must support the path.",
    spec: "environments, Updatable paths",
    check({ targets }, report, { current }) {
      const image = imageOf(current);
      for (const { path, row } of targets) {
        const images = image && row && imagesFor(row, image);
        report(path, images && `is only for images ${images}, not for ${valueIn(current, IMAGE)}`);
      }
    },
  },
  {
    id: "image-downgrade",
    text: "A new image version must not be a downgrade of Cloud Composer or Airflow.",
    spec: "environments, Updatable paths, imageVersion",
    check: onImageChange((now, next, from) => {
      if (hasOtherMajors(now, next) || !isDowngrade(now, next)) return undefined;
      return `must not decrease the version of ${now.product}, of ${now.engine} or of the build in ${from}`;
    }),
  },
  {
    id: "image-major-version",
    text: "A new image version must have the same major versions of Cloud Composer and Airflow.",
    spec: "environments, Updatable paths, imageVersion",
    check: onImageChange((now, next) => {
      if (!hasOtherMajors(now, next)) return undefined;
      const { product, productVersion, engine, engineVersion } = now;
      const [major, engineMajor] = [productVersion.major, engineVersion.major];
      if (major === undefined) return `must stay on ${engine} ${engineMajor}`;
      const alias = `${product}-${major}-${engine}-${engineMajor}`;
      return `must stay on ${product} ${major} and ${engine} ${engineMajor}, such as "${alias}"`;
    }),
  },
  {
    id: "schedulers-beyond-nodes",
    text: "There must not be more schedulers than nodes.",
    spec: "environments, Limits",
    check(draft, report, { current }) {
      const [nodes, schedulers] = [valueSet(draft, NODES), valueSet(draft, SCHEDULERS)];
      report(SCHEDULERS, surplus(schedulers, nodes ?? valueIn(current, NODES)));
      if (schedulers === undefined) report(NODES, surplus(valueIn(current, SCHEDULERS), nodes));
    },
  },
  ...labelRules.map(({ id, of, requirement, find }) => ({
    id,
    text: `Each label ${requirement}.`,
    spec: "environments, Updatable paths, labels",
    implied: true,
    check(draft: UpdateDraft, report: Report) {
      for (const [key, value, path] of entriesOf(draft, LABELS)) {
        const found = find(of === "key" ? key : value);
        if (found !== undefined) report(path, unmet(requirement, found));
      }
    },
  })),
  {
    id: "environment-value",
    text: "A name of a field must not be a typo, and a value of an enumeration must not be a typo or a number. Other unknown names and values are accepted.",
    spec: "environments, Update an environment",
    implied: true,
    check({ environment }, report) {
      reportTypos(environment, compiled(Environment), report);
    },
  },
] as const satisfies readonly UpdateRule[];

/** Whether a known major version may change: `latest` resolves to the newest one. */
function hasOtherMajors(now: ImageVersion, next: ImageVersion): boolean {
  const { major } = now.productVersion;
  const isOtherProduct = major !== undefined && next.productVersion.major !== major;
  return isOtherProduct || next.engineVersion.major !== now.engineVersion.major;
}

/** Every rule about an update that a request can break, with the function that checks it. */
export const updateRules = [...maskRules, ...valueRules];

/** Id of a rule about environment updates: a key of the option `rules`. */
export type EnvironmentRuleId = (typeof updateRules)[number]["id"];

/** Every rule about an update that a request can break, as data: id, severity, text and section of the specification. */
export const environmentRules: readonly Rule<EnvironmentRuleId>[] = ruleTable(updateRules);
