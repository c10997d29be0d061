/** Addresses that walk along with their loops give what the sums gave that they stand for. */
import { expect, it } from "vitest";
import type { CircuitPlan, Item } from "../../../src/synthesis/plan/nodes.ts";
import { itemsIn } from "../../../src/synthesis/plan/walk.ts";
import { withWalks } from "../../../src/synthesis/plan/walks.ts";
import { check } from "./run.ts";
import { block, level, pipeline, planOf, repeat, s, storage, u, type Writer } from "./write.ts";

const rows = 5;
const columns = 11;

interface Index {
  readonly id: number; // of the operation
  readonly factor: number;
}

/** A sum in seven bits, as addresses are computed. */
function sum(g: Writer, constant: number, ...indices: readonly Index[]): number {
  const parts = indices.map(({ id, factor }) => {
    const wide = g.compute("convert", u(7), id);
    return factor === 1 ? wide : g.compute("mul", u(7), wide, g.constant(u(7), factor & 127));
  });
  if (constant !== 0) parts.push(g.constant(u(7), constant & 127));
  return parts.reduce((a, b) => g.compute("add", u(7), a, b));
}

/** out[place] = in[place + 1] + 3, in as many graphs as there are in the body. */
function planWith(body: readonly Item[]): CircuitPlan {
  const registers = [
    { name: "i", type: u(4) },
    { name: "yes", type: u(1) },
  ];
  const storages = [storage("in", u(8), 128), storage("out", u(8), 128)];
  return planOf({ registers, storages, body });
}

function copy(g: Writer, place: (plus: number) => number): void {
  const word = g.load("in", u(8), place(1));
  g.store("out", place(0), g.compute("add", u(8), word, g.constant(u(8), 3)));
}

const across = (a: number, b: number, last = rows - 1): Item =>
  pipeline([level("i", u(4), a, last + 1), level("j", u(4), b, columns)], { ii: 2 }, (g) =>
    copy(g, (plus) =>
      sum(g, plus, { id: g.counter(0, u(4)), factor: columns }, { id: g.counter(1, u(4)), factor: 1 }),
    ),
  );

const down = (ii: number | null): Item =>
  pipeline([level("i", u(4), 0, columns), level("j", u(3), 0, rows)], { ii }, (g) =>
    copy(g, (plus) =>
      sum(g, plus, { id: g.counter(1, u(3)), factor: columns }, { id: g.counter(0, u(4)), factor: 1 }),
    ),
  );

const row = (mayBeEmpty: boolean): Item =>
  pipeline([level("j", u(4), 0, mayBeEmpty ? { register: "i", plus: 1 } : columns)], { mayBeEmpty }, (g) =>
    copy(g, (plus) =>
      sum(g, plus, { id: g.read("i", u(4)), factor: columns }, { id: g.counter(0, u(4)), factor: 1 }),
    ),
  );

const overRows = (...body: readonly Item[]): Item => repeat(level("i", u(4), 0, rows), body);

const cases: readonly (readonly [string, number, CircuitPlan])[] = [
  ["row by row", 1, planWith([across(0, 0)])],
  ["from the middle", 1, planWith([across(2, 3)])],
  ["column by column", 1, planWith([down(1)])],
  ["one iteration after another", 1, planWith([down(null)])],
  ["twice", 2, planWith([across(0, 0), across(1, 0)])],
  ["a loop in a loop", 1, planWith([overRows(row(false))])],
  ["two loops in a loop", 2, planWith([overRows(row(false), row(false))])],
  ["an inner loop whose length changes", 0, planWith([overRows(row(true))])],
  [
    "a block in a loop",
    1,
    planWith([
      overRows(block((g) => copy(g, (plus) => sum(g, plus, { id: g.read("i", u(4)), factor: 23 })))),
    ]),
  ],
  [
    "in a branch, which may not be taken",
    0,
    planWith([
      overRows(
        block((g) => {
          const odd = g.compute({ name: "getBits", low: 0, width: 1 }, u(1), g.read("i", u(4)));
          g.write("yes", odd);
        }),
        {
          kind: "branch",
          condition: "yes",
          then: [row(false)],
          else: [],
          span: { from: 0, to: 0 },
        },
      ),
    ]),
  ],
  [
    "backwards",
    1,
    planWith([
      pipeline([level("i", u(4), 0, rows), level("j", u(4), 0, columns)], {}, (g) =>
        copy(g, (plus) =>
          sum(g, 54 + plus, { id: g.counter(0, u(4)), factor: -11 }, { id: g.counter(1, u(4)), factor: -1 }),
        ),
      ),
    ]),
  ],
  [
    "rows of a power of two, which are wires",
    0,
    planWith([
      pipeline([level("i", u(3), 0, 4), level("j", u(5), 0, 16)], {}, (g) =>
        copy(g, (plus) =>
          sum(g, plus, { id: g.counter(0, u(3)), factor: 16 }, { id: g.counter(1, u(5)), factor: 1 }),
        ),
      ),
    ]),
  ],
  [
    "a variable below zero",
    1,
    planWith([
      pipeline([level("i", s(4), -2, 4), level("j", u(4), 0, columns)], {}, (g) =>
        copy(g, (plus) =>
          sum(g, 22 + plus, { id: g.counter(0, s(4)), factor: 11 }, { id: g.counter(1, u(4)), factor: 1 }),
        ),
      ),
    ]),
  ],
];

it.each(cases)("%s", async (_, walks, plan) => {
  expect(walksIn(withWalks(plan))).toBe(walks);
  const words = Array.from({ length: 128 }, (_, place) => BigInt((place * 37 + 5) % 256));
  const call = { arrays: { in: [words] } };
  const { cycles } = await check(plan, [call, call], { walks: true, interrupted: 9 });
  expect(cycles).toEqual((await check(plan, [call, call])).cycles);
});

function walksIn({ body }: CircuitPlan): number {
  const graphs = [...itemsIn(body)].flatMap((item) =>
    item.kind === "block" || item.kind === "pipeline" ? [item.graph] : [],
  );
  return graphs.flatMap(({ ops }) => ops.filter(({ kind }) => kind === "walk")).length;
}
