/**
 * The same circuit for a processor, which handles whole words: logic on single bits of a word becomes a test of the word,
 * and a choice that was written as a sum of products is a choice again.
 *
 *     !x[7] & !x[6] & x[5]                                   (x & 0xe0) == 0x20
 *     rep(x[1] & x[0]) & p | rep(x[1] & !x[0]) & q           rep(x[1]) & (x[0] ? p : q)
 */
import type { Binary, Expr, Module, Ref } from "../netlist/nodes.ts";
import { settlingOrder } from "../netlist/order.ts";
import { mapOperands, refsIn, rootsOf } from "../netlist/walk.ts";

export function inWords(flat: Module): Module {
  const order = settlingOrder(flat);
  if (order.kind === "loop") return flat; // told by whoever runs it
  const wires = new Map(flat.wires.map((wire) => [wire.name, wire]));
  const known: Known = { tests: new Map(), gates: new Map(), uses: usesIn(flat), found: new Map() };
  const values = new Map<string, Expr>();
  for (const name of order.names) {
    const wire = wires.get(name);
    if (wire === undefined) continue;
    const test = wire.value.width === 1 ? testOf(known, wire.value) : null;
    if (test !== null) known.tests.set(name, test);
    const gate = wire.value.width === 1 ? null : gateOf(known, wire.value);
    if (gate !== null) known.gates.set(name, gate);
    values.set(name, shorter(known, wire.value));
  }
  const whole = <T extends Expr | null>(value: T): T | Expr =>
    value === null ? value : shorter(known, value);
  return {
    ...flat,
    wires: flat.wires.map((wire) => ({ ...wire, value: values.get(wire.name) ?? wire.value })),
    outputs: flat.outputs.map((output) => ({ ...output, value: whole(output.value) })),
    registers: flat.registers.map((one) => ({ ...one, next: whole(one.next), enable: whole(one.enable) })),
  };
}

interface Known {
  readonly tests: Map<string, Test>; // of wires
  readonly gates: Map<string, Gate>;
  readonly uses: ReadonlyMap<string, number>;
  readonly found: Map<Expr, Gate | null>; // of expressions looked at: sums may be long
}

