/**
 * How an expression that differs among the iterations of a vector is computed: from which operands, in which lanes, by
 * which instructions. Only what gives in every lane the bits that the scalar code gives, and cannot fault.
 */

import { isSmall, rangeOf } from "../../../loops/analysis/range/index.ts";
import type { Binary, Cast, Compare, Expr, Select, Unary } from "../../../loops/nodes.ts";
import { formOf } from "../../../types/exact.ts";
import { printType } from "../../../types/print.ts";
import { isPythonInt, type ScalarType, sameType } from "../../../types/types.ts";
import type { Code, Ref } from "../code.ts";
import { fitsType, holdsAll, storeIsChecked } from "../convert.ts";
import { integerForm, isBool, isNativeFloat } from "../representation.ts";
import {
  type Compute,
  floatBinary,
  floatCompare,
  floatMath,
  floatUnary,
  intBinary,
  intCompare,
  intUnary,
  shifted,
} from "./arithmetic.ts";
import { canChange } from "./change.ts";
import { bitcastRecipe, bitsRecipe, exactBinary, exactUnary, scaledRecipe } from "./exact.ts";
import { type Bytes, intLane, type Lane, laneOf, maskLane, smallInt } from "./lane.ts";
import { shiftByUniform } from "./shift.ts";

export interface Recipe {
  readonly lane: Lane; // of the result
  readonly operands: readonly Operand[];
  readonly shared?: Expr; // a scalar that all iterations share, which `compute` evaluates itself
  /** One register of each operand, all of lanes as wide as the result's. */
  readonly compute: Compute;
}

export interface Operand {
  readonly expr: Expr;
  readonly lane: Lane; // that it is changed to
}

/** Why there is none. */
export interface Refusal {
  readonly reason: string;
}

/** What a recipe must know of the loop. */
export interface Scope {
  readonly code: Code;
  readonly maskBytes: Bytes; // of a bool that no comparison gives a width
  varies(expr: Expr): boolean;
}

export function isRefusal<T extends object>(made: T | Refusal): made is Refusal {
  return "reason" in made;
}

export function refuse(reason: string): Refusal {
  return { reason };
}

/** Of any expression but loads and variables, which are where values come from. */
export function recipeOf(
  scope: Scope,
  expr: Exclude<Expr, { kind: "const" | "var" | "load" }>,
): Recipe | Refusal {
  switch (expr.kind) {
    case "unary":
      return unary(scope, expr);
    case "binary":
      return binary(scope, expr);
    case "compare":
      return compare(scope, expr);
    case "logic": {
      const lane = maskLane(scope.maskBytes);
      return {
        lane,
        operands: [
          { expr: expr.left, lane },
          { expr: expr.right, lane },
        ],
        compute: ({ m }, a, b) =>
          expr.op === "and" ? m.v128.and(a as Ref, b as Ref) : m.v128.or(a as Ref, b as Ref),
      };
    }
    case "select":
      return select(scope, expr);
    case "math": {
      const [operand] = expr.args;
      const lane = operand === undefined ? null : laneOf(operand.type);
      const python = operand?.type.kind === "python" && expr.fn === "sqrt";
      const made =
        lane?.kind === "float" && expr.args.length === 1 && !python ? floatMath(expr.fn, lane.bytes) : null;
      if (made === null || operand === undefined || lane === null) {
        return refuse(`${expr.fn} of ${printType(operand?.type ?? expr.type)} has no vector form`);
      }
      return { ...made, operands: [{ expr: operand, lane }] };
    }
    case "cast":
      return cast(scope, expr);
    case "bits":
      return bitsRecipe(expr);
    case "bitcast":
      return bitcastRecipe(expr);
  }
}

/** Of an expression's value: its type's, or 32 bits for a Python int that is known to fit them. */
export function naturalLane(scope: Scope, expr: Expr): Lane | null {
  if (isPythonInt(expr.type)) return isSmallInt(scope, expr) ? smallInt : null;
  return isBool(expr.type) ? maskLane(scope.maskBytes) : laneOf(expr.type);
}

function isSmallInt({ code }: Scope, expr: Expr): boolean {
  return isSmall(rangeOf(code.ranges, expr, code.facts));
}

