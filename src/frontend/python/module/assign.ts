/** What stands left of `=`: names, tuples of them, items and slices. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { PyAugAssign, PyExpr } from "../ast.ts";
import { evaluate, evaluateIndex } from "./evaluate.ts";
import { asList } from "./iterate.ts";
import { because, bind, type Frame, loseAll, type Machine, raises, unknown } from "./machine.ts";
import { type Cause, itemRefs, list, none, type Obj, refsOf } from "./objects.ts";
import { augmented, lostPart } from "./operators.ts";
import { getItem, setItem } from "./subscript.ts";

export function assign(m: Machine, frame: Frame, target: PyExpr, value: Obj, span: Span): void {
  switch (target.kind) {
    case "Name":
      return bind(m, frame, target.id, value);
    case "Tuple":
    case "List":
      return unpack(m, frame, target.elements, value, span);
    case "Subscript": {
      const base = evaluate(m, frame, target.value);
      return setItem(m, base, evaluateIndex(m, frame, target.index), value, target.span);
    }
    case "Attribute":
      return setAttribute(m, frame, target, value);
    default:
      return;
  }
}

/** `a, *b, c = values`. */
function unpack(m: Machine, frame: Frame, targets: readonly PyExpr[], value: Obj, span: Span): void {
  const items = asList(m, value, span);
  const star = targets.findIndex((target) => target.kind === "Starred");
  const wanted = targets.length;
  const fits = items !== null && (star < 0 ? items.length === wanted : items.length >= wanted - 1);
  if (items === null || !fits) {
    const cause: Cause = lostPart(value) ?? {
      at: span,
      why: raises(`there are not ${wanted} values to unpack`),
    };
    const refs = value.kind === "array" ? [value.memory] : itemRefs(value);
    for (const target of targets)
      assign(m, frame, target.kind === "Starred" ? target.value : target, because(cause, refs), span);
    return;
  }
  const extra = items.length - wanted + 1; // what the starred name takes
  for (const [i, target] of targets.entries()) {
    if (target.kind === "Starred")
      assign(m, frame, target.value, list(items.slice(star, star + extra)), span);
    else assign(m, frame, target, items[star >= 0 && i > star ? i + extra - 1 : i] ?? none, span);
  }
}

/** Of the objects that are known none has an attribute that matters, `a.shape` and its like apart. */
function setAttribute(
  m: Machine,
  frame: Frame,
  target: Extract<PyExpr, { kind: "Attribute" }>,
  value: Obj,
): void {
  if (target.value.kind === "Attribute" && target.value.name === "flags") return; // `a.flags.writeable = False`
  const base = evaluate(m, frame, target.value);
  const cause: Cause = {
    at: target.span,
    why: { kind: "construct", what: `an assignment to \`.${target.name}\`` },
  };
  if (base.kind === "unknown") for (const ref of refsOf(value)) base.refs.add(ref);
  if (base.kind === "known" && target.value.kind === "Name")
    bind(m, m.module, target.value.id, because(cause));
  loseAll(m, refsOf(base), cause);
}

/** A view and an inner list have been changed where they are; what a mask gave is a copy. */
function stays(base: Obj, item: Obj): boolean {
  if (item.kind === "list") return true;
  return item.kind === "array" && (base.kind !== "array" || base.memory === item.memory);
}

export function augment(m: Machine, frame: Frame, stmt: PyAugAssign): void {
  const { target, op, span } = stmt;
  switch (target.kind) {
    case "Name": {
      const before = evaluate(m, frame, target);
      return bind(m, frame, target.id, augmented(m, op, before, evaluate(m, frame, stmt.value), span));
    }
    case "Subscript": {
      const base = evaluate(m, frame, target.value);
      const index = evaluateIndex(m, frame, target.index);
      const before = getItem(m, base, index, target.span);
      const after = augmented(m, op, before, evaluate(m, frame, stmt.value), span);
      if (after !== before || !stays(base, after)) setItem(m, base, index, after, target.span);
      return;
    }
    default: {
      const value = unknown(
        { kind: "construct", what: `\`${op}=\`` },
        span,
        refsOf(evaluate(m, frame, stmt.value)),
      );
      return assign(m, frame, target, value, span);
    }
  }
}
