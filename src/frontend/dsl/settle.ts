/**
 * Formulas keep the value they had where they were written.
 *
 *     const t = s.add(1);  s.set(0);  out.set(t)      // out is the old s plus 1
 *
 * A formula is put into the statements that use it, unless something it reads is set in between: then its value is
 * kept in a local, set where the formula was written.
 */
import { bug } from "../../diagnostics/bug.ts";
import { aliasesIn } from "../../program/aliases.ts";
import type { Expr, Stmt, Var } from "../../program/nodes.ts";
import { sharedResults } from "../../program/sharing.ts";
import { mapChildren } from "../../program/walk.ts";
import {
  type Birth,
  type Block,
  declare,
  type Frame,
  fresh,
  isInside,
  type LoopTime,
  readsOf,
  type Session,
} from "./session.ts";

/** The body of a function, each statement changed by `change` first. */
export function settle(session: Session, frame: Frame, change: (stmt: Stmt) => Stmt): Stmt[] {
  const isSet = writeTimes(session, frame);
  const kept = new Map<Expr, Var>();
  const inserted = new Map<Block, Inserted[]>();

  const stale = (expr: Expr, birth: Birth, use: Use): boolean =>
    [...readsOf(session, expr)].some(
      (name) =>
        isSet(name, birth.time, use.time) ||
        use.loops.some((loop) => birth.time < loop.start && isSet(name, loop.start, loop.end)),
    );

  const value = (expr: Expr, use: Use): Expr => {
    const birth = frame.births.get(expr);
    if (birth !== undefined && stale(expr, birth, use)) return keep(expr, birth, use);
    return mapChildren(expr, (child) => value(child, use));
  };

  const keep = (expr: Expr, birth: Birth, use: Use): Var => {
    const known = kept.get(expr);
    if (known !== undefined) return known;
    if (!isInside(use.block, birth.block)) bug("a formula is used outside of the block where it was written");
    const local = declare(frame, fresh(frame, "was"), expr.type, expr.span, birth.block);
    kept.set(expr, local);
    const then: Use = { block: birth.block, time: birth.time, loops: loopsAround(frame, birth.block) };
    const stmt: Stmt = {
      kind: "assign",
      target: local.name,
      value: mapChildren(expr, (child) => value(child, then)),
      span: expr.span,
    };
    inserted.set(birth.block, [...(inserted.get(birth.block) ?? []), { ...birth, stmt }]);
    return local;
  };

  const settled = (block: Block): Stmt[] => {
    // Inner statements first: they may keep values in this block.
    const done = block.stmts.map((stmt) => [stmt, statement(stmt, block)] as const);
    const kept = (inserted.get(block) ?? []).sort((a, b) => a.time - b.time);
    const at = (after: Stmt | null): Stmt[] =>
      kept.filter((one) => one.after === after).map(({ stmt }) => stmt);
    return [...at(null), ...done.flatMap(([stmt, changed]) => [changed, ...at(stmt)])];
  };

  const inside = (stmts: readonly Stmt[]): Stmt[] => {
    const block = frame.blocks.get(stmts);
    return block === undefined ? [] : settled(block);
  };

  const statement = (original: Stmt, block: Block): Stmt => {
    const stmt = change(original);
    const time = frame.times.get(original) ?? 0;
    const use: Use = { block, time, loops: loopsAround(frame, block) };
    const read = (expr: Expr): Expr => value(expr, use);
    // What is written to is no reading of it; its indices are.
    const written = <T extends Expr>(target: T): T => mapChildren(target, read) as T;
    switch (stmt.kind) {
      case "assign":
        return { ...stmt, value: read(stmt.value) };
      case "store":
        return { ...stmt, target: written(stmt.target), value: read(stmt.value) };
      case "storeBits":
        return { ...stmt, target: written(stmt.target), low: read(stmt.low), value: read(stmt.value) };
      case "for": {
        const bounds = { from: read(stmt.from), to: read(stmt.to), step: read(stmt.step) };
        return { ...stmt, ...bounds, body: inside(stmt.body) };
      }
      case "while": {
        const body = frame.blocks.get(stmt.body) ?? block;
        const again: Use = { block: body, time, loops: loopsAround(frame, body) };
        return { ...stmt, condition: value(stmt.condition, again), body: inside(stmt.body) };
      }
      case "if": {
        const condition = read(stmt.condition);
        return {
          ...stmt,
          condition,
          then: inside(stmt.then),
          else: inside(stmt.else),
        };
      }
      case "assert":
        return { ...stmt, condition: read(stmt.condition) };
      case "callStmt":
        return { ...stmt, args: stmt.args.map(read) };
      case "return":
        return { ...stmt, values: stmt.values.map(read) };
      case "break":
      case "continue":
      case "pragma":
        return stmt;
    }
  };

  return settled(frame.root);
}

/** A place in the program that looks at a formula. */
interface Use {
  readonly block: Block;
  readonly time: number;
  readonly loops: readonly LoopTime[];
}

interface Inserted extends Birth {
  readonly stmt: Stmt;
}

function loopsAround(frame: Frame, block: Block): LoopTime[] {
  const loops: LoopTime[] = [];
  for (let b: Block | null = block; b !== null; b = b.parent) {
    const loop = frame.loops.get(b);
    if (loop !== undefined) loops.push(loop);
  }
  return loops;
}

/** Whether a variable, or one that may share its memory, is set between two times. */
function writeTimes(
  session: Session,
  frame: Frame,
): (name: string, after: number, before: number) => boolean {
  const span = { from: 0, to: 0 };
  const { params, locals, root } = frame;
  const drafted = { name: "", params, locals, writes: [], body: root.stmts, results: [], span };
  const aliases = aliasesIn(drafted, sharedResults(session.functions)).of;
  // A function may be called with one tensor for two parameters; a kernel is not.
  const isInner = session.frames.length > 1;
  const arrays = new Set(params.filter(({ type }) => type.kind === "array").map(({ name }) => name));
  const share = (a: string, b: string): boolean => {
    if (a === b || (isInner && arrays.has(a) && arrays.has(b))) return true;
    const [x, y] = [aliases.get(a) ?? new Set([a]), aliases.get(b) ?? new Set([b])];
    return [...x].some((one) => y.has(one));
  };
  const times = new Map<string, number[]>();
  const timesOf = (name: string): number[] => {
    const known = times.get(name);
    if (known !== undefined) return known;
    const found = frame.writes.filter((write) => share(write.name, name)).map(({ time }) => time);
    times.set(name, found);
    return found;
  };
  return (name, after, before) => timesOf(name).some((time) => time > after && time < before);
}
