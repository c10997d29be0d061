/**
 * Python's objects while a module is evaluated: those whose value is known, and, as `unknown`, all others. A list, the
 * memory of an array, a function and an iterator have an identity: names that share one see its changes.
 */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Value } from "../../../types/operators.ts";
import type { NDArray } from "../../../types/storage.ts";
import { pythonBool, pythonFloat, pythonInt, type ScalarType } from "../../../types/types.ts";
import type { PyFunctionDef, PyLambda } from "../ast.ts";
import type { Known } from "../known.ts";
import type { Frame } from "./machine.ts";

export type Obj =
  | NumberObj
  | TextObj
  | NoneObj
  | ListObj
  | TupleObj
  | ArrayObj
  | RangeObj
  | SliceObj
  | IteratorObj
  | FunctionObj
  | MethodObj
  | KnownObj
  | Unknown;

/** A Python number or a NumPy scalar. A Python int has no limit. */
export interface NumberObj {
  readonly kind: "number";
  readonly type: ScalarType;
  readonly value: Value;
}

export interface TextObj {
  readonly kind: "text";
  readonly text: string;
}

export interface NoneObj {
  readonly kind: "none";
}

export interface ListObj {
  readonly kind: "list";
  items: Obj[];
  written: boolean; // as a display, `[1, 2]`, and not changed since
  lost: Lost | null; // what it holds is not known any more
}

export interface TupleObj {
  readonly kind: "tuple";
  readonly items: readonly Obj[];
}

/** A view of memory; element (i, j) lies at offset + i * strides[0] + j * strides[1]. Without axes it is NumPy's 0-d array. */
export interface ArrayObj {
  readonly kind: "array";
  readonly memory: Memory;
  readonly offset: number;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
}

export interface Memory {
  readonly kind: "memory";
  readonly data: NDArray; // of one axis
  readonly copies: Set<Memory>; // of elements that NumPy shares with it: a store to one of them is not seen in the other
  lost: Lost | null;
}

export interface RangeObj {
  readonly kind: "range";
  readonly start: number;
  readonly stop: number;
  readonly step: number;
}

/** `a:b:c` between brackets. */
export interface SliceObj {
  readonly kind: "slice";
  readonly start: Obj;
  readonly stop: Obj;
  readonly step: Obj;
}

/** What `zip`, `map` or a generator expression gives: it can be gone through once. */
export interface IteratorObj {
  readonly kind: "iterator";
  readonly next: () => Obj | null; // null at the end
  readonly sources: readonly Obj[]; // what it reads
  lost: Lost | null;
}

export interface FunctionObj {
  readonly kind: "function";
  readonly def: PyFunctionDef | PyLambda;
  readonly role: "plain" | "kernel" | "decorated";
  readonly frame: Frame; // where its free names are looked up, as they are when it is called
  readonly defaults: ReadonlyMap<string, Obj>; // made when it was defined
  readonly annotations: ReadonlyMap<string, Obj>;
  readonly options: ReadonlyMap<string, Obj>; // of a kernel: what its decorator was given
  readonly doubts: number; // when it was made
}

/** `table.append`. */
export interface MethodObj {
  readonly kind: "method";
  readonly self: Obj;
  readonly name: string;
}

/** A module, a type, a builtin function, `...`: what the front end knows already. */
export interface KnownObj {
  readonly kind: "known";
  readonly known: Known;
  readonly pylog?: true; // PyLog's own `map`, `max` or `min`, not Python's
}

/** A value that only a run of Python knows. */
export interface Unknown {
  readonly kind: "unknown";
  readonly cause: Cause;
  readonly refs: Set<Ref>; // objects that it has to do with: changing it may change them
  readonly relation: Relation;
}

/** An unknown value is one of its objects or a view of one; or a new container of them; or nobody knows which. */
export type Relation = "is" | "holds" | "any";

/** Objects that can change, or, as functions do, change others. */
export type Ref = ListObj | Memory | IteratorObj | FunctionObj | World;

/** Everything that code which is not known has got hold of: see elsewhere.ts. */
export interface World {
  readonly kind: "world";
  readonly holds: Set<Ref>; // all lost
  runs: boolean; // its functions are gone through
  seen: Map<string, Obj | undefined> | null; // the names of the module that they looked at, the last time they were
}

