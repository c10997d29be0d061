/** Random stencils with line and window buffers, and random nests whose outer loops are unrolled. */
import { seededArgument } from "../../src/call/seeded.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { arrayType } from "../../src/loops/program.ts";
import { parseSchedule } from "../../src/schedule/parse.ts";
import { applyStep } from "../../src/schedule/schedule.ts";
import type { left } from "../backend/wasm-build.ts";
import { type Random, rng } from "../schedule/random.ts";
import { writtenLoops } from "./written.ts";

export interface Scheduled {
  readonly text: string; // the kernel and the steps that were taken
  readonly before: Loops;
  readonly loops: Loops;
  readonly args: Parameters<typeof left>[1];
}

const loopNames = ["d", "i", "j"] as const;
const tapNames = ["q", "r", "s"] as const;

export function stencil(seed: number): Scheduled {
  const random = rng(seed);
  const dims = [1, 2, 2, 2, 2, 3, 3][random(7)] ?? 2;
  const type = pick(random, ["int32", "int32", "uint8", "float32"]);
  const axes = Array.from({ length: dims }, (_, k) => axisOf(random, k + 3 - dims));
  const shape = axes.map(
    ({ from, count, stride, window }) => (from + count - 1) * stride + window + random(2),
  );
  const outs = Array.from({ length: 1 + random(2) }, (_, k) => `out${k}`);
  const outShape = axes.map(({ from, count }) => from + count).join(",");
  const read = axes
    .map(({ loop, tap, stride }) => `${stride === 1 ? loop : `${stride} * ${loop}`} + ${tap}`)
    .join(", ");
  const outer = axes.slice(0, -1);
  const hasSums = outer.length > 0 && random(4) === 0;
  const sums = `sums: "${type}[${outer.map(({ from, count }) => from + count).join(",")}]"`;
  const results = [...outs.map((out) => `${out}: "${type}[${outShape}]"`), ...(hasSums ? [sums] : [])];
  const lines = [`def kernel(img: "${type}[${shape.join(",")}]", ${results.join(", ")}):`];
  let indent = "    ";
  const open = (line: string): void => {
    lines.push(`${indent}${line}`);
    indent += "    ";
  };
  for (const { loop, from, count } of axes) {
    if (hasSums && loop === "j") lines.push(`${indent}n = np.${type}(0)`);
    open(`for ${loop} in range(${from}, ${from + count}):`);
  }
  const body = indent;
  lines.push(`${body}t = np.${type}(${random(3)})`);
  if (random(3) === 0 && axes.every(({ stride }) => stride === 1))
    open(`if img[${axes.map(({ loop }) => loop).join(", ")}] > 3:`);
  for (const { tap, window } of axes) open(`for ${tap} in range(${window}):`);
  lines.push(`${indent}t += img[${read}] * np.${type}(${1 + random(3)} + ${axes[0]?.tap})`);
  const place = axes.map(({ loop }) => loop).join(", ");
  for (const [k, out] of outs.entries())
    lines.push(`${body}${out}[${place}] = t${k === 0 ? "" : ` + ${out}[${place}]`}`);
  if (hasSums) {
    lines.push(`${body}n += t`);
    lines.push(`${body.slice(4)}sums[${outer.map(({ loop }) => loop).join(", ")}] = n`);
  }
  // A buffer that is refused is read by nobody: the next one takes what there is.
  const steps = axes.flatMap(({ loop, stride, window }, k) => {
    if (window <= stride || random(8) === 0) return [];
    const sources = ["img", ...axes.slice(0, k).map((one) => `b_${one.loop}`)];
    return sources.toReversed().map((source) => `reuse_at ${source} ${loop} name=b_${loop}`);
  });
  const inner = axes.at(-1)?.loop ?? "j";
  steps.push(`pipeline ${random(10) === 0 ? (axes.at(-2)?.loop ?? inner) : inner}`);
  if (random(5) === 0) steps.push(`unroll ${inner} 2`);
  return scheduled(lines.join("\n"), steps, seed);
}

interface Axis {
  readonly loop: string;
  readonly tap: string;
  readonly from: number;
  readonly count: number;
  readonly stride: number;
  readonly window: number;
}

