import { bitLength, type Exact, type Finite, finite, isZero, nan, shiftBy, topExponent } from "../exact.ts";
import type { Format } from "../format.ts";
import { inverseFactorial, pi, twoOverPi } from "./constants.ts";
import { divide, fromFixed, horner, normalize, scale, series, workingWidth } from "./fixed.ts";

/**
 * x = n pi/2 + r, |r| <= pi/4. n and r come from x * 2/pi, of which only the bits below 4 are computed: the mantissa
 * times a window of the bits of 2/pi (Payne and Hanek), W + 2 precision + exponent bits + 8 fraction bits wide,
 * enough that r keeps W bits even for the x nearest to a multiple of pi/2. Then Taylor polynomials in r^2 with
 * W = precision + 20 fraction bits: sin r = r S(r^2), cos r = C(r^2). Relative error below 2^-(W-5).
 */
export type TrigFunction = "sin" | "cos" | "tan";

export function compileTrig(fn: TrigFunction, format: Format): (x: Exact) => Exact {
  const width = workingWidth(format);
  const reduce = compileReduction(format, width);
  const sines = series((n) => alternate(n, inverseFactorial(2 * n + 1, width)), 0);
  const cosines = series((n) => alternate(n, inverseFactorial(2 * n, width)), 0);
  const sin = (r: Finite): Finite => scale(r, horner(sines, squared(r, width), width), width);
  const cos = (r: Finite): Finite => fromFixed(horner(cosines, squared(r, width), width), width);

  const evaluate = (x: Finite): Finite => {
    const { quadrant, rest } = reduce(x);
    const odd = (quadrant & 1) === 1;
    switch (fn) {
      case "sin":
        return negateIf((quadrant & 2) !== 0, odd ? cos(rest) : sin(rest));
      case "cos":
        return negateIf(((quadrant + 1) & 2) !== 0, odd ? sin(rest) : cos(rest));
      case "tan":
        return odd
          ? negateIf(true, divide(cos(rest), sin(rest), width + 2))
          : divide(sin(rest), cos(rest), width + 2);
    }
  };

  return (x) => {
    if (x.kind !== "finite") return nan;
    if (isZero(x)) return fn === "cos" ? finite(false, 1n, 0) : x;
    return evaluate(x);
  };
}

interface Reduced {
  readonly quadrant: number; // n mod 4
  readonly rest: Finite;
}

function compileReduction(format: Format, width: number): (x: Finite) => Reduced {
  const fraction = width + 2 * format.precision + format.type.exponent + 8;
  const reach = Math.max(0, format.maxExponent - format.precision + 1); // the largest exponent of an integer mantissa
  const bits = twoOverPi(fraction + reach);
  const mask = (1n << BigInt(fraction + 2)) - 1n;
  const half = 1n << BigInt(fraction - 1);
  const fine = width + 8;
  const quarterTurn = pi(fine); // pi/2 with one more fraction bit
  return (x) => {
    if (topExponent(x) < -1) return { quadrant: 0, rest: x };
    const integer = normalize(x, format.precision);
    const window = shiftBy(bits, integer.exponent - reach) & mask;
    const turns = (integer.mantissa * window) & mask;
    const quadrant = (turns + half) >> BigInt(fraction);
    const offset = turns - (quadrant << BigInt(fraction));
    const rest = scale(normalize(fromFixed(offset, fraction), fine), quarterTurn, fine + 1);
    const n = Number(quadrant);
    return x.negative ? { quadrant: -n & 3, rest: negateIf(true, rest) } : { quadrant: n & 3, rest };
  };
}

/** r^2 with `width` fraction bits, from the top bits of r. */
function squared(r: Finite, width: number): bigint {
  const short = bitLength(r.mantissa) > width ? normalize(r, width) : r;
  return shiftBy(short.mantissa * short.mantissa, 2 * short.exponent + width);
}

function alternate(n: number, value: bigint): bigint {
  return n % 2 === 0 ? value : -value;
}

function negateIf(condition: boolean, x: Finite): Finite {
  return condition ? finite(!x.negative, x.mantissa, x.exponent) : x;
}
