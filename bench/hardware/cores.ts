/**
 * What float cores take, beside FloPoCo's: LUTs and registers of a UltraScale+ part without DSPs, at the depth that
 * FloPoCo chose for each. Both through the same Yosys.
 *
 *     node build/bench/hardware/cores.js              a table; --json the same as data; add, mul, …: only these
 *     node build/bench/hardware/cores.js --dsp        float32 products with DSPs
 */
import { families } from "../../src/device/family.ts";
import { core } from "../../src/hardware/cores/core.ts";
import { design, finish, input, instance, output, startModule } from "../../src/hardware/netlist/build.ts";
import type { Design, Module } from "../../src/hardware/netlist/nodes.ts";
import { printVerilog } from "../../src/hardware/verilog/index.ts";
import { areaOf } from "../../src/synthesis/report/area.ts";
import { type FpgaFamily, synthesizeVerilog } from "../../src/toolchain/yosys.ts";
import { type FloatVariant, float } from "../../src/types/types.ts";

const ops = ["add", "mul", "div", "sqrt"] as const;
type Op = (typeof ops)[number];

interface Row {
  readonly op: Op;
  readonly format: readonly [exponent: number, mantissa: number];
  readonly depth: number;
  readonly flopoco: readonly [lut: number, ff: number] | null; // null: not measured
}

/** FloPoCo's cores through Yosys 0.23, `synth_xilinx -family xcup -nodsp`. */
const rows: readonly Row[] = [
  { op: "add", format: [5, 3], depth: 2, flopoco: [158, 73] },
  { op: "add", format: [5, 4], depth: 2, flopoco: [181, 80] },
  { op: "add", format: [5, 5], depth: 3, flopoco: [188, 104] },
  { op: "add", format: [5, 11], depth: 3, flopoco: [312, 156] },
  { op: "add", format: [8, 23], depth: 3, flopoco: [635, 126] },
  { op: "mul", format: [5, 3], depth: 1, flopoco: [31, 14] },
  { op: "mul", format: [5, 4], depth: 1, flopoco: [50, 15] },
  { op: "mul", format: [5, 5], depth: 1, flopoco: [96, 16] },
  { op: "mul", format: [5, 11], depth: 1, flopoco: [306, 22] },
  { op: "mul", format: [8, 23], depth: 1, flopoco: [1558, 60] },
  { op: "div", format: [5, 3], depth: 3, flopoco: [103, 38] },
  { op: "div", format: [5, 4], depth: 3, flopoco: [207, 44] },
  { op: "div", format: [5, 5], depth: 4, flopoco: [349, 59] },
  { op: "div", format: [5, 11], depth: 7, flopoco: null },
  { op: "div", format: [8, 23], depth: 12, flopoco: null },
  { op: "sqrt", format: [5, 3], depth: 1, flopoco: [29, 15] },
  { op: "sqrt", format: [5, 4], depth: 1, flopoco: [45, 17] },
  { op: "sqrt", format: [5, 5], depth: 1, flopoco: [65, 17] },
  { op: "sqrt", format: [5, 11], depth: 3, flopoco: [236, 61] },
  { op: "sqrt", format: [8, 23], depth: 7, flopoco: [899, 223] },
];
const variants: readonly FloatVariant[] = ["flopoco", "ftz", "ieee"];

const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith("--"));
const isWanted = (row: Row): boolean =>
  wanted.length === 0 || wanted.includes(row.op) || wanted.includes(`${row.op}${row.format.join("_")}`);
const chosen = rows.filter(isWanted);
const shown = words.includes("--flopoco") ? variants.slice(0, 1) : variants;
const family = words.includes("--dsp") ? families.xcup : { ...families.xcup, dsp: null };
const areas = words.includes("--dsp")
  ? await measure([{ op: "mul", format: [8, 23], depth: 2, flopoco: null }], "xcup", [])
  : await measure(chosen, "xcup", ["-nodsp"]);

if (words.includes("--json")) process.stdout.write(`${JSON.stringify(areas, null, 1)}\n`);
else process.stdout.write(table());

interface Measured extends Row {
  readonly variant: FloatVariant;
  readonly lut: number;
  readonly ff: number;
  readonly dsp: number;
}

/** Each core is a module, all are synthesized in one run. */
async function measure(
  some: readonly Row[],
  family: FpgaFamily,
  options: readonly string[],
): Promise<readonly Measured[]> {
  const jobs = some.flatMap((row) => shown.map((variant) => ({ row, variant, name: nameOf(row, variant) })));
  const files = { "cores.v": printVerilog(together(jobs.map(({ row, variant }) => moduleOf(row, variant)))) };
  const outcome = await synthesizeVerilog({ files, top: "cores", family, options, hierarchy: "kept" });
  if (outcome.kind === "failed") throw new Error(outcome.message);
  return jobs.map(({ row, variant, name }) => {
    const { lut, ff, dsp } = areaOf(outcome.modules[name] ?? {});
    return { ...row, variant, lut, ff, dsp };
  });
}

function nameOf({ op, format }: Row, variant: FloatVariant): string {
  return `${op}_${format.join("_")}_${variant}`;
}

function moduleOf(row: Row, variant: FloatVariant): Module {
  const type = float(...row.format, variant);
  const operands = row.op === "sqrt" ? [type] : [type, type];
  const piece = core(row.op, operands, type, { latency: row.depth, family });
  const b = startModule(nameOf(row, variant));
  const values = piece.inputs.map((width, index) => input(b, `operand_${index}`, width));
  output(b, "result", piece.build(b, values));
  return finish(b);
}

function together(modules: readonly Module[]): Design {
  const b = startModule("cores");
  for (const module of modules) {
    const inputs = module.inputs.map(({ name, width }) => [name, input(b, `${module.name}_${name}`, width)]);
    const { result } = instance(b, `the_${module.name}`, module, Object.fromEntries(inputs));
    if (result !== undefined) output(b, `${module.name}_result`, result);
  }
  return design(finish(b));
}

function table(): string {
  const lines = chosenRows().map(({ row, found }) => {
    const ours = found.map(({ lut, ff, dsp }) => `${lut}/${ff}${dsp > 0 ? ` ${dsp} DSP` : ""}`.padStart(14));
    const theirs = row.flopoco === null ? "–" : row.flopoco.join("/");
    const own = found[0]?.lut ?? 0;
    const ratio = row.flopoco === null ? "" : (own / row.flopoco[0]).toFixed(2);
    const title = `${row.op} (${row.format})`.padEnd(13);
    return `${title}${String(row.depth).padStart(3)}${theirs.padStart(10)}${ours.join("")}${ratio.padStart(8)}`;
  });
  const head = `${"LUT/FF".padEnd(11)}depth${"FloPoCo".padStart(10)}${shown.map((one) => one.padStart(14)).join("")}   ratio`;
  return `${[head, ...lines].join("\n")}\n`;
}

function chosenRows(): readonly { readonly row: Row; readonly found: readonly Measured[] }[] {
  const names = [...new Set(areas.map((one) => `${one.op} ${one.format}`))];
  return names.flatMap((name) => {
    const found = areas.filter((one) => `${one.op} ${one.format}` === name);
    const [row] = found;
    return row === undefined ? [] : [{ row, found }];
  });
}
