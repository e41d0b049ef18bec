import * as z from "zod";
import { longerThan, type Place, type RuleRow, rule, unlike } from "../../checks/rules.js";
import { isIpRange } from "../../values/ip-range.js";
import { BLOCKED_OVERRIDES, RESERVED_VARIABLES, SERVICE_VARIABLES } from "./reserved-names.js";

const DOCS = "https://cloud.google.com/composer/docs";
const OF_WINDOW = "composer.v1beta1#MaintenanceWindow";
export const WINDOW = "config.maintenanceWindow";

/** Creates a rule about the form of the keys of a map. */
const ofKeys = <const Id extends string>(
  id: Id,
  map: string,
  form: RegExp,
  requirement: string,
  severity?: RuleRow["severity"],
  page = "",
) =>
  rule(
    id,
    `composer.v1beta1#SoftwareConfig.${map}${page && `; ${page}`}`,
    `config.softwareConfig.${map}{}`,
    requirement,
    ({ key }: Place) => unlike(form)({ value: String(key) }),
    severity,
  );

const PYTHON = `${DOCS}/composer-3/install-python-dependencies`;

/** Extras and versions of a package, in lower case. */
const VERSIONS = /^(?:\[[a-z\d._, -]+\])?\s*(?:(?:===|[=!~<>]=|[<>])\s*[a-z\d.*+!_-]+\s*(?:,\s*(?=[=!~<>])|$))*$/;
const RECURRENCE = /^FREQ=(?:DAILY|WEEKLY;BYDAY=(?:(?:SU|MO|TU|WE|TH|FR|SA)(?:,(?=.)|$))+)$/;
/** RFC 3339; Google's services parse at most 9 digits of a second. */
const TIME = z.iso.datetime({ offset: true }).regex(/^(?!.*\.\d{10})/);

/** Start and end of a maintenance window. */
type Times = Readonly<Record<"startTime" | "endTime", string>>;

/** Length of a maintenance window in hours; not a number if a time is invalid. */
const hoursOf = ({ startTime, endTime }: Times) => (Date.parse(endTime) - Date.parse(startTime)) / 3_600_000;

/** Rules about single values and keys of maps, which need no current environment. */
export const valueRules = [
  ofKeys(
    "env-variable-name",
    "envVariables",
    /^[a-zA-Z_]\w*$/,
    "must have a name of letters, digits and underscores that does not start with a digit",
  ),
  ofKeys(
    "env-variable-reserved",
    "envVariables",
    RESERVED_VARIABLES,
    "must not have a reserved name, or be a setting of Airflow, which airflowConfigOverrides changes",
  ),
  ofKeys(
    "env-variable-of-service",
    "envVariables",
    SERVICE_VARIABLES,
    "should not have a name that Cloud Composer uses",
    "warn",
    `${DOCS}/composer-3/set-environment-variables`,
  ),
  ofKeys(
    "pypi-name",
    "pypiPackages",
    /^[^[\]()<>=!~;@]*$/,
    'must have the name of a package as its key; extras and versions belong in the value, such as "[gcp]>=2.50"',
  ),
  ofKeys(
    "pypi-identifier",
    "pypiPackages",
    /^(?:[A-Z\d](?:[\w.-]*[A-Z\d])?|.*[[\]()<>=!~;@].*)$/is, // the second part is reported by "pypi-name"
    'should have a key of letters, digits, ".", "_" and "-" that begins and ends with a letter or digit',
    "warn",
    `${PYTHON}; https://peps.python.org/pep-0508/#names`,
  ),
  rule(
    "pypi-form",
    `composer.v1beta1#SoftwareConfig.pypiPackages; ${PYTHON}`,
    "config.softwareConfig.pypiPackages{}",
    'should be a lower-case name with extras and versions as its value, such as "[gcp]>=2.50, <3" or ""',
    ({ key, value }: Place<string>) =>
      // A URL may contain credentials anywhere.
      (/[A-Z]/.test(String(key)) || !VERSIONS.test(value)) && `${key} ${value}`.replace(/:\/\/.*/s, "://…"),
    "advice",
  ),
  ofKeys(
    "override-snake-case",
    "airflowConfigOverrides",
    /^[^-A-Z]*-[^-A-Z]*$/,
    "should have a section and a property in snake case",
    "advice",
  ),
  ofKeys(
    "override-blocked",
    "airflowConfigOverrides",
    BLOCKED_OVERRIDES,
    "should not be a property that Cloud Composer sets itself",
    "warn",
    `${DOCS}/concepts/airflow-configurations`,
  ),
  rule(
    "maintenance-times",
    `${OF_WINDOW}.startTime; ${OF_WINDOW}.endTime`,
    WINDOW,
    'must have RFC 3339 times, such as "2026-01-02T03:00:00Z", and endTime after startTime',
    ({ value }: Place<Times>) =>
      !([value.startTime, value.endTime].every((time) => TIME.safeParse(time).success) && hoursOf(value) > 0),
  ),
  rule(
    "maintenance-recurrence",
    `${OF_WINDOW}.recurrence`,
    `${WINDOW}.recurrence`,
    'must be "FREQ=DAILY", or "FREQ=WEEKLY;BYDAY=" and days such as "FR,SA,SU"',
    unlike(RECURRENCE),
  ),
  rule(
    "maintenance-length",
    "composer.v1beta1#EnvironmentConfig.maintenanceWindow",
    `${WINDOW}.recurrence`,
    "should total at least 12 hours a week, in windows of at least 4 hours",
    ({ value, holder }: Place<string, Times>) => {
      const days = value === "FREQ=DAILY" ? 7 : new Set(value.slice(value.lastIndexOf("=") + 1).split(",")).size;
      const hours = hoursOf(holder);
      return (hours < 4 || hours * days < 12) && value;
    },
    "warn",
  ),
  rule(
    "ip-range",
    "composer.v1beta1#AllowedIpRange.value; composer.v1beta1#CidrBlock.cidrBlock; hashicorp/terraform-provider-google#10643",
    [
      "config.webServerNetworkAccessControl.allowedIpRanges[].value",
      "config.masterAuthorizedNetworksConfig.cidrBlocks[].cidrBlock",
    ],
    "should be an IP address, or a range in CIDR notation without bits after its prefix, such as 192.168.0.0/16",
    ({ value }: Place<string>) => !isIpRange(value) && value,
    "warn",
  ),
  rule(
    "ip-range-description",
    "composer.v1beta1#AllowedIpRange.description",
    "config.webServerNetworkAccessControl.allowedIpRanges[].description",
    "should have at most 300 characters",
    longerThan(300),
    "warn",
  ),
];
