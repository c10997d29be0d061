/** From words to a simulator, and what a simulated call took. */

import type { HardwareFacts, HardwareRun } from "../call/run.ts";
import { type Simulator, simulators } from "../call/verilog.ts";
import { Failure, noSuch } from "../diagnostics/failure.ts";
import type { Compiled } from "../driver/compile.ts";
import { type DeviceOptions, predictedJson, targetJson, targetOf } from "../driver/device.ts";

export interface SimulationOptions extends DeviceOptions {
  readonly sim?: string;
  readonly vcd?: string;
}

/** Options of hardware have nothing to say to another target. */
export function hardwareRun(
  compiled: Compiled,
  on: string,
  options: SimulationOptions,
): HardwareRun | undefined {
  if (on !== "verilog") {
    const idle = (["sim", "vcd", "part", "clock", "board"] as const).find(
      (name) => options[name] !== undefined,
    );
    if (idle === undefined) return undefined;
    throw new Failure(`--${idle} has no effect on --on ${on}`, { help: "it is for --on verilog" });
  }
  const sim = simulatorNamed(options.sim ?? "lutra");
  const { target } = targetOf(compiled, options);
  return { sim, target };
}

function simulatorNamed(name: string): Simulator {
  const sim = simulators.find((one) => one === name);
  if (sim !== undefined) return sim;
  throw noSuch("--sim", name, "simulator", simulators);
}

/** Facts of a call; nobody knows an infinite number of cycles. */
export function hardwareJson({ sim, target, cycles, withMemory, predicted }: HardwareFacts): unknown {
  const all = withMemory === undefined ? {} : { withMemory };
  return { sim, ...targetJson(target), cycles, ...all, predicted: predictedJson(predicted) };
}
