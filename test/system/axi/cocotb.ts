/** A kernel on AXI in Icarus Verilog, called by cocotbext-axi: what calls must leave behind is written down before. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bug } from "../../../src/diagnostics/bug.ts";
import { sizeOf } from "../../../src/hardware/bench/words.ts";
import type { KernelInterface } from "../../../src/hardware/interface.ts";
import type { Design } from "../../../src/hardware/netlist/nodes.ts";
import { printVerilog } from "../../../src/hardware/verilog/index.ts";
import { elementBytes } from "../../../src/system/axi/elements.ts";
import { toMemory } from "../../../src/system/axi/host.ts";
import { shellName, shellVerilog } from "../../../src/system/axi/shell.ts";
import { streamName, streamsOf } from "../../../src/system/axi/streams.ts";
import { type AxiOptions, type AxiSystem, axiSystem } from "../../../src/system/axi/system.ts";
import { toBits } from "../../../src/types/bits.ts";
import type { Value } from "../../../src/types/operators.ts";
import { allocate, type NDArray } from "../../../src/types/storage.ts";
import { array as arrayOf } from "../../../src/types/types.ts";

const python = process.env.LUTRA_PYTHON ?? "python3";

/** With LUTRA_TOOLS=required a tool that is missing is an error, so that no test is skipped unnoticed. */
export function cocotbAvailable(): boolean {
  const probe = spawnSync(python, ["-c", "import cocotbext.axi, cocotb_tools.runner"], { encoding: "utf8" });
  const icarus = spawnSync("iverilog", ["-V"]);
  const isHere = probe.status === 0 && icarus.error === undefined;
  if (!isHere && process.env.LUTRA_TOOLS === "required")
    throw new Error(`cocotb with cocotbext-axi and Icarus Verilog do not work: ${probe.stderr}`);
  return isHere;
}

export interface PlannedCall {
  readonly args: ReadonlyMap<string, NDArray | Value>;
  readonly after: ReadonlyMap<string, NDArray | Value>; // what the reference makes of them
  readonly results: readonly (NDArray | Value)[];
  readonly stalls: number; // share of cycles in which a channel waits
  readonly latency: number; // cycles, at most
  readonly refuses: "reads" | "writes" | null; // answered SLVERR
}

export interface Planned {
  readonly kernel: Design;
  readonly ports: KernelInterface;
  readonly options: AxiOptions;
  readonly calls: readonly PlannedCall[];
  readonly seed: number;
  readonly place: (bytes: number) => number;
  readonly kernelPs?: number; // the period of the kernel's clock, where it is not that of the bus, of 10,000
}

const longestSeconds = Number(process.env.LUTRA_SECONDS ?? 3600); // float64 kernels of many operators take minutes in Icarus Verilog

