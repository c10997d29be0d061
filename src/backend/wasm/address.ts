/** The elements of arrays: positions checked where nothing proves them, addresses computed outside of loops where possible. */

import type { Span } from "../../diagnostics/diagnostic.ts";
import {
  type Affine,
  constant as affineConstant,
  affineOf,
  plus,
  termsKey,
  times,
} from "../../loops/analysis/affine.ts";
import { affineRange, isSmall, rangeOf, within } from "../../loops/analysis/range/index.ts";
import type { Expr } from "../../loops/nodes.ts";
import { takenApart } from "../../types/fault.ts";
import type { Value } from "../../types/operators.ts";
import { canonical } from "../../types/storage.ts";
import { pythonInt } from "../../types/types.ts";
import { bug, type Code, callHost, type Local, newLocal, type Ref, read, share, write } from "./code.ts";
import { convert } from "./convert.ts";
import { index32, value } from "./expression.ts";
import { type Crossing, importFunction, siteOf } from "./host.ts";
import type { Placed } from "./layout.ts";
import { repOf } from "./representation.ts";
import { outsidePosition } from "./routines.ts";

export interface Address {
  readonly pointer: Ref;
  readonly offset: number; // constant, added by the access itself
  readonly pure: boolean; // it cannot fault
}

export function arrayOf(code: Code, name: string): Placed {
  return code.arrays.get(name) ?? bug(`no array \`${name}\``);
}

export function loadElement(code: Code, name: string, index: readonly Expr[], span: Span): Ref {
  const array = arrayOf(code, name);
  const address = addressOf(code, array, index, span);
  return load(code, array, address);
}

export function load(code: Code, array: Placed, { pointer, offset }: Address): Ref {
  const { i32, i64, f32, f64 } = code.m;
  switch (array.storage) {
    case "bool":
    case "uint8":
      return i32.load8_u(offset, 1, pointer);
    case "int8":
      return i32.load8_s(offset, 1, pointer);
    case "int16":
      return i32.load16_s(offset, 2, pointer);
    case "uint16":
      return i32.load16_u(offset, 2, pointer);
    case "int32":
    case "uint32":
      return signless(code, i32.load(offset, 4, pointer));
    case "int64":
    case "uint64":
      return i64.load(offset, 8, pointer);
    case "float32": {
      const single = f32.load(offset, 4, pointer);
      return repOf(array.element) === "f32" ? single : f64.promote(single);
    }
    case "float64":
      return f64.load(offset, 8, pointer);
    case "complex64":
    case "complex128":
      return takenApart();
    case "bigint":
    case "pattern": {
      const target = importFunction(code.host, `load ${array.name}`, ["i32"], "host", (at) =>
        canonical(outside(code, array)[Number(at)] ?? 0n),
      );
      return callHost(code, target, [pointer]);
    }
  }
}

/** The library gives this one a sign, and keeps it where it merges the load with an unsigned extension (binaryen 132). */
function signless(code: Code, word: Ref): Ref {
  const { Load } = code.wasm as unknown as Setters;
  Load.setSigned(word, false);
  return word;
}

/** Which the library has, and its types leave out. */
interface Setters {
  readonly Load: { setSigned(load: Ref, signed: boolean): void };
}

export function store(code: Code, array: Placed, { pointer, offset }: Address, element: Ref): Ref {
  const { i32, i64, f32, f64 } = code.m;
  switch (array.storage) {
    case "bool":
    case "uint8":
    case "int8":
      return i32.store8(offset, 1, pointer, element);
    case "int16":
    case "uint16":
      return i32.store16(offset, 2, pointer, element);
    case "int32":
    case "uint32":
      return i32.store(offset, 4, pointer, element);
    case "int64":
    case "uint64":
      return i64.store(offset, 8, pointer, element);
    case "float32":
      return f32.store(offset, 4, pointer, repOf(array.element) === "f32" ? element : f32.demote(element));
    case "float64":
      return f64.store(offset, 8, pointer, element);
    case "complex64":
    case "complex128":
      return takenApart();
    case "bigint":
    case "pattern": {
      const target = importFunction(
        code.host,
        `store ${array.name}`,
        ["i32", "host"],
        null,
        (at: Crossing, element: Value) => {
          outside(code, array)[Number(at)] = BigInt(element);
          return undefined;
        },
      );
      return callHost(code, target, [pointer, element]);
    }
  }
}

function outside(code: Code, array: Placed): bigint[] {
  return code.outside.get(array.name) ?? bug(`\`${array.name}\` has no memory`);
}

