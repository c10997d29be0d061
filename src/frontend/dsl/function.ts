/** Functions of a kernel: their parameters, their results, and calls of them. */
import { closest } from "../../diagnostics/closest.ts";
import { aliasesIn, writtenParams } from "../../program/aliases.ts";
import { operand } from "../../program/builder.ts";
import { identifiersIn } from "../../program/directive/words.ts";
import type { Expr, Func, PragmaName, Stmt, Variable } from "../../program/nodes.ts";
import { sharedResults } from "../../program/sharing.ts";
import { printType } from "../../types/print.ts";
import { joinAll } from "../../types/promote.ts";
import type { Axes, BooleanKind, CountOf, IntegerKind, IsArray, KindOf, RankOf } from "../../types/static.ts";
import { sameType, type Type } from "../../types/types.ts";
import { ask, type Branches, isBranches } from "./callback.ts";
import {
  checkWhole,
  declare,
  emit,
  type Frame,
  fail,
  frameOf,
  fresh,
  openFrame,
  recordWrite,
  type Session,
  spanHere,
} from "./session.ts";
import { settle } from "./settle.ts";
import { Tensor, useTensor } from "./tensor.ts";
import { castTo, type Like, lift, Term } from "./term.ts";
import { readType, type TypeLike } from "./type_text.ts";
import { noteMade, refuseUnused } from "./use.ts";

export type Params = Readonly<Record<string, TypeLike>>;

/** `"float32[4]"` is a Tensor, `"float32"` a Term. Text that is only known when it runs counts as a tensor's. */
export type Handle<T> = T extends unknown
  ? IsArray<T> extends false
    ? Term<KindOf<T>>
    : Tensor<RankOf<T>, KindOf<T>>
  : never;

export type Handles<P extends Params> = { readonly [K in keyof P]: Handle<P[K]> };

/** What a function gives back: nothing, a value or a tensor, or several. */
// biome-ignore lint/suspicious/noConfusingVoidType: a callback may end in a call that gives nothing.
export type Returned = void | undefined | Branches | Like | Tensor | readonly (Like | Tensor)[];

/** What a call of it gives. */
export type Result<R> =
  R extends Tensor<infer N, infer K>
    ? Tensor<N, K>
    : R extends Like
      ? Term
      : R extends readonly unknown[]
        ? { -readonly [K in keyof R]: Result<R[K]> }
        : undefined;

export type Argument = Like | Tensor;

/** What may be passed for a parameter: a tensor of its rank and kind, or a value, which is cast to the type. */
type Passed<T> = T extends unknown
  ? boolean extends IsArray<T>
    ? Argument
    : IsArray<T> extends true
      ? Tensor<RankOf<T>, KindOf<T>>
      : KindOf<T> extends IntegerKind | BooleanKind
        ? Whole
        : Like
  : never;

/** No float or fixed, which a cast would cut: those are cast by hand. */
type Whole = Term<IntegerKind | BooleanKind> | number | bigint | boolean;

/** A function of the kernel: `f(a, 3)` or `f({ t: a, x: 3 })`. */
export type Callable<P extends Params, R> = keyof P extends never
  ? () => R
  : {
      (args: ByName<P>): R;
      (...args: InOrder<P>): R; // last: TypeScript's message is about the last one
    };

/** TypeScript does not know the order of the properties of a type: each argument is one that some parameter takes. */
type InOrder<P extends Params> = Axes<string extends keyof P ? number : CountOf<keyof P>, Passed<P[keyof P]>>;

type ByName<P extends Params> = { readonly [N in keyof P]: Passed<P[N]> };

export function functions(session: Session) {
  return {
    /**
     * A function of the kernel, called like one of TypeScript.
     *
     *     const square = h.def("square", { x: "int32" }, ({ x }) => x.mul(x));
     *     out.at(0).set(square(a.at(0)));
     *
     * Arguments go in order or by name: `square({ x: a.at(0) })`. A tensor argument may be written. (A plain
     * TypeScript function works too: what it does is written down where it is called.)
     */
    def<const P extends Params, const R extends Returned>(
      name: string,
      params: P,
      body: (args: Handles<P>) => R,
    ): Callable<P, Result<R>> {
      const func = define(session, name, params, body as (args: never) => Returned);
      const callable = (...args: readonly (Argument | Named)[]): unknown => {
        const [first] = args;
        const given = args.length === 1 && isNamed(first) ? inOrder(session, func, first) : args;
        return call(session, func, given as readonly Argument[]);
      };
      return callable as Callable<P, Result<R>>;
    },
  };
}

