/** All that a machine with Node has outside of this process. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { NativeTarget, Outside } from "../call/outside.ts";
import { runPython, runSource } from "./cpython.ts";
import { compileCsim } from "./csim.ts";
import { compileMerlin } from "./merlin.ts";
import { compileOpencl } from "./opencl.ts";
import { compileTestbench } from "./testbench.ts";

export const thisMachine: Outside = {
  program: (loops, on) => compilers[on](loops),
  testbench: compileTestbench,
  python: (program, text, args) =>
    text === null ? runSource(program, args) : runPython(program, text, args),
  file: (path) => {
    const file = openSync(path, "w");
    return { write: (text) => void writeSync(file, text), close: () => closeSync(file) };
  },
};

const compilers = {
  csim: compileCsim,
  merlin: compileMerlin,
  opencl: compileOpencl,
} satisfies Record<NativeTarget, unknown>;