function unary(scope: Scope, expr: Unary): Recipe | Refusal {
  const { op, operand, type } = expr;
  const from = operand.type;
  if (op === "not" || (isBool(from) && op === "invert")) {
    const lane = maskLane(
      isBool(from) ? scope.maskBytes : (naturalLane(scope, operand)?.bytes ?? scope.maskBytes),
    );
    return { lane, operands: [{ expr: operand, lane }], compute: ({ m }, x) => m.v128.not(x as Ref) };
  }
  const lane = naturalLane(scope, operand);
  if (lane === null || naturalLane(scope, expr) === null) return unknownType(expr);
  if (lane.kind === "mask") return refuse(`${op} of a bool has no vector form`);
  if (from.kind !== "python" && !(from.kind === "int" && from.rule === "numpy") && lane.kind === "int") {
    return exactUnary(op, operand, from, type);
  }
  const compute = lane.kind === "float" ? floatUnary(op, lane.bytes) : intUnary(op, lane.bytes, lane.signed);
  if (compute === null) return refuse(`${op} of ${printType(from)} has no vector form`);
  return { lane, operands: [{ expr: operand, lane }], compute };
}

function binary(scope: Scope, expr: Binary): Recipe | Refusal {
  const { op, left, right, type } = expr;
  const refused = refuse(`${op} of ${printType(left.type)} and ${printType(right.type)} has no vector form`);
  const alike = (lane: Lane, compute: Compute | null): Recipe | Refusal =>
    compute === null
      ? refused
      : {
          lane,
          operands: [
            { expr: left, lane },
            { expr: right, lane },
          ],
          compute,
        };
  const same = sameType(left.type, right.type) && sameType(left.type, type);
  if (isPythonInt(left.type) && isPythonInt(right.type)) {
    if (!isPythonInt(type) || ![expr, left, right].every((one) => isSmallInt(scope, one))) {
      return refuse("a Python int may need more than 32 bits");
    }
    return byPowerOfTwo(expr, smallInt) ?? alike(smallInt, two(intBinary(op, 4, true)));
  }
  if (isBool(left.type)) {
    return same ? alike(maskLane(scope.maskBytes), boolBinary(op)) : refused;
  }
  if (isNativeFloat(left.type)) {
    const lane = laneOf(left.type);
    if (!same || lane?.kind !== "float") return refused;
    const checked = op === "div" && type.kind === "python" && !(right.kind === "const" && right.value !== 0);
    return checked
      ? refuse("a division of Python floats may be by zero")
      : alike(lane, two(floatBinary(op, lane.bytes)));
  }
  if (left.type.kind === "int" && left.type.rule === "numpy") {
    if (!same) return refused;
    const lane = intLane(left.type.bits, left.type.signed);
    if (op === "shl" || op === "shr") {
      if (scope.varies(right)) return refuse("the count of a shift differs among iterations");
      return {
        lane,
        operands: [{ expr: left, lane }],
        shared: right,
        compute: shiftByUniform(op, lane, right),
      };
    }
    return byPowerOfTwo(expr, lane) ?? alike(lane, two(intBinary(op, lane.bytes, lane.signed)));
  }
  return left.type.kind === "float" ? refused : exactBinary(expr);
}

export function two(compute: ((code: Code, a: Ref, b: Ref) => Ref) | null): Compute | null {
  return compute && ((code, a, b) => compute(code, a as Ref, b as Ref));
}

/** NumPy's: `+` is or, `*` is and. */
function boolBinary(op: Binary["op"]): Compute | null {
  const bitwise = { add: "or", or: "or", max: "or", mul: "and", and: "and", min: "and", xor: "xor" } as const;
  const how = bitwise[op as keyof typeof bitwise] as "or" | "and" | "xor" | undefined;
  return how === undefined ? null : ({ m }, a, b) => m.v128[how](a as Ref, b as Ref);
}

/** Rounding down, a division by 2^k is a shift and its rest the low bits, whatever the sign. */
function byPowerOfTwo({ op, left, right }: Binary, lane: Lane & { kind: "int" }): Recipe | null {
  if ((op !== "floordiv" && op !== "mod") || right.kind !== "const") return null;
  const divisor = BigInt(right.value);
  if (divisor <= 0n || (divisor & (divisor - 1n)) !== 0n) return null;
  const operands = [{ expr: left, lane }];
  if (op === "mod") {
    const rest: Expr = { kind: "const", type: right.type, value: Number(divisor) - 1 };
    if (divisor > 2n ** 53n) return null;
    return {
      lane,
      operands: [...operands, { expr: rest, lane }],
      compute: ({ m }, x, low) => m.v128.and(x as Ref, low as Ref),
    };
  }
  const count = divisor.toString(2).length - 1;
  return {
    lane,
    operands,
    compute: (code, x) => shifted(code, "shr", lane.bytes, lane.signed, x as Ref, code.m.i32.const(count)),
  };
}

