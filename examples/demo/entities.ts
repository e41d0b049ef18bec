import { expandTerm, isEntityOf, isFourfoldError, localized } from "fourfold";
import type { Chapter, Stage } from "./chapter.js";
import { runStep } from "./reporter.js";

/** Knowledge Graph Search: suggestions, search-as-you-type, languages, full names, and an invalid search. */
export const entities: Chapter = {
  title: "Knowledge Graph Search",
  async run(stage) {
    await suggestCities(stage);
    await searchAsYouType(stage);
    await readLanguages(stage);
    await rejectSearch(stage);
  },
};

async function suggestCities({ client, report }: Stage): Promise<void> {
  const step = {
    title: "Suggest cities for a delivery address",
    why: "Results are typed JSON-LD: isEntityOf narrows the type, localized picks a language.",
    lines: `
      const response = await client.entities.search({ query: "ber", prefix: true, types: ["City"], limit: 5 });
      if (!isEntityOf(result, "City")) continue;`,
    code: ["examples/04-search-entities.ts", "examples/05-typed-entities.ts"],
  };
  await runStep(report, step, async (details) => {
    const response = await client.entities.search({ query: "ber", prefix: true, types: ["City"], limit: 5 });
    const cities: string[] = [];
    for (const { result, resultScore } of response.itemListElement ?? []) {
      if (!isEntityOf(result, "City")) continue;
      const [name, description] = [localized(result.name, "en"), localized(result.description, "en")];
      cities.push(`${name}`);
      details.note(`${name}: ${description}; types ${result["@type"]?.join(", ")}`, { name, description, resultScore });
    }
    for (const term of ["City", "resultScore", "kg:/m/0x"]) {
      details.note(`"${term}" in full: ${expandTerm(term, response["@context"])}`, { term });
    }
    return { text: `Suggested cities for "ber" in the delivery form: ${cities.join(", ")}.`, facts: { cities } };
  });
}

async function searchAsYouType({ client, sandbox, report }: Stage): Promise<void> {
  const step = {
    title: "Search as a customer types",
    why: "An outdated response never replaces a newer one, so the list always matches the text.",
    lines: `
      const suggest = client.entities.suggest({ limit: 1 });
      const outcomes = await Promise.allSettled(typed.map((text) => suggest(text)));`,
    code: ["examples/04-search-entities.ts"],
  };
  await runStep(report, step, async (details) => {
    const before = sandbox.requests.length;
    const suggest = client.entities.suggest({ limit: 1 });
    const typed = ["l", "lo", "lon", "londo"];
    const outcomes = await Promise.allSettled(typed.map((text) => suggest(text)));
    let [name, cancelled] = ["", 0];
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === "fulfilled")
        name = localized(outcome.value.itemListElement?.[0]?.result?.name, "en") ?? "";
      else cancelled += 1;
      const text = outcome.status === "fulfilled" ? name : `outdated, rejected with an ${outcome.reason.name}`;
      details.note(`"${typed[index]}": ${text}`, { typed: typed[index] });
    }
    const requests = sandbox.requests.length - before;
    const text = `Found ${name} while a customer typed "londo": ${typed.length} calls, ${cancelled} cancelled, ${requests} sent.`;
    return { text, facts: { requests, cancelled, name } };
  });
}

async function readLanguages({ client, report }: Stage): Promise<void> {
  const step = {
    title: "Read one entity in several languages",
    why: "With several languages, texts are lists; localized picks the best one for your user.",
    code: ["examples/04-search-entities.ts"],
    extra: true,
  };
  await runStep(report, step, async () => {
    const languages = ["en", "de", "fr"];
    const { itemListElement = [] } = await client.entities.search({ query: "Vienna", languages, limit: 1 });
    const names = languages.map((language) => localized(itemListElement[0]?.result?.name, language));
    return {
      text: `Read the name of a city in three languages with one request: ${names.join(", ")}.`,
      facts: { names },
    };
  });
}

async function rejectSearch({ client, report }: Stage): Promise<void> {
  const step = {
    title: "Reject an invalid search before it is sent",
    why: "Searches are validated like tables: all problems are reported together.",
    code: ["docs/guides/errors-and-retries.md"],
    extra: true,
  };
  await runStep(report, step, async (details) => {
    try {
      await client.entities.search({ query: "ada", limit: 1_000, languages: ["english"], types: ["schema:Person"] });
    } catch (error) {
      if (!isFourfoldError(error, "invalid_request")) throw error;
      details.note(error.message, { code: error.code, issues: error.issues });
      return { text: `Rejected a search with ${error.issues.length} problems; no request was sent.` };
    }
    throw new Error("the search was accepted");
  });
}
