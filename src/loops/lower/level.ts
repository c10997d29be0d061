/**
 * Bindings that are known only when it runs: a scalar says which of its candidates a variable refers to, and scalars
 * hold the quantities that differ. What the candidates are is found by lowering itself: an attempt that binds a
 * variable to something new goes on to see what else there is, and the next one knows it all.
 */
import type * as program from "../../program/nodes.ts";
import { pythonInt } from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { compareInts, int, known } from "./integers.ts";
import {
  again,
  assign,
  bug,
  type Candidate,
  capture,
  declareArray,
  declareScalar,
  emitIf,
  type Frame,
  type Level,
  Refused,
  type State,
} from "./state.ts";
import { arrayAt, isCopyable, placeOf, rootOf } from "./storage.ts";
import { type Binding, chosen, frozenView, type View, viewKey, wholeView, withStage } from "./view.ts";

const most = 64; // candidates of one variable
const hole: Expr = { kind: "var", name: "?", type: pythonInt };

/** Whether a variable's binding must be told by scalars: it is bound twice, or outlives the round of a loop. */
export function isLevelled(frame: Frame, name: string, stmt: program.Stmt): boolean {
  const { facts } = frame;
  if (stmt.kind === "assign" && stmt.value.kind === "conditional") return true;
  const count = (facts.assignments.get(name) ?? []).length + (frame.entry.has(name) ? 1 : 0);
  if (count > 1) return true;
  return (facts.loopsAround.get(stmt) ?? []).some(
    (around) =>
      facts.liveness.atHead.get(around)?.has(name) || facts.liveness.afterLoop.get(around)?.has(name),
  );
}

/** What scalars say that a variable refers to. */
export function levelOf(st: State, frame: Frame, name: string): Level {
  const level = levelFor(st, frame, name);
  if (!level.isRead) level.isRead = true;
  if (level.isPartial) st.isPartial = true;
  return level;
}

/** Binds a variable whose binding must be told. `stmt` is null for what a parameter is given. */
export function tellBinding(
  st: State,
  frame: Frame,
  name: string,
  binding: Binding,
  stmt: program.Stmt | null,
): void {
  for (const view of binding.options) {
    if (!st.unknown.has(view.array)) note(st, frame, name, candidateOf(st, frame, view, stmt));
  }
  const level = levelFor(st, frame, name);
  if (binding.options.every((view) => placeAmong(level, view) !== null))
    return writeLevel(st, level, binding);
  level.isPartial = true;
  if (level.isRead) st.isPartial = true;
}

function levelFor(st: State, frame: Frame, name: string): Level {
  const before = frame.levels.get(name);
  if (before !== undefined) return before;
  const found = templatesOf(st, frame, name);
  const templates = found.length > 0 ? found : [unknownView(st, frame, name)];
  const hold = (value: Expr): Expr => {
    if (value.kind === "const") return value;
    const scalar = declareScalar(st, `${name}_at`, pythonInt);
    return { kind: "var", name: scalar, type: pythonInt };
  };
  const type = frame.facts.types.get(name);
  if (type?.kind !== "array") return bug(`\`${name}\` is no array`);
  // All candidates have one shape: it is told once.
  const shape = type.shape.map((dim) => {
    if (typeof dim === "number") return int(dim);
    const extent = hold(hole);
    if (extent.kind === "var") st.ranges.set(extent.name, { low: 0, high: dim.max });
    return extent;
  });
  const options = templates.map((view) => ({ ...frozenView({ ...view, shape: [] }, hold), shape }));
  const selector = options.length > 1 ? declareScalar(st, `${name}_is`, pythonInt) : null;
  if (selector !== null) st.ranges.set(selector, { low: 0, high: options.length - 1 });
  const chosenBy: Expr | null = selector === null ? null : { kind: "var", name: selector, type: pythonInt };
  const binding: Binding = { selector: chosenBy, options, shape };
  const level: Level = { selector, binding, isRead: false, isPartial: found.length === 0 };
  frame.levels.set(name, level);
  return level;
}

/** Nothing is known yet: any memory will do, for this attempt comes to nothing. */
function unknownView(st: State, frame: Frame, name: string): View {
  const { element, shape } = placeOf(frame, name);
  const array = declareArray(st, "unknown", element, shape);
  st.unknown.add(array);
  return wholeView(st, array);
}

// Candidates

function templatesOf(st: State, frame: Frame, name: string): readonly View[] {
  const known = st.choices.candidates.get(keyOf(frame, name)) ?? [];
  return known.flatMap(({ root, extents, view }) => {
    const array = arrayAt(st, frame, root);
    const decl = st.arrays.get(array ?? "");
    if (array === null || String(decl?.shape) !== String(extents)) return []; // it was another array then
    return [collapsed({ ...view, array })];
  });
}

function keyOf(frame: Frame, name: string): string {
  return `${frame.path}:${name}`;
}

/** A view as every attempt can find it again. */
function candidateOf(st: State, frame: Frame, view: View, stmt: program.Stmt | null): Candidate {
  const root = rootOf(st, frame, view.array);
  const extents = st.arrays.get(view.array)?.shape ?? [];
  if (root !== null) return { root, extents, view: withHoles(expanded(view)) };
  // Memory of something that is over, or a table: it is copied here where nobody can tell, else where it came from.
  const { copies, owned } = st.choices;
  if (stmt !== null && !copies.has(stmt) && isCopyable(frame, stmt))
    return again(st, { copies: new Set([...copies, stmt]) });
  const keeper = frame.adopted.get(view.array);
  if (keeper === undefined || owned.has(keeper)) return bug(`\`${view.array}\` has no owner`);
  return again(st, { owned: new Set([...owned, keeper]) });
}

