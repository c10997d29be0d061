/** Scalar expressions of a wanted type: Python numbers and NumPy scalars. */
import type { BinaryOp } from "../../src/types/operators.ts";
import { type Choices, oneOf, weighted } from "./choices.ts";
import { condition } from "./conditions.ts";
import { foldOfPart } from "./dynamic.ts";
import { callFor } from "./functions.ts";
import {
  arraysIn,
  asExpression,
  atom,
  binaryType,
  binds,
  dtypes,
  type Ex,
  inside,
  isFloat,
  isInteger,
  isPython,
  isUnsigned,
  made,
  pythonTypes,
  type Range,
  rangeOf,
  type Scalar,
  type Scope,
  scalarsOf,
  unaryType,
  within,
} from "./model.ts";
import { reductionTo } from "./reductions.ts";
import { callOfTemplate } from "./templates.ts";
import { element } from "./views.ts";

export const symbols: readonly (readonly [BinaryOp, string, number])[] = [
  ["add", "+", binds.sum],
  ["sub", "-", binds.sum],
  ["mul", "*", binds.product],
  ["and", "&", binds.bitAnd],
  ["or", "|", binds.bitOr],
  ["xor", "^", binds.bitXor],
  ["floordiv", "//", binds.product],
  ["mod", "%", binds.product],
  ["div", "/", binds.product],
  ["shl", "<<", binds.shift],
  ["shr", ">>", binds.shift],
];

export function anyScalarType(c: Choices): Scalar {
  return c.chance(60) ? oneOf(c, dtypes) : oneOf(c, pythonTypes);
}

/** An expression of exactly this type. */
export function scalarOf(scope: Scope, type: Scalar, depth: number): Ex {
  if (type === "python int") return pythonInt(scope, null, depth);
  return scope.c.part(() => {
    const { c } = scope;
    const make = weighted(c, depth <= 0 ? leaves : c.chance(12) ? leaves : all);
    return make(scope, type, depth) ?? leaf(scope, type);
  });
}

type Maker = (scope: Scope, type: Scalar, depth: number) => Ex | null;

const leaves: readonly (readonly [number, Maker])[] = [
  [1, (scope, type) => constant(scope.c, type, false)],
  [1, (scope, type) => constant(scope.c, type, true)],
  [6, (scope, type) => leaf(scope, type)],
];

const all: readonly (readonly [number, Maker])[] = [
  ...leaves,
  [12, binary],
  [4, unary],
  [4, converted],
  [4, conditional],
  [5, functionOf],
  [3, (scope, type, depth) => (isPython(type) ? null : reductionTo(scope, type, [], depth))],
  [
    3,
    (scope, type, depth) =>
      type === "bool" || type === "python bool" ? condition(scope, type, depth) : null,
  ],
  [3, (scope, type) => callFor(scope, type, [])],
  [2, (scope, type, depth) => (isPython(type) ? null : callOfTemplate(scope, type, [], depth))],
  [2, (scope, type, depth) => (isPython(type) ? null : foldOfPart(scope, type, depth - 1))],
];

function leaf(scope: Scope, type: Scalar): Ex {
  const { c } = scope;
  const names = scalarsOf(scope, type);
  const arrays = arraysIn(scope).filter((v) => v.type === type);
  if (arrays.length > 0 && (names.length === 0 || c.chance(50))) return element(scope, oneOf(c, arrays), 1);
  return names.length > 0 ? asExpression(oneOf(c, names)) : constant(c, type, true);
}

const integers = [1, 2, 3, 0, 5, 7, 10, 100, 127] as const;
const floats = ["1.0", "0.5", "2.0", "0.0", "0.1", "1.5", "3.25", "100.0", "1e-3", "7.0"] as const;

export function constant(c: Choices, type: Scalar, vary: boolean): Ex {
  const digits = vary ? oneOf(c, integers) : 1;
  if (type === "python bool" || type === "bool") {
    const text = vary && c.chance(50) ? "False" : "True";
    return atom(type === "bool" ? `np.bool_(${text})` : text, type);
  }
  if (isFloat(type)) {
    const text = vary ? `${c.chance(25) ? "-" : ""}${oneOf(c, floats)}` : "1.0";
    if (isPython(type)) return made(text, text.startsWith("-") ? binds.unary : binds.atom, type);
    return atom(`np.${type}(${text})`, type);
  }
  const negative = vary && !isUnsigned(type) && c.chance(25);
  const value = negative ? -digits : digits;
  if (type === "python int") return intConstant(value);
  return atom(`np.${type}(${value})`, type);
}

