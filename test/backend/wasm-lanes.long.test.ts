/**
 * Every operation of every element type as a loop over arrays. Which of them run as vectors is a golden file; what they
 * give on values at the edges is what the reference gives.
 *
 *     UPDATE=1 npx vitest run test/backend/wasm-lanes     writes the golden file anew
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import type { ArrayDecl, Loops } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { mapExpr } from "../../src/loops/walk.ts";
import type { ScalarType } from "../../src/types/types.ts";
import { arr, filled, kernel, left, load, loop, sameLeft, store, v } from "./wasm-build.ts";
import {
  numpyTypes,
  type Operation,
  operationsOn,
  otherTypes,
  partners,
  typeOf,
  valuesOf,
} from "./wasm-operations.ts";

const golden = fileURLToPath(new URL("golden/wasm-lanes.txt", import.meta.url));
const expected = existsSync(golden) ? readFileSync(golden, "utf8").split("\n") : [];
const found: string[] = [];

/** Python's numbers are no elements; of the types without lanes float16 stands for all. */
const elements = [...numpyTypes, ...otherTypes].filter(
  (name) => !/^python|^float<|<100>|<300>|<90,/.test(name),
);

describe.each(elements)("%s", (name) => {
  it("on itself", { timeout: 60_000 }, () => agrees(name, name));
  for (const partner of partners[name] ?? []) {
    it(`with ${partner}`, { timeout: 60_000 }, () => agrees(name, partner));
  }
});

afterAll(() => {
  if (process.env.UPDATE) writeFileSync(golden, `${found.join("\n")}\n`);
});

async function agrees(one: string, two: string): Promise<void> {
  const [a, b] = [typeOf(one), typeOf(two)];
  const [lefts, rights] = [valuesOf(a), valuesOf(b)];
  const some = lefts.flatMap((x) => rights.map((y) => [x, y] as const));
  const size = Math.max(some.length, 37); // some full vectors, and a rest
  const pairs = Array.from({ length: size }, (_, i) => some[i % some.length] ?? some[0] ?? [0, 0]);
  const all = operationsOn(...operands(a, b, pairs.length)).filter(({ expr }) => expr.type.kind !== "python");
  const { forms } = await compileWasm(elementwise(a, b, pairs.length, all));
  const kept = all.filter((_, i) => "lanes" in (forms.get(`i${i}`) ?? {}));
  const names = kept.map((operation) => operation.name);
  const isCast = (name: string): boolean =>
    [...numpyTypes, ...otherTypes].some((to) => name.endsWith(`${to}(a)`));
  const lines = [
    `${one === two ? one : `${one} with ${two}`}: ${names.filter((name) => !isCast(name)).join(" ")}`.trim(),
    ...(names.some(isCast) ? [`  ${names.filter(isCast).join(" ")}`.replaceAll("(a)", "")] : []),
  ];
  found.push(...lines);
  if (!process.env.UPDATE) {
    const at = expected.indexOf(lines[0] ?? "");
    expect(expected.slice(at, at + lines.length)).toEqual(lines);
  }
  const loops = elementwise(a, b, pairs.length, kept);
  const zeros = loops.params.map((param) => {
    const { element, shape } = param as ArrayDecl;
    return [param.name, filled(element, shape, [])] as const;
  });
  const args = {
    ...Object.fromEntries(zeros),
    a: filled(
      a,
      [pairs.length],
      pairs.map(([x]) => x),
    ),
    b: filled(
      b,
      [pairs.length],
      pairs.map(([, y]) => y),
    ),
  };
  const [ours, theirs] = [left(await compileWasm(loops), args), left(prepareLoops(loops), args)];
  expect(theirs.fault).toBeNull(); // a vector never faults
  expect(sameLeft(left(await compileWasm(loops, { quick: true }), args), ours)).toBe(true);
  const wrong = kept.filter((_, i) => !sameLeft(only(ours, `r${i}`), only(theirs, `r${i}`)));
  expect(wrong.map((operation) => operation.name)).toEqual([]);
}

function only({ args }: ReturnType<typeof left>, name: string): ReturnType<typeof left> {
  return { args: { [name]: args[name] }, results: [], fault: null };
}

function operands(
  a: ScalarType,
  b: ScalarType,
  size: number,
): [ReturnType<typeof load>, ReturnType<typeof load>] {
  return [load(arr("a", a, size), v("i")), load(arr("b", b, size), v("i"))];
}

/** `for i: r[i] = operation(a[i], b[i])`, one after the other. */
function elementwise(a: ScalarType, b: ScalarType, size: number, operations: readonly Operation[]): Loops {
  const results = operations.map(({ expr }, i) => arr(`r${i}`, expr.type, size));
  return kernel({
    params: [arr("a", a, size), arr("b", b, size), ...results],
    body: operations.map(({ expr }, i) => {
      const own = mapExpr(expr, (inner) => (inner.kind === "var" ? v(`i${i}`) : inner));
      return loop(`i${i}`, 0, size, store(results[i] as ArrayDecl, [v(`i${i}`)], own));
    }),
  });
}