function usesIn(flat: Module): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { value } of rootsOf(flat))
    for (const name of refsIn(value)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

function shorter(known: Known, expr: Expr): Expr {
  if (expr.kind === "binary" && (expr.op === "and" || expr.op === "or")) {
    if (expr.width === 1) return fewerTests(known, expr, expr.op);
    const gate = expr.op === "or" ? gateOf(known, expr) : null;
    if (gate !== null) return opened(known, gate);
  }
  if (expr.kind === "unary" && expr.width === 1 && expr.operand.kind === "slice") {
    const test = testOf(known, expr);
    if (test !== null) return written(test);
  }
  return mapOperands(expr, (operand) => shorter(known, operand));
}

// Tests

/** Whether some bits of a word have a value, or have not. */
interface Test {
  readonly word: Ref; // of at most 64 bits
  readonly mask: bigint;
  readonly value: bigint;
  readonly isEqual: boolean;
}

/** Of one bit. Null where it is no such test. */
function testOf(known: Known, expr: Expr): Test | null {
  switch (expr.kind) {
    case "ref":
      return known.tests.get(expr.name) ?? null;
    case "slice": {
      const found = spanOf(expr);
      return found === null ? null : { ...found, value: found.mask, isEqual: true };
    }
    case "unary": {
      if (expr.op === "not") return inverted(testOf(known, expr.operand));
      const found = expr.op === "reduceOr" || expr.op === "reduceAnd" ? spanOf(expr.operand) : null;
      if (found === null) return null;
      return expr.op === "reduceOr"
        ? { ...found, value: 0n, isEqual: false }
        : { ...found, value: found.mask, isEqual: true };
    }
    case "binary": {
      if (expr.width !== 1 || expr.left.width !== 1) return null;
      if (expr.op !== "and" && expr.op !== "or") return null;
      return both(expr.op, testOf(known, expr.left), testOf(known, expr.right));
    }
    default:
      return null;
  }
}

/** Bits of a word that an expression is. */
function spanOf(expr: Expr): Pick<Test, "word" | "mask"> | null {
  const [word, low] = expr.kind === "slice" ? [expr.operand, expr.low] : [expr, 0];
  if (word.kind !== "ref" || word.width > 64 || word.width === 1) return null;
  return { word, mask: ((1n << BigInt(expr.width)) - 1n) << BigInt(low) };
}

function inverted(test: Test | null): Test | null {
  return test && { ...test, isEqual: !test.isEqual };
}

/** Both tests, or either, as one. */
function both(op: "and" | "or", one: Test | null, other: Test | null): Test | null {
  if (one === null || other === null || one.word.name !== other.word.name) return null;
  const [a, b] = [asked(one, op === "and"), asked(other, op === "and")];
  if (a === null || b === null || ((a.value ^ b.value) & a.mask & b.mask) !== 0n) return null;
  return { ...a, mask: a.mask | b.mask, value: a.value | b.value };
}

/** The test as one of that kind: one bit is equal to 1 where it is not equal to 0. */
function asked(test: Test, isEqual: boolean): Test | null {
  if (test.isEqual === isEqual) return test;
  return isOneBit(test.mask) ? { ...test, value: test.value ^ test.mask, isEqual } : null;
}

function isOneBit(mask: bigint): boolean {
  return (mask & (mask - 1n)) === 0n;
}

/** Leaves of a tree of one operation that test the same word are tested at once. */
function fewerTests(known: Known, expr: Expr, op: "and" | "or"): Expr {
  const groups = new Map<string, { test: Test; readonly leaves: Expr[] }>();
  const rest: Expr[] = [];
  const visit = (leaf: Expr): void => {
    if (leaf.kind === "binary" && leaf.op === op) {
      visit(leaf.left);
      visit(leaf.right);
      return;
    }
    const test = testOf(known, leaf);
    const group = test === null ? undefined : groups.get(test.word.name);
    const joined = group === undefined || test === null ? null : both(op, group.test, test);
    if (group !== undefined && joined !== null) {
      group.test = joined;
      group.leaves.push(leaf);
    } else if (test !== null && group === undefined && asked(test, op === "and") !== null)
      groups.set(test.word.name, { test, leaves: [leaf] });
    else rest.push(leaf);
  };
  visit(expr);
  const tested = [...groups.values()].flatMap(({ test, leaves }) => {
    const isWorth = leaves.length > 2 || (leaves.length === 2 && leaves.some(({ kind }) => kind !== "ref"));
    return isWorth ? [written(test)] : leaves.map((leaf) => shorter(known, leaf));
  });
  return [...tested, ...rest.map((leaf) => shorter(known, leaf))].reduce((left, right) => ({
    kind: "binary",
    op,
    width: 1,
    left,
    right,
  }));
}

function written({ word, mask, value, isEqual }: Test): Expr {
  if (isOneBit(mask)) {
    const bit = bitOf(word, mask);
    return (value !== 0n) === isEqual ? bit : { kind: "unary", op: "not", width: 1, operand: bit };
  }
  const { width } = word;
  const constant = (of: bigint): Expr => ({ kind: "const", width, value: of });
  const left: Expr = { kind: "binary", op: "and", width, left: word, right: constant(mask) };
  return { kind: "binary", op: isEqual ? "eq" : "ne", width: 1, left, right: constant(value) };
}

function bitOf(word: Ref, mask: bigint): Expr {
  return { kind: "slice", operand: word, low: mask.toString(2).length - 1, width: 1 };
}

// Choices

/** A value where a test holds, else zero; always, where there is no test. */
interface Gate {
  readonly test: Test | null;
  readonly value: Expr;
}

/** Null where it is none. Wires that nobody else reads are looked through. */
function gateOf(known: Known, expr: Expr): Gate | null {
  if (expr.kind === "ref")
    return known.uses.get(expr.name) === 1 ? (known.gates.get(expr.name) ?? null) : null;
  if (expr.kind !== "binary") return null;
  if (expr.op === "and") return gated(known, expr.left, expr.right) ?? gated(known, expr.right, expr.left);
  return expr.op === "or" ? eitherOf(known, expr) : null;
}

/** Two gates that differ in one bit are a choice by that bit. */
function eitherOf(known: Known, expr: Binary): Gate | null {
  const before = known.found.get(expr);
  if (before !== undefined) return before;
  const gate = choiceOf(expr.width, gateOf(known, expr.left), gateOf(known, expr.right));
  known.found.set(expr, gate);
  return gate;
}

function choiceOf(width: number, one: Gate | null, other: Gate | null): Gate | null {
  const [a, b] = [one?.test ?? null, other?.test ?? null];
  if (one === null || other === null || a === null || b === null) return null;
  const differ = a.value ^ b.value;
  if (a.word.name !== b.word.name || a.mask !== b.mask || differ === 0n || !isOneBit(differ)) return null;
  const [yes, no] = (a.value & differ) === 0n ? [other.value, one.value] : [one.value, other.value];
  const mask = a.mask ^ differ;
  const condition = bitOf(a.word, differ);
  const value: Expr = { kind: "mux", width, condition, then: yes, else: no };
  return { test: mask === 0n ? null : { ...a, mask, value: a.value & mask }, value };
}

function gated(known: Known, gate: Expr, value: Expr): Gate | null {
  if (gate.kind !== "extend" || !gate.signed || gate.operand.width !== 1) return null;
  const found = testOf(known, gate.operand);
  const test = found === null ? null : asked(found, true);
  return test === null ? null : { test, value };
}

function opened(known: Known, { test, value: chosen }: Gate): Expr {
  const value = shorter(known, chosen);
  if (test === null) return value;
  const { width } = value;
  const left: Expr = { kind: "extend", width, signed: true, operand: written(test) };
  return { kind: "binary", op: "and", width, left, right: value };
}
