/** Code for statements. */

import { isSmall, rangeOf } from "../../loops/analysis/range/index.ts";
import type { Assign, Expr, For, If, Stmt, Store, While } from "../../loops/nodes.ts";
import { mostIterations, mostRounds } from "../../program/interpret/fault.ts";
import type { Interval } from "../../types/interval.ts";
import { addressOf, arrayOf, store } from "./address.ts";
import {
  bug,
  type Code,
  callHost,
  constant,
  ints,
  type Level,
  type Local,
  newLabel,
  newLocal,
  type Ref,
  read,
  write,
} from "./code.ts";
import { condition, index32, under, value } from "./expression.ts";
import { type Crossing, importFunction, siteOf } from "./host.ts";
import { repOf } from "./representation.ts";
import { vectorRounds } from "./simd/index.ts";

export function statements(code: Code, body: readonly Stmt[]): Ref {
  return code.m.block(
    null,
    body.flatMap((stmt) => statement(code, stmt)),
  );
}

function statement(code: Code, stmt: Stmt): Ref[] {
  switch (stmt.kind) {
    case "for":
      return [forLoop(code, stmt, (counting) => scalarLoop(code, stmt, counting))];
    case "while":
      return [whileLoop(code, stmt)];
    case "if":
      return [branch(code, stmt)];
    case "assign":
      return [assign(code, stmt)];
    case "store":
      return storeElement(code, stmt);
    case "break":
      return [code.m.br(innermost(code).breakLabel)];
    case "continue":
      return [code.m.br(innermost(code).continueLabel)];
    case "region":
      return [statements(code, stmt.body)];
    case "pragma":
      return [];
  }
}

function innermost(code: Code): Level {
  return code.levels.at(-1) ?? bug("a jump outside of a loop");
}

export function assign(code: Code, stmt: Assign): Ref {
  const target = code.scalars.get(stmt.target) ?? bug(`no scalar \`${stmt.target}\``);
  return write(code, target, value(code, stmt.value));
}

/** The value first, then the place, as Python does: the first fault is the one that is told. */
function storeElement(code: Code, stmt: Store): Ref[] {
  const array = arrayOf(code, stmt.array);
  const element = value(code, stmt.value);
  const address = addressOf(code, array, stmt.index, stmt.origin.span);
  if (address.pure) return [store(code, array, address, element)];
  const held = newLocal(code, repOf(array.element));
  return [write(code, held, element), store(code, array, address, read(code, held))];
}

function branch(code: Code, stmt: If): Ref {
  const test = condition(code, stmt.condition);
  const then = under(code, stmt.condition, true, () => statements(code, stmt.then));
  if (stmt.else.length === 0) return code.m.if(test, then);
  return code.m.if(
    test,
    then,
    under(code, stmt.condition, false, () => statements(code, stmt.else)),
  );
}

/** A counter under way, and where it ends. */
export interface Counting {
  readonly counter: Local;
  readonly rep: "i32" | "i64";
  end(): Ref;
}

function scalarLoop(code: Code, stmt: For, counting: Counting): Ref[] {
  const vectors = code.simd ? vectorRounds(code, stmt, counting) : null;
  if (vectors?.whole) return [...vectors.code];
  const isCounted = code.rounds.of(stmt).kind === "each";
  const rounds = counted(code, stmt, counting, () => {
    const body = statements(code, stmt.body);
    return isCounted ? code.m.block(null, [tooLong(code, stmt, code.m.f64.const(1)), body]) : body;
  });
  return [...(vectors?.code ?? []), rounds];
}

/** Bounds are evaluated, then come the rounds. */
export function forLoop(code: Code, stmt: For, rounds: (counting: Counting) => readonly Ref[]): Ref {
  const [from, to] = [stmt.from, stmt.to].map((bound) => rangeOf(code.ranges, bound, code.facts));
  const rep = fits32(from ?? null, stmt.step) && fits32(to ?? null, stmt.step) ? "i32" : "i64";
  const counter = newLocal(code, rep);
  const start = write(code, counter, bound(code, stmt.from, rep));
  const end = limit(code, stmt.to, rep);
  const counting: Counting = { counter, rep, end: end.get };
  return code.m.block(null, [start, ...end.before, ...tally(code, stmt, counting), ...rounds(counting)]);
}

/** Adds to the iterations of the call what this loop brings, and stops where nobody would wait for them. */
function tally(code: Code, stmt: For, { counter, rep, end }: Counting): readonly Ref[] {
  const counting = code.rounds.of(stmt);
  if (counting.kind !== "at entry") return [];
  const { m } = code;
  const [from, to] = [stmt.from, stmt.to].map((bound) => rangeOf(code.ranges, bound, code.facts));
  const most =
    from === null || to === null || from === undefined || to === undefined ? null : to.high - from.low;
  if (most !== null && (most / stmt.step) * counting.each <= fewRounds) return [];
  const of = ints(code, rep);
  const distance = of.sub(end(), read(code, counter));
  const trips = rep === "i32" ? m.f64.convert_s.i32(distance) : m.f64.convert_s.i64(distance);
  const more = m.f64.mul(m.f64.max(trips, m.f64.const(0)), m.f64.const(counting.each / stmt.step));
  return [tooLong(code, stmt, more)];
}