function intConstant(value: number): Ex {
  return made(String(value), value < 0 ? binds.unary : binds.atom, "python int", [], {
    low: value,
    high: value,
  });
}

/** An operator whose result has the type; the other operand may be of another type that it absorbs. */
function binary(scope: Scope, type: Scalar, depth: number): Ex | null {
  const { c } = scope;
  const possible = symbols.filter(([op]) => binaryType(op, type, type) === type);
  if (possible.length === 0) return null;
  const [op, symbol, level] = oneOf(c, possible);
  const otherType = partner(c, op, type);
  const left = scalarOf(scope, type, depth - 1);
  let right =
    otherType === "python int" ? weakFor(scope, op, type, depth - 1) : scalarOf(scope, otherType, depth - 1);
  if (isPython(type) && (op === "div" || op === "floordiv" || op === "mod")) right = nonZero(c, right);
  const swap = otherType !== type && !isPython(type) && op !== "shl" && op !== "shr" && c.chance(40);
  const [l, r] = swap ? [right, left] : [left, right];
  return made(`${inside(l, level)} ${symbol} ${inside(r, level + 1)}`, level, type);
}

/** A type that `type` absorbs under the operator: itself, a Python number, or a smaller NumPy type. */
export function partner(c: Choices, op: BinaryOp, type: Scalar): Scalar {
  if (!c.chance(50)) return type;
  const others: Scalar[] = isPython(type) ? [...pythonTypes] : [...pythonTypes, ...dtypes];
  const absorbed = others.filter(
    (other) => binaryType(op, type, other) === type && binaryType(op, other, type) === type,
  );
  return absorbed.length === 0 ? type : oneOf(c, absorbed);
}

/** A Python int that the NumPy type can hold, and that makes sense on the right of the operator. */
export function weakFor(scope: Scope, op: BinaryOp, type: Scalar, depth: number): Ex {
  if (op === "shl" || op === "shr") return pythonInt(scope, { low: 0, high: 9 }, depth);
  if (!isInteger(type) || isPython(type)) return pythonInt(scope, null, depth);
  const { low, high } = rangeOf(type);
  const careless = scope.c.chance(2);
  return pythonInt(scope, careless ? null : { low: Math.max(low, -1000), high: Math.min(high, 1000) }, depth);
}

/** Python raises for a zero divisor. */
function nonZero(c: Choices, divisor: Ex): Ex {
  if (c.chance(2)) return divisor;
  if (divisor.type === "python float") return made(`abs(${divisor.text}) + 0.5`, binds.sum, "python float");
  if (divisor.type === "python bool")
    return made(`${inside(divisor, binds.sum)} + 1`, binds.sum, "python int", [], { low: 1, high: 2 });
  return made(`abs(${divisor.text}) + 1`, binds.sum, divisor.type, [], null);
}

function unary(scope: Scope, type: Scalar, depth: number): Ex | null {
  const { c } = scope;
  const possible = (["neg", "abs", "invert"] as const).filter((op) => unaryType(op, type) === type);
  if (possible.length === 0) return null;
  const op = oneOf(c, possible);
  const operand = scalarOf(scope, type, depth - 1);
  if (op === "abs")
    return atom(`${isPython(type) || c.chance(50) ? "abs" : "np.abs"}(${operand.text})`, type);
  return made(`${op === "neg" ? "-" : "~"}${inside(operand, binds.unary)}`, binds.unary, type);
}

/** `np.int16(x)`, `float(x)`, `x.astype(...)`: from any other type. */
function converted(scope: Scope, type: Scalar, depth: number): Ex | null {
  const { c } = scope;
  if (type === "python bool") return atom(`bool(${scalarOf(scope, oneOf(c, dtypes), depth - 1).text})`, type);
  const from: Scalar = c.chance(70) ? oneOf(c, dtypes) : oneOf(c, pythonTypes);
  const source = scalarOf(scope, from, depth - 1);
  if (type === "python float") return atom(`float(${source.text})`, type);
  const text =
    isInteger(type) && isFloat(from)
      ? clipped(source, type).text
      : isInteger(type) && from === "python int"
        ? bounded(source, rangeOf(type)).text
        : source.text;
  return atom(`np.${type}(${text})`, type);
}

/** A float brought to where its conversion to the integer type is defined. */
export function clipped(source: Ex, type: Scalar): Ex {
  const low = isUnsigned(type) ? 0 : -100;
  const text = `np.nan_to_num(np.clip(${source.text}, ${low}, 100))`;
  return atom(text, isPython(source.type) ? "float64" : source.type, source.shape);
}

