/** Bits of values that go to the same users: what registers between stages hold, or do not hold, together. */
import type { Expr } from "../netlist/nodes.ts";
import { operandsOf } from "../netlist/walk.ts";
import { isWiring } from "./delay.ts";
import { isProduct, passOn } from "./held.ts";

export interface Line {
  readonly from: Expr;
  readonly bits: number;
  readonly users: readonly Expr[]; // that are more than names
  readonly isResult: boolean; // some of the circuit's result
}

interface Use {
  readonly user: Expr | null; // null: the result
  readonly low: number;
  readonly high: number;
}

/** `order`: every expression once, operands before users. */
export function linesOf(order: readonly Expr[]): readonly Line[] {
  const uses = new Map<Expr, Use[]>();
  const use = (expr: Expr, user: Expr | null, low: number, high: number): void => {
    if (expr.kind === "const" || low >= high) return;
    if (isWiring(expr)) {
      passOn(expr, { low, high }, (operand, bits) => use(operand, user, bits.low, bits.high));
      return;
    }
    const known = uses.get(expr) ?? [];
    uses.set(expr, known);
    known.push(isProduct(expr) ? { user, low: 0, high: expr.width } : { user, low, high });
  };
  for (const expr of order) {
    if (!isWiring(expr)) for (const operand of operandsOf(expr)) use(operand, expr, 0, operand.width);
  }
  const circuit = order.at(-1);
  if (circuit !== undefined) use(circuit, null, 0, circuit.width);
  return [...uses].flatMap(([from, own]) => linesFrom(from, own));
}

function linesFrom(from: Expr, uses: readonly Use[]): readonly Line[] {
  const ends = [...new Set(uses.flatMap(({ low, high }) => [low, high]))].sort((a, b) => a - b);
  const numbers = new Map<Expr | null, number>();
  for (const { user } of uses) if (!numbers.has(user)) numbers.set(user, numbers.size);
  const found = new Map<string, { users: Set<Expr | null>; bits: number }>();
  for (const [index, low] of ends.entries()) {
    const high = ends[index + 1] ?? low;
    const users = new Set(uses.filter((one) => one.low <= low && high <= one.high).map(({ user }) => user));
    if (users.size === 0 || low === high) continue;
    const key = [...users]
      .map((user) => numbers.get(user) ?? 0)
      .sort((a, b) => a - b)
      .join();
    const known = found.get(key) ?? { users, bits: 0 };
    found.set(key, { users, bits: known.bits + high - low });
  }
  return [...found.values()].map(({ users, bits }) => ({
    ...{ from, bits, isResult: users.has(null) },
    users: [...users].filter((user) => user !== null),
  }));
}
