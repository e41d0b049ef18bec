import { expect, onTestFinished, test } from "vitest";
import { lockDown } from "../../../site/playground/lock-down.js";

const functions = [() => {}, async () => {}, function* () {}, async function* () {}];

/** Restores the constructors of functions after the test. */
function restoreConstructors(): void {
  const saved = functions.map((each) => {
    const original = each.constructor;
    return { prototype: Object.getPrototypeOf(each), original, parent: Object.getPrototypeOf(original) };
  });
  onTestFinished(() => {
    for (const { prototype, original, parent } of saved) {
      Object.defineProperty(prototype, "constructor", { value: original });
      Object.setPrototypeOf(original, parent);
    }
  });
}

test("removes globals and replaced originals from the prototypes of the scope", () => {
  restoreConstructors();
  const original = () => "original";
  const replaced = () => "replaced";
  const parent = { setTimeout: original, WebSocket: original, navigator: {} };
  const scope = Object.create(parent);
  lockDown(scope, { setTimeout: replaced });
  expect([scope.setTimeout, scope.WebSocket, scope.navigator]).toEqual([replaced, undefined, undefined]);
  for (const name of ["setTimeout", "WebSocket", "navigator"]) Reflect.deleteProperty(scope, name);
  expect([scope.setTimeout, scope.WebSocket, scope.navigator]).toEqual([undefined, undefined, undefined]);
});

test("blocks evaluation, also through the prototypes of constructors", () => {
  restoreConstructors();
  const scope: { eval?: typeof eval; Function?: FunctionConstructor } = {};
  lockDown(scope, {});
  const constructors = functions.flatMap((each) => [each.constructor, Object.getPrototypeOf(each.constructor)]);
  const attempts = [
    () => scope.eval?.("1"),
    ...constructors
      .filter((each) => each !== Function.prototype)
      .flatMap((each) => [() => each("return 1"), () => Reflect.construct(each, ["return 1"])]),
  ];
  const errors = attempts.map((attempt) => {
    try {
      return attempt();
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(errors).toEqual(Array(15).fill("EvalError"));
  expect(Object.getPrototypeOf((async () => {}).constructor)).toBe(scope.Function);
});
