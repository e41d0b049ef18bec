import { assertNoIssues, type Issue } from "../errors/request-error.js";
import { type Choice, chooseMethods, type Selection } from "./choose-methods.js";
import { compare, type Declaration, type Docs, docsOf, reachableFrom } from "./declarations.js";
import { declareTypes, type MethodShape } from "./declare-types.js";
import { Names } from "./names.js";
import { type DiscoveryDocument, type PlacedMethod, placeOf } from "./read-document.js";
import {
  type DecidedPaging,
  httpOf,
  type PathParameter,
  pagingOf,
  pathParametersOf,
  unsupportedReason,
} from "./read-method.js";

/** A method of the file. */
export interface DecidedMethod extends MethodShape {
  /** Name of the exported constant. */
  readonly name: string;
  /** Name in the document, for messages and events: `datasets.list`. */
  readonly place: string;
  /** Verb and path template. */
  readonly http: string;
  readonly docs: Docs;
  readonly params: readonly PathParameter[];
  /** Whether the body is a patch. */
  readonly isPatch: boolean;
  readonly paging: DecidedPaging | undefined;
  /** Whether a POST only reads. */
  readonly isIdempotent: boolean;
  readonly scopes: readonly string[];
}

/** The contents of a file. */
export interface DecidedFile {
  readonly document: DiscoveryDocument;
  /** The types, each after the types that it references, except in cycles. */
  readonly declarations: readonly Declaration[];
  readonly methods: readonly DecidedMethod[];
  /** Facts that were derived from the document, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Decides the contents of a file: names, order, types, required fields and paging. The decisions consider the whole document,
 * so that another selection changes neither names nor order.
 *
 * @throws {RequestError} If a method cannot be generated, with all issues.
 */
export function decide(document: DiscoveryDocument, selection: Selection): DecidedFile {
  const issues: Issue[] = [];
  const notes: string[] = [];
  const names = new Names();
  const types = declareTypes(document, names, issues);
  const chosen = [...chooseMethods(document.methods, selection, names, issues)];
  chosen.sort(([a], [b]) => compare(placeOf(a), placeOf(b)));
  const methods = chosen.flatMap(([method, choice]) => {
    const exportName = choice.exportName ?? types.methodNames.get(method) ?? "";
    return decideMethod(document, method, types.shapes.get(method) ?? {}, { ...choice, exportName }, issues, notes);
  });
  const used = reachableFrom(
    methods.flatMap(({ query, body, response }) => [query ?? [], body ?? [], response ?? []].flat()),
  );
  assertNoIssues("generate", issues);
  return { document, declarations: types.declarations.filter((each) => used.has(each)), methods, notes };
}

/**
 * Decides how one method is generated; returns an empty list if the method cannot be generated. The reason is an issue, or a
 * note if only a pattern matched the method.
 */
function decideMethod(
  document: DiscoveryDocument,
  method: PlacedMethod,
  shape: MethodShape,
  { isNamed, items, exportName }: Choice & { readonly exportName: string },
  issues: Issue[],
  notes: string[],
): DecidedMethod[] {
  const place = placeOf(method);
  const note = (text: string) => void notes.push(`${place}: ${text}`);
  const report = (message: string) => void issues.push({ path: place, message, rule: "generate-method" });
  const reason = unsupportedReason(document, method);
  if (reason !== undefined) {
    if (isNamed) report(`cannot be generated, because ${reason}; remove it from --methods`);
    else note(`omitted, because ${reason}`);
    return [];
  }
  const paging = pagingOf(method, shape, items);
  if (typeof paging === "object") note(`items ${JSON.stringify(paging.items)}${paging.isMap ? ", as entries" : ""}`);
  else if (items !== undefined) report(String(paging));
  else if (paging !== undefined) note(`no items, because ${paging}`);
  const media = [method.supportsMediaUpload ? "upload" : [], method.supportsMediaDownload ? "download" : []].flat();
  for (const each of media) note(`its ${each} is omitted`);
  return [
    {
      ...shape,
      name: exportName,
      place,
      http: httpOf(document, method),
      docs: docsOf(method),
      params: pathParametersOf(method),
      isPatch: method.httpMethod === "PATCH",
      paging: typeof paging === "object" ? paging : undefined,
      isIdempotent: method.httpMethod === "POST" && /\b(getIamPolicy|testIamPermissions)$/.test(place),
      scopes: (method.scopes ?? []).filter((scope) => scope !== ""),
    },
  ];
}
