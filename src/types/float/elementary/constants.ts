/**
 * The constants of the elementary functions, from their series in integers, so that they can be checked and made in
 * any width. All are rounded to the nearest multiple of 2^-bits and returned as that integer.
 */

/** e^(numerator / denominator) */
export function expOf(numerator: number, denominator: number, bits: number): bigint {
  return guarded(bits, (one) => {
    let term = one;
    let sum = one;
    for (let n = 1; term !== 0n && n < 1000; n++) {
      term = (term * BigInt(numerator)) / BigInt(denominator * n);
      sum += term;
    }
    return sum;
  });
}

/** ln(numerator / denominator) = 2 atanh((numerator - denominator) / (numerator + denominator)) */
export function logOf(numerator: number, denominator: number, bits: number): bigint {
  return guarded(bits, (one) => {
    const top = BigInt(numerator - denominator);
    const bottom = BigInt(numerator + denominator);
    let power = (one * top) / bottom;
    let sum = 0n;
    for (let n = 1; power !== 0n; n += 2) {
      sum += power / BigInt(n);
      power = (power * top * top) / (bottom * bottom);
    }
    return 2n * sum;
  });
}

export function ln2(bits: number): bigint {
  return logOf(2, 1, bits);
}

/** 1 / ln 2 */
export function inverseLn2(bits: number): bigint {
  return guarded(bits, (one) => (one * one) / ln2(bitsOf(one)));
}

/** 1 / ln 10 */
export function inverseLn10(bits: number): bigint {
  return guarded(bits, (one) => (one * one) / (3n * ln2(bitsOf(one)) + logOf(5, 4, bitsOf(one))));
}

/** atan(numerator / denominator), by Euler's series: each term is the last times 2n/(2n+1) * x^2/(1+x^2) */
export function atanOf(numerator: number, denominator: number, bits: number): bigint {
  return guarded(bits, (one) => {
    const square = BigInt(numerator * numerator);
    const bottom = square + BigInt(denominator * denominator);
    let term = (one * BigInt(numerator) * BigInt(denominator)) / bottom;
    let sum = 0n;
    for (let n = 1n; term !== 0n; n++) {
      sum += term;
      term = (term * 2n * n * square) / ((2n * n + 1n) * bottom);
    }
    return sum;
  });
}

/** pi, by Machin's formula */
export function pi(bits: number): bigint {
  return guarded(bits, (one) => 16n * atanOf(1, 5, bitsOf(one)) - 4n * atanOf(1, 239, bitsOf(one)));
}

/** 2 / pi */
export function twoOverPi(bits: number): bigint {
  return guarded(bits, (one) => (2n * one * one) / pi(bitsOf(one)));
}

/** 1 / n! */
export function inverseFactorial(n: number, bits: number): bigint {
  return guarded(bits, (one) => {
    let value = one;
    for (let i = 2; i <= n; i++) value /= BigInt(i);
    return value;
  });
}

/** 1 / n */
export function inverseOf(n: number, bits: number): bigint {
  return guarded(bits, (one) => one / BigInt(n));
}

/** Computes with 32 more bits, more than all truncations together can spoil, and rounds. */
function guarded(bits: number, compute: (one: bigint) => bigint): bigint {
  const value = compute(1n << BigInt(bits + 32));
  return (value + (1n << 31n)) >> 32n;
}

function bitsOf(one: bigint): number {
  return one.toString(2).length - 1;
}
