import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";

/** A comment on a pull request. */
export interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string };
  readonly author_association: string;
}

/** The token that the fake accepts. */
export const TOKEN = "s3cret-token";

/** The comments on pull request 7 of the repository shop/tables, served as GitHub's API does. */
export async function startGitHub() {
  const github = {
    url: "",
    comments: [] as Comment[],
    /** Number of requests. */
    requests: 0,
    /** The response to all requests with a method, instead of the usual one. */
    failure: undefined as
      | { readonly method: string; readonly status: number; readonly body?: string; readonly headers?: object }
      | undefined,
    /** Called before a comment is created. */
    onCreate: undefined as (() => void) | undefined,
    /** Called before a comment is updated. */
    onUpdate: undefined as (() => void) | undefined,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const { pathname, searchParams } = new URL(url, "http://localhost");
    github.requests += 1;
    const body = await textOf(request);
    const send = (status: number, content?: unknown) => {
      response.writeHead(status, {
        "content-type": "application/json",
        "retry-after": "0",
        ...github.failure?.headers,
      });
      response.end(content === undefined ? "" : typeof content === "string" ? content : JSON.stringify(content));
    };
    if (headers.authorization !== `Bearer ${TOKEN}`) return send(401, { message: "Bad credentials" });
    if (headers["user-agent"] === undefined) return send(403, { message: "a User-Agent is required" });
    if (method === "PATCH") github.onUpdate?.();
    const { failure, comments } = github;
    if (failure?.method === method) return send(failure.status, failure.body ?? { message: "no" });
    if (pathname === "/repos/shop/tables/issues/7/comments") {
      if (method === "POST") {
        github.onCreate?.();
        const id = 1 + Math.max(0, ...comments.map((each) => each.id));
        const created = { id, body: JSON.parse(body).body, user: { type: "Bot" }, author_association: "NONE" };
        comments.push(created);
        return send(201, created);
      }
      const [size = 0, page = 0] = ["per_page", "page"].map((name) => Number(searchParams.get(name)));
      return send(200, comments.slice(size * (page - 1), size * page));
    }
    const [, id] = /^\/repos\/shop\/tables\/issues\/comments\/(\d+)$/.exec(pathname) ?? [];
    const found = comments.find((each) => each.id === Number(id));
    if (found === undefined) return send(404, { message: "Not Found" });
    if (method === "PATCH") {
      found.body = JSON.parse(body).body;
      return send(200, found);
    }
    comments.splice(comments.indexOf(found), 1);
    return send(204);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  github.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  return github;
}