function compare(scope: Scope, { op, left, right }: Compare): Recipe | Refusal {
  const made = (lane: Lane, compute: Compute | null): Recipe | Refusal =>
    compute === null
      ? refuse("such a comparison has no vector form")
      : {
          lane: maskLane(lane.bytes),
          operands: [
            { expr: left, lane },
            { expr: right, lane },
          ],
          compute,
        };
  const refused = refuse(`${printType(left.type)} and ${printType(right.type)} are not compared in vectors`);
  const [p, q] = [comparedForm(scope, left), comparedForm(scope, right)];
  if (p !== null && q !== null) {
    if (fractionOf(left.type) !== fractionOf(right.type)) return refused;
    const signed = p.signed || q.signed;
    const bits = Math.max(...[p, q].map((form) => form.bits + (signed && !form.signed ? 1 : 0)));
    if (bits > 64) return refused;
    const lane = intLane(bits, signed);
    return made(lane, two(intCompare(op, lane.bytes, signed)));
  }
  const [a, b] = [laneOf(left.type), laneOf(right.type)];
  if (a?.kind !== "float" || b?.kind !== "float" || a.bytes !== b.bytes) return refused;
  return made(a, two(floatCompare(op, a.bytes)));
}

function comparedForm(scope: Scope, expr: Expr): { readonly bits: number; readonly signed: boolean } | null {
  if (isPythonInt(expr.type)) return isSmallInt(scope, expr) ? { bits: 32, signed: true } : null;
  return integerForm(expr.type);
}

function fractionOf(type: ScalarType): number {
  return type.kind === "fixed" ? formOf(type).fraction : 0;
}

/** Both sides are computed, and one of them kept. */
function select(scope: Scope, expr: Select): Recipe | Refusal {
  const lane = naturalLane(scope, expr);
  if (lane === null) return unknownType(expr);
  return {
    lane,
    operands: [
      { expr: expr.condition, lane: maskLane(lane.bytes) },
      { expr: expr.then, lane },
      { expr: expr.otherwise, lane },
    ],
    compute: ({ m }, test, then, otherwise) => m.v128.bitselect(then as Ref, otherwise as Ref, test as Ref),
  };
}

function cast(scope: Scope, expr: Cast): Recipe | Refusal {
  const { operand, type: to } = expr;
  const from = operand.type;
  const refused = refuse(`${printType(from)} has no vector form of the change to ${printType(to)}`);
  const [source, target] = [naturalLane(scope, operand), naturalLane(scope, expr)];
  if (source === null) return unknownType(operand);
  if (target === null) return unknownType(expr);
  const kept: Recipe = {
    lane: target,
    operands: [{ expr: operand, lane: target }],
    compute: (_, x) => x as Ref,
  };
  if (sameType(from, to)) return kept;
  if (isBool(to)) {
    const lane = isBool(from) ? target : maskLane(source.bytes);
    return { ...kept, lane, operands: [{ expr: operand, lane }] };
  }
  const range = rangeOf(scope.code.ranges, operand, scope.code.facts);
  const [a, b] = [integerForm(from), integerForm(to)];
  const fits = fitsType(range, to) || holdsAll(b, a);
  if (expr.stores && storeIsChecked(from, to) && !fits) return refuse("a value that is stored may not fit");
  if (a === null || b === null) {
    const truncates = source.kind === "float" && target.kind === "int";
    if (from.kind === "fixed" || to.kind === "fixed") return refused;
    if (truncates && !(from.kind === "float" && to.kind === "int" && to.rule === "numpy")) return refused;
    return canChange(source, target) ? kept : refused;
  }
  if (isBool(from)) return to.kind === "fixed" || (b.bits === 1 && b.signed) ? refused : kept;
  if (from.kind !== "fixed" && to.kind !== "fixed" && fits) return kept;
  if (from.kind === "python" || to.kind === "python") return refuse("a Python int may not fit");
  return scaledRecipe(operand, from, to) ?? refused;
}

export function unknownType(expr: Expr): Refusal {
  return refuse(
    isPythonInt(expr.type)
      ? "a Python int may need more than 32 bits"
      : `${printType(expr.type)} has no lanes`,
  );
}