/** Null: as it must be; else what went wrong. */
export function runCocotb(planned: Planned): string | null {
  const { kernel, ports, options } = planned;
  const system = axiSystem(kernel, ports, options);
  const top = shellName(kernel.top.name);
  const folder = mkdtempSync(join(tmpdir(), "lutra-axi-"));
  try {
    writeFileSync(
      join(folder, "design.v"),
      printVerilog(system.design) +
        shellVerilog(top, system, ports, { crosses: planned.kernelPs !== undefined }),
    );
    writeFileSync(join(folder, "plan.json"), JSON.stringify(planOf(planned, system)));
    const script = join(import.meta.dirname, "run_bench.py");
    // By `timeout`, which ends the simulator too: it would outlive the Python that started it, and take a processor for hours.
    const words = ["--kill-after=10", String(longestSeconds), python, script, folder, top];
    const ran = spawnSync("timeout", words, { encoding: "utf8" });
    if (ran.status === 124) return `no verdict after ${longestSeconds} s`;
    if (ran.status !== 0) return `${ran.stderr}${ran.stdout}`.slice(-4000);
    const found = readFileSync(join(folder, "results.xml"), "utf8");
    return /<testcase/.test(found) && !/<(failure|error)/.test(found)
      ? null
      : `${ran.stdout}${found}`.slice(-4000);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function planOf(
  { ports, calls, seed, place, kernelPs }: Planned,
  { registers, bundles }: AxiSystem,
): unknown {
  const streams = streamsOf(ports);
  const named = (isRead: boolean): readonly string[] =>
    streams.filter((one) => one.isRead === isRead).map(streamName);
  const status = registers.find(({ meaning }) => meaning.kind === "status") ?? bug("no status");
  return {
    ...(kernelPs === undefined ? {} : { kernelPs }),
    ...{ seed, bundles: bundles.map(({ name }) => name), sources: named(true), sinks: named(false) },
    calls: calls.map((call) => {
      const buffers = buffersOf(ports, call, place);
      const own = (kind: "reads" | "writes"): (typeof buffers)[number] | undefined =>
        buffers.find(({ name }) =>
          bundles.some(({ arrays }) => arrays.some((one) => one.array.name === name && moves(one, kind))),
        );
      const refused = call.refuses === null ? undefined : own(call.refuses);
      const isRefused = call.refuses !== null && refused !== undefined;
      const isRun = !(isRefused && call.refuses === "reads"); // writes are refused after it
      const bytes = (refused?.before.length ?? 0) / 2;
      return {
        ...{ stalls: call.stalls, latency: call.latency, buffers },
        refuses: isRefused ? { [call.refuses]: [refused.address, refused.address + bytes] } : {},
        status: [status.offset, isRefused ? (call.refuses === "reads" ? 1 : 2) : 0],
        writes: registers.flatMap(({ meaning, offset, width }) => {
          if (meaning.kind === "scalar") {
            const name = ports.scalars.find(({ port }) => port === meaning.port)?.name ?? bug("no scalar");
            return words(offset, width, toBits(meaning.type, call.args.get(name) as Value));
          }
          if (meaning.kind !== "array") return [];
          const buffer = buffers.find(({ name }) => name === meaning.array) ?? bug("no buffer");
          return words(offset, 64, BigInt(buffer.address));
        }),
        sent: isRun ? streamsBytes(ports, call.args, true) : {},
        came: isRun ? streamsBytes(ports, afterOf(ports, call), false) : {},
        results: ports.results.flatMap((result, at) => {
          if (result.kind === "array") return [];
          const own = registers.find(
            ({ meaning }) => meaning.kind === "result" && meaning.port === result.port,
          );
          const valid = own?.meaning.kind === "result" ? own.meaning.validOffset : bug("no result");
          const value = toBits(result.type, call.results[at] as Value).toString(16);
          return [[own?.offset, valid, Math.ceil((own?.width ?? 32) / 32), value]];
        }),
      };
    }),
  };
}

/** Of a stream that is only written nothing is read, though what is not written stays. */
function moves(
  { streamed, isLoaded, isStored }: AxiSystem["bundles"][number]["arrays"][number],
  kind: "reads" | "writes",
): boolean {
  if (kind === "writes") return isStored;
  return streamed === null ? isLoaded : streamed.reads !== null;
}

function words(offset: number, width: number, value: bigint): readonly (readonly [number, number])[] {
  return Array.from({ length: Math.ceil(width / 32) }, (_, at) => [
    offset + 4 * at,
    Number((value >> BigInt(32 * at)) & 0xffff_ffffn),
  ]);
}

interface Buffer {
  readonly name: string;
  readonly address: number;
  readonly before: string;
  readonly after: string;
}

function buffersOf(
  ports: KernelInterface,
  call: PlannedCall,
  place: (bytes: number) => number,
): readonly Buffer[] {
  const after = afterOf(ports, call);
  return ports.arrays
    .filter(({ stream, shape }) => stream === null && !shape.includes(0))
    .map((array) => {
      const hex = (value: NDArray | Value | undefined): string =>
        Buffer.from(
          toMemory(array, typeof value === "object" ? value : allocate(arrayOf(array.element, array.shape))),
        ).toString("hex");
      const before = call.args.get(array.name);
      const left = array.isWritten || before === undefined ? after.get(array.name) : before;
      return {
        name: array.name,
        address: place(elementBytes(array.element) * sizeOf(array)),
        before: hex(before),
        after: hex(left),
      };
    });
}

/** Arguments, and arrays that the kernel makes. */
function afterOf(
  ports: KernelInterface,
  { after, results }: PlannedCall,
): ReadonlyMap<string, NDArray | Value> {
  const made = ports.results.flatMap((result, at) =>
    result.kind === "array" ? [[result.array, results[at] ?? bug("no result")] as const] : [],
  );
  return new Map([...made, ...after]);
}

function streamsBytes(
  ports: KernelInterface,
  values: ReadonlyMap<string, NDArray | Value>,
  isRead: boolean,
): Readonly<Record<string, string>> {
  const own = streamsOf(ports).filter((array) => array.isRead === isRead);
  return Object.fromEntries(
    own.map((array) => {
      const value = values.get(array.name);
      return [
        streamName(array),
        Buffer.from(toMemory(array, typeof value === "object" ? value : bug("no array"))).toString("hex"),
      ];
    }),
  );
}
