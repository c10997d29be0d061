/**
 * How compile time and memory grow: programs of 100 to 100,000 operations in a few shapes, and of up to a million as one
 * graph, from Python to Verilog text, each in a process of its own.
 *
 *     npm run bench:growth                         all of it, which takes minutes
 *     npm run bench:growth -- wide float32 10000   one shape, one type, nothing larger than that
 *
 * Operations are those of the circuit: what is computed, loaded and stored. Seconds are those of the processor, so that a
 * machine may do other things too; they start with the process, so that the first ones are the compiler being loaded.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { compile, explain, toLoops } from "../../src/driver/compile.ts";
import { printVerilog } from "../../src/hardware/verilog/index.ts";
import { parseSchedule } from "../../src/schedule/index.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { itemsIn } from "../../src/synthesis/plan/walk.ts";
import { type Element, elements, type Shape, shapes, sourceOf } from "./growth_shapes.ts";

const sizes = [100, 1_000, 10_000, 100_000, 1_000_000];
const isTried = (shape: Shape, size: number): boolean => shape === "flat" || size <= 100_000;
const [mode, ...words] = process.argv.slice(2);
if (mode === "--one") one(words);
else table([mode ?? "", ...words]);

interface Measured {
  readonly operations: number;
  readonly verilog: number; // characters
  readonly seconds: number;
  readonly megabytes: number;
}

function table(asked: readonly string[]): void {
  const chosen = <T extends string>(all: readonly T[]): readonly T[] => {
    const some = all.filter((name) => asked.includes(name));
    return some.length === 0 ? all : some;
  };
  const most = Math.max(0, ...asked.map(Number).filter(Number.isFinite));
  process.stdout.write(
    "shape     type     operations  seconds  per op, beside the size before    MB   Verilog kB\n",
  );
  for (const shape of chosen(shapes)) {
    for (const element of chosen(elements)) {
      let before: Measured | null = null;
      for (const size of sizes.filter((one) => isTried(shape, one) && (most === 0 || one <= most))) {
        const now = inProcess(shape, element, size);
        if (typeof now === "string") {
          process.stdout.write(
            `${shape.padEnd(9)} ${element.padEnd(8)} ${String(size).padStart(10)}  ${now}\n`,
          );
          break;
        }
        process.stdout.write(`${line(shape, element, now, before)}\n`);
        before = now;
      }
    }
  }
}

function line(shape: Shape, element: Element, now: Measured, before: Measured | null): string {
  const growth = before === null ? "" : `${(perOperation(now) / perOperation(before)).toFixed(2)}x`;
  const number = (value: number, width: number): string =>
    Math.round(value).toLocaleString("en").padStart(width);
  return (
    `${shape.padEnd(9)} ${element.padEnd(8)} ${number(now.operations, 10)} ${now.seconds.toFixed(2).padStart(8)} ` +
    `${growth.padStart(32)} ${number(now.megabytes, 6)} ${number(now.verilog / 1000, 12)}`
  );
}

function perOperation({ seconds, operations }: Measured): number {
  return seconds / operations;
}

/** A process that says what it took; else why it has nothing to say. */
function inProcess(shape: Shape, element: Element, size: number): Measured | string {
  const args = [
    "--max-old-space-size=8192",
    fileURLToPath(import.meta.url),
    "--one",
    shape,
    element,
    String(size),
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status === 0) return JSON.parse(stdout) as Measured;
  return stderr.split("\n").find((text) => /error/i.test(text)) ?? `status ${status}`;
}

function one([shape, element, size]: readonly string[]): void {
  const { text, steps } = sourceOf(
    shapes.find((name) => name === shape) ?? "straight",
    elements.find((name) => name === element) ?? "int32",
    Number(size),
  );
  const compiled = compile({ path: "growth.py", text });
  if (!compiled.ok) throw new Error(explain(compiled));
  const lowered = toLoops(compiled);
  if (!lowered.ok) throw new Error(lowered.diagnostics.map(({ message }) => message).join("; "));
  const parsed = parseSchedule({ path: "growth.schedule", text: steps });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(({ message }) => message).join("; "));
  const applied = apply(lowered.loops, parsed.schedule);
  if (!applied.ok) throw new Error(applied.refusal.message);
  const made = synthesize(applied.loops, { target: { family: "xcup", periodNs: 6 } });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  const verilog = printVerilog(made.design).length;
  let operations = 0;
  for (const item of itemsIn(made.plan.body)) {
    if (item.kind !== "block" && item.kind !== "pipeline") continue;
    for (const { kind } of item.graph.ops)
      if (kind === "compute" || kind === "load" || kind === "store") operations++;
  }
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const measured: Measured = {
    operations,
    verilog,
    seconds: (userCPUTime + systemCPUTime) / 1e6,
    megabytes: maxRSS / 1024,
  };
  process.stdout.write(JSON.stringify(measured));
}
