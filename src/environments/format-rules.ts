import { shown } from "../core/describe.js";
import { joinPath } from "../core/issue-path.js";
import { labelRules } from "../core/labels.js";
import { isNotKnown, nearMiss } from "../core/nearest.js";
import { isObject, valueAt } from "../core/objects.js";
import { unmet } from "../core/rules.js";
import { type CompiledSchema, compiled } from "../core/schema/compile.js";
import { type IpRange, parseIpRange } from "./ip-range.js";
import { Environment } from "./schemas/environment.js";
import type { UpdateDraft, UpdateRule } from "./value-rules.js";

const LABELS = "labels";
const VARIABLES = "config.softwareConfig.envVariables";
const WINDOW = "config.maintenanceWindow";

/** Lists of IP ranges, with the field of an element and whether an address without a prefix is accepted. */
const RANGES = [
  { path: "config.webServerNetworkAccessControl.allowedIpRanges", field: "value", takesAddress: true },
  { path: "config.masterAuthorizedNetworksConfig.cidrBlocks", field: "cidrBlock", takesAddress: false },
] as const;

const at = ({ environment }: UpdateDraft, path: string): unknown => valueAt(environment, path.split("."));

/** Returns the entries of a map whose values are strings, each with its path. */
function entriesOf(draft: UpdateDraft, map: string): [key: string, value: string, path: string][] {
  return Object.entries(at(draft, map) ?? {}).flatMap(([key, value]) =>
    typeof value === "string" ? [[key, value, joinPath(map, key)]] : [],
  );
}

/** An IP range in a list. */
interface RangeAt {
  readonly text: string;
  readonly path: string;
  readonly takesAddress: boolean;
  readonly range: IpRange | undefined;
}

function rangesOf(draft: UpdateDraft): RangeAt[] {
  return RANGES.flatMap(({ path: list, field, takesAddress }) => {
    const elements = at(draft, list);
    return (Array.isArray(elements) ? elements : []).flatMap((element: unknown, index): RangeAt[] => {
      const text = valueAt(element, [field]);
      if (typeof text !== "string") return [];
      return [{ text, path: `${joinPath(list, index)}.${field}`, takesAddress, range: parseIpRange(text) }];
    });
  });
}

/** Environment variables that Cloud Composer sets itself. */
const RESERVED_VARIABLES = [
  "AIRFLOW_HOME",
  "C_FORCE_ROOT",
  "CONTAINER_NAME",
  "DAGS_FOLDER",
  "GCP_PROJECT",
  "GCS_BUCKET",
  "GKE_CLUSTER_NAME",
  "SQL_DATABASE",
  "SQL_INSTANCE",
  "SQL_PASSWORD",
  "SQL_PROJECT",
  "SQL_REGION",
  "SQL_USER",
];

/** Whether a variable would override a setting of Airflow: `AIRFLOW__<SECTION>__<PROPERTY>`. */
const isOverride = (name: string) => /^AIRFLOW__[A-Z\d_]+$/.test(name) && name.slice(10, -1).includes("__");

const TIMESTAMP = /^\d{4}-\d\d-(\d\d)T(?!24)\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;

/** Returns the Unix time of an RFC 3339 string in milliseconds; NaN if it is invalid. */
function timeOf(text: unknown): number {
  const day = TIMESTAMP.exec(String(text))?.[1];
  // Date.parse accepts the 30th of February.
  const exists = day !== undefined && new Date(String(text).slice(0, 10)).getUTCDate() === Number(day);
  return exists ? Date.parse(String(text)) : Number.NaN;
}

const RRULE_PARTS =
  /^(FREQ|UNTIL|COUNT|INTERVAL|WKST|BY(SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS))$/;
const DAYS = /^(MO|TU|WE|TH|FR|SA|SU)(,(MO|TU|WE|TH|FR|SA|SU))*$/;

/** Whether a string is a recurrence that Cloud Composer accepts: a subset of RFC 5545, 3.3.10. Takes linear time. */
function isRecurrence(text: string): boolean {
  const parts = text.toUpperCase().split(";");
  const values = new Map(parts.map((part) => [part.split("=", 1)[0], part.slice(part.indexOf("=") + 1)] as const));
  const isRule = parts.every((part) => /^[^=]+=[^=]+$/.test(part)) && values.size === parts.length;
  if (!isRule || ![...values.keys()].every((name) => RRULE_PARTS.test(String(name)))) return false;
  const days = values.get("BYDAY");
  if (days !== undefined && !DAYS.test(days)) return false;
  return values.get("FREQ") === "DAILY" || (values.get("FREQ") === "WEEKLY" && days !== undefined);
}

/** Visits the values of open enumerations that are typos of known values. */
function visitTypos(
  value: unknown,
  { knownValues, fields }: CompiledSchema,
  path: string,
  report: (path: string, message: string) => void,
): void {
  const meant = typeof value === "string" ? nearMiss(value, knownValues) : undefined;
  if (meant !== undefined) report(path, `${shown(value)} ${isNotKnown(meant)}`);
  if (!isObject(value)) return;
  for (const [name, field] of fields?.() ?? []) visitTypos(value[name], field, joinPath(path, name), report);
}

