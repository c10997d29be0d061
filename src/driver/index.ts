/**
 * The whole way. The command line, the library and the Python package all go it, so they take the same decisions.
 *
 *     source ───── compile ──┐                                        ┌──► run, runOn     the call, on any target
 *     an .onnx file ─────────┤
 *     kernel(...) (the DSL) ─┴─► Compiled ─► Loops under a schedule ──┼──► toPython, toVitis, toMerlin, toOpencl
 *                                            (given, ours, none)      ├──► toVerilog, report, simulate
 *                                                                     └──► verify         every road, compared
 *
 * Nothing here needs Node: compilers, simulators, CPython and files are reached through `outside` (src/call/outside.ts),
 * which a browser does not have.
 */
import type { Schedule } from "../schedule/schedule.ts";
import type { Compiled } from "./compile.ts";
import { type Built, type FormOptions, formNamed } from "./forms.ts";
import { verilog } from "./verilog.ts";

export type { OnnxFile, OnnxOptions } from "../frontend/onnx/index.ts";
export {
  type Arguments,
  type RunOnOptions,
  type RunOptions,
  type RunResult,
  run,
  runOn,
  type SimulateOptions,
  type SimulateResult,
  simulate,
  type VerifyOptions,
  verify,
} from "./call.ts";
export {
  type Compilation,
  type Compiled,
  type CompiledNetwork,
  type CompileOptions,
  compile,
  compileNetwork,
  explain,
  type KernelArgument,
  type Refused,
  toPython,
} from "./compile.ts";
export { type FormOptions, formNames } from "./forms.ts";
export { type Report, report } from "./report.ts";
export { type CircuitLoops, circuitLoops, type ScheduleOptions, scheduledLoops } from "./schedule.ts";
export {
  type CallTimelineOptions,
  type TimelineAnswer,
  timeline,
  timelineOfCall,
  type WavesOptions,
  waves,
} from "./timeline.ts";

export interface Output {
  readonly text: string; // of the main file
  readonly files: ReadonlyMap<string, string>; // all of them, by name
  readonly diagnostics: Built["diagnostics"]; // warnings
}

export interface VerilogOutput extends Output {
  readonly cycles: { readonly least: number; readonly most: number }; // of a call, for any data
  readonly schedule: Schedule | null; // the steps, where Lutra chose them
}

/** A circuit, under the schedule that is given or one of our own. Throws a Diagnosed error where there can be none. */
export function toVerilog(kernel: Compiled, options: FormOptions = {}): VerilogOutput {
  const { cycles, chosen, ...built } = verilog(kernel, options);
  return { ...outputOf(built), cycles, schedule: chosen };
}

/** C++ for Vitis HLS, and the project around it. */
export function toVitis(kernel: Compiled, options: FormOptions = {}): Output {
  return outputOf(formNamed("vitis").make(kernel, options));
}

/** C for the Merlin compiler. */
export function toMerlin(kernel: Compiled, options: FormOptions = {}): Output {
  return outputOf(formNamed("merlin").make(kernel, options));
}

/** An OpenCL kernel, and the host program that calls it. */
export function toOpencl(kernel: Compiled, options: FormOptions = {}): Output {
  return outputOf(formNamed("opencl").make(kernel, options));
}

function outputOf({ main, files, diagnostics }: Built): Output {
  return { text: files.get(main) ?? "", files, diagnostics };
}
