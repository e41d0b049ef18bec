import { clip } from "../core/describe.js";
import { valueAt } from "../core/objects.js";
import type { RuleCheck } from "../core/rules.js";
import type { Naming } from "../naming/naming.js";
import type { ENVIRONMENT_RULES } from "../naming/rule-ids.js";
import {
  COMPOSER,
  type ImageNames,
  type ImageVersion,
  imageVersionForm,
  isDowngrade,
  readImageVersion,
} from "./image-version.js";
import type { Environment } from "./schemas/environment.js";
import type { TargetPath, WholePathRow } from "./updatable-paths.js";

/** An update for rules. Values of a wrong type are omitted, because they have already been reported. */
export interface UpdateDraft {
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
   * Whether paths that are not in the table are accepted: all, those that the service is known to accept, or, with `only`, no
   * others.
   */
  readonly unlisted?: boolean | "known" | "only" | undefined;
  /** Naming profile. Default: Google's, but product and engine are those of the current environment. */
  readonly naming?: Naming | undefined;
}

/** Id of a rule about environment updates: a key of the option `rules`. */
export type EnvironmentRuleId = keyof typeof ENVIRONMENT_RULES;

/** A rule about an update. */
export type UpdateRule = RuleCheck<UpdateDraft, UpdateContext, EnvironmentRuleId>;

const IMAGE = "config.softwareConfig.imageVersion";
const SIZE = "config.environmentSize";
const NODES = "config.nodeCount";
const SCHEDULERS = "config.softwareConfig.schedulerCount";

const at = (environment: unknown, path: string): unknown => valueAt(environment, path.split("."));
const show = (value: unknown) => clip(JSON.stringify(value));

/** Returns the values that an update sets, with their rows; for entries of maps, the map. */
function settings({ targets, environment }: UpdateDraft): [row: WholePathRow, value: unknown][] {
  return targets
    .flatMap(({ row }) => row ?? [])
    .map((row): [WholePathRow, unknown] => [row, at(environment, row.path)])
    .filter(([, value]) => value != null);
}

/** Returns the value that an update sets at a path; undefined if the mask does not contain the path. */
function valueSet({ targets, environment }: UpdateDraft, path: string): unknown {
  return targets.some(({ row }) => row?.path === path) ? at(environment, path) : undefined;
}

/** Returns the image of an environment. Version numbers that an alias does not fix are undefined. */
function imageOf(current: Environment | undefined): ImageVersion | undefined {
  return readImageVersion(at(current, IMAGE));
}

/** Whether an image supports a path, or may support it because an alias does not fix the major version. */
function takes({ productVersion: { major }, engineVersion }: ImageVersion, { images }: WholePathRow): boolean {
  if (images === undefined) return true;
  const fits = major === undefined || (images.product === 1 ? major === 1 : major >= 2);
  return fits && (images.engine === undefined || images.engine === engineVersion.major);
}

/** Formats the images that support a path, in the notation of the spec. */
function imagesOf({ images }: WholePathRow, { product, engine }: ImageNames): string | undefined {
  if (images === undefined) return undefined;
  const version = `${engine}-${images.engine ?? "*"}.*.*`;
  return images.product === 1 ? `${product}-1.*.*-${version}` : `${product}-2.*.*-${version} and newer`;
}

/** Returns the product and the engine for messages. */
function imageNames({ naming, current }: UpdateContext): ImageNames {
  const { product = "<product>", engine = "<engine>" } = imageOf(current) ?? naming ?? COMPOSER;
  return { product, engine };
}

const wordOf = (value: unknown) => /^[a-z]+(?=-)/.exec(String(value))?.[0];

function isListed(value: unknown, values: readonly string[]): boolean {
  return values.some((each) => new RegExp(`^${each.replace("<product>", "[a-z]+")}$`).test(String(value)));
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
    const message = now && next && problem(now, next, at(current, IMAGE));
    if (message !== undefined) report(IMAGE, `${message}, got ${show(value)}`);
  };
}

