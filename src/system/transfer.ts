/**
 * What a call costs beside the cycles of its kernel: arrays that go over AXI between memory and chip, as copies before and after it or as
 * streams while it runs, or over a serial line.
 *
 *     const { copies, copying, streaming } = transferOf(board, made.interface, ["a", "b"], 100);
 *
 * A burst takes as long as its beats, as its bytes take at what the memory gives, or as its share of the latency, whichever is longest;
 * the first one waits for the whole latency. A controller of DRAM gives 75 to 97 % of its peak (UG585, 22.3): a range, not a number.
 */
import { type Board, lineOf, type Memory, type SerialBoard } from "../device/board.ts";
import type { ArrayPorts, KernelInterface } from "../hardware/interface.ts";
import { elementBytes } from "./axi/elements.ts";
import type { MemoryTiming } from "./axi/memory_model.ts";
import { halfBlockRam, walkOf } from "./axi/places.ts";
import { isCopied } from "./axi/registers.ts";
import type { Streamed } from "./axi/streamed.ts";
import { payloadBytes, replyBytes, requestBytes } from "./serial/frames.ts";
import { bytesOf } from "./serial/windows.ts";

/** What an array costs, each way. */
export interface Copy {
  readonly array: string;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly bursts: number; // requests, both ways
  readonly seconds: Span;
  readonly streamed: boolean;
}

/** From the best case to the worst. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

export interface Transfer {
  readonly kind: "memory" | "line";
  readonly over: string; // its name
  readonly GBs: Span; // what it gives, or what the port takes, where that is less
  readonly copies: readonly Copy[];
  readonly copying: Span; // seconds of copies, one after the other
  readonly streaming: Span | null; // of streams, all at the same time; null: there are none
  readonly link: { readonly title: string; readonly seconds: number } | null; // from the host to memory and back, where they are apart
}

const controllerShare: Span = { least: 0.75, most: 0.97 };

/**
 * For a simulation: what the controller gives of mixed sequential accesses (UG585, 22.3: 87 %), and a refresh of 350 ns in every 7.8 µs
 * (JEDEC JESD79-3, tRFC of 8 Gbit, tREFI).
 */
export function memoryTiming({ peakGBs, latencyNs }: Memory, clockMHz: number): MemoryTiming {
  const cycles = (nanoseconds: number): number => Math.max(1, Math.round((nanoseconds * clockMHz) / 1000));
  return {
    bytesPerCycle: (0.87 * peakGBs * 1000) / clockMHz,
    latency: cycles(latencyNs),
    pause: { every: cycles(7800), cycles: cycles(350) },
  };
}

/** Arrays that are streams, and the masters of those that are not at `gmem`. */
export interface Streams {
  readonly streamed: ReadonlyMap<string, Streamed>;
  readonly bundles: ReadonlyMap<string, string>;
}

const noStreams: Streams = { streamed: new Map(), bundles: new Map() };

/** `args`: names of arguments; other arrays are made by the kernel, and only come back. */
export function transferOf(
  board: Board,
  ports: KernelInterface,
  args: readonly string[],
  clockMHz: number,
  streams: Streams = noStreams,
): Transfer {
  const moved = ports.arrays
    .filter((array) => isCopied(array) && (array.isRead || array.isWritten))
    .map((array) => ({ array, isSent: args.includes(array.name) }));
  if (board.host === "serial") {
    const copies = moved.map(({ array, isSent }) => overLine(board, array, isSent));
    const over =
      lineOf(board) === "uart" ? `a line of ${board.baud} baud` : `SPI of ${board.baud} bits a second`;
    const rate = bytesPerSecond(board) / 1e9;
    const GBs = { least: rate, most: rate };
    return { kind: "line", over, GBs, copies, copying: sum(copies), streaming: null, link: null };
  }
  const { memory } = board;
  const copies = moved.map(({ array, isSent }) => {
    const own = streams.streamed.get(array.name);
    const isRead = own === undefined ? isSent : own.reads !== null; // what is not written of a stream stays in memory
    return overPort(memory, array, { isRead, isStreamed: own !== undefined }, clockMHz);
  });
  const bytes = copies.reduce((all, { bytesIn, bytesOut }) => all + bytesIn + bytesOut, 0);
  const portGBs = (memory.port.bits / 8) * (clockMHz / 1000);
  const rateAt = (share: number): number => Math.min(share * memory.peakGBs, portGBs);
  return {
    kind: "memory",
    over: `${memory.title}, by a port of ${memory.port.bits} bits`,
    GBs: { least: rateAt(controllerShare.least), most: rateAt(controllerShare.most) },
    copies,
    copying: sum(copies.filter(({ streamed }) => !streamed)),
    streaming: streamingOf(
      copies.filter(({ streamed }) => streamed),
      streams,
      memory,
      clockMHz,
    ),
    link: board.host === "card" ? { title: "PCIe", seconds: bytes / (board.linkGBs * 1e9) } : null,
  };
}

