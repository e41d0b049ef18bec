// List BigQuery projects item by item, stop early, and resume the list later.
import { createClient } from "fourfold";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox();
for (let n = 1; n <= 120; n += 1) sandbox.warehouse.projects.add({ projectId: `shop-${n}`, friendlyName: `Shop ${n}` });
const client = createClient(sandbox.clientOptions);

// The next page is requested while the current one is consumed.
let count = 0;
for await (const project of client.warehouse.projects.list()) {
  if (project.friendlyName?.endsWith("7")) count += 1;
}
console.log(`${count} shops end in 7`);

// Leaving the loop stops the requests.
for await (const project of client.warehouse.projects.list({ maxResults: 10 })) {
  console.log(`the first is ${project.projectReference?.projectId}`);
  break;
}

// The token of any page resumes the list, also in another process.
const page = await client.warehouse.projects.list({ maxResults: 100 }).firstPage();
if (page.nextPageToken !== undefined) {
  const rest = await client.warehouse.projects
    .list({ pageToken: page.nextPageToken })
    .toArray({ limit: Number.POSITIVE_INFINITY });
  console.log(`${page.projects?.length} on the first page, ${rest.length} after it`);
}
