import { type Client, expandTerm, isEntityOf, isFourfoldError, localized } from "fourfold";
import type { Sandbox } from "fourfold/testing";
import type { Reporter } from "./reporter.js";

/** The entities: a search, the same in other languages, names in full, search-as-you-type, and a refused search. */
export async function demoEntities(client: Client, sandbox: Sandbox, report: Reporter): Promise<void> {
  await searchByPrefix(client, report);
  await readLanguages(client, report);
  await typeAhead(client, sandbox, report);
  await showRefusal(client, report);
}

async function searchByPrefix(client: Client, report: Reporter): Promise<void> {
  report.step("Search for entities whose name begins with “ber”", {
    shows: "results are JSON-LD: isEntityOf narrows them to a type, expandTerm writes their names in full",
    code: ["examples/04-search-entities.ts", "examples/05-typed-entities.ts"],
  });
  const response = await client.entities.search({ query: "ber", prefix: true, limit: 5 });
  for (const { result, resultScore } of response.itemListElement ?? []) {
    const [name, description] = [localized(result?.name, "en"), localized(result?.description, "en")];
    const types = result?.["@type"];
    const kind = isEntityOf(result, "Place") ? "a Place" : `no Place: it is of the types ${types?.join(", ")}`;
    report.note(`${name}: ${description} (${kind})`, { name, description, types, resultScore });
  }
  const context = response["@context"];
  const names = Object.fromEntries(
    ["Person", "resultScore", "kg:/m/0x"].map((term) => [term, expandTerm(term, context)]),
  );
  for (const [term, address] of Object.entries(names)) report.note(`“${term}” in full: ${address}`, { term, address });
}

async function readLanguages(client: Client, report: Reporter): Promise<void> {
  report.step("Read one entity in several languages", {
    shows: "with several languages, names come as lists, out of which localized picks one",
    code: ["examples/04-search-entities.ts"],
  });
  const { itemListElement = [] } = await client.entities.search({
    query: "Vienna",
    languages: ["en", "de", "fr"],
    limit: 1,
  });
  for (const language of ["en", "de", "fr"]) {
    const name = localized(itemListElement[0]?.result?.name, language);
    report.note(`${language}: ${name}`, { language, name });
  }
}

async function typeAhead(client: Client, sandbox: Sandbox, report: Reporter): Promise<void> {
  report.step("Search as you type: only the newest call arrives", {
    shows: "a newer call ends the one before it, so that an outdated result never overwrites a newer one",
    code: ["examples/04-search-entities.ts"],
  });
  const before = sandbox.requests.length;
  const suggest = client.entities.suggest({ limit: 1 });
  const typed = ["e", "ei", "eiff", "eiffel t"];
  const outcomes = await Promise.allSettled(typed.map((text) => suggest(text)));
  for (const [index, outcome] of outcomes.entries()) {
    const text = typed[index];
    if (outcome.status === "rejected") {
      report.note(`“${text}”: outdated, ended with an ${outcome.reason.name}`, {
        typed: text,
        outcome: outcome.reason.name,
      });
    } else {
      const name = localized(outcome.value.itemListElement?.[0]?.result?.name, "en");
      report.note(`“${text}”: ${name}`, { typed: text, name });
    }
  }
  const requests = sandbox.requests.length - before;
  report.note(`of ${typed.length} calls, ${requests} had to be sent`, { requests });
}

async function showRefusal(client: Client, report: Reporter): Promise<void> {
  report.step("See a bad search refused before it is sent", {
    shows: "searches are checked like tables: everything that is wrong comes at once",
    code: ["docs/guides/errors-and-retries.md"],
  });
  try {
    await client.entities.search({ query: "ada", limit: 1_000, languages: ["english"], types: ["schema:Person"] });
  } catch (error) {
    if (!isFourfoldError(error, "invalid_request")) throw error;
    report.note(error.message, { code: error.code, issues: error.issues });
  }
}
