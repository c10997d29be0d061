/** Subscripts: elements, and slices of any step that give a wanted shape. Always in range. */
import { type Choices, oneOf } from "./choices.ts";
import {
  asExpression,
  binds,
  type Ex,
  inside,
  type Scope,
  type Shape,
  sameShape,
  type Variable,
  variables,
  within,
} from "./model.ts";
import { pythonInt, scalarOf } from "./scalars.ts";

/** One element of an array. */
export function element(scope: Scope, v: Variable, depth: number): Ex {
  const indices = v.shape.map((extent) => indexOf(scope, extent, depth));
  return { ...asExpression(v), text: `${v.name}[${indices.join(", ")}]`, shape: [], memory: "own" };
}

/** A number that counts along an axis: known, a loop variable, or computed and brought into range. */
export function indexOf(scope: Scope, extent: number, depth: number): string {
  const { c } = scope;
  const fitting = variables(
    scope,
    (w) => w.type === "python int" && within(w.range, { low: -extent, high: extent - 1 }),
  );
  if (fitting.length > 0 && c.chance(60)) return oneOf(c, fitting).name;
  if (depth <= 0 || !c.chance(30)) return String(c.chance(25) ? -1 - c.pick(extent) : c.pick(extent));
  if (c.chance(50)) {
    const type = oneOf(c, ["int32", "uint8", "int64", "int8", "uint64", "uint16"] as const);
    return `${inside(scalarOf(scope, type, depth - 1), binds.product)} % ${extent}`;
  }
  return pythonInt(scope, { low: -extent, high: extent - 1 }, depth - 1).text;
}

/** A view of `v` that has the shape, or null when it has none. */
export function viewOfShape(scope: Scope, v: Variable, shape: Shape, depth: number): Ex | null {
  const { c } = scope;
  const whole = sameShape(v.shape, shape);
  if (whole && !c.chance(40)) return asExpression(v);
  const plans = placements(v.shape, shape);
  if (plans.length === 0) return null;
  const plan = oneOf(c, plans);
  const parts: string[] = [];
  for (const step of plan) {
    if (step.kind === "new") parts.push(c.chance(30) ? "None" : "np.newaxis");
    else if (step.kind === "index") parts.push(indexOf(scope, step.extent, depth));
    else parts.push(slice(c, step.extent, step.wanted));
  }
  return { ...asExpression(v), text: `${v.name}[${shorten(c, parts)}]`, shape };
}

type Placement =
  | { readonly kind: "new" }
  | { readonly kind: "index"; readonly extent: number }
  | { readonly kind: "slice"; readonly extent: number; readonly wanted: number };

/** Every way to take the wanted axes, in order, from those there are. */
function placements(from: Shape, to: Shape): Placement[][] {
  const [extent, ...rest] = from;
  const [wanted, ...more] = to;
  const found: Placement[][] = [];
  const add = (first: Placement, others: Placement[][]) => found.push(...others.map((o) => [first, ...o]));
  if (extent === undefined && wanted === undefined) return [[]];
  if (extent !== undefined && wanted !== undefined && wanted <= extent)
    add({ kind: "slice", extent, wanted }, placements(rest, more));
  if (extent !== undefined && from.length > to.filter((n) => n > 1).length)
    add({ kind: "index", extent }, placements(rest, to));
  if (wanted === 1) add({ kind: "new" }, placements(from, more));
  return found;
}

/** `wanted` of `extent` elements: any start and step, written in any of Python's ways. */
export function slice(c: Choices, extent: number, wanted: number): string {
  if (wanted === extent && !c.chance(25)) return ":";
  const widest = wanted > 1 ? Math.floor((extent - 1) / (wanted - 1)) : 3;
  const step = 1 + c.pick(Math.min(widest, 3));
  const room = extent - 1 - (wanted - 1) * (wanted > 1 ? step : 0);
  const first = c.pick(room + 1);
  const last = first + (wanted - 1) * step;
  if (!c.chance(30)) {
    const stop = Math.min(last + 1 + c.pick(step), wanted > 1 ? last + step : extent + 2);
    return bounds(c, extent, first, wanted === 1 ? last + 1 : stop, step);
  }
  const before = first - 1;
  const from = last === extent - 1 && c.chance(50) ? "" : place(c, extent, last);
  return `${from}:${before < 0 ? "" : place(c, extent, before)}:${-step}`;
}

function bounds(c: Choices, extent: number, start: number, stop: number, step: number): string {
  const from = start === 0 && c.chance(70) ? "" : place(c, extent, start);
  const to = stop >= extent && c.chance(70) ? "" : stop < extent ? place(c, extent, stop) : String(stop);
  return step === 1 ? `${from}:${to}` : `${from}:${to}:${step}`;
}

function place(c: Choices, extent: number, index: number): string {
  return String(c.chance(30) ? index - extent : index);
}

/** `a[1, :, :]` may be written `a[1]` or `a[1, ...]`, `a[:, :, 0]` as `a[..., 0]`. */
function shorten(c: Choices, parts: readonly string[]): string {
  let kept = parts.length;
  while (kept > 1 && parts[kept - 1] === ":") kept--;
  if (kept < parts.length && c.chance(60)) {
    const text = parts.slice(0, kept).join(", ");
    return c.chance(30) ? `${text}, ...` : text;
  }
  const leading = parts.findIndex((p) => p !== ":");
  if (leading > 0 && c.chance(50)) return `..., ${parts.slice(leading).join(", ")}`;
  return parts.join(", ");
}
