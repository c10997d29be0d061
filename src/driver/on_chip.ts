/** Arguments that lie in block RAMs, beside whatever the kernel keeps there. */
import { families } from "../device/family.ts";
import type { Part } from "../device/part.ts";
import { Failure } from "../diagnostics/failure.ts";
import type { Synthesized } from "../synthesis/index.ts";
import { bitWidth } from "../types/bits.ts";

const ultraRamBits = 288 * 1024;

/** Fails where they do not fit. `name`: what the part is called; `streamed`: arguments that need no memory. */
export function refuseLarge(
  { interface: ports, plan }: Synthesized,
  { name, part }: { readonly name: string; readonly part: Part },
  streamed: { has(array: string): boolean } = new Set<string>(),
): void {
  const bitsOf = (width: number, depth: number, banks: number): number => width * depth * banks;
  const outside = ports.arrays
    .filter((one) => one.stream === null && !streamed.has(one.name))
    .map((one) => bitsOf(one.width, one.depth, one.banks.length));
  const inside = plan.storages
    .filter(({ where }) => where === "block")
    .map(({ element, depth, banks }) => bitsOf(bitWidth(element), depth, banks));
  const needed = [...outside, ...inside].reduce((sum, bits) => sum + bits, 0);
  const has = part.blockRams * families[part.family].blockRam.bits + part.ultraRams * ultraRamBits;
  if (needed <= has) return;
  const kilo = (bits: number): string => `${Math.ceil(bits / 1024)} Kbit`;
  throw new Failure(`arrays take ${kilo(needed)}, and block RAMs of ${name} have ${kilo(has)}`, {
    help: "arguments lie on the chip there: choose smaller ones, or a board with a larger part",
  });
}
