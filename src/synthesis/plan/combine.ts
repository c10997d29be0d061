/**
 * Operations that one circuit does for two:
 *
 *     select(c, x - d, x + d)       one adder, with `d` inverted where c holds
 *     select(c, x + y, x + z)       x + select(c, y, z)
 *     min(x, y), max(x, y)          one comparison, two choices
 *     x < y, x >= y                 one comparison, and its negation
 *     x << select(c, 3, 5)          select(c, x << 3, x << 5): wires and a choice
 *
 * Units that a schedule limits are left as it counts them. A condition then comes before an adder, not behind it, so a
 * recurrence through the condition may take longer: who asks for it compares (process.ts).
 */
import type { CompareOp } from "../../types/operators.ts";
import { bool, isInteger, sameType } from "../../types/types.ts";
import { pruned } from "./live.ts";
import type { CircuitPlan, Compute, Graph, Op, OpId } from "./nodes.ts";
import { mapGraphs, operandsOf, withOperands, withOps } from "./walk.ts";

/** The plan itself where there is nothing to combine. */
export function combined(plan: CircuitPlan): CircuitPlan {
  let changes = false;
  const body = mapGraphs(plan.body, ({ graph }) => {
    const after = combinedGraph(graph);
    changes ||= after !== graph;
    return after;
  });
  return changes ? { ...plan, body } : plan;
}

/** A graph on its way: operations are named by their places in `ops`. */
interface Writing {
  readonly given: Graph;
  readonly uses: readonly number[]; // of each operation of the given graph
  readonly ops: Op[];
  readonly places: OpId[]; // of operations of the given graph
  readonly compared: Map<string, OpId>; // by comparison and operands
  readonly extremes: ReadonlySet<string>; // min and max of two operands, whichever comes first
}

function combinedGraph(given: Graph): Graph {
  const writing: Writing = {
    ...{ given, uses: usesOf(given), extremes: extremesIn(given) },
    ...{ ops: [], places: [], compared: new Map() },
  };
  let changes = false;
  for (const op of given.ops) {
    const short = op.kind === "compute" && isFree(op) ? shorter(writing, op) : null;
    changes ||= short !== null;
    writing.places.push(short ?? keptAs(writing, op));
  }
  if (!changes) return given;
  return pruned(withOps(given, writing.ops, (id) => placeOf(writing, id)));
}

function extremesIn({ ops }: Graph): ReadonlySet<string> {
  return new Set(
    ops.flatMap((op) => {
      if (op.kind !== "compute" || (op.op !== "min" && op.op !== "max") || !isFree(op)) return [];
      const [a, b] = op.operands;
      return a === undefined || b === undefined ? [] : [pairKey(op.op, a, b)];
    }),
  );
}

function pairKey(op: "min" | "max", a: OpId, b: OpId): string {
  return `${op} ${Math.min(a, b)} ${Math.max(a, b)}`;
}

function usesOf({ ops }: Graph): readonly number[] {
  const uses = ops.map(() => 0);
  for (const op of ops) for (const id of operandsOf(op)) uses[id] = (uses[id] ?? 0) + 1;
  return uses;
}

function isFree({ allowed, general }: Compute): boolean {
  return allowed === undefined && general === undefined;
}

function push(writing: Writing, op: Op): OpId {
  return writing.ops.push(op) - 1;
}

function keptAs(writing: Writing, op: Op): OpId {
  const id = push(
    writing,
    withOperands(op, (one) => placeOf(writing, one)),
  );
  const [left, right] = operandsOf(op);
  if (op.kind === "compute" && isOrder(op.op) && left !== undefined && right !== undefined)
    writing.compared.set(`${op.op} ${left} ${right}`, id);
  return id;
}

/** The place of what does the same for less; null where nothing does. */
function shorter(writing: Writing, op: Compute): OpId | null {
  switch (op.op) {
    case "select":
      return oneAdder(writing, op);
    case "min":
    case "max":
      return oneOfTwo(writing, op, op.op);
    case "shl":
    case "shr":
      return shiftOfChoice(writing, op);
    default:
      return isOrder(op.op) ? comparedBefore(writing, op, op.op) : null;
  }
}

function at({ given }: Writing, id: OpId | undefined): Op | undefined {
  return id === undefined ? undefined : given.ops[id];
}

function placeOf({ places }: Writing, id: OpId): OpId {
  return places[id] ?? id;
}

/** A sum or difference that nobody else reads. */
function sumAt(writing: Writing, id: OpId, type: Op["type"]): Compute | null {
  const op = at(writing, id);
  const isSum = op?.kind === "compute" && (op.op === "add" || op.op === "sub") && isFree(op);
  return isSum && isInteger(op.type) && sameType(op.type, type) && writing.uses[id] === 1 ? op : null;
}

