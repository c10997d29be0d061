/** The demo's second half: Python to Verilog to cycles to area, with nothing but what comes with Lutra. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { difference } from "../call/compare.ts";
import { defaultTarget } from "../call/hardware.ts";
import { type Outcome, runLoops, runProgram } from "../call/run.ts";
import { bug } from "../diagnostics/bug.ts";
import { compileFile, explain, toLoops } from "../driver/compile.ts";
import { cyclesText } from "../driver/device.ts";
import type { Design } from "../hardware/netlist/nodes.ts";
import { printVerilog } from "../hardware/verilog/index.ts";
import type { Loops } from "../loops/nodes.ts";
import { measureArea } from "../outside/area.ts";
import { parseSchedule } from "../schedule/parse.ts";
import { apply } from "../schedule/schedule.ts";
import { synthesize } from "../synthesis/index.ts";
import type { Area } from "../synthesis/report/area.ts";
import { milliseconds } from "./run.ts";
import { table } from "./table.ts";
import { type Colors, colorsOf, type Terminal } from "./terminal.ts";

/** What a circuit takes, and who says so. */
export type Measure = (design: Design) => Promise<{ readonly area: Area; readonly tool: string }>;

/** By the Yosys that comes with Lutra. */
export const embeddedArea: Measure = async (design) => measureArea(design, "xc7", { yosys: "embedded" });

const path = "examples/fir_fixed.py";
const schedule = "pipeline n";

export async function circuitDemo(terminal: Terminal, measure: Measure): Promise<void> {
  const colors = colorsOf(terminal);
  const text = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
  const compiled = compileFile({ path, text }, { args: new Map() });
  if (!compiled.ok) bug(`the demo's own kernel is refused:\n${explain(compiled)}`);
  const lowered = toLoops(compiled);
  if (!lowered.ok) bug("the demo's own kernel cannot be lowered");
  const body = text.slice(text.indexOf("TAPS =")).trimEnd().split("\n");
  terminal.out(`${colors.bold(colors.cyan("A filter as a circuit"))}  ${colors.dim(path)}\n\n`);
  terminal.out(`${body.map((line) => `  ${colors.dim(short(line))}`.trimEnd()).join("\n")}\n\n`);

  const call = { given: new Map(), seed: 1 };
  const reference = runProgram(compiled.program, call);
  const plain = await runLoops(lowered.loops, "verilog", call);
  const fast = scheduled(lowered.loops);
  const pipelined = await runLoops(fast, "verilog", call);
  terminal.out(table([row("as written", plain, colors), row(schedule, pipelined, colors)]));
  const agree = [plain, pipelined].every((one) => difference(valuesOf(reference), valuesOf(one)) === null);
  if (!agree) bug("the demo's circuit does not compute what the reference does");
  const took = colors.dim(`simulated in ${milliseconds(plain.runMs + pipelined.runMs)}`);
  terminal.out(`\n  ${colors.green("the bits of the reference")}, in the cycles predicted; ${took}\n\n`);

  const made = synthesize(fast, { target: defaultTarget });
  if (!made.ok) bug("the demo's own kernel has no circuit");
  const verilog = printVerilog(made.design).trimEnd().split("\n");
  const products = verilog.filter((line) => / \* \$signed/.test(line)).map((line) => line.trim());
  terminal.out(
    `  ${verilog.length} lines of Verilog, with ${products.length} multipliers that start every cycle:\n\n`,
  );
  terminal.out(
    `${products
      .slice(0, 4)
      .map((line) => `    ${colors.dim(line)}`)
      .join("\n")}\n    …\n\n`,
  );
  const { area, tool } = await measure(made.design);
  const parts = [
    `${area.lut} LUTs`,
    `${area.ff} registers`,
    `${area.dsp} multipliers`,
    `${area.bram} block RAMs`,
  ];
  terminal.out(`  on a Zynq-7000: ${colors.bold(parts.join(", "))}  ${colors.dim(tool)}\n\n`);
}

function short(line: string): string {
  return line.length > 96 ? `${line.slice(0, 95)}…` : line;
}

function scheduled(loops: Loops): Loops {
  const parsed = parseSchedule({ path: "demo", text: schedule });
  const done = parsed.ok ? apply(loops, parsed.schedule) : bug("the demo's schedule is wrong");
  return done.ok ? done.loops : bug("the demo's schedule is refused");
}

function row(name: string, { hardware }: Outcome, colors: Colors) {
  const { cycles, target } = hardware ?? bug("a circuit has cycles");
  return [{ text: name }, { text: cyclesText(cycles, target), paint: colors.bold }];
}

export function valuesOf({ args }: Outcome): Parameters<typeof difference>[0] {
  return new Map(args.map(({ name, type, value }) => [name, { type, value }]));
}
