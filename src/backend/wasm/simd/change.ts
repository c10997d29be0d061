/** Values from one kind of lane to another. A value of wider lanes takes more registers for the same iterations. */
import { bug, type Code, type Ref } from "../code.ts";
import { type Bytes, type Lane, maskLane, sameLane } from "./lane.ts";
import { floatsOf, intsOf, shareVector, splatFloat, splatInt, zero } from "./register.ts";

type Kind<K extends Lane["kind"]> = Lane & { readonly kind: K };

/** Integers change as containers do: widened by their sign, or cut. The rest is as `types/convert.ts` says. */
export function canChange(from: Lane, to: Lane): boolean {
  if (from.kind === "int" && to.kind === "float") return from.bytes <= 4;
  // x86's conversion to 32 bits is the one that has lanes
  if (from.kind === "float" && to.kind === "int") return to.bytes < 4 || (to.bytes === 4 && to.signed);
  return true;
}

/** Registers of the one to registers of the other. */
export function change(code: Code, from: Lane, to: Lane, registers: readonly Ref[]): readonly Ref[] {
  if (sameLane(from, to)) return registers;
  switch (to.kind) {
    case "mask":
      return toMask(code, from, to, registers);
    case "float":
      return toFloat(code, from, to, registers);
    case "int":
      return toInt(code, from, to, registers);
  }
}

/** Not zero; NaN is true. */
function toMask(code: Code, from: Lane, to: Kind<"mask">, registers: readonly Ref[]): readonly Ref[] {
  const nonZero = (register: Ref): Ref => {
    if (from.kind === "mask") return register;
    return from.kind === "float"
      ? floatsOf(code, from.bytes).ne(register, zero(code))
      : intsOf(code, from.bytes).ne(register, zero(code));
  };
  return resized(code, from.bytes, to.bytes, true, registers.map(nonZero));
}

function toInt(code: Code, from: Lane, to: Kind<"int">, registers: readonly Ref[]): readonly Ref[] {
  switch (from.kind) {
    case "mask": {
      const masks = resized(code, from.bytes, to.bytes, true, registers);
      return masks.map((mask) => code.m.v128.and(mask, splatInt(code, to.bytes, 1n)));
    }
    case "int":
      return resized(code, from.bytes, to.bytes, from.signed, registers);
    case "float":
      return resized(code, 4, to.bytes, true, truncated(code, from, registers));
  }
}

/** cvttsd2si: what 32 bits do not hold is the lowest integer. */
function truncated(code: Code, from: Kind<"float">, registers: readonly Ref[]): readonly Ref[] {
  const { m } = code;
  const of = floatsOf(code, from.bytes);
  const inRange = registers.map((register) => {
    const x = shareVector(code, register);
    const fits = of.lt(x.again(), splatFloat(code, from.bytes, 2 ** 31));
    return m.v128.bitselect(x.first, splatFloat(code, from.bytes, -(2 ** 31)), fits);
  });
  if (from.bytes === 4) return inRange.map((x) => m.i32x4.trunc_sat_f32x4_s(x));
  return lowHalves(
    code,
    inRange.map((x) => m.i32x4.trunc_sat_f64x2_s_zero(x)),
  );
}

function toFloat(code: Code, from: Lane, to: Kind<"float">, registers: readonly Ref[]): readonly Ref[] {
  const { m } = code;
  switch (from.kind) {
    case "mask": {
      const masks = change(code, from, maskLane(to.bytes), registers);
      return masks.map((mask) => m.v128.and(mask, splatFloat(code, to.bytes, 1)));
    }
    case "float":
      if (to.bytes === 8) return spread(code, registers, (x) => m.f64x2.promote_low_f32x4(x));
      return lowHalves(
        code,
        registers.map((x) => m.f32x4.demote_f64x2_zero(x)),
      );
    case "int": {
      if (from.bytes === 8) return bug("64-bit lanes do not become floats");
      const signed = from.signed || from.bytes < 4;
      const words = resized(code, from.bytes, 4, from.signed, registers);
      if (to.bytes === 4) {
        return words.map((x) => (signed ? m.f32x4.convert_i32x4_s(x) : m.f32x4.convert_i32x4_u(x)));
      }
      return spread(code, words, (x) =>
        signed ? m.f64x2.convert_low_i32x4_s(x) : m.f64x2.convert_low_i32x4_u(x),
      );
    }
  }
}

/** Each register becomes two: of its low half, and of its high half moved down. */
function spread(code: Code, registers: readonly Ref[], widen: (x: Ref) => Ref): readonly Ref[] {
  return registers.flatMap((register) => {
    const x = shareVector(code, register);
    const down = code.m.i8x16.shuffle(x.again(), x.again(), bytesFrom(8, 16));
    return [widen(x.first), widen(down)];
  });
}

/** Each two registers become one: of their low halves. */
function lowHalves(code: Code, registers: readonly Ref[]): readonly Ref[] {
  return pairs(registers).map(([a, b]) =>
    code.m.i8x16.shuffle(a, b, [...bytesFrom(0, 8), ...bytesFrom(16, 8)]),
  );
}

/** Integers of another width. */
function resized(
  code: Code,
  from: Bytes,
  to: Bytes,
  signed: boolean,
  registers: readonly Ref[],
): readonly Ref[] {
  let [now, width]: [readonly Ref[], number] = [registers, from];
  while (width < to) {
    const bytes = width as Bytes;
    now = now.flatMap((register) => {
      const x = shareVector(code, register);
      return [half(code, bytes, signed, "low", x.first), half(code, bytes, signed, "high", x.again())];
    });
    width *= 2;
  }
  for (; width > to; width /= 2) {
    const bytes = width;
    now = pairs(now).map(([a, b]) => code.m.i8x16.shuffle(a, b, evenParts(bytes)));
  }
  return now;
}

function half(code: Code, bytes: Bytes, signed: boolean, which: "low" | "high", x: Ref): Ref {
  const { m } = code;
  const sign = signed ? "s" : "u";
  switch (bytes) {
    case 1:
      return m.i16x8[`extend_${which}_i8x16_${sign}`](x);
    case 2:
      return m.i32x4[`extend_${which}_i16x8_${sign}`](x);
    case 4:
      return m.i64x2[`extend_${which}_i32x4_${sign}`](x);
    case 8:
      return bug("no lanes of 16 bytes");
  }
}

function pairs(registers: readonly Ref[]): readonly (readonly [Ref, Ref])[] {
  const found: [Ref, Ref][] = [];
  for (let i = 0; i < registers.length; i += 2) {
    found.push([registers[i] ?? bug("no register"), registers[i + 1] ?? bug("half a vector")]);
  }
  return found;
}

function bytesFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => (first + i) % 32);
}

/** Of two registers side by side, the low half of each lane. */
export function evenParts(bytes: number): number[] {
  return Array.from({ length: 16 }, (_, i) => Math.floor(i / (bytes / 2)) * bytes + (i % (bytes / 2)));
}
