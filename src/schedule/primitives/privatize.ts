import { bug } from "../../diagnostics/bug.ts";
import { mapAllExpr, moveAccesses } from "../../loops/analysis/accesses.ts";
import { affineOf, plus, symbol, times, write } from "../../loops/analysis/affine.ts";
import { alwaysWrites, uncoveredInside, uncoveredOutside } from "../../loops/analysis/coverage.ts";
import { writesOf } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { type Access, accessesIn, reachedFromInside, reachedFromOutside } from "../../loops/depend/index.ts";
import { arraysOf, freshName, loopNamed, namesIn, replaceLoop } from "../../loops/find.ts";
import { floordiv, int, sub } from "../../loops/indices.ts";
import type { Expr, For, Loops, ScalarDecl, Stmt, Store } from "../../loops/nodes.ts";
import { mapBodies } from "../../loops/walk.ts";
import type { ScalarType } from "../../types/types.ts";
import { steadyBounds } from "../bounds.ts";
import { accessReason, clashReason, doneBy, type Reason, reasonOf } from "../clash.ts";
import { isParameter, isResult } from "../declare.ts";
import { done, keyword, loop, newName, optional, primitive, storage } from "../primitive.ts";
import { refuse } from "../refusal.ts";

/**
 * Every iteration gets an element, or a slice, of an array with one place an iteration. Iterations that were ordered
 * only because they used one temporary may then run in any order. A scalar that is read after the loop gets the last
 * iteration's value.
 */
export const privatize = primitive({
  name: "privatize",
  description:
    "Gives each iteration of a loop its own copy of a scalar or array that it writes before it reads.",
  params: { storage: storage(), loop: loop(), name: optional(keyword(newName())) },
  apply(loops, { storage: old, loop: at, name }) {
    const stmt = loopNamed(loops, at);
    const place = { loop: at, array: old, span: stmt.origin.span };
    const found = privateIn(loops, stmt, old);
    switch (found.kind) {
      case "unwritten":
        return refuse("privatize-unwritten", { name: old, loop: at }, place);
      case "interface":
        return refuse("privatize-interface", { name: old, what: "an argument" }, place);
      case "count":
        return refuse("privatize-count", { loop: at }, place);
      case "first": {
        const { text, place: where } = readFirst(loops, stmt, old, found.exposed);
        return refuse("privatize-read-first", { why: text }, { ...place, ...where });
      }
      case "later": {
        const { text, place: where } = readLater(loops, stmt, old, found.read);
        return refuse("privatize-read-later", { why: text }, { ...place, ...where });
      }
      case "private":
        break;
    }
    const fresh = name ?? freshName(namesIn(loops), `${old}_private`);
    const steady = steadyBounds(loops, stmt);
    const loop: For = { ...stmt, from: steady.from, to: steady.to };
    const copies: Copies = { old, fresh, trips: found.trips, live: found.live, loop };
    const isArray = arraysOf(loops).some((decl) => decl.name === old);
    const expand = isArray ? expandArray : expandScalar;
    return done(
      expand(
        replaceLoop(steady.loops, at, () => [...steady.before, loop]),
        copies,
      ),
    );
  },
});

type Private =
  | { readonly kind: "unwritten" | "interface" | "count" }
  | { readonly kind: "first"; readonly exposed: Expr } // read before it is written
  | { readonly kind: "later"; readonly read: Expr | null } // by nobody knows which iteration's value; null: the kernel returns it
  | { readonly kind: "private"; readonly trips: number; readonly live: boolean };

/** Whether each iteration may have its own; why not, without the iterations that show it, which take long to find. */
export function privateIn(loops: Loops, stmt: For, name: string): Private {
  if (!writesOf(stmt.body).has(name)) return { kind: "unwritten" };
  const isArray = arraysOf(loops).some((decl) => decl.name === name);
  if (isArray && isParameter(loops, name)) return { kind: "interface" };
  const trips = tripCount(stmt);
  if (trips === null || trips === 0) return { kind: "count" };
  const exposed = uncoveredInside(loops, stmt, name);
  if (exposed !== null) return { kind: "first", exposed };
  const read = uncoveredOutside(loops, stmt, name);
  const live = read !== null || isResult(loops, name);
  if (live && (isArray || !alwaysWrites(loops, stmt, name))) return { kind: "later", read };
  return { kind: "private", trips, live };
}

/** The read, and the write of another iteration, or from before the loop, that it finds. */
function readFirst(loops: Loops, loop: For, name: string, exposed: Expr): Reason {
  const claim = `an iteration of \`${loop.name}\` may read \`${name}\` as an earlier one, or what stands before the loop, left it`;
  const inLoop = doneBy(loop.body);
  const reads = readsOf(loops, name, exposed).filter(inLoop);
  for (const read of reads) {
    const found = reachedFromOutside(loops, read, loop);
    if (found === null) continue;
    if (found.write !== null) return clashReason(loops, claim, found.write);
    return accessReason(
      loops,
      `nothing in its iteration of \`${loop.name}\` is written before`,
      read,
      found.at,
    );
  }
  const isRead = (access: Access): boolean => reads.includes(access);
  const isWrite = (access: Access): boolean => access.write && access.name === name && inLoop(access);
  return reasonOf(loops, claim, { first: isWrite, second: isRead });
}

