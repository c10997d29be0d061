/** All that a machine with Node has outside of this process. */
import { closeSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { NativeTarget, Outside } from "../call/outside.ts";
import { runPython, runSource } from "./cpython.ts";
import { compileCsim, includeFolder } from "./csim.ts";
import { readText } from "./files.ts";
import { compileMerlin } from "./merlin.ts";
import { compileOpencl } from "./opencl.ts";
import { compileTestbench } from "./testbench.ts";

export const thisMachine: Outside = {
  program: (loops, on) => compilers[on](loops),
  testbench: compileTestbench,
  python: (program, text, args) =>
    text === null ? runSource(program, args) : runPython(program, text, args),
  header: (path) => {
    const file = join(includeFolder, path);
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file, "utf8") : null;
  },
  beside: (source, path) => readText(join(dirname(source), path), "C++"),
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
