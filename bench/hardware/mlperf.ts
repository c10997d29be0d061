/**
 * Two networks of MLPerf Tiny in 8-bit fixed point, and BraggNN in 10 bits, as streaming circuits for a Zynq-7020 at 100 MHz: how often a
 * sample can start, and what the circuits take of the part.
 *
 *     npm run bench:mlperf                 all, on 40 samples in a row each
 *     npm run bench:mlperf -- kws 16       one of them, on so many; 0: on none
 *
 * Samples run in Lutra's simulator, each started as soon as the circuit takes it; outputs are compared with those of WebAssembly, the
 * first with those of the reference too, and cycles with the predicted ones. Networks and samples are read from the folder that
 * LUTRA_ONNX_NETWORKS names, or ../shared/data/networks; the types in mlperf/ are those of `lutra calibrate --bits 8` on the samples; of BraggNN, of
 * `--bits 10` on the first 32, judged by the true centres of their peaks.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createBuilds } from "../../src/call/builds.ts";
import { decodeNpz } from "../../src/call/npz.ts";
import { runLoops } from "../../src/call/run.ts";
import { parts } from "../../src/device/part.ts";
import { compileNetwork, explain, toLoops } from "../../src/driver/compile.ts";
import { inNumbers } from "../../src/driver/numbers.ts";
import { streamingFor } from "../../src/explore/streaming/index.ts";
import { callsInARow, steadyInterval } from "../../src/hardware/bench/calls.ts";
import { harness } from "../../src/hardware/bench/harness.ts";
import { simulate } from "../../src/hardware/simulate/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { type Synthesized, synthesize } from "../../src/synthesis/index.ts";
import { isSigned } from "../../src/synthesis/plan/widths.ts";
import { resourcesOf } from "../../src/synthesis/report/resources.ts";
import { bitWidth } from "../../src/types/bits.ts";
import { parseType } from "../../src/types/parse.ts";
import { allocate, type NDArray, set } from "../../src/types/storage.ts";
import type { ScalarType } from "../../src/types/types.ts";

interface Network {
  readonly name: string;
  readonly model: string;
  readonly samples: string;
  readonly types: string;
  readonly input: string; // its type
  readonly fraction: number; // bits behind its point
  readonly results: readonly string[]; // else the file's outputs
  readonly published: number | null; // inferences a second of hls4ml-FINN's entry to MLPerf Tiny v0.7 on this part
}

const networks: readonly Network[] = [
  {
    name: "ad01",
    model: "mlperf_tiny_ad01.onnx",
    samples: "mlperf_tiny_ad01_real.npz",
    types: "ad01.types",
    input: "fixed<8,8>[1,640]",
    fraction: 0,
    results: [],
    published: 53365,
  },
  {
    name: "kws",
    model: "mlperf_tiny_kws.onnx",
    samples: "mlperf_tiny_kws_io.npz",
    types: "kws.types",
    input: "fixed<8,6>[1,49,10,1]",
    fraction: 2,
    results: ["t22_Gemm"], // logits
    published: 57268,
  },
  {
    name: "braggnn",
    model: "braggnn.onnx",
    samples: "braggnn_io.npz",
    types: "braggnn.types",
    input: "ufixed<10,1,nearest_even,saturate>[1,1,11,11]",
    fraction: 9,
    results: [],
    published: null,
  },
];

const folder = process.env.LUTRA_ONNX_NETWORKS ?? "../shared/data/networks";
const target = { family: "xc7", periodNs: 10 } as const;
const [only, count = "40"] = process.argv.slice(2);

for (const network of networks) {
  if (only !== undefined && only !== network.name) continue;
  if (existsSync(join(folder, network.model))) await print(network);
  else process.stdout.write(`${network.model} is not in ${folder}: not measured\n`);
}

async function print(network: Network): Promise<void> {
  const begun = process.cpuUsage();
  const loops = loopsOf(network);
  const { loops: scheduled, known } = streamingFor(loops, target, parts["xc7z020clg400-1"]);
  const made = synthesize(scheduled, { target }, known);
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  const seconds = process.cpuUsage(begun).user / 1e6;
  const { luts, flipflops, dsps, blockRams } = resourcesOf(made);
  const interval = made.network?.interval ?? Number.NaN;
  const rate = Math.floor(1e9 / target.periodNs / interval);
  process.stdout.write(
    `${network.name}: a sample every ${interval} cycles, done after ${made.prediction.most}; ${rate} a second at 100 MHz${network.published === null ? "" : ` (hls4ml-FINN ${network.published})`}\n` +
      `  about ${luts} LUTs, ${flipflops} flip-flops, ${dsps} DSPs, ${blockRams} block RAMs; ${seconds.toFixed(0)} s\n`,
  );
  if (Number(count) > 0) await run(network, loops, made);
}

async function run(network: Network, loops: Loops, made: Synthesized): Promise<void> {
  const begun = process.cpuUsage();
  const given = samplesOf(network, Number(count));
  const circuit = await simulate(harness(made.design, made.interface, { sides: true }));
  const calls = given.map((x) => new Map([["x", x]]));
  const found = callsInARow(circuit, made.interface, calls, 20_000_000);
  if (found === null) throw new Error(`${network.name} does not end`);
  const builds = createBuilds();
  const reference = prepareLoops(loops);
  let different = 0;
  for (const [sample, x] of given.entries()) {
    const { results } = await runLoops(loops, "wasm", { given: new Map([["x", x]]), seed: 1, builds });
    const outputs = [results[0]?.value, ...(sample === 0 ? reference.run(new Map([["x", x]])).results : [])];
    if (outputs.some((one) => plain(one) !== plain(found.results[sample]?.[0]))) different++;
  }
  await builds.remove();
  const latency = (found.dones[0] ?? 0) - (found.starts[0] ?? 0);
  const interval = given.length >= 40 ? steadyInterval(found.dones) : null; // starts come sooner until all memories are full
  const isPredicted =
    latency === made.prediction.most && (interval === null || interval === made.network?.interval);
  if (different > 0 || !isPredicted) process.exitCode = 1;
  process.stdout.write(
    `  ${given.length} samples ran: ${different} with other outputs than WebAssembly and the reference; the first took ${latency} cycles, ` +
      `${interval === null ? "" : `then one every ${interval}; `}${(process.cpuUsage(begun).user / 1e6).toFixed(0)} s\n`,
  );
}

function loopsOf({ model, types, input, results }: Network): Loops {
  const type = parseType(input);
  if (!type.ok) throw new Error(type.message);
  const path = join(folder, model);
  const compiled = compileNetwork(
    { path, bytes: readFileSync(path) },
    { args: new Map([["x", type.type]]), ...(results.length === 0 ? {} : { results }) },
  );
  if (!compiled.ok) throw new Error(explain(compiled));
  const steps = join("bench/hardware/mlperf", types);
  const source = { path: steps, text: readFileSync(steps, "utf8") };
  const lowered = toLoops(inNumbers(compiled, { kind: "steps", source }));
  if (!lowered.ok) throw new Error(lowered.diagnostics.map(({ message }) => message).join("; "));
  return lowered.loops;
}

/** To the nearest step, within the range. */
function samplesOf({ samples, input, fraction }: Network, count: number): readonly NDArray[] {
  const x = decodeNpz(readFileSync(join(folder, samples)), { most: 2 ** 30 }).get("x");
  const type = parseType(input);
  if (x === undefined || !type.ok || type.type.kind !== "array") throw new Error(`${samples} has no samples`);
  const own = type.type;
  const [least, most] = rangeOf(own.element);
  const [all = 0] = x.shape;
  const length = x.data.length / all;
  return Array.from({ length: count }, (_, call) => {
    const sample = call % all;
    const one = allocate(own);
    for (let at = 0; at < length; at++) {
      const steps = Math.round(Number(x.data[sample * length + at]) * 2 ** fraction);
      set(one, at, Math.max(least, Math.min(most, steps)));
    }
    return one;
  });
}

/** In steps. */
function rangeOf(type: ScalarType): readonly [number, number] {
  const bits = bitWidth(type);
  return isSigned(type) ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
}

function plain(value: unknown): string {
  const data = typeof value === "object" && value !== null && "data" in value ? value.data : value;
  return Array.from(data as ArrayLike<number | bigint>, String).join();
}
