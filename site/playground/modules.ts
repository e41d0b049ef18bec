import * as fourfold from "fourfold";
import * as auth from "fourfold/auth";
import * as entities from "fourfold/entities";
import * as environments from "fourfold/environments";
import * as gateway from "fourfold/gateway";
import * as userInfo from "fourfold/gateway/user-info";
import * as naming from "fourfold/naming";
import * as testing from "fourfold/testing";
import * as warehouse from "fourfold/warehouse";
import * as yaml from "yaml";
import * as zod from "zod";
import * as zodMini from "zod/mini";
import orders from "../../examples/orders.schema.json" with { type: "json" };
import { needsNode, PROVIDED } from "./imports.js";

const MODULES: Readonly<Record<(typeof PROVIDED)[number], object>> = {
  fourfold,
  "fourfold/auth": auth,
  "fourfold/entities": entities,
  "fourfold/environments": environments,
  "fourfold/gateway": gateway,
  "fourfold/gateway/user-info": userInfo,
  "fourfold/naming": naming,
  "fourfold/testing": testing,
  "fourfold/warehouse": warehouse,
  yaml,
  zod,
  "zod/mini": zodMini,
  "./orders.schema.json": { default: orders },
};

/**
 * Creates the `require` function of a program. Accessing a name that the module does not export throws, as in Node.js.
 */
export function createRequire(
  file: string,
  createSandbox: typeof testing.createSandbox,
): (specifier: string) => unknown {
  const modules: Readonly<Record<string, object>> = { ...MODULES, "fourfold/testing": { ...testing, createSandbox } };
  return (specifier) => {
    const module = Object.hasOwn(modules, specifier) ? modules[specifier] : undefined;
    if (module === undefined) throw notFound(file, specifier);
    return new Proxy(
      { __esModule: true, ...module },
      {
        get(target, name) {
          if (typeof name === "symbol" || name === "then" || Object.hasOwn(target, name))
            return Reflect.get(target, name);
          throw new SyntaxError(`The requested module '${specifier}' does not provide an export named '${name}'`);
        },
      },
    );
  };
}

function notFound(file: string, specifier: string): Error {
  const provided = PROVIDED.join(", ");
  const reason = needsNode(specifier) ? "the playground cannot provide it" : `the playground provides ${provided}`;
  const error = new Error(`Cannot find module '${specifier}' imported from ${file}: ${reason}`);
  return Object.assign(error, { code: "ERR_MODULE_NOT_FOUND" });
}
