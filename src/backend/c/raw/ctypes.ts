/** What C makes of its own integer types. */
import { bug } from "../../../diagnostics/bug.ts";
import type { IntegerName, RawLanguage } from "./target.ts";

/** A C integer type. */
export interface CInt {
  readonly bits: 8 | 16 | 32 | 64;
  readonly signed: boolean;
}

export const i32: CInt = { bits: 32, signed: true };
export const i64: CInt = { bits: 64, signed: true };
export const u32: CInt = { bits: 32, signed: false };
export const u64: CInt = { bits: 64, signed: false };

export function nameOf(target: RawLanguage, { bits, signed }: CInt): string {
  const name: IntegerName = signed ? `i${bits}` : `u${bits}`;
  return target.names[name];
}

/** `int` and `bool` are integers of C in either language. */
export function cintOf(ctype: string): CInt {
  return known.get(ctype) ?? bug(`${ctype} is no integer type`);
}

export function isFloating(ctype: string): boolean {
  return ctype === "float" || ctype === "double";
}

const known: ReadonlyMap<string, CInt> = new Map(
  ([8, 16, 32, 64] as const).flatMap((bits) => {
    const opencl = { 8: "char", 16: "short", 32: "int", 64: "long" }[bits];
    const names = (signed: boolean): readonly string[] =>
      signed ? [`int${bits}_t`, opencl] : [`uint${bits}_t`, `u${opencl}`, ...(bits === 8 ? ["bool"] : [])];
    return [true, false].flatMap((signed) =>
      names(signed).map((name): [string, CInt] => [name, { bits, signed }]),
    );
  }),
);

/** Integer promotion: whatever is narrower than int is an int. */
export function promoted(type: CInt): CInt {
  return type.bits < 32 ? i32 : type;
}

/** The type two operands of an arithmetic operator are brought to. */
export function commonOf(a: CInt, b: CInt): CInt {
  const [p, q] = [promoted(a), promoted(b)];
  if (p.bits !== q.bits) return p.bits > q.bits ? p : q;
  return { bits: p.bits, signed: p.signed && q.signed };
}

export function same(a: CInt, b: CInt): boolean {
  return a.bits === b.bits && a.signed === b.signed;
}

/** The smallest container of so many bits. */
export function containerOf(bits: number, signed: boolean): CInt {
  const width = bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
  return { bits: width, signed };
}

/** The type C computes in where a result has so many bits: int, unsigned, or 64 bits. Signed where that is enough. */
export function computingIn(bits: number, signed: boolean): CInt {
  if (bits <= (signed ? 32 : 31)) return i32;
  if (!signed && bits === 32) return u32;
  return bits <= (signed ? 64 : 63) ? i64 : u64;
}
