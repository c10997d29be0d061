/** Expressions that are scalars. Statements that one needs before it go to `st.out`. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type * as program from "../../program/nodes.ts";
import { storageClass } from "../../types/storage.ts";
import {
  elementOf,
  isComplex,
  partOf,
  pythonBool,
  pythonInt,
  type ScalarType,
  sameType,
} from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { assuming } from "./assume.ts";
import { callValue } from "./call.ts";
import { mayFault } from "./fault.ts";
import { known, select } from "./integers.ts";
import { lane } from "./lane.ts";
import { matmulScalar } from "./linear.ts";
import { elementScalar } from "./map.ts";
import { dotScalar, reduceScalar } from "./reduce.ts";
import {
  assign,
  bug,
  capture,
  claim,
  declareScalar,
  emitIf,
  type Frame,
  frameOf,
  type State,
  spill,
} from "./state.ts";
import { checked, type Indexed } from "./subs.ts";
import { type Binding, loadAt, positionOf } from "./view.ts";

export function scalar(st: State, expr: program.Expr): Expr {
  switch (expr.kind) {
    case "const":
      return { kind: "const", value: expr.value, type: expr.type };
    case "var":
      return scalarVariable(st, frameOf(st), expr.name);
    case "load": {
      const base = lane(st, expr.base);
      const index = expr.index.map((at, axis) =>
        elementPosition(st, base.binding, scalarInt(st, at), base.shape[axis] ?? bug("too many indices"), {
          array: expr.base,
          axis,
          span: expr.span,
        }),
      );
      return base.binding === null ? base.at(index) : loadAt(st, base.binding, index, expr.span);
    }
    case "unary":
    case "binary":
    case "compare":
    case "where":
    case "math":
    case "cast":
    case "bitcast":
      return combine(
        st,
        expr,
        operandsOf(expr).map((operand) => scalar(st, operand)),
      );
    case "logic":
      return logic(st, expr);
    case "conditional":
      return conditional(st, expr);
    case "bits":
      return {
        kind: "bits",
        operand: scalar(st, expr.operand),
        low: scalar(st, expr.low),
        type: expr.type,
        span: expr.span,
      };
    case "reduce":
      return reduceScalar(st, expr);
    case "dot":
      return dotScalar(st, expr);
    case "matmul":
      return matmulScalar(st, expr);
    case "element":
      return elementScalar(st, expr);
    case "extent":
      return lane(st, expr.array).shape[expr.axis] ?? bug(`no axis ${expr.axis}`);
    case "call": {
      const result = callValue(st, expr, expr.func, expr.args)[0];
      return result?.kind === "value" ? result.value : bug(`\`${expr.func}\` gives no scalar`);
    }
    default:
      return bug(`${expr.kind} is not a scalar`);
  }
}

/** An integer of any type as a python int. */
export function scalarInt(st: State, expr: program.Expr): Expr {
  return asPythonInt(scalar(st, expr), expr.span);
}

export function asPythonInt(value: Expr, span: Span): Expr {
  if (sameType(value.type, pythonInt)) return value;
  const constant = known(value);
  if (constant !== null && value.type.kind === "int")
    return { kind: "const", value: constant, type: pythonInt };
  // What a python int was cast to an integer type for, an index does not need.
  if (value.kind === "cast" && sameType(value.operand.type, pythonInt) && value.operand.kind === "var")
    return value.operand;
  return { kind: "cast", operand: value, type: pythonInt, span };
}

/** Within a whole array the access itself finds an index out of range; within a part of one it is checked here. */
export function elementPosition(
  st: State,
  binding: Binding | null,
  index: Expr,
  extent: Expr,
  indexed: Indexed,
): Expr {
  const { axis } = indexed;
  const at = positionOf(st, index, extent);
  const whole = binding?.options.every(
    ({ stages, array }) => stages.length === 0 && st.arrays.get(array)?.shape[axis] === known(extent),
  );
  return whole ? at : checked(st, at, extent, indexed);
}

// Variables

export function scalarVariable(st: State, frame: Frame, name: string): Expr {
  const constant = frame.facts.constants.get(name);
  if (constant !== undefined) return { kind: "const", value: constant.value, type: constant.type };
  const found = frame.scalars.get(name);
  if (found !== undefined) return found;
  const declared = scalarTarget(st, frame, name);
  return { kind: "var", name: declared, type: typeOf(frame, name) };
}

/** What a scalar variable is called where it is assigned. */
export function scalarTarget(st: State, frame: Frame, name: string): string {
  const found = frame.scalars.get(`=${name}`);
  if (found?.kind === "var") return found.name;
  const type = typeOf(frame, name);
  const declared = claim(st, frame, name);
  st.scalars.push({ kind: "scalar", name: declared, type });
  const variable: Expr = { kind: "var", name: declared, type };
  frame.scalars.set(`=${name}`, variable);
  if (!frame.scalars.has(name)) frame.scalars.set(name, variable);
  return declared;
}

