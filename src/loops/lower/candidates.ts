/**
 * Everything an array variable may refer to, found from all its assignments without following the order they run
 * in. A candidate is a view whose quantities that are not the same everywhere are holes, filled when it runs.
 */
import { constantInt, sliceStart } from "../../program/interpret/layout.ts";
import type * as program from "../../program/nodes.ts";
import type { ArrayType } from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { isView, mustShare, storageFor } from "./bind.ts";
import { int, known } from "./integers.ts";
import { expanded, quantities, shapeKey } from "./level.ts";
import { type Frame, Refused, type State } from "./state.ts";
import { type Placed, subView } from "./subs.ts";
import { frozenView, type Stage, type View, viewKey, wholeView, withStage } from "./view.ts";

/** What each variable may be, as far as it was found. */
type Found = Map<string, Map<string, View>>;

const most = 16; // candidates of one variable
const hole: Expr = { kind: "var", name: "?", type: { kind: "python", name: "int" } };

export function candidatesOf(st: State, frame: Frame, name: string): readonly View[] {
  const found: Found = new Map([[name, new Map()]]);
  // Variables that name each other grow until nothing new comes.
  for (let changed = true; changed; ) {
    changed = false;
    const size = found.size;
    for (const [variable, views] of [...found]) {
      for (const view of assignedViews(st, frame, variable, found)) {
        const key = `${view.array}:${shapeKey(view)}`;
        const before = views.get(key);
        const after = before === undefined ? view : merged(before, view);
        if (before !== undefined && viewKey(before) === viewKey(after)) continue;
        views.set(key, after);
        changed = true;
        if (views.size > most) throw new Refused("array-aliases", frame.func.span, name);
      }
    }
    changed ||= found.size > size;
  }
  const all = [...(found.get(name)?.values() ?? [])];
  const shape = (all[0]?.shape ?? []).map((extent, axis) =>
    all.every((view) => known(view.shape[axis] ?? hole) === known(extent)) ? extent : hole,
  );
  return all.map((view) => collapsed({ ...view, shape }));
}

function assignedViews(st: State, frame: Frame, name: string, found: Found): readonly View[] {
  const entry = frame.entry.get(name)?.options.map(withHoles) ?? [];
  const assigned = (frame.facts.assignments.get(name) ?? []).flatMap((stmt) => {
    const isAlias = stmt.kind === "assign" && stmt.value.kind !== "call" && isView(stmt.value);
    if (isAlias && !st.choices.copies.has(stmt)) return viewsOf(st, frame, stmt.value, found, stmt);
    if (mustShare(st, frame, stmt)) throw new Refused("array-aliases", stmt.span, name);
    const type = frame.facts.types.get(name) as ArrayType;
    return [withHoles(wholeView(st, storageFor(st, frame, name, stmt), extentsOfType(type)))];
  });
  return [...entry, ...assigned];
}

function extentsOfType(type: ArrayType): readonly Expr[] {
  return type.shape.map((dim) => (typeof dim === "number" ? int(dim) : hole));
}

function viewsOf(
  st: State,
  frame: Frame,
  expr: program.Expr,
  found: Found,
  stmt: program.Assign,
): readonly View[] {
  switch (expr.kind) {
    case "var": {
      const views = found.get(expr.name);
      if (views === undefined) found.set(expr.name, new Map());
      return [...(views?.values() ?? [])];
    }
    case "view": {
      const placed = abstractSubs(expr);
      return viewsOf(st, frame, expr.base, found, stmt).map((view) =>
        withHoles(subView(view, placed(view.shape))),
      );
    }
    case "transpose": {
      const { axes } = expr;
      return viewsOf(st, frame, expr.base, found, stmt).map((view) => {
        const shape = axes.map((axis) => view.shape[axis] ?? hole);
        const maps = view.shape.map((_, axis) => ({ start: int(0), step: 1, axis: axes.indexOf(axis) }));
        return withHoles(withStage(view, { kind: "axes", axes: maps }, shape));
      });
    }
    case "reshape": {
      const shape = extentsOfType(expr.type);
      return viewsOf(st, frame, expr.base, found, stmt).map((view) => {
        const stage: Stage = { kind: "flat", from: view.shape, to: shape };
        return withHoles(withStage(view, stage, shape));
      });
    }
    case "conditional":
      return [expr.then, expr.otherwise].flatMap((side) => viewsOf(st, frame, side, found, stmt));
    default: {
      const type = expr.type as ArrayType;
      return [withHoles(wholeView(st, storageFor(st, frame, stmt.target, stmt), extentsOfType(type)))];
    }
  }
}

/** Subscripts of which only what is certain is known. */
function abstractSubs(expr: program.View): (shape: readonly Expr[]) => readonly Placed[] {
  return (shape) => {
    let axis = 0;
    let own = 0;
    return expr.subs.map((sub): Placed => {
      if (sub.kind === "newAxis") {
        own += 1;
        return { kind: "newAxis" };
      }
      const extent = known(shape[axis] ?? hole);
      axis += 1;
      if (sub.kind === "at") {
        const at = constantInt(sub.index);
        const isKnown = at !== null && extent !== null;
        return { kind: "at", at: isKnown ? int(at < 0 ? at + extent : at) : hole };
      }
      const dim = expr.type.shape[own];
      own += 1;
      const count = typeof dim === "number" ? int(dim) : hole;
      const absent = sub.start === null;
      const constant = sub.start === null ? null : constantInt(sub.start);
      const start =
        absent && sub.step > 0 ? 0 : extent === null ? null : sliceStart(constant, absent, extent, sub.step);
      return { kind: "slice", start: start === null ? hole : int(start), count, step: sub.step };
    });
  };
}

function withHoles(view: View): View {
  return frozenView(view, (value) => (value.kind === "const" ? value : hole));
}

/** What two views of the same structure have in common. */
function merged(a: View, b: View): View {
  const others = [...b.shape, ...quantities(b)];
  let k = 0;
  return frozenView(expanded(a), (value) => {
    const other = others[k++];
    return other !== undefined && known(value) !== null && known(value) === known(other) ? value : hole;
  });
}

function collapsed(view: View): View {
  const [stage] = view.stages;
  if (view.stages.length !== 1 || stage === undefined) return view;
  return withStage({ ...view, stages: [] }, stage, view.shape);
}