function sum(copies: readonly Copy[]): Span {
  return {
    least: copies.reduce((all, { seconds }) => all + seconds.least, 0),
    most: copies.reduce((all, { seconds }) => all + seconds.most, 0),
  };
}

/** The memory gives and takes all of them at once; a channel moves a beat a cycle. */
function streamingOf(
  copies: readonly Copy[],
  { bundles }: Streams,
  memory: Memory,
  clockMHz: number,
): Span | null {
  if (copies.length === 0) return null;
  const bytes = copies.reduce((all, { bytesIn, bytesOut }) => all + bytesIn + bytesOut, 0);
  const channels = new Map<string, number>(); // bytes, by master and way
  for (const { array, bytesIn, bytesOut } of copies)
    for (const [way, own] of [["in", bytesIn] as const, ["out", bytesOut] as const]) {
      const channel = `${bundles.get(array) ?? "gmem"} ${way}`;
      channels.set(channel, (channels.get(channel) ?? 0) + own);
    }
  const beats = Math.max(...channels.values()) / (memory.port.bits / 8);
  const secondsAt = (share: number): number =>
    memory.latencyNs / 1e9 + Math.max(beats / (clockMHz * 1e6), bytes / (share * memory.peakGBs * 1e9));
  return { least: secondsAt(controllerShare.most), most: secondsAt(controllerShare.least) };
}

function overPort(
  memory: Memory,
  array: ArrayPorts,
  { isRead, isStreamed }: { readonly isRead: boolean; readonly isStreamed: boolean },
  clockMHz: number,
): Copy {
  const bytes = elementBytes(array.element) * array.shape.reduce((all, size) => all * size, 1);
  const ways = [isRead, array.isWritten].filter(Boolean).length;
  const once = burstsOf(bytes, memory.port.bits / 8, memory.port.longestBurst);
  const steps = isStreamed ? 0 : stepsOf(memory, array) + (memory.latencyNs * clockMHz) / 1000;
  const secondsAt = (share: number): number =>
    ways * (Math.max(steps, copyCycles(once, memory, share, clockMHz)) / (clockMHz * 1e6));
  return {
    array: array.name,
    bytesIn: isRead ? bytes : 0,
    bytesOut: array.isWritten ? bytes : 0,
    bursts: ways * once.length,
    streamed: isStreamed,
    seconds: { least: secondsAt(controllerShare.most), most: secondsAt(controllerShare.least) },
  };
}

/** Cycles in which memories on the chip take or give all of an array: see docs/axi.md, "Memory". */
function stepsOf({ port }: Memory, array: ArrayPorts): number {
  const lanes = Math.max(1, port.bits / (8 * elementBytes(array.element)));
  return walkOf(array, { lanes, leastMemory: halfBlockRam }).steps;
}

/** Beats of each burst of an array that begins at a boundary of 4 KiB, which no burst crosses. */
export function burstsOf(bytes: number, bytesOfBeat: number, longestBurst: number): readonly number[] {
  const most = Math.min(longestBurst, 4096 / bytesOfBeat);
  const beats = Math.ceil(bytes / bytesOfBeat);
  const whole = Math.floor(beats / most);
  const rest = beats % most;
  return [...Array.from({ length: whole }, () => most), ...(rest > 0 ? [rest] : [])];
}

function copyCycles(
  bursts: readonly number[],
  { peakGBs, latencyNs, port }: Memory,
  share: number,
  clockMHz: number,
): number {
  const latency = (latencyNs * clockMHz) / 1000;
  const bytesPerCycle = (share * peakGBs * 1000) / clockMHz;
  return bursts.reduce((all, beats) => {
    const moved = (beats * (port.bits / 8)) / bytesPerCycle;
    return all + Math.max(beats, moved, latency / port.outstanding);
  }, latency);
}

/** Ten bits a byte; frames of a request and of its answer around the words. */
function overLine(board: SerialBoard, array: ArrayPorts, isSent: boolean): Copy {
  const bytesOfWord = bytesOf(array);
  const words = array.depth * array.banks.length;
  const data = words * bytesOfWord;
  const ways = [isSent, array.isWritten].filter(Boolean).length;
  const frames =
    array.banks.length * Math.ceil(array.depth / Math.max(1, Math.floor(payloadBytes / bytesOfWord)));
  const seconds = (ways * (data + frames * (requestBytes + replyBytes + 2))) / bytesPerSecond(board);
  return {
    array: array.name,
    bytesIn: isSent ? data : 0,
    bytesOut: array.isWritten ? data : 0,
    bursts: ways * frames,
    streamed: false,
    seconds: { least: seconds, most: seconds },
  };
}

/** A byte on a UART has a start bit and a stop bit. */
function bytesPerSecond(board: SerialBoard): number {
  return board.baud / (lineOf(board) === "uart" ? 10 : 8);
}
