/**
 * What WebAssembly imports: operations of `types/` as functions on its own numbers, and the faults.
 * Any operation that has no code of its own goes this way, so that it gives the same bits as everywhere else.
 */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { createRuntime, type Runtime } from "../../program/interpret/runtime.ts";
import { ArithmeticFault } from "../../types/fault.ts";
import type { Value } from "../../types/operators.ts";
import { canonical } from "../../types/storage.ts";
import type { ScalarType } from "../../types/types.ts";
import { isBool, type Rep, repOf } from "./representation.ts";

/** A number as it crosses the border: i64 is a bigint there. */
export type Crossing = number | bigint | Value;

export type HostFunction = (...args: Crossing[]) => Crossing | undefined;

export interface Import {
  readonly name: string;
  readonly params: readonly Rep[];
  readonly result: Rep | null;
  readonly call: HostFunction;
}

export interface Host {
  readonly imports: Map<string, Import>;
  readonly sites: Span[]; // the places that faults name, by number
  readonly runtime: Runtime;
}

export function createHost(): Host {
  const sites: Span[] = [];
  return { imports: new Map(), sites, runtime: createRuntime(sites) };
}

export function siteOf(host: Host, span: Span): number {
  const known = host.sites.findIndex(({ from, to }) => from === span.from && to === span.to);
  return known >= 0 ? known : host.sites.push(span) - 1;
}

/** An operation on values. Its last parameter in WebAssembly is the site that a fault names. */
export function importOperation(
  host: Host,
  key: string,
  params: readonly ScalarType[],
  result: ScalarType,
  make: () => (...args: Value[]) => Value,
): Import {
  return importOnce(host, key, () => {
    const compute = make();
    const read = params.map(reader);
    const write = writer(result);
    return {
      params: [...params.map(repOf), "i32"],
      result: repOf(result),
      call: guarded(host, params.length, plain(params, result) ? null : { read, write }, compute),
    };
  });
}

interface Adapter {
  readonly read: readonly ((x: Crossing) => Value)[];
  readonly write: (value: Value) => Crossing;
}

/** A fault of arithmetic becomes one that knows its place. */
function guarded(
  host: Host,
  count: number,
  adapter: Adapter | null,
  compute: (...args: Value[]) => Value,
): HostFunction {
  const fail = (error: unknown, site: Crossing): never => {
    if (error instanceof ArithmeticFault) return host.runtime.raise(error.code, error.message, Number(site));
    throw error;
  };
  if (adapter === null) {
    return (a, b, c) => {
      try {
        return compute(a as Value, b as Value);
      } catch (error) {
        return fail(error, (count === 1 ? b : c) as Crossing);
      }
    };
  }
  const { read, write } = adapter;
  return (...args) => {
    try {
      return write(compute(...read.map((convert, i) => convert(args[i] as Crossing))));
    } catch (error) {
      return fail(error, args[count] as Crossing);
    }
  };
}

/** Floats cross as they are. */
function plain(params: readonly ScalarType[], result: ScalarType): boolean {
  const isFloat = (type: ScalarType): boolean => ["f32", "f64"].includes(repOf(type));
  return params.length <= 2 && params.every(isFloat) && isFloat(result);
}

/** A function of ours by name: a fault, an element of an array that lives outside. */
export function importFunction(
  host: Host,
  key: string,
  params: readonly Rep[],
  result: Rep | null,
  call: HostFunction,
): Import {
  return importOnce(host, key, () => ({ params, result, call }));
}

function importOnce(host: Host, key: string, make: () => Omit<Import, "name">): Import {
  const known = host.imports.get(key);
  if (known !== undefined) return known;
  const made = { name: `host${host.imports.size}`, ...make() };
  host.imports.set(key, made);
  return made;
}

/** A number of WebAssembly as a value of the type. */
export function reader(type: ScalarType): (x: Crossing) => Value {
  if (isBool(type)) return (x) => x !== 0;
  switch (repOf(type)) {
    case "i32":
      return isUnsigned(type) ? (x) => Number(x) >>> 0 : (x) => x;
    case "i64":
      return isUnsigned(type) ? (x) => canonical(BigInt.asUintN(64, BigInt(x))) : (x) => canonical(BigInt(x));
    default:
      return (x) => x;
  }
}

/** A value of the type as a number of WebAssembly; the border itself cuts to 32 or 64 bits. */
export function writer(type: ScalarType): (value: Value) => Crossing {
  switch (repOf(type)) {
    case "i32":
      return (value) => Number(value);
    case "i64":
      return (value) => BigInt(value);
    default:
      return (value) => value;
  }
}

function isUnsigned(type: ScalarType): boolean {
  return (type.kind === "int" || type.kind === "fixed") && !type.signed;
}
