/** Stores whose source and target share memory, against a model that copies everything first. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Expr, Sub, View } from "../../src/program/nodes.ts";
import { array, int32, int64, pythonInt } from "../../src/types/types.ts";
import { add, assign, func, program, slice, store, transpose, variable, view } from "./build.ts";
import { counting, type Given, given, givenScalar, list, runProgram } from "./interpret-run.ts";

const extent = 12;

/** A slice of `count` elements that lies inside the array. */
interface Cut {
  readonly start: number;
  readonly step: number;
}

const cuts = (count: number): fc.Arbitrary<Cut> =>
  fc
    .tuple(fc.nat(extent - 1), fc.constantFrom(-2, -1, 1, 2))
    .filter(([start, step]) => {
      const last = start + step * (count - 1);
      return last >= 0 && last < extent;
    })
    .map(([start, step]) => ({ start, step }));

const cases = fc
  .integer({ min: 1, max: 5 })
  .chain((count) =>
    fc.record({ count: fc.constant(count), cuts: fc.tuple(cuts(count), cuts(count), cuts(count)) }),
  );

function places({ start, step }: Cut, count: number): number[] {
  return Array.from({ length: count }, (_, k) => start + step * k);
}

function stopOf({ start, step }: Cut, count: number): number | null {
  const stop = start + step * count;
  return stop < 0 ? null : stop;
}

it.each([
  ["known bounds", false, false],
  ["bounds known when it runs", true, false],
  ["sources under another name", false, true],
  ["both", true, true],
])("slices of one array: %s", (_, dynamic, renamed) => {
  const check = fc.property(cases, fc.constantFrom(int32, int64), ({ count, cuts: own }, type) => {
    const a = given("a", counting(type, [extent]));
    const x = variable("x", a.expr.type);
    const scalars: Given[] = [];
    const bound = (value: number): Expr | number => {
      if (!dynamic) return value;
      const made = givenScalar(`n${scalars.length}`, pythonInt, value);
      scalars.push(made);
      return made.expr;
    };
    const cut = (base: Expr, at: Cut): View => {
      const stop = stopOf(at, count);
      const sub: Sub = slice(bound(at.start), stop === null ? null : bound(stop), at.step);
      return view(base, dynamic ? [{ max: extent }] : [count], sub);
    };
    const source = renamed ? x : a.expr;
    const body = [
      assign("x", a.expr),
      store(cut(a.expr, own[0]), add(cut(source, own[1]), cut(source, own[2]))),
    ];
    const params = [a, ...scalars];
    const kernel = func("kernel", { params: params.map(({ expr }) => expr), locals: [x], body });
    runProgram(program(kernel), ...params);
    const model = Array.from({ length: extent }, (_, k) => k);
    const [to, left, right] = own.map((at) => places(at, count));
    const sums = left?.map((at, k) => at + (right?.[k] ?? 0)) ?? [];
    for (const [k, at] of (to ?? []).entries()) model[at] = sums[k] ?? 0;
    expect(list(a.value)).toEqual(model);
  });
  fc.assert(check, { numRuns: 150 });
});

it("a matrix and its transpose, whatever part is taken", () => {
  const part = fc.record({ row: fc.nat(2), column: fc.nat(2), turned: fc.boolean() });
  const check = fc.property(part, part, part, (to, left, right) => {
    const m = given("m", counting(int32, [4, 4]));
    const cut = ({ row, column, turned }: typeof to): View =>
      view(turned ? transpose(m.expr, 1, 0) : m.expr, [2, 2], slice(row, row + 2), slice(column, column + 2));
    const kernel = func("kernel", { params: [m.expr], body: [store(cut(to), add(cut(left), cut(right)))] });
    runProgram(program(kernel), m);
    const at = ({ row, column, turned }: typeof to, i: number, j: number): number =>
      turned ? (column + j) * 4 + row + i : (row + i) * 4 + column + j;
    const model = Array.from({ length: 16 }, (_, k) => k);
    for (const i of [0, 1]) for (const j of [0, 1]) model[at(to, i, j)] = at(left, i, j) + at(right, i, j);
    expect(list(m.value)).toEqual(model);
  });
  fc.assert(check, { numRuns: 200 });
});

it("an element type of its own never hides an overlap", () => {
  const a = given("a", counting(int64, [4]));
  const whole = variable("w", array(int64, [4]));
  const kernel = func("kernel", {
    params: [a.expr],
    locals: [whole],
    body: [assign("w", view(a.expr, [4], slice(null, null, -1))), store(whole, add(a.expr, a.expr))],
  });
  runProgram(program(kernel), a);
  expect(list(a.value)).toEqual([6, 4, 2, 0]);
});
