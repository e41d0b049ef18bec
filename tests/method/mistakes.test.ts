import { createClient, defineMethod } from "fourfold";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

test.each<[what: string, mistake: () => unknown, message: string]>([
  [
    "a timeout of another library",
    () => createClient({ timeout: 5 } as never),
    "timeout: is unknown; known names are timeoutMs",
  ],
  ["a timeout of another library", () => createClient({ timeout: 5 } as never), "did you mean timeoutMs?"],
  [
    "a function in place of credentials",
    () => createClient({ auth: (async () => "t") as never }),
    "got a function; pass it to bearer",
  ],
  [
    "a key file in place of credentials",
    () => createClient({ auth: { client_email: "a" } as never }),
    "auth: must be created by bearer, apiKey or serviceAccount",
  ],
  [
    "a path in the style of Express",
    () => defineMethod({ name: "a", http: "GET /a/:id" }),
    "write {name} for a parameter",
  ],
])("%s is rejected with a remedy", (_, mistake, message) => {
  const error = thrown(mistake);
  expect(error).toMatchObject({ name: "RequestError" });
  expect(String(error)).toContain(message);
});
