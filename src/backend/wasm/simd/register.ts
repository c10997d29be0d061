/** Locals of 128 bits, and the instructions of each shape of lanes. */
import type binaryen from "binaryen";
import type { Code, Ref } from "../code.ts";
import type { Bytes } from "./lane.ts";

export type Register = number;

export function newRegister(code: Code): Register {
  return code.locals.push(code.wasm.v128) - 1;
}

export function getRegister(code: Code, register: Register): Ref {
  return code.m.local.get(register, code.wasm.v128);
}

export function setRegister(code: Code, register: Register, value: Ref): Ref {
  return code.m.local.set(register, value);
}

/** The value, computed once and read as often as one likes: `first` is evaluated before any `again`. */
export function shareVector(code: Code, value: Ref): { readonly first: Ref; again(): Ref } {
  const register = newRegister(code);
  return {
    first: code.m.local.tee(register, value, code.wasm.v128),
    again: () => getRegister(code, register),
  };
}

type Module = binaryen.Module;

export function intsOf(
  { m }: Code,
  bytes: Bytes,
): Module["i8x16"] | Module["i16x8"] | Module["i32x4"] | Module["i64x2"] {
  switch (bytes) {
    case 1:
      return m.i8x16;
    case 2:
      return m.i16x8;
    case 4:
      return m.i32x4;
    case 8:
      return m.i64x2;
  }
}

export function floatsOf({ m }: Code, bytes: 4 | 8): Module["f32x4"] | Module["f64x2"] {
  return bytes === 4 ? m.f32x4 : m.f64x2;
}

/** The same integer in every lane. */
export function splatInt(code: Code, bytes: Bytes, value: bigint): Ref {
  const { m } = code;
  if (bytes === 8) return m.i64x2.splat(m.i64.const(BigInt.asIntN(64, value)));
  return intsOf(code, bytes).splat(m.i32.const(Number(BigInt.asIntN(32, value))));
}

export function splatFloat(code: Code, bytes: 4 | 8, value: number): Ref {
  const { m } = code;
  return bytes === 4 ? m.f32x4.splat(m.f32.const(value)) : m.f64x2.splat(m.f64.const(value));
}

export function zero(code: Code): Ref {
  return code.m.v128.const(new Uint8Array(16));
}

export function allOnes(code: Code): Ref {
  return code.m.v128.const(new Uint8Array(16).fill(255));
}
