/**
 * A kernel on AXI: registers through which it is called, masters that copy its arrays from memory before a call and back after it, and
 * streams. What stands at the edge of the chip is in shell.ts.
 *
 *     const { design, registers } = axiSystem(made.design, made.interface, { args: ["a", "b"], width: 64, longestBurst: 256, outstanding: 4 });
 */
import { bug } from "../../diagnostics/bug.ts";
import type { ArrayPorts, KernelInterface } from "../../hardware/interface.ts";
import {
  assign,
  type Builder,
  delay,
  design,
  drive,
  finish,
  input,
  instance,
  output,
  register,
  startModule,
  wire,
} from "../../hardware/netlist/build.ts";
import {
  add,
  and,
  concat,
  constant,
  eq,
  mux,
  not,
  or,
  resize,
  select,
  zeroExtend,
} from "../../hardware/netlist/expressions.ts";
import { gated } from "../../hardware/netlist/gate.ts";
import type { Design, Expr, Module, Ref } from "../../hardware/netlist/nodes.ts";
import { of } from "../banks.ts";
import { addBundle, type Bundle, type BundledArray, type BundleState } from "./bundle.ts";
import { controlSlave } from "./control.ts";
import { elementBytes } from "./elements.ts";
import { halfBlockRam } from "./places.ts";
import { controlAddressBits, isCopied, type Register, registerPort, registersOf } from "./registers.ts";
import type { Streamed } from "./streamed.ts";
import { addStreams, streamInputs } from "./streams.ts";

export interface AxiOptions {
  readonly args: readonly string[]; // names, in the order of a call; other arrays are made by the kernel
  readonly fresh?: ReadonlySet<string>; // of which nothing matters that was there before: they are written, and all of them
  readonly width: number; // bits of a beat, 32 to 512; more where an element is wider
  readonly longestBurst: number; // beats: 256, or 16 of AXI3
  readonly outstanding: number; // requests under way at once, a power of two
  readonly leastMemory?: number; // bits: see places.ts; half of a block RAM of AMD's where not said, the least that a memory takes
  readonly bundles?: ReadonlyMap<string, string>; // the master of an array; gmem where it has none
  readonly streamed?: ReadonlyMap<string, Streamed>; // arrays that pass as streams: at most one each way of a master
  readonly identity?: bigint; // 64 bits that tell the kernel from others; 0 where not said
}

export interface AxiSystem {
  readonly design: Design;
  readonly registers: readonly Register[];
  readonly bundles: readonly Bundle[];
}

export const widestBeat = 512;

