import { resolve } from "node:path";
import * as z from "zod/mini";
import { valueAt } from "../../core/objects.js";
import { type ApiError, bearer, createService, defineMethod, isFourfoldError } from "../../index.js";
import { defineCommand, option } from "../command.js";
import { Failure, sentencesOf, UsageError } from "../failure.js";
import { exitCodeOf, readPlan } from "../plan-file.js";
import { planMarkdown } from "../plan-markdown.js";
import { readJsonFile } from "../table-file.js";
import { print, type Terminal } from "../terminal.js";

/** `fourfold table comment`: shows a plan in GitHub Actions. */
export const tableCommentCommand = defineCommand({
  name: "table comment",
  summary: "show a plan in GitHub Actions: in the job summary, and as a comment on the pull request",
  about: `Writes the plan of fourfold table plan --json to the job summary (GITHUB_STEP_SUMMARY), and sets outputs of the step
(GITHUB_OUTPUT): changes (true or false), digest, and plan (the path). In a workflow for pull requests
(GITHUB_EVENT_PATH), also creates or updates one comment with GITHUB_TOKEN; if there are no changes, it creates none.
If the token may not comment, as for pull requests from forks and Dependabot, only the summary is written.

Exit codes: 0 success, even if the token may not comment; 1 failed; 2 invalid command line. If only the comment fails,
the summary is still written.`,
  examples: ["table comment plan.json", "table comment plan.json --key production"],
  argument: "plan.json",
  flags: {
    key: option("<key>", 'name that distinguishes the comments of several plans; default: "tables"', readKey, "tables"),
  },
  async run({ argument, flags: { key } }, terminal) {
    const { env } = terminal;
    const path = argument === "-" ? "" : resolve(argument);
    if (/[\r\n]/.test(path)) throw new Failure("the path of the plan must not contain line breaks; rename the file");
    const { plan } = await readPlan(argument, terminal);
    const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: outputs, GITHUB_EVENT_PATH: event } = env;
    if (!summary && !event) {
      throw new Failure("GITHUB_STEP_SUMMARY must be set, as in GitHub Actions; elsewhere, use table show --markdown");
    }
    const hasChanges = exitCodeOf(plan) !== 0;
    if (summary) await terminal.appendFile(summary, `${planMarkdown(plan, MAX_SUMMARY)}\n`);
    if (outputs) {
      const lines = [`changes=${hasChanges}`, `digest=${plan.digest}`, `plan=${path}`];
      await terminal.appendFile(outputs, `${lines.join("\n")}\n`);
    }
    const marker = `<!-- fourfold table plan: ${key} -->`;
    const text = `${marker}\n${planMarkdown(plan)}`;
    const done = event ? await comment(event, { marker, text, mayCreate: hasChanges }, terminal) : "no pull request";
    print(terminal.stdout, `${summary ? "summary written; " : ""}${done}\n`);
    return 0;
  },
});

/** GitHub accepts summaries of up to 1 MiB for a step. Characters of a plan have at most 3 bytes each. */
const MAX_SUMMARY = 300_000;

function readKey(text: string): string {
  if (/^[\w.-]{1,64}$/.test(text)) return text;
  throw new UsageError(`must be 1 to 64 letters, digits, "_", "-" or ".", got "${text}"`);
}

const Comment = z.looseObject({
  id: z.int(),
  body: z.nullish(z.string()),
  author_association: z.nullish(z.string()),
  user: z.nullish(z.looseObject({ type: z.nullish(z.string()) })),
});
const Text = z.object({ body: z.string() });
const listComments = defineMethod({
  name: "comments.list",
  http: "GET /repos/{owner}/{repo}/issues/{number}/comments",
  query: z.object({ per_page: z.int(), page: z.int() }),
  response: z.array(Comment),
});
const createComment = defineMethod({
  name: "comments.create",
  http: "POST /repos/{owner}/{repo}/issues/{number}/comments",
  body: Text,
  response: Comment,
});
const updateComment = defineMethod({
  name: "comments.update",
  http: "PATCH /repos/{owner}/{repo}/issues/comments/{id}",
  body: Text,
  idempotent: true,
  response: Comment,
});
const deleteComment = defineMethod({
  name: "comments.delete",
  http: "DELETE /repos/{owner}/{repo}/issues/comments/{id}",
});

