/** C++ for PyLog's eight evaluation programs at their full size: how long it takes to make, and how long it is. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generateVitis } from "../src/backend/vitis/index.ts";
import { compile, explain, toLoops } from "../src/driver/compile.ts";
import { obeyRequests } from "../src/schedule/source.ts";
import type { Measurement } from "./table.ts";

/** Sizes of HeteroCL's table 7 where it has them. */
const programs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  knn: { training: "uint<49>[10,1800]", image: "uint<49>", nearest: "uint<6>[10,3]" },
  kmeans: { points: "int32[320,32]", means: "int32[16,32]", labels: "int32[320]" },
  jacobi: { image: "fixed<16,9>[2160,3840]", out: "fixed<16,9>[2160,3840]" },
  seidel: { image: "fixed<16,9>[2160,3840]" },
  gaussian: { image: "fixed<16,9>[2160,3840]", out: "fixed<16,9>[2160,3840]" },
  gemm: { a: "fixed<16,8>[1024,1024]", b: "fixed<16,8>[1024,1024]", c: "fixed<16,8>[1024,1024]" },
  spmv: {
    row_start: "int32[4097]",
    column: "int32[40960]",
    value: "float32[40960]",
    x: "float32[4096]",
    y: "float32[4096]",
  },
  histogram: { values: "uint8[1048576]", counts: "int32[256]" },
};

const limit = 2000; // milliseconds
const pylogRatio = 0.3; // Python to C++, PyLog's own average

export function hlsSpeed(): readonly Measurement[] {
  return Object.keys(programs).map((name): Measurement => {
    const started = performance.now();
    generated(name);
    const ours = performance.now() - started;
    return { what: `C++ for ${name}`, ours, theirs: null, bound: `under ${limit} ms`, holds: ours < limit };
  });
}

/** Lines of the kernel against lines of C++: no comments, no blank lines, no docstring. */
export function hlsLengths(): string {
  const rows = Object.keys(programs).map((name) => {
    const python = pythonLines(sourceOf(name));
    const cpp = cppLines(generated(name));
    return { name, python, cpp, ratio: python / cpp };
  });
  const average = rows.reduce((sum, { ratio }) => sum + ratio, 0) / rows.length;
  const lines = rows.map(
    ({ name, python, cpp, ratio }) =>
      `  ${name.padEnd(10)} ${String(python).padStart(4)} lines of Python  ${String(cpp).padStart(4)} of C++  ${percent(ratio)}`,
  );
  return `${lines.join("\n")}\n  on average ${percent(average).trim()} of the C++ (PyLog reports ${percent(pylogRatio).trim()})\n`;
}

function sourceOf(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../examples/pylog/${name}.py`, import.meta.url)), "utf8");
}

function generated(name: string): string {
  const args = programs[name] ?? {};
  const compiled = compile({ path: `${name}.py`, text: sourceOf(name) }, { args });
  if (!compiled.ok) throw new Error(explain(compiled));
  const lowered = toLoops(compiled);
  const asked = lowered.ok ? obeyRequests(lowered.loops) : lowered;
  const made = asked.ok ? generateVitis(asked.loops) : asked;
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  return made.files.get(made.source) ?? "";
}

/** From the decorator to the end of the function. */
function pythonLines(text: string): number {
  const kernel = text.slice(text.indexOf("@pylog")).split(/\n\n\n/)[0] ?? "";
  const code = kernel.replace(/"""[\s\S]*?"""/g, "");
  return code.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("#")).length;
}

function cppLines(text: string): number {
  return text.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//")).length;
}

function percent(ratio: number): string {
  return `${(100 * ratio).toFixed(0)} %`.padStart(6);
}
