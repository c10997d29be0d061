/**
 * Whether elements of an array are wanted in the order in which they are made: what a stream needs. Only the last store to
 * an element makes it, and its first load wants it: what else there is, a circuit may keep in registers.
 */
import type { ArrayDecl, Expr, Stmt } from "../nodes.ts";
import { type Touched, walkTouches } from "./touches.ts";

/** Element number `number` in each order. */
export interface OutOfOrder {
  readonly number: number;
  readonly made: Place;
  readonly wanted: Place;
}

export interface Place {
  readonly index: readonly Expr[];
  readonly values: ReadonlyMap<string, number>;
}

/** Null: they are, as far as can be told without data. */
export function outOfOrder(
  writer: readonly Stmt[],
  reader: readonly Stmt[],
  decl: ArrayDecl,
): OutOfOrder | null {
  const made = placesOf(writer, decl, "store");
  const wanted = placesOf(reader, decl, "load");
  if (made === null || wanted === null) return null;
  const makes = [...made].filter(([at]) => wanted.has(at));
  const wants = [...wanted].filter(([at]) => made.has(at));
  const number = wants.findIndex(([at], place) => makes[place]?.[0] !== at);
  const [one, other] = [makes[number], wants[number]];
  return one === undefined || other === undefined ? null : { number, made: one[1], wanted: other[1] };
}

/** By element, in order. Null: data decide. */
export function placesOf(
  body: readonly Stmt[],
  decl: ArrayDecl,
  what: Touched["kind"],
): Map<number, Place> | null {
  const places = new Map<number, Place>();
  const walked = walkTouches(body, decl, ({ kind, at, isSure, index, values }) => {
    if (kind !== what) return undefined;
    if (at === null || !isSure) return "enough";
    if (what === "store") {
      places.delete(at);
      places.set(at, { index, values: new Map(values) });
    } else if (!places.has(at)) places.set(at, { index, values: new Map(values) });
    return undefined;
  });
  return walked === "all" ? places : null;
}

/** Whether one process stores every element once and the other loads them once in that order: a queue in any language. */
export function passesInOrder(writer: readonly Stmt[], reader: readonly Stmt[], decl: ArrayDecl): boolean {
  const [made, taken] = [sequenceOf(writer, decl, "store"), sequenceOf(reader, decl, "load")];
  if (made === null || taken === null || made.length !== taken.length) return false;
  return new Set(made).size === made.length && made.every((at, number) => at === taken[number]);
}

function sequenceOf(body: readonly Stmt[], decl: ArrayDecl, what: Touched["kind"]): readonly number[] | null {
  const places: number[] = [];
  const walked = walkTouches(body, decl, ({ kind, at, isSure }) => {
    if (kind !== what || at === null || !isSure) return "enough";
    places.push(at);
    return undefined;
  });
  return walked === "all" ? places : null;
}
