/** Every operation of every scalar type on values at the edges: WebAssembly gives what the reference gives. */
import { describe, expect, it } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import type { Loops, ScalarDecl, Stmt } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import type { Value } from "../../src/types/operators.ts";
import { pythonInt, type ScalarType } from "../../src/types/types.ts";
import { assign, cmp, int, kernel, left, scalar, v, when } from "./wasm-build.ts";
import {
  numpyTypes,
  type Operation,
  operationsOn,
  otherTypes,
  partners,
  typeOf,
  valuesOf,
} from "./wasm-operations.ts";

describe.each([...numpyTypes, ...otherTypes])("%s", (name) => {
  const type = typeOf(name);
  it("on itself", { timeout: 60_000 }, () => agrees(type, type));
  for (const partner of partners[name] ?? []) {
    it(`with ${partner}`, { timeout: 60_000 }, () => agrees(type, typeOf(partner)));
  }
});

async function agrees(a: ScalarType, b: ScalarType): Promise<void> {
  const isUnary = ({ name }: Operation): boolean => name.includes("(a)");
  const operations = operationsOn(v("a", a), v("b", b));
  await agreesOn(
    a,
    b,
    operations.filter((one) => !isUnary(one)),
    valuesOf(b),
  );
  await agreesOn(a, b, operations.filter(isUnary), valuesOf(b).slice(0, 1));
}

async function agreesOn(
  a: ScalarType,
  b: ScalarType,
  operations: readonly Operation[],
  rights: readonly Value[],
): Promise<void> {
  const loops = selector(a, b, operations);
  const reference = prepareLoops(loops);
  const ways = [await compileWasm(loops), await compileWasm(loops, { quick: true })];
  const lefts = valuesOf(a);
  const wrong: string[] = [];
  const check = (which: number, x: Value, y: Value): void => {
    const args = { a: x, b: y, which };
    const theirs = left(reference, args);
    for (const wasm of ways) {
      const ours = left(wasm, args);
      if (same(theirs, ours)) continue;
      const show = (one: typeof ours): string => one.fault?.message ?? String(one.results[which]);
      wrong.push(`${operations[which]?.name}: ${x}, ${y} is ${show(theirs)}, not ${show(ours)}`);
    }
  };
  for (const which of operations.keys()) {
    for (const x of lefts) for (const y of rights) check(which, x, y);
  }
  expect(wrong.slice(0, 20)).toEqual([]);
}

function same(a: ReturnType<typeof left>, b: ReturnType<typeof left>): boolean {
  if (a.fault !== null || b.fault !== null) return JSON.stringify(a.fault) === JSON.stringify(b.fault);
  return a.results.every((value, i) => Object.is(value, b.results[i]));
}

/** `which` says what is computed; everything else stays zero. */
function selector(a: ScalarType, b: ScalarType, operations: readonly Operation[]): Loops {
  const results: ScalarDecl[] = operations.map(({ expr }, i) => scalar(`r${i}`, expr.type));
  const zeros: Stmt[] = results.map(({ name, type }) => assign(name, int(zeroOf(type), type)));
  const choices = operations.map(
    ({ expr }, i): Stmt => when(cmp("eq", v("which"), int(i)), [assign(`r${i}`, expr)]),
  );
  return kernel({
    params: [scalar("a", a), scalar("b", b), scalar("which", pythonInt)],
    scalars: results,
    body: [...zeros, ...choices],
    results: results.map(({ name }) => name),
  });
}

function zeroOf(type: ScalarType): Value {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool") ? false : 0;
}
