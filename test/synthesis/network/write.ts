/**
 * Random kernels of several nests that pass arrays and scalars on, and schedules that make processes of them. Nests read in
 * order, backwards, in windows, with strides, twice, by index, under conditions; some take as long as data say.
 */
import { type Random, rng } from "../../schedule/random.ts";

export interface Written {
  readonly source: string;
  readonly steps: string;
}

export function writeNetwork(seed: number): Written {
  const random = rng(seed);
  const w: Writing = {
    random,
    lines: [],
    steps: [],
    arrays: [],
    scalars: [],
    outputs: [],
    nests: [],
    loops: 0,
  };
  const size = 3 + random(14);
  w.arrays.push({ name: "a", size, type: int32 }, { name: "b", size, type: int32 });
  const stages = 2 + random(4);
  for (let stage = 0; stage < stages; stage++) nest(w, stage === stages - 1);
  const outputs = w.outputs.map(({ name, size: own, type }) => `, ${name}: "${type.text}[${own}]"`);
  const result = w.scalars.length > 0 && random(2) === 0 ? [`    return ${pick(w, w.scalars)}`] : [];
  const head = `def kernel(a: "int32[${size}]", b: "int32[${size}]", n: "int32"${outputs.join("")}):`;
  const how = random(4) === 0 ? "task_parallel" : "dataflow";
  const between = w.arrays.filter(({ name }) => name.startsWith("t"));
  const depths = between.flatMap(({ name }) =>
    random(4) === 0 ? [`stream ${name} depth=${1 + random(4)}`] : [],
  );
  const spread = between.flatMap(({ name }) => {
    const how = [
      "partition T dim=0 cyclic 2",
      "partition T dim=0 block 2",
      "partition T dim=0 complete",
      "reshape T dim=0 2",
    ];
    return random(5) === 0 ? [pick(w, how).replace("T", name)] : [];
  });
  const ports = ["a", "b", ...w.outputs.map(({ name }) => name)].flatMap((name) =>
    random(4) === 0 ? [`stream ${name}`] : [],
  );
  const copied = ["a", "b", ...w.outputs.map(({ name }) => name)].flatMap((name) =>
    random(10) === 0 ? [`buffer ${name}`] : [],
  );
  // Nests that stand beside each other become one process.
  const joined = w.nests
    .slice(1)
    .flatMap((name, at) => (random(10) === 0 ? [`fuse_kernels ${w.nests[at]} ${name}`] : []));
  return {
    source: `\n${[head, ...w.lines, ...result].join("\n")}\n`,
    steps: [...w.steps, ...spread, ...copied, ...joined, how, ...depths, ...ports].join("\n"),
  };
}

interface Named {
  readonly name: string;
  readonly size: number;
  readonly type: Element;
}

/** Computing is in int32; `of`: a value of it in the type. */
interface Element {
  readonly text: string; // of arguments
  readonly dtype: string; // of locals
  readonly of: (value: string) => string;
}

const int32: Element = { text: "int32", dtype: "np.int32", of: (value) => value };
const others: readonly Element[] = [
  { text: "int16", dtype: "np.int16", of: (value) => `np.int16(${value})` },
  { text: "bool", dtype: "np.bool_", of: (value) => `(${value}) > n` },
  { text: "fixed<20,14>", dtype: "pl_fixed(20, 14)", of: (value) => `pl_fixed(20, 14)(${value})` },
  { text: "fixed<36,33>", dtype: "pl_fixed(36, 33)", of: (value) => `pl_fixed(36, 33)(${value})` },
];

function element({ name, type }: Named, index: string): string {
  return type === int32 ? `${name}[${index}]` : `np.int32(${name}[${index}])`;
}

interface Writing {
  readonly random: Random;
  readonly lines: string[];
  readonly steps: string[];
  readonly arrays: Named[]; // that can be read
  readonly scalars: string[];
  readonly outputs: Named[];
  readonly nests: string[];
  loops: number;
}

function pick<T>({ random }: Writing, list: readonly T[]): T {
  const found = list[random(list.length)];
  if (found === undefined) throw new Error("nothing to pick");
  return found;
}

/** The newest are read most. */
function anArray(w: Writing): Named {
  const newest = w.arrays.at(-1);
  return newest === undefined || w.random(3) === 0 ? pick(w, w.arrays) : newest;
}

