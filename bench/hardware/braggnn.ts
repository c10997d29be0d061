/**
 * OpenHLS's BraggNN (s = 1, weights from a seed) as one graph on the units that OpenHLS used, beside its figures: a sample every 480
 * cycles, done after 1,238, at (5,3).
 *
 *     npm run bench:braggnn                 schedules both types, and runs the circuit of (5,4) on 10 samples
 *     npm run bench:braggnn -- 1000         on so many; 0: on none
 *     npm run bench:braggnn -- 1000 'float<5,3>'    of one type
 */
import { readFileSync } from "node:fs";
import { compileNetwork, explain, toLoops } from "../../src/driver/compile.ts";
import { inNumbers } from "../../src/driver/numbers.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { reportOf } from "../../src/synthesis/report/index.ts";
import { parseType } from "../../src/types/parse.ts";
import { circuitOf, runOf, underLines } from "./kernel.ts";

const samples = Number(process.argv[2] ?? 10);
const model = "examples/openhls/braggnn.onnx";
const steps = "examples/openhls/braggnn.schedule";

const [, , , only] = process.argv;
const types = only === undefined ? ["float<5,4>", "float<5,3>"] : [only];

for (const type of types) await print(type, type === types[0] ? samples : 0);

async function print(type: string, ran: number): Promise<void> {
  const begun = process.cpuUsage();
  const rolled = loopsOf(type, Math.max(2, ran));
  const made = circuitOf(underLines(rolled, steps, /./), 10);
  const seconds = process.cpuUsage(begun).user / 1e6;
  const { loops, operators } = reportOf(made);
  const sample = loops.find((one) => one.loops.includes("sample"));
  const units = operators
    .filter(({ operation }) => /^(mul|add|exp|div) float/.test(operation))
    .map((one) => `${one.units} ${one.operation.split(" ")[0]}`);
  process.stdout.write(
    `${type}: a sample every ${sample?.interval} cycles, done after ${sample?.length}; ${units.join(", ")}; ${seconds.toFixed(0)} s\n`,
  );
  if (ran === 0) return;
  const { same, cycles } = await runOf(made, underLines(rolled, steps, /^(fuse|reassociate) /));
  if (!same || cycles !== made.prediction.most) process.exitCode = 1;
  const all = (process.cpuUsage(begun).user / 1e6).toFixed(0);
  process.stdout.write(
    `  ${ran} samples ran in ${cycles} cycles, ${made.prediction.most} predicted${same ? "" : ", with other results"}; ${all} s in all\n`,
  );
}

function loopsOf(text: string, count: number): Loops {
  const parsed = parseType(text);
  if (!parsed.ok || parsed.type.kind !== "float") throw new Error(`${text} is no float`);
  const options = { samples: count, element: parsed.type };
  const compiled = compileNetwork({ path: model, bytes: readFileSync(model) }, options);
  if (!compiled.ok) throw new Error(explain(compiled));
  const found = toLoops(inNumbers(compiled, { kind: "type", type: parsed.type }));
  if (!found.ok) throw new Error(found.diagnostics.map(({ message }) => message).join("; "));
  return found.loops;
}
