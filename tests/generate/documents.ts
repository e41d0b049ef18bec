/**
 * Discovery documents of services that do not exist: a small one, and one that contains every special case of the
 * format.
 */

interface Entry {
  readonly [key: string]: unknown;
}

const text = (description?: string, more: Entry = {}): Entry => ({ type: "string", description, ...more });
const ref = (id: string, more: Entry = {}): Entry => ({ $ref: id, ...more });
const listOf = (items: Entry, more: Entry = {}): Entry => ({ type: "array", items, ...more });
const mapOf = (additionalProperties: Entry, more: Entry = {}): Entry => ({
  type: "object",
  additionalProperties,
  ...more,
});
const object = (id: string, properties: Entry, more: Entry = {}): Entry => ({
  id,
  type: "object",
  properties,
  ...more,
});
const inPath = (more: Entry = {}): Entry => ({ type: "string", location: "path", required: true, ...more });
const inQuery = (more: Entry = {}): Entry => ({ type: "string", location: "query", ...more });
const oneSegment = inPath({ pattern: "^[^/]+$" });
const page = { pageToken: inQuery(), pageSize: inQuery({ type: "integer", format: "int32" }) };

/** A method by its verb and path. */
const method = (http: string, more: Entry = {}): Entry => {
  const [httpMethod, path] = http.split(" ");
  return { httpMethod, path, ...more };
};

interface Resource {
  methods?: Record<string, Entry>;
  resources?: Record<string, Resource>;
}

/** The nested resources of methods that are named by their places, such as `shelves.books.create`. */
function resourcesOf(service: string, methods: Readonly<Record<string, Entry>>): Resource {
  const root: Resource = {};
  for (const [place, each] of Object.entries(methods)) {
    const names = place.split(".");
    const name = names.pop() ?? "";
    let parent = root;
    for (const resource of names) {
      parent.resources ??= {};
      parent = parent.resources[resource] ??= {};
    }
    parent.methods ??= {};
    parent.methods[name] = { id: `${service}.${place}`, ...each };
  }
  return root;
}

/** A JSON copy, in which `__proto__!` and `then!` are the properties without the mark, which an object literal cannot have. */
const json = (value: unknown): Entry => JSON.parse(JSON.stringify(value).replace(/"(__proto__|then)!"/g, '"$1"'));

const header = (name: string, more: Entry = {}): Entry => ({
  kind: "discovery#restDescription",
  discoveryVersion: "v1",
  id: `${name}:v1`,
  name,
  version: "v1",
  revision: "20270101",
  protocol: "rest",
  rootUrl: `https://${name}.example/`,
  servicePath: `${name}/v1/`,
  basePath: "/wrong/",
  batchPath: "batch",
  mtlsRootUrl: "https://wrong.example/",
  parameters: { fields: inQuery(), key: inQuery() },
  ...more,
});