function oneAdder(writing: Writing, { operands, type, span }: Compute): OpId | null {
  const [condition, whenSet, whenClear] = operands;
  if (condition === undefined || whenSet === undefined || whenClear === undefined) return null;
  if (whenSet === whenClear) return null;
  const [one, other] = [sumAt(writing, whenSet, type), sumAt(writing, whenClear, type)];
  const [a, b] = one?.operands ?? [];
  const [x, y] = other?.operands ?? [];
  if (one === null || other === null) return null;
  if (a === undefined || b === undefined || x === undefined || y === undefined) return null;
  const now = (id: OpId): OpId => placeOf(writing, id);
  if (one.op !== other.op) {
    const [minus, plus] =
      one.op === "sub" ? [[a, b] as const, [x, y] as const] : [[x, y] as const, [a, b] as const];
    const isSame =
      (plus[0] === minus[0] && plus[1] === minus[1]) || (plus[0] === minus[1] && plus[1] === minus[0]);
    if (!isSame) return null;
    const op = one.op === "sub" ? "subadd" : "addsub";
    return push(writing, { kind: "compute", op, operands: [condition, ...minus].map(now), type, span });
  }
  const shared =
    one.op === "add" ? sharedTerm([a, b], [x, y]) : a === x ? { same: a, left: b, right: y } : null;
  if (shared === null) return null;
  const { same, left, right } = shared;
  const termType = at(writing, left)?.type;
  const otherType = at(writing, right)?.type;
  if (termType === undefined || otherType === undefined || !sameType(termType, otherType)) return null;
  const chosen = push(writing, {
    kind: "compute",
    op: "select",
    operands: [condition, left, right].map(now),
    type: termType,
    span,
  });
  return push(writing, { kind: "compute", op: one.op, operands: [now(same), chosen], type, span });
}

interface Shared {
  readonly same: OpId;
  readonly left: OpId; // beside it in the first sum
  readonly right: OpId; // and in the second
}

function sharedTerm([a, b]: readonly [OpId, OpId], [x, y]: readonly [OpId, OpId]): Shared | null {
  if (a === x) return { same: a, left: b, right: y };
  if (a === y) return { same: a, left: b, right: x };
  if (b === x) return { same: b, left: a, right: y };
  return b === y ? { same: b, left: a, right: x } : null;
}

/** Of two operands whose other extreme is taken too. */
function oneOfTwo(writing: Writing, { operands, type, span }: Compute, op: "min" | "max"): OpId | null {
  const [a, b] = operands;
  if (a === undefined || b === undefined || !isInteger(type)) return null;
  if ([a, b].some((id) => !sameType(at(writing, id)?.type ?? bool, type))) return null;
  if (a === b || !writing.extremes.has(pairKey(op === "min" ? "max" : "min", a, b))) return null;
  const [low, high] = a < b ? [a, b] : [b, a];
  const key = `lt ${low} ${high}`;
  const [first, second] = [placeOf(writing, low), placeOf(writing, high)];
  const isLess =
    writing.compared.get(key) ??
    push(writing, { kind: "compute", op: "lt", operands: [first, second], type: bool, span });
  writing.compared.set(key, isLess);
  const choice = op === "min" ? [isLess, first, second] : [isLess, second, first];
  return push(writing, { kind: "compute", op: "select", operands: choice, type, span });
}

function isOrder(op: Compute["op"]): op is CompareOp {
  return typeof op === "string" && op in mirrors;
}

/** The same of the operands the other way round. */
const mirrors: Readonly<Record<CompareOp, CompareOp>> = {
  lt: "gt",
  gt: "lt",
  le: "ge",
  ge: "le",
  eq: "eq",
  ne: "ne",
};

/** What holds where this does not; of floats only equality has one, for a NaN is in no order. */
const negations: Readonly<Record<CompareOp, CompareOp>> = {
  lt: "ge",
  ge: "lt",
  gt: "le",
  le: "gt",
  eq: "ne",
  ne: "eq",
};

function comparedBefore(writing: Writing, { operands, span }: Compute, op: CompareOp): OpId | null {
  const [left, right] = operands;
  if (left === undefined || right === undefined) return null;
  const find = (one: CompareOp): OpId | undefined =>
    writing.compared.get(`${one} ${left} ${right}`) ??
    writing.compared.get(`${mirrors[one]} ${right} ${left}`);
  const same = find(op);
  if (same !== undefined) return same;
  const isEquality = op === "eq" || op === "ne";
  const areFloats = [left, right].some((id) => at(writing, id)?.type.kind === "float");
  const opposite = isEquality || !areFloats ? find(negations[op]) : undefined;
  return opposite === undefined
    ? null
    : push(writing, { kind: "compute", op: "not", operands: [opposite], type: bool, span });
}

/** By one of two numbers. */
function shiftOfChoice(writing: Writing, { op, operands, type, span }: Compute): OpId | null {
  const [value, amount] = operands;
  const choice = at(writing, amount);
  if (value === undefined || choice?.kind !== "compute" || choice.op !== "select") return null;
  const [condition, whenSet, whenClear] = choice.operands;
  if (condition === undefined || whenSet === undefined || whenClear === undefined) return null;
  if ([whenSet, whenClear].some((id) => at(writing, id)?.kind !== "const")) return null;
  const now = (id: OpId): OpId => placeOf(writing, id);
  const [one, other] = [whenSet, whenClear].map((by) =>
    push(writing, { kind: "compute", op, operands: [now(value), now(by)], type, span }),
  );
  if (one === undefined || other === undefined) return null;
  return push(writing, { kind: "compute", op: "select", operands: [now(condition), one, other], type, span });
}
