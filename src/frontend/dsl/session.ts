/**
 * What is known while a kernel is being built: the functions finished so far, and the frame of each function that is
 * still open. All of it belongs to one call of `kernel`; nothing is kept elsewhere.
 */
import type { SourceFile, Span } from "../../diagnostics/diagnostic.ts";
import type { Problem } from "../../program/builder.ts";
import type { Expr, Func, Stmt, Var, Variable } from "../../program/nodes.ts";
import { children } from "../../program/walk.ts";
import type { Type } from "../../types/types.ts";
import { DslError } from "./error.ts";
import { type CallSite, callSite, printSite, spanOf } from "./location.ts";

export interface Session {
  readonly name: string; // of the kernel
  readonly source: SourceFile;
  readonly file: string | null; // the one that calls `kernel`, as it runs
  readonly functions: Func[];
  readonly functionNames: Set<string>;
  readonly frames: Frame[]; // innermost last
  readonly reads: WeakMap<Expr, ReadonlySet<string>>;
  readonly sizes: WeakMap<Expr, number>;
  readonly sites: WeakMap<Span, CallSite>; // where each span was asked for, also outside of `file`
  readonly alternatives: WeakMap<CallSite, boolean>; // calls that were looked at: does `||` follow
}

/** One function that is being built. */
export interface Frame {
  readonly params: readonly Variable[];
  readonly locals: Variable[];
  readonly names: Set<string>;
  readonly homes: Map<string, Block>; // where a variable is known
  readonly root: Block;
  readonly blocks: Map<readonly Stmt[], Block>;
  block: Block;
  clock: number;
  readonly times: Map<Stmt, number>; // when each statement was written
  readonly births: Map<Expr, Birth>; // when and where each formula was written
  readonly writes: Write[];
  readonly loops: Map<Block, LoopTime>;
  readonly returns: Return[];
  readonly filling: Filling[]; // the tensors and scalars being computed, innermost last
  isBroken: boolean; // a callback threw: what it had written is lost
}

export interface Block {
  readonly parent: Block | null;
  readonly stmts: Stmt[];
  readonly inLoop: boolean;
  readonly unused: Set<Made>; // in the order they were made
}

/** A value that something must take before its block ends. */
export interface Made {
  readonly block: Block;
  readonly span: Span;
  readonly isCondition: boolean;
}

export interface Birth {
  readonly block: Block;
  readonly after: Stmt | null; // the statement before it in the block
  readonly time: number;
}

export interface Write {
  readonly name: string;
  readonly time: number;
}

/** Everything with start < time < end happens in the loop. */
export interface LoopTime {
  readonly start: number;
  end: number;
}

export interface Return {
  readonly stmt: Stmt;
  readonly values: readonly Expr[];
}

export interface Filling {
  readonly name: string;
  reductions: number; // how many loops of it are named
}

export function openFrame(session: Session, params: readonly Variable[]): Frame {
  const root: Block = { parent: null, stmts: [], inLoop: false, unused: new Set() };
  const frame: Frame = {
    params,
    locals: [],
    names: new Set(params.map(({ name }) => name)),
    homes: new Map(params.map(({ name }) => [name, root])),
    root,
    blocks: new Map([[root.stmts, root]]),
    block: root,
    clock: 0,
    times: new Map(),
    births: new Map(),
    writes: [],
    loops: new Map(),
    returns: [],
    filling: [],
    isBroken: false,
  };
  session.frames.push(frame);
  return frame;
}

/** The function that is being written, checked to be in a state to go on. */
export function frameOf(session: Session): Frame {
  const frame = session.frames.at(-1);
  if (frame === undefined) {
    return fail(session, "the kernel is finished; its builder and its values cannot be used any more");
  }
  const inner = writing.at(-1);
  if (inner !== undefined && inner !== session) {
    fail(
      session,
      `the builder or a value of the kernel ${session.name} is used while ${inner.name} is written inside of it`,
      "use what the inner kernel is handed, or write one kernel after the other",
    );
  }
  checkWhole(session, frame);
  return frame;
}

