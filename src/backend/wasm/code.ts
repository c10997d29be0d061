/** WebAssembly under construction: locals, loops around the next statement, calls out to the host. */
import type binaryen from "binaryen";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Facts, Ranges } from "../../loops/analysis/range/index.ts";
import type { Loops } from "../../loops/nodes.ts";
import type { RoundCounter } from "../../program/rounds.ts";
import type { Value } from "../../types/operators.ts";
import type { ScalarType } from "../../types/types.ts";
import { type Host, type Import, importOperation, siteOf } from "./host.ts";
import type { Placed } from "./layout.ts";
import type { Rep } from "./representation.ts";
import type { LoopForm } from "./simd/index.ts";

export type Ref = binaryen.ExpressionRef;
export type Binaryen = typeof binaryen;

export interface Code {
  readonly loops: Loops; // all of the kernel
  readonly wasm: Binaryen;
  readonly m: binaryen.Module;
  readonly host: Host;
  readonly arrays: ReadonlyMap<string, Placed>;
  readonly scalars: ReadonlyMap<string, Local>;
  readonly variables: Map<string, Local>; // of the loops around
  readonly locals: binaryen.Type[]; // all of them, parameters first
  readonly levels: Level[]; // the loops around, outermost first
  readonly ranges: Ranges;
  facts: Facts; // what conditions around say
  labels: number;
  readonly routines: Set<string>; // functions of routines.ts that the module has already
  readonly simd: boolean; // whether loops may become vectors
  readonly forms: Map<string, LoopForm>; // of each loop that might become vectors
  readonly rounds: RoundCounter;
  total: Local | null; // iterations of the call so far, where any are counted
  readonly outside: Map<string, bigint[]>; // arrays that stay in JavaScript, as they are in the current run
}

export interface Local {
  readonly index: number;
  readonly rep: Rep;
}

/** A loop: what does not change in it is computed before it. */
export interface Level {
  readonly variable: string | null; // none for a while loop
  readonly before: Ref[];
  readonly hoisted: Map<string, Local>;
  readonly breakLabel: string;
  readonly continueLabel: string;
}

export function typeOfRep(wasm: Binaryen, rep: Rep): binaryen.Type {
  return rep === "host" ? wasm.externref : wasm[rep];
}

export function newLocal(code: Code, rep: Rep): Local {
  const index = code.locals.push(typeOfRep(code.wasm, rep)) - 1;
  return { index, rep };
}

export function read(code: Code, local: Local): Ref {
  return code.m.local.get(local.index, typeOfRep(code.wasm, local.rep));
}

export function write(code: Code, local: Local, value: Ref): Ref {
  return code.m.local.set(local.index, value);
}

/** The value, computed once and read as often as one likes: `first` must be evaluated before any `again`. */
export interface Shared {
  readonly first: Ref;
  again(): Ref;
}

export function share(code: Code, rep: Rep, value: Ref): Shared {
  const local = newLocal(code, rep);
  return {
    first: code.m.local.tee(local.index, value, typeOfRep(code.wasm, rep)),
    again: () => read(code, local),
  };
}

export function newLabel(code: Code, word: string): string {
  code.labels += 1;
  return `${word}${code.labels}`;
}

export function callHost(code: Code, target: Import, args: readonly Ref[]): Ref {
  const result = target.result === null ? code.wasm.none : typeOfRep(code.wasm, target.result);
  return code.m.call(target.name, [...args], result);
}

/** An operation of `types/`, called out to the host. */
export function callOperation(
  code: Code,
  key: string,
  params: readonly ScalarType[],
  result: ScalarType,
  span: Span,
  args: readonly Ref[],
  make: () => (...args: Value[]) => Value,
): Ref {
  const target = importOperation(code.host, key, params, result, make);
  return callHost(code, target, [...args, code.m.i32.const(siteOf(code.host, span))]);
}

/** The arithmetic of one integer container. */
export function ints(code: Code, rep: "i32" | "i64"): binaryen.Module["i32"] | binaryen.Module["i64"] {
  return rep === "i32" ? code.m.i32 : code.m.i64;
}

export function floats(code: Code, rep: "f32" | "f64"): binaryen.Module["f32"] | binaryen.Module["f64"] {
  return rep === "f32" ? code.m.f32 : code.m.f64;
}

export function constant(code: Code, rep: "i32" | "i64", value: number | bigint): Ref {
  return rep === "i32"
    ? code.m.i32.const(Number(BigInt.asIntN(32, BigInt(value))))
    : code.m.i64.const(BigInt.asIntN(64, BigInt(value)));
}

export function bug(message: string): never {
  throw new Error(`bug in Lutra's WebAssembly back end: ${message}`);
}
