/**
 * What a primitive is: a name, a sentence, typed parameters, and one pure function from Loops to Loops.
 *
 *     export const pipeline = primitive({
 *       name: "pipeline",
 *       description: "Start an iteration of a loop every II cycles.",
 *       params: { loop: loop(), ii: optional(integer({ min: 1 })) },
 *       apply: (loops, { loop, ii }) => done(...),
 *     });
 *
 * Names of loops and arrays are looked up before `apply` is called: it may trust that they exist.
 */
import type { Loops } from "../loops/nodes.ts";
import { checkArgs } from "./check.ts";
import type { Refusal } from "./refusal.ts";

export interface Primitive {
  readonly name: string;
  readonly description: string; // one sentence
  readonly syntax: string; // `split LOOP FACTOR [outer=NAME] [inner=NAME]`
  readonly params: readonly ParamSpec[];
  readonly changesResults: boolean; // by design: in the last bits, or as a type says
  readonly reshapes: boolean; // loops or memories; else it only says how those that are there run
  apply(loops: Loops, args: Args): Applied;
}

export type Applied =
  | { readonly ok: true; readonly loops: Loops }
  | { readonly ok: false; readonly refusal: Refusal };

/** Plain JSON. A type is its text, a loop or an array its name. */
export type ArgValue = string | number | readonly string[] | readonly number[];
export type Args = Readonly<Record<string, ArgValue>>;

export type ParamSpec = Param & { readonly name: string };

export interface Param {
  readonly kind: ParamKind;
  readonly optional?: true;
  readonly keyword?: true; // written `name=value`
  readonly min?: number; // of integers
  readonly words?: readonly string[]; // of a word
  readonly least?: number; // of a list: so many at least
}

/** `name` is a new name that a primitive gives; lists take all values that are left, so they come last. */
export type ParamKind =
  | "loop"
  | "array"
  | "scalar"
  | "region"
  | "nest" // a loop or a region
  | "storage" // an array or a scalar
  | "part" // of a body: a loop or region in it, or the array or scalar that a statement sets
  | "operator" // `mul`, `float32.mul`
  | "name"
  | "integer"
  | "steps" // so many steps at once: `4`, or `k:4` with the loop that takes them
  | "word"
  | "type"
  | "loops"
  | "arrays"
  | "storages"
  | "integers";

/** A parameter whose value has type T once it is checked. */
export type Typed<T> = Param & { readonly value?: T };

export const loop = (): Typed<string> => ({ kind: "loop" });
export const arrayName = (): Typed<string> => ({ kind: "array" });
export const scalarName = (): Typed<string> => ({ kind: "scalar" });
export const regionName = (): Typed<string> => ({ kind: "region" });
export const nest = (): Typed<string> => ({ kind: "nest" });
export const storage = (): Typed<string> => ({ kind: "storage" });
export const part = (): Typed<string> => ({ kind: "part" });
export const operator = (): Typed<string> => ({ kind: "operator" });
export const newName = (): Typed<string> => ({ kind: "name" });
export const typeText = (): Typed<string> => ({ kind: "type" });
export const integer = ({ min }: { min: number }): Typed<number> => ({ kind: "integer", min });
/** `4`, or `k:4` with the name of the loop. */
export const steps = (): Typed<string | number> => ({ kind: "steps", min: 1 });
export const word = <W extends string>(...words: readonly W[]): Typed<W> => ({ kind: "word", words });
export const loopList = (least = 1): Typed<readonly string[]> => ({ kind: "loops", least });
export const arrayList = (least = 1): Typed<readonly string[]> => ({ kind: "arrays", least });
export const storageList = (least = 1): Typed<readonly string[]> => ({ kind: "storages", least });
export const integerList = (least = 1, min = 0): Typed<readonly number[]> => ({
  kind: "integers",
  least,
  min,
});

export function optional<T>(param: Typed<T>): Typed<T | undefined> {
  return { ...(param as Param), optional: true };
}

/** Written `name=value`; needed where values would be hard to tell apart. */
export function keyword<T>(param: Typed<T>): Typed<T> {
  return { ...param, keyword: true };
}

type Values<P> = { readonly [K in keyof P]: P[K] extends Typed<infer T> ? T : never };

export interface PrimitiveSpec<P> {
  readonly name: string;
  readonly description: string;
  readonly params: P; // in the order they are written
  readonly changesResults?: true;
  readonly reshapes?: false;
  readonly apply: (loops: Loops, args: Values<P>) => Applied;
}

export function primitive<P extends Readonly<Record<string, Param>>>(spec: PrimitiveSpec<P>): Primitive {
  const params = Object.entries(spec.params).map(([name, param]): ParamSpec => ({ ...param, name }));
  const self: Primitive = {
    name: spec.name,
    description: spec.description,
    syntax: [spec.name, ...params.map(syntaxOf)].join(" "),
    params,
    changesResults: spec.changesResults ?? false,
    reshapes: spec.reshapes ?? true,
    apply(loops, args) {
      const refusal = checkArgs(self, loops, args);
      if (refusal !== null) return { ok: false, refusal };
      // checkArgs has just held every value against its parameter.
      return spec.apply(loops, args as Values<P>);
    },
  };
  return self;
}

export function done(loops: Loops): Applied {
  return { ok: true, loops };
}

function syntaxOf(param: ParamSpec): string {
  const shown = param.keyword === true ? `${param.name}=${valueSyntax(param)}` : valueSyntax(param);
  return param.optional === true ? `[${shown}]` : shown;
}

function valueSyntax(param: ParamSpec): string {
  if (param.words !== undefined) return param.words.join("|");
  if (param.kind === "steps") return "[LOOP:]N";
  if (param.keyword === true && param.kind === "integers") return "N,...";
  if (param.keyword === true) return param.kind === "integer" ? "N" : param.kind.toUpperCase();
  const many = ["loops", "arrays", "storages", "integers"].includes(param.kind);
  return many ? `${param.name.replace(/s$/, "").toUpperCase()}...` : param.name.toUpperCase();
}
