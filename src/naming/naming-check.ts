import { joinPath } from "../core/rules/issue-path.js";
import {
  baseUrl,
  booleanOption,
  httpUrl,
  isHeaderName,
  isString,
  listOf,
  mapOf,
  must,
  nonEmptyString,
  type OptionCheck,
  type OptionChecks,
  type OptionProblem,
  oneOf,
  optionsOf,
  required,
} from "../core/rules/options.js";
import { NEUTRAL_NAMES } from "./neutral-names.js";
import { vendorNaming } from "./vendor.js";

/** Check of a definition of a naming profile. */
export const namingCheck: OptionCheck = (definition, path) => {
  const { names, extensions } = Object(definition) as Readonly<Record<string, object | undefined>>;
  return [
    ...required(optionsOf(profileChecks()))(definition, path),
    ...duplicatesIn(names, "names"),
    ...duplicatesIn({ ...vendorNaming.extensions, ...extensions }, "extensions"),
  ];
};

function profileChecks(): OptionChecks {
  const word = matching(/^[a-z]+$/, "a lower-case word");
  const name = matching(/^[A-Za-z]\w*$/, "a name of letters, digits and underscores");
  const extension = matching(/^x-\S+$/, 'an extension key, which begins with "x-"');
  const same = (keys: readonly string[], check: OptionCheck) =>
    optionsOf(Object.fromEntries(keys.map((key) => [key, check])));
  return {
    name: required(nonEmptyString),
    servicePath: matching(/^(?!\.+$)[\w.~-]+$/, "one path segment"),
    addresses: same(["warehouse", "entities", "environments"], baseUrl),
    scopeBase: baseUrl,
    product: word,
    engine: word,
    names: same(NEUTRAL_NAMES, name),
    openValues: booleanOption,
    requestIdHeaders: listOf(must(isHeaderName, "a header name"), "a list of header names"),
    searchVocabulary: optionsOf({ prefix: name, address: baseUrl }),
    userInfoHeader: must(isHeaderName, "a header name"),
    assertionHeader: must(isHeaderName, "a header name"),
    extensions: same(Object.keys(vendorNaming.extensions), extension),
    issuerBase: baseUrl,
    jwksUri: httpUrl,
    findings: mapOf(oneOf("error", "warning", "info", "off")),
    rules: mapOf(oneOf("error", "warn", "off")),
  };
}

function matching(form: RegExp, description: string): OptionCheck {
  return must((value) => isString(value) && form.test(value), description);
}

/** Issues of ambiguous names: duplicates, and names that are neutral names of other fields. */
function duplicatesIn(names: object | undefined, path: string): readonly OptionProblem[] {
  const entries = Object.entries(Object(names)).filter(([, given]) => given !== undefined);
  return entries.flatMap(([name, given], index): OptionProblem[] => {
    const [twin] = entries.slice(0, index).find(([, other]) => other === given) ?? [];
    const other = twin ?? NEUTRAL_NAMES.find((each) => each === given && each !== name);
    return other === undefined ? [] : [{ path: joinPath(path, name), message: `must differ from that of ${other}` }];
  });
}
