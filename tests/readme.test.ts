import { readFileSync } from "node:fs";
import { createClient, isFourfoldError } from "fourfold";
import { expect, test } from "vitest";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

test("the README shows the message that its request is refused with", async () => {
  const client = createClient({ baseUrl: "http://unreached.test" });
  const error = await client.warehouse.tables
    .insert({
      tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" },
      schema: { fields: [{ name: "price", type: "NUMERIC", scale: 2 }] },
      clustering: { fields: ["price"] },
    })
    .catch((reason: unknown) => reason);
  expect(isFourfoldError(error, "invalid_request")).toBe(true);
  expect(readme).toContain(`\`\`\`\n${(error as Error).message}\n\`\`\``);
});

test("every path that the README links to is there", () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(5);
  for (const path of links)
    expect(() => readFileSync(new URL(`../${path}`, import.meta.url)), path).not.toThrow(/ENOENT/);
});

test("the README leaves nothing to be filled in", () => {
  expect(readme).not.toMatch(/BENCH_TABLE|TODO/);
});
