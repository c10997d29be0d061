/** The arrays that share a master: their memories on the chip and what copies them, or their way into the kernel as streams. */
import { bug } from "../../diagnostics/bug.ts";
import { sizeOf } from "../../hardware/bench/words.ts";
import type { ArrayPorts } from "../../hardware/interface.ts";
import { assign, type Builder, delay, input, instance, output, wire } from "../../hardware/netlist/build.ts";
import {
  and,
  choose,
  concat,
  constant,
  eq,
  mux,
  or,
  resize,
  slice,
  zeroExtend,
} from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { argumentBank, of } from "../banks.ts";
import { elementBytes, isSigned } from "./elements.ts";
import { burstMaster } from "./master.ts";
import { type Walk, walker, walkOf } from "./places.ts";
import { type Copied, sequence } from "./sequence.ts";
import { addStreamed, type StreamSignals, type StreamState } from "./stream_bundle.ts";
import type { Streamed } from "./streamed.ts";

export interface Bundle {
  readonly name: string; // m_axi_NAME
  readonly arrays: readonly BundledArray[];
  readonly width: number; // bits of a beat
  readonly longestBurst: number;
  readonly outstanding: number;
  readonly leastMemory: number;
}

export interface BundledArray {
  readonly array: ArrayPorts;
  readonly isLoaded: boolean; // what was in memory matters
  readonly isStored: boolean;
  readonly streamed: Streamed | null; // null: it is copied
}

export interface BundleSignals {
  readonly load: Expr; // 1 for a cycle
  readonly store: Expr;
  readonly runs: Expr; // the memories are the kernel's
  readonly addressOf: (array: string) => Expr;
  readonly loaded: ReadonlyMap<string, Ref>; // inputs of the kernel
  readonly outputs: Readonly<Record<string, Ref>>; // of the kernel; its memories are enabled only while it goes on
  readonly streams: StreamSignals;
}

export interface BundleState {
  readonly active: Expr;
  readonly misaligned: Expr;
  readonly readFailed: Expr;
  readonly writeFailed: Expr;
  readonly streams: StreamState;
}

/** What crosses the chip's edge, beside the constants of shell.ts: [name, bits], of the master's inputs and outputs. */
export function masterPorts(width: number): {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
} {
  const request = (channel: string): readonly Port[] => [
    [`${channel}ADDR`, 64],
    [`${channel}LEN`, 8],
    [`${channel}VALID`, 1],
  ];
  return {
    inputs: [
      ["ARREADY", 1],
      ["RDATA", width],
      ["RRESP", 2],
      ["RLAST", 1],
      ["RVALID", 1],
      ["AWREADY", 1],
      ["WREADY", 1],
      ["BRESP", 2],
      ["BVALID", 1],
    ],
    outputs: [
      ...request("AR"),
      ["RREADY", 1],
      ...request("AW"),
      ["WDATA", width],
      ["WSTRB", width / 8],
      ["WLAST", 1],
      ["WVALID", 1],
      ["BREADY", 1],
    ],
  };
}

export type Port = readonly [name: string, bits: number];

/** How the arrays of a bundle are copied. */
export function copiesOf({
  arrays: all,
  width,
  leastMemory,
}: Bundle): readonly (Copied & { readonly walk: Walk; readonly groupBits: number })[] {
  const arrays = all.filter(({ streamed }) => streamed === null);
  const walks = arrays.map(({ array }) => {
    const bits = 8 * elementBytes(array.element);
    const walk = walkOf(array, { lanes: width / bits, leastMemory });
    return { walk, groupBits: walk.lanes * bits };
  });
  const kinds = [...new Set(walks.map(({ groupBits }) => groupBits))];
  return arrays.map(({ array, isLoaded, isStored }, at) => {
    const { walk, groupBits } = walks[at] ?? bug("an array without a walk");
    return {
      ...{ name: array.name, isLoaded, isStored, walk, groupBits, steps: walk.steps },
      beats: Math.ceil((8 * elementBytes(array.element) * sizeOf(array)) / width),
      kind: kinds.indexOf(groupBits),
      tail: tailOf(array, walk),
    };
  });
}

/** Bytes of the last step that are elements. */
function tailOf(array: ArrayPorts, { lanes, steps }: Walk): number {
  return (sizeOf(array) - (steps - 1) * lanes) * elementBytes(array.element);
}

export function addBundle(b: Builder, prefix: string, bundle: Bundle, signals: BundleSignals): BundleState {
  const { name, width } = bundle;
  const ports = masterPorts(width);
  const inputs = Object.fromEntries(
    ports.inputs.map(([port, bits]) => [port, input(b, `m_axi_${name}_${port}`, bits)]),
  );
  const copying = bundle.arrays.some(({ streamed }) => streamed === null)
    ? addCopies(b, prefix, bundle, { signals, inputs })
    : nothingCopied;
  const streams = addStreamed(b, prefix, bundle, { ...signals, signals: signals.streams, inputs });
  for (const [port, bits] of ports.outputs)
    output(
      b,
      `m_axi_${name}_${port}`,
      shared(b, signals.streams.active, [copying.outputs[port], streams.outputs[port]], bits),
    );
  return { ...copying.state, streams: streams.state };
}