function conditional(scope: Scope, type: Scalar, depth: number): Ex {
  const test = condition(scope, "python bool", depth - 1);
  const yes = scalarOf(scope, type, depth - 1);
  const no = scalarOf(scope, type, depth - 1);
  const text = `${inside(yes, binds.or)} if ${inside(test, binds.or)} else ${no.text}`;
  return made(text, binds.conditional, type);
}

function functionOf(scope: Scope, type: Scalar, depth: number): Ex | null {
  const { c } = scope;
  const operand = () => scalarOf(scope, type, depth - 1).text;
  if (type === "python bool") return null;
  if (type === "python float") {
    switch (c.pick(4)) {
      case 0:
        return atom(`${oneOf(c, ["min", "max"])}(${operand()}, ${operand()})`, type);
      case 1:
        return atom(`math.sqrt(abs(${operand()}))`, type);
      case 2:
        return atom(
          `math.${oneOf(c, ["fabs", "copysign"]) === "fabs" ? `fabs(${operand()})` : `copysign(${operand()}, ${operand()})`}`,
          type,
        );
      default:
        return atom(`abs(${operand()})`, type);
    }
  }
  if (type === "bool")
    return atom(`np.logical_${oneOf(c, ["and", "or", "xor"])}(${operand()}, ${operand()})`, type);
  switch (c.pick(6)) {
    case 0:
      return atom(
        `${oneOf(c, ["min", "max", "np.minimum", "np.maximum"])}(${operand()}, ${operand()})`,
        type,
      );
    case 1:
      return atom(`np.abs(${operand()})`, type);
    case 2:
      return atom(`np.sign(${operand()})`, type);
    case 3:
      return isFloat(type)
        ? atom(`np.${oneOf(c, ["sqrt", "floor", "ceil", "trunc", "rint"])}(${operand()})`, type)
        : atom(`np.square(${operand()})`, type);
    case 4: {
      const text = isFloat(type)
        ? `${operand()}, -3.0, 4.5`
        : `${operand()}, ${isUnsigned(type) ? 1 : -7}, 9`;
      return atom(`np.clip(${text})`, type);
    }
    default: {
      const from = oneOf(c, ["int8", "uint16", "int32", "float32"] as const);
      if (binaryType("add", from, from) !== type && from !== type) return null;
      return atom(`np.square(${operand()})`, type);
    }
  }
}

/** A Python int, within a range where one is given. Its own range is followed so that it never leaves 64 bits. */
export function pythonInt(scope: Scope, range: Range | null, depth: number): Ex {
  return scope.c.part(() => {
    const ex = unboundedInt(scope, depth);
    return range === null ? ex : bounded(ex, range);
  });
}

/** Brought into the range by a remainder where it is not known to be there. */
export function bounded(ex: Ex, range: Range): Ex {
  if (within(ex.range, range)) return ex;
  const low = Math.max(range.low, -50);
  const count = Math.min(range.high, 200) - low + 1;
  const rest = `${inside(ex, binds.product)} % ${count}`;
  const to = { low, high: low + count - 1 };
  if (low === 0) return made(rest, binds.product, "python int", [], to);
  return made(`${rest} ${low < 0 ? "-" : "+"} ${Math.abs(low)}`, binds.sum, "python int", [], to);
}

const large = 2 ** 40;