/** Books on shelves: lists, a method with a request id, a patch. */
export const library = json(
  header("library", {
    ...resourcesOf("library", {
      "shelves.books.create": method("POST shelves/{+shelf}/books", {
        flatPath: "shelves/{shelvesId}/books",
        description: "Adds a book to a shelf.",
        parameters: {
          shelf: { ...oneSegment, description: "Required. Id of the shelf." },
          requestId: inQuery({
            description: "Optional. A unique id, so that the server recognizes a duplicate request.",
          }),
        },
        request: ref("Book"),
        response: ref("Book"),
        scopes: ["https://auth.example/library"],
      }),
      "shelves.books.list": method("GET shelves/{+shelf}/books", {
        description: "Lists the books on a shelf. Books that are lent are not listed.",
        parameters: {
          ...page,
          shelf: oneSegment,
          orderBy: inQuery({
            description: "Order of the books.",
            enum: ["title", "year"],
            enumDescriptions: ["By title.", "By year, the newest first."],
            default: "title",
          }),
          languages: inQuery({ repeated: true, description: "Language codes, such as `en`." }),
        },
        response: ref("BookList"),
        scopes: ["https://auth.example/library", "https://auth.example/library.readonly"],
      }),
      "shelves.books.patch": method("PATCH {+name}", {
        description: "Changes a book.",
        parameters: {
          name: inPath({ pattern: "^shelves/[^/]+/books/[^/]+$" }),
          updateMask: inQuery({ format: "google-fieldmask", required: true }),
        },
        request: ref("Book"),
        response: ref("Book"),
        scopes: ["https://auth.example/library"],
      }),
      "shelves.books.delete": method("DELETE {+name}", {
        deprecated: true,
        description: "Deletes a book.",
        parameters: { name: inPath({ pattern: "^shelves/[^/]+/books/[^/]+$" }) },
        scopes: ["https://auth.example/library"],
      }),
    }),
    schemas: {
      Book: object(
        "Book",
        {
          name: text("Output only. Resource name of the book."),
          title: text("Required. Title of the book."),
          pages: { type: "integer", format: "int32" },
          copiesSold: text("Number of copies sold.", { format: "int64" }),
          rating: { type: "number", format: "double" },
          state: text("State of the book.", {
            readOnly: true,
            enum: ["STATE_UNSPECIFIED", "ON_SHELF", "LENT"],
            enumDescriptions: ["", "The book is on its shelf.", "A reader has it."],
            enumDeprecated: [true, false, false],
          }),
          authors: listOf(object("", { name: text("Name of the author."), born: text("", { format: "date" }) })),
          labels: mapOf({ type: "string" }),
          sequel: ref("Book", { description: "The next book of the series." }),
        },
        { description: "A book." },
      ),
      BookList: object("BookList", { books: listOf(ref("Book")), nextPageToken: text("Token of the next page.") }),
    },
  }),
);

// biome-ignore lint/suspicious/noTemplateCurlyInString: it would be code in a template string
const hostile = "*/ alert(1) /* ${alert(2)} `alert(3)` \u2028alert(4)\n@deprecated use\r\n@alert \u202e \u0000";