export function typeOf(frame: Frame, name: string): ScalarType {
  const type = frame.facts.types.get(name) ?? bug(`\`${name}\` is not a variable of ${frame.func.name}`);
  return elementOf(type);
}

// Element by element

export type Elementwise = Extract<
  program.Expr,
  { kind: "unary" | "binary" | "compare" | "where" | "math" | "cast" | "bitcast" }
>;

export function operandsOf(expr: Elementwise): readonly program.Expr[] {
  switch (expr.kind) {
    case "unary":
    case "cast":
    case "bitcast":
      return [expr.operand];
    case "binary":
    case "compare":
      return [expr.left, expr.right];
    case "where":
      return [expr.condition, expr.then, expr.otherwise];
    case "math":
      return expr.args;
  }
}

/** One element of the result from one element of each operand. */
export function combine(st: State, expr: Elementwise, operands: readonly Expr[]): Expr {
  const [a, b, c] = operands;
  if (a === undefined) return bug(`${expr.kind} without an operand`);
  const type = elementOf(expr.type);
  const { span } = expr;
  const second = (): Expr => b ?? bug("a second operand is missing");
  switch (expr.kind) {
    case "unary":
      return { kind: "unary", op: expr.op, operand: a, type, span };
    case "binary":
      return { kind: "binary", op: expr.op, left: a, right: second(), type, span };
    case "compare":
      return { kind: "compare", op: expr.op, left: a, right: second(), type, span };
    case "math":
      return { kind: "math", fn: expr.fn, args: operands, type, span };
    case "cast":
      return {
        kind: "cast",
        operand: a,
        ...(expr.stores ? { stores: true as const } : {}),
        ...(expr.implied ? { implied: true as const } : {}),
        type,
        span,
      };
    case "bitcast":
      return { kind: "bitcast", operand: a, type, span };
    case "where": {
      // Both sides are evaluated, as NumPy does: a fault in either is a fault.
      const [yes, no] = [b, c].map((side) => {
        const value = side ?? bug("a side of where is missing");
        return mayFault(st, value) ? spill(st, value) : value;
      });
      return select(truth(a, span), yes ?? a, no ?? a);
    }
  }
}

/** A condition from a value that may be a number. */
export function truth(value: Expr, span: Span): Expr {
  if (value.type.kind === "bool" || (value.type.kind === "python" && value.type.name === "bool"))
    return value;
  return {
    kind: "compare",
    op: "ne",
    left: value,
    right: zeroOf(value.type),
    type: value.type.kind === "python" ? pythonBool : { kind: "bool" },
    span,
  };
}

export function zeroOf(type: ScalarType): Expr {
  if (isComplex(type)) return complexConstant(0, type);
  return { kind: "const", value: storageClass(type) === "bool" ? false : 0, type };
}

/** A real number as a complex one. */
export function complexConstant(re: number, type: ScalarType): Expr {
  const part = (value: number): Expr => ({ kind: "const", value, type: partOf(type) });
  return { kind: "math", fn: "complex", args: [part(re), part(0)], type, span: { from: 0, to: 0 } };
}

// Only one side

function logic(st: State, expr: program.Logic): Expr {
  const left = scalar(st, expr.left);
  const right = capture(st, () => assuming(st, left, expr.op === "and", () => scalar(st, expr.right)));
  if (right.body.length === 0) {
    return { kind: "logic", op: expr.op, left, right: right.result, type: expr.type, span: expr.span };
  }
  const name = declareScalar(st, `${st.name}_t`, expr.type);
  assign(st, name, asTruth(left, expr.type, expr.span));
  const { body } = capture(st, () => assign(st, name, asTruth(right.result, expr.type, expr.span)));
  const target: Expr = { kind: "var", name, type: expr.type };
  const rest = [...right.body, ...body];
  if (expr.op === "and") emitIf(st, target, rest);
  else emitIf(st, negated(target, expr.span), rest);
  return target;
}

function asTruth(value: Expr, type: ScalarType, span: Span): Expr {
  return sameType(value.type, type) ? value : { kind: "cast", operand: value, type, span };
}

export function negated(condition: Expr, span: Span): Expr {
  return { kind: "unary", op: "not", operand: condition, type: condition.type, span };
}

function conditional(st: State, expr: program.Conditional): Expr {
  const condition = scalar(st, expr.condition);
  const yes = capture(st, () => assuming(st, condition, true, () => scalar(st, expr.then)));
  const no = capture(st, () => assuming(st, condition, false, () => scalar(st, expr.otherwise)));
  if (yes.body.length === 0 && no.body.length === 0) return select(condition, yes.result, no.result);
  const type = elementOf(expr.type);
  const name = declareScalar(st, `${st.name}_t`, type);
  const set = (value: Expr) => capture(st, () => assign(st, name, value)).body;
  emitIf(st, condition, [...yes.body, ...set(yes.result)], [...no.body, ...set(no.result)]);
  return { kind: "var", name, type };
}