/** Copies are over before streams begin, and the other way round: a channel belongs to one of them. */
function shared(
  b: Builder,
  isStreaming: Expr,
  [copies, streams]: readonly [Expr | undefined, Expr | undefined],
  bits: number,
): Expr {
  if (copies === undefined) return streams ?? constant(bits, 0);
  return streams === undefined ? copies : mux(b, isStreaming, streams, copies);
}

interface CopyParts {
  readonly signals: BundleSignals;
  readonly inputs: Readonly<Record<string, Expr>>; // of the bus
}

interface Copying {
  readonly outputs: Readonly<Record<string, Expr>>; // to the bus
  readonly state: Omit<BundleState, "streams">;
}

const never = constant(1, 0);
const nothingCopied: Copying = {
  outputs: {},
  state: { active: never, misaligned: never, readFailed: never, writeFailed: never },
};

function addCopies(b: Builder, prefix: string, bundle: Bundle, { signals, inputs }: CopyParts): Copying {
  const { name, width } = bundle;
  const arrays = bundle.arrays.filter(({ streamed }) => streamed === null);
  const copies = copiesOf(bundle);
  const groups = [...new Set(copies.map(({ groupBits }) => groupBits))];
  const [busy, failed] = [wire(b, `${name}_busy`, 1), wire(b, `${name}_failed`, 1)];
  const fetched = wire(b, `${name}_fetched`, width);
  const turns = instance(
    b,
    `${name}_sequence`,
    sequence(`${prefix}_sequence_${name}`, copies, { width, kinds: groups.length }),
    {
      ...{ load: signals.load, store: signals.store, busy, failed },
      ...Object.fromEntries(arrays.map(({ array }, at) => [`address_${at}`, signals.addressOf(array.name)])),
    },
  );
  const most = (value: (one: Copied) => number): number => Math.max(...copies.map(value));
  const module = burstMaster(`${prefix}_master_${name}`, {
    ...{ width, groups, longestBurst: bundle.longestBurst, outstanding: bundle.outstanding },
    ...{ mostBeats: most(({ beats }) => beats), mostSteps: most(({ steps }) => steps) },
  });
  const wanted = ["begin", "writes", "address", "beats", "steps", "tail", "kind"];
  const master = instance(b, `${name}_master`, module, {
    ...Object.fromEntries(wanted.map((port) => [port, of(turns, port)])),
    ...inputs,
    fetched,
  });
  assign(b, busy, of(master, "busy"));
  assign(b, failed, of(master, "failed"));

  const index = of(turns, "index");
  const found = arrays.map(({ array }, at) => {
    const { walk } = copies[at] ?? bug("an array without a walk");
    const isHere = eq(b, index, at);
    return addArray(b, { prefix, array, walk, isHere, master, restart: of(turns, "begin"), signals });
  });
  const chosen = choose(
    b,
    index,
    found.map((group) => zeroExtend(b, group, width)),
  );
  assign(b, fetched, delay(b, `${name}_group`, chosen));
  const state = {
    active: of(turns, "active"),
    misaligned: of(turns, "misaligned"),
    readFailed: of(turns, "read_failed"),
    writeFailed: of(turns, "write_failed"),
  };
  return { outputs: master, state };
}

interface ArrayParts {
  readonly prefix: string;
  readonly array: ArrayPorts;
  readonly walk: Walk;
  readonly isHere: Expr; // it is being copied
  readonly restart: Expr;
  readonly master: Readonly<Record<string, Ref>>;
  readonly signals: BundleSignals;
}

/** Gives the group that was fetched a cycle ago. */
function addArray(b: Builder, { prefix, array, walk, isHere, restart, master, signals }: ArrayParts): Expr {
  const [given, fetch] = [and(b, of(master, "given"), isHere), and(b, of(master, "fetch"), isHere)];
  const at = instance(
    b,
    `walk_${array.name}`,
    walker(`${prefix}_walk_${asciiName(array.name)}`, array, walk),
    { restart, step: or(b, given, fetch) },
  );
  const bits = 8 * elementBytes(array.element);
  const lanes = Array.from({ length: walk.lanes }, (): Expr => constant(bits, 0));
  const isAlone = array.banks.length === 1;
  for (const [bank, { lead, lane }] of walk.banks.entries()) {
    const isMeant = isAlone ? constant(1, 1) : eq(b, of(at, "bank"), lead);
    const own = Array.from({ length: walk.turns }, (_, turn) => lane + turn);
    const words = argumentBank(b, array, bank, {
      ...{ name: `words_${array.name}_${bank}`, runs: signals.runs },
      ...{ loaded: signals.loaded, outputs: signals.outputs, address: of(at, "word") },
      store: and(b, given, isMeant),
      look: and(b, fetch, isMeant),
      data: own.map((one) => slice(b, of(master, "group"), one * bits, array.width)),
    });
    const was = isAlone ? constant(1, 1) : delay(b, "was_meant", isMeant);
    for (const [turn, word] of words.entries()) {
      const element = resize(b, word, bits, isSigned(array.element));
      const before = lanes[lane + turn] ?? bug("no such lane");
      lanes[lane + turn] = or(b, before, mux(b, was, element, constant(bits, 0)));
    }
  }
  return lanes.length === 1 ? (lanes[0] ?? bug("no lane")) : concat(b, ...lanes.toReversed());
}
