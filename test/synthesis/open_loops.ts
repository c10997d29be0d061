/** Random loops that data end, inside of others: conditions on loads and scalars, jumps out of either, loops without an iteration. */
import type { Loops } from "../../src/loops/nodes.ts";
import type { left } from "../backend/wasm-build.ts";
import { type Random, rng } from "../schedule/random.ts";
import { argumentsFor } from "../schedule/scheduled.ts";
import { writtenLoops } from "./written.ts";

export interface OpenKernel {
  readonly text: string;
  readonly loops: Loops;
  readonly args: Parameters<typeof left>[1];
}

const size = 12;

/** Every `while` adds one to a counter of its own first, and ends when that is large: it may `continue` where it likes. */
export function openKernel(seed: number, steps = ""): OpenKernel {
  const random = rng(seed);
  const lines = [
    `def kernel(a: "int32[${size}]", b: "uint8[${size}]", out: "int32[${size}]", n: "uint8"):`,
    `    s = ${pick(random, ["np.int32(0)", "np.int32(3)"])}`,
    "    q = np.int32(0)",
    ...(random(3) === 0 ? ["    local = np.zeros(4, np.int32)"] : []),
  ];
  const write: Lines = { random, names: 0, local: lines.length > 3, counters: ["0"], lines };
  const nests = 1 + random(2);
  for (let k = 0; k < nests; k++) outer(write, "    ", 1 + random(2));
  lines.push("    return s, q");
  const text = lines.join("\n");
  const loops = writtenLoops(text, steps);
  return { text, loops, args: Object.fromEntries(argumentsFor(loops, seed)) };
}

interface Lines {
  readonly random: Random;
  names: number;
  readonly local: boolean;
  readonly counters: string[]; // of loops around
  readonly lines: string[];
}

function pick<T>(random: Random, from: readonly [T, ...T[]]): T {
  return from[random(from.length)] ?? from[0];
}

function outer(w: Lines, indent: string, depth: number): void {
  const { random, lines } = w;
  const i = `i${w.names++}`;
  const bounds = pick(random, [`${size}`, `1, ${size}`, `0, ${size}, 3`, "n % 5", "3", "0", "1", "n % 3, 6"]);
  if (random(6) === 0) {
    lines.push(`${indent}${i} = 0`, `${indent}while ${i} < ${1 + random(4)} and s != 77:`);
    lines.push(`${indent}    ${i} += 1`);
  } else lines.push(`${indent}for ${i} in range(${bounds}):`);
  w.counters.push(i);
  const own = `${indent}    `;
  some(w, own, random(3), null);
  if (depth > 1) outer(w, own, depth - 1);
  else inner(w, own);
  some(w, own, 1 + random(2), pick(random, [null, null, "break", "continue"]));
  w.counters.pop();
}

function inner(w: Lines, indent: string): void {
  const { random, lines } = w;
  const k = `k${w.names++}`;
  lines.push(`${indent}${k} = ${pick(random, ["0", "np.int32(0)"])}`);
  const more = pick(random, [
    "",
    ` and a[${k}] > s`,
    ` and b[(q + ${k}) % ${size}] != b[${k}]`,
    ` and ${k} < b[${place(w)}] % 4`,
    " and s % 4 != 1",
  ]);
  lines.push(`${indent}while ${k} < ${pick(random, [0, 1, 3, 7])}${more}:`, `${indent}    ${k} += 1`);
  w.counters.push(k);
  some(w, `${indent}    `, random(3), pick(random, [null, null, "break", "continue"]));
  some(w, `${indent}    `, random(2), null);
  w.counters.pop();
}

/** An element of the arrays of `size`. */
function place({ random, counters }: Lines): string {
  const counter = counters[random(counters.length)] ?? "0";
  return pick(random, [`${counter} % ${size}`, `(${counter} + q) % ${size}`, `${random(size)}`]);
}

function some(w: Lines, indent: string, count: number, jump: "break" | "continue" | null): void {
  const { random, lines, local } = w;
  for (let k = 0; k < count; k++) {
    const at = place(w);
    lines.push(
      ...pick<readonly string[]>(random, [
        [`${indent}s += a[${at}]`],
        [`${indent}s = s ^ q`],
        [`${indent}q = (q + b[${at}]) % 11`],
        [`${indent}out[${at}] = s`],
        [`${indent}out[${at}] += q`],
        [`${indent}if s % 3 == 0:`, `${indent}    out[${at}] = a[${place(w)}]`, `${indent}    s += 1`],
        [`${indent}t = a[${at}]`, `${indent}s += t - out[${place(w)}]`],
        local ? [`${indent}local[${at} % 4] += s`, `${indent}s ^= local[q % 4]`] : [`${indent}s += 5`],
      ]),
    );
  }
  if (jump !== null)
    lines.push(
      `${indent}if ${pick(random, ["s % 5 == 2", "q > 6", `a[${place(w)}] > s`])}:`,
      `${indent}    ${jump}`,
    );
  else if (count === 0) lines.push(`${indent}s += 1`);
}
