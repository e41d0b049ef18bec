import { createClient, type KyInstance } from "fourfold";
import { createWarehouse } from "fourfold/warehouse";
import ky1 from "ky";
import ky2 from "ky-2";

const baseUrl = "https://a.test";

// Instances of both versions: the default export, and instances from create and extend.
createClient({ baseUrl, ky: ky1 });
createClient({ baseUrl, ky: ky1.create({ headers: { a: "b" }, hooks: { beforeRequest: [(request) => request] } }) });
createClient({ baseUrl, ky: ky2 });
createClient({ baseUrl, ky: ky2.extend({ hooks: { init: [(options) => void options.headers] } }) });
createWarehouse({ baseUrl, ky: undefined });

export const instances: readonly KyInstance[] = [ky1, ky2, ky1.extend({}), ky2.create()];
// @ts-expect-error fetch is not an instance of ky
createClient({ baseUrl, ky: fetch });
// @ts-expect-error options are not an instance of ky
createClient({ baseUrl, ky: { headers: {} } });