/** Builds a function and adds it to those that are finished. */
export function define(
  session: Session,
  wish: string,
  params: Params,
  body: (args: never) => Returned,
): Func {
  const span = spanHere(session);
  const name = functionName(session, wish);
  const variables = Object.entries(params).map(([param, type]): Variable => {
    checkName(session, param);
    return { name: param, type: readType(session, type) };
  });
  const frame = openFrame(session, variables);
  try {
    const handles = Object.fromEntries(
      variables.map((variable) => [variable.name, handleOf(session, variable, span)]),
    );
    const values = resultsOf(session, ask(session, name, body, handles as never));
    checkWhole(session, frame);
    const ends = endsInReturn(frame.root.stmts);
    if (values.length > 0 || (frame.returns.length > 0 && !ends)) {
      const wanted = frame.returns[0]?.values.length ?? values.length;
      if (values.length !== wanted) {
        fail(
          session,
          `${name} returns ${wanted} values early, and ${values.length} at its end`,
          "return the same number everywhere",
        );
      }
      const stmt: Stmt = { kind: "return", values, span };
      emit(frame, stmt);
      frame.returns.push({ stmt, values });
    }
    refuseUnused(session, frame.root);
    const func = finish(session, frame, name, span);
    session.functions.push(func);
    return func;
  } catch (error) {
    for (const open of session.frames) open.isBroken = true;
    throw error;
  } finally {
    session.frames.pop();
  }
}

function functionName(session: Session, wish: string): string {
  checkName(session, wish);
  let name = wish;
  for (let n = 1; session.functionNames.has(name); n++) name = `${wish}_${n}`;
  session.functionNames.add(name);
  return name;
}

export function checkName(session: Session, name: string): void {
  if (/^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(name)) return;
  fail(session, `"${name}" is no name`, "use letters, digits and _");
}

function handleOf(session: Session, { name, type }: Variable, span: Expr["span"]): Term | Tensor {
  if (type.kind !== "array") return new Term(session, { kind: "var", name, type, span }, null);
  if (type.shape.some((dim) => typeof dim !== "number")) {
    fail(session, `${name} is ${printType(type)}, whose shape is not known`);
  }
  return new Tensor(session, { kind: "var", name, type, span }, type);
}

export function resultsOf(session: Session, returned: Returned): Expr[] {
  if (returned === undefined || isBranches(returned)) return [];
  const list: readonly (Like | Tensor)[] = isSeveral(returned) ? returned : [returned];
  return list.map((value) => argumentOf(session, value));
}

function isSeveral(
  returned: Like | Tensor | readonly (Like | Tensor)[],
): returned is readonly (Like | Tensor)[] {
  return Array.isArray(returned);
}

function argumentOf(session: Session, value: Argument): Expr {
  return value instanceof Tensor ? { ...useTensor(session, value) } : lift(session, value);
}

function endsInReturn(stmts: readonly Stmt[]): boolean {
  const last = stmts.at(-1);
  if (last?.kind === "if") return endsInReturn(last.then) && endsInReturn(last.else);
  return last?.kind === "return";
}

function finish(session: Session, frame: Frame, name: string, span: Expr["span"]): Func {
  const results = resultTypes(session, frame, name);
  const casts = new Map(
    frame.returns.map(({ stmt, values }) => [
      stmt,
      values.map((value, i) => convert(session, value, results[i])),
    ]),
  );
  const body = settle(session, frame, (stmt) => {
    if (stmt.kind === "pragma") return { ...stmt, names: namesIn(frame, stmt.text) };
    const values = casts.get(stmt);
    return values !== undefined && stmt.kind === "return" ? { ...stmt, values } : stmt;
  });
  const func: Func = { name, params: frame.params, locals: frame.locals, writes: [], body, results, span };
  return { ...func, writes: writesOf(session, func) };
}

/** The words of a pragma that are variables of the function. */
function namesIn(frame: Frame, text: string): readonly PragmaName[] {
  const variables = new Set([...frame.params, ...frame.locals].map(({ name }) => name));
  return identifiersIn(text)
    .filter((word) => variables.has(word))
    .map((word) => ({ word, variable: word }));
}

