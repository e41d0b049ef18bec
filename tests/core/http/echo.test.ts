import { createClient } from "fourfold";
import { expect, test } from "vitest";
import { rejection } from "../../support/rejection.js";
import { json, scriptedFetch, text } from "../../support/scripted-fetch.js";
import { shown } from "../../support/shown.js";

const baseUrl = "https://service.test";
const table = { projectId: "p", datasetId: "d", tableId: "t" };

test.each([
  ["as it is", "sid=hunter-2222; theme=dark", "hunter-2222"],
  ["without its quotes", 'sid="hunter-2222"', "hunter-2222"],
  ["decoded", "sid=hunter%2F2222", "hunter/2222"],
  ["with an escaped slash", "sid=hunter/2222", "hunter\\/2222"],
  ["with Unicode escapes", "sid=hunter/2222", "hunter\\u002f2222"],
])("the value of a cookie that the service echoes without its name, %s, is masked", async (_, cookie, echo) => {
  const client = createClient({
    baseUrl,
    headers: { cookie },
    fetch: scriptedFetch(text(`no: ${echo}`, { status: 400 })),
  });
  const error = await rejection(client.warehouse.tables.get(table));
  expect(error).toMatchObject({ body: "no: [redacted]" });
  expect(shown(error)).not.toContain("2222");
});

test("a page token that holds a credential is masked in the error of a loop", async () => {
  const auth = { getAccessToken: () => "hunter-2222" };
  const fetch = scriptedFetch(json({ tables: [], nextPageToken: "a-hunter-2222" }));
  const { tables } = createClient({ baseUrl, auth, fetch }).warehouse;
  const error = await rejection(tables.list(table).toArray({ limit: 10 }));
  expect(error).toMatchObject({ code: "page_loop", pageToken: "a-[redacted]" });
});