/** Rules about the format of values, which do not depend on the current environment. */
export const formatRules: readonly UpdateRule[] = [
  .../* @__PURE__ */ labelRules.map(
    ({ id, of, requirement, find }): UpdateRule => ({
      id,
      severity: "error",
      text: `Each label ${requirement}.`,
      spec: "environments, Updatable paths, labels",
      implied: true,
      check(draft, report) {
        for (const [key, value, path] of entriesOf(draft, LABELS)) {
          const found = find(of === "key" ? key : value);
          if (found !== undefined) report(path, unmet(requirement, found));
        }
      },
    }),
  ),
  {
    id: "env-variable-name",
    severity: "error",
    text: "The name of an environment variable must contain only letters, digits and underscores, and must not start with a digit.",
    spec: "environments, Updatable paths, envVariables",
    implied: true,
    check(draft, report) {
      const requirement = "must have a name of letters, digits and underscores that does not start with a digit";
      for (const [name, , path] of entriesOf(draft, VARIABLES)) {
        if (!/^[A-Za-z_]\w*$/.test(name)) report(path, unmet(requirement, name));
      }
    },
  },
  {
    id: "env-variable-reserved",
    severity: "error",
    text: "An environment variable must not have a name that Cloud Composer reserves, or that overrides a setting of Airflow.",
    spec: "environments, Updatable paths, envVariables",
    implied: true,
    check(draft, report) {
      for (const [name, , path] of entriesOf(draft, VARIABLES)) {
        if (RESERVED_VARIABLES.includes(name)) report(path, "is reserved: Cloud Composer sets it");
        else if (isOverride(name)) report(path, "would override a setting of Airflow; use airflowConfigOverrides");
      }
    },
  },
  {
    id: "ip-range",
    severity: "error",
    text: "An IP range must be in CIDR notation; for the web server, it can also be a single address.",
    spec: "environments, Updatable paths, webServerNetworkAccessControl",
    implied: true,
    check(draft, report) {
      for (const { text, path, takesAddress, range } of rangesOf(draft)) {
        if (range !== undefined && (range.hasPrefix || takesAddress)) continue;
        const examples = 'such as "192.168.0.0/16" or "2001:db8::/32"';
        const form = `must be ${takesAddress ? "an IP address or a range" : "an IP range"} in CIDR notation, ${examples}`;
        report(path, unmet(form, text));
      }
    },
  },
  {
    id: "ip-range-truncated",
    severity: "warn",
    text: "An IP range should have zeros after its prefix: 1.2.3.0/24, not 1.2.3.4/24.",
    spec: "environments, Updatable paths, webServerNetworkAccessControl",
    implied: true,
    check(draft, report) {
      for (const { text, path, range } of rangesOf(draft)) {
        if (range === undefined || range.isTruncated) continue;
        report(path, `${unmet("should have zeros after its prefix", text)}; did you mean "${range.truncated}"?`);
      }
    },
  },
  {
    id: "maintenance-window-time",
    severity: "error",
    text: "The times of a maintenance window must be RFC 3339 timestamps, and its end must be after its start.",
    spec: "environments, Updatable paths, maintenanceWindow",
    implied: true,
    check(draft, report) {
      const [start, end] = ["startTime", "endTime"].map((name) => {
        const [path, text] = [`${WINDOW}.${name}`, at(draft, `${WINDOW}.${name}`)];
        const time = timeOf(text);
        if (typeof text === "string" && Number.isNaN(time))
          report(path, unmet('must be an RFC 3339 timestamp such as "2026-01-01T04:00:00Z"', text));
        return time;
      });
      if (Number(start) >= Number(end))
        report(`${WINDOW}.endTime`, unmet("must be after startTime", at(draft, `${WINDOW}.endTime`)));
    },
  },
  {
    id: "maintenance-window-recurrence",
    severity: "error",
    text: "The recurrence of a maintenance window must be FREQ=DAILY, or FREQ=WEEKLY with BYDAY, as in an RRULE of RFC 5545.",
    spec: "environments, Updatable paths, maintenanceWindow",
    implied: true,
    check(draft, report) {
      const text = at(draft, `${WINDOW}.recurrence`);
      if (typeof text !== "string" || isRecurrence(text)) return;
      report(
        `${WINDOW}.recurrence`,
        unmet('must be daily or weekly, such as "FREQ=DAILY" or "FREQ=WEEKLY;BYDAY=TU,WE"', text),
      );
    },
  },
  {
    id: "environment-value",
    severity: "warn",
    text: "A value of an enumeration should not be a typo of a known one. Other unknown values are accepted.",
    spec: "environments, Update an environment",
    implied: true,
    check({ environment }, report) {
      visitTypos(environment, compiled(Environment), "", report);
    },
  },
];
