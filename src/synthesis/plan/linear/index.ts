/**
 * A graph whose sums of multiples by constants share what they have in common, each as a balanced tree: for graphs that a
 * schedule asked to be flat, where every operation has a circuit of its own.
 */
import { bug } from "../../../diagnostics/bug.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { canonicalDigits } from "../../../hardware/operators/constant_product.ts";
import { bitWidth } from "../../../types/bits.ts";
import { add, type ExactRange, negate, typeOfRange } from "../../../types/exact_range.ts";
import { exactInt, fixed, type IntType } from "../../../types/types.ts";
import { bitsConstant, compute, converted, newOps, type Ops, opOf, push } from "../graph.ts";
import { pruned } from "../live.ts";
import type { CircuitPlan, Graph, Op, OpId } from "../nodes.ts";
import { mapGraphs, operandsOf, withOperands, withOps } from "../walk.ts";
import { type Form, formsOf, integersOf } from "./forms.ts";
import { type Digit, depthOf, type Node, type Shared, shared } from "./share.ts";

export function flattened(plan: CircuitPlan): CircuitPlan {
  const body = mapGraphs(plan.body, (item) => {
    const isFlat = item.kind === "block" ? item.flat === true : item.asked?.flat === true;
    return isFlat ? withSharedSums(item.graph) : item.graph;
  });
  return { ...plan, body };
}

function withSharedSums(graph: Graph): Graph {
  const rows = rowsOf(graph.ops);
  const found = shared(
    rows.operands.map(({ node }) => node),
    rows.results.map(({ digits }) => digits),
  );
  const r: Rewriting = {
    ops: newOps(),
    places: new Map(),
    rows,
    found,
    sums: new Map(),
  };
  const result = new Map(rows.results.map(({ id }, row) => [id, row]));
  for (const [id, op] of graph.ops.entries()) {
    const row = result.get(id);
    if (row !== undefined) r.places.set(id, total(r, row, op));
    else r.places.set(id, kept(r, op));
  }
  return pruned(withOps(graph, r.ops.list, (id) => placeOf(r, id)));
}

function kept(r: Rewriting, op: Op): OpId {
  return push(
    r.ops,
    withOperands(op, (operand) => placeOf(r, operand)),
  );
}

/** Sums as digits of operands. */
interface Rows {
  readonly operands: readonly { readonly id: OpId; readonly node: Node }[];
  readonly results: readonly {
    readonly id: OpId;
    readonly constant: bigint;
    readonly digits: readonly Digit[];
  }[];
}

function rowsOf(ops: readonly Op[]): Rows {
  const forms = formsOf(ops);
  const levels = new Float64Array(ops.length);
  const numbers = new Map<OpId, number>();
  const operands: { id: OpId; node: Node }[] = [];
  const results: Rows["results"][number][] = [];
  const numberOf = (id: OpId): number => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    const type = ops[id]?.type ?? bug(`no operation ${id}`);
    numbers.set(id, operands.length);
    return operands.push({ id, node: { bits: bitWidth(type), level: levels[id] ?? 0 } }) - 1;
  };
  for (const [id, op] of ops.entries()) {
    const form = forms.get(id);
    if (form === undefined) {
      const before = operandsOf(op).map((operand) => levels[operand] ?? 0);
      levels[id] = Math.max(0, ...before) + (op.kind === "compute" ? weightOf(op.op) : 0);
      continue;
    }
    const digits = digitsOf(form, numberOf);
    const behind = digits.map(({ of }) => operands[of]?.node.level ?? 0);
    levels[id] = depthOf(form.constant === 0n ? behind : [...behind, 0]);
    results.push({ id, constant: inBits(form.constant, form.bits), digits });
  }
  return { operands, results };
}

/** How deep an operation is, in adders; roughly, for it only says which operand of a sum comes late. */
function weightOf(op: Extract<Op, { kind: "compute" }>["op"]): number {
  if (typeof op === "object" || op === "convert" || op === "bitcast") return 0;
  return op === "mul" || op === "muladd" || op === "fma" ? 3 : 1;
}

function inBits(value: bigint, bits: number): bigint {
  return bits === Infinity ? value : BigInt.asIntN(bits, value);
}

function digitsOf({ terms, bits }: Form, numberOf: (id: OpId) => number): readonly Digit[] {
  return [...terms].flatMap(([id, factor]) => {
    const of = numberOf(id);
    return canonicalDigits(inBits(factor, bits)).map(
      ({ place, sign }): Digit => ({ of, shift: place, sign }),
    );
  });
}

interface Rewriting {
  readonly ops: Ops;
  readonly places: Map<OpId, OpId>; // of old operations
  readonly rows: Rows;
  readonly found: Shared;
  readonly sums: Map<number, Value>; // of nodes
}