export function axiSystem(kernel: Design, ports: KernelInterface, options: AxiOptions): AxiSystem {
  const b = startModule(`${kernel.top.name}_axi_system`, `${ports.kernel} on AXI.`);
  const prefix = `${kernel.top.name}_axi`; // of modules: other kernels of a project have theirs
  const registers = registersOf(ports, options.args);
  const bundles = bundlesOf(ports, options);
  const [done, idle] = [wire(b, "done", 1), wire(b, "idle", 1)];
  const told = new Map(
    registers
      .filter(({ access }) => access === "read")
      .map((one) => [one, wire(b, `told_${one.name}`, one.width)] as const),
  );
  const control = addControl(b, prefix, registers, { done, idle, told });
  const registerOf = (kind: "scalar" | "array", name: string): Expr => {
    const isIt = ({ meaning }: Register): boolean =>
      (meaning.kind === "scalar" && kind === "scalar" && meaning.port === name) ||
      (meaning.kind === "array" && kind === "array" && meaning.array === name);
    return of(control, registerPort(registers.find(isIt) ?? bug(`no register of ${name}`)));
  };

  const hasStreams = bundles.some(({ arrays }) => arrays.some(({ streamed }) => streamed !== null));
  const { top, run, goes, setRun } = waitingKernel(b, kernel, hasStreams);
  const phase = register(b, "phase", 3, { reset: true });
  const is = (name: Phase): Expr => eq(b, phase, phases.indexOf(name));
  const loaded = new Map(
    ports.arrays.flatMap(({ banks, width }) =>
      banks.flatMap((bank) =>
        bank.ports.flatMap(({ q }) => (q === null ? [] : [[q, wire(b, q, width)] as const])),
      ),
    ),
  );
  const scalars = ports.scalars.map(({ port }) => [port, registerOf("scalar", port)] as const);
  const raw = instance(b, "kernel", top, {
    ...Object.fromEntries([...scalars, ...loaded, ...streamInputs(b, ports, is("run"))]),
    ...{ start: is("start"), ...goes },
  });
  const outputs = hasStreams ? whileRunning(b, ports, raw, run) : raw;
  addStreams(b, ports, outputs, is("run"));
  const inBundles = new Set(bundles.flatMap(({ arrays }) => arrays.map(({ array }) => array)));
  for (const array of ports.arrays)
    if (!inBundles.has(array)) leaveOut(array, loaded, (q) => assign(b, q, 0));

  const begins = and(b, is("idle"), of(control, "start"));
  const starts = and(b, is("start"), of(outputs, "ready"), run);
  const ends = and(b, is("run"), of(outputs, "done"), run);
  const [loadsEnd, stores] = [wire(b, "loads_end", 1), wire(b, "stores", 1)];
  const stops = wire(b, "streams_stop", 1);
  const states = bundles.map((bundle) =>
    addBundle(b, prefix, bundle, {
      ...{ load: begins, store: stores, runs: or(b, is("start"), is("run")), loaded, outputs },
      addressOf: (name) => registerOf("array", name),
      streams: {
        ...{ begin: loadsEnd, run, isLast: is("drain"), stops, outputs: raw },
        active: or(b, is("start"), is("run"), is("drain")),
      },
    }),
  );
  const any = (flag: (state: BundleState) => Expr): Expr =>
    states.map(flag).reduce((one, other) => or(b, one, other), constant(1, 0));
  const isCopying = any(({ active }) => active);
  const isMisaligned = or(
    b,
    any(({ misaligned }) => misaligned),
    delay(
      b,
      "misaligned",
      any(({ streams }) => streams.misaligned),
      { enable: begins, reset: true },
    ),
  );
  const haveBegun = register(b, "streams_begun", 1, { reset: true }); // since the call began: flags are of this one
  drive(b, haveBegun, and(b, not(b, begins), or(b, haveBegun, loadsEnd)));
  const streamFailed = and(
    b,
    haveBegun,
    any(({ streams }) => streams.readFailed),
  );
  const loadFailed = any(({ readFailed }) => readFailed);
  const writeFailed = or(
    b,
    any((state) => state.writeFailed),
    and(
      b,
      haveBegun,
      any(({ streams }) => streams.writeFailed),
    ),
  );
  const isLoaded = and(b, is("load"), not(b, isCopying));
  const isWrong = or(b, isMisaligned, loadFailed);
  const streamsEnd = and(
    b,
    is("drain"),
    not(
      b,
      any(({ streams }) => streams.busy),
    ),
  );
  assign(b, loadsEnd, and(b, isLoaded, not(b, isWrong)));
  assign(b, stops, streamFailed);
  assign(b, stores, hasStreams ? and(b, streamsEnd, not(b, streamFailed)) : ends);
  const mayRun = states.map(({ streams }) => streams.mayRun);
  setRun(mayRun.reduce((one, other) => and(b, one, other), or(b, is("start"), is("run"))));
  const after = (when: Expr, name: Phase): { when: Expr; value: Expr } => ({
    when,
    value: constant(3, phases.indexOf(name)),
  });
  drive(
    b,
    phase,
    select(
      b,
      [
        after(begins, "load"),
        after(and(b, isLoaded, isWrong), "end"),
        after(isLoaded, "start"),
        after(starts, "run"),
        ...(hasStreams
          ? [after(ends, "drain"), after(stores, "store"), after(streamsEnd, "end")]
          : [after(ends, "store")]),
        after(and(b, is("store"), not(b, isCopying)), "end"),
        after(is("end"), "idle"),
      ],
      phase,
    ),
  );
  assign(b, done, is("end"));
  assign(b, idle, and(b, is("idle"), not(b, of(control, "start"))));
  const cycles = register(b, "cycles", 64);
  drive(b, cycles, mux(b, starts, 1, add(b, cycles, 1)), {
    enable: or(b, starts, and(b, is("run"), run, not(b, ends))),
  });

  const tells = ({ meaning, width }: Register): Expr => {
    switch (meaning.kind) {
      case "result":
        return of(outputs, meaning.port);
      case "status":
        return zeroExtend(b, concat(b, isMisaligned, writeFailed, or(b, loadFailed, streamFailed)), width);
      case "cycles":
        return cycles;
      case "identity":
        return constant(width, options.identity ?? 0n);
      case "fault":
        return resize(b, of(outputs, ports.fault?.port ?? bug("no fault")), width, false);
      default:
        return bug("the host writes it");
    }
  };
  for (const [one, value] of told) assign(b, value, tells(one));
  return { design: design(finish(b)), registers, bundles };
}

const phases = ["idle", "load", "start", "run", "drain", "store", "end"] as const; // drain: streams end after the kernel
type Phase = (typeof phases)[number];

