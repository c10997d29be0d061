/**
 * Other types for arrays and scalars, carried through what is computed with them.
 *
 * A load gives the new type. Operators around it compute in the type that promotion gives their operands now, up to
 * the next conversion or store, which converts as it did. Constants are as weak as the literals they came from. A
 * conversion that is a whole stored value, to the type the place had, is now the conversion to the type it has.
 * Conversions that promotion made are made anew, so that types may change one after another, in any order.
 */
import type { Span } from "../diagnostics/diagnostic.ts";
import { arraysOf, scalarsOf } from "../loops/find.ts";
import type { ArrayDecl, Assign, Expr, Loops, Param, ScalarDecl, Stmt, Store } from "../loops/nodes.ts";
import { mapBodies, mapChildren, mapExpressions } from "../loops/walk.ts";
import { compileConvert } from "../types/arithmetic.ts";
import type { Conversion } from "../types/convert.ts";
import { ArithmeticFault } from "../types/fault.ts";
import type { Value } from "../types/operators.ts";
import { printType } from "../types/print.ts";
import {
  joinTypes,
  type Operand,
  type Promotion,
  promoteBinary,
  promoteCompare,
  promoteMath,
  promoteUnary,
} from "../types/promote.ts";
import { fixed, pythonFloat, pythonInt, type ScalarType, sameType } from "../types/types.ts";
import { type Applied, done } from "./primitive.ts";
import { refuse } from "./refusal.ts";

/** `read`: arguments, which keep their type and are converted where they are read. */
export function retype(
  loops: Loops,
  changes: ReadonlyMap<string, ScalarType>,
  read: ReadonlyMap<string, ScalarType> = new Map(),
): Applied {
  const types = new Map<string, ScalarType>();
  for (const { name, element } of arraysOf(loops)) types.set(name, element);
  for (const { name, type } of scalarsOf(loops)) types.set(name, type);
  const state: State = { before: types, after: new Map([...types, ...changes]), read, refused: null };
  const body = block(state, loops.body);
  const array = (decl: ArrayDecl): ArrayDecl => {
    const element = changes.get(decl.name);
    if (element === undefined) return decl;
    const convert = orFault(compileConvert(decl.element, element));
    const table = decl.table?.map(convert);
    if (table === undefined) return { ...decl, element };
    const fitting = table.filter((value) => value !== null);
    if (fitting.length < table.length) state.refused ??= outOfTable(decl, table.indexOf(null), element);
    return { ...decl, element, table: fitting };
  };
  const scalar = (decl: ScalarDecl): ScalarDecl => ({ ...decl, type: changes.get(decl.name) ?? decl.type });
  const retyped: Loops = {
    ...loops,
    params: loops.params.map((param): Param => (param.kind === "array" ? array(param) : scalar(param))),
    arrays: loops.arrays.map(array),
    scalars: loops.scalars.map(scalar),
    body,
  };
  const { refused } = state;
  if (refused === null) return done(retyped);
  const { message, help, span, array: table } = refused;
  const place = { ...(span === undefined ? {} : { span }), ...(table === undefined ? {} : { array: table }) };
  return refuse("retype-expression", { problem: message, help }, place);
}

function outOfTable({ name, shape, table }: ArrayDecl, at: number, type: ScalarType): State["refused"] {
  const index: number[] = [];
  shape.reduceRight((rest, size) => {
    index.unshift(rest % size);
    return Math.floor(rest / size);
  }, at);
  const element = `\`${name}[${index.join(", ")}]\``;
  const message = `the constant ${element} is ${String(table?.[at])}, which does not fit ${printType(type)}`;
  return { message, help: "choose a type with a larger range", array: name };
}

interface State {
  readonly before: ReadonlyMap<string, ScalarType>;
  readonly after: ReadonlyMap<string, ScalarType>;
  readonly read: ReadonlyMap<string, ScalarType>;
  refused: Refused | null; // the first
}

interface Refused {
  readonly message: string;
  readonly help: string;
  readonly span?: Span;
  readonly array?: string;
}

function block(state: State, body: readonly Stmt[]): readonly Stmt[] {
  return body.map((stmt) => mapBodies(statement(state, stmt), (inner) => block(state, inner)));
}

function statement(state: State, stmt: Stmt): Stmt {
  switch (stmt.kind) {
    case "assign":
      return stored(state, stmt, stmt.target);
    case "store": {
      const index = stmt.index.map((at) => indexed(state, at));
      return { ...stored(state, stmt, stmt.array), index };
    }
    default:
      // Bounds and conditions keep their types.
      return mapExpressions(stmt, (expr) => kept(state, expr));
  }
}

function stored<S extends Assign | Store>(state: State, stmt: S, name: string): S {
  const { value } = stmt;
  const was = state.before.get(name) ?? value.type;
  const type = state.after.get(name) ?? value.type;
  const changed = !sameType(was, type);
  const whole = changed && value.kind === "cast" && sameType(value.type, was) ? value.operand : value;
  return { ...stmt, value: converted(expression(state, whole), type) };
}

/** With the type it had. */
function kept(state: State, expr: Expr): Expr {
  return converted(expression(state, expr), expr.type);
}

/** Any integer is an index. */
function indexed(state: State, expr: Expr): Expr {
  const index = expression(state, expr);
  return index.type.kind === "int" ? index : converted(index, expr.type);
}