function placeOf({ places }: Rewriting, id: OpId): OpId {
  return places.get(id) ?? bug(`operation ${id} is gone`);
}

/** An operation, and what it can be. */
interface Value {
  readonly id: OpId;
  readonly range: ExactRange;
  readonly level: number;
}

/** sign * value * 2^shift */
interface Term extends Value {
  readonly shift: number;
  readonly sign: 1 | -1;
}

function sumAt(r: Rewriting, node: number, span: Span): Value {
  const known = r.sums.get(node);
  if (known !== undefined) return known;
  const operand = r.rows.operands[node];
  const made = operand === undefined ? pairOf(r, node, span) : operandOf(r, operand);
  r.sums.set(node, made);
  return made;
}

function operandOf(r: Rewriting, { id: old, node }: Rows["operands"][number]): Value {
  const id = placeOf(r, old);
  return { id, range: integersOf(opOf(r.ops, id).type), level: node.level };
}

function pairOf(r: Rewriting, node: number, span: Span): Value {
  const pair = r.found.pairs[node - r.rows.operands.length] ?? bug(`no node ${node}`);
  return joined(r, termOf(r, pair.one, span), termOf(r, pair.two, span), span);
}

function termOf(r: Rewriting, { of, shift, sign }: Digit, span: Span): Term {
  return { ...sumAt(r, of, span), shift, sign };
}

/** The result of a row in the type of the operation that it was. */
function total(r: Rewriting, row: number, { type, span }: Op): OpId {
  const { constant } = r.rows.results[row] ?? bug(`no row ${row}`);
  const digits = r.found.rows[row] ?? bug(`no row ${row}`);
  const terms = [...digits.map((digit) => termOf(r, digit, span)), ...constantTerm(r, constant, span)];
  let open = terms;
  while (open.length > 1) {
    // The two that are there first (Golumbic 1976); of several, neighbours, whose sums are narrow.
    open = open.sort((a, b) => a.level - b.level || a.shift - b.shift);
    const [one = bug("a term"), two = bug("a second"), ...rest] = open;
    open = [...rest, joined(r, one, two, span)];
  }
  const [only] = open;
  if (only === undefined) return bitsConstant(r.ops, type, 0n, span);
  const { id } = only.sign === 1 ? only : negated(r, only, span);
  return converted(r.ops, lifted(r, id, only.shift, span), type, span);
}

function constantTerm(r: Rewriting, value: bigint, span: Span): readonly Term[] {
  if (value === 0n) return [];
  const range = { low: value, high: value, fraction: 0 };
  const type = holding(range);
  const id = bitsConstant(r.ops, type, BigInt.asUintN(type.bits, value), span);
  return [{ id, range, level: 0, shift: 0, sign: 1 }];
}

/** Their sum, or difference, at the place of the lower one. */
function joined(r: Rewriting, one: Term, two: Term, span: Span): Term {
  const shift = Math.min(one.shift, two.shift);
  const isSum = one.sign === two.sign;
  const [left, right] = isSum || one.sign === 1 ? [one, two] : [two, one];
  const taken = isSum ? atPlace(right) : negate(atPlace(right));
  const range = { ...add(atPlace(left), taken), fraction: 0 }; // in steps of the lower place
  const operands = [left, right].map((term) => raised(r, term.id, term.shift - shift, span));
  const id = compute(r.ops, isSum ? "add" : "sub", operands, holding(range), span);
  const level = 1 + Math.max(one.level, two.level);
  return { id, range, level, shift, sign: isSum ? one.sign : 1 };
}

function negated(r: Rewriting, term: Term, span: Span): Value {
  const range = negate(term.range);
  const id = compute(r.ops, "neg", [term.id], holding(range), span);
  return { id, range, level: term.level + 1 };
}

function atPlace({ range, shift }: Term): ExactRange {
  return { ...range, fraction: -shift };
}

/** The same bits, of higher weight: an adder then sees that there is nothing below them. */
function raised(r: Rewriting, id: OpId, by: number, span: Span): OpId {
  if (by === 0) return id;
  const { bits, signed } = integerType(r, id);
  return compute(r.ops, "bitcast", [id], fixed(bits, bits + by, signed), span);
}

/** The same, as an integer. */
function lifted(r: Rewriting, id: OpId, by: number, span: Span): OpId {
  if (by === 0) return id;
  const { bits, signed } = integerType(r, id);
  return converted(r.ops, raised(r, id, by, span), exactInt(bits + by, signed), span);
}

function integerType(r: Rewriting, id: OpId): IntType {
  const { type } = opOf(r.ops, id);
  return type.kind === "int" ? type : bug(`operation ${id} is no integer`);
}

function holding(range: ExactRange): IntType {
  const type = typeOfRange(range, true);
  return type.kind === "int" ? type : bug("a sum of integers that is none");
}