/** Where an element is. An array outside linear memory is addressed by the element's number. */
export function addressOf(code: Code, array: Placed, index: readonly Expr[], span: Span): Address {
  const unit = array.bytes === 0 ? 1 : array.bytes;
  let affine = affineConstant(0);
  const others: Ref[] = [];
  for (const [axis, expr] of index.entries()) {
    const extent = array.shape[axis] ?? bug(`\`${array.name}\` has no axis ${axis}`);
    const step = (array.strides[axis] ?? 1) * unit;
    const inside = within(rangeOf(code.ranges, expr, code.facts), 0, extent - 1);
    const form = inside ? affineForm(code, expr) : null;
    if (form !== null) {
      affine = plus(affine, times(form, step));
      continue;
    }
    const position = inside ? index32(code, expr) : position32(code, array, expr, extent, axis, span);
    others.push(step === 1 ? position : code.m.i32.mul(position, code.m.i32.const(step)));
  }
  return { ...located(code, array, affine, others), pure: others.length === 0 };
}

function affineForm(code: Code, expr: Expr): Affine | null {
  const form = affineOf(expr, (name) => code.variables.has(name));
  if (form === null) return null;
  const small = [...form.terms.keys()].every((name) => code.variables.get(name)?.rep === "i32");
  return small ? form : null;
}

/** The constant part goes into the access itself where the rest is certain not to be negative. */
function located(
  code: Code,
  array: Placed,
  affine: Affine,
  others: readonly Ref[],
): { pointer: Ref; offset: number } {
  const { i32 } = code.m;
  const moving = affineRange(code.ranges, { ...affine, constant: 0 }, code.facts);
  const offset = array.address + affine.constant;
  const split = array.bytes > 0 && within(moving, 0, 2 ** 31) && offset >= 0;
  const level = code.levels.length;
  const parts = [...others];
  if (affine.terms.size > 0) parts.push(hoisted(code, affine.terms, level));
  const inside = split ? 0 : affine.constant;
  if (inside !== 0 || parts.length === 0) parts.push(i32.const(inside | 0));
  const pointer = parts.reduce((a, b) => i32.add(a, b));
  return { pointer, offset: split ? offset : array.bytes > 0 ? array.address : 0 };
}

/** The sum of the terms: what the innermost loop does not change is computed before it, and so on outwards. */
function hoisted(code: Code, terms: ReadonlyMap<string, number>, depth: number): Ref {
  const { i32 } = code.m;
  if (terms.size === 0) return i32.const(0);
  const level = code.levels[depth - 1] ?? bug("a loop variable outside of its loop");
  const own = level.variable === null ? undefined : terms.get(level.variable);
  const rest = new Map([...terms].filter(([name]) => name !== level.variable));
  const moving = own === undefined ? null : scaled(code, level.variable ?? "", own);
  if (rest.size === 0) return moving ?? i32.const(0);
  const fixed = read(code, before(code, rest, depth));
  return moving === null ? fixed : i32.add(fixed, moving);
}

function before(code: Code, terms: ReadonlyMap<string, number>, depth: number): Local {
  const level = code.levels[depth - 1] ?? bug("no loop to compute before");
  const key = termsKey(terms);
  const known = level.hoisted.get(key);
  if (known !== undefined) return known;
  const local = newLocal(code, "i32");
  level.hoisted.set(key, local);
  level.before.push(write(code, local, hoisted(code, terms, depth - 1)));
  return local;
}

function scaled(code: Code, variable: string, factor: number): Ref {
  const local = code.variables.get(variable) ?? bug(`no loop variable \`${variable}\``);
  const wrapped = factor | 0;
  return wrapped === 1 ? read(code, local) : code.m.i32.mul(read(code, local), code.m.i32.const(wrapped));
}

function position32(code: Code, array: Placed, expr: Expr, extent: number, axis: number, span: Span): Ref {
  const { m } = code;
  const site = siteOf(code.host, span);
  const fails = (index: Ref): Ref => outsidePosition(code, index, extent, axis, array.name, site);
  if (isSmall(rangeOf(code.ranges, expr, code.facts))) {
    const position = share(code, "i32", index32(code, expr));
    return m.if(
      m.i32.lt_u(position.first, m.i32.const(extent)),
      position.again(),
      fails(m.i64.extend_s(position.again())),
    );
  }
  const position = share(code, "i64", asI64(code, expr));
  return m.if(
    m.i64.lt_u(position.first, m.i64.const(BigInt(extent))),
    m.i32.wrap(position.again()),
    fails(position.again()),
  );
}

function asI64(code: Code, expr: Expr): Ref {
  const whole = value(code, expr);
  switch (repOf(expr.type)) {
    case "i64": {
      if (expr.type.kind !== "int" || expr.type.signed) return whole;
      // Beyond the signed half it is outside of any array, and must not look like one counted from the end.
      const { m } = code;
      const unsigned = share(code, "i64", whole);
      const beyond = m.i64.lt_s(unsigned.first, m.i64.const(0n));
      return m.if(beyond, m.i64.const(2n ** 63n - 1n), unsigned.again());
    }
    case "i32":
      return expr.type.kind === "int" && expr.type.signed
        ? code.m.i64.extend_s(whole)
        : code.m.i64.extend_u(whole);
    default:
      return convert(code, expr.type, pythonInt, whole, { from: 0, to: 0 });
  }
}