/** Windows and the like: not worth counting. */
const fewRounds = 64;

function tooLong(code: Code, { origin: { span } }: For, more: Ref): Ref {
  const { m, host } = code;
  code.total ??= newLocal(code, "f64");
  const { total } = code;
  const fault = importFunction(host, "too long", ["i32", "f64"], null, (at: Crossing, rounds: Crossing) =>
    host.runtime.tooLong(Number(at), Number(rounds), mostIterations.wasm),
  );
  const sum = m.local.tee(total.index, m.f64.add(read(code, total), more), code.wasm.f64);
  const stop = callHost(code, fault, [m.i32.const(siteOf(host, span)), read(code, total)]);
  return m.if(m.f64.gt(sum, m.f64.const(mostIterations.wasm)), stop);
}

/** Tested at its end, and once before: what does not change is computed in between. */
export function counted(code: Code, stmt: For, counting: Counting, inner: (level: Level) => Ref): Ref {
  const { m } = code;
  const { counter, rep, end } = counting;
  const of = ints(code, rep);
  const level = newLevel(code, stmt.variable);
  const body = inside(code, level, () => {
    code.variables.set(stmt.variable, counter);
    const written = inner(level);
    code.variables.delete(stmt.variable);
    return written;
  });
  const top = newLabel(code, "top");
  const step = (): Ref => constant(code, rep, stmt.step);
  const advance = write(code, counter, of.add(read(code, counter), step()));
  const rounds =
    rep === "i32"
      ? [advance, m.br(top, of.lt_s(read(code, counter), end()))]
      : [
          // The counter must not pass the end of 64 bits.
          m.if(of.gt_u(of.sub(end(), read(code, counter)), step()), m.block(null, [advance, m.br(top)])),
        ];
  const loop = m.loop(top, m.block(null, [m.block(level.continueLabel, [body]), ...rounds]));
  const entered = m.block(null, [...level.before, loop]);
  return m.block(level.breakLabel, [m.if(of.lt_s(read(code, counter), end()), entered)]);
}

function fits32(range: Interval | null, step: number): boolean {
  return isSmall(range) && range !== null && range.high + step < 2 ** 31;
}

function bound(code: Code, expr: Expr, rep: "i32" | "i64"): Ref {
  return rep === "i32" ? index32(code, expr) : value(code, expr);
}

/** A bound is evaluated once. */
function limit(code: Code, expr: Expr, rep: "i32" | "i64"): { before: Ref[]; get(): Ref } {
  if (expr.kind === "const") return { before: [], get: () => bound(code, expr, rep) };
  const local = newLocal(code, rep);
  return { before: [write(code, local, bound(code, expr, rep))], get: () => read(code, local) };
}

function newLevel(code: Code, variable: string | null): Level {
  return {
    variable,
    before: [],
    hoisted: new Map<string, Local>(),
    breakLabel: newLabel(code, "break"),
    continueLabel: newLabel(code, "continue"),
  };
}

function inside<T>(code: Code, level: Level, write: () => T): T {
  code.levels.push(level);
  const written = write();
  code.levels.pop();
  return written;
}

function whileLoop(code: Code, stmt: While): Ref {
  const { m } = code;
  const level = newLevel(code, null);
  const top = newLabel(code, "top");
  const count = newLocal(code, "i32");
  const rounds = inside(code, level, () => [
    m.br(level.breakLabel, m.i32.eqz(condition(code, stmt.condition))),
    notEndless(code, stmt, count),
    m.block(level.continueLabel, [statements(code, stmt.body)]),
    m.br(top),
  ]);
  const start = write(code, count, m.i32.const(0));
  return m.block(level.breakLabel, [start, ...level.before, m.loop(top, m.block(null, rounds))]);
}

/** A loop that never ends is a fault, as on the reference. */
function notEndless(code: Code, { origin: { span } }: While, count: Local): Ref {
  const { m, host } = code;
  const fault = importFunction(host, "no end", ["i32"], null, (at: Crossing) =>
    host.runtime.noEnd(Number(at), mostRounds.wasm),
  );
  const next = m.local.tee(count.index, m.i32.add(read(code, count), m.i32.const(1)), code.wasm.i32);
  const stop = callHost(code, fault, [m.i32.const(siteOf(host, span))]);
  return m.if(m.i32.gt_u(next, m.i32.const(mostRounds.wasm)), stop);
}
