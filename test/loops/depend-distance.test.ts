import { afterAll, describe, expect, it } from "vitest";
import { flatDistances } from "../../src/loops/depend/index.ts";
import type { Expr, For, Stmt, While } from "../../src/loops/nodes.ts";
import { int32 } from "../../src/types/types.ts";
import { checkDistances } from "./distances.ts";
import { alwaysRuns } from "./enumerate.ts";
import {
  arith,
  assign,
  compare,
  index,
  kernel,
  load,
  loop,
  num,
  origin,
  randomNest,
  seeded,
  shapes,
  store,
  value,
  when,
} from "./nests.ts";

/** Kernels a property; LUTRA_NESTS=20000 for a long run. */
const COUNT = Number(process.env.LUTRA_NESTS ?? 40);

const chainOf = (stmt: Stmt): string[] => {
  if (stmt.kind !== "for") return [];
  const inner = stmt.body.find((one): one is For => one.kind === "for");
  return [stmt.name, ...(inner === undefined ? [] : chainOf(inner))];
};

function isImperfect(stmt: Stmt): boolean {
  if (stmt.kind !== "for") return false;
  const inner = stmt.body.find((one) => one.kind === "for");
  return inner !== undefined && (stmt.body.length > 1 || isImperfect(inner));
}

describe("distances in random nests are those that running them finds", () => {
  const tally = { asked: 0, inexact: 0, lower: 0 };
  afterAll(() => {
    if (COUNT > 100) console.info(tally);
  });

  for (const [depth, perfect, outer, inner] of [
    [1, true, 0, 0],
    [2, true, 0, 0],
    [2, false, 0, 0],
    [2, true, 1, 0],
    [3, true, 0, 0],
    [3, false, 0, 0],
    [3, false, 1, 0],
    [3, false, 0, 1],
  ] as const) {
    it(`${depth} deep, ${perfect ? "perfect" : "imperfect"}, ${outer} around, ${inner} inside`, () => {
      for (let k = 0; k < COUNT; k++) {
        const random = seeded((depth * 4 + outer * 2 + Number(perfect)) * 1_000_003 + k);
        const loops = kernel(shapes, [randomNest(random, { depth, perfect })]);
        const names = loops.body.flatMap(chainOf);
        if (loops.body.some(isImperfect) && !alwaysRuns(loops, names)) continue;
        checkDistances(loops, names.slice(outer, depth - inner), tally);
      }
    });
  }
});

