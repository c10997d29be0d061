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

/** Loops that are left early, pipelined: in a loop around them or not, with faults behind the jump. */
export function leftKernel(seed: number): OpenKernel {
  const random = rng(seed);
  const lines = [
    `def kernel(a: "int32[${size}]", b: "uint8[${size}]", out: "int32[${size}]", n: "uint8"):`,
    `    s = np.int32(${random(4)})`,
    "    q = np.int32(0)",
  ];
  const steps: string[] = [];
  const write: Lines = { random, names: 0, local: false, counters: ["0"], lines };
  for (let k = 0; k <= random(2); k++) {
    let indent = "    ";
    if (random(2) === 0) {
      lines.push(`${indent}for r${k} in range(${1 + random(4)}):`);
      write.counters.push(`r${k}`);
      indent += "    ";
      some(write, indent, random(2), null);
    }
    leftLoop(write, indent, steps);
    some(write, indent, random(2), null);
    write.counters.splice(1);
  }
  lines.push("    return s, q");
  const text = lines.join("\n");
  const loops = writtenLoops(text, steps.join("\n"));
  return {
    text: `${text}\n${steps.join("\n")}`,
    loops,
    args: Object.fromEntries(argumentsFor(loops, seed)),
  };
}

function leftLoop(w: Lines, indent: string, steps: string[]): void {
  const { random, lines } = w;
  const i = `i${w.names++}`;
  const own = `${indent}    `;
  if (random(3) === 0) {
    lines.push(`${indent}${i} = 0`);
    const test = pick(random, [`a[${i}] != s`, `b[${i}] > q`, `a[${i}] - s < 9`]);
    lines.push(`${indent}while ${i} < ${1 + random(size)} and ${test}:`, `${own}${i} += 1`);
    w.counters.push(i);
    some(w, own, random(2), null);
    w.counters.pop();
    return;
  }
  lines.push(
    `${indent}for ${i} in range(${pick(random, [`${size}`, `2, ${size}`, "n % 12", "1", "0", `0, ${size}, 5`])}):`,
  );
  w.counters.push(i);
  if (random(4) > 0) steps.push(`pipeline ${i}${pick(random, ["", "", " 1 or_more", " 3 or_more"])}`);
  some(w, own, random(2), null);
  lines.push(`${own}if ${pick(random, [`a[${i}] == s`, `a[${i}] > 15`, `b[${i}] % 8 == 5`, "q > 6"])}:`);
  lines.push(...pick<readonly string[]>(random, [[], [`${own}    q = np.int32(${i})`]]), `${own}    break`);
  if (random(5) === 0) lines.push(`${own}s += a[${i} + ${random(3)}]`);
  some(w, own, random(3), null);
  w.counters.pop();
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
