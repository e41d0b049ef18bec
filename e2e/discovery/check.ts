// npx tsx e2e/discovery/check.ts <folder>: compares our requests and types with the machine-readable descriptions of the
// services.

import { EntitySearchResponse } from "fourfold/entities";
import { Environment, EnvironmentList, Operation } from "fourfold/environments";
import { Policy, ProjectList, Table, TableList } from "fourfold/warehouse";
import { compareRequest, compareSchemas, type Difference } from "./compare.js";
import { type DiscoveryDocument, readDocuments } from "./documents.js";
import { explained } from "./explained.js";
import { everyRequest, forgottenMethods } from "./requests.js";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Specify the folder with the descriptions: npx tsx e2e/discovery/check.ts <folder>");
  process.exitCode = 2;
} else {
  await check(readDocuments(folder));
}

async function check(documents: readonly DiscoveryDocument[]): Promise<void> {
  const requests = await everyRequest();
  const forgotten = forgottenMethods().map(
    (name): Difference => ({ place: name, what: "is a method without a request in this check" }),
  );
  const schemas = [
    ["bigquery", "Table", Table],
    ["bigquery", "TableList", TableList],
    ["bigquery", "ProjectList", ProjectList],
    ["bigquery", "Policy", Policy],
    ["kgsearch", "SearchResponse", EntitySearchResponse],
    ["composer", "Environment", Environment],
    ["composer", "ListEnvironmentsResponse", EnvironmentList],
    ["composer", "Operation", Operation],
  ] as const;
  const typed = schemas.flatMap(([service, name, schema]): Difference[] => {
    const document = documents.find((each) => each.name === service);
    return document === undefined
      ? [{ place: service, what: "has no description in that folder" }]
      : compareSchemas(document, name, schema);
  });
  const found = unique([...requests.flatMap((sent) => compareRequest(documents, sent)), ...forgotten, ...typed]);
  const unexplained = found.filter(({ place }) => explained(place) === undefined);
  console.log(
    `${requests.length} requests and ${schemas.length} schemas compared with ${documents.length} descriptions`,
  );
  for (const difference of found) console.log(line(difference));
  console.log(`${found.length - unexplained.length} differences are explained, ${unexplained.length} are not`);
  process.exitCode = unexplained.length === 0 ? 0 : 1;
}

function unique(differences: readonly Difference[]): Difference[] {
  return [...new Map(differences.map((each) => [`${each.place} ${each.what}`, each])).values()];
}

function line({ place, what }: Difference): string {
  const why = explained(place);
  return why === undefined ? `UNEXPLAINED: ${place} ${what}` : `${place} ${what}: ${why}`;
}
