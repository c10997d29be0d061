/** Tensors and scalars: what HeteroCL calls compute, update, mutate, scalar, cast and select. */
import * as build from "../../program/builder.ts";
import type { Const, Expr, Stmt } from "../../program/nodes.ts";
import { statementsIn } from "../../program/walk.ts";
import type { Value } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import { joinTypes, promoteBinary } from "../../types/promote.ts";
import type { Axes, Kind, KindOf, RankOf, StoredKind } from "../../types/static.ts";
import {
  type ArrayType,
  array,
  bool,
  elementOf,
  maxSize,
  pythonBool,
  type ScalarType,
} from "../../types/types.ts";
import { ask, type Nothing, perform } from "./callback.ts";
import type { LoopVariable } from "./domain.ts";
import { checkArity, indexName, nest } from "./domain.ts";
import {
  declare,
  emit,
  type Frame,
  fail,
  frameOf,
  fresh,
  recordWrite,
  type Session,
  spanHere,
} from "./session.ts";
import { Tensor, useTensor } from "./tensor.ts";
import { binary, castTo, type Like, lift, Place, strongOf, Term, truth } from "./term.ts";
import { readArrayType, readScalarType } from "./type_text.ts";

/** The kind of what a function gives, where it is known. */
type KindIn<V> = V extends Term<infer K> ? K : Kind;

/** The kind of the elements of a computed tensor: as the options say, else that of the value. */
type ElementIn<O, V> = O extends { readonly type: infer T } ? KindOf<T> : StoredKind<KindIn<V>>;

export interface ComputeOptions {
  readonly name?: string; // of the tensor; its loops are `name.0`, `name.1`, …
  readonly type?: string | ScalarType; // of an element, where it is not the type of the value
  readonly axes?: readonly string[]; // names for the loops instead
}

/** A name alone, or more. */
export type Named<O> = string | O;

export function optionsOf<O extends { readonly name?: string }>(options: Named<O> | undefined): O {
  return (typeof options === "string" ? { name: options } : (options ?? {})) as O;
}

type IndicesOf<S extends readonly number[]> = { -readonly [K in keyof S]: LoopVariable };

export function declarations(session: Session) {
  return { ...tensors(session), ...values(session), ...conditions(session), ...arithmetic(session) };
}

function tensors(session: Session) {
  return {
    /**
     * A new tensor; each element is the function's value at its indices.
     *
     *     const C = h.compute([n, n], (i, j) => A.at(i, j).add(B.at(i, j)), "C");
     *
     * The function is called once, to be written down. It may use statements; those belong to one element.
     */
    compute<const S extends readonly number[], V extends Like, const O extends Named<ComputeOptions>>(
      shape: S,
      fn: (...index: IndicesOf<S>) => V,
      options?: O,
    ): Tensor<S["length"], ElementIn<O, V>> {
      const frame = frameOf(session);
      const { name = "out", type, axes = [] } = optionsOf<ComputeOptions>(options);
      checkShape(session, shape);
      checkArity(session, "compute", fn, shape);
      const own = fresh(frame, name);
      const span = spanHere(session);
      const [outside, started, before] = [frame.block, frame.clock++, new Set(frame.names)];
      let leaves = false;
      // Elements are independent of each other unless the function sets something that was there before.
      const unordered = (): boolean =>
        !leaves && !frame.writes.some(({ name, time }) => time > started && before.has(name) && name !== own);
      const loops = filling(frame, own, () =>
        nest(session, shape, axesOf(own, shape, axes), unordered, (index) => {
          const value = lift(session, ask(session, "h.compute", fn, ...(index as IndicesOf<S>)));
          const element = type === undefined ? strongOf(value) : readScalarType(session, type);
          const arrayType = array(element, shape);
          const tensor = new Tensor(session, declare(frame, own, arrayType, span, outside), arrayType);
          tensor.at(...index).set(new Term(session, value, null));
          leaves = mayLeave(frame.block.stmts);
          return tensor;
        }),
      );
      const tensor = loops.result;
      const value = zero(tensor.element, span);
      // An element that is left out is 0.
      const fill: Expr = leaves
        ? { kind: "fill", value, type: tensor.type, span }
        : { kind: "fill", value, overwritten: true, type: tensor.type, span };
      emit(frame, { kind: "assign", target: own, value: fill, span }, started);
      emit(frame, loops.stmt, loops.time);
      return tensor;
    },

    /** Rewrites each element of a tensor, in row-major order. */
    update<R extends number>(
      tensor: Tensor<R>,
      fn: (...index: Axes<R, LoopVariable>) => Like,
      options?: Named<{ readonly name?: string; readonly axes?: readonly string[] }>,
    ): void {
      const frame = frameOf(session);
      const { name = `${tensor.name}_update`, axes = [] } = optionsOf(options);
      checkArity(session, "update", fn, tensor.shape);
      useTensor(session, tensor);
      const elements: Tensor = tensor;
      const own = fresh(frame, name);
      loopOver(session, own, tensor.shape, axes, (index) =>
        elements.at(...index).set(ask(session, "h.update", fn, ...(index as Axes<R, LoopVariable>))),
      );
    },

    /** Statements for each point of a domain, in row-major order. */
    mutate<const S extends readonly number[]>(
      shape: S,
      fn: (...index: IndicesOf<S>) => Nothing,
      options?: Named<{ readonly name?: string; readonly axes?: readonly string[] }>,
    ): void {
      const frame = frameOf(session);
      const { name = "mutate", axes = [] } = optionsOf(options);
      checkShape(session, shape);
      checkArity(session, "mutate", fn, shape);
      const own = fresh(frame, name);
      loopOver(session, own, shape, axes, (index) =>
        perform(session, "h.mutate", fn, ...(index as IndicesOf<S>)),
      );
    },

    /** A tensor to be set by statements: all elements alike, or a table in row-major order. */
    tensor<const T extends string | ArrayType>(
      type: T,
      init: Like | Table = 0,
      name = "t",
    ): Tensor<RankOf<T>, KindOf<T>> {
      const frame = frameOf(session);
      const read = readArrayType(session, type);
      const span = spanHere(session);
      const value: Expr = isTable(init)
        ? { kind: "arrayConst", values: table(session, read, init), type: read, span }
        : { kind: "fill", value: castTo(session, lift(session, init), read.element), type: read, span };
      const own = declare(frame, fresh(frame, name), read, span);
      emit(frame, { kind: "assign", target: own.name, value, span });
      recordWrite(frame, own.name);
      return new Tensor(session, own, read);
    },
  };
}