describe("distances of nests by hand", () => {
  const at = index;
  const plus = (name: string, by: number) => arith("add", index(name), num(by));
  const one: Expr = { kind: "const", value: 1, type: int32 };
  const add = (left: Expr, right: Expr) => arith("add", left, right);
  const update = (name: string, where: () => Expr[]) =>
    store(name, where(), add(load(name, ...where()), load("x", num(0))));

  /** `kind distance` of all, in order; `?` where not exact, `!` where always. */
  function told(
    nest: readonly (For | While)[],
    around: readonly Stmt[] = nest.slice(0, 1),
    limit = 64,
  ): string[] {
    const loops = kernel(arrays, around, ["s", "t"]);
    return flatDistances(loops, nest, nest.at(-1)?.body ?? around, limit).map(
      ({ kind, distance, exact, always }) => `${kind} ${distance}${exact ? "" : "?"}${always ? "!" : ""}`,
    );
  }
  const arrays = { a: [512], b: [64, 64], c: [64, 64], p: [64], x: [64], h: [64] };
  const nestOf = (...loops: readonly For[]) => loops;

  it("an accumulation into an element by inner iteration", () => {
    const inner = loop("j", 0, 4, [update("p", () => [at("j")])]);
    expect(told([loop("i", 0, 8, [inner]), inner])).toEqual(["anti 0!", "flow 4!", "output 4!"]);
  });

  it("a recurrence", () => {
    const i = loop("i", 1, 64, [store("p", [at("i")], load("p", plus("i", -1)))]);
    expect(told([i])).toEqual(["flow 1!"]);
  });

  it("different arrays never meet", () => {
    const i = loop("i", 1, 63, [
      store("p", [at("i")], add(load("x", plus("i", -1)), load("x", plus("i", 1)))),
    ]);
    expect(told([i])).toEqual([]);
  });

  it("a matrix product, by rows and by the sum", () => {
    const product = () => update("c", () => [at("i"), at("j")]);
    const k = loop("k", 0, 16, [product()]);
    const j = loop("j", 0, 16, [k]);
    expect(told([loop("i", 0, 16, [j]), j, k])).toEqual(["anti 0!", "flow 1", "output 1"]);
    const j2 = loop("j", 0, 16, [product()]);
    const k2 = loop("k", 0, 16, [j2]);
    expect(told([loop("i", 0, 16, [k2]), k2, j2])).toEqual(["anti 0!", "flow 16", "output 16"]);
  });

  it("a triangular product", () => {
    const k = loop("k", 0, 8, [update("c", () => [at("i"), at("j")])]);
    const j = loop("j", 0, plus("i", 1), [k]);
    expect(told([loop("i", 0, 16, [j]), j, k])).toEqual(["anti 0!", "flow 1", "output 1"]);
    const j2 = loop("j", 0, plus("i", 2), [update("c", () => [at("i"), at("j")])]);
    const k2 = loop("k", 0, 8, [j2]);
    expect(told([loop("i", 0, 16, [k2]), k2, j2])).toEqual(["anti 0!", "flow 2", "output 2"]);
    const j3 = loop("j", 0, plus("i", 2), [update("p", () => [at("j")])]);
    expect(told([loop("i", 0, 16, [j3]), j3])).toEqual(["anti 0!", "flow 2", "output 2"]);
  });

  it("even and odd elements never meet", () => {
    const twice = (by: number) => arith("add", arith("mul", num(2), index("i")), num(by));
    expect(told([loop("i", 0, 64, [store("a", [twice(0)], load("a", twice(1)))])])).toEqual([]);
  });

  it("halves of an array, within the limit and beyond it", () => {
    const i = (half: number) => loop("i", 0, 2 * half, [store("a", [plus("i", half)], load("a", at("i")))]);
    expect(told([i(32)])).toEqual(["flow 32!"]);
    expect(told([i(100)])).toEqual([]);
    expect(told([loop("i", 0, 32, [store("a", [plus("i", 32)], load("a", at("i")))])])).toEqual([]);
  });

  it("an element chosen by data", () => {
    const i = loop("i", 0, 64, [update("h", () => [load("x", at("i"))])]);
    expect(told([i])).toEqual(["anti 0?", "flow 1?", "output 1?"]);
  });

  it("branches that exclude each other", () => {
    const chosen = compare("lt", load("x", at("i")), one);
    const i = loop("i", 0, 8, [
      when(chosen, [store("p", [num(0)], one)], [store("p", [num(0)], load("p", num(0)))]),
    ]);
    const between = told([i]);
    expect(between).toContain("flow 1?");
    expect(between.some((text) => text.includes(" 0"))).toBe(true); // the load and the store of one branch
    expect(between.filter((text) => text.startsWith("output 0"))).toEqual([]);
    const low = when(compare("lt", at("i"), num(4)), [store("p", [num(3)], one)]);
    const high = when(compare("ge", at("i"), num(6)), [assign("s", load("p", num(3)))]);
    expect(told([loop("i", 0, 8, [low, high])])).toEqual(["output 1", "flow 3"]);
  });

  it("a ring of four", () => {
    const ring = (by: number) => arith("mod", plus("i", by), num(4));
    const i = loop("i", 0, 64, [store("p", [ring(0)], load("p", ring(1)))]);
    expect(told([i])).toEqual(["anti 1!", "flow 3!", "output 4!"]);
  });

  it("statements beside the inner loop run in its first and last iteration", () => {
    const j = loop("j", 0, 4, [update("p", () => [at("i")])]);
    const i = loop("i", 0, 8, [store("p", [at("i")], one), j, store("x", [at("i")], load("p", at("i")))]);
    const loops = told([i, j]);
    expect(loops).toContain("flow 0");
    expect(loops).not.toContain("flow 4");
  });

  it("scalars fixed outside the nest, and known ones inside it", () => {
    const i = loop("i", 0, 16, [
      assign("t", arith("add", index("i"), value("s"))),
      store("a", [value("t")], load("a", arith("add", index("i"), value("s")))),
      assign("t", arith("add", index("i"), num(3))),
      store("p", [value("t")], load("p", index("i"))),
    ]);
    const around = [loop("o", 0, 4, [assign("s", load("x", at("o"))), i])];
    expect(told([i], around)).toEqual(["anti 0!", "flow 3!"]);
  });

  it("without loops, the order of the statements", () => {
    const body = [
      store("p", [num(0)], one),
      assign("t", load("p", num(1))),
      store("p", [num(1)], load("p", num(0))),
    ];
    expect(told([], body)).toEqual(["flow 0!", "anti 0!"]);
  });

  it("of a `while`, every iteration may be the next one", () => {
    const loop: While = {
      kind: "while",
      name: "while",
      condition: compare("lt", value("s"), one),
      body: [
        store("p", [num(0)], one),
        store("p", [value("s")], load("p", num(1))),
        assign("s", add(value("s"), one)),
      ],
      origin,
    };
    const found = told([loop]);
    expect(found.every((text) => text.endsWith("?"))).toBe(true);
    expect(found).toContain("flow 1?");
  });

  it("tiles", () => {
    const i = loop("i", index("ii"), plus("ii", 4), [update("p", () => [arith("sub", at("i"), at("ii"))])]);
    expect(told(nestOf(loop("ii", 0, 32, [i], 4), i))).toEqual(["anti 0!", "flow 4!", "output 4!"]);
  });

  it("takes two thousand accesses to one array in its stride", () => {
    const where = (k: number) => arith("add", arith("mul", num(1000), index("j")), num(k));
    const body = Array.from({ length: 1000 }, (_, k) => store("a", [where(k)], load("a", where(k))));
    const j = loop("j", 0, 64, body);
    const i = loop("i", 0, 64, [j]);
    const found = flatDistances(kernel({ a: [64_000] }, [i]), [i, j], body);
    expect(found.length).toBe(3000);
  });
});