/** Every special case of the format. */
export const traps = json(
  header("traps", {
    description: hostile,
    auth: { oauth2: { scopes: {} } },
    ...resourcesOf("traps", {
      search: method("GET things:search", {
        parameters: {
          limits: inQuery({ format: "int64", repeated: true }),
          startIndex: inQuery({ format: "uint64" }),
          "options.requestedPolicyVersion": inQuery({ type: "integer", format: "int32" }),
          "dry-run": inQuery({ type: "boolean", default: "true", description: "Required if nothing else is." }),
          ratio: inQuery({ type: "number", format: "double" }),
          rate: inQuery({ enum: ["30fps", "lower-case"], repeated: true }),
          query: inQuery({ required: true }),
        },
        response: ref("SearchResponse"),
      }),
      delete: method("DELETE all"),
      "things.list": method("GET projects/{+projectId}/things/{number}", {
        parameters: {
          ...page,
          projectId: oneSegment,
          number: inPath({ type: "integer", format: "int32", description: hostile }),
        },
        response: ref("ThingList"),
      }),
      "things.insert": method("POST things", {
        description: hostile,
        supportsMediaUpload: true,
        mediaUpload: { accept: ["*/*"] },
        parameters: { strict: inQuery({ required: true, type: "boolean" }) },
        request: ref("Thing"),
        response: ref("Thing"),
        scopes: [hostile],
      }),
      "things.update": method("PUT things/{name}", {
        parameters: { name: inPath({ format: "uint64" }) },
        request: ref("Thing"),
        response: ref("Thing"),
      }),
      "things.patch": method("PATCH things/{name}", {
        parameters: { name: inPath() },
        request: ref("Thing"),
        response: ref("Thing"),
      }),
      "things.delete": method("DELETE things/{name}", { deprecated: true, parameters: { name: inPath() } }),
      "things.getIamPolicy": method("POST {+resource}:getIamPolicy", {
        parameters: { resource: inPath({ pattern: "^things/[^/]+$" }) },
        request: ref("Empty"),
        response: ref("Map"),
      }),
      "things.query": method("POST things:query", { request: ref("QueryRequest"), response: ref("QueryResults") }),
      "things.getQueryResults": method("GET queries/{+jobId}", {
        parameters: { jobId: oneSegment, pageToken: inQuery(), maxResults: inQuery({ type: "integer" }) },
        response: ref("QueryResults"),
      }),
      "things.searchPages": method("POST things:searchPages", {
        request: ref("SearchPagesRequest"),
        response: ref("ThingList"),
      }),
      "things.labels": method("POST labels", {
        request: mapOf({ type: "object", properties: { value: text() } }),
        response: ref("Array"),
      }),
      "things.download": method("GET media/{name}", { supportsMediaDownload: true, parameters: { name: inPath() } }),
      "things.upload": method("POST media", { supportsMediaUpload: true }),
      "things.export": method("GET media/{name}:export", {
        supportsMediaDownload: true,
        parameters: { name: inPath() },
        response: ref("Thing"),
      }),
      "things.raw": method("GET raw", { response: ref("HttpBody") }),
      "things.fhir": method("PATCH things/{thingId}/formats/{formatId}/raw", {
        parameters: { thingId: inPath({ format: "uint64" }), formatId: inPath({ type: "integer", format: "uint32" }) },
        request: ref("HttpBody"),
        response: ref("HttpBody"),
      }),
      "things.listParts": method("POST things/{name}/parts", {
        parameters: { name: inPath(), page_token: inQuery(), page_size: inQuery({ type: "integer" }) },
        request: ref("Empty"),
        response: object("", { parts: listOf(ref("Record")), next_page_token: text() }),
      }),
      "things.aggregated": method("GET aggregated/things", {
        parameters: { pageToken: inQuery(), maxResults: inQuery({ type: "integer" }) },
        response: object("", {
          items: mapOf(ref("ThingList")),
          labels: mapOf(text()),
          unreachables: listOf(text()),
          nextPageToken: text(),
        }),
      }),
      "things.count": method("POST things:count", {
        request: ref("SearchPagesRequest"),
        response: object("", { count: { type: "integer" }, nextPageToken: text() }),
      }),
      "things.head": method("HEAD head"),
      "projects.ambiguous": method("GET projects:ambiguous", {
        parameters: { pageToken: inQuery() },
        response: ref("AmbiguousList"),
      }),
      "projects.list": method("GET projects", {
        id: "traps.moved.list",
        parameters: { pageToken: inQuery({ required: true }), limit: inQuery({ type: "integer" }) },
        response: object("", { nextPageToken: text(), projects: listOf(text()), others: listOf(text()) }),
      }),
      "projects.operations.list": method("GET {+name}/operations", {
        parameters: { name: inPath(), ...page },
        response: ref("ListOperationsResponse"),
      }),
      "projects.locations.operations.list": method("GET {+name}/operations/all", {
        parameters: { name: inPath(), ...page },
        response: ref("ListOperationsResponse"),
      }),
      "projects.locations.fhirStores.Patient-everything": method("GET {+name}/$everything", {
        parameters: { name: inPath(), pageToken: inQuery() },
        response: ref("ListOperationsResponse"),
      }),
    }),
    schemas: {
      // Names of JavaScript's own objects, of TypeScript's types, of what a file imports; and names that are not
      // identifiers.
      Date: object("Date", { year: { type: "integer" } }),
      Record: object("Record", { map: ref("Map"), file: ref("File") }),
      Array: listOf(ref("Record"), { id: "Array" }),
      Map: mapOf(ref("Date"), { id: "Map" }),
      File: object("File", { date: ref("Date") }),
      string: object("string", { value: text() }),
      Method: object("Method", { name: text() }),
      Int64: { id: "Int64", type: "string" },
      "best-practices": object("best-practices", { value: text() }),
      Thing: object(
        "Thing",
        {
          "@type": { type: "any" },
          $ref: text(),
          "then!": text(),
          "best-practices": ref("best-practices"),
          arguments: ref("string"),
          "__proto__!": text(hostile),
          constructor: text("Output only. Set by the service."),
          "*/ alert(5) /*": text(),
          method: ref("Method"),
          number: ref("Int64"),
          records: ref("Array"),
          part: object("", { size: text("", { format: "uint64" }) }),
          parts: listOf(object("", { sizes: listOf(listOf(text("", { format: "int64" }))) })),
          differs: ref("thing"),
          rate: text(hostile, { enum: ["30fps", "lower", hostile], enumDescriptions: [hostile, "", "@deprecated"] }),
          size: { type: "number", format: "double" },
          required: text("The name.", { annotations: { required: ["traps.things.insert"] } }),
          owner: object("", {
            mail: text("", { annotations: { required: ["traps.things.insert", "traps.things.update"] } }),
          }),
          parent: ref("Thing"),
          title: text("Required. The title."),
          old: text("", { deprecated: true }),
        },
        { description: hostile },
      ),
      thing: object("thing", { value: text() }),
      // The name that the object in `part` of `Thing` would have.
      ThingPart: object("ThingPart", { thing: ref("Thing") }),
      ThingList: object("ThingList", {
        things: listOf(ref("Thing")),
        unreachable: listOf(text()),
        nextPageToken: text(),
      }),
      Empty: { id: "Empty", type: "object", properties: {} },
      JsonValue: { id: "JsonValue", type: "any" },
      JsonObject: mapOf(ref("JsonValue"), { id: "JsonObject" }),
      TableCell: object("TableCell", { v: { type: "any" } }),
      TableRow: object("TableRow", { f: listOf(ref("TableCell")) }),
      QueryParameterValue: object("QueryParameterValue", {
        structValues: mapOf(ref("QueryParameterValue")),
        rangeValue: ref("RangeValue"),
        arrayValues: listOf(ref("QueryParameterValue")),
        value: text(),
      }),
      RangeValue: object("RangeValue", { start: ref("QueryParameterValue"), end: ref("QueryParameterValue") }),
      Matrix: listOf(ref("Matrix"), { id: "Matrix" }),
      Tree: mapOf(ref("Tree"), { id: "Tree" }),
      QueryRequest: object("QueryRequest", {
        query: text("Required. The query."),
        requestId: text("A unique id to ensure idempotent behavior."),
        timeout: text("Required for long queries.", { format: "google-duration" }),
        parameters: listOf(ref("QueryParameterValue")),
        options: object("", { matrix: ref("Matrix"), tree: ref("Tree"), values: ref("JsonObject") }),
        connection: object("", { id: text("Required. The id.") }),
      }),
      QueryResults: object("QueryResults", {
        errors: listOf(object("", { message: text() })),
        rows: listOf(ref("TableRow")),
        pageToken: text(),
        totalRows: text("", { format: "uint64" }),
      }),
      SearchPagesRequest: object("SearchPagesRequest", { pageToken: text(), pageSize: { type: "integer" } }),
      SearchResponse: object("SearchResponse", { itemListElement: listOf({ type: "any" }) }),
      AmbiguousList: object("AmbiguousList", { first: listOf(text()), second: listOf(text()), nextPageToken: text() }),
      ListOperationsResponse: object("ListOperationsResponse", {
        nextPageToken: text(),
        operations: listOf(ref("Operation")),
        unreachable: listOf(text()),
      }),
      Operation: object("Operation", {
        done: { type: "boolean" },
        metadata: mapOf({ type: "any", description: "Properties of the object." }),
        name: text(),
      }),
      HttpBody: object("HttpBody", { contentType: text(), data: text("", { format: "byte" }) }),
      Unused: object("Unused", { thing: ref("Thing") }),
    },
  }),
);

