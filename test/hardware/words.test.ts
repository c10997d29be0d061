/** Logic on single bits as tests of whole words: what becomes of it, and that it says the same. */
import { expect, test } from "vitest";
import {
  type Builder,
  design,
  finish,
  input,
  output,
  startModule,
} from "../../src/hardware/netlist/build.ts";
import { and, bit, not, or, reduceOr, repeat, slice } from "../../src/hardware/netlist/expressions.ts";
import { flatten } from "../../src/hardware/netlist/flatten.ts";
import type { Expr, Module } from "../../src/hardware/netlist/nodes.ts";
import { operandsOf } from "../../src/hardware/netlist/walk.ts";
import { simulate } from "../../src/hardware/simulate/index.ts";
import { interpret } from "../../src/hardware/simulate/interpret.ts";
import { inWords } from "../../src/hardware/simulate/words.ts";

type Write = (b: Builder, x: Expr, p: Expr) => Expr;

const bits =
  (count: number, low = 3): Write =>
  (b, x) =>
    Array.from({ length: count }, (_, k) =>
      k % 3 === 1 ? bit(b, x, low + k) : not(b, bit(b, x, low + k)),
    ).reduce((all, one) => and(b, all, one));

const choice: Write = (b, x, p) => {
  const [two, one] = [bit(b, x, 5), bit(b, x, 4)];
  const [notTwo, notOne] = [not(b, two), not(b, one)];
  const when = [and(b, two, one), and(b, two, notOne), and(b, notTwo, one), and(b, notTwo, notOne)];
  const product = (k: number): Expr => and(b, repeat(b, when[k] ?? two, 8), slice(b, p, 2 * k, 8));
  return or(b, or(b, product(0), product(1)), or(b, product(2), product(3)));
};

const cases: readonly [string, Write, readonly string[]][] = [
  ["bits of a word are one test", bits(6), ["eq", "and"]],
  ["two of them too", bits(2), ["eq", "and"]],
  [
    "none of them is 1, or another is",
    (b, x) => or(b, not(b, bit(b, x, 2)), or(b, not(b, bit(b, x, 9)), bit(b, x, 12))),
    ["ne", "and"],
  ],
  [
    "some bits and none of others",
    (b, x) => and(b, not(b, reduceOr(b, slice(b, x, 4, 9))), bit(b, x, 20)),
    ["eq", "and"],
  ],
  [
    "bits of two words are two tests",
    (b, x, p) => and(b, and(b, bit(b, x, 1), bit(b, p, 1)), and(b, bit(b, x, 7), bit(b, p, 8))),
    ["and", "eq", "and", "eq", "and"],
  ],
  [
    "a sum of products is a choice among four",
    choice,
    ["mux", "slice", ...["mux", "slice", "slice", "slice"], ...["mux", "slice", "slice", "slice"]],
  ],
  [
    "a bit that must be 1 and 0 is asked twice",
    (b, x) => and(b, and(b, bit(b, x, 1), bit(b, x, 7)), and(b, not(b, bit(b, x, 1)), bit(b, x, 9))),
    ["and", "eq", "and", "not", "slice"],
  ],
];

test.each(cases)("%s", async (_, write, wanted) => {
  const made = circuit(write);
  expect(operationsOf(inWords(flatten(design(made))))).toEqual(wanted);
  await saysTheSame(made);
});

function circuit(write: Write): Module {
  const b = startModule("logic");
  output(b, "y", write(b, input(b, "x", 24), input(b, "p", 16)));
  return finish(b);
}

/** Of what the output needs, outermost first. */
function operationsOf(flat: Module): readonly string[] {
  const wires = new Map(flat.wires.map(({ name, value }) => [name, value]));
  const visit = (expr: Expr): readonly string[] => {
    if (expr.kind === "ref") return visitWire(expr.name);
    if (expr.kind === "const") return [];
    const own = expr.kind === "binary" || expr.kind === "unary" ? expr.op : expr.kind;
    return [own, ...operandsOf(expr).flatMap(visit)];
  };
  const visitWire = (name: string): readonly string[] => {
    const value = wires.get(name);
    return value === undefined ? [] : visit(value);
  };
  return flat.outputs.flatMap(({ value }) => visit(value));
}

async function saysTheSame(made: Module): Promise<void> {
  const [plain, fast] = [interpret(design(made)), await simulate(design(made))];
  for (let k = 0n; k < 3000n; k++) {
    for (const one of [plain, fast]) {
      one.set("x", BigInt.asUintN(24, (k * 0x9e3779b1n) >> 3n));
      one.set("p", BigInt.asUintN(16, k * 40503n));
    }
    expect(fast.get("y")).toBe(plain.get("y"));
  }
}
