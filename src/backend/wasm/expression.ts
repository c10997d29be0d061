/** Code for expressions: one function a kind of node. */

import { assume, isSmall, rangeOf, within } from "../../loops/analysis/range/index.ts";
import type { Binary, Bits, Cast, Expr, Logic, MathCall, Select, Unary } from "../../loops/nodes.ts";
import { compileBinary, compileMath, compileUnary } from "../../types/arithmetic.ts";
import { fromBits, toBits } from "../../types/bits.ts";
import type { Value } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import { isPythonInt, pythonInt, type ScalarType, sameType } from "../../types/types.ts";
import { loadElement } from "./address.ts";
import { bug, type Code, callHost, callOperation, constant, ints, type Ref, read } from "./code.ts";
import { compare } from "./compare.ts";
import { convert, extend, truth } from "./convert.ts";
import { floatBinary, floatMath, floatUnary } from "./float.ts";
import { importFunction, siteOf, writer } from "./host.ts";
import { exactBinary, exactUnary, numpyBinary, numpyUnary } from "./integer.ts";
import { pythonBinary, pythonUnary } from "./python.ts";
import { integerForm, isBool, isNativeFloat, repOf } from "./representation.ts";

/** The value, in the container of its type. */
export function value(code: Code, expr: Expr): Ref {
  switch (expr.kind) {
    case "const":
      return literal(code, expr.type, expr.value);
    case "var":
      return variable(code, expr.name);
    case "load":
      return loadElement(code, expr.array, expr.index, expr.span);
    case "unary":
      return unary(code, expr);
    case "binary":
      return binary(code, expr);
    case "compare":
      return compare(code, expr);
    case "logic":
      return logic(code, expr);
    case "select":
      return select(code, expr, value);
    case "math":
      return math(code, expr);
    case "cast":
      return cast(code, expr);
    case "bits":
      return bits(code, expr);
    case "bitcast":
      return bitcast(code, expr.operand, expr.type);
  }
}

function variable(code: Code, name: string): Ref {
  const counter = code.variables.get(name);
  if (counter !== undefined) {
    return counter.rep === "i32" ? code.m.i64.extend_s(read(code, counter)) : read(code, counter);
  }
  return read(code, code.scalars.get(name) ?? bug(`no scalar \`${name}\``));
}

export function literal(code: Code, type: ScalarType, given: Value): Ref {
  const { m } = code;
  const number = Number(given);
  switch (repOf(type)) {
    case "i32":
      return m.i32.const(number | 0);
    case "i64":
      return constant(code, "i64", BigInt(given));
    case "f32":
      return m.f32.const(number);
    case "f64":
      return m.f64.const(number);
    case "host": {
      const target = importFunction(code.host, `const ${printType(type)} ${given}`, [], "host", () =>
        writer(type)(given),
      );
      return callHost(code, target, []);
    }
  }
}

/** The low 32 bits of an integer expression, without computing the rest where that is possible. */
export function index32(code: Code, expr: Expr): Ref {
  const { i32 } = code.m;
  const rep = repOf(expr.type);
  if (rep === "i32") return value(code, expr);
  if (rep !== "i64") return i32.wrap(convert(code, expr.type, pythonInt, value(code, expr), nowhere));
  switch (expr.kind) {
    case "const":
      return i32.const(Number(BigInt.asIntN(32, BigInt(expr.value))));
    case "var": {
      const counter = code.variables.get(expr.name);
      if (counter?.rep === "i32") return read(code, counter);
      break;
    }
    case "cast": {
      const from = expr.operand.type;
      const kept = isPythonInt(expr.type) || (expr.type.kind === "int" && from.kind === "int");
      const exact = from.kind === "int" && (from.bits < 64 || from.signed || expr.type.kind === "int");
      if (kept && exact && from.bits <= 64 && !expr.stores) return index32(code, expr.operand);
      break;
    }
    case "binary": {
      const narrow = narrowBinary(code, expr);
      if (narrow !== null) return narrow;
      break;
    }
    case "select":
      return select(code, expr, index32);
    default:
      break;
  }
  return i32.wrap(value(code, expr));
}

const nowhere = { from: 0, to: 0 };