/** Queries of BigQuery: the parts of its document that contain rows. */
export const queries = json(
  header("bigquery", {
    version: "v2",
    rootUrl: "https://bigquery.example/",
    servicePath: "bigquery/v2/",
    ...resourcesOf("bigquery", {
      "jobs.query": method("POST projects/{+projectId}/queries", {
        parameters: { projectId: oneSegment },
        request: ref("QueryRequest"),
        response: ref("QueryResponse"),
      }),
    }),
    schemas: {
      QueryRequest: object("QueryRequest", { query: text("Required. The query.") }),
      QueryResponse: object("QueryResponse", {
        jobComplete: { type: "boolean" },
        schema: ref("TableSchema"),
        rows: listOf(ref("TableRow")),
        totalRows: text("Number of rows.", { format: "uint64" }),
      }),
      TableSchema: object("TableSchema", { fields: listOf(ref("TableFieldSchema")) }),
      TableFieldSchema: object("TableFieldSchema", {
        name: text("Required. The name."),
        type: text("Required. The type."),
        mode: text(),
        maxLength: text("Optional. Maximum length.", { format: "int64" }),
        fields: listOf(ref("TableFieldSchema")),
        rangeElementType: { type: "object", properties: { type: text("Required. The type.") } },
      }),
      TableRow: object("TableRow", { f: listOf(ref("TableCell")) }),
      TableCell: object("TableCell", { v: { type: "any" } }),
    },
  }),
);

