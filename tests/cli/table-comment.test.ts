import { defineTable, planTables } from "fourfold";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Comment, startGitHub, TOKEN } from "./fake-github.js";
import { createTerminal } from "./fake-terminal.js";

const github = await startGitHub();
afterAll(() => github.close());
beforeEach(() => {
  Object.assign(github, { comments: [], requests: 0, failure: undefined, onCreate: undefined, onUpdate: undefined });
});

const planOf = (description: string) =>
  planTables([], [defineTable("sales.orders", { description })], { projectId: "shop" });
const nothing = planTables([], [], { projectId: "shop" });
const plan = planOf("Orders");

/** Runs the command as a step of a workflow for a pull request. */
async function comment(
  given = plan,
  { argv = [] as string[], event = {} as unknown, env = {} as Record<string, string> } = {},
) {
  const files: Record<string, string> = {
    "/work/plan.json": JSON.stringify(given),
    "/event.json": JSON.stringify({ pull_request: { number: 7 }, ...Object(event) }),
  };
  const terminal = createTerminal({
    files,
    env: {
      GITHUB_EVENT_PATH: "/event.json",
      GITHUB_REPOSITORY: "shop/tables",
      GITHUB_API_URL: github.url,
      GITHUB_TOKEN: TOKEN,
      GITHUB_STEP_SUMMARY: "/summary.md",
      GITHUB_OUTPUT: "/output",
      ...env,
    },
  });
  const outcome = await terminal.run("table", "comment", "/work/plan.json", ...argv);
  return { ...outcome, summary: terminal.files["/summary.md"], output: terminal.files["/output"] };
}

const other = (id: number, body = "Nice!", rest: Partial<Comment> = {}): Comment => ({
  id,
  body,
  user: { type: "User" },
  author_association: "NONE",
  ...rest,
});

test("writes the summary, the outputs and one comment, which it updates", async () => {
  expect(await comment()).toEqual({
    code: 0,
    out: "summary written; comment created\n",
    err: "",
    summary: expect.stringContaining("1 to create"),
    output: `changes=true\ndigest=${plan.digest}\nplan=/work/plan.json\n`,
  });
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toMatch(
    /^<!-- fourfold table plan: tables -->\n### Tables of <code>shop<\/code>: 1 to create/,
  );
  const next = planOf("All orders");
  expect(await comment(next)).toMatchObject({ code: 0, out: "summary written; comment updated\n" });
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain(next.digest);
  expect(await comment(nothing)).toMatchObject({ code: 0, output: expect.stringContaining("changes=false\n") });
  expect(github.comments[0]?.body).toContain("no tables");
});

test("creates no comment if there are no changes", async () => {
  expect(await comment(nothing)).toMatchObject({
    code: 0,
    out: "summary written; no comment, because there are no changes\n",
  });
  expect(github.comments).toEqual([]);
});

test("finds its comment among hundreds, page by page, and keeps comments of two keys apart", async () => {
  github.comments = Array.from({ length: 250 }, (_, n) => other(n + 1));
  await comment();
  await comment(plan, { argv: ["--key", "production"] });
  await comment();
  expect(github.comments).toHaveLength(252);
  expect(github.comments.slice(250).map(({ body }) => body.split("\n")[0])).toEqual([
    "<!-- fourfold table plan: tables -->",
    "<!-- fourfold table plan: production -->",
  ]);
});

test("never updates the comment of another user that begins with its marker", async () => {
  const body = "<!-- fourfold table plan: tables -->\nno changes";
  github.comments = [other(1, body)];
  await comment();
  expect(github.comments.map((each) => [each.id, each.body === body])).toEqual([
    [1, true],
    [2, false],
  ]);
});

test("two concurrent runs leave one comment, the older one", async () => {
  github.onCreate = () => {
    github.onCreate = undefined;
    github.comments.push(other(1, "<!-- fourfold table plan: tables -->\nof the other run", { user: { type: "Bot" } }));
  };
  expect(await comment()).toMatchObject({ code: 0, out: "summary written; comment updated\n" });
  expect(github.comments).toMatchObject([{ id: 1, body: expect.stringContaining(plan.digest) }]);
});

test("a token that may not comment is not a failure", async () => {
  github.failure = { method: "POST", status: 403, body: '{"message":"Resource not accessible by integration"}' };
  const outcome = await comment();
  expect(outcome).toMatchObject({ code: 0, err: "", summary: expect.stringContaining("1 to create") });
  expect(outcome.out).toContain(
    "no comment, because the token may not write one (GitHub: Resource not accessible by integration); pull requests from forks",
  );
});

