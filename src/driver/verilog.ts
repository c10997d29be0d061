/** The circuit of a kernel, and a testbench around it. */
import { unheardPragmas } from "../backend/c/pragmas/place.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import { withClockEnable } from "../hardware/clock_enable.ts";
import { withFixedPorts } from "../hardware/fixed_ports.ts";
import { testbench } from "../hardware/testbench/index.ts";
import { clockFiles } from "../hardware/verilog/constraints.ts";
import { printVerilog } from "../hardware/verilog/index.ts";
import { clock, moduleName } from "../hardware/verilog/names.ts";
import { printStep } from "../schedule/print.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { toldInTurn } from "../synthesis/in_turn.ts";
import { type Synthesis, type Synthesized, synthesize } from "../synthesis/index.ts";
import { wishesUnmet } from "../synthesis/wishes.ts";
import type { Compiled } from "./compile.ts";
import { clockText, cyclesText, predictedJson, targetJson, targetOf } from "./device.ts";
import type { Built, FormOptions } from "./forms.ts";
import { roomFor } from "./room.ts";
import { type CircuitLoops, chosenText, circuitLoops } from "./schedule.ts";

export interface BuiltCircuit extends Built {
  readonly cycles: { readonly least: number; readonly most: number }; // of a call, for any data
  readonly chosen: Schedule | null; // the steps, where Lutra chose them
}

export function verilog(compiled: Compiled, options: FormOptions): BuiltCircuit {
  const inCircuit = circuitLoops(compiled, options);
  const { target } = targetOf(compiled, options);
  return verilogOf(compiled, options, inCircuit, synthesize(inCircuit.loops, { target }, inCircuit.known));
}

/** Of a circuit that is made already. */
export function verilogOf(
  compiled: Compiled,
  options: FormOptions,
  { loops, chosen }: CircuitLoops,
  made: Synthesis,
): BuiltCircuit {
  const { part, clockMHz, target } = targetOf(compiled, options);
  if (!made.ok) throw new Diagnosed(compiled.program.source, made.diagnostics);
  const room = roomFor(made, part);
  if (room.some(({ severity }) => severity === "error")) throw new Diagnosed(compiled.program.source, room);
  const { design, interface: ports } = withPorts(made, options);
  const { prediction } = made;
  const name = moduleName(design.top);
  const main = `${name}.v`;
  const text = `// made for ${part.name} at ${clockText(target.periodNs)}\n${printVerilog(design)}`;
  const { least, most } = prediction;
  return {
    cycles: { least, most },
    chosen,
    main,
    files: new Map([[main, text]]),
    diagnostics: [...unheardPragmas(loops, "circuits"), ...toldInTurn(loops), ...wishesUnmet(made), ...room],
    steps: ["make icarus", "make verilator"],
    notes: [
      least === most
        ? cyclesText(least, target)
        : `${least} ${Number.isFinite(most) ? `to ${most}` : "or more"} cycles at ${clockText(target.periodNs)}`,
      ...(chosen === null ? [] : [chosenText(chosen)]),
      ...(ports.clockEnable === undefined || ports.clockEnable === "ce"
        ? []
        : [`the clock enable is \`${ports.clockEnable}\`: \`ce\` is an argument`]),
    ],
    facts: {
      part: part.name,
      ...targetJson(target),
      predicted: predictedJson(prediction),
      ...(chosen === null ? {} : { schedule: chosen.map(printStep) }),
    },
    data: (args, after) =>
      new Map([
        ...testbench(design, ports, args, after, { clockMHz }),
        [main, text],
        ...clockFiles(name, [{ port: clock, mhz: clockMHz }]),
      ]),
  };
}

/** As it is asked to be reached. */
function withPorts(
  made: Synthesized,
  { fixedPorts = false, clockEnable = false }: FormOptions,
): Pick<Synthesized, "design" | "interface"> {
  const fixed = fixedPorts ? withFixedPorts(made.design, made.interface) : made;
  return clockEnable ? withClockEnable(fixed.design, fixed.interface) : fixed;
}
