/**
 * Random kernels whose functions are full of pragmas: the same few names for parameters, locals and loops everywhere, so
 * that a name that is bound late is bound wrongly; functions called again and again, in loops, with whole arrays, views,
 * and the same array twice; claims about dependences, true, false and open.
 */
import fc from "fast-check";

/** Few names: what is called alike in two functions must not be taken for the same. */
const arrays = ["a", "b", "t"] as const;
const size = 8;

interface Draw {
  pick<T>(from: readonly T[]): T;
  chance(percent: number): boolean;
}

export function pragmaProgram(seed: number): string {
  const numbers = fc.sample(fc.infiniteStream(fc.nat({ max: 999 })), { seed, numRuns: 1 })[0];
  const next = (): number => Number(numbers?.next().value ?? 0);
  const draw: Draw = {
    pick: (from) => from[next() % from.length] as (typeof from)[number],
    chance: (percent) => next() % 100 < percent,
  };
  const functions = ["f", "g"].map((name, k) => functionText(draw, name, k === 0 ? [] : ["f"]));
  const kernel = [
    "@pylog",
    `def kernel(${arrays.map((name) => `${name}: "int32[${size}]"`).join(", ")}, n: "int32"):`,
    ...bodyText(draw, { params: arrays, callees: ["f", "g"], isKernel: true }),
  ];
  return ["import numpy as np", "from pylog import *", "", ...functions.flat(), ...kernel, ""].join("\n");
}

interface Place {
  readonly params: readonly string[];
  readonly callees: readonly string[];
  readonly isKernel: boolean;
}

function functionText(draw: Draw, name: string, callees: readonly string[]): readonly string[] {
  const params = draw.chance(50) ? ["a", "b"] : ["b", "t"];
  return [`def ${name}(${params.join(", ")}):`, ...bodyText(draw, { params, callees, isKernel: false }), ""];
}

function bodyText(draw: Draw, place: Place): readonly string[] {
  const local = arrays.find((name) => !place.params.includes(name)) ?? "u";
  const lines: string[] = [];
  const known = [...place.params];
  if (draw.chance(30)) lines.push(variablePragma(draw, local));
  if (draw.chance(80)) {
    lines.push(`${local} = ${draw.pick([`np.zeros(${size}, np.int32)`, `${draw.pick(known)} + 1`])}`);
    known.push(local);
    if (draw.chance(60)) lines.push(variablePragma(draw, local));
  } else lines.splice(0); // nothing has that name
  const count = 1 + (draw.chance(60) ? 1 : 0);
  for (let k = 0; k < count; k++) {
    lines.push(...loopText(draw, known, place));
    if (place.callees.length > 0 && draw.chance(80)) lines.push(callText(draw, known, place));
  }
  return lines.map((line) => `    ${line}`);
}

function variablePragma(draw: Draw, name: string): string {
  return draw.pick([
    `pragma("HLS array_partition variable=${name} complete")`,
    `pragma("HLS bind_storage variable=${name} type=ram_2p impl=lutram")`,
    `pragma("HLS stream variable=${name} depth=2")`,
  ]);
}

function loopText(draw: Draw, known: readonly string[], place: Place): readonly string[] {
  const [x, y] = [draw.pick(known), draw.pick(known)];
  const body = draw.pick([
    `${x}[i] += ${y}[i]`,
    `${x}[i] = ${x}[${size - 1} - i] + 1`,
    `${x}[i] = ${y}[i] + ${y}[(i + 1) % ${size}]`,
    `${x}[${y}[i] & ${size - 1}] += 1`,
    `${x}[${size - 1}] = ${y}[i]`,
  ]);
  const claimed = draw.pick(known);
  const pragmas = [
    ...(draw.chance(50) ? [`pragma("HLS dependence variable=${claimed} ${draw.pick(claims)}")`] : []),
    ...(draw.chance(30) ? ['pragma("HLS pipeline II=4")'] : []),
    ...(draw.chance(20) ? ['pragma("HLS unroll factor=2")'] : []),
    ...(draw.chance(20) ? ['pragma("HLS loop_tripcount min=1 max=8")'] : []),
    ...(draw.chance(15) ? ['pragma("HLS latency max=100")'] : []),
  ];
  const inner = place.callees.length > 0 && draw.chance(20) ? [callText(draw, known, place)] : [];
  return ["for i in range(8):", ...[...pragmas, body, ...inner].map((line) => `    ${line}`)];
}

const claims = ["inter false", "inter RAW false", "intra WAW false", "inter true distance=2"] as const;

function callText(draw: Draw, known: readonly string[], { callees }: Place): string {
  const view = draw.chance(12) ? draw.pick(["[::-1]", "[0:8]"]) : "";
  return `${draw.pick(callees)}(${draw.pick(known)}${view}, ${draw.pick(known)})`;
}
