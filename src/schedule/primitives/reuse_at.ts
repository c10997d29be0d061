import { mapAllExpr, mapRoots } from "../../loops/analysis/accesses.ts";
import {
  type Affine,
  affineOf,
  affineRange,
  constant,
  plus,
  substitute,
  surelyRuns,
  symbol,
  times,
  write,
} from "../../loops/analysis/affine.ts";
import { namesRead } from "../../loops/analysis/effects.ts";
import { type Access, leavesAlong, meeting } from "../../loops/depend/index.ts";
import { arrayNamed, freshName, identifierFor, loopNamed, namesIn, replaceLoop } from "../../loops/find.ts";
import { add, compare, int } from "../../loops/indices.ts";
import type { ArrayDecl, Expr, For, If, Loops, Stmt, Store } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import { pythonBool } from "../../types/types.ts";
import { steadyBounds } from "../bounds.ts";
import { accessAt, accessReason, clashPlace, clashText, doneBy, type Reason, reasonOf } from "../clash.ts";
import { arrayName, done, keyword, loop, newName, optional, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { type Axis, placeOf, type Window, type WindowProblem, windowOf } from "../window.ts";

/**
 * HeteroCL's reuse_at. The buffer holds what one iteration of the loop reads; from one iteration to the next it is
 * shifted, and only what is new is read from the array. The loop starts earlier by the iterations that fill it.
 *
 *     for i in range(6):                     for i in range(8):
 *       for r in range(3):                     for w_0 in range(2):
 *         s += a[i + r] * k[r]      ->           w[w_0] = w[w_0 + 1]
 *                                              w[2] = a[i]
 *                                              if i >= 2:
 *                                                for r in range(3):
 *                                                  s += w[r] * k[r]
 *
 * Where the window may reach out of the array it is read under a condition: what is outside is never asked for, or
 * would be a fault. At a row loop it is a line buffer; at the column loop inside, on that line buffer, a window buffer.
 */
export const reuseAt = primitive({
  name: "reuse_at",
  description:
    "Keeps what neighbouring iterations of a loop both read of an array, so that it is read from there once.",
  params: { array: arrayName(), loop: loop(), name: optional(keyword(newName())) },
  apply(loops, { array, loop: at, name }) {
    const stmt = loopNamed(loops, at);
    const { span } = stmt.origin;
    const place = { loop: at, array, span };
    // The buffer reads an element before the loop does, and once: so the loop must not have written it by then.
    const inLoop = doneBy(stmt.body);
    const own = (access: Access): boolean => access.name === array && inLoop(access);
    const written = meeting(loops, {
      first: (access) => access.write && own(access),
      second: (access) => !access.write && own(access),
      within: stmt,
    });
    if (written !== null) {
      const facts = { array, loop: at, clash: clashText(loops, written) };
      return refuse("reuse-written", facts, clashPlace(stmt, written));
    }
    const window = windowOf(loops, stmt, array);
    if ("problem" in window) {
      const { text, place: where } = windowReason(loops, window);
      return refuse("reuse-window", { array, loop: at, why: window, read: text }, { ...place, ...where });
    }
    if (stmt.attrs.parallel === true) {
      const claim = `the iterations of \`${at}\` are parallel, so none can pass elements of \`${array}\` on to the next`;
      const isRead = (access: Access): boolean => !access.write && own(access);
      const carried = { first: isRead, second: isRead, within: stmt, carried: true, reads: true } as const;
      const { text, place: where } = reasonOf(loops, claim, carried);
      return refuse("reuse-parallel", { loop: at, why: text }, { ...place, ...where });
    }
    return done(reuse(loops, stmt, array, window, name));
  },
});

/** The reads that a window cannot follow. */
function windowReason(loops: Loops, window: WindowProblem): Reason {
  if (!("load" in window)) return { text: "", place: {} };
  const access = accessAt(loops, window.load.index);
  const { shape } = arrayNamed(loops, access.name);
  const left =
    window.problem === "outside" ? leavesAlong(loops, access, window.dim, shape[window.dim] ?? 0) : null;
  const at = left === null || left === "unknown" ? undefined : left.at;
  const reads = [accessReason(loops, "", access, at)];
  if ("other" in window && window.other !== undefined)
    reads.push(accessReason(loops, "", accessAt(loops, window.other.index)));
  return {
    text: reads.map(({ text }) => text.slice(2)).join(", "),
    place: { array: access.name, notes: reads.flatMap(({ place }) => place.notes ?? []) },
  };
}

/** How the buffer is filled. */
interface Plan {
  readonly window: Window;
  readonly source: ArrayDecl;
  readonly buffer: ArrayDecl;
  readonly loop: For;
  readonly early: number; // iterations before the first
  readonly kept: readonly number[]; // dimensions of the source that the buffer has
  readonly names: ReadonlyMap<string, string>; // of the buffer's loops: name to variable
}

function reuse(before: Loops, stmt: For, array: string, window: Window, wanted: string | undefined): Loops {
  // The first iteration is asked for in the body, too.
  const steady = steadyBounds(before, stmt);
  const { loops } = steady;
  const loop: For = { ...stmt, from: steady.from, to: steady.to };
  const source = arrayNamed(loops, array);
  const taken = new Set(namesIn(loops));
  const name = wanted ?? freshName(taken, `${array}_reuse`);
  const kept = window.axes.flatMap(({ extent }, dim) => (dim === window.dim || extent > 1 ? [dim] : []));
  const buffer: ArrayDecl = {
    kind: "array",
    name,
    element: source.element,
    shape: kept.map((dim) => window.axes[dim]?.extent ?? 1),
    role: isLine(source, window) ? "line buffer" : "window buffer",
  };
  taken.add(name);
  const names = new Map<string, string>();
  for (const key of [...kept.map(String), "new"]) {
    const loopName = freshName(taken, key === "new" ? `${name}.new` : `${name}.${kept.indexOf(Number(key))}`);
    taken.add(loopName);
    const identifier = identifierFor(taken, loopName);
    taken.add(identifier);
    names.set(key, `${loopName} ${identifier}`);
  }
  const { extent } = axisAt(window, window.dim);
  const fresh = Math.abs(window.advance);
  const early = Math.ceil((extent - fresh) / fresh);
  const plan: Plan = { window, source, buffer, loop, early, kept, names };
  return {
    ...replaceLoop(loops, loop.name, () => [...steady.before, widened(plan)]),
    arrays: [...loops.arrays, buffer],
  };
}

/** It holds whole lines of an array that is none itself. */
function isLine(source: ArrayDecl, { axes, dim }: Window): boolean {
  if (source.role === "line buffer" || source.role === "window buffer") return false;
  return axes.some(({ extent }, at) => at !== dim && extent > 1 && extent === source.shape[at]);
}

function axisAt({ axes }: Window, dim: number): Axis {
  return axes[dim] ?? { base: constant(0), factor: 0, stride: 1, extent: 1 };
}

function widened(plan: Plan): For {
  const { loop, early } = plan;
  const lead = early * loop.step;
  const first = compare("ge", write(symbol(loop.variable)), sum(loop.from, lead));
  const body = mapRoots(buffered(plan), (expr) =>
    substitute(expr, loop.variable, plus(symbol(loop.variable), -lead)),
  );
  const compute = guarded(first, body, { span: loop.origin.span, operator: "schedule" });
  // What one iteration keeps for the next puts them in order.
  const { unordered: _, ...origin } = loop.origin;
  return { ...loop, to: sum(loop.to, lead), body: [...fill(plan), ...compute], origin };
}

/**
 * The condition goes inside a loop over results that is all there is: so the loop that fills the buffer and the loop
 * that reads it stand side by side, and `fuse_loops` can make them one.
 */
function guarded(condition: Expr, body: readonly Stmt[], origin: If["origin"]): readonly Stmt[] {
  const [only, ...others] = body;
  if (others.length === 0 && only?.kind === "for" && isOverResults(only))
    return [{ ...only, body: guarded(condition, only.body, origin) }];
  return [{ kind: "if", condition, then: body, else: [], origin }];
}

function isOverResults(loop: For): boolean {
  const stores = [...statementsIn(loop.body)].filter((stmt) => stmt.kind === "store");
  const each = stores.every((stmt) => stmt.index.some((at) => namesRead(at).has(loop.variable)));
  return stores.length > 0 && each && affineOf(loop.from) !== null && affineOf(loop.to) !== null;
}

/** The loop's body, reading the buffer. */
function buffered({ loop, window, source, buffer, kept }: Plan): readonly Stmt[] {
  return mapAllExpr(loop.body, (expr) => {
    if (expr.kind !== "load" || expr.array !== source.name) return expr;
    const index = kept.map((dim) => {
      const at = expr.index[dim] ?? int(0);
      const axis = axisAt(window, dim);
      // A whole dimension may be indexed by anything.
      if (axis.factor === 0 && axis.extent === source.shape[dim]) return at;
      const place = placeOf(axis, loop, at);
      return place === null ? at : write(place);
    });
    return { ...expr, array: buffer.name, index };
  });
}

/** Shifts the buffer and reads what is new, for each place of the other dimensions. */
function fill(plan: Plan): readonly Stmt[] {
  const { window, kept } = plan;
  const { extent } = axisAt(window, window.dim);
  const fresh = Math.abs(window.advance);
  const others = kept.filter((dim) => dim !== window.dim);
  const steps = [
    counted(plan, String(window.dim), extent - fresh, (slot) => [shift(plan, slot)]),
    counted(plan, "new", fresh, (slot) => [readNew(plan, slot)]),
  ].flat();
  return others.reduceRight<readonly Stmt[]>(
    (body, dim) => counted(plan, String(dim), axisAt(window, dim).extent, () => body),
    steps,
  );
}

/** A loop of the schedule's own; a single iteration needs none. */
function counted(
  plan: Plan,
  key: string,
  count: number,
  body: (at: Affine) => readonly Stmt[],
): readonly Stmt[] {
  if (count === 1) return body(constant(0));
  const [name = "", identifier = ""] = (plan.names.get(key) ?? "").split(" ");
  const origin = { span: plan.loop.origin.span, operator: "schedule" } as const;
  const made: For = {
    kind: "for",
    name,
    variable: identifier,
    from: int(0),
    to: int(count),
    step: 1,
    body: body(symbol(identifier)),
    attrs: {},
    origin,
  };
  return [made];
}

/** Where the loops over the other dimensions stand. */
function placeIn({ window, names }: Plan, dim: number): Affine {
  if (axisAt(window, dim).extent === 1) return constant(0);
  return symbol((names.get(String(dim)) ?? "").split(" ")[1] ?? "");
}

function bufferIndex(plan: Plan, slot: Affine): readonly Expr[] {
  const { kept, window } = plan;
  return kept.map((dim) => write(dim === window.dim ? slot : placeIn(plan, dim)));
}

/** Towards 0 when the window slides up, away from it when it slides down; never over what is still to be moved. */
function shift(plan: Plan, at: Affine): Store {
  const { window, buffer, loop } = plan;
  const last = axisAt(window, window.dim).extent - 1;
  const slot = window.advance > 0 ? at : plus(times(at, -1), last);
  const value: Expr = {
    kind: "load",
    array: buffer.name,
    index: bufferIndex(plan, plus(slot, window.advance)),
    type: buffer.element,
    span: loop.origin.span,
  };
  return store(plan, slot, value);
}

function readNew(plan: Plan, at: Affine): Stmt {
  const { window, source, loop, early } = plan;
  const axis = axisAt(window, window.dim);
  const fresh = Math.abs(window.advance);
  const slot = window.advance > 0 ? plus(at, axis.extent - fresh) : at;
  const iteration = plus(symbol(loop.variable), -early * loop.step);
  const index = window.axes.map((one, dim) => {
    const place = dim === window.dim ? slot : placeIn(plan, dim);
    return plus(plus(one.base, times(iteration, one.factor)), times(place, one.stride));
  });
  const value: Expr = {
    kind: "load",
    array: source.name,
    index: index.map(write),
    type: source.element,
    span: loop.origin.span,
  };
  const read = store(plan, slot, value);
  const conditions = [...beforeFirst(plan, at), ...bounds(plan, index)];
  const [first, ...rest] = conditions;
  if (first === undefined) return read;
  return {
    kind: "if",
    condition: rest.reduce((all, one) => logic("and", all, one), first),
    then: [read],
    else: [],
    origin: read.origin,
  };
}

function store(plan: Plan, slot: Affine, value: Expr): Store {
  const origin = { span: plan.loop.origin.span, operator: "schedule" } as const;
  return { kind: "store", array: plan.buffer.name, index: bufferIndex(plan, slot), value, origin };
}

/** The first early iteration may bring more than the first window has: that is not read. */
function beforeFirst({ window, loop, early }: Plan, at: Affine): readonly Expr[] {
  const fresh = Math.abs(window.advance);
  const surplus = early * fresh - (axisAt(window, window.dim).extent - fresh);
  if (surplus === 0) return [];
  const later = compare("gt", write(symbol(loop.variable)), loop.from);
  const needed =
    window.advance > 0
      ? compare("ge", write(at), int(surplus))
      : compare("lt", write(at), int(fresh - surplus));
  return [logic("or", later, needed)];
}

/** Conditions for the sides where the window may reach out of the array. */
function bounds({ window, source, loop }: Plan, index: readonly Affine[]): readonly Expr[] {
  // If it may not run at all, the early iterations stand before nothing.
  const runs = surelyRuns(loop, window.ranges);
  return index.flatMap((at, dim) => {
    const size = source.shape[dim] ?? 0;
    const axis = axisAt(window, dim);
    const lowest = plus(axis.base, symbol(loop.variable, axis.factor));
    const reach = runs || axis.factor === 0 ? affineRange(lowest, window.ranges) : null;
    const last = (axis.extent - 1) * axis.stride;
    return [
      ...(reach === null || reach.low < 0 ? [compare("ge", write(at), int(0))] : []),
      ...(reach === null || reach.high + last >= size ? [compare("lt", write(at), int(size))] : []),
    ];
  });
}

function sum(expr: Expr, by: number): Expr {
  const affine = affineOf(expr);
  return affine === null ? add(expr, int(by)) : write(plus(affine, by));
}

function logic(op: "and" | "or", left: Expr, right: Expr): Expr {
  return { kind: "logic", op, left, right, type: pythonBool, span: { from: 0, to: 0 } };
}
