/**
 * DRAM behind the masters of a system that is simulated: requests are answered after a latency, all channels share so many bytes a
 * cycle, and now and then nothing moves, as while DRAM is refreshed.
 *
 *     const memory = simulatedMemory(circuit, bundles, { bytesPerCycle: 16, latency: 15, pause: null });
 *     memory.put(address, bytes);
 *     memory.cycle();
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Simulation } from "../../hardware/simulate/simulation.ts";
import type { Bundle } from "./bundle.ts";

export interface MemoryTiming {
  readonly bytesPerCycle: number; // of reads and writes together
  readonly latency: number; // cycles from a request to its first beat, and from the last beat of a write to its answer
  readonly pause: { readonly every: number; readonly cycles: number } | null;
}

export interface SimulatedMemory {
  readonly cycles: () => number; // that have passed
  readonly moved: () => Moved;
  /** One clock of circuit and memory. */
  cycle(): void;
  /** The address of a new buffer, a multiple of 4 KiB. */
  place(bytes: number): bigint;
  put(address: bigint, bytes: Uint8Array): void;
  take(address: bigint, bytes: number): Uint8Array;
}

export interface Moved {
  readonly bytes: number; // of all beats, both ways
  readonly bursts: number;
}

interface Burst {
  readonly address: number;
  readonly beats: number;
  at: number; // beats that have passed
  due: number; // the cycle of its first beat, or of its answer
}

/** What all masters share. */
interface Shared {
  readonly circuit: Simulation;
  readonly timing: MemoryTiming;
  bytes: Uint8Array;
  cycles: number;
  credit: number; // bytes that may move
  moved: { bytes: number; bursts: number };
}

export function simulatedMemory(
  circuit: Simulation,
  bundles: readonly Bundle[],
  timing: MemoryTiming,
): SimulatedMemory {
  const shared: Shared = {
    ...{ circuit, timing, bytes: new Uint8Array(pageBytes), cycles: 0, credit: 0 },
    moved: { bytes: 0, bursts: 0 },
  };
  const slaves = bundles.map((bundle) => slaveOf(shared, bundle));
  const widest = Math.max(0, ...bundles.map(({ width }) => width / 8));
  const most = timing.bytesPerCycle + 2 * widest; // what was not used in a cycle is lost
  return {
    cycles: () => shared.cycles,
    moved: () => ({ ...shared.moved }),
    cycle: () => {
      if (!isPausing(shared)) shared.credit = Math.min(most, shared.credit + timing.bytesPerCycle);
      const from = shared.cycles % Math.max(1, slaves.length); // who is first takes turns
      for (const at of slaves.keys()) slaves[(from + at) % slaves.length]?.drive();
      for (const slave of slaves) slave.look();
      circuit.step();
      shared.cycles++;
    },
    place: (bytes) => {
      const address = shared.bytes.length;
      const grown = new Uint8Array(address + pageBytes * Math.max(1, Math.ceil(bytes / pageBytes)));
      grown.set(shared.bytes);
      shared.bytes = grown;
      return BigInt(address);
    },
    put: (address, bytes) => shared.bytes.set(bytes, Number(address)),
    take: (address, bytes) => shared.bytes.slice(Number(address), Number(address) + bytes),
  };
}

const pageBytes = 4096;

function isPausing({ cycles, timing: { pause } }: Shared): boolean {
  return pause !== null && cycles % pause.every < pause.cycles;
}

interface Slave {
  drive(): void;
  look(): void;
}

/** The slave of one master. Reads and writes are each answered in their order. */
function slaveOf(shared: Shared, { name, width }: Bundle): Slave {
  const { circuit, timing } = shared;
  const beatBytes = width / 8;
  const reads: Burst[] = [];
  const writes: Burst[] = []; // whose data are not all there
  const answers: Burst[] = [];
  const driven = new Map<string, boolean>();
  const set = (port: string, up: boolean): void => {
    if (driven.get(port) === up) return;
    driven.set(port, up);
    circuit.set(`m_axi_${name}_${port}`, up ? 1n : 0n);
  };
  const get = (port: string): bigint => circuit.get(`m_axi_${name}_${port}`);
  const passes = (channel: string): boolean =>
    get(`${channel}VALID`) === 1n && driven.get(`${channel}READY`) === true;
  const spend = (): boolean => {
    if (shared.credit < beatBytes) return false;
    shared.credit -= beatBytes;
    return true;
  };
  const request = (channel: "AR" | "AW"): Burst => {
    shared.moved.bursts++;
    const [address, beats] = [Number(get(`${channel}ADDR`)), Number(get(`${channel}LEN`)) + 1];
    if (address + beats * beatBytes > shared.bytes.length) bug(`no memory at ${address}`);
    return { address, beats, at: 0, due: shared.cycles + timing.latency };
  };
  let shown: Burst | null = null; // a beat of it is on the channel
  let readsFirst = true; // who takes what is left takes turns
  const driveRead = (): void => {
    const [read] = reads;
    if (shown === null && read !== undefined && shared.cycles >= read.due && spend()) {
      shown = read;
      circuit.set(`m_axi_${name}_RDATA`, wordAt(shared.bytes, read.address + read.at * beatBytes, beatBytes));
      set("RLAST", read.at === read.beats - 1);
    }
    set("RVALID", shown !== null);
  };
  const driveWrite = (): void => set("WREADY", spend()); // given back where no beat comes
  return {
    drive: () => {
      for (const channel of readsFirst ? [driveRead, driveWrite] : [driveWrite, driveRead]) channel();
      readsFirst = !readsFirst;
      set("BVALID", (answers[0]?.due ?? Number.POSITIVE_INFINITY) <= shared.cycles);
      set("ARREADY", true);
      set("AWREADY", true);
    },
    look: () => {
      if (shown !== null && get("RREADY") === 1n) {
        shared.moved.bytes += beatBytes;
        if (++shown.at === shown.beats) reads.shift();
        shown = null;
      }
      if (driven.get("BVALID") === true && get("BREADY") === 1n) answers.shift();
      if (passes("AR")) reads.push(request("AR"));
      if (passes("AW")) writes.push(request("AW"));
      if (!passes("W")) {
        if (driven.get("WREADY") === true) shared.credit += beatBytes;
        return;
      }
      const write = writes[0] ?? bug("data before their request");
      const address = write.address + write.at * beatBytes;
      storeWord(shared.bytes, address, get("WDATA"), get("WSTRB"), beatBytes);
      shared.moved.bytes += beatBytes;
      if (++write.at < write.beats) return;
      writes.shift();
      answers.push({ ...write, due: shared.cycles + timing.latency });
    },
  };
}

function wordAt(bytes: Uint8Array, address: number, count: number): bigint {
  const view = new DataView(bytes.buffer);
  if (count < 8) return BigInt(view.getUint32(address, true));
  let word = 0n;
  for (let at = count - 8; at >= 0; at -= 8) word = (word << 64n) | view.getBigUint64(address + at, true);
  return word;
}

function storeWord(bytes: Uint8Array, address: number, word: bigint, strobes: bigint, count: number): void {
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < count; at += 4) {
    const four = Number((strobes >> BigInt(at)) & 0xfn);
    if (four === 0) continue;
    const own = Number((word >> BigInt(8 * at)) & 0xffff_ffffn);
    if (four === 0xf) view.setUint32(address + at, own, true);
    else
      for (let byte = 0; byte < 4; byte++)
        if ((four >> byte) & 1) bytes[address + at + byte] = (own >>> (8 * byte)) & 0xff;
  }
}