/** Where nothing can overflow, the low bits of a result come from the low bits of the operands. */
function narrowBinary(code: Code, expr: Binary): Ref | null {
  if (!isPythonInt(expr.type) || rangeOf(code.ranges, expr, code.facts) === null) return null;
  const { i32 } = code.m;
  const left = rangeOf(code.ranges, expr.left, code.facts);
  const right = rangeOf(code.ranges, expr.right, code.facts);
  if (left === null || right === null) return null;
  const operands = (): [Ref, Ref] => [index32(code, expr.left), index32(code, expr.right)];
  switch (expr.op) {
    case "add":
      return i32.add(...operands());
    case "sub":
      return i32.sub(...operands());
    case "mul":
      return i32.mul(...operands());
    case "floordiv":
    case "mod": {
      if (!within(left, 0, 2 ** 31 - 1) || !within(right, 1, 2 ** 31 - 1)) return null;
      return expr.op === "mod" ? i32.rem_u(...operands()) : i32.div_u(...operands());
    }
    case "and":
      return i32.and(...operands());
    default:
      return null;
  }
}

function unary(code: Code, expr: Unary): Ref {
  const { op, operand, type, span } = expr;
  const from = operand.type;
  if (op === "not") return code.m.i32.eqz(truth(code, from, value(code, operand)));
  const range = rangeOf(code.ranges, operand, code.facts);
  const native =
    isBool(from) && sameType(from, type)
      ? boolUnary(code, op, () => value(code, operand))
      : isNativeFloat(from)
        ? floatUnary(code, op, repOf(from), () => value(code, operand))
        : isPythonInt(from)
          ? pythonUnary(code, op, () => value(code, operand), range, span)
          : from.kind === "int" && from.rule === "numpy"
            ? numpyUnary(code, op, from, () => value(code, operand))
            : exactUnary(code, op, from, type, () => value(code, operand));
  if (native !== null) return native;
  const key = `unary ${op} ${typeKey(from)} ${typeKey(type)}`;
  return callOperation(code, key, [from], type, span, [value(code, operand)], () =>
    compileUnary(op, from, type),
  );
}

function boolUnary(code: Code, op: Unary["op"], operand: () => Ref): Ref | null {
  return op === "invert" ? code.m.i32.eqz(operand()) : op === "abs" ? operand() : null;
}

function binary(code: Code, expr: Binary): Ref {
  const native = nativeBinary(code, expr);
  if (native !== null) return native;
  const { op, left, right, type, span } = expr;
  const key = `binary ${op} ${typeKey(left.type)} ${typeKey(right.type)} ${typeKey(type)}`;
  const args = [value(code, left), value(code, right)];
  return callOperation(code, key, [left.type, right.type], type, span, args, () =>
    compileBinary(op, left.type, right.type, type),
  );
}

function nativeBinary(code: Code, expr: Binary): Ref | null {
  const { op, left, right, type } = expr;
  const operands = (): [Ref, Ref] => [value(code, left), value(code, right)];
  if (isPythonInt(left.type) && isPythonInt(right.type)) {
    if (isPythonInt(type) && isSmall(rangeOf(code.ranges, expr, code.facts))) {
      const narrow = narrowBinary(code, expr);
      if (narrow !== null) return code.m.i64.extend_s(narrow);
    }
    return pythonBinary(code, expr, operands);
  }
  const same = sameType(left.type, right.type) && sameType(left.type, type);
  if (isBool(left.type)) return same ? boolBinary(code, op, operands) : null;
  if (isNativeFloat(left.type)) return same ? floatBinary(code, expr, operands) : null;
  if (left.type.kind === "float") return null;
  if (left.type.kind === "int" && left.type.rule === "numpy") {
    return same ? numpyBinary(code, expr, left.type, operands) : null;
  }
  return exactBinary(code, expr, operands);
}

/** NumPy's: `+` is or, `*` is and. */
function boolBinary(code: Code, op: Binary["op"], operands: () => [Ref, Ref]): Ref | null {
  switch (op) {
    case "add":
    case "or":
    case "max":
      return code.m.i32.or(...operands());
    case "mul":
    case "and":
    case "min":
      return code.m.i32.and(...operands());
    case "xor":
      return code.m.i32.xor(...operands());
    default:
      return null;
  }
}

function logic(code: Code, expr: Logic): Ref {
  const { m } = code;
  const left = condition(code, expr.left);
  const right = under(code, expr.left, expr.op === "and", () => condition(code, expr.right));
  return expr.op === "and" ? m.if(left, right, m.i32.const(0)) : m.if(left, m.i32.const(1), right);
}

/** 0 or 1. */
export function condition(code: Code, expr: Expr): Ref {
  return truth(code, expr.type, value(code, expr));
}

/** Writes what is only reached where `test` is `holds`. */
export function under<T>(code: Code, test: Expr, holds: boolean, write: () => T): T {
  const outer = code.facts;
  code.facts = assume(code.ranges, outer, test, holds);
  const written = write();
  code.facts = outer;
  return written;
}

