import { expOfPair } from "./exponential.ts";
import { logOfPair } from "./logarithm.ts";
import { negated, ordered, type Pair, product } from "./pair.ts";

/**
 * x^y = e^(y ln x) for |y| <= 2^10: the logarithm is right to 2^-76 (its multiples of t to 2^-69 of less than 2^-8), so that
 * the exponent is to 2^-66.
 */
export function pow(x: number, y: number): Pair | undefined {
  const size = Math.abs(x);
  const times = Math.abs(y);
  if (!(size > 2 ** -1000 && size < 2 ** 1000 && times <= 2 ** 10 && times > 2 ** -60)) return undefined;
  if (x < 0 && !Number.isInteger(y)) return undefined;
  const logarithm = logOfPair(size, 0);
  const main = product(logarithm.high, y);
  if (!(main.high > -690 && main.high < 709)) return undefined;
  const exponent = ordered(main.high, main.low + logarithm.low * y);
  const result = expOfPair(exponent.high, exponent.low);
  return x < 0 && y % 2 !== 0 ? negated(result) : result;
}
