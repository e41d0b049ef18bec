import { generateKeyPairSync } from "node:crypto";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { withWorker } from "./workerd.js";

/** A worker whose requests share clients and a verifier; each fetches its token or its keys from `remote`. */
const worker = `
  import { bearer, serviceAccount } from "fourfold/auth";
  import { createEntities } from "fourfold/entities";
  import { createTokenVerifier } from "fourfold/gateway";

  const shared = new Map();
  const jobs = {
    bearer({ remote, held }) {
      const token = async () => (await (await fetch(held, { method: "POST" })).json()).access_token;
      const client = createEntities({ baseUrl: remote, auth: bearer(token) });
      return () => client.search({ query: "Berlin" });
    },
    serviceAccount({ remote, held, privateKey }) {
      const auth = serviceAccount({ clientEmail: "a@b.test", scopes: "openid", privateKey, tokenUrl: held });
      const client = createEntities({ baseUrl: remote, auth });
      return () => client.search({ query: "Berlin" });
    },
    verifier({ held, issuer, audiences }) {
      const verifier = createTokenVerifier({ definitions: { users: { issuer, audiences, jwksUri: held } } });
      return (token) => verifier.verify(token);
    },
  };
  export default {
    async fetch(request) {
      const { job, token, ...setting } = await request.json();
      if (!shared.has(setting.held)) shared.set(setting.held, jobs[job](setting));
      try {
        await shared.get(setting.held)(token);
        return new Response("done");
      } catch (error) {
        return new Response(error.stack);
      }
    },
  };
`;

const PATIENCE_MS = 15_000;

/** Sends requests to a worker while, or after, another request waits for its token or its keys. */
export async function workerdOverlaps(binary: string, folder: string): Promise<string[]> {
  const sandbox = createSandbox();
  const { issuer, jwksUri, audience } = sandbox.issuer;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = String(privateKey.export({ type: "pkcs8", format: "pem" }));
  const held = new Map<string, () => void>();
  /** The first request to each path waits until it is released. */
  const remote = await listen(async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/held/")) return sandbox.fetch(request);
    if (!held.has(pathname)) await new Promise<void>((resolve) => held.set(pathname, resolve));
    return pathname.startsWith("/held/verifier") ? sandbox.fetch(jwksUri) : Response.json({ access_token: "t" });
  });

  const problemsOf = async (url: string, job: string, isCancelled: boolean): Promise<string[]> => {
    const path = `/held/${job}/${isCancelled}`;
    const setting = { job, remote: remote.url, held: remote.url + path, privateKey: pem, issuer, audiences: audience };
    const ask = async (signal: AbortSignal) => {
      const body = JSON.stringify({ ...setting, token: await sandbox.issuer.token() });
      return (await fetch(url, { method: "POST", body, signal })).text();
    };
    const controller = new AbortController();
    const first = ask(controller.signal).catch((error: Error) => error.name);
    while (!held.has(path)) await new Promise((resolve) => setTimeout(resolve, 5));
    if (isCancelled) {
      controller.abort();
      await first;
    }
    const second = await ask(AbortSignal.timeout(PATIENCE_MS)).catch((error: Error) => error.name);
    held.get(path)?.();
    const answers = [second, isCancelled ? "done" : await first];
    const what = `${job}, after a request that ${isCancelled ? "was cancelled" : "still waits"}`;
    return answers.filter((answer) => answer !== "done").map((answer) => `${what}: ${answer}`);
  };

  try {
    return await withWorker(binary, folder, worker, async (url) => {
      const problems: string[] = [];
      for (const job of ["bearer", "serviceAccount", "verifier"]) {
        for (const isCancelled of [false, true]) problems.push(...(await problemsOf(url, job, isCancelled)));
      }
      return problems;
    });
  } finally {
    await remote.close();
  }
}
