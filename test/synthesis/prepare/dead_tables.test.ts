/** Tables whose borders are written first and whose inside grows from them: what filled them is gone where none of it is read. */
import { expect, it } from "vitest";
import { withoutRegions } from "../../../src/loops/regions.ts";
import { statementsIn } from "../../../src/loops/walk.ts";
import { withoutDeadFills } from "../../../src/synthesis/prepare/dead_fills.ts";
import { seeded } from "../../hardware/cores/random.ts";
import { ran } from "../network/run.ts";
import { writtenLoops } from "../written.ts";

const size = 5;

interface Table {
  readonly row: readonly [from: number, to: number]; // of row 0, that is written first
  readonly column: readonly [from: number, to: number]; // of column 0
  readonly inside: readonly [row: number, column: number]; // from there on
  readonly reads: readonly (readonly [row: number, column: number])[]; // beside the element that is written
  readonly last: number; // the first row that is read in the end
}

function sourceOf({ row, column, inside, reads, last }: Table): string {
  const terms = reads.map(([j, i]) => `t[${near("j", j)}, ${near("i", i)}]`);
  return `def kernel(x: "int32[16]", y: "int32[16]"):
    t = np.zeros((${size}, ${size}), np.int32)
    for i in range(${row[0]}, ${row[1]}):
        t[0, i] = x[i]
    for j in range(${column[0]}, ${column[1]}):
        t[j, 0] = x[j + 5]
    for j in range(${inside[0]}, ${size}):
        for i in range(${inside[1]}, ${size}):
            t[j, i] = ${[...terms, "x[i]"].join(" + ")}
    for j in range(${last}, ${size}):
        y[j] = t[j, ${size - 1}] + t[${size - 1}, j]`;
}

function near(name: string, by: number): string {
  return by === 0 ? name : `${name} ${by < 0 ? "-" : "+"} ${Math.abs(by)}`;
}

/** Whether anything reads an element that only the fill wrote: by going through it. */
function readsFill({ row, column, inside, reads, last }: Table): boolean {
  const written = new Set<string>();
  for (let i = row[0]; i < row[1]; i++) written.add(`0 ${i}`);
  for (let j = column[0]; j < column[1]; j++) written.add(`${j} 0`);
  for (let j = inside[0]; j < size; j++) {
    for (let i = inside[1]; i < size; i++) {
      if (reads.some(([up, left]) => !written.has(`${j + up} ${i + left}`))) return true;
      written.add(`${j} ${i}`);
    }
  }
  const ends = Array.from({ length: size - last }, (_, k) => last + k);
  return ends.some((j) => !written.has(`${j} ${size - 1}`) || !written.has(`${size - 1} ${j}`));
}

function isFilled(source: string): boolean {
  const loops = withoutDeadFills(withoutRegions(writtenLoops(source)));
  return statementsIn(loops.body).some((stmt) => stmt.kind === "for" && stmt.name === "t.0");
}

const back = [
  [-1, -1],
  [-1, 0],
  [0, -1],
] as const;
const whole: Table = { row: [0, size], column: [0, size], inside: [1, 1], reads: back, last: 0 };

it.each<readonly [string, Table]>([
  ["of the neighbours before it", whole],
  ["with a column that begins at row 1", { ...whole, column: [1, size] }],
  ["of the row above alone", { ...whole, reads: [[-1, 0]], last: 1 }],
])("a table %s needs no fill", async (_, table) => {
  expect(readsFill(table)).toBe(false);
  expect(isFilled(sourceOf(table))).toBe(false);
  for (const seed of [1, 2]) await ran(sourceOf(table), "", seed);
});

it.each<readonly [string, Table]>([
  ["whose row ends early", { ...whole, row: [0, size - 1] }],
  ["whose column ends early", { ...whole, column: [0, size - 1] }],
  ["without its corner", { ...whole, row: [1, size], column: [1, size] }],
  [
    "that reads on",
    {
      ...whole,
      inside: [1, 1],
      reads: [
        [-1, 0],
        [0, 0],
      ],
    },
  ],
  ["whose inside begins too late", { ...whole, inside: [2, 1] }],
])("a table %s keeps it", async (_, table) => {
  expect(readsFill(table)).toBe(true);
  expect(isFilled(sourceOf(table))).toBe(true);
  await ran(sourceOf(table), "");
});

it("no fill goes that anything reads", () => {
  const random = seeded("tables");
  const roll = (below: number): number => Math.floor(random() * below);
  let gone = 0;
  for (let round = 0; round < 300; round++) {
    const inside = [1 + roll(2), 1 + roll(2)] as const;
    const table: Table = {
      row: [roll(2), size - roll(2)],
      column: [roll(2), size - roll(2)],
      inside,
      reads: back.filter(() => roll(3) > 0).map(([j, i]) => [j * (1 + roll(inside[0])), i] as const),
      last: roll(3),
    };
    const isGone = !isFilled(sourceOf(table));
    if (isGone) gone++;
    if (isGone) expect(readsFill(table), sourceOf(table)).toBe(false);
  }
  expect(gone).toBeGreaterThan(3);
});
