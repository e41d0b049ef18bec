import type * as z from "zod/mini";
import { type DiscoveryDocument, type DiscoverySchema, findMethod, resolveSchema } from "./documents.js";
import type { SentRequest } from "./requests.js";
import { anatomyOf, FUTURE_MEMBER, isOutputOnly } from "./sample.js";

/** A difference between this package and a description. */
export interface Difference {
  /** Where: the service's schema and field, or the request. */
  readonly place: string;
  readonly what: string;
}

/** Compares a request with its method. */
export function compareRequest(documents: readonly DiscoveryDocument[], sent: SentRequest): Difference[] {
  const { from, verb, url, body } = sent;
  const found = findMethod(documents, verb, url);
  if (found === undefined)
    return [{ place: from, what: `${verb} ${url.origin}${url.pathname} is not a method of any service` }];
  const { document, method } = found;
  const known = { ...document.parameters, ...method.parameters };
  const parameters = [...new Set(url.searchParams.keys())].filter((name) => !Object.hasOwn(known, name));
  const differences = parameters.map((name) => ({ place: method.id, what: `has no parameter ${name}` }));
  const mask = url.searchParams.get("updateMask");
  if (method.request === undefined) {
    return body === undefined ? differences : [...differences, { place: method.id, what: "takes no body" }];
  }
  const isPath = mask === null || body === undefined || hasPath(document, method.request, mask.split("."));
  const wrongMask = isPath ? [] : [{ place: method.id, what: `has no place ${mask} in its body` }];
  return [...differences, ...wrongMask, ...unknownMembers(document, method.request, body, method.id)];
}

/** Returns the fields of a body that the service does not know. */
function unknownMembers(
  document: DiscoveryDocument,
  expected: DiscoverySchema,
  value: unknown,
  place: string,
): Difference[] {
  const { name, schema } = resolveSchema(document, expected);
  const here = name ?? place;
  if (Array.isArray(value)) return value.flatMap((each) => unknownMembers(document, schema.items ?? {}, each, here));
  if (typeof value !== "object" || value === null || schema.properties === undefined) return [];
  const lost = carriesResource(here) && !Object.hasOwn(value, FUTURE_MEMBER);
  const difference = { place: here, what: "loses members that we do not type" };
  return Object.entries(value)
    .flatMap(([member, inner]) => {
      if (member === FUTURE_MEMBER) return [];
      const found = schema.properties?.[member];
      if (found === undefined) return [{ place: `${here}.${member}`, what: "is sent, and not known to the service" }];
      return unknownMembers(document, found, inner, `${here}.${member}`);
    })
    .concat(lost ? [difference] : []);
}

/** Whether a value belongs to the user, and not to an envelope of this package. */
function carriesResource(place: string): boolean {
  return !/Request$|^GetPolicyOptions$/.test(place);
}

function hasPath(document: DiscoveryDocument, from: DiscoverySchema, [head, ...rest]: readonly string[]): boolean {
  const { schema } = resolveSchema(document, from);
  if (head === undefined) return true;
  const next = schema.properties?.[head] ?? schema.additionalProperties;
  return next !== undefined && hasPath(document, next, rest);
}

/** Compares a schema of this package with the service's, field by field, at every depth. */
export function compareSchemas(document: DiscoveryDocument, name: string, schema: z.core.$ZodType): Difference[] {
  const differences: Difference[] = [];
  const seen = new Set<string>();
  const compare = (ours: z.core.$ZodType, theirs: DiscoverySchema, at: string, isRead = false): void => {
    const { name: schemaName, schema: wanted } = resolveSchema(document, theirs);
    const here = schemaName ?? at;
    const { kind, members, element } = anatomyOf(ours);
    // A description may not specify the fields of an object.
    if (wanted.type === "any" || (wanted.type === "object" && wanted.properties === undefined)) return;
    if (kind !== kindOf(wanted)) {
      differences.push({ place: at, what: `is ${kindOf(wanted)} there, ${kind} here` });
      return;
    }
    if (kind === "list" && element !== undefined && wanted.items !== undefined)
      compare(element, wanted.items, at, isRead);
    if (kind !== "object" || seen.has(here)) return;
    seen.add(here);
    for (const [member, inner] of Object.entries(wanted.properties ?? {})) {
      const own = members[member];
      const place = `${here}.${member}`;
      if (own === undefined) differences.push({ place, what: "is not typed" });
      else {
        // Everything in an output-only field is output only.
        const isOutput = isRead || isOutputOnly(own);
        if (!isOutput && saysOutputOnly(inner)) differences.push({ place, what: "is output only there, not here" });
        compare(own, inner, place, isOutput);
      }
    }
    for (const member of Object.keys(members)) {
      if (wanted.properties?.[member] === undefined)
        differences.push({ place: `${here}.${member}`, what: "is not in the description" });
    }
  };
  compare(schema, { $ref: name }, name);
  return differences;
}

function saysOutputOnly({ readOnly, description = "" }: DiscoverySchema): boolean {
  return readOnly === true || /^(Optional\. )?Output only\./.test(description);
}

function kindOf(schema: DiscoverySchema): "object" | "list" | "int64" | "other" {
  if (schema.properties !== undefined) return "object";
  if (schema.type === "array") return "list";
  return schema.format === "int64" || schema.format === "uint64" ? "int64" : "other";
}
