import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "fourfold/testing";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";

/**
 * Stands in for Google in a program that uses application default credentials: writes them, and answers for the token endpoint
 * and for a BigQuery with one project.
 */
export function signIn(): void {
  const folder = mkdtempSync(join(tmpdir(), "account-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  const file = join(folder, "credentials.json");
  const account = { type: "authorized_user", client_id: "id", client_secret: "secret", refresh_token: "refresh" };
  writeFileSync(file, JSON.stringify(account));
  process.env.GOOGLE_APPLICATION_CREDENTIALS = file;

  const sandbox = createSandbox();
  sandbox.warehouse.projects.add({ projectId: "shop" });
  const { baseUrl, fetch } = sandbox.clientOptions;
  setupServer(
    http.post("https://oauth2.googleapis.com/token", () => HttpResponse.json({ access_token: "t", expires_in: 3600 })),
    http.get("https://bigquery.googleapis.com/*", ({ request }) => {
      const { pathname, search } = new URL(request.url);
      if (request.headers.get("authorization") !== "Bearer t") return new HttpResponse(null, { status: 401 });
      return fetch(`${baseUrl}${pathname}${search}`, { headers: request.headers });
    }),
  ).listen({ onUnhandledRequest: "bypass" });
}
