/**
 * A loop that only fills a line or window buffer runs together with the pipelined loop that reads the buffer, where no
 * step of the schedule spoke for it.
 *
 *     for i in range(18):                                  for i in range(18):
 *         for lb_1 in range(20):                               for j in range(20):  # pipeline
 *             lb[0, lb_1] = lb[1, lb_1]; ...         =>            lb[0, j] = lb[1, j]; ...
 *         for j in range(20):  # pipeline                          ...
 *             ...
 *
 * The loops of the fill are matched with those around the pipelined one, outermost first; where they differ in count or
 * stride, guards make them equal (align.ts). Legal where the dependences say so.
 */
import { hasLoad, jumpsOut, readsOf, writesOf } from "../../loops/analysis/effects.ts";
import { canParallel } from "../../loops/depend/index.ts";
import { loopNamed, pathTo, replaceLoop } from "../../loops/find.ts";
import { substitute, variable } from "../../loops/indices.ts";
import type { For, If, Loops, Stmt } from "../../loops/nodes.ts";
import { bodiesOf, mapBodies, statementsIn } from "../../loops/walk.ts";
import { isGuard } from "../../schedule/band.ts";
import { inOrder } from "../../schedule/clash.ts";
import { reorderLoops } from "../../schedule/primitives/reorder.ts";
import { applyStep } from "../../schedule/schedule.ts";
import { aligned, mirrored } from "./align.ts";

export function fuseFills(loops: Loops): Loops {
  const buffers = new Set(
    loops.arrays
      .filter(({ role }) => role === "line buffer" || role === "window buffer")
      .map(({ name }) => name),
  );
  if (buffers.size === 0) return loops;
  return fillsIn(loops.body, buffers).reduce((now, name) => fused(now, name) ?? now, loops);
}

/** Outermost loops of fills: those in loops first, and of one list the last first. */
function fillsIn(body: readonly Stmt[], buffers: ReadonlySet<string>): readonly string[] {
  const inner = body.flatMap((stmt) =>
    isFill(stmt, buffers) ? [] : bodiesOf(stmt).flatMap((one) => fillsIn(one, buffers)),
  );
  const own = body.flatMap((stmt) => (isFill(stmt, buffers) ? [stmt.name] : []));
  return [...inner, ...own.toReversed()];
}

function isFill(stmt: Stmt, buffers: ReadonlySet<string>): stmt is For {
  if (stmt.kind !== "for" || stmt.origin.operator !== "schedule") return false;
  const isSpokenFor = Object.keys(stmt.attrs).length > 0 || statementsIn(stmt.body).some(isPipelined);
  return !isSpokenFor && [...writesOf(stmt.body)].every((name) => buffers.has(name));
}

function isPipelined(stmt: Stmt): boolean {
  return stmt.kind === "for" && stmt.attrs.pipeline !== undefined;
}

/** With the pipelined loop that follows the fill, or the loop that holds that; null where it cannot be. */
function fused(given: Loops, fill: string): Loops | null {
  const { siblings, index } = pathTo(given, fill);
  const own = loopNamed(given, fill);
  const between = siblings.slice(index + 1);
  const at = between.findIndex((stmt) => statementsIn([stmt]).some(isPipelined));
  const holder = between[at];
  if (holder === undefined) return null;
  if (holder.kind === "if") {
    const pieces = spread(holder);
    return pieces && fused({ ...given, body: replaced(given.body, holder, pieces) }, fill);
  }
  const passed = between.slice(0, at);
  if (holder.kind !== "for" || !areApart(own, passed)) return null;
  const moved = replaceLoop(
    replaceLoop(given, fill, () => []),
    holder.name,
    (reader) => [own, reader],
  );
  return fusedWith(moved, own, holder);
}

/** The condition around each of the statements, but inside of the first loop that holds a pipelined one. */
function spread({ condition, then, else: otherwise, origin }: If): readonly Stmt[] | null {
  const at = then.findIndex((stmt) => statementsIn([stmt]).some(isPipelined));
  const holder = then[at];
  if (holder === undefined || otherwise.length > 0 || !isGuard(condition, writesOf(then))) return null;
  const inside = holder.kind === "if" ? spread(holder) : [holder];
  if (inside === null) return null;
  const guard = (body: readonly Stmt[]): If => ({ kind: "if", condition, then: body, else: [], origin });
  const isReader = (stmt: Stmt): stmt is For => stmt.kind === "for" && statementsIn([stmt]).some(isPipelined);
  const reader = inside.find(isReader);
  // A bound that is loaded may need the condition's protection.
  if (reader === undefined || [reader.from, reader.to].some(hasLoad)) return null;
  return [...then.slice(0, at), ...inside, ...then.slice(at + 1)].map((stmt) =>
    stmt === reader ? { ...reader, body: [guard(reader.body)] } : guard([stmt]),
  );
}

/** Whether the fill may as well run after the statements. */
function areApart(fill: For, stmts: readonly Stmt[]): boolean {
  const [reads, writes] = [readsOf([fill]), writesOf([fill])];
  const isOurs = (name: string): boolean => reads.has(name) || writes.has(name);
  if (jumpsOut(stmts) !== null) return false;
  return ![...writesOf(stmts)].some(isOurs) && ![...readsOf(stmts)].some((name) => writes.has(name));
}

/** The reader stands right after the fill. The first of the fill's loops that can follow it does. */
function fusedWith(loops: Loops, fill: For, reader: For): Loops | null {
  const band = bandOf(fill);
  for (const first of band) {
    const order = [first, ...band.filter((loop) => loop !== first)].map(({ name }) => name);
    const reordered = first === fill ? { ok: true as const, loops } : reorderLoops(loops, order);
    const one = reordered.ok ? asOne(reordered.loops, first.name, reader) : null;
    if (one === null) continue;
    const [rest] = order.slice(1);
    if (reader.attrs.pipeline !== undefined || rest === undefined) return one;
    const deeper = fused(one, rest);
    if (deeper !== null) return deeper;
  }
  return null;
}

/** Loops that hold each other and nothing else, outermost first. */
function bandOf(loop: For): readonly For[] {
  const [only, other] = loop.body;
  return only?.kind === "for" && other === undefined ? [loop, ...bandOf(only)] : [loop];
}

/** Under the names of the reader. */
function asOne(given: Loops, name: string, reader: For): Loops | null {
  const fill = loopNamed(given, name);
  const equal = aligned(given, fill, reader) ?? alignedDown(given, fill, reader);
  if (equal === null) return null;
  const filling = replaceLoop(given, name, () => [equal.fill]);
  const loops = replaceLoop(filling, reader.name, () => [equal.reader]);
  const done = applyStep(loops, { primitive: "fuse_loops", args: { first: name, second: reader.name } });
  if (!done.ok) return null;
  return replaceLoop(done.loops, name, (loop) => {
    const body = substitute(loop.body, loop.variable, variable(reader.variable));
    return [{ ...loop, name: reader.name, variable: reader.variable, body, origin: reader.origin }];
  });
}

/** A reader that goes down follows a fill that goes down, where any order of the fill will do. */
function alignedDown(loops: Loops, fill: For, reader: For): ReturnType<typeof aligned> {
  const down = mirrored(fill);
  return down !== null && canParallel(inOrder(loops), fill.name) === null
    ? aligned(loops, down, reader)
    : null;
}

function replaced(body: readonly Stmt[], old: Stmt, by: readonly Stmt[]): readonly Stmt[] {
  return body.flatMap((stmt) => (stmt === old ? by : [mapBodies(stmt, (inner) => replaced(inner, old, by))]));
}