function nest(w: Writing, isLast: boolean): void {
  const { random, lines } = w;
  const source = anArray(w);
  const loop = `i${w.loops++}`;
  if (!isLast && random(6) === 0) return reduction(w, source, loop);
  const { size, read } = reading(w, source, loop);
  const isOutput = isLast || random(5) === 0;
  const type = random(3) === 0 ? pick(w, others) : int32;
  const target: Named = { name: isOutput ? `out${w.outputs.length}` : `t${w.loops}`, size, type };
  w.nests.push(loop);
  if (isOutput) w.outputs.push(target);
  else lines.push(`    ${target.name} = np.${pick(w, ["zeros", "empty"])}(${size}, dtype=${type.dtype})`);
  const other = random(3) === 0 ? anArray(w) : null;
  const more = other !== null && other.size >= size ? ` + ${element(other, loop)}` : "";
  const scalar = w.scalars.length > 0 && random(2) === 0 ? ` - ${pick(w, w.scalars)}` : "";
  const place = random(8) === 0 ? `${size - 1} - ${loop}` : loop;
  lines.push(`    for ${loop} in range(${size}):`);
  const isCounted = body(w, loop, `${read}${more}${scalar}`, `${target.name}[${place}]`, type.of);
  if (!isOutput || random(8) === 0) w.arrays.push(target);
  if (isCounted) tuned(w, loop, size);
  if (random(isCounted ? 8 : 2) === 0) w.steps.push(pick(w, [`parallel ${loop}`, `unroll ${loop} 2`]));
}

/** Gives whether data decide nothing of how long it takes. */
function body(w: Writing, loop: string, value: string, target: string, of: Element["of"]): boolean {
  const { random, lines } = w;
  switch (random(8)) {
    case 0: {
      const inner = `${loop}r`;
      lines.push(`        s_${loop} = np.int32(0)`, `        for ${inner} in range(${1 + random(3)}):`);
      lines.push(
        `            s_${loop} += (${value}) * (${inner} + 1)`,
        `        ${target} = ${of(`s_${loop}`)}`,
      );
      if (random(2) === 0) w.steps.push(`pipeline ${inner}`);
      return true;
    }
    case 1: {
      lines.push(`        v_${loop} = (${value}) & 7`, `        c_${loop} = np.int32(0)`);
      if (random(2) === 0) {
        const inner = `${loop}r`;
        lines.push(`        for ${inner} in range(${pick(w, ["4", `v_${loop}`])}):`);
        lines.push(`            c_${loop} += v_${loop} + ${inner}`);
        lines.push(`            if c_${loop} > n: break`, `        ${target} = ${of(`c_${loop}`)}`);
        return false;
      }
      lines.push(`        while v_${loop} > 0:`, `            v_${loop} = v_${loop} >> 1`);
      lines.push(`            c_${loop} += 1`, `        ${target} = ${of(`c_${loop}`)}`);
      return false;
    }
    case 2:
      lines.push(
        `        if (${value}) > n:`,
        `            ${target} = ${of("np.int32(1)")}`,
        "        else:",
        `            ${target} = ${of(value)}`,
      );
      return true;
    case 3:
      lines.push(`        v_${loop} = ${value}`, `        for ${loop}r in range(2):`);
      lines.push(`            ${target} = ${of(`v_${loop} * 3 + ${loop}r`)}`);
      return true;
    default:
      lines.push(`        ${target} = ${of(value)}`);
      return true;
  }
}

function reading(w: Writing, source: Named, loop: string): { size: number; read: string } {
  const { size } = source;
  const half = Math.max(1, size >> 1);
  const at = (index: string): string => element(source, index);
  switch (w.random(16)) {
    case 0:
      return { size, read: at(`${size - 1} - ${loop}`) };
    case 1:
      return size < 4
        ? { size, read: `${at(loop)} * 2` }
        : { size: size - 2, read: `${at(loop)} + ${at(`${loop} + 1`)} * 3 - ${at(`${loop} + 2`)}` };
    case 2:
      return { size: half, read: at(`2 * ${loop}`) };
    case 3:
      return {
        size: half,
        read: `(${at(`2 * ${loop}`)} - ${size < 2 ? "0" : at(`2 * ${loop} + 1`)})`,
      };
    case 4:
      return { size: size * 2, read: at(`${loop} // 2`) };
    case 5:
      return { size, read: at(`a[${loop} % ${w.arrays[0]?.size ?? 1}] % ${size}`) };
    case 6:
      return { size, read: `(${at(loop)} if ${loop} > 1 else n)` };
    case 7:
      return { size: size + 1, read: `(${at(loop)} if ${loop} < ${size} else n)` };
    default:
      return { size, read: `${at(loop)} * ${1 + w.random(5)}` };
  }
}

function reduction(w: Writing, source: Named, loop: string): void {
  const { size } = source;
  const scalar = `s${w.scalars.length}`;
  w.lines.push(`    ${scalar} = np.int32(n)`, `    for ${loop} in range(${size}):`);
  w.lines.push(`        ${scalar} = max(${scalar}, ${element(source, loop)})`);
  w.nests.push(loop);
  w.scalars.push(scalar);
  tuned(w, loop, size);
}

function tuned(w: Writing, loop: string, size: number): void {
  if (w.random(5) === 0 && size > 3) w.steps.push(`unroll ${loop} ${2 + w.random(2)}`);
  if (w.random(4) !== 0) w.steps.push(`pipeline ${loop}`);
}
