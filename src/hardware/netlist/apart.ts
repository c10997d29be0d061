/**
 * Sums that synthesis had better not put together.
 *
 * Where a sum is nothing but an operand of another, Yosys makes one of both (alumacc) and builds it of full adders
 * (maccmap). For three numbers that is as good as two rows of adders; four of 32 bits take 154 LUTs on UltraScale+, 155 on
 * iCE40 and 522 on ECP5, where three rows take 96, 96 and 160. A difference with a bit below the others that nobody uses
 * is no operand of a sum as a whole, so it stays a row.
 */
import type { Binary, Const, Expr } from "./nodes.ts";
import { operandsOf } from "./walk.ts";

/** The sums to be written so, of expressions in order: operands before what uses them. */
export function apart(order: Iterable<Expr>, uses: ReadonlyMap<Expr, number>): ReadonlySet<Expr> {
  const kept = new Set<Expr>();
  const counts = new Map<Expr, number>(); // numbers that a sum adds in one
  for (const expr of order) {
    if (!uses.has(expr) || !isSum(expr)) continue;
    const merged = operandsOf(expr).filter(
      (one) => isSum(one) && one.width === expr.width && uses.get(one) === 1,
    );
    const whole = merged.reduce((sum, one) => sum + (counts.get(one) ?? 1) - 1, 2);
    if (whole > most) for (const one of merged) if (one.kind === "binary" && one.op === "add") kept.add(one);
    counts.set(expr, whole > most ? 2 : whole);
  }
  return kept;
}

/** As many as are built well in one. */
const most = 3;

function isSum(expr: Expr): boolean {
  return expr.kind === "binary" && (expr.op === "add" || expr.op === "sub") && expr.width > 2;
}

/**
 * a + b as {a, 0} - {~b, 1}, whose lowest bit is to be left out. A carry chain takes the left operand of a difference as
 * it is, and logic before the other for nothing.
 */
export function asRow({ left, right, width }: Binary): Expr {
  const [plain, other] = isPlain(left) ? [left, right] : [right, left];
  const inverted: Expr = { kind: "unary", op: "not", width, operand: other };
  const one: Const = { kind: "const", width: 1, value: 1n };
  const below = (expr: Expr, bit: Const): Expr => ({ kind: "concat", width: width + 1, parts: [expr, bit] });
  return {
    ...{ kind: "binary", op: "sub", width: width + 1 },
    left: below(plain, { ...one, value: 0n }),
    right: below(inverted, one),
  };
}

function isPlain(expr: Expr): boolean {
  switch (expr.kind) {
    case "const":
    case "ref":
      return true;
    case "slice":
    case "extend":
      return isPlain(expr.operand);
    case "concat":
      return expr.parts.every(isPlain);
    case "binary":
      return isSum(expr) || expr.op === "mul";
    default:
      return false;
  }
}
