// The package, except that every client is created with an instance of ky 2.

import ky from "ky-2";
import { createClient as create } from "./node_modules/fourfold/dist/index.js";

export * from "./node_modules/fourfold/dist/index.js";
export const createClient = (options) => create({ ...options, ky: ky.create({}) });