/** A callback that threw has left statements behind that are in no block. */
export function checkWhole(session: Session, frame: Frame): void {
  if (!frame.isBroken) return;
  fail(
    session,
    "a function of this kernel threw an error, which was caught: what it had written is lost",
    "let the error leave the kernel",
  );
}

/** The kernels whose callbacks run right now, innermost last: only that one may be written to. */
const writing: Session[] = [];

export function whileWriting<T>(session: Session, write: () => T): T {
  writing.push(session);
  try {
    return write();
  } finally {
    writing.pop();
  }
}

export function fail(session: Session, message: string, help: string | null = null): never {
  throw new DslError(message, help, placeOf(siteHere(session)));
}

/** About something that was written before, at `span`. */
export function failAt(session: Session, span: Span, message: string, help: string | null = null): never {
  throw new DslError(message, help, placeAt(session, span));
}

/** As Refuse of the shared node builder: it throws. */
export function refuse(session: Session): (problem: Problem) => never {
  return (problem) => {
    switch (problem.kind) {
      case "operands":
        return fail(session, problem.message, problem.help);
      case "shapes":
        return fail(session, `the shapes ${problem.shapes.join(" and ")} do not match`);
      case "constant":
        return fail(session, `${problem.type} cannot hold ${problem.value}`);
    }
  };
}

export function spanHere(session: Session): Span {
  const site = callSite(session.file);
  const span = spanOf(site, session.source);
  const known = site ?? callSite(null);
  if (known !== null) session.sites.set(span, known);
  return span;
}

/** file:line:column of a span that `spanHere` gave. */
export function placeAt(session: Session, span: Span): string | null {
  return placeOf(session.sites.get(span) ?? null);
}

function siteHere(session: Session): CallSite | null {
  return callSite(session.file) ?? callSite(null);
}

function placeOf(site: CallSite | null): string | null {
  return site === null ? null : printSite(site);
}

// Names

/** `like`, or `like_1`, … when it is taken. */
export function fresh(frame: Frame, like: string): string {
  let name = like;
  for (let n = 1; frame.names.has(name); n++) name = `${like}_${n}`;
  frame.names.add(name);
  return name;
}

/** A new local, known in `block` and what is inside it. */
export function declare(
  frame: Frame,
  name: string,
  type: Type,
  span: Span,
  block: Block = frame.block,
): Var & { readonly type: Type } {
  frame.locals.push({ name, type });
  frame.homes.set(name, block);
  return { kind: "var", name, type, span };
}

// Statements

export function emit(frame: Frame, stmt: Stmt, time: number = frame.clock++): void {
  frame.block.stmts.push(stmt);
  frame.times.set(stmt, time);
}

export function recordWrite(frame: Frame, name: string): void {
  frame.writes.push({ name, time: frame.clock++ });
}

export function isInside(block: Block, outer: Block): boolean {
  for (let b: Block | null = block; b !== null; b = b.parent) if (b === outer) return true;
  return false;
}

// Formulas

/** The variables a formula reads. */
export function readsOf(session: Session, expr: Expr): ReadonlySet<string> {
  const known = session.reads.get(expr);
  if (known !== undefined) return known;
  const reads =
    expr.kind === "var"
      ? new Set([expr.name])
      : new Set(children(expr).flatMap((child) => [...readsOf(session, child)]));
  session.reads.set(expr, reads);
  return reads;
}

/** How many nodes a formula has as a tree. */
export function sizeOf(session: Session, expr: Expr): number {
  const known = session.sizes.get(expr);
  if (known !== undefined) return known;
  const size = children(expr).reduce((sum, child) => sum + sizeOf(session, child), 1);
  session.sizes.set(expr, size);
  return size;
}

/** Remembers where a formula was written: its value is the one it had there. */
export function bear(session: Session, frame: Frame, expr: Expr): void {
  if (frame.births.has(expr) || readsOf(session, expr).size === 0) return;
  frame.births.set(expr, {
    block: frame.block,
    after: frame.block.stmts.at(-1) ?? null,
    time: frame.clock++,
  });
}
