import {
  type Client,
  defineMethod,
  type Environment,
  type EnvironmentList,
  environmentMethods,
  type Pager,
} from "fourfold";
import { expectTypeOf } from "vitest";
import * as z from "zod/mini";

declare const client: Client;
const { environments } = client;
const location = { projectId: "p", locationId: "l" };
const response = z.object({ things: z.array(z.string()) });
const things = defineMethod({ name: "things.list", http: "GET /{a}/things", response, items: "things" });
const unsized = defineMethod({ name: "a", http: "GET /a", response, paging: { items: "things", sizeParam: false } });

expectTypeOf(environments.list(location)).toEqualTypeOf<Pager<Environment, EnvironmentList>>();
expectTypeOf(environments.list(location, { maxResults: 5 })).toExtend<AsyncIterable<Environment>>();
expectTypeOf(environments.list(environmentMethods.list, location)).toEqualTypeOf<Pager<Environment, EnvironmentList>>();
expectTypeOf(environments.list(things, { a: "x" })).toEqualTypeOf<Pager<string, { things: string[] }>>();
environments.list(unsized, {}, { pageToken: "a" });
// @ts-expect-error the location is required
environments.list({ projectId: "p" });
// @ts-expect-error an unknown option
environments.list(location, { pageSize: 5 });
// @ts-expect-error a path parameter is missing
environments.list(things, {});
// @ts-expect-error not a list
environments.list(environmentMethods.get, { ...location, environmentId: "e" });
