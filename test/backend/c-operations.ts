/** Every operation of a pair of types on values at the edges, as a kernel over arrays: those that do not fault. */
import type { ArrayDecl, Loops, Stmt } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { RunFault } from "../../src/program/interpret/index.ts";
import type { Value } from "../../src/types/operators.ts";
import { printType } from "../../src/types/print.ts";
import type { ScalarType } from "../../src/types/types.ts";
import type { Case, Ran } from "./c-cases.ts";
import { arr, assign, bin, filled, int, kernel, left, load, loop, scalar, store, v } from "./wasm-build.ts";
import {
  numpyTypes,
  type Operation,
  operationsOn,
  otherTypes,
  partners,
  typeOf,
  valuesOf,
} from "./wasm-operations.ts";

interface Operations {
  readonly case: Case;
  readonly names: readonly string[]; // of the operation that gives each result
  readonly refused: readonly string[];
}

/** `accepts`: whether the back end writes loops at all; operations it does not write are left out and named. */
function operationsCase(a: ScalarType, b: ScalarType, accepts: (loops: Loops) => boolean): Operations {
  const all = operationsOn(v("a", a), v("b", b));
  const written = all.filter((one) => accepts(single(a, b, one)));
  const refused = all.filter((one) => !written.includes(one)).map((one) => one.name);
  const pairs = written.map((one) => pairsWithout(a, b, one));
  const kept = written.filter((_, k) => (pairs[k] ?? []).length > 0);
  const values = pairs.filter((list) => list.length > 0);
  const total = values.reduce((sum, list) => sum + list.length, 0);
  const [xs, ys] = [arr("xs", a, total), arr("ys", b, total)];
  let start = 0;
  const results: ArrayDecl[] = [];
  const body = kept.map((one, k): Stmt => {
    const count = (values[k] ?? []).length;
    const result = arr(`r${k}`, one.expr.type, count);
    results.push(result);
    const at = bin("add", v(`i${k}`), int(start));
    start += count;
    return loop(
      `i${k}`,
      0,
      count,
      assign("a", load(xs, at)),
      assign("b", load(ys, at)),
      store(result, [v(`i${k}`)], one.expr),
    );
  });
  const loops = kernel({
    params: [xs, ys],
    arrays: results,
    scalars: [scalar("a", a), scalar("b", b)],
    body,
    results: results.map((result) => result.name),
  });
  const flat = values.flat();
  const args = {
    xs: filled(
      a,
      [total],
      flat.map(([x]) => x),
    ),
    ys: filled(
      b,
      [total],
      flat.map(([, y]) => y),
    ),
  };
  return {
    case: { name: `${printType(a)} ${printType(b)}`, loops, args },
    names: kept.map((one) => one.name),
    refused,
  };
}

function single(a: ScalarType, b: ScalarType, { expr }: Operation): Loops {
  return kernel({
    params: [scalar("a", a), scalar("b", b)],
    scalars: [scalar("r", expr.type)],
    body: [assign("r", expr)],
    results: ["r"],
  });
}

/** Pairs of edges for which the operation has a value. */
function pairsWithout(a: ScalarType, b: ScalarType, one: Operation): readonly (readonly [Value, Value])[] {
  const reference = prepareLoops(single(a, b, one));
  const rights = one.name.includes("(a)") ? valuesOf(b).slice(0, 1) : valuesOf(b);
  return valuesOf(a).flatMap((x) =>
    rights.flatMap((y) => {
      try {
        reference.run(
          new Map([
            ["a", x],
            ["b", y],
          ]),
        );
        return [[x, y] as const];
      } catch (error) {
        if (error instanceof RunFault) return [];
        throw error;
      }
    }),
  );
}

/** Of each dialect, types that it writes in ways of their own. */
export const typesOfDialect = {
  vitis: ["int8", "uint32", "int<33>"],
  merlin: [
    "uint8",
    "int32",
    "int64",
    "float64",
    "int<33>",
    "fixed<40,20>",
    "fixed<16,6,nearest_even,saturate>",
  ],
  opencl: ["int16", "uint64", "float64", "fixed<16,6,nearest_even,saturate>"],
} as const;

/** What differs of all operations on these types, each with itself and its partners; all types with LUTRA_CORPUS=all. */
export async function wrongOperationsOn(names: readonly string[], dialect: Dialect): Promise<string> {
  const cases = typePairs(names).map(([a, b]) => operationsCase(a, b, dialect.writes));
  const ran = await dialect.run(cases.map((one) => one.case));
  return ran.flatMap((one, k) => wrongOperations(one, cases[k] as Operations)).join("\n");
}

export interface Dialect {
  readonly writes: (loops: Loops) => boolean;
  readonly run: (cases: readonly Case[]) => readonly Ran[] | Promise<readonly Ran[]>;
}

function typePairs(names: readonly string[]): readonly (readonly [ScalarType, ScalarType])[] {
  const chosen = process.env.LUTRA_CORPUS === "all" ? [...numpyTypes, ...otherTypes] : names;
  return chosen.flatMap((name) =>
    [name, ...(partners[name] ?? [])].map((other) => [typeOf(name), typeOf(other)] as const),
  );
}

/** Results that differ from the reference, a line each. */
function wrongOperations(ran: Ran, { case: one, names }: Operations): readonly string[] {
  if (names.length === 0) return []; // a type of which nothing is written
  if (ran.kind === "broken") return [`${one.name}: ${ran.message}`];
  if (ran.kind === "refused") return [`${one.name}: refused: ${ran.messages.join("; ")}`];
  if (ran.left.fault !== null) return [`${one.name}: ${ran.left.fault.message}`];
  const reference = left(prepareLoops(one.loops), one.args);
  return names.flatMap((name, k) => {
    const [expected, found] = [reference.results[k], ran.left.results[k]] as [Value[], Value[]];
    const i = expected.findIndex((value, at) => !Object.is(value, found[at]));
    return i < 0 ? [] : [`${one.name}: ${name}: element ${i} is ${found[i]}, not ${expected[i]}`];
  });
}