/** One type a result over all returns, as in Python. */
function resultTypes(session: Session, frame: Frame, name: string): Type[] {
  const [first, ...rest] = frame.returns;
  return (first?.values ?? []).map((value, i) => {
    const values = [value, ...rest.flatMap((site) => site.values[i] ?? [])];
    if (values.length <= rest.length) return fail(session, `${name} returns different numbers of values`);
    const other = values.find(({ type }) => !sameType(type, value.type));
    if (other === undefined) return value.type;
    const arrays = values.some(({ type }) => type.kind === "array");
    return (
      (arrays ? null : joinAll(values.map(operand))) ??
      fail(
        session,
        `${name} returns ${printType(value.type)} and ${printType(other.type)}`,
        "cast one of them",
      )
    );
  });
}

function convert(session: Session, value: Expr, type: Type | undefined): Expr {
  return type === undefined || type.kind === "array" ? value : castTo(session, value, type);
}

/** The array parameters that the body may change. */
function writesOf(session: Session, func: Func): string[] {
  const { functions } = session;
  const byName = new Map(functions.map((other) => [other.name, other]));
  return writtenParams(func, byName, aliasesIn(func, sharedResults(functions)));
}

function call(
  session: Session,
  func: Func,
  args: readonly Argument[],
): Term | Tensor | (Term | Tensor)[] | undefined {
  const frame = frameOf(session);
  const span = spanHere(session);
  if (args.length !== func.params.length) {
    const count = func.params.length === 1 ? "1 argument" : `${func.params.length} arguments`;
    fail(session, `${func.name} takes ${count}, not ${args.length}`);
  }
  const given = func.params.map((param, i) => passed(session, func, param, args[i]));
  const targets = func.results.map((type) => declare(frame, fresh(frame, func.name), type, span));
  const [target] = targets;
  if (target !== undefined && targets.length === 1) {
    const value: Expr = { kind: "call", func: func.name, args: given, type: target.type, span };
    emit(frame, { kind: "assign", target: target.name, value, span });
  } else {
    const names = targets.map(({ name }) => name);
    emit(frame, { kind: "callStmt", targets: names, func: func.name, args: given, span });
  }
  for (const [i, param] of func.params.entries()) {
    const arg = given[i];
    if (func.writes.includes(param.name) && arg?.kind === "var") recordWrite(frame, arg.name);
  }
  for (const { name } of targets) recordWrite(frame, name);
  // A function that writes a tensor is called for that too; of several results one may be enough.
  const isPure = func.writes.length === 0 && targets.every(({ type }) => type.kind !== "array");
  const made = isPure && targets.length > 0 ? noteMade(frame.block, span, false) : null;
  const values = targets.map((node) =>
    node.type.kind === "array" ? new Tensor(session, node, node.type) : new Term(session, node, made),
  );
  return values.length <= 1 ? values[0] : values;
}

type Named = Readonly<Record<string, Argument>>;

function isNamed(arg: unknown): arg is Named {
  return typeof arg === "object" && arg !== null && !(arg instanceof Term || arg instanceof Tensor);
}

function inOrder(session: Session, func: Func, args: Named): Argument[] {
  const names = func.params.map(({ name }) => name);
  for (const name of Object.keys(args)) {
    if (names.includes(name)) continue;
    const meant = closest(name, names);
    fail(session, `${func.name} has no parameter ${name}`, meant === null ? null : `did you mean ${meant}?`);
  }
  return names.map((name) => args[name] ?? fail(session, `${name} of ${func.name} is not given`));
}

function passed(session: Session, func: Func, param: Variable, arg: Argument | undefined): Expr {
  const { name, type } = param;
  if (type.kind === "array") {
    const given = arg instanceof Tensor ? printType(arg.type) : "a value";
    if (arg instanceof Tensor && sameType(arg.type, type)) return useTensor(session, arg);
    return fail(session, `${name} of ${func.name} is ${printType(type)}; it was given ${given}`);
  }
  if (arg instanceof Tensor || arg === undefined) {
    const given = arg === undefined ? "nothing" : `the tensor ${arg.name}`;
    return fail(session, `${name} of ${func.name} is one ${printType(type)}; it was given ${given}`);
  }
  return castTo(session, lift(session, arg), type);
}