function select(code: Code, expr: Select, side: (code: Code, expr: Expr) => Ref): Ref {
  return code.m.if(
    condition(code, expr.condition),
    under(code, expr.condition, true, () => side(code, expr.then)),
    under(code, expr.condition, false, () => side(code, expr.otherwise)),
  );
}

function math(code: Code, expr: MathCall): Ref {
  const { fn, args, type, span } = expr;
  const from = args[0]?.type ?? bug("a function without an argument");
  const operands = (): Ref[] => args.map((arg) => value(code, arg));
  const native = floatMath(code, fn, from, operands);
  if (native !== null) return native;
  const key = `math ${fn} ${typeKey(from)} ${typeKey(type)}`;
  const types = args.map((arg) => arg.type);
  return callOperation(code, key, types, type, span, operands(), () => {
    const compute = compileMath(fn, from);
    return types.length === 1 ? (a: Value) => compute(a, 0) : compute;
  });
}

function cast(code: Code, expr: Cast): Ref {
  const { operand, type, span } = expr;
  // A small Python number on its way to another integer type needs no 64 bits.
  const range = rangeOf(code.ranges, operand, code.facts);
  if (isPythonInt(operand.type) && repOf(type) === "i32" && type.kind === "int") {
    const [low, high] = type.signed
      ? [-(2 ** (type.bits - 1)), 2 ** (type.bits - 1) - 1]
      : [0, 2 ** type.bits - 1];
    if (within(range, low, high)) return index32(code, operand);
  }
  if (isPythonInt(operand.type) && isSmall(range) && isNativeFloat(type)) {
    const whole = index32(code, operand);
    if (repOf(type) === "f64") return code.m.f64.convert_s.i32(whole);
    if (within(range, -(2 ** 24), 2 ** 24)) return code.m.f32.convert_s.i32(whole);
    return code.m.f32.demote(code.m.f64.convert_s.i32(whole));
  }
  return convert(code, operand.type, type, value(code, operand), span, {
    stores: expr.stores === true,
    range,
  });
}

function bits(code: Code, expr: Bits): Ref {
  const { operand, low, type, span } = expr;
  const width = integerForm(type)?.bits ?? bug("bits that are no integer");
  const form = integerForm(operand.type);
  const rep = repOf(operand.type);
  const known = low.kind === "const" ? Number(low.value) : -1;
  const total = form?.bits ?? bug("only integers have bits");
  const target = repOf(type);
  if ((rep === "i32" || rep === "i64") && target !== "host" && known >= 0 && known + width <= total) {
    const of = ints(code, rep);
    const shifted =
      known === 0 ? value(code, operand) : of.shr_u(value(code, operand), constant(code, rep, known));
    const full = rep === "i32" ? 32 : 64;
    const masked =
      width === full ? shifted : of.and(shifted, constant(code, rep, (1n << BigInt(width)) - 1n));
    if (rep === target) return masked;
    return rep === "i64" ? code.m.i32.wrap(masked) : code.m.i64.extend_u(masked);
  }
  const { runtime } = code.host;
  const site = siteOf(code.host, span);
  const key = `bits ${typeKey(operand.type)} ${typeKey(low.type)} ${width} at ${site}`;
  const args = [value(code, operand), value(code, low)];
  return callOperation(
    code,
    key,
    [operand.type, low.type],
    type,
    span,
    args,
    () => (raw, at) => runtime.bits(typeof raw === "boolean" ? Number(raw) : raw, total, at, width, site),
  );
}

/** The same bits; integers of one width only change how they are extended. */
function bitcast(code: Code, operand: Expr, to: ScalarType): Ref {
  const from = operand.type;
  if (sameType(from, to)) return value(code, operand);
  const [a, b] = [integerForm(from), integerForm(to)];
  if (a !== null && b !== null && repOf(from) === repOf(to) && repOf(to) !== "host" && !isBool(to)) {
    return extend(code, repOf(to) as "i32" | "i64", b, value(code, operand));
  }
  const key = `bitcast ${typeKey(from)} ${typeKey(to)}`;
  return callOperation(
    code,
    key,
    [from],
    to,
    nowhere,
    [value(code, operand)],
    () => (x) => fromBits(to, toBits(from, x)),
  );
}

/** Two types that compute differently have different keys. */
export function typeKey(type: ScalarType): string {
  return type.kind === "fixed"
    ? JSON.stringify(type)
    : `${printType(type)}${type.kind === "int" ? type.rule : ""}`;
}
