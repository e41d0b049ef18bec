import { clip } from "../core/describe.js";
import { formatPath } from "../core/issue-path.js";
import { valueAt } from "../core/objects.js";
import { type Rule, type RuleSetting, ruleTable } from "../core/rules.js";
import type { ENVIRONMENT_RULES } from "../naming/rule-ids.js";
import { formatRules } from "./format-rules.js";
import {
  groupOf,
  type MemberPathRow,
  meantPath,
  memberRowOf,
  type TargetPath,
  unlistedGroups,
  wholeRows,
} from "./updatable-paths.js";
import { conditionRules, type EnvironmentRuleId, type UpdateDraft, type UpdateRule } from "./value-rules.js";

/** Severities of rules about environments, by rule id. */
export type EnvironmentRuleSettings = { readonly [Id in keyof typeof ENVIRONMENT_RULES]?: RuleSetting };

const MASK = "updateMask";
const quote = (text: string) => JSON.stringify(clip(text));
const list = (paths: readonly TargetPath[]) => paths.map(({ path }) => quote(path)).join(", ");

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
  return 'must be "section-property": no -, [, ] or . in the section, no =, ; or . in the property';
}

/** Rules about the mask and its body. */
const maskRules: readonly UpdateRule[] = [
  {
    id: "mask-empty",
    severity: "error",
    text: "A mask must contain at least one path.",
    spec: "environments, Update an environment",
    check({ targets }, report) {
      if (targets.length === 0) report(MASK, "must name at least one path: an empty mask changes nothing");
    },
  },
  {
    id: "mask-duplicate",
    severity: "error",
    text: "A mask must not contain a path twice.",
    spec: "environments, updateMask rules",
    implied: true,
    check({ targets }, report) {
      const seen = new Set<string>();
      const repeated = new Set<string>();
      for (const { path } of targets) (seen.has(path) ? repeated : seen).add(path);
      for (const path of repeated) report(MASK, `names ${quote(path)} more than once`);
    },
  },
  {
    id: "path-listed",
    severity: "error",
    text: "A mask must contain only paths that `updatablePaths` lists.",
    spec: "environments, Updatable paths",
    check({ targets }, report, { unlisted }) {
      const known = unlistedGroups.flat();
      for (const { path, row } of distinct(targets)) {
        if (row !== undefined) {
          if (unlisted === "only") report(MASK, `${quote(path)} is an updatable path: use its own constructor`);
          continue;
        }
        const [near, other] = wholeRows.filter(
          (each) => path.startsWith(`${each.path}.`) || each.path.startsWith(`${path}.`),
        );
        if (near !== undefined) {
          const remedy =
            other === undefined
              ? `did you mean ${quote(near.path)}?`
              : `name one below it, such as ${quote(near.path)}`;
          report(MASK, `${quote(path)} is not an updatable path; ${remedy}`);
        } else if (!unlisted || (unlisted === "known" && !known.includes(path))) {
          const meant = meantPath(path);
          const remedy =
            meant === undefined
              ? "if the service accepts it, use environmentUpdate.unlisted"
              : `did you mean ${JSON.stringify(clip(meant, 120))}?`;
          report(MASK, `${quote(path)} is not an updatable path; ${remedy}`);
        } else if (path.split(".").includes("") || MASK_BREAKERS.test(path)) {
          report(
            MASK,
            `${quote(path)} is not a valid path: names separated by dots, without commas, backticks or white space`,
          );
        }
      }
    },
  },
  {
    id: "path-typo",
    severity: "warn",
    text: "A path that `updatablePaths` does not list must not be a typo of a known path.",
    spec: "environments, Updatable paths",
    implied: true,
    check({ targets }, report, { unlisted }) {
      if (unlisted !== true) return;
      for (const { path, row } of distinct(targets)) {
        const meant = row === undefined ? meantPath(path) : undefined;
        if (meant !== undefined)
          report(MASK, `${quote(path)} is not known; did you mean ${JSON.stringify(clip(meant, 120))}?`);
      }
    },
  },
  {
    id: "one-update-type",
    severity: "error",
    text: "A mask must contain one update type: one value, or entries of one map.",
    spec: "environments, updateMask rules, 1",
    check({ targets }, report) {
      // Unlisted paths of no known group may belong together: only the service can check that.
      const types = new Set(targets.map(({ row, path }) => row ?? groupOf(path)).filter((type) => type !== undefined));
      const isMixed = new Set(targets.map(({ row }) => row === undefined)).size > 1;
      if (types.size > 1 || isMixed)
        report(MASK, `can contain only one update type; send several updates instead of ${list(targets)}`);
    },
  },
  {
    id: "paths-together",
    severity: "error",
    text: "A mask must contain config.nodeConfig.network and config.nodeConfig.subnetwork together, or neither of them.",
    spec: "environments, updateMask rules",
    implied: true,
    check({ targets }, report) {
      const paths = new Set(targets.map(({ path }) => path));
      for (const path of paths) {
        const missing = groupOf(path)?.filter((each) => !paths.has(each)) ?? [];
        if (missing.length > 0) report(MASK, `${quote(path)} can be updated only together with ${missing.map(quote)}`);
      }
    },
  },
  {
    id: "map-or-members",
    severity: "error",
    text: "A mask must contain a map or entries of it, not both.",
    spec: "environments, updateMask rules, 5",
    check({ targets }, report) {
      for (const { path, row, member } of distinct(targets)) {
        if (member !== undefined) continue;
        if (targets.some((other) => other.row === row && other.member !== undefined)) {
          report(MASK, `${quote(path)} replaces the whole map; name the map or its entries, not both`);
        }
      }
    },
  },
  {
    id: "member-name",
    severity: "error",
    text: "A name in a mask must not be empty or contain a comma, a backtick or white space.",
    spec: "environments, updateMask rules",
    implied: true,
    check(draft, report) {
      for (const { path, name, isInMask } of memberNames(draft)) {
        const problem = isInMask ? nameProblem(name) : undefined;
        if (problem !== undefined) report(path, problem);
      }
    },
  },
  {
    id: "override-key",
    severity: "error",
    text: "The key of an override must have the form section-property; the section must not contain -, [, ] or ., and the property must not contain =, ; or .",
    spec: "environments, Updatable paths, orchestratorConfigOverrides",
    check(draft, report) {
      for (const { path, name, isInMask, form } of memberNames(draft)) {
        if (isInMask && nameProblem(name) !== undefined) continue;
        const problem = formProblem(name, form);
        if (problem !== undefined) report(path, problem);
      }
    },
  },
  {
    id: "body-outside-mask",
    severity: "error",
    text: "The body must contain only values that the mask names.",
    spec: "environments, updateMask rules",
    implied: true,
    check({ targets, environment }, report) {
      const walk = (value: unknown, trail: readonly string[], masks: readonly MaskTree[]): void => {
        if (masks.some(({ isNamed }) => isNamed)) return;
        if (masks.length === 0) report(formatPath(trail), "is not named by the mask, so it would not be changed");
        // A value of the wrong type is reported by the shape check.
        if (masks.length === 0 || typeof value !== "object" || value === null) return;
        for (const [name, member] of Object.entries(value)) {
          walk(
            member,
            [...trail, name],
            masks.flatMap((mask) => insideOf(mask, name)),
          );
        }
      };
      walk(environment, [], [maskTree(targets, true), maskTree(targets, false)]);
    },
  },
  {
    id: "value-missing",
    severity: "error",
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
];

/** The paths of a mask, by segment. */
interface MaskTree {
  /** Whether the mask names the value itself. */
  isNamed: boolean;
  /** Whether names are single segments. Those of unlisted paths may contain separators: `a.b` is one name or two. */
  readonly isListed: boolean;
  readonly inside: Map<string, MaskTree>;
}

function maskTree(targets: readonly TargetPath[], isListed: boolean): MaskTree {
  const root: MaskTree = { isNamed: false, isListed, inside: new Map() };
  for (const { row, segments } of targets) {
    if ((row !== undefined) !== isListed) continue;
    let node = root;
    for (const segment of segments) {
      const inner = node.inside.get(segment) ?? { isNamed: false, isListed, inside: new Map() };
      node.inside.set(segment, inner);
      node = inner;
    }
    node.isNamed = true;
  }
  return root;
}

/** Returns the paths of a mask inside a name of a body; none if the mask does not name anything there. */
function insideOf(mask: MaskTree, name: string): MaskTree[] {
  let node: MaskTree | undefined = mask;
  for (const segment of mask.isListed ? [name] : name.split(".")) {
    node = node.isNamed ? node : node.inside.get(segment);
    if (node === undefined) return [];
  }
  return [node];
}

/** The name of an entry of a map whose entries have paths. */
interface NamedMember {
  readonly path: string;
  readonly name: string;
  readonly form: MemberPathRow["form"];
  readonly isInMask: boolean;
}

/** Returns the names of entries in the mask, and in the bodies of maps whose entries have paths. */
function memberNames({ targets, environment }: UpdateDraft): NamedMember[] {
  const rows = new Set(targets.flatMap(({ row }) => row ?? []));
  return [...rows].flatMap((row) => {
    const form = memberRowOf(row.path)?.form;
    if (form === undefined) return [];
    const segments = row.path.split(".");
    const inMask = new Set(targets.flatMap((each) => (each.row === row ? (each.member ?? []) : [])));
    const body = Object.keys(valueAt(environment, segments) ?? {});
    return [...new Set([...inMask, ...body])].map((name): NamedMember => {
      return { path: formatPath([...segments, name]), name, form, isInMask: inMask.has(name) };
    });
  });
}

/** Every rule about an update that a request can break, with the function that checks it. */
export const updateRules: readonly UpdateRule[] = [...maskRules, ...conditionRules, ...formatRules];

/** The rules about a mask alone, without a body. */
export const maskOnlyRules: readonly UpdateRule[] = /* @__PURE__ */ maskRules.filter(
  ({ id }) => id !== "value-missing",
);

/** Every rule about an update that a request can break, as data: id, severity, text and section of the specification. */
export const environmentRules: readonly Rule<EnvironmentRuleId>[] = /* @__PURE__ */ ruleTable(updateRules);