/**
 * Where arrays pass as streams the kernel waits for them: `run` is a register, so it says what queues had a cycle ago, and they are
 * asked for a word more than is needed (streamed.ts).
 */
function waitingKernel(
  b: Builder,
  { top }: Design,
  waits: boolean,
): {
  readonly top: Module;
  readonly run: Expr;
  readonly goes: Readonly<Record<string, Expr>>; // inputs of `top`
  readonly setRun: (next: Expr) => void;
} {
  if (!waits) return { top, run: constant(1, 1), goes: {}, setRun: () => {} };
  const { module, port } = gated(top);
  const run = register(b, "kernel_runs", 1, { reset: true });
  return { top: module, run, goes: { [port]: run }, setRun: (next) => drive(b, run, next) };
}

/** What a kernel says to its memories counts only while it goes on. */
function whileRunning(
  b: Builder,
  { arrays }: KernelInterface,
  outputs: Readonly<Record<string, Ref>>,
  run: Expr,
): Readonly<Record<string, Ref>> {
  const enables = arrays.flatMap(({ banks }) =>
    banks.flatMap(({ ports }) => ports.map(({ enable }) => enable)),
  );
  const held = [...new Set(enables)].map((port): [string, Ref] => {
    const own = wire(b, `${port}_while_running`, 1);
    assign(b, own, and(b, run, of(outputs, port)));
    return [port, own];
  });
  return { ...outputs, ...Object.fromEntries(held) };
}

/** In the order of their first arrays. */
function bundlesOf({ arrays }: KernelInterface, options: AxiOptions): readonly Bundle[] {
  const copied = arrays.filter(isCopied).flatMap((array) => {
    const isUsed = array.isRead || array.isWritten;
    const isFresh = options.fresh?.has(array.name) === true || !options.args.includes(array.name);
    const isLoaded = isUsed && !isFresh; // also where it is only written: the other elements stay as they were
    const streamed = options.streamed?.get(array.name) ?? null;
    return isUsed ? [{ array, isLoaded, isStored: array.isWritten, streamed }] : [];
  });
  const nameOf = ({ array }: BundledArray): string => options.bundles?.get(array.name) ?? "gmem";
  return [...new Set(copied.map(nameOf))].map((name) => {
    const own = copied.filter((one) => nameOf(one) === name);
    const widest = Math.max(...own.map(({ array }) => 8 * elementBytes(array.element)));
    if (widest > widestBeat) bug(`elements of ${widest} bits`);
    return {
      ...{ name, arrays: own, width: Math.max(options.width, widest) },
      ...{ longestBurst: options.longestBurst, outstanding: options.outstanding },
      leastMemory: options.leastMemory ?? halfBlockRam,
    };
  });
}

/** An array without elements, or of which none is used, has no memory. */
function leaveOut({ banks }: ArrayPorts, loaded: ReadonlyMap<string, Ref>, clear: (q: Ref) => void): void {
  for (const { ports } of banks)
    for (const { q } of ports) if (q !== null) clear(loaded.get(q) ?? bug(`nothing reads ${q}`));
}

interface ControlParts {
  readonly done: Expr;
  readonly idle: Expr;
  readonly told: ReadonlyMap<Register, Ref>;
}

function addControl(
  b: Builder,
  prefix: string,
  registers: readonly Register[],
  { done, idle, told }: ControlParts,
): Readonly<Record<string, Ref>> {
  const bits = controlAddressBits(registers);
  const { inputs, outputs } = controlPorts(bits);
  const control = instance(b, "control", controlSlave(`${prefix}_control`, registers), {
    ...Object.fromEntries(inputs.map(([port, width]) => [port, input(b, `s_axi_control_${port}`, width)])),
    ...Object.fromEntries([...told].map(([one, value]) => [registerPort(one), value])),
    ...{ done, idle },
  });
  for (const [port] of outputs) output(b, `s_axi_control_${port}`, of(control, port));
  output(b, "interrupt", of(control, "interrupt"));
  return control;
}

/** [name, bits], beside the answers, which are always OKAY. */
export function controlPorts(bits: number): {
  readonly inputs: readonly (readonly [string, number])[];
  readonly outputs: readonly (readonly [string, number])[];
} {
  return {
    inputs: [
      ["AWADDR", bits],
      ["AWVALID", 1],
      ["WDATA", 32],
      ["WSTRB", 4],
      ["WVALID", 1],
      ["BREADY", 1],
      ["ARADDR", bits],
      ["ARVALID", 1],
      ["RREADY", 1],
    ],
    outputs: [
      ["AWREADY", 1],
      ["WREADY", 1],
      ["BVALID", 1],
      ["ARREADY", 1],
      ["RDATA", 32],
      ["RVALID", 1],
    ],
  };
}