function unboundedInt(scope: Scope, depth: number): Ex {
  const { c } = scope;
  const names = scalarsOf(scope, "python int");
  const kind = depth <= 0 ? c.pick(4) : c.pick(13);
  const recurse = () => pythonInt(scope, null, depth - 1);
  switch (kind) {
    case 0:
      return intConstant(1);
    case 1:
      return constant(c, "python int", true);
    case 2:
    case 3:
      return names.length > 0 ? asExpression(oneOf(c, names)) : constant(c, "python int", true);
    case 4: {
      const arrays = arraysIn(scope);
      if (arrays.length === 0) return intConstant(2);
      const v = oneOf(c, arrays);
      const axis = c.pick(v.shape.length);
      const extent = v.shape[axis] ?? 0;
      if (c.chance(50)) return atom(`len(${v.name})`, "python int", [], exactly(v.shape[0] ?? 0));
      return atom(`${v.name}.shape[${axis}]`, "python int", [], exactly(extent));
    }
    case 5: {
      const type = oneOf(c, ["int32", "uint8", "int8", "uint16", "int16", "uint32", "bool"] as const);
      return atom(
        `int(${scalarOf(scope, type, depth - 1).text})`,
        "python int",
        [],
        type === "bool" ? { low: 0, high: 1 } : rangeOf(type),
      );
    }
    case 6: {
      const type = oneOf(c, ["float64", "float32", "float16"] as const);
      return atom(`int(${clipped(scalarOf(scope, type, depth - 1), "int8").text})`, "python int", [], {
        low: -100,
        high: 100,
      });
    }
    case 7: {
      const test = condition(scope, "python bool", depth - 1);
      const [yes, no] = [recurse(), recurse()];
      const range =
        yes.range !== null && no.range !== null
          ? { low: Math.min(yes.range.low, no.range.low), high: Math.max(yes.range.high, no.range.high) }
          : null;
      return made(
        `${inside(yes, binds.or)} if ${inside(test, binds.or)} else ${no.text}`,
        binds.conditional,
        "python int",
        [],
        range,
      );
    }
    case 8: {
      const [x, y] = [recurse(), recurse()];
      const range =
        x.range !== null && y.range !== null
          ? { low: Math.min(x.range.low, y.range.low), high: Math.max(x.range.high, y.range.high) }
          : null;
      return atom(`${oneOf(c, ["min", "max"])}(${x.text}, ${y.text})`, "python int", [], range);
    }
    case 9: {
      const x = recurse();
      const far = x.range === null ? large : Math.max(Math.abs(x.range.low), Math.abs(x.range.high));
      if (c.chance(50)) return atom(`abs(${x.text})`, "python int", [], { low: 0, high: far });
      return made(`${c.chance(50) ? "-" : "~"}${inside(x, binds.unary)}`, binds.unary, "python int", [], {
        low: -far - 1,
        high: far + 1,
      });
    }
    default:
      return intOperator(scope, recurse(), recurse());
  }
}

function exactly(value: number): Range {
  return { low: value, high: value };
}

function intOperator(scope: Scope, left: Ex, right: Ex): Ex {
  const { c } = scope;
  const a = left.range ?? { low: -large, high: large };
  const b = right.range ?? { low: -large, high: large };
  const write = (symbol: string, level: number, range: Range, r = right): Ex => {
    const ex = made(
      `${inside(left, level)} ${symbol} ${inside(r, level + 1)}`,
      level,
      "python int",
      [],
      range,
    );
    return Math.max(Math.abs(range.low), Math.abs(range.high)) > large
      ? bounded(ex, { low: -50, high: 200 })
      : ex;
  };
  const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  const far = Math.max(...[a.low, a.high, b.low, b.high].map((n) => Math.abs(n)));
  const allBits = 2 ** Math.ceil(Math.log2(far + 2));
  switch (c.pick(9)) {
    case 0:
      return write("+", binds.sum, { low: a.low + b.low, high: a.high + b.high });
    case 1:
      return write("-", binds.sum, { low: a.low - b.high, high: a.high - b.low });
    case 2:
      return write("*", binds.product, { low: Math.min(...corners), high: Math.max(...corners) });
    case 3: {
      const divisor = b.low > 0 ? right : nonZero(c, right);
      const reach = Math.max(Math.abs(a.low), Math.abs(a.high)) + 1;
      return write("//", binds.product, { low: -reach, high: reach }, divisor);
    }
    case 4: {
      const divisor = b.low > 0 ? right : nonZero(c, right);
      const reach = Math.max(Math.abs(b.low), Math.abs(b.high)) + 1;
      return write("%", binds.product, { low: -reach, high: reach }, divisor);
    }
    case 5: {
      const [symbol, level] = oneOf(c, [
        ["&", binds.bitAnd],
        ["|", binds.bitOr],
        ["^", binds.bitXor],
      ] as const);
      return write(symbol, level, { low: -allBits, high: allBits });
    }
    case 6: {
      const count = bounded(right, { low: 0, high: 7 });
      if (c.chance(50))
        return write(">>", binds.shift, { low: Math.min(a.low, 0), high: Math.max(a.high, 0) }, count);
      return write(
        "<<",
        binds.shift,
        { low: Math.min(a.low, 0) * 128, high: Math.max(a.high, 0) * 128 },
        count,
      );
    }
    case 7: {
      const power = 2 + c.pick(2);
      const reach = Math.max(Math.abs(a.low), Math.abs(a.high));
      if (reach > 1000) return left;
      return made(`${inside(left, binds.power + 1)} ** ${power}`, binds.power, "python int", [], {
        low: -(reach ** power),
        high: reach ** power,
      });
    }
    default:
      return made(
        `${inside(left, binds.sum)} + ${inside(truth(scope), binds.product)}`,
        binds.sum,
        "python int",
        [],
        { low: a.low, high: a.high + 1 },
      );
  }
}

function truth(scope: Scope): Ex {
  return condition(scope, "python bool", 0);
}