function values(session: Session) {
  return {
    /** A variable: `const s = h.scalar(0, "int32"); s.inc()`. */
    scalar<V extends Like, const T extends string | ScalarType | undefined = undefined>(
      init: V,
      type?: T,
      name = "s",
    ): Place<T extends undefined ? KindIn<V> : KindOf<T>> {
      const frame = frameOf(session);
      const value = lift(session, init);
      const element = type === undefined ? elementOf(value.type) : readScalarType(session, type);
      const span = spanHere(session);
      const cast = castTo(session, value, element);
      const own = declare(frame, fresh(frame, name), element, span);
      emit(frame, { kind: "assign", target: own.name, value: cast, span });
      recordWrite(frame, own.name);
      return new Place(session, own, null);
    },

    /** A value that is computed once, here. */
    let<V extends Like>(value: V, name = "t"): Term<KindIn<V>> {
      const frame = frameOf(session);
      const expr = lift(session, value);
      const span = spanHere(session);
      const own = declare(frame, fresh(frame, name), expr.type, span);
      emit(frame, { kind: "assign", target: own.name, value: expr, span });
      recordWrite(frame, own.name);
      return new Term(session, own, span);
    },

    /** A constant of a type: `h.number(1, "int8")`. */
    number<const T extends string | ScalarType>(value: number | bigint | boolean, type: T): Term<KindOf<T>> {
      return new Term(session, castTo(session, lift(session, value), readScalarType(session, type)), null);
    },

    /** A number that is a float even when it is whole. */
    float(value: number): Term {
      return new Term(session, build.floatConst(value, spanHere(session)), null);
    },
  };
}

function conditions(session: Session) {
  return {
    /** `then` where the condition holds, else `otherwise`; both get the type that holds both. */
    select(condition: Like, then: Like, otherwise: Like): Term {
      const test = truth(session, condition);
      const [a, b] = [lift(session, then), lift(session, otherwise)];
      const type = commonType(session, a, b);
      const span = spanHere(session);
      const [yes, no] = [castTo(session, a, type), castTo(session, b, type)];
      return new Term(
        session,
        { kind: "conditional", condition: test, then: yes, otherwise: no, type, span },
        span,
      );
    },

    /** All of them hold; later ones are looked at only when those before do. */
    and(...conditions: readonly Like[]): Term {
      return logic(session, "and", conditions);
    },

    /** One of them holds. */
    or(...conditions: readonly Like[]): Term {
      return logic(session, "or", conditions);
    },

    not(condition: Like): Term {
      return new Term(session, truth(session, condition), null).not();
    },
  };
}

function arithmetic(session: Session) {
  return {
    /** `h.add(a, b, c)` is a + b + c; so are the others. For operands that are all terms, `a.add(b)` does. */
    add: (first: Like, ...rest: readonly Like[]): Term => chain(session, "add", first, rest),
    sub: (first: Like, ...rest: readonly Like[]): Term => chain(session, "sub", first, rest),
    mul: (first: Like, ...rest: readonly Like[]): Term => chain(session, "mul", first, rest),
    div: (first: Like, ...rest: readonly Like[]): Term => chain(session, "div", first, rest),
  };
}

