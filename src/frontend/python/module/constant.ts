/** A value of the module as a kernel sees it: a constant. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Value } from "../../../types/operators.ts";
import { get } from "../../../types/storage.ts";
import { array, type ScalarType, sameType } from "../../../types/types.ts";
import { intConst } from "../build.ts";
import { type Home, type Known, value } from "../known.ts";
import { elements, elementType } from "./arrays.ts";
import type { Cause, FunctionObj, ListObj, NumberObj, Obj } from "./objects.ts";

export type Constant =
  | { readonly kind: "constant"; readonly known: Known }
  | { readonly kind: "unknown"; readonly cause: Cause; readonly changed: Span | null }; // where it was lost

export interface ConstantPlace {
  readonly name: string; // of the module; the constant must not be changed through any other name
  readonly span: Span;
  readonly home: (f: FunctionObj) => Home;
}

export function constantOf(obj: Obj, at: ConstantPlace): Constant {
  switch (obj.kind) {
    case "number":
      return constant(value({ kind: "const", value: obj.value, type: obj.type, span: at.span }));
    case "text":
      return constant({ kind: "string", text: obj.text });
    case "none":
      return constant({ kind: "none" });
    case "known":
      return constant(obj.known);
    case "range":
      return constant({
        kind: "range",
        from: intConst(obj.start, at.span),
        to: intConst(obj.stop, at.span),
        step: intConst(obj.step, at.span),
        pipeline: null,
        unroll: null,
        parallel: false,
      });
    case "tuple":
      return sequence(obj.items, "tuple", at);
    case "list":
      if (obj.lost !== null) return { kind: "unknown", cause: obj.lost.cause, changed: obj.lost.at };
      return table(obj, at) ?? sequence(obj.items, "list", at);
    case "array": {
      const { lost, data } = obj.memory;
      if (lost !== null) return { kind: "unknown", cause: lost.cause, changed: lost.at };
      const type = elementType(obj);
      if (obj.shape.length === 0)
        return constant(value({ kind: "const", value: get(data, obj.offset), type, span: at.span }));
      return constant(tableOf(elements(obj), type, obj.shape, at, false));
    }
    case "function":
      return constant(
        obj.def.kind === "Lambda"
          ? { kind: "lambda", def: obj.def, owner: null, home: at.home(obj) }
          : { kind: "function", def: obj.def, owner: null, home: at.home(obj) },
      );
    case "unknown":
      return { kind: "unknown", cause: obj.cause, changed: null };
    case "iterator":
      return notEvaluated(obj.lost?.cause, "an iterator", at);
    case "method":
    case "slice":
      return notEvaluated(undefined, "a method", at);
  }
}

function constant(known: Known): Constant {
  return { kind: "constant", known };
}

function notEvaluated(cause: Cause | undefined, what: string, at: ConstantPlace): Constant {
  return {
    kind: "unknown",
    cause: cause ?? { at: at.span, why: { kind: "construct", what } },
    changed: null,
  };
}

function sequence(items: readonly Obj[], form: "tuple" | "list", at: ConstantPlace): Constant {
  const known: Known[] = [];
  for (const item of items) {
    const found = constantOf(item, at);
    if (found.kind === "unknown") return found;
    known.push(found.known);
  }
  return constant({ kind: "tuple", form, items: known, ...(form === "list" ? { constant: at.name } : {}) });
}

/** A list that code made, of numbers or rows of one kind: it may be long. One that is written down stays as written. */
function table(made: ListObj, at: ConstantPlace): Constant | null {
  if (made.written || made.items.length === 0) return null;
  const shape = rectangle(made);
  if (shape === null) return null;
  const numbers = leaves(made);
  const [first] = numbers;
  if (first === undefined || numbers.some(({ type }) => !sameType(type, first.type))) return null;
  return constant(
    tableOf(
      numbers.map((leaf) => leaf.value),
      first.type,
      shape,
      at,
      true,
    ),
  );
}

function rectangle(obj: Obj): readonly number[] | null {
  if (obj.kind === "number") return [];
  if (obj.kind !== "list" || obj.lost !== null) return null;
  const [first, ...rest] = obj.items.map(rectangle);
  if (first === undefined || first === null) return null;
  const alike = rest.every((shape) => shape !== null && shape.join() === first.join());
  return alike ? [obj.items.length, ...first] : null;
}

function leaves(obj: Obj): readonly NumberObj[] {
  if (obj.kind === "number") return [obj];
  return obj.kind === "list" ? obj.items.flatMap(leaves) : [];
}

function tableOf(
  values: readonly Value[],
  element: ScalarType,
  shape: readonly number[],
  at: ConstantPlace,
  list: boolean,
): Known {
  const type = array(element, shape);
  return {
    kind: "value",
    list,
    expr: { kind: "arrayConst", values, type, constant: at.name, span: at.span },
  };
}
