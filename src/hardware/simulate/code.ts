/**
 * WebAssembly under construction. A value of up to 64 bits is an expression of i32 or i64, zeros above its width; a
 * wider one is limbs of 64 bits in locals, the lowest first, zeros above its width.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Code, Type } from "./assembly/code.ts";
import type * as m from "./assembly/instructions.ts";
import type { PackedLane } from "./pack.ts";

export type { Code } from "./assembly/code.ts";

/** A function under construction: statements so far, and locals. */
export interface Writer {
  readonly m: typeof m;
  readonly slots: ReadonlyMap<string, Slot>; // where signals are
  readonly places: ReadonlyMap<string, PackedLane>; // of signals that are computed four at a time
  readonly scratch: number; // an address, room for three times the widest value
  readonly locals: Type[];
  readonly body: Code[];
  readonly held: Map<string, readonly number[]>; // signals that this function has in locals
  readonly lanes: Map<string, readonly number[]>; // and fours of them, in vectors; see lanes.ts
}

/**
 * The place of a signal, or of a word of a memory. In lanes, it is one of four that are side by side: each 32 bits of
 * it follow the same of the one before, and the next 32 are a vector further on. There, a single bit is a mask.
 */
export interface Slot {
  readonly address: number;
  readonly width: number;
  readonly form: "plain" | "lanes";
}

export const vectorBytes = 16;

export function wordsFor(width: number): number {
  return Math.ceil(width / 32);
}

export type Rep = "i32" | "i64";

export type Value =
  | { readonly kind: "narrow"; readonly rep: Rep; readonly code: Code }
  | { readonly kind: "wide"; readonly limbs: readonly number[] };

/** i32 to 32 bits, i64 to 64, and no representation of its own beyond. */
export function repOf(width: number): Rep {
  return width <= 32 ? "i32" : "i64";
}

export function isWide(width: number): boolean {
  return width > 64;
}

export function limbsFor(width: number): number {
  return Math.ceil(width / 64);
}

/** In memory: as few as the machine can reach at once. */
export function bytesFor(width: number): number {
  if (width <= 8) return 1;
  if (width <= 16) return 2;
  return width <= 32 ? 4 : 8 * limbsFor(width);
}

export function newLocal(w: Writer, type: Type): number {
  return w.locals.push(type) - 1;
}

export function get(w: Writer, local: number): Code {
  if (w.locals[local] === undefined) bug(`no local ${local}`);
  return w.m.local.get(local);
}

/** Computes it now, to be read as often as one likes. */
export function keep(w: Writer, type: Type, code: Code): number {
  const local = newLocal(w, type);
  w.body.push(w.m.local.set(local, code));
  return local;
}

export function number(w: Writer, rep: Rep, value: bigint | number): Code {
  return rep === "i32"
    ? w.m.i32.const(Number(BigInt.asIntN(32, BigInt(value))))
    : w.m.i64.const(BigInt.asIntN(64, BigInt(value)));
}

/** The same unsigned number in the other container; to i32, its low bits. */
export function convert(w: Writer, code: Code, from: Rep, to: Rep): Code {
  if (from === to) return code;
  return to === "i64" ? w.m.i64.extend_u(code) : w.m.i32.wrap(code);
}

/** With zeros above the width. */
export function masked(w: Writer, rep: Rep, width: number, code: Code): Code {
  const all = rep === "i32" ? 32 : 64;
  return width >= all ? code : w.m[rep].and(code, number(w, rep, (1n << BigInt(width)) - 1n));
}

/** With copies of the top bit above the width. */
export function signed(w: Writer, rep: Rep, width: number, code: Code): Code {
  const above = (rep === "i32" ? 32 : 64) - width;
  if (above === 0) return code;
  return w.m[rep].shr_s(w.m[rep].shl(code, number(w, rep, above)), number(w, rep, above));
}

/** The bits of the highest limb of a wide value. */
export function topBits(width: number): number {
  return width - 64 * (limbsFor(width) - 1);
}