/** Files: the parts of Google Drive with media, and with a method that starts an operation. */
export const drive = json(
  header("drive", {
    id: "drive:v3",
    version: "v3",
    rootUrl: "https://www.googleapis.com/",
    servicePath: "drive/v3/",
    ...resourcesOf("drive", {
      "files.list": method("GET files", {
        description: "Lists the user's files.",
        parameters: { ...page, q: inQuery(), corpora: inQuery({ enum: ["user", "domain"] }) },
        response: ref("FileList"),
        scopes: ["https://www.googleapis.com/auth/drive"],
      }),
      "files.get": method("GET files/{fileId}", {
        parameters: { fileId: inPath() },
        response: ref("File"),
        supportsMediaDownload: true,
      }),
      "files.create": method("POST files", { request: ref("File"), response: ref("File"), supportsMediaUpload: true }),
      "files.download": method("POST files/{fileId}/download", {
        parameters: { fileId: inPath(), mimeType: inQuery() },
        response: ref("Operation"),
      }),
      "operations.get": method("GET operations/{name}", { parameters: { name: inPath() }, response: ref("Operation") }),
    }),
    schemas: {
      File: object("File", {
        name: text("The name of the file."),
        size: text("Size in bytes.", { format: "int64", readOnly: true }),
        properties: mapOf(text()),
        owners: listOf(ref("User")),
      }),
      FileList: object("FileList", { files: listOf(ref("File")), nextPageToken: text() }),
      User: object("User", { displayName: text(), me: { type: "boolean" } }),
      Operation: object("Operation", {
        name: text(),
        done: { type: "boolean" },
        response: mapOf({ type: "any" }),
        error: ref("Status"),
      }),
      Status: object("Status", { code: { type: "integer", format: "int32" }, message: text() }),
    },
  }),
);

/** Responses of this service are wrapped in `{ "data": … }`. */
export const wrapped = json(
  header("wrapped", {
    features: ["dataWrapper"],
    servicePath: "",
    rootUrl: "https://wrapped.example",
    ...resourcesOf("wrapped", {
      "languages.list": method("GET v2/languages", { parameters: page, response: ref("LanguageList") }),
    }),
    schemas: { LanguageList: object("LanguageList", { languages: listOf(text()), nextPageToken: text() }) },
  }),
);
