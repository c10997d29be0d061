/**
 * Random nests that read and write a few arrays near each other, under conditions, with temporaries and accumulations:
 * as vectors where that is right, and always the bits of the reference.
 *
 *     LUTRA_PROGRAMS=2000 LUTRA_SEED=7 npx vitest run test/backend/wasm-simd-generated     as many as wanted
 */
import { expect, test } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { seededArgument } from "../../src/call/seeded.ts";
import type { Expr, Loops, ScalarDecl, Stmt } from "../../src/loops/nodes.ts";
import { arrayType, prepareLoops } from "../../src/loops/program.ts";
import {
  float32,
  float64,
  int8,
  int32,
  int64,
  pythonInt,
  type ScalarType,
  uint16,
} from "../../src/types/types.ts";
import { rng } from "../schedule/random.ts";
import {
  arr,
  assign,
  bin,
  cast,
  cmp,
  int,
  kernel,
  left,
  load,
  loop,
  sameLeft,
  scalar,
  store,
  v,
  when,
} from "./wasm-build.ts";

const programs = Number(process.env.LUTRA_PROGRAMS ?? 60);
const first = Number(process.env.LUTRA_SEED ?? 1);

test(`${programs} from seed ${first}`, { timeout: 3_600_000 }, async () => {
  const wrong: number[] = [];
  let vectors = 0;
  for (let seed = first; seed < first + programs; seed++) {
    const loops = program(seed);
    const args = Object.fromEntries(
      loops.params.map((param) => {
        if (param.kind === "scalar")
          return [param.name, [0, 3, 17, 40, 41, 1000, -5, -(2 ** 31)][seed % 8] ?? 0];
        return [param.name, seededArgument(arrayType(param), param.name, seed)];
      }),
    );
    const wasm = await compileWasm(loops);
    vectors += [...wasm.forms.values()].filter((form) => "lanes" in form).length;
    const interpreted = left(prepareLoops(loops), args);
    const quick = await compileWasm(loops, { quick: true });
    if (!sameLeft(left(wasm, args), interpreted) || !sameLeft(left(quick, args), interpreted))
      wrong.push(seed);
  }
  expect(wrong).toEqual([]);
  expect(vectors).toBeGreaterThan(programs / 2); // else nothing is tested here
});

const size = 48;
const margin = 8;

/** Three nests one after the other over the same arrays. */
function program(seed: number): Loops {
  const draw = rng(seed);
  const random = (): number => draw(10_000) / 10_000;
  const pick = <T>(...all: T[]): T => all[Math.floor(random() * all.length)] as T;
  const type = pick<ScalarType>(int32, int32, int8, uint16, int64, float32, float64);
  const other = pick<ScalarType>(type, type, int8, int32, float32);
  const arrays = [arr("a", type, size), arr("b", type, size), arr("c", type, size)];
  const beside = arr("d", other, size);
  const matrix = arr("m", type, 12, size);
  const scalars: ScalarDecl[] = [];
  const isInt = type.kind === "int";

  const nests = [0, 1, 2].map((nest) => {
    const [i, k] = [v(`i${nest}`), v(`k${nest}`)];
    const near = (): Expr => bin("add", i, int(Math.floor(random() * 9) - 4));
    const temporaries: ScalarDecl[] = [];
    const inner = random() < 0.3;
    const leaf = (inside: boolean): Expr => {
      const from = pick(...arrays);
      const all: (() => Expr)[] = [
        () => load(from, near()),
        () => load(from, near()),
        () => load(from, int(Math.floor(random() * size))),
        () => load(matrix, inside ? k : int(3), near()),
        () => int(Math.floor(random() * 5), type),
        () => (beside.element === type ? load(beside, near()) : cast(load(beside, i), type)),
        () => cast(i, type),
        ...temporaries.map(
          ({ name }) =>
            () =>
              v(name, type),
        ),
      ];
      return pick(...all)();
    };
    const value = (depth: number, inside: boolean): Expr => {
      if (depth === 0) return leaf(inside);
      const two = (): [Expr, Expr] => [value(depth - 1, inside), value(depth - 1, inside)];
      const kind = random();
      if (kind < 0.7)
        return bin(
          pick("add", "sub", "mul", "min", "max", ...(isInt ? (["xor", "and"] as const) : [])),
          ...two(),
        );
      const [l, r] = two();
      const test = cmp(pick("lt", "eq", "ge"), l, r);
      return {
        kind: "select",
        condition: test,
        then: value(depth - 1, inside),
        otherwise: leaf(inside),
        type,
        span: { from: 0, to: 0 },
      };
    };
    const target = (inside: boolean): Stmt =>
      random() < 0.15
        ? store(matrix, [inside ? k : int(5), near()], value(1, inside))
        : store(pick(...arrays), [pick(i, i, near())], value(2, inside));
    const simple = (inside: boolean, depth = 1): Stmt => {
      const kind = random();
      if (kind < 0.15 && depth > 0) {
        const test = cmp(pick("lt", "ne"), value(1, inside), value(0, inside));
        return when(test, [simple(inside, depth - 1)], random() < 0.5 ? [simple(inside, depth - 1)] : []);
      }
      if (kind < 0.25) {
        const name = `s${nest}`;
        if (!scalars.some((decl) => decl.name === name)) scalars.push(scalar(name, type));
        return assign(name, bin(pick("add", "add", "sub", "max"), v(name, type), value(1, inside)));
      }
      if (kind < 0.4 && depth > 0) {
        const decl = scalar(`t${nest}${temporaries.length}`, type);
        const stmt = assign(decl.name, value(1, inside));
        if (!inside) temporaries.push(decl);
        scalars.push(decl);
        return stmt;
      }
      return target(inside);
    };
    const body = Array.from({ length: pick(1, 1, 2, 3) }, () => simple(false));
    if (inner) body.splice(pick(0, body.length), 0, loop(`k${nest}`, 0, 12, simple(true, 0)));
    const to = pick<Expr | number>(size - margin / 2, size - margin / 2 - 3, v("n"));
    return loop(`i${nest}`, pick(4, 5, 7), to, ...body);
  });
  return kernel({
    params: [...arrays, beside, matrix, scalar("n", pythonInt)],
    scalars: [...new Map(scalars.map((decl) => [decl.name, decl])).values()],
    body: nests,
    results: scalars.filter(({ name }) => random() < 0.5 && name.startsWith("s")).map(({ name }) => name),
  });
}
