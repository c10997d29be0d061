/**
 * What a call may need from outside of this process: compilers, simulators, CPython, files. `src/outside/` has what a
 * machine with Node has; a browser has none of it, and says so.
 */
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import type { Loops } from "../loops/nodes.ts";
import type { RunResult } from "../program/interpret/index.ts";
import type { Program } from "../program/nodes.ts";
import type { Value } from "../types/operators.ts";
import type { NDArray } from "../types/storage.ts";
import type { Circuit, VerilogKernel } from "./circuit.ts";

export type Arguments = ReadonlyMap<string, NDArray | Value>;

export interface Outside {
  /** Generated code, compiled and run as a program of its own. */
  program(loops: Loops, on: NativeTarget): Promise<NativeKernel>;
  /** A circuit's Verilog and its testbench, in another simulator. */
  testbench(circuit: Circuit, options: TestbenchOptions): Promise<VerilogKernel>;
  /** CPython on what was printed from a Program; without a text, on its source. */
  python(program: Program, text: string | null, args: Arguments): Promise<RunResult>;
  /** A header of ours that generated code includes, by its path under include/; null: there is none of that name. */
  header(path: string): string | null;
  /** A text file whose path is told from where a source is. */
  beside(source: string, path: string): string;
  /** A file that is written from its beginning. */
  file(path: string): OpenFile;
}

export type NativeTarget = "csim" | "merlin" | "opencl";

export interface NativeKernel {
  /** Changes argument arrays in place. Throws RunFault for what the program does wrong. */
  run(args: Arguments): Promise<RunResult>;
  /** Its files. */
  remove(): void;
}

export interface TestbenchOptions {
  readonly sim: "icarus" | "verilator";
  readonly clockMHz?: number; // for what waveforms show
  readonly limit?: number; // of cycles
}

export interface OpenFile {
  write(text: string): void;
  close(): void;
}

export const nothingOutside: Outside = {
  program: async (_, on) => absent(`--on ${on}`),
  testbench: async (_, { sim }) => absent(sim),
  python: async () => absent("CPython"),
  header: () => absent("a header of Lutra's"),
  beside: (_, path) => absent(`the file ${path}`),
  file: (path) => absent(`the file ${path}`),
};

function absent(what: string): never {
  throw new ToolFailure(`${what} is outside of this process, where nothing was given to reach it with`);
}
