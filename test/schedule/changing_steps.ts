/** Random steps that may change results by what they are: another order of sums, other types. */

import { forLoops, whileLoops } from "../../src/loops/find.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import type { Step } from "../../src/schedule/schedule.ts";
import { printType } from "../../src/types/print.ts";
import type { Random } from "./random.ts";

/** Types that NumPy has, which a result may get; and others, for what stays inside. */
const wellKnown = ["float16", "float32", "float64", "int16", "int32", "uint8", "bool"];
const narrower = ["int8", "uint8", "int16", "int32"];
const exact = ["int<7>", "uint<5>", "int<20>", "int<70>", "uint<100>"];
const unknown = [
  ...exact,
  "fixed<9,5>",
  "fixed<16,6,nearest_even,saturate>",
  "ufixed<12,4>",
  "float<8,7>",
  "float<5,4>",
  "float<6,10,ftz>",
];

export function changingStep(loops: Loops, random: Random): Step | null {
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
  const loop = pick(forLoops(loops))?.name;
  const target = pick([...loops.arrays, ...loops.scalars]);
  const choice = random(4);
  if (choice === 3) return tuningStep(loops, random);
  if (choice === 0) {
    const how = random(2) === 0 ? {} : { how: "turns" };
    return loop === undefined
      ? null
      : { primitive: "reassociate", args: { loop, factor: 2 + random(4), ...how } };
  }
  // In another type a loop may count for ever.
  if (target === undefined || whileLoops(loops).length > 0) return null;
  const returned = loops.results.includes(target.name);
  const old = printType(target.kind === "array" ? target.element : target.type);
  const to = pick(
    choice === 1
      ? [...wellKnown, ...(returned ? [] : unknown)]
      : [...narrower, ...(returned ? [] : exact)].filter((type) => type !== old),
  );
  if (to === undefined) return null;
  return { primitive: choice === 1 ? "quantize" : "downsize", args: { targets: [target.name], to } };
}

/** Parameters of a library operator. It changes results where a sum is made in parts: then there is an array for them. */
export function tuningStep(loops: Loops, random: Random): Step | null {
  const operators = forLoops(loops).filter(({ origin }) => origin.operator in parameters);
  const loop = operators[random(operators.length)];
  if (loop === undefined) return null;
  const target = loop.name.replace(/\..*$/, "");
  const names = parameters[loop.origin.operator] ?? [];
  const factors = names.filter(() => random(3) > 0).map((name) => [name, 2 + random(4)] as const);
  const how = random(3) === 0 ? { how: "pipelined" } : {};
  return { primitive: "tune", args: { target, ...Object.fromEntries(factors), ...how } };
}

const parameters: Readonly<Record<string, readonly string[]>> = {
  reduce: ["p_i"],
  dot: ["p_i"],
  matmul: ["p_o"],
  spmv: ["p_o"],
  conv: ["p_o", "p_m"],
  sort: ["q_o"],
};