const nowhere = { from: 0, to: 0 };

function converted(expr: Expr, type: ScalarType): Expr {
  if (sameType(expr.type, type)) return expr;
  const value = expr.kind === "const" ? constantAs(expr, type) : null;
  if (value !== null) return { kind: "const", value, type };
  return { kind: "cast", operand: expr, type, span: "span" in expr ? expr.span : nowhere };
}

/** As `converted`, by promotion. */
function promotedTo(expr: Expr, type: ScalarType): Expr {
  const made = converted(expr, type);
  return made !== expr && made.kind === "cast" ? { ...made, implied: true } : made;
}

/** Null where the conversion is a fault: it stays one, for when it runs. */
function constantAs({ value, type: from }: Extract<Expr, { kind: "const" }>, type: ScalarType): Value | null {
  return orFault(compileConvert(from, type))(value);
}

function orFault(convert: Conversion): (value: Value) => Value | null {
  return (value) => {
    try {
      return convert(value, value);
    } catch (error) {
      if (error instanceof ArithmeticFault) return null;
      throw error;
    }
  };
}

function expression(state: State, expr: Expr): Expr {
  const inner = (child: Expr): Expr => expression(state, child);
  switch (expr.kind) {
    case "const":
      return expr;
    case "var":
      return asRead(state, expr.name, { ...expr, type: state.after.get(expr.name) ?? expr.type });
    case "load":
      return asRead(state, expr.array, {
        ...expr,
        index: expr.index.map((at) => indexed(state, at)),
        type: state.after.get(expr.array) ?? expr.type,
      });
    case "unary":
      return promoted(state, expr, ([one = weakest]) => promoteUnary(expr.op, one));
    case "binary":
      return promoted(state, expr, ([l = weakest, r = weakest]) => promoteBinary(expr.op, l, r));
    case "compare":
      return promoted(state, expr, ([l = weakest, r = weakest]) => promoteCompare(l, r));
    case "math":
      return promoted(state, expr, (args) => promoteMath(expr.fn, args));
    case "select":
      return select(state, expr);
    case "cast": {
      const operand = inner(expr.operand);
      if (expr.implied === true) return operand;
      if (sameType(operand.type, expr.operand.type)) return { ...expr, operand };
      // The check that `stores` asks for is about the type that it had.
      return { kind: "cast", operand, type: expr.type, span: expr.span };
    }
    case "logic":
    case "bits":
    case "bitcast":
      // Truth values and bits are those of the type it had.
      return mapChildren(expr, (child) => kept(state, child));
  }
}

function asRead({ read }: State, name: string, expr: Expr): Expr {
  const type = read.get(name);
  return type === undefined ? expr : converted(expr, type);
}

const weakest: Operand = { type: pythonInt, constant: 0 };

/** An operator whose operands changed computes in the type that promotion gives it now. */
function promoted<E extends Expr>(
  state: State,
  expr: E,
  promotion: (operands: readonly Operand[]) => Promotion,
): Expr {
  const operands: Expr[] = [];
  let changed = false;
  mapChildren(expr, (child) => {
    const operand = expression(state, child);
    if (!sameType(operand.type, child.type)) changed = true;
    operands.push(operand);
    return child;
  });
  if (!changed) return replaceChildren(expr, operands);
  const found = promotion(operands.map(operandOf));
  if (!found.ok) {
    const { message, help } = found;
    state.refused ??= { message, help, ...("span" in expr ? { span: expr.span } : {}) };
    return expr;
  }
  const cast = operands.map((operand, i) => promotedTo(operand, found.operands[i] ?? operand.type));
  return { ...replaceChildren(expr, cast), type: found.result };
}

function replaceChildren<E extends Expr>(expr: E, children: readonly Expr[]): Expr {
  let at = 0;
  return mapChildren(expr, (child) => children[at++] ?? child);
}

function operandOf(expr: Expr): Operand {
  if (expr.kind !== "const") return { type: expr.type };
  const weak = expr.type.kind === "float" ? pythonFloat : expr.type.kind === "int" ? pythonInt : expr.type;
  return { type: weak, constant: expr.value };
}

function select(state: State, expr: Extract<Expr, { kind: "select" }>): Expr {
  const condition = kept(state, expr.condition);
  const then = expression(state, expr.then);
  const otherwise = expression(state, expr.otherwise);
  const type = sideType(expr, then, otherwise);
  return {
    ...expr,
    condition,
    then: promotedTo(then, type),
    otherwise: promotedTo(otherwise, type),
    type,
  };
}

/** Both sides have one type: the common one; where there is none, the one that it had. */
function sideType(expr: Extract<Expr, { kind: "select" }>, then: Expr, otherwise: Expr): ScalarType {
  const same = sameType(then.type, expr.then.type) && sameType(otherwise.type, expr.otherwise.type);
  if (same) return expr.type;
  const [a, b] = [operandOf(then), operandOf(otherwise)];
  return joinTypes(a, b) ?? joinTypes(withoutModes(a), withoutModes(b)) ?? expr.type;
}

/** What only passes a value on neither rounds nor overflows. */
function withoutModes({ type, ...operand }: Operand): Operand {
  return { ...operand, type: type.kind === "fixed" ? fixed(type.width, type.integer, type.signed) : type };
}