test.each([
  ["API rate limit exceeded for installation ID 1.", { "x-ratelimit-remaining": "0" }],
  ["You have exceeded a secondary rate limit.", {}],
  [undefined, { "x-ratelimit-remaining": "0" }],
])("a rate limit with the status 403 is a failure: %s", async (message, headers) => {
  github.failure = { method: "GET", status: 403, body: JSON.stringify({ message }), headers };
  expect(await comment()).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("the comment could not be written: [permission_denied] 403 GET"),
    summary: expect.stringContaining("1 to create"),
  });
});

test("creates a comment if its own was deleted after the list was read", async () => {
  github.comments = [other(1, "<!-- fourfold table plan: tables -->", { user: { type: "Bot" } })];
  github.onUpdate = () => {
    github.onUpdate = undefined;
    github.comments = [];
  };
  expect(await comment()).toMatchObject({ code: 0, out: "summary written; comment created\n" });
  expect(github.comments).toMatchObject([{ body: expect.stringContaining(plan.digest) }]);
});

test("accepts comments whose text, author and association are null", async () => {
  github.comments = [{ id: 1, body: null, user: null, author_association: null } as unknown as Comment];
  expect(await comment()).toMatchObject({ code: 0, out: "summary written; comment created\n" });
});

test.each(["{}", "[null]", '[{ "id": "x" }]'])(
  "reports a list of comments with an unexpected structure: %s",
  async (body) => {
    github.failure = { method: "GET", status: 200, body };
    expect(await comment()).toMatchObject({ code: 1, err: expect.stringContaining("[invalid_response] 200 GET") });
  },
);

test("a path with a line break sets no other output", async () => {
  const { run, files } = createTerminal({
    files: { "/plan\nchanges=false": JSON.stringify(plan) },
    env: { GITHUB_OUTPUT: "/output", GITHUB_STEP_SUMMARY: "/summary.md" },
  });
  expect(await run("table", "comment", "/plan\nchanges=false")).toMatchObject({
    code: 1,
    err: expect.stringContaining("must not contain line breaks"),
  });
  expect(files["/output"]).toBe(undefined);
});

test.each([
  ["GET", 404],
  ["GET", 500],
  ["POST", 422],
  ["POST", 503],
  ["PATCH", 500],
])("fails after the summary is written if %s responds with %i", async (method, status) => {
  if (method === "PATCH")
    github.comments = [other(1, "<!-- fourfold table plan: tables -->", { user: { type: "Bot" } })];
  github.failure = { method, status };
  const outcome = await comment();
  expect(outcome).toMatchObject({ code: 1, summary: expect.stringContaining("1 to create") });
  expect(outcome.err).toContain("the comment could not be written");
  expect(`${outcome.out}${outcome.err}`).not.toContain("s3cret");
});

test("without a token or a pull request, writes the summary only", async () => {
  expect(await comment(plan, { env: { GITHUB_TOKEN: "" } })).toMatchObject({
    code: 0,
    out: "summary written; no comment, because GITHUB_TOKEN is not set\n",
  });
  expect(await comment(plan, { event: { pull_request: undefined } })).toMatchObject({
    code: 0,
    out: "summary written; no pull request\n",
  });
  expect(github.requests).toBe(0);
});

test("the summary of a plan of any size is at most 1 MiB", async () => {
  const many = planTables(
    [],
    Array.from({ length: 1_000 }, (_, n) => defineTable(`sales.t${n}`, { description: "表".repeat(600) })),
    { projectId: "shop" },
  );
  const { summary = "" } = await comment(many, { event: { pull_request: undefined } });
  expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1_048_576);
});

test.each([
  [["--key", "a b"], {}, 2, "--key must be"],
  [["--key", "-->"], {}, 2, "--key"],
  [[], { GITHUB_REPOSITORY: "shop" }, 1, "GITHUB_REPOSITORY must be owner/name"],
  [[], { GITHUB_REPOSITORY: "../x/y" }, 1, "GITHUB_REPOSITORY must be owner/name"],
  [[], { GITHUB_EVENT_PATH: "/missing.json" }, 1, "/missing.json: no such file"],
  [[], { GITHUB_STEP_SUMMARY: "", GITHUB_EVENT_PATH: "" }, 1, "use table show --markdown"],
])("reports an invalid argument or variable: %j %j", async (argv, env, code, message) => {
  expect(await comment(plan, { argv, env })).toMatchObject({ code, err: expect.stringContaining(message) });
});