/** The limbs of any value, in locals. */
export function limbsOf(w: Writer, value: Value): readonly number[] {
  if (value.kind === "wide") return value.limbs;
  return [keep(w, "i64", convert(w, value.code, value.rep, "i64"))];
}

export function load(w: Writer, slot: Slot, base: () => Code): Value {
  const { address, width, form } = slot;
  if (form === "lanes") return loadLane(w, slot);
  if (!isWide(width)) {
    return { kind: "narrow", rep: repOf(width), code: loadNarrow(w, address, bytesFor(width), base()) };
  }
  const limbs = Array.from({ length: limbsFor(width) }, (_, index) =>
    keep(w, "i64", w.m.i64.load(address + 8 * index, 8, base())),
  );
  return { kind: "wide", limbs };
}

/** Gives the stores; the caller says when they happen. */
export function store(w: Writer, slot: Slot, value: Value, base: () => Code): readonly Code[] {
  const { address, width, form } = slot;
  if (form === "lanes") return storeLane(w, slot, value);
  if (value.kind === "narrow") {
    const code = convert(w, value.code, value.rep, repOf(width));
    return [storeNarrow(w, address, bytesFor(width), base(), code)];
  }
  return value.limbs.map((limb, index) => w.m.i64.store(address + 8 * index, 8, base(), get(w, limb)));
}

function loadLane(w: Writer, { address, width }: Slot): Value {
  return ofWords(w, width, (index) => w.m.i32.load(address + vectorBytes * index, 4, number(w, "i32", 0)));
}

/** A value from words of 32 bits; a single bit from a mask. */
export function ofWords(w: Writer, width: number, word: (index: number) => Code): Value {
  const { i64 } = w.m;
  if (width <= 32)
    return { kind: "narrow", rep: "i32", code: width === 1 ? masked(w, "i32", 1, word(0)) : word(0) };
  const limb = (index: number): Code => {
    const low = i64.extend_u(word(2 * index));
    if (2 * index + 1 >= wordsFor(width)) return low;
    return i64.or(low, i64.shl(i64.extend_u(word(2 * index + 1)), number(w, "i64", 32)));
  };
  if (!isWide(width)) return { kind: "narrow", rep: "i64", code: limb(0) };
  const limbs = Array.from({ length: limbsFor(width) }, (_, index) => keep(w, "i64", limb(index)));
  return { kind: "wide", limbs };
}

/** Words of 32 bits; a single bit as a mask. */
export function wordsIn(w: Writer, value: Value, width: number): readonly Code[] {
  const { i32, i64 } = w.m;
  if (value.kind === "narrow" && value.rep === "i32")
    return [width === 1 ? i32.sub(number(w, "i32", 0), value.code) : value.code];
  const limbs = limbsOf(w, value);
  return Array.from({ length: wordsFor(width) }, (_, index) => {
    const limb = get(w, limbs[index >> 1] ?? bug("a value without limbs"));
    return i32.wrap(index % 2 === 0 ? limb : i64.shr_u(limb, number(w, "i64", 32)));
  });
}

function storeLane(w: Writer, { address, width }: Slot, value: Value): readonly Code[] {
  return wordsIn(w, value, width).map((code, index) =>
    w.m.i32.store(address + vectorBytes * index, 4, number(w, "i32", 0), code),
  );
}

function loadNarrow({ m }: Writer, address: number, bytes: number, base: Code): Code {
  switch (bytes) {
    case 1:
      return m.i32.load8_u(address, 1, base);
    case 2:
      return m.i32.load16_u(address, 2, base);
    case 4:
      return m.i32.load(address, 4, base);
    default:
      return m.i64.load(address, 8, base);
  }
}

function storeNarrow({ m }: Writer, address: number, bytes: number, base: Code, code: Code): Code {
  switch (bytes) {
    case 1:
      return m.i32.store8(address, 1, base, code);
    case 2:
      return m.i32.store16(address, 2, base, code);
    case 4:
      return m.i32.store(address, 4, base, code);
    default:
      return m.i64.store(address, 8, base, code);
  }
}
