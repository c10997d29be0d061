import type { Value } from "../operators.ts";
import type { FloatType } from "../types.ts";
import { type Finite, finite, infinity, nan, topExponent } from "./exact.ts";
import { type Format, formatOf } from "./format.ts";
import { pack, roundExact, unpack } from "./value.ts";

/**
 * The shortest decimal that reads back as the value, the nearest to it among those, written as Python writes a float:
 * `1.0`, `0.1`, `1e-05`, `1.5e+16`, `-0.0`, `inf`, `-inf`, `nan`.
 */
export function printFloat(type: FloatType, value: Value): string {
  const format = formatOf(type);
  const x = unpack(format, value);
  if (x.kind === "nan") return "nan";
  const sign = x.negative ? "-" : "";
  if (x.kind === "inf") return `${sign}inf`;
  if (x.mantissa === 0n) return `${sign}0.0`;
  const { digits, exponent } = shortest(format, { ...x, negative: false });
  return sign + layOut(digits, exponent);
}

export type ParsedFloat =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/** Reads what `printFloat` writes, and any decimal literal of Python; the decimal is rounded once. */
export function parseFloatLiteral(type: FloatType, text: string): ParsedFloat {
  const format = formatOf(type);
  const word = /^\s*([+-]?)(inf|infinity|nan)\s*$/i.exec(text);
  if (word !== null) {
    const isNan = word[2]?.toLowerCase() === "nan";
    return { ok: true, value: pack(format, isNan ? nan : infinity(word[1] === "-")) };
  }
  const match = /^\s*([+-]?)(\d[\d_]*)?(?:\.(\d[\d_]*)?)?(?:[eE]([+-]?\d+))?\s*$/.exec(text);
  const whole = (match?.[2] ?? "").replaceAll("_", "");
  const fraction = (match?.[3] ?? "").replaceAll("_", "");
  if (match === null || whole + fraction === "") {
    return { ok: false, message: `"${text}" is not a decimal number, inf or nan` };
  }
  const power = Number(match[4] ?? 0) - fraction.length;
  return { ok: true, value: readDecimal(format, match[1] === "-", whole + fraction, power) };
}

interface Decimal {
  readonly digits: string; // no zeros at either end
  readonly exponent: number; // of the first digit: d.ddd * 10^exponent
}

function shortest(format: Format, x: Finite): Decimal {
  const value = pack(format, x);
  let exponent = Math.floor(topExponent(x) * Math.LOG10E * Math.LN2);
  while (compareWithPower(x, exponent + 1) >= 0) exponent++;
  while (compareWithPower(x, exponent) < 0) exponent--;
  for (let count = 1; ; count++) {
    const power = exponent - count + 1;
    const [top, bottom] = ratio(x, -power);
    const below = top / bottom;
    const rest = 2n * (top - below * bottom);
    const up = rest > bottom || (rest === bottom && (below & 1n) === 1n);
    const nearer = up ? [below + 1n, below] : [below, below + 1n];
    for (const candidate of nearer) {
      const digits = candidate.toString();
      if (readDecimal(format, false, digits, power) === value) {
        return { digits: digits.replace(/0+$/, ""), exponent: power + digits.length - 1 };
      }
    }
  }
}

/** The sign of x - 10^power. */
function compareWithPower(x: Finite, power: number): number {
  const [top, bottom] = ratio(x, -power);
  return top < bottom ? -1 : top > bottom ? 1 : 0;
}

/** x * 10^power as a fraction. */
function ratio(x: Finite, power: number): readonly [bigint, bigint] {
  let top = x.mantissa;
  let bottom = 1n;
  if (power >= 0) top *= 10n ** BigInt(power);
  else bottom *= 10n ** BigInt(-power);
  if (x.exponent >= 0) top <<= BigInt(x.exponent);
  else bottom <<= BigInt(-x.exponent);
  return [top, bottom];
}

/** digits * 10^power, rounded once. */
function readDecimal(format: Format, negative: boolean, digits: string, power: number): Value {
  const significant = digits.replace(/^0+/, "");
  if (significant === "") return pack(format, finite(negative, 0n, 0));
  const magnitude = significant.length + power; // below 10^magnitude; no format reaches 10^±400
  if (magnitude > 400) return pack(format, infinity(negative));
  if (magnitude < -400) return pack(format, finite(negative, 0n, 0));
  const integer = BigInt(significant);
  if (power >= 0) return roundExact(format, finite(negative, integer * 10n ** BigInt(power), 0));
  const bottom = 10n ** BigInt(-power);
  const shift = BigInt(64 + bottom.toString(2).length); // more quotient bits than any format has
  const quotient = (integer << shift) / bottom;
  const sticky = quotient * bottom !== integer << shift;
  return roundExact(format, finite(negative, quotient, -Number(shift)), sticky);
}

/** Python's repr: positional from 1e-4 to below 1e16, else with an exponent of at least two digits. */
function layOut(digits: string, exponent: number): string {
  if (exponent < -4 || exponent >= 16) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : "";
    const size = Math.abs(exponent).toString().padStart(2, "0");
    return `${digits.charAt(0)}${rest}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${whole}.${digits.slice(exponent + 1) || "0"}`;
}
