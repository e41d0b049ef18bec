import { kindOf } from "../core/rules/describe.js";
import { joinPath } from "../core/rules/issue-path.js";
import type { Issue } from "../errors/issue.js";
import { NEUTRAL_NAMES } from "./neutral-names.js";
import { vendorNaming } from "./vendor.js";

/** What a text must look like, and how that is said. */
type Form = readonly [form: RegExp, demand: string];

/** What the members of an object must be, by name; `*` is for all that have no entry of their own. */
interface Members {
  readonly [member: string]: Form | Members;
}

const text: Form = [/\S/, "a text that is not empty"];
const word: Form = [/^[a-z]+$/, "a lower-case word"];
const brandName: Form = [/^[A-Za-z]\w*$/, "a name of letters, digits and underscores"];
const extension: Form = [/^x-\S+$/, 'an extension key, which begins with "x-"'];
const url: Form = [
  /^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/i,
  "an http or https URL without credentials, query and fragment",
];

const header = /^[!#$%&'*+.^`|~\w-]+$/;
const headerNames: Form = [header, "a list of header names"];
const isHeaderList = (value: unknown) => Array.isArray(value) && value.every((each) => header.test(String(each)));

const PROFILE: Members = {
  name: text,
  servicePath: [/^[^/?#%\s]+$/, "one segment of a path"],
  addresses: { warehouse: url, entities: url, environments: url },
  scopeBase: url,
  product: word,
  engine: word,
  names: /* @__PURE__ */ Object.fromEntries(/* @__PURE__ */ NEUTRAL_NAMES.map((name) => [name, brandName])),
  requestIdHeaders: headerNames,
  searchVocabulary: { prefix: brandName, address: url },
  userInfoHeader: [header, "the name of a header"],
  extensions: { issuer: extension, jwksUri: extension, audiences: extension, backend: extension, locations: extension },
  issuerBase: url,
  jwksUri: url,
  rules: { "*": [/^(error|warn|off)$/, '"error", "warn" or "off"'] },
};

/** All that is wrong with a profile. */
export function namingIssues(profile: unknown): Issue[] {
  const { name, names, extensions } = Object(profile) as Readonly<Record<string, object | undefined>>;
  return [
    ...(name === undefined ? [issue("name", "is missing")] : []),
    ...issuesIn(profile, PROFILE, ""),
    ...twinsIn(names, "names"),
    ...twinsIn({ ...vendorNaming.extensions, ...extensions }, "extensions"),
  ];
}

function issuesIn(value: unknown, members: Members, path: string): Issue[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [issue(path, `must be an object, got ${kindOf(value)}`)];
  }
  return Object.entries(value).flatMap(([name, member]): Issue[] => {
    const at = joinPath(path, name);
    const wanted = Object.hasOwn(members, name) ? members[name] : members["*"];
    if (wanted === undefined) return [issue(at, `is unknown; known are ${Object.keys(members).join(", ")}`)];
    if (member === undefined) return [];
    if (wanted === headerNames) return isHeaderList(member) ? [] : [issue(at, `must be ${headerNames[1]}`)];
    if (!isForm(wanted)) return issuesIn(member, wanted, at);
    const [form, demand] = wanted;
    if (typeof member === "string" && form.test(member) && (wanted !== url || URL.canParse(member))) return [];
    // What an address holds is not shown: it may hold credentials.
    const got =
      typeof member !== "string" ? `, got ${kindOf(member)}` : wanted === url ? "" : `, got ${JSON.stringify(member)}`;
    return [issue(at, `must be ${demand}${got}`)];
  });
}

function isForm(wanted: Form | Members): wanted is Form {
  return Array.isArray(wanted);
}

/** Names that are given twice, or that are neutral ones of something else: on the wire nothing would tell them apart. */
function twinsIn(names: object | undefined, path: string): Issue[] {
  const entries = Object.entries(Object(names)).filter(([, given]) => given !== undefined);
  return entries.flatMap(([name, given], index): Issue[] => {
    const [twin] = entries.slice(0, index).find(([, other]) => other === given) ?? [];
    const other = twin ?? NEUTRAL_NAMES.find((each) => each === given && each !== name);
    return other === undefined ? [] : [issue(joinPath(path, name), `must differ from that of ${other}`)];
  });
}

function issue(path: string, message: string): Issue {
  return { path, message, rule: "naming" };
}
