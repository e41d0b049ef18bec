import { expandTerm, isEntityOf, localized } from "fourfold";
import type { Chapter, Stage } from "./chapter.js";
import { excerptOf } from "./excerpt.js";
import { runStep } from "./reporter.js";

/** Knowledge Graph Search: suggestions, search-as-you-type, languages, and full names. */
export const entities: Chapter = {
  title: "Knowledge Graph Search",
  more: ["examples/04-search-entities.ts", "examples/05-typed-entities.ts", "docs/guides/entities.md"],
  async run(stage) {
    await suggestCities(stage);
    await searchAsYouType(stage);
    await readLanguages(stage);
  },
};

async function suggestCities({ client, report }: Stage): Promise<void> {
  const step = {
    title: "Suggest cities for a delivery address",
    why: "Results are typed JSON-LD: isEntityOf narrows the type, localized picks a language.",
    lines: excerptOf(import.meta.url, "cities"),
  };
  await runStep(report, step, async (details) => {
    // show cities
    const response = await client.entities.search({ query: "ber", prefix: true, types: ["City"], limit: 5 });
    const found = response.itemListElement?.map(({ result }) => result) ?? [];
    const cities = found.filter((entity) => isEntityOf(entity, "City"));
    const names = cities.map(({ name }) => localized(name, "en"));
    // end
    for (const { description, ...city } of cities) {
      details.note(`${localized(description, "en")}; types ${city["@type"]?.join(", ")}`);
    }
    for (const term of ["City", "resultScore", "kg:/m/0x"]) {
      details.note(`"${term}" in full: ${expandTerm(term, response["@context"])}`, { term });
    }
    return { text: `Suggested cities for "ber" in the delivery form: ${names.join(", ")}.`, facts: { names } };
  });
}

async function searchAsYouType({ client, sandbox, report }: Stage): Promise<void> {
  const step = {
    title: "Search as a customer types",
    why: "An outdated response never replaces a newer one, so the list always matches the text.",
    lines: excerptOf(import.meta.url, "suggest"),
  };
  await runStep(report, step, async (details) => {
    const before = sandbox.requests.length;
    const typed = ["l", "lo", "lon", "londo"];
    // show suggest
    const suggest = client.entities.suggest({ limit: 1 });
    const outcomes = await Promise.allSettled(typed.map((text) => suggest(text)));
    // end
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
    lines: excerptOf(import.meta.url, "languages"),
    extra: true,
  };
  await runStep(report, step, async () => {
    // show languages
    const languages = ["en", "de", "fr"];
    const { itemListElement = [] } = await client.entities.search({ query: "Vienna", languages, limit: 1 });
    const names = languages.map((language) => localized(itemListElement[0]?.result?.name, language));
    // end
    return {
      text: `Read the name of a city in three languages with one request: ${names.join(", ")}.`,
      facts: { names },
    };
  });
}