function axisOf(random: Random, at: number): Axis {
  const stride = [1, 1, 1, 2, 2, 3][random(6)] ?? 1;
  return {
    loop: loopNames[at] ?? "j",
    tap: tapNames[at] ?? "s",
    from: random(4) === 0 ? 1 : 0,
    count: 2 + random(5),
    stride,
    window: random(5) === 0 ? 1 + random(2) : stride + 1 + random(2),
  };
}

const bodies: readonly ((rows: number, columns: number) => readonly string[])[] = [
  (_, columns) => [`for j in range(${columns}):`, "    b[i, j] = a[i, j] * 3 + 1"],
  (_, columns) => [
    "s = np.int32(1)",
    `for j in range(${columns}):`,
    "    s += a[i, j] * b[i, j]",
    "b[i, 0] = s",
  ],
  (_, columns) => [`for j in range(1, ${columns}):`, "    b[i, j] = b[i - 1, j] + a[i, j]"],
  (_, columns) => [`for j in range(${columns - 1}):`, "    b[i, j] = b[i - 1, j + 1] + a[i, j]"],
  (_, columns) => [`for j in range(${columns}):`, "    n += a[i, j]", "b[i, 1] = n"],
  (rows, columns) => [
    `for j in range(${columns}):`,
    "    s = np.int32(0)",
    `    for k in range(${rows}):`,
    "        s += a[k, j] * b[i, j]",
    "    c[i, j] = s",
  ],
  (_, columns) => [
    `w = np.zeros(${columns}, np.int32)`,
    `for j in range(${columns}):`,
    "    w[j] = a[i, j] * 2",
    `for j in range(${columns}):`,
    `    c[i, j] = w[${columns - 1} - j]`,
  ],
  (_, columns) => [`for j in range(i, ${columns}):`, "    b[i, j] = a[i, j] - 1"],
  (_, columns) => [
    `for j in range(${columns}):`,
    "    if a[i, j] > 5:",
    "        break",
    "    b[i, j] = a[i, j] + 1",
  ],
];

export function nest(seed: number): Scheduled {
  const random = rng(seed);
  const [rows, columns] = [3 + random(7), 2 + random(8)];
  const first = 1 + random(2);
  const last = random(4) === 0 ? `1 + m % ${rows}` : String(rows);
  const body = pick(random, bodies)(rows, columns);
  const more = random(3) === 0 ? pick(random, bodies)(rows, columns) : [];
  const array = (name: string): string => `${name}: "int32[${rows},${Math.max(rows, columns)}]"`;
  const source = [
    `def kernel(${["a", "b", "c"].map(array).join(", ")}, m: "int32"):`,
    "    n = np.int32(0)",
    `    for i in range(${first}, ${last}):`,
    ...[...body, ...more].map((line) => `        ${line}`),
    "    return n",
  ].join("\n");
  const how = ["complete", "cyclic 2", "cyclic 4"];
  const steps = [
    ...["a", "b", "c"]
      .filter(() => random(2) === 0)
      .map((one) => `partition ${one} dim=0 ${pick(random, how)}`),
    `unroll i${["", " 2", " 3", " 4"][random(4)] ?? ""}`,
    ...["j", "j_1", "k"].filter(() => random(3) > 0).map((loop) => `pipeline ${loop}`),
    ...(random(5) === 0 ? ["unroll j 2"] : []),
  ];
  return scheduled(source, steps, seed);
}

function pick<T>(random: Random, from: readonly T[]): T {
  const found = from[random(from.length)];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
}

/** Steps that are refused are left out. */
function scheduled(source: string, steps: readonly string[], seed: number): Scheduled {
  const before = writtenLoops(source);
  const taken: string[] = [];
  let loops = before;
  for (const step of steps) {
    const parsed = parseSchedule(step);
    const [only] = parsed.ok ? parsed.schedule : [];
    const done = only === undefined ? null : applyStep(loops, only);
    if (done?.ok !== true) continue;
    loops = done.loops;
    taken.push(step);
  }
  const args = Object.fromEntries(
    before.params.map((decl) => {
      const type = decl.kind === "array" ? arrayType(decl) : decl.type;
      return [decl.name, seededArgument(type, decl.name, seed)];
    }),
  );
  return { text: `${source}\n${taken.join("\n")}`, before, loops, args };
}