/** Rules about values, and about values compared with those of the environment. */
export const conditionRules: readonly UpdateRule[] = [
  {
    id: "count-too-small",
    severity: "error",
    text: "A node count must be an integer of at least 3, and a scheduler count an integer of at least 1.",
    spec: "environments, Limits",
    check(draft, report) {
      for (const [{ path, least }, value] of settings(draft)) {
        if (least === undefined || (Number.isInteger(value) && (value as number) >= least)) continue;
        report(path, `must be an integer of at least ${least}, got ${show(value)}`);
      }
    },
  },
  {
    id: "machine-type",
    severity: "error",
    text: "A machine type must be one of those that are documented for its path.",
    spec: "environments, Updatable paths, machineType",
    check(draft, report, context) {
      const { product } = imageNames(context);
      for (const [{ path, values }, value] of settings(draft)) {
        if (values === undefined || isListed(value, values)) continue;
        const known = values.map((each) => each.replace("<product>", product));
        report(path, `must be one of ${known.join(", ")}, got ${show(value)}`);
      }
    },
  },
  {
    id: "image-version",
    severity: "error",
    text: "An image version must have one of the known forms.",
    spec: "environments, Updatable paths, imageVersion",
    implied: true,
    check(draft, report, context) {
      const value = valueSet(draft, IMAGE);
      if (value == null || readImageVersion(value) !== undefined) return;
      report(IMAGE, `must have the form ${imageVersionForm(imageNames(context))}, got ${show(value)}`);
    },
  },
  {
    id: "image-too-old-or-new",
    severity: "error",
    text: "The environment's image version must support the path.",
    spec: "environments, Updatable paths",
    check({ targets }, report, { current }) {
      const image = imageOf(current);
      for (const { path, row } of targets) {
        if (image === undefined || row === undefined || takes(image, row)) continue;
        report(path, `is only for images ${imagesOf(row, image)}, not for ${at(current, IMAGE)}`);
      }
    },
  },
  {
    id: "image-downgrade",
    severity: "error",
    text: "A new image version must not be a downgrade of Cloud Composer or Airflow.",
    spec: "environments, Updatable paths, imageVersion",
    check: /* @__PURE__ */ onImageChange((now, next, from) => {
      if (hasOtherMajors(now, next) || !isDowngrade(now, next)) return undefined;
      return `must not decrease the version of ${now.product}, of ${now.engine} or of the build in ${from}`;
    }),
  },
  {
    id: "image-major-version",
    severity: "error",
    text: "A new image version must have the same major versions of Cloud Composer and Airflow.",
    spec: "environments, Updatable paths, imageVersion",
    check: /* @__PURE__ */ onImageChange((now, next) => {
      if (!hasOtherMajors(now, next)) return undefined;
      const { product, productVersion, engine, engineVersion } = now;
      const [major, engineMajor] = [productVersion.major, engineVersion.major];
      if (major === undefined) return `must stay on ${engine} ${engineMajor}`;
      const alias = `${product}-${major}-${engine}-${engineMajor}`;
      return `must stay on ${product} ${major} and ${engine} ${engineMajor}, such as "${alias}"`;
    }),
  },
  {
    id: "environment-size",
    severity: "warn",
    text: "An environment size must begin with ENVIRONMENT_SIZE_.",
    spec: "implied",
    check(draft, report) {
      const value = valueSet(draft, SIZE);
      if (typeof value !== "string" || value.startsWith("ENVIRONMENT_SIZE_")) return;
      report(SIZE, `must be a size such as "ENVIRONMENT_SIZE_SMALL", got ${show(value)}`);
    },
  },
  {
    id: "schedulers-beyond-nodes",
    severity: "error",
    text: "There must not be more schedulers than nodes.",
    spec: "environments, Limits",
    check(draft, report, { current }) {
      const [nodes, schedulers] = [valueSet(draft, NODES), valueSet(draft, SCHEDULERS)];
      const tooMany = surplus(schedulers, nodes ?? at(current, NODES));
      const tooFew = surplus(at(current, SCHEDULERS), nodes);
      if (tooMany !== undefined) report(SCHEDULERS, tooMany);
      else if (schedulers === undefined && tooFew !== undefined) report(NODES, tooFew);
    },
  },
  {
    id: "one-product",
    severity: "error",
    text: "Image versions and machine types must contain the product names of the environment and of the naming profile, such as composer and airflow.",
    spec: "environments, Updatable paths",
    implied: true,
    check(draft, report, { current, naming }) {
      const image = imageOf(current);
      const [wanted, engine] = [naming?.product ?? image?.product, naming?.engine ?? image?.engine];
      for (const [{ path, values }, value] of settings(draft)) {
        const next = path === IMAGE ? readImageVersion(value) : undefined;
        const product = values?.some((each) => each.startsWith("<product>")) ? wordOf(value) : next?.product;
        if (product !== undefined && wanted !== undefined && product !== wanted) {
          report(path, `must have the product ${wanted}, as in the environment, got ${show(value)}`);
        } else if (next !== undefined && engine !== undefined && next.engine !== engine) {
          report(path, `must have the engine ${engine}, as in the environment, got ${show(value)}`);
        }
      }
    },
  },
];

/** Whether a known major version may change: `latest` resolves to the newest one. */
function hasOtherMajors(now: ImageVersion, next: ImageVersion): boolean {
  const { major } = now.productVersion;
  const isOtherProduct = major !== undefined && next.productVersion.major !== major;
  return isOtherProduct || next.engineVersion.major !== now.engineVersion.major;
}
