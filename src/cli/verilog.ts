/** `lutra build --to verilog`: the circuit of a kernel, and a testbench around it. */
import { unheardPragmas } from "../backend/c/pragmas/place.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import { testbench } from "../hardware/testbench/index.ts";
import { printVerilog } from "../hardware/verilog/index.ts";
import { moduleName } from "../hardware/verilog/names.ts";
import { printStep } from "../schedule/print.ts";
import { synthesize } from "../synthesis/index.ts";
import type { Built, FormOptions, FormSource } from "./forms.ts";
import { clockText, cyclesText, predictedJson, targetJson, targetOf } from "./hardware.ts";
import { chosenText, circuitLoops } from "./loops.ts";
import { roomFor } from "./room.ts";

export function verilog({ compiled, source }: FormSource, options: FormOptions): Built {
  const { part, clockMHz, target } = targetOf(compiled, options);
  const { loops, chosen } = circuitLoops(compiled, source, options);
  const made = synthesize(loops, { target });
  if (!made.ok) throw new Diagnosed(source, made.diagnostics);
  const room = roomFor(made, part);
  if (room.some(({ severity }) => severity === "error")) throw new Diagnosed(source, room);
  const { design, interface: ports, prediction } = made;
  const main = `${moduleName(design.top)}.v`;
  const { least, most } = prediction;
  return {
    main,
    files: new Map([[main, printVerilog(design)]]),
    diagnostics: [...unheardPragmas(loops, "circuits"), ...room],
    steps: ["make icarus", "make verilator"],
    notes: [
      least === most
        ? cyclesText(least, target)
        : `${least} ${Number.isFinite(most) ? `to ${most}` : "or more"} cycles at ${clockText(target.periodNs)}`,
      ...(chosen === null ? [] : [chosenText(chosen)]),
    ],
    facts: {
      part: part.name,
      ...targetJson(target),
      predicted: predictedJson(prediction),
      ...(chosen === null ? {} : { schedule: chosen.map(printStep) }),
    },
    data: (args, after) => testbench(design, ports, args, after, { clockMHz }),
  };
}
