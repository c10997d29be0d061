/**
 * Bindings that are known only when it runs: a scalar says which of its candidates a variable refers to, and scalars
 * hold the quantities that differ.
 */
import type * as program from "../../program/nodes.ts";
import { pythonInt } from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { candidatesOf } from "./candidates.ts";
import { compareInts, int, known } from "./integers.ts";
import {
  assign,
  bug,
  capture,
  declareScalar,
  emitIf,
  type Frame,
  type Level,
  Refused,
  type State,
} from "./state.ts";
import { type Binding, chosen, frozenView, type View } from "./view.ts";

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

export function setBinding(st: State, frame: Frame, name: string, binding: Binding, level: boolean): void {
  const told = level ? levelIfAny(st, frame, name) : null;
  if (told !== null) writeLevel(st, told, binding);
  frame.env.set(name, binding);
}

/** Null when scalars cannot tell it: then it is refused where it would be needed. */
function levelIfAny(st: State, frame: Frame, name: string): Level | null {
  try {
    return levelOf(st, frame, name);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

export function levelOf(st: State, frame: Frame, name: string): Level {
  const before = frame.levels.get(name);
  if (before !== undefined) return before;
  const templates = candidatesOf(st, frame, name);
  const hold = (value: Expr): Expr => {
    if (value.kind === "const") return value;
    const scalar = declareScalar(st, `${name}_at`, pythonInt);
    return { kind: "var", name: scalar, type: pythonInt };
  };
  // All candidates have one shape: it is told once.
  const shape = (templates[0]?.shape ?? []).map(hold);
  const options = templates.map((view) => ({ ...frozenView({ ...view, shape: [] }, hold), shape }));
  const selector = options.length > 1 ? declareScalar(st, `${name}_is`, pythonInt) : null;
  const chosenBy: Expr | null = selector === null ? null : { kind: "var", name: selector, type: pythonInt };
  const level: Level = { selector, binding: { selector: chosenBy, options, shape } };
  for (const extent of shape) {
    const max = extent.kind === "var" ? maxExtent(frame, name, shape.indexOf(extent)) : null;
    if (max !== null && extent.kind === "var") st.ranges.set(extent.name, { low: 0, high: max });
  }
  frame.levels.set(name, level);
  return level;
}

function maxExtent(frame: Frame, name: string, axis: number): number | null {
  const type = frame.facts.types.get(name);
  const dim = type?.kind === "array" ? type.shape[axis] : undefined;
  return dim === undefined ? null : typeof dim === "number" ? dim : dim.max;
}

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
  const places = binding.options.map((view) => placeAmong(st, level, view));
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
function placeAmong(st: State, level: Level, view: View): number {
  const which = level.binding.options.findIndex((option) => fits(option, view));
  if (which < 0) throw new Refused("array-aliases", st.span, view.array);
  return which;
}

function writeOption(st: State, level: Level, view: View): void {
  const which = placeAmong(st, level, view);
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
export function shapeKey(view: View): string {
  return expanded(view)
    .stages.map((stage) =>
      stage.kind === "axes"
        ? stage.axes.map(({ step, axis }) => `${axis === null ? 0 : step}*${axis}`).join(";")
        : `${stage.from.length}>${stage.to.length}`,
    )
    .join("|");
}

/** The quantities of a view's stages, in order. */
export function quantities(view: View): readonly Expr[] {
  return expanded(view).stages.flatMap((stage) =>
    stage.kind === "axes" ? stage.axes.map(({ start }) => start) : [...stage.from, ...stage.to],
  );
}

/** With a stage written out where the view is the whole array. */
export function expanded(view: View): View {
  if (view.stages.length > 0) return view;
  const axes = view.shape.map((_, axis) => ({ start: int(0), step: 1, axis }));
  return { ...view, stages: [{ kind: "axes", axes }] };
}
