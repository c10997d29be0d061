/** Statements without loops as operations: branches become choices, and predicates of stores. */
import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { If, Stmt, Store } from "../../loops/nodes.ts";
import { typeInterval } from "../../program/interpret/interval.ts";
import { bitWidth } from "../../types/bits.ts";
import { isInteger, type ScalarType } from "../../types/types.ts";
import { placeOf } from "./address.ts";
import { boundsOf, resultBounds } from "./bounds.ts";
import { condition, eitherOf, onePlace, value } from "./expression.ts";
import { type BankAddress, compute, converted, opOf, store, typeOf } from "./graph.ts";
import type { OpId } from "./nodes.ts";
import { isSigned, narrowed } from "./widths.ts";
import { scalarType, scalarValue, under, type Writing } from "./writing.ts";

export function write(w: Writing, body: readonly Stmt[]): void {
  for (const stmt of body) statement(w, stmt);
}

function statement(w: Writing, stmt: Stmt): void {
  switch (stmt.kind) {
    case "assign": {
      const type = scalarType(w.planning, stmt.target);
      const id = value(w, stmt.value);
      // An integer stays in the bits that it has until its register takes it.
      w.env.set(stmt.target, isNarrower(w, id, type) ? id : converted(w.ops, id, type, stmt.origin.span));
      return;
    }
    case "store":
      done(w, pending(w, stmt));
      return;
    case "if":
      branch(w, stmt);
      return;
    case "pragma":
      return;
    case "for":
    case "while":
    case "region":
    case "break":
    case "continue":
      return bug(`${stmt.kind} in a graph`);
  }
}

/** A store whose operands are there; nothing is stored yet. */
interface Pending {
  readonly stmts: readonly Store[]; // one of which is done
  readonly place: BankAddress;
  readonly stored: OpId;
  readonly predicate: OpId | null;
}

function pending(w: Writing, stmt: Store): Pending {
  const { span } = stmt.origin;
  const given = value(w, stmt.value);
  const place = placeOf(w, stmt.array, stmt.index, span);
  const { element } = w.planning.stored.get(stmt.array)?.decl ?? bug(`no array ${stmt.array}`);
  return { stmts: [stmt], place, stored: converted(w.ops, given, element, span), predicate: w.predicate };
}

function done(w: Writing, { stmts, place, stored, predicate }: Pending): void {
  const [first] = stmts;
  if (first === undefined) return bug("a store of nothing");
  const id = store(w.ops, place, stored, predicate, first.origin.span);
  for (const stmt of stmts) w.accesses.set(stmt, id);
}

/** Two sides that do nothing but store into the same memory are one store, which takes one port: one of them is done. */
function oneStore(w: Writing, stmt: If): readonly Pending[] {
  const { span } = stmt.origin;
  const test = condition(w, stmt.condition);
  const before = w.env;
  const side = (body: readonly Stmt[], holds: boolean): readonly Pending[] => {
    w.env = assuming(w, before, test, holds);
    const found = under(w, { test: stmt.condition, condition: test, holds }, span, () =>
      body.flatMap((one) =>
        one.kind === "store" ? [pending(w, one)] : one.kind === "if" ? oneStore(w, one) : [],
      ),
    );
    w.env = before;
    return found;
  };
  const known = opOf(w.ops, test);
  if (known.kind === "const") return known.bits === 1n ? side(stmt.then, true) : side(stmt.else, false);
  const sides = [side(stmt.then, true), side(stmt.else, false)];
  const [[then, ...more] = [], [otherwise, ...others] = []] = sides;
  if (then === undefined || otherwise === undefined || more.length + others.length > 0) return sides.flat();
  const place = onePlace(w, test, [then.place, otherwise.place], span);
  if (place === null) return sides.flat();
  const stored = eitherOf(w, test, [then.stored, otherwise.stored], span);
  return [{ stmts: [...then.stmts, ...otherwise.stmts], place, stored, predicate: w.predicate }];
}

/** The array into which each side stores once, and does nothing else. */
function storesOnce(w: Writing, body: readonly Stmt[]): string | null {
  const [only, ...others] = body;
  if (only === undefined || others.length > 0) return null;
  if (only.kind === "store")
    return w.planning.stored.get(only.array)?.storage.stream === true ? null : only.array;
  if (only.kind !== "if") return null;
  const [then, otherwise] = [storesOnce(w, only.then), storesOnce(w, only.else)];
  return then === otherwise ? then : null;
}

/** Both sides are computed; what they assign is chosen. */
function branch(w: Writing, stmt: If): void {
  if (storesOnce(w, [stmt]) !== null) {
    for (const one of oneStore(w, stmt)) done(w, one);
    return;
  }
  const { span } = stmt.origin;
  const test = condition(w, stmt.condition);
  const before = w.env;
  const side = (body: readonly Stmt[], holds: boolean): Map<string, OpId> => {
    w.env = assuming(w, before, test, holds);
    under(w, { test: stmt.condition, condition: test, holds }, span, () => write(w, body));
    return w.env;
  };
  const known = opOf(w.ops, test);
  if (known.kind === "const") {
    const holds = known.bits === 1n;
    w.env = side(holds ? stmt.then : stmt.else, holds);
    return;
  }
  const then = side(stmt.then, true);
  const otherwise = side(stmt.else, false);
  w.env = new Map(before);
  for (const name of new Set([...then.keys(), ...otherwise.keys()])) {
    const [a, b] = [then.get(name), otherwise.get(name)];
    // A choice that was only looked into is still the choice it was.
    if (a === chosen(w, before, name, test, true) && b === chosen(w, before, name, test, false)) continue;
    const sides = [a ?? scalarValue(w, name, span), b ?? scalarValue(w, name, span)];
    w.env.set(name, choice(w, name, test, sides, span));
  }
}

function choice(w: Writing, name: string, test: OpId, sides: readonly OpId[], span: Span): OpId {
  const declared = scalarType(w.planning, name);
  const type = isInteger(declared)
    ? narrowed(declared, resultBounds(w.ops, "select", [test, ...sides], declared))
    : declared;
  return compute(w.ops, "select", [test, ...sides.map((id) => converted(w.ops, id, type, span))], type, span);
}

function isNarrower(w: Writing, id: OpId, type: ScalarType): boolean {
  const own = typeOf(w.ops, id);
  const found = boundsOf(w.ops, id);
  if (!isInteger(own) || !isInteger(type) || bitWidth(own) >= bitWidth(type) || found === null) return false;
  const room = typeInterval(type);
  return room === null ? isSigned(type) || found.low >= 0 : found.low >= room.low && found.high <= room.high;
}

/** What scalars are where `test` is known: of a choice by the same test, one side. */
function assuming(w: Writing, env: ReadonlyMap<string, OpId>, test: OpId, holds: boolean): Map<string, OpId> {
  const names = [...env.keys()];
  return new Map(names.map((name) => [name, chosen(w, env, name, test, holds) ?? bug(`no ${name}`)]));
}

function chosen(
  w: Writing,
  env: ReadonlyMap<string, OpId>,
  name: string,
  test: OpId,
  holds: boolean,
): OpId | undefined {
  const id = env.get(name);
  if (id === undefined) return undefined;
  const op = opOf(w.ops, id);
  if (op.kind !== "compute" || op.op !== "select" || op.operands[0] !== test) return id;
  return op.operands[holds ? 1 : 2];
}
