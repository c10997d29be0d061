/** All primitives, in the order of the manual. */
import { pipeline } from "./pipeline.ts";
import type { Primitive } from "./primitive.ts";

export const primitives: readonly Primitive[] = [pipeline];

export function primitiveNamed(name: string): Primitive | undefined {
  return primitives.find((one) => one.name === name);
}
