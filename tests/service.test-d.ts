import { apiKey, createService, defineMethod, type Service, type ServiceOptions, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { OAuth2Client } from "google-auth-library";
import { expectTypeOf } from "vitest";
import * as z from "zod/mini";

const baseUrl = "https://tasks.googleapis.com";
const get = defineMethod({ name: "tasks.get", http: "GET /{task}", response: z.object({ id: z.string() }) });

expectTypeOf(createService({ baseUrl })).toEqualTypeOf<Service>();
expectTypeOf(createService({ baseUrl }).call(get, { task: "a" })).resolves.toEqualTypeOf<{ id: string }>();
createService(createSandbox().clientOptions);
createService({ ...createSandbox().clientOptions, retry: false, naming: vendorNaming });
createService({ baseUrl, auth: new OAuth2Client(), headers: { a: "b" }, deadlineMs: 5 });
export const wrapper = (options: Omit<ServiceOptions, "baseUrl">): Service => createService({ ...options, baseUrl });

// @ts-expect-error the address is required
createService({});
// @ts-expect-error the address is required
createService();
// @ts-expect-error one address
createService({ baseUrl: { warehouse: baseUrl } });
// @ts-expect-error one provider
createService({ baseUrl, auth: { entities: apiKey("k") } });
// @ts-expect-error rules are those of this package's own methods
createService({ baseUrl, rules: {} });
// @ts-expect-error a misspelt option
createService({ baseUrl, timeoutMS: 5 });
// @ts-expect-error a path parameter is missing
createService({ baseUrl }).call(get, {});
