/** Statements without loops as operations: branches become choices, and predicates of stores. */
import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { If, Stmt } from "../../loops/nodes.ts";
import { typeInterval } from "../../program/interpret/interval.ts";
import { bitWidth } from "../../types/bits.ts";
import { isInteger, type ScalarType } from "../../types/types.ts";
import { placeOf } from "./address.ts";
import { boundsOf, resultBounds } from "./bounds.ts";
import { condition, value } from "./expression.ts";
import { compute, converted, opOf, store, typeOf } from "./graph.ts";
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
    case "store": {
      const { span } = stmt.origin;
      const given = value(w, stmt.value);
      const place = placeOf(w, stmt.array, stmt.index, span);
      const { element } = w.planning.stored.get(stmt.array)?.decl ?? bug(`no array ${stmt.array}`);
      const stored = converted(w.ops, given, element, span);
      w.accesses.set(stmt, store(w.ops, place, stored, w.predicate, span));
      return;
    }
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

/** Both sides are computed; what they assign is chosen. */
function branch(w: Writing, stmt: If): void {
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