/** The read after the loop, and the write in it that it finds. */
function readLater(loops: Loops, loop: For, name: string, later: Expr | null): Reason {
  const claim = `\`${name}\` is read after loop \`${loop.name}\`, and which iteration wrote it last is not known`;
  const inLoop = doneBy(loop.body);
  const isWrite = (access: Access): boolean => access.write && access.name === name && inLoop(access);
  if (later === null) {
    const write = accessesIn(loops).find(isWrite) ?? bug(`\`${name}\` is not written`);
    return accessReason(
      loops,
      `the kernel returns \`${name}\`, and ${claim.slice(claim.indexOf("which"))}`,
      write,
    );
  }
  const reads = readsOf(loops, name, later).filter((access) => !inLoop(access));
  for (const read of reads) {
    const found = reachedFromInside(loops, read, loop);
    if (found?.write) return clashReason(loops, claim, found.write);
  }
  return reasonOf(loops, claim, { first: isWrite, second: (access) => reads.includes(access) });
}

/** A scalar's read has no place of its own: then any of them. */
function readsOf(loops: Loops, name: string, expr: Expr): readonly Access[] {
  const index = expr.kind === "load" ? expr.index : null;
  return accessesIn(loops).filter(
    (access) => !access.write && access.name === name && (index === null || access.index === index),
  );
}

interface Copies {
  readonly old: string;
  readonly fresh: string;
  readonly trips: number;
  readonly live: boolean; // read after the loop
  readonly loop: For;
}

function expandArray(loops: Loops, { old, fresh, trips, loop: stmt }: Copies): Loops {
  const decl = arraysOf(loops).find((one) => one.name === old) ?? bug(`no array \`${old}\``);
  const { banks, words } = decl;
  const wider = {
    ...decl,
    name: fresh,
    shape: [trips, ...decl.shape],
    ...(banks === undefined ? {} : { banks: banks.map((bank) => ({ ...bank, dim: bank.dim + 1 })) }),
    ...(words === undefined ? {} : { words: { ...words, dim: words.dim + 1 } }),
  };
  const own = iterationOf(stmt);
  const changed = replaceLoop(loops, stmt.name, (one) => [
    {
      ...one,
      body: moveAccesses(one.body, old, { array: fresh, whole: true, index: (index) => [own, ...index] }),
    },
  ]);
  return { ...changed, arrays: [...loops.arrays, wider] };
}

function expandScalar(loops: Loops, { old, fresh, trips, live, loop: stmt }: Copies): Loops {
  const decl = scalarDecl(loops, old);
  const own = iterationOf(stmt);
  const body = stored(
    mapAllExpr(stmt.body, (expr) =>
      expr.kind === "var" && expr.name === old ? loadAt(fresh, own, decl.type, stmt) : expr,
    ),
    old,
    (origin, value) => ({ kind: "store", array: fresh, index: [own], value, origin }),
  );
  const after: Stmt = {
    kind: "assign",
    target: old,
    value: loadAt(fresh, int(trips - 1), decl.type, stmt),
    origin: { span: stmt.origin.span, operator: "schedule" },
  };
  const changed = replaceLoop(loops, stmt.name, (one) => [{ ...one, body }, ...(live ? [after] : [])]);
  return {
    ...changed,
    arrays: [...loops.arrays, { kind: "array", name: fresh, element: decl.type, shape: [trips] }],
  };
}

function scalarDecl(loops: Loops, name: string): ScalarDecl {
  for (const decl of [...loops.scalars, ...loops.params])
    if (decl.kind === "scalar" && decl.name === name) return decl;
  return bug(`no scalar \`${name}\``);
}

function loadAt(array: string, at: Expr, type: ScalarType, { origin }: For): Expr {
  return { kind: "load", array, index: [at], type, span: origin.span };
}

/** Assignments to a scalar as stores. */
function stored(
  body: readonly Stmt[],
  name: string,
  store: (origin: Stmt["origin"], value: Expr) => Store,
): readonly Stmt[] {
  return body.map((stmt) => {
    if (stmt.kind === "assign" && stmt.target === name) return store(stmt.origin, stmt.value);
    return mapBodies(stmt, (inner) => stored(inner, name, store));
  });
}

/** 0, 1, 2, ... */
function iterationOf({ variable: name, from, step }: For): Expr {
  const start = affineOf(from);
  const offset =
    start === null ? sub(write(symbol(name)), from) : write(plus(symbol(name), times(start, -1)));
  return floordiv(offset, int(step));
}