/** Whether the statements may leave the loop right around them, or the function. */
export function mayLeave(stmts: readonly Stmt[]): boolean {
  return stmts.some((stmt) => {
    if (stmt.kind === "if") return mayLeave(stmt.then) || mayLeave(stmt.else);
    if (stmt.kind !== "for" && stmt.kind !== "while") return isJump(stmt);
    return [...statementsIn(stmt.body)].some(({ kind }) => kind === "return");
  });
}

function isJump({ kind }: Stmt): boolean {
  return kind === "break" || kind === "continue" || kind === "return";
}

/** A tensor whose elements are all set before one is read. */
export function blank(session: Session, type: ArrayType, name: string): Tensor {
  const frame = frameOf(session);
  const span = spanHere(session);
  const own = declare(frame, fresh(frame, name), type, span);
  const value: Expr = { kind: "fill", value: zero(type.element, span), overwritten: true, type, span };
  emit(frame, { kind: "assign", target: own.name, value, span });
  return new Tensor(session, own, type);
}

/** Emits loops over a shape, in order, named after what they fill. */
export function loopOver(
  session: Session,
  name: string,
  shape: readonly number[],
  axes: readonly string[],
  write: (index: readonly LoopVariable[]) => void,
  unordered = false,
): void {
  const frame = frameOf(session);
  const loops = filling(frame, name, () =>
    nest(session, shape, axesOf(name, shape, axes), () => unordered, write),
  );
  emit(frame, loops.stmt, loops.time);
}

/** Reductions inside are named after what they fill. */
function filling<T>(frame: Frame, name: string, write: () => T): T {
  frame.filling.push({ name, reductions: 0 });
  const result = write();
  frame.filling.pop();
  return result;
}

function axesOf(name: string, shape: readonly unknown[], axes: readonly string[]) {
  return shape.map((_, depth) => {
    const wish = axes[depth];
    return wish === undefined ? { variable: indexName(depth), name: `${name}.${depth}` } : { variable: wish };
  });
}

function checkShape(session: Session, shape: readonly number[]): void {
  const wrong = shape.findIndex((extent) => !Number.isSafeInteger(extent) || extent < 0);
  if (wrong >= 0) fail(session, `axis ${wrong} of the shape has the extent ${shape[wrong]}`);
  if (shape.length === 0) fail(session, "a tensor has at least one axis", "use h.scalar for one value");
}

export function zero(type: ScalarType, span: Const["span"]): Const {
  const isTruth = type.kind === "bool" || (type.kind === "python" && type.name === "bool");
  return { kind: "const", value: isTruth ? false : 0, type, span };
}

type Table = readonly (number | bigint | boolean)[];

function isTable(init: Like | Table): init is Table {
  return Array.isArray(init);
}

function table(session: Session, type: ArrayType, values: Table): Value[] {
  if (values.length !== maxSize(type.shape)) {
    fail(
      session,
      `${printType(type)} has ${maxSize(type.shape)} elements; ${values.length} values are given`,
    );
  }
  return values.map((value) => {
    const cell = castTo(session, lift(session, value), type.element);
    return cell.kind === "const" ? cell.value : fail(session, `${value} is no constant`);
  });
}

/** The type that holds both where there is one, else the one that arithmetic would use. */
function commonType(session: Session, a: Expr, b: Expr): ScalarType {
  const joined = joinTypes(build.operand(a), build.operand(b));
  if (joined !== null) return joined;
  const promoted = promoteBinary("max", build.operand(a), build.operand(b));
  return promoted.ok ? promoted.result : fail(session, promoted.message, promoted.help);
}

export function logic(session: Session, op: "and" | "or", conditions: readonly Like[]): Term {
  const [first, ...rest] = conditions.map((condition) => truth(session, condition));
  if (first === undefined) return fail(session, `h.${op} needs a condition`);
  const span = spanHere(session);
  const node = rest.reduce((left, right): Expr => {
    const type = left.type.kind === "bool" && right.type.kind === "bool" ? bool : pythonBool;
    return {
      kind: "logic",
      op,
      left: castTo(session, left, type),
      right: castTo(session, right, type),
      type,
      span,
    };
  }, first);
  return new Term(session, node, span);
}

function chain(
  session: Session,
  op: "add" | "sub" | "mul" | "div",
  first: Like,
  rest: readonly Like[],
): Term {
  return rest.reduce<Term>(
    (left, right) => binary(session, op, left, right),
    first instanceof Term ? first : new Term(session, lift(session, first), null),
  );
}
