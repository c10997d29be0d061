/** Statements without loops as operations: branches become choices, and predicates of stores. */

import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { If, Stmt, Store } from "../../loops/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import { typeInterval } from "../../types/interval.ts";
import { isInteger, type ScalarType } from "../../types/types.ts";
import { placeOf } from "./address.ts";
import { boundsOf, resultBounds } from "./bounds.ts";
import { type Environment, namesSet, setIn, sideOf, valueIn } from "./environment.ts";
import { condition, eitherOf, elementName, onePlace, value } from "./expression.ts";
import { type BankAddress, compute, converted, opOf, store, typeOf } from "./graph.ts";
import type { OpId } from "./nodes.ts";
import { forget, learn, run, settled } from "./rounds.ts";
import { isSigned, narrowed } from "./widths.ts";
import { scalarType, scalarValue, under, type Writing } from "./writing.ts";

export function write(w: Writing, body: readonly Stmt[]): void {
  for (const stmt of body) statement(w, stmt);
}

function statement(w: Writing, given: Stmt): void {
  const { running } = w;
  const stmt = running === null ? given : settled(w, running, given);
  switch (stmt.kind) {
    case "assign":
      if (running !== null) learn(running, stmt.target, stmt.value);
      assign(w, stmt.target, value(w, stmt.value), stmt.origin.span);
      return;
    case "store": {
      const element = elementName(w, stmt);
      if (element === null) done(w, pending(w, stmt));
      else assign(w, element, value(w, stmt.value), stmt.origin.span);
      return;
    }
    case "if":
      branch(w, stmt);
      return;
    case "pragma":
      return;
    case "for":
      if (running === null) return bug("a loop in a graph");
      return run(w, running, stmt, (body) => write(w, body));
    case "while":
    case "region":
    case "break":
    case "continue":
      return bug(`${stmt.kind} in a graph`);
  }
}

function assign(w: Writing, name: string, id: OpId, span: Span): void {
  const type = scalarType(w.planning, name);
  // An integer stays in the bits that it has until its register takes it.
  setIn(w.env, name, isNarrower(w, id, type) ? id : converted(w.ops, id, type, span));
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
    w.env = sideOf(before, test, holds);
    const found = under(w, { test: stmt.condition, condition: test, holds }, span, () =>
      body.flatMap((given) => {
        const one = w.running === null ? given : settled(w, w.running, given);
        return one.kind === "store" ? [pending(w, one)] : one.kind === "if" ? oneStore(w, one) : [];
      }),
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
  if (only.kind === "store" && w.planning.elements.has(only.array)) return null;
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
  const side = (body: readonly Stmt[], holds: boolean): Environment => {
    w.env = sideOf(before, test, holds);
    under(w, { test: stmt.condition, condition: test, holds }, span, () => write(w, body));
    const after = w.env;
    w.env = before;
    return after;
  };
  const known = opOf(w.ops, test);
  if (known.kind === "const") {
    const holds = known.bits === 1n;
    for (const [name, id] of side(holds ? stmt.then : stmt.else, holds).own) setIn(before, name, id);
    return;
  }
  const numbers = new Map(w.running?.numbers);
  const then = side(stmt.then, true);
  if (w.running !== null) forget(w.running, numbers, []);
  const sides = [then, side(stmt.else, false)];
  if (w.running !== null) forget(w.running, numbers, [stmt]);
  const looked = [sideOf(before, test, true), sideOf(before, test, false)];
  const changes = namesSet(sides).flatMap((name) => {
    const values = sides.map((env) => valueIn(w.ops, env, name));
    // A choice that was only looked into is still the choice it was.
    if (values.every((value, at) => value === valueIn(w.ops, looked[at] ?? before, name))) return [];
    const chosen = values.map((value) => value ?? scalarValue(w, name, span));
    return [{ name, id: choice(w, name, test, chosen, span) }];
  });
  for (const { name, id } of changes) setIn(before, name, id);
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
