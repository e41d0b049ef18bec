import { permissions, scopes } from "fourfold/naming";
import { expect, test } from "vitest";
import { SPEC_SECTIONS } from "../docs/spec-sections.js";
import { type Documented, publicSurface } from "./support/doc-comments.js";

const { documented, errorClasses } = publicSurface();
const tagged = ({ tags }: Documented, tag: string) => tags.filter((each) => each.tag === tag);

/** The problems of every public declaration, each with its file and line. */
const problems = (problemsOf: (each: Documented) => readonly string[]) =>
  documented.flatMap((each) => problemsOf(each).map((problem) => `${each.at} ${each.name}: ${problem}`));

test("every public declaration has a doc comment", () => {
  expect(documented.length).toBeGreaterThan(800);
  expect(problems(({ text }) => (text === "" ? ["has no doc comment"] : []))).toEqual([]);
});

test("a public function documents each parameter and its result", () => {
  const found = problems((each) => {
    if (each.signature === undefined) return [];
    const { parameters, returns } = each.signature;
    const described = new Set(tagged(each, "param").flatMap(({ name, text }) => (text === "" ? [] : [name])));
    const missing = parameters.filter((name) => !described.has(name) && !name.startsWith("{"));
    const unknown = [...described].filter((name) => !parameters.includes(name ?? ""));
    const hasResult = tagged(each, "returns").some(({ text }) => text !== "");
    return [
      ...missing.map((name) => `has no @param ${name}`),
      ...unknown.map((name) => `has no parameter ${name}`),
      ...(returns && !hasResult ? ["has no @returns"] : []),
      ...(!returns && hasResult ? ["returns nothing, but has @returns"] : []),
    ];
  });
  expect(found).toEqual([]);
});

/** Interfaces that users implement: their errors are those of the users. */
const ofUsers = ["AccessTokenProvider", "ApiKeyProvider", "Clock", "KyInstance"];
/** Functions that never reject. */
const safe = ["LocalServer.close", "LocalServer.[Symbol.asyncDispose]"];

test("a public function that can throw names the classes", () => {
  const found = problems((each) => {
    if (ofUsers.includes(each.name.split(".")[0] ?? "") || safe.includes(each.name)) return [];
    const throws = tagged(each, "throws");
    const forms = throws.flatMap(({ text }) => {
      const [, name = "", rest = ""] = /^\{(\w+)\} (.*)/s.exec(text) ?? [];
      // The user-info functions throw a TypeError for an argument of a wrong type, because they load nothing.
      if (!errorClasses.has(name) && name !== "TypeError")
        return [`@throws does not name an exported error class: ${text}`];
      return /^(If|While|`)/.test(rest) ? [] : [`@throws ${name} does not say when: ${rest}`];
    });
    const { throws: hasThrow, isAsync = false } = each.signature ?? {};
    return hasThrow || isAsync ? (throws.length === 0 ? ["has no @throws"] : forms) : forms;
  });
  expect(found).toEqual([]);
});

test("the type of an enumeration, and each property of that type outside the schemas, lists the values", () => {
  const found = problems(({ values = [], text }) => {
    const missing = values.filter((value) => !text.includes(`\`${value || '""'}\``));
    return missing.length === 0 ? [] : [`does not list ${missing.join(", ")}`];
  });
  expect(found).toEqual([]);
});

test("references to the spec name a section that exists", () => {
  const found = problems((each) => {
    const inText = /\bSpec:/.test(each.text) ? ["the reference to the spec is not in @see"] : [];
    const wrong = tagged(each, "see").flatMap(({ text }) => {
      const [, area = "", section = ""] = /^Spec: (\w+), "([^"]+)"/.exec(text) ?? [];
      return SPEC_SECTIONS[area]?.includes(section) ? [] : [`unknown section: @see ${text}`];
    });
    return [...inText, ...wrong];
  });
  expect(found).toEqual([]);
});

/** The scopes of Google's services, by the names of the client's interfaces. */
const scopeLists = (({ warehouse, entities, environments }) => ({
  Projects: warehouse.projects,
  Datasets: warehouse.datasets,
  Tables: warehouse.tables,
  Entities: entities,
  Environments: environments,
}))(scopes());

test("a client method names the scopes and permissions of the method table", () => {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
  const { warehouse, environments } = permissions();
  const needed: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
    Datasets: warehouse.datasets,
    Environments: environments,
  };
  const expected = Object.entries(scopeLists).flatMap(([owner, methods]) =>
    Object.entries(methods as Readonly<Record<string, readonly string[]>>).map(([name, choice]) => {
      const required = needed[owner]?.[name];
      const also = required === undefined ? "" : ` Permissions: ${code(required)}.`;
      const text =
        choice.length === 0 ? "Scopes: none. An API key is sufficient." : `Scopes (any one): ${code(choice)}.`;
      return [`${owner}.${name}`, text + also];
    }),
  );
  const found = expected.map(([name]) => {
    const text = documented.find((each) => each.name === name)?.text ?? "";
    const paragraph = text.split("\n\n").find((each) => each.startsWith("Scopes"));
    return [name, paragraph?.replaceAll("\n", " ")];
  });
  expect(found).toEqual(expected);
  const owners = Object.keys(scopeLists);
  const methods = documented.filter(({ name, signature }) => signature && owners.includes(name.split(".")[0] ?? ""));
  const names = new Set(methods.map(({ name }) => name)); // an overload has one entry for each signature
  expect([...names].sort()).toEqual(expected.map(([name]) => name).sort());
});
