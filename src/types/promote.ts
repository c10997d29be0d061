/**
 * Which types an operation computes in.
 *
 *     promoteBinary("add", { type: int8 }, { type: pythonInt, constant: 3 })  // operands int8, int8; result int8
 *     promoteBinary("mul", { type: fixed(16, 6) }, { type: int8 })            // result fixed<24,14>
 *
 * Two Python numbers follow Python; a type that grows is exact (promote-exact.ts); everything else is NumPy 2
 * (promote-numpy.ts), where other float formats join: with a float the wider range and precision of both, with an
 * integer the float itself.
 */
import type { BinaryOp, MathFn, ReduceOp, UnaryOp } from "./operators.ts";
import {
  complexBinary,
  complexCompare,
  complexMath,
  complexUnary,
  joinComplex,
  refuseOrder,
} from "./promote-complex.ts";
import {
  exactAccumulator,
  exactBinary,
  exactCompare,
  exactMath,
  exactUnary,
  isExact,
  joinExactOperands,
} from "./promote-exact.ts";
import { numpyAccumulator, numpyBinary, numpyCompare, numpyMath, numpyUnary } from "./promote-numpy.ts";
import { pythonBinary, pythonCompare, pythonUnary } from "./promote-python.ts";
import { accept, type Operand, type Promotion } from "./promotion.ts";
import {
  bool,
  float64,
  int64,
  isComplex,
  isNumpy,
  type PythonType,
  pythonBool,
  pythonFloat,
  pythonInt,
  type ScalarType,
  sameType,
} from "./types.ts";

export { isExact } from "./promote-exact.ts";
export type { Operand, Promotion } from "./promotion.ts";

export function promoteBinary(op: BinaryOp, left: Operand, right: Operand): Promotion {
  if (isComplex(left.type) || isComplex(right.type)) return complexBinary(op, left, right);
  if (left.type.kind === "python" && right.type.kind === "python") return pythonBinary(op, left, right);
  if (isExact(left.type) || isExact(right.type)) return exactBinary(op, left, right);
  return numpyBinary(op, left, right);
}

/** The operands may keep different integer types: they are compared by value. */
export function promoteCompare(left: Operand, right: Operand): Promotion {
  if (isComplex(left.type) || isComplex(right.type)) return complexCompare(left, right);
  if (left.type.kind === "python" && right.type.kind === "python") return pythonCompare(left, right);
  if (isExact(left.type) || isExact(right.type)) return exactCompare(left, right);
  return numpyCompare(left, right);
}

/** `<` and its kin; complex numbers have no order. */
export function promoteOrder(left: Operand, right: Operand): Promotion {
  return isComplex(left.type) || isComplex(right.type)
    ? refuseOrder(left, right)
    : promoteCompare(left, right);
}

export function promoteUnary(op: UnaryOp, operand: Operand): Promotion {
  if (isComplex(operand.type)) return complexUnary(op, operand);
  if (operand.type.kind === "python") return pythonUnary(op, operand);
  return isExact(operand.type) ? exactUnary(op, operand, operand.type) : numpyUnary(op, operand);
}

/** The NumPy functions: a Python number alone is what np.asarray makes of it. */
export function promoteMath(fn: MathFn, args: readonly Operand[]): Promotion {
  if (args.some((o) => isComplex(o.type))) return complexMath(fn, args);
  return args.some((o) => isExact(o.type)) ? exactMath(fn, args) : numpyMath(fn, args);
}

/** `count`: how many elements there are at most; the width of exact sums and products depends on it. */
export function reduceTypes(op: ReduceOp, element: ScalarType, count?: number): Promotion {
  if (isComplex(element) && op !== "sum" && op !== "prod" && op !== "any" && op !== "all")
    return refuseOrder({ type: element }, { type: element });
  switch (op) {
    case "sum":
    case "prod": {
      if (isExact(element)) return exactAccumulator(op, element, count);
      const type = accumulator(element);
      return accept([type], type);
    }
    case "min":
    case "max":
      return accept([element], element);
    case "any":
    case "all":
      return accept([bool], bool);
    case "argmin":
    case "argmax":
      return accept([element], int64);
  }
}

function accumulator(element: ScalarType): ScalarType {
  if (element.kind === "python") return element.name === "bool" ? pythonInt : element;
  return element.kind === "fixed" || element.kind === "complex" ? element : numpyAccumulator(element);
}

/**
 * The one type of a variable that is assigned both, or null when it must be two variables.
 * A Python number takes the other's type if that has its kind of values: a float never becomes an integer, and
 * an exact type grows so that it holds the number.
 */
export function joinTypes(left: Operand, right: Operand): ScalarType | null {
  const [a, b] = [left.type, right.type];
  if (sameType(a, b)) return a;
  if (isComplex(a) || isComplex(b)) return joinComplex(a, b);
  if (isExact(a) || isExact(b)) return joinExactOperands(left, right);
  if (a.kind === "python") return b.kind === "python" ? joinPython(a, b) : joinWeak(a, b);
  return b.kind === "python" ? joinWeak(b, a) : null;
}

/** Of several; Python constants come last, so that each is known when it meets a type. */
export function joinAll(operands: readonly Operand[]): ScalarType | null {
  const isWeak = ({ type }: Operand): boolean => type.kind === "python";
  const [first, ...rest] = [...operands.filter((o) => !isWeak(o)), ...operands.filter(isWeak)];
  const joined = rest.reduce<Operand | null>((a, b) => {
    const type = a === null ? null : joinTypes(a, b);
    return type === null ? null : { type };
  }, first ?? null);
  return joined?.type ?? null;
}

function joinPython(a: PythonType, b: PythonType): PythonType {
  if (a.name === "float" || b.name === "float") return pythonFloat;
  return a.name === "int" || b.name === "int" ? pythonInt : pythonBool;
}

/** `strong` is NumPy's, or a float of another format. */
function joinWeak(weak: PythonType, strong: ScalarType): ScalarType | null {
  if (weak.name === "bool" || strong.kind === "float") return strong;
  if (weak.name === "int") return strong.kind === "bool" ? int64 : strong;
  return isNumpy(strong) ? float64 : null;
}
