/**
 * Sums as synthesis builds them of the fewest LUTs.
 *
 * Where a sum is nothing but an operand of another, Yosys makes one of both (alumacc) and builds it of full adders
 * (maccmap). Rows of adders are as small or smaller: three numbers of 32 bits take 63 LUTs on UltraScale+ and 94 on iCE40,
 * two rows 64 and 64; four take 154, 155 and on ECP5 522, three rows 96, 96 and 160. A choice before three numbers
 * makes functions of nine inputs, eight LUTs a bit. A difference with a bit below the others that nobody uses is no
 * operand of a sum as a whole, so it stays a row.
 *
 * A carry chain takes its left operand as it is, and logic before the right one for nothing.
 */
import type { Binary, Const, Expr } from "./nodes.ts";
import { operandsOf } from "./walk.ts";

/** The sums to be written so, of expressions in order: operands before what uses them. */
export function apart(order: Iterable<Expr>, uses: ReadonlyMap<Expr, number>): ReadonlySet<Expr> {
  const kept = new Set<Expr>();
  const added = new Map<Expr, readonly Expr[]>(); // numbers that a sum adds in one
  for (const expr of order) {
    if (!uses.has(expr) || !isSum(expr)) continue;
    const merged = operandsOf(expr).filter(
      (one) => isSum(one) && one.width === expr.width && uses.get(one) === 1,
    );
    const whole = operandsOf(expr).flatMap((one) =>
      merged.includes(one) ? (added.get(one) ?? [one]) : [one],
    );
    const isOne = whole.filter((one) => !isBit(one)).length <= 2;
    if (!isOne) for (const one of merged) if (one.kind === "binary" && one.op === "add") kept.add(one);
    added.set(expr, isOne ? whole : operandsOf(expr));
  }
  return kept;
}

function isSum(expr: Expr): boolean {
  return expr.kind === "binary" && (expr.op === "add" || expr.op === "sub") && expr.width > 2;
}

/** The carry that goes into a row. */
function isBit(expr: Expr): boolean {
  if (expr.kind === "const") return expr.value === 1n;
  return expr.kind === "extend" && !expr.signed && expr.operand.width === 1;
}

/** The operand that is plain stands left, if only one is. */
export function plainFirst(sum: Binary): Binary {
  const { op, left, right } = sum;
  return op === "add" && isPlain(right) && !isPlain(left) ? { ...sum, left: right, right: left } : sum;
}

/** a + b as {a, 0} - {~b, 1}, whose lowest bit is to be left out. */
export function asRow({ left, right, width }: Binary): Expr {
  const inverted: Expr = { kind: "unary", op: "not", width, operand: right };
  const one: Const = { kind: "const", width: 1, value: 1n };
  const below = (expr: Expr, bit: Const): Expr => ({ kind: "concat", width: width + 1, parts: [expr, bit] });
  return {
    ...{ kind: "binary", op: "sub", width: width + 1 },
    left: below(left, { ...one, value: 0n }),
    right: below(inverted, one),
  };
}

/** No logic of LUTs before a carry chain. */
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