function note(st: State, frame: Frame, name: string, found: Candidate): void {
  const key = keyOf(frame, name);
  const before = st.found.get(key) ?? [];
  const at = before.findIndex((one) => isSame(one, found));
  const old = before[at];
  const merge = old === undefined ? found : { ...old, view: merged(old.view, found.view) };
  if (old !== undefined && viewKey(old.view) === viewKey(merge.view)) return;
  if (at < 0 && before.length >= most) throw new Refused("too-many-views", st.span, name);
  st.found.set(key, at < 0 ? [...before, merge] : before.with(at, merge));
  st.hasGrown = true;
}

function isSame(a: Candidate, b: Candidate): boolean {
  return JSON.stringify(a.root) === JSON.stringify(b.root) && shapeKey(a.view) === shapeKey(b.view);
}

function withHoles(view: View): View {
  return frozenView(view, (value) => (value.kind === "const" ? value : hole));
}

/** What two views of the same structure have in common. */
function merged(a: View, b: View): View {
  const others = [...b.shape, ...quantities(b)];
  let k = 0;
  return frozenView(a, (value) => {
    const other = others[k++];
    return other !== undefined && known(value) !== null && known(value) === known(other) ? value : hole;
  });
}

function collapsed(view: View): View {
  const [stage] = view.stages;
  if (view.stages.length !== 1 || stage === undefined) return view;
  return withStage({ ...view, stages: [] }, stage, view.shape);
}

// Scalars

/** Sets the scalars of a level to what the variable is bound to now. */
function writeLevel(st: State, level: Level, binding: Binding): void {
  const { shape } = level.binding;
  for (const [axis, extent] of shape.entries()) {
    if (extent.kind === "var") assign(st, extent.name, binding.shape[axis] ?? int(1));
  }
  if (binding.selector === null) {
    for (const view of binding.options) writeOption(st, level, view);
    return;
  }
  const { selector } = binding;
  const places = binding.options.map((view) => placeAmong(level, view) ?? bug("no such candidate"));
  const isPlain = places.every((k) =>
    quantities(level.binding.options[k] ?? bug("no option")).every(isConstant),
  );
  if (isPlain) {
    const which = chosen(selector, places.map(int));
    if (level.selector !== null) assign(st, level.selector, which);
    return;
  }
  for (const [k, view] of binding.options.entries()) {
    const { body } = capture(st, () => writeOption(st, level, view));
    emitIf(st, compareInts("eq", selector, int(k)), body);
  }
}

/** All quantities have a value: a binding is held with those of the candidates that it is not. */
export function startLevel(st: State, { selector, binding }: Level): void {
  if (selector === null) return;
  for (const option of binding.options) {
    for (const hole of quantities(option)) if (hole.kind === "var") assign(st, hole.name, int(0));
  }
}

function isConstant(expr: Expr): boolean {
  return expr.kind === "const";
}

/** Which of a level's options a view is. */
function placeAmong(level: Level, view: View): number | null {
  const which = level.binding.options.findIndex((option) => fits(option, view));
  return which < 0 ? null : which;
}

function writeOption(st: State, level: Level, view: View): void {
  const which = placeAmong(level, view) ?? bug("no such candidate");
  const option = level.binding.options[which] ?? bug("no option");
  if (level.selector !== null) assign(st, level.selector, int(which));
  const [holes, values] = [quantities(option), quantities(view)];
  for (const [i, hole] of holes.entries()) {
    const value = values[i];
    if (hole.kind === "var" && value !== undefined) assign(st, hole.name, value);
  }
}

/** Whether a view is what a template describes: the same array, structure and known quantities. */
function fits(template: View, view: View): boolean {
  if (template.array !== view.array || shapeKey(template) !== shapeKey(view)) return false;
  const values = quantities(view);
  return quantities(template).every((hole, i) => {
    const value = values[i];
    return hole.kind === "var" || (value !== undefined && known(hole) === known(value));
  });
}

/** A view's structure without its quantities. */
function shapeKey(view: View): string {
  return expanded(view)
    .stages.map((stage) =>
      stage.kind === "part"
        ? stage.part
        : stage.kind === "axes"
          ? stage.axes.map(({ step, axis }) => `${axis === null ? 0 : step}*${axis}`).join(";")
          : `${stage.from.length}>${stage.to.length}`,
    )
    .join("|");
}

/** The quantities of a view's stages, in order. */
function quantities(view: View): readonly Expr[] {
  return expanded(view).stages.flatMap((stage) =>
    stage.kind === "part"
      ? []
      : stage.kind === "axes"
        ? stage.axes.map(({ start }) => start)
        : [...stage.from, ...stage.to],
  );
}

/** With a stage written out where the view is the whole array. */
function expanded(view: View): View {
  if (view.stages.length > 0) return view;
  const axes = view.shape.map((_, axis) => ({ start: int(0), step: 1, axis }));
  return { ...view, stages: [{ kind: "axes", axes }] };
}