/** Why, and where, something is not known. */
export interface Cause {
  readonly at: Span;
  readonly why: Why;
}

export type Why =
  | { readonly kind: "call"; readonly name: string } // of something that is not known here
  | { readonly kind: "kernel"; readonly name: string } // one that the module calls
  | { readonly kind: "import"; readonly name: string }
  | { readonly kind: "star"; readonly module: string }
  | { readonly kind: "construct"; readonly what: string }
  | { readonly kind: "refused"; readonly message: string; readonly code?: string } // what the front end says of it
  | { readonly kind: "undefined"; readonly name: string }
  | { readonly kind: "raises"; readonly message: string }
  | { readonly kind: "branch"; readonly because: Cause } // whether it runs depends on something unknown
  | { readonly kind: "depth" } // of calls, or of lists in lists
  | { readonly kind: "steps"; readonly most: number }
  | { readonly kind: "size"; readonly most: number };

/** From when on the contents of an object are not known. */
export interface Lost {
  readonly at: Span; // the statement that changed it
  readonly cause: Cause;
  readonly holds: Set<Ref>; // what it may hold besides
}

export const none: NoneObj = { kind: "none" };

export function number(value: Value, type: ScalarType): NumberObj {
  return { kind: "number", value, type };
}

export function int(value: number | bigint): NumberObj {
  return { kind: "number", value, type: pythonInt };
}

export function float(value: number): NumberObj {
  return { kind: "number", value, type: pythonFloat };
}

export function truthValue(value: boolean): NumberObj {
  return { kind: "number", value, type: pythonBool };
}

export function text(value: string): TextObj {
  return { kind: "text", text: value };
}

export function tuple(items: readonly Obj[]): TupleObj {
  return { kind: "tuple", items };
}

export function list(items: Obj[], written = false): ListObj {
  return { kind: "list", items, written, lost: null };
}

export function known(value: Known): KnownObj {
  return { kind: "known", known: value };
}

/** The objects that a value is or, as an unknown one or a tuple, may hold. */
export function refsOf(obj: Obj): readonly Ref[] {
  switch (obj.kind) {
    case "list":
    case "iterator":
    case "function":
      return [obj];
    case "array":
      return [obj.memory];
    case "tuple":
      return obj.items.flatMap(refsOf);
    case "method":
      return refsOf(obj.self);
    case "unknown":
      return [...obj.refs];
    case "slice":
      return [obj.start, obj.stop, obj.step].flatMap(refsOf);
    case "number":
    case "text":
    case "none":
    case "range":
    case "known":
      return [];
  }
}

/** The objects that an element of the value may be: what is left of it after `list(x)` or `x + y`. */
export function itemRefs(obj: Obj): readonly Ref[] {
  switch (obj.kind) {
    case "list":
    case "iterator":
      return heldBy(obj);
    case "array":
    case "function":
      return [];
    case "unknown":
      if (obj.relation !== "is") return [...obj.refs];
      return [...obj.refs].flatMap((ref) => (ref.kind === "list" ? heldBy(ref) : []));
    default:
      return refsOf(obj);
  }
}

/** What an object holds directly. A function holds nothing that it does not change itself when it is called. */
export function heldBy(ref: Ref): readonly Ref[] {
  switch (ref.kind) {
    case "list":
      return [...ref.items.flatMap(refsOf), ...(ref.lost?.holds ?? [])];
    case "iterator":
      return [...ref.sources.flatMap(refsOf), ...(ref.lost?.holds ?? [])];
    case "memory":
      return [...ref.copies];
    case "world":
      return []; // what it holds has been lost with all that it holds
    case "function":
      return [...ref.defaults.values()].flatMap(refsOf);
  }
}

/** The objects and all they hold. */
export function reachable(refs: Iterable<Ref>): ReadonlySet<Ref> {
  const found = new Set<Ref>();
  const open = [...refs];
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    if (found.has(ref)) continue;
    found.add(ref);
    for (const held of heldBy(ref)) open.push(held);
  }
  return found;
}