const PER_PAGE = 100;
/** Maximum number of pages of comments that are read. */
const MAX_PAGES = 100;

interface OwnComment {
  readonly marker: string;
  readonly text: string;
  readonly mayCreate: boolean;
}

/** Creates or updates the comment on the pull request of an event. Returns the outcome as a text. */
async function comment(event: string, { marker, text, mayCreate }: OwnComment, terminal: Terminal): Promise<string> {
  const number = valueAt((await readJsonFile(event, terminal)).data, ["pull_request", "number"]);
  if (!Number.isSafeInteger(number)) return "no pull request";
  const { GITHUB_TOKEN: token, GITHUB_REPOSITORY: repository = "", GITHUB_API_URL: baseUrl } = terminal.env;
  if (!token) return "no comment, because GITHUB_TOKEN is not set";
  const [owner = "", repo = "", ...more] = repository.split("/");
  if (owner === "" || repo === "" || more.length > 0) {
    throw new Failure(`GITHUB_REPOSITORY must be owner/name, got ${JSON.stringify(repository)}`);
  }
  const issue = { owner, repo, number: String(number) };
  const github = createService({
    baseUrl: baseUrl || "https://api.github.com",
    auth: bearer(token),
    validation: { responses: "strict" },
  });
  /** Ids of the comments with the marker, the oldest first. */
  const own = async () => {
    const ids: number[] = [];
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const found = await github.call(listComments, { ...issue, query: { per_page: PER_PAGE, page } });
      ids.push(...found.filter((each) => each.body?.startsWith(marker) && isTrusted(each)).map(({ id }) => id));
      if (found.length < PER_PAGE) break;
    }
    return ids.sort((a, b) => a - b);
  };
  /** Updates the first comment that still exists. Returns whether there was one. */
  const update = async (ids: readonly number[]) => {
    for (const id of ids) {
      try {
        await github.call(updateComment, { owner, repo, id: String(id), body: { body: text } });
        return true;
      } catch (error) {
        if (!isFourfoldError(error, "not_found")) throw error;
      }
    }
    return false;
  };
  try {
    if (await update(await own())) return "comment updated";
    if (!mayCreate) return "no comment, because there are no changes";
    const created = await github.call(createComment, { ...issue, body: { body: text } });
    // Another run may have created a comment at the same time; the older comment is kept.
    if (!(await update((await own()).filter((id) => id < created.id)))) return "comment created";
    await github.call(deleteComment, { owner, repo, id: String(created.id) });
    return "comment updated";
  } catch (error) {
    if (isFourfoldError(error, "permission_denied") && !isRateLimit(error)) {
      const { serviceMessage = "403" } = error;
      const cause = "pull requests from forks and Dependabot, and jobs without pull-requests: write, have such a token";
      return `no comment, because the token may not write one (GitHub: ${serviceMessage}); ${cause}`;
    }
    throw new Failure(sentencesOf(error).map((sentence) => `the comment could not be written: ${sentence}`));
  }
}

/** Whether a 403 is a rate limit of GitHub, which does not always have the status 429. */
function isRateLimit({ headers, serviceMessage = "" }: ApiError): boolean {
  return headers["x-ratelimit-remaining"] === "0" || /rate limit/i.test(serviceMessage);
}

/** Whether an author may change the repository: anyone can write a comment that begins with the marker. */
function isTrusted({ user, author_association: association }: z.infer<typeof Comment>): boolean {
  return user?.type === "Bot" || ["OWNER", "MEMBER", "COLLABORATOR"].includes(association ?? "");
}
