/**
 * Random loops in which words that are loaded decide where the next ones are: chains of pointers, tables of states, binary
 * searches, merges, searches that run off the end. With stores in between, faults in iterations that never count, and loops around.
 */
import { type Random, rng } from "../schedule/random.ts";
import { argumentsFor } from "../schedule/scheduled.ts";
import type { OpenKernel } from "./open_loops.ts";
import { writtenLoops } from "./written.ts";

/** `next` has places in itself; `a` has small numbers, so that what is looked for is found now and then. */
export function chasedKernel(seed: number): OpenKernel {
  const random = rng(seed);
  const size = pick(random, [8, 8, 16, 5]);
  const lines = [
    `def kernel(a: "uint8[${size}]", next: "uint8[${size}]", b: "int16[${size}]", out: "int32[${size}]", n: "uint8"):`,
    `    s = np.int32(${random(4)})`,
    "    p = np.int32(0)",
    `    q = np.int32(n % ${size})`,
    ...(random(3) === 0 ? [`    local = np.zeros(${size}, np.int32)`] : []),
  ];
  const w: Lines = { random, size, names: 0, lines, steps: [], hasLocal: lines.length > 4 };
  for (let count = 1 + random(2); count > 0; count--) {
    if (random(3) > 0) {
      chase(w, "    ");
      continue;
    }
    lines.push(`    for r${count} in range(${1 + random(4)}):`);
    change(w, "        ");
    chase(w, "        ");
    change(w, "        ");
  }
  lines.push("    return s, p, q");
  const text = lines.join("\n");
  const steps = w.steps.join("\n");
  const loops = writtenLoops(text, steps);
  const args = Object.fromEntries(argumentsFor(loops, seed));
  for (const name of ["a", "next"]) {
    const array = args[name];
    if (typeof array !== "object") continue;
    for (let at = 0; at < size; at++) array.data[at] = Number(array.data[at]) % (name === "a" ? 11 : size);
  }
  return { text: `${text}\n${steps}`, loops, args };
}

interface Lines {
  readonly random: Random;
  readonly size: number;
  names: number;
  readonly lines: string[];
  readonly steps: string[];
  readonly hasLocal: boolean;
}

function pick<T>(random: Random, from: readonly [T, ...T[]]): T {
  return from[random(from.length)] ?? from[0];
}

function chase(w: Lines, indent: string): void {
  pick(w.random, [chain, chain, machine, search, search, halves, merge, nested])(w, indent);
}

/** From one place to the next, until something is met or a counter is at its end. */
function chain(w: Lines, indent: string): void {
  const { random, lines } = w;
  const c = `c${w.names++}`;
  const end = pick(random, ["next[p] != 0", "a[p] != s % 11", "a[next[p]] < 9", "b[p] > s", "p != q"]);
  lines.push(`${indent}${c} = 0`, `${indent}while ${c} < ${1 + random(12)} and ${end}:`);
  const own = `${indent}    `;
  change(w, own);
  lines.push(
    `${own}p = ${pick(random, ["np.int32(next[p])", "np.int32(next[next[p]])", "np.int32(next[(p + 1) % 5])"])}`,
  );
  if (random(3) === 0) lines.push(`${own}if a[p] == 3:`, `${own}    break`);
  lines.push(`${own}${c} += 1`);
  change(w, own);
}

/** A state that a table and what comes in decide. */
function machine(w: Lines, indent: string): void {
  const { random, lines, steps, size } = w;
  const i = `i${w.names++}`;
  lines.push(`${indent}for ${i} in range(${pick(random, [`${size}`, `1, ${size}`, "n % 7", "3"])}):`);
  if (random(4) > 0) steps.push(`pipeline ${i}${pick(random, ["", "", " 1 or_more", " 2 or_more"])}`);
  const own = `${indent}    `;
  lines.push(
    `${own}p = np.int32(next[(p ${pick(random, ["^", "+", "|"])} a[${i}]) % ${pick(random, ["8", "5", "4"])} % ${size}])`,
  );
  change(w, own);
  if (random(2) === 0)
    lines.push(
      `${own}if ${pick(random, ["a[p] == 7", "p == 3", `b[${i}] < 0`, "next[p] > s"])}:`,
      `${own}    break`,
    );
  change(w, own);
}

