/** Functions of a kernel: their parameters, their results, and calls of them. */
import { aliasesIn, rootsOf } from "../../program/aliases.ts";
import { identifiersIn } from "../../program/directive/words.ts";
import type { Expr, Func, PragmaName, Stmt, Variable } from "../../program/nodes.ts";
import { statementsIn } from "../../program/walk.ts";
import { printType } from "../../types/print.ts";
import { joinTypes } from "../../types/promote.ts";
import { type ArrayType, type ScalarType, sameType, type Type } from "../../types/types.ts";
import {
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

export type Params = Readonly<Record<string, TypeLike>>;

/** `"float32[4]"` is a Tensor, `"float32"` a Term. Text that is only known when it runs counts as a tensor's. */
export type Handle<T> = T extends ArrayType
  ? Tensor
  : T extends ScalarType
    ? Term
    : T extends `${string}[${string}]`
      ? Tensor
      : string extends T
        ? Tensor
        : Term;

export type Handles<P extends Params> = { readonly [K in keyof P]: Handle<P[K]> };

/** What a function gives back: nothing, a value or a tensor, or several. */
// biome-ignore lint/suspicious/noConfusingVoidType: a callback may end in a call that gives nothing.
export type Returned = void | undefined | Like | Tensor | readonly (Like | Tensor)[];

/** What a call of it gives. */
export type Result<R> = R extends Tensor
  ? Tensor
  : R extends Like
    ? Term
    : R extends readonly unknown[]
      ? { -readonly [K in keyof R]: Result<R[K]> }
      : undefined;

export type Argument = Like | Tensor;

export function functions(session: Session) {
  return {
    /**
     * A function of the kernel, called like one of TypeScript.
     *
     *     const square = h.def("square", { x: "int32" }, ({ x }) => x.mul(x));
     *     out.at(0).set(square(a.at(0)));
     *
     * A tensor argument may be written. (A plain TypeScript function works too: what it does is written down where it
     * is called.)
     */
    def<const P extends Params, const R extends Returned>(
      name: string,
      params: P,
      body: (args: Handles<P>) => R,
    ): (...args: readonly Argument[]) => Result<R> {
      const func = define(session, name, params, body as (args: never) => Returned);
      return (...args) => call(session, func, args) as Result<R>;
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
    const values = resultsOf(session, body(handles as never));
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
    const func = finish(session, frame, name, span);
    session.functions.push(func);
    return func;
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
  if (type.kind !== "array") return new Term(session, { kind: "var", name, type, span });
  if (type.shape.some((dim) => typeof dim !== "number")) {
    fail(session, `${name} is ${printType(type)}, whose shape is not known`);
  }
  return new Tensor(session, { kind: "var", name, type, span }, type);
}

export function resultsOf(session: Session, returned: Returned): Expr[] {
  if (returned === undefined) return [];
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
  return (first?.values ?? []).map((value, i) =>
    rest.reduce<Type>((type, site) => {
      const other = site.values[i];
      if (other === undefined) return fail(session, `${name} returns different numbers of values`);
      if (sameType(type, other.type)) return type;
      const joined =
        type.kind === "array" || other.type.kind === "array" ? null : joinTypes(type, other.type);
      if (joined !== null) return joined;
      return fail(
        session,
        `${name} returns ${printType(type)} and ${printType(other.type)}`,
        "cast one of them",
      );
    }, value.type),
  );
}

function convert(session: Session, value: Expr, type: Type | undefined): Expr {
  return type === undefined || type.kind === "array" ? value : castTo(session, value, type);
}

/** The array parameters that the body may change. */
function writesOf(session: Session, func: Func): string[] {
  const aliases = aliasesIn(func);
  const written = new Set<string>();
  const add = (target: Expr): void => {
    for (const root of rootsOf(target, aliases)) written.add(root);
  };
  const callee = (name: string, args: readonly Expr[]): void => {
    const called = session.functions.find((other) => other.name === name);
    for (const [i, param] of called?.params.entries() ?? []) {
      const arg = args[i];
      if (arg !== undefined && called?.writes.includes(param.name)) add(arg);
    }
  };
  for (const stmt of statementsIn(func.body)) {
    if (stmt.kind === "store" || stmt.kind === "storeBits") add(stmt.target);
    else if (stmt.kind === "callStmt") callee(stmt.func, stmt.args);
    else if (stmt.kind === "assign" && stmt.value.kind === "call") callee(stmt.value.func, stmt.value.args);
  }
  return func.params
    .filter(({ name, type }) => type.kind === "array" && written.has(name))
    .map(({ name }) => name);
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
  const values = targets.map((node) =>
    node.type.kind === "array" ? new Tensor(session, node, node.type) : new Term(session, node),
  );
  return values.length <= 1 ? values[0] : values;
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