/** May run off the end of the array: a fault, of the iteration that counts alone. */
function search(w: Lines, indent: string): void {
  const { random, lines } = w;
  const bound = pick(random, ["", `q < ${w.size} and `, "q < 4 and "]);
  const end = pick(random, [
    "a[q] != 5",
    "a[q] != s % 11",
    "b[q] < 900",
    "next[q] != p",
    "a[q] + next[q] != 9",
  ]);
  lines.push(
    `${indent}q = np.int32(${pick(random, ["0", "n % 5", "p % 3"])})`,
    `${indent}while ${bound}${end}:`,
  );
  const own = `${indent}    `;
  if (random(3) === 0) change(w, own);
  if (random(4) === 0) lines.push(`${own}if next[q] == 2:`, `${own}    q += 2`, `${own}    continue`);
  if (random(5) === 0) lines.push(`${own}s += b[q] // a[q]`);
  lines.push(`${own}q += ${pick(random, ["1", "1", "2"])}`);
  if (random(3) === 0) change(w, own);
}

function halves(w: Lines, indent: string): void {
  const { random, lines, size } = w;
  const [low, high, middle] = [`low${w.names}`, `high${w.names}`, `middle${w.names++}`];
  lines.push(`${indent}${low} = np.int32(0)`, `${indent}${high} = np.int32(${size})`);
  lines.push(`${indent}while ${low} < ${high}:`, `${indent}    ${middle} = (${low} + ${high}) >> 1`);
  lines.push(
    `${indent}    if ${pick(random, ["a", "b", "next"])}[${middle}] < ${pick(random, ["s", "5", "n"])}:`,
  );
  lines.push(
    `${indent}        ${low} = ${middle} + 1`,
    `${indent}    else:`,
    `${indent}        ${high} = ${middle}`,
  );
  change(w, `${indent}    `);
  lines.push(`${indent}p = ${low} % ${size}`);
}

function merge(w: Lines, indent: string): void {
  const { random, lines, size } = w;
  const [i, j] = [`i${w.names}`, `j${w.names++}`];
  const end = 2 + random(size - 2);
  lines.push(`${indent}${i} = np.int32(0)`, `${indent}${j} = np.int32(0)`);
  lines.push(`${indent}while ${i} < ${end} and ${j} < ${size}:`, `${indent}    if a[${i}] <= next[${j}]:`);
  lines.push(`${indent}        out[(${i} + ${j}) % ${size}] = a[${i}]`, `${indent}        ${i} += 1`);
  lines.push(`${indent}    else:`, `${indent}        s += next[${j}]`, `${indent}        ${j} += 1`);
  if (random(3) === 0) change(w, `${indent}    `);
}

/** A loop of steps. */
function nested(w: Lines, indent: string): void {
  const { random, lines, size } = w;
  const i = `i${w.names++}`;
  lines.push(`${indent}for ${i} in range(${pick(random, [`${size}`, "n % 5", "4"])}):`);
  const own = `${indent}    `;
  lines.push(`${own}while q > 0 and a[q] != ${pick(random, [`a[${i}]`, "s % 11", `next[${i}]`])}:`);
  lines.push(`${own}    q = ${pick(random, ["np.int32(next[q - 1])", "q - 1", "np.int32(next[q] >> 1)"])}`);
  if (random(2) === 0) lines.push(`${own}    s += 1`, `${own}    if s > 40:`, `${own}        break`);
  else
    lines.push(
      `${own}    p += 1`,
      `${own}    if p >= ${size}:`,
      `${own}        p = np.int32(0)`,
      `${own}        break`,
    );
  lines.push(`${own}if a[q] == a[${i}] and q < ${size - 1}:`, `${own}    q += 1`);
  change(w, own);
}

function change({ random, size, lines, hasLocal }: Lines, indent: string): void {
  const at = pick(random, ["p", "q % 5", "next[p]", "(p + 1) % 5"]);
  lines.push(
    ...pick<readonly string[]>(random, [
      [],
      [`${indent}s += a[${at}]`],
      [`${indent}s ^= b[${at}]`],
      [`${indent}out[${at}] += s`],
      [`${indent}if s % 3 == 1:`, `${indent}    s += out[${at}]`],
      [`${indent}a[${at}] = np.uint8(s & 7)`],
      [`${indent}next[${at}] = np.uint8(s & 3)`],
      [`${indent}s += 7 // (a[${at}] - 4)`],
      [`${indent}assert s != 77`],
      hasLocal
        ? [`${indent}local[${at}] = s`, `${indent}s += local[${(size >> 1) - 1}]`]
        : [`${indent}s += 1`],
    ]),
  );
}
