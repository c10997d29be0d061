/**
 * The host's side of a serial line: requests that are repeated until they are answered, and calls of a kernel.
 *
 *     const board = await connect(line, { windows, identity, quietMs: 20 });
 *     const { results, cycles } = await callBoard(board, ports, args);
 */
import { bug } from "../../diagnostics/bug.ts";
import { banksOf, emptyArray, gather, sizeOf } from "../../hardware/bench/words.ts";
import type { ArrayPorts, KernelInterface } from "../../hardware/interface.ts";
import { fromBits, toBits } from "../../types/bits.ts";
import type { Value } from "../../types/operators.ts";
import { get, type NDArray, set } from "../../types/storage.ts";
import { BoardFailure } from "./failure.ts";
import {
  type Operation,
  payloadBytes,
  type Reply,
  type Request,
  replyBytes,
  replyIn,
  requestBytes,
  requestFrame,
  tags,
} from "./frames.ts";
import { boardMark, bytesOf, fromBytes, statusWords, toBytes, type Window, windowOf } from "./windows.ts";

/** Bytes to and from a board, whatever carries them. */
export interface Line {
  send(bytes: Uint8Array): Promise<void>;
  /** What has come in, as soon as something has; nothing after so long. */
  receive(milliseconds: number): Promise<Uint8Array>;
  now(): number; // milliseconds
  readonly bytesPerMs: number;
}

export interface BoardOptions {
  readonly windows: readonly Window[];
  readonly identity: bigint;
  readonly quietMs: number; // after which a board forgets a request that is not all there
}

export interface Board extends BoardOptions {
  readonly line: Line;
  call: number; // the number of the last call
  tag: number; // of the last request
  msPerByte: number; // the slowest so far: a simulation behind a line is slower than the line
  readonly known: Map<number, readonly bigint[]>; // words that the board has, by window
  heard: Uint8Array; // and not looked at yet
}

/** Fails where nobody answers, or somebody else does. A call that somebody left running there is ended. */
export async function connect(line: Line, options: BoardOptions): Promise<Board> {
  const start = { call: 0, tag: 0, msPerByte: 1 / line.bytesPerMs, heard: new Uint8Array() };
  const board: Board = { ...options, line, ...start, known: new Map() };
  let status = await statusOf(board);
  if (status.mark !== BigInt(boardMark)) throw new BoardFailure("stranger");
  if (((status.identity_high ?? 0n) << 32n) + (status.identity_low ?? 0n) !== options.identity)
    throw new BoardFailure("other-kernel");
  if (status.running !== 0n) {
    await line.send(requestFrame(restartRequest));
    await silence(board);
    status = await statusOf(board);
  }
  board.call = Number(status.call);
  return board;
}

const restartRequest = { operation: "restart", window: 0, address: 0, count: 0 } as const;

export interface BoardCall {
  readonly results: (NDArray | Value)[];
  readonly cycles: number; // from the start to the end, as the board counts them
}

export interface CallOptions {
  readonly limitMs?: number; // a minute where not said
  readonly unread?: ReadonlySet<string>; // arrays that the kernel sets without a look at what is in them
}

/**
 * Changes argument arrays in place, once everything has come back: a call that fails leaves them as they were. What the board has from
 * the call before is not sent again.
 */
export async function callBoard(
  board: Board,
  ports: KernelInterface,
  args: ReadonlyMap<string, NDArray | Value>,
  options: CallOptions = {},
): Promise<BoardCall> {
  try {
    return await calledOnce(board, ports, args, options);
  } catch (error) {
    board.known.clear();
    throw error;
  }
}

async function calledOnce(
  board: Board,
  ports: KernelInterface,
  args: ReadonlyMap<string, NDArray | Value>,
  { limitMs = 60_000, unread = new Set() }: CallOptions,
): Promise<BoardCall> {
  if (board.known.size > 0) await forgetIfRestarted(board);
  for (const { port, name, type } of ports.scalars) {
    const value = args.get(name);
    if (value === undefined || typeof value === "object") return bug(`\`${name}\` has no scalar value`);
    const at = windowOf(board.windows, (one) => one.kind === "scalar" && one.port === port);
    await sendWords(board, at, [toBits(type, value)]);
  }
  for (const array of ports.arrays) {
    const value = args.get(array.name);
    if (typeof value === "object" && !unread.has(array.name)) await sendArray(board, array, value);
  }
  const cycles = await runCall(board, limitMs);
  const found = new Map<string, NDArray>();
  for (const array of ports.arrays) {
    const given = args.get(array.name);
    if (typeof given === "object" && !array.isWritten) found.set(array.name, given);
    else found.set(array.name, await bringArray(board, array));
  }
  const results: (NDArray | Value)[] = [];
  for (const result of ports.results) {
    if (result.kind === "scalar") {
      const at = windowOf(board.windows, (one) => one.kind === "result" && one.port === result.port);
      results.push(fromBits(result.type, (await readWords(board, at, 1))[0] ?? 0n));
    } else {
      const given = args.get(result.array);
      results.push(typeof given === "object" ? given : (found.get(result.array) ?? bug("no such array")));
    }
  }
  for (const array of ports.arrays) {
    const given = args.get(array.name);
    const came = found.get(array.name);
    if (typeof given === "object" && came !== undefined && came !== given)
      for (let index = 0; index < sizeOf(array); index++) set(given, index, get(came, index));
  }
  return { results, cycles };
}

async function sendArray(board: Board, array: ArrayPorts, value: NDArray): Promise<void> {
  for (const [bank, words] of banksOf(array, value).entries())
    await sendWords(board, bankWindow(board, array, bank), words);
}

/** A board that lost its power, or was loaded again, has another number of its last call. */
async function forgetIfRestarted(board: Board): Promise<void> {
  const { call, running } = await statusOf(board);
  if (Number(call) !== board.call || running !== 0n) board.known.clear();
}

/** Only those that are other than what the board has. */
async function sendWords(board: Board, window: number, words: readonly bigint[]): Promise<void> {
  const bytes = bytesOf(board.windows[window] ?? bug("no such window"));
  const known = board.known.get(window);
  board.known.delete(window); // while it is neither
  for (const { from, to } of staleRuns(words, known, bytes))
    await writeWords(board, window, words.slice(from, to), from);
  board.known.set(window, words);
}

/** Bytes: two runs of stale words that are no further apart are sent as one, as another request and its reply take longer. */
const leastGap = requestBytes + replyBytes + 2;

function staleRuns(
  words: readonly bigint[],
  known: readonly bigint[] | undefined,
  bytes: number,
): readonly { readonly from: number; readonly to: number }[] {
  if (known === undefined) return [{ from: 0, to: words.length }];
  const runs: { from: number; to: number }[] = [];
  for (const [index, word] of words.entries()) {
    if (word === known[index]) continue;
    const last = runs.at(-1);
    if (last !== undefined && (index - last.to) * bytes <= leastGap) last.to = index + 1;
    else runs.push({ from: index, to: index + 1 });
  }
  return runs;
}

async function bringArray(board: Board, array: ArrayPorts): Promise<NDArray> {
  const banks: (readonly bigint[])[] = [];
  for (const bank of array.banks.keys()) {
    const window = bankWindow(board, array, bank);
    board.known.delete(window);
    const words = await readWords(board, window, array.depth);
    board.known.set(window, words);
    banks.push(words);
  }
  const target = emptyArray(array);
  gather(array, target, (bank, word) => banks[bank]?.[word] ?? bug("a word did not come"));
  return target;
}

function bankWindow(board: Board, { name }: ArrayPorts, bank: number): number {
  return windowOf(
    board.windows,
    (one) => one.kind === "bank" && one.array.name === name && one.bank === bank,
  );
}

const ended = { operation: "ended", tag: 0 } as const;

/** Begins a call and waits until the board says that it has ended; where that goes missing, it is asked. */
async function runCall(board: Board, limitMs: number): Promise<number> {
  board.call = (board.call % 0xff_ffff) + 1;
  await ask(board, { operation: "start", window: 0, address: board.call, count: 0 });
  for (let waited = 0, pause = board.quietMs; ; waited += pause, pause *= 2) {
    if (waited < limitMs)
      await listen(board, ended, 1, { milliseconds: Math.min(pause, limitMs - waited), most: 256 });
    const status = await statusOf(board);
    if (status.running === 0n && Number(status.call) === board.call)
      return Number(((status.cycles_high ?? 0n) << 32n) + (status.cycles_low ?? 0n));
    if (waited < limitMs) continue;
    await board.line.send(requestFrame(restartRequest));
    throw new BoardFailure("endless");
  }
}

type StatusReport = Readonly<Partial<Record<(typeof statusWords)[number], bigint>>>;

async function statusOf(board: Board): Promise<StatusReport> {
  const words = await readWords(board, 0, statusWords.length);
  return Object.fromEntries(statusWords.map((name, at) => [name, words[at]]));
}

async function writeWords(
  board: Board,
  window: number,
  words: readonly bigint[],
  first: number, // the address of the first
): Promise<void> {
  const bytes = bytesOf(board.windows[window] ?? bug("no such window"));
  const atOnce = Math.max(1, Math.floor(payloadBytes / bytes));
  for (let at = 0; at < words.length; at += atOnce) {
    const part = words.slice(at, at + atOnce);
    const request = { operation: "write", window, address: first + at, count: part.length } as const;
    await ask(board, request, toBytes(part, bytes));
  }
}

async function readWords(board: Board, window: number, count: number): Promise<readonly bigint[]> {
  const bytes = bytesOf(board.windows[window] ?? bug("no such window"));
  const atOnce = Math.max(1, Math.floor(payloadBytes / bytes));
  const found: bigint[] = [];
  for (let address = 0; address < count; address += atOnce) {
    const part = Math.min(atOnce, count - address);
    const { words } = await ask(board, { operation: "read", window, address, count: part });
    found.push(...fromBytes(words, bytes));
  }
  return found;
}

const mostTries = 16; // of a line that damages two frames of three, one request in a thousand is given up

/** Until it is answered, with silence between, so that the board forgets what it did not understand. */
async function ask(board: Board, request: Request, words?: Uint8Array): Promise<Reply> {
  const { line, quietMs } = board;
  board.tag = (board.tag + 1) % tags;
  const { tag } = board;
  const bytesOfWord = bytesOf(board.windows[request.window] ?? bug("no such window"));
  const frame = requestFrame({ ...request, tag }, words);
  const lengthOfReply = request.operation === "read" ? request.count * bytesOfWord : 0;
  const length = frame.length + lengthOfReply + 16;
  let noise = 0;
  const began = line.now();
  for (let tries = 0; tries < mostTries; tries++) {
    await line.send(frame);
    const found = await listen(board, { operation: request.operation, tag }, bytesOfWord, {
      milliseconds: 4 * quietMs + 2 * length * board.msPerByte,
      most: 4 * length,
    });
    const { reply } = found;
    noise += found.noise;
    const isWhole = request.operation !== "read" || reply?.words.length === lengthOfReply;
    if (reply?.status === "done" && isWhole) {
      if (tries === 0) board.msPerByte = Math.max(board.msPerByte, (line.now() - began) / length);
      return reply;
    }
    if (reply?.status === "unknown") throw new BoardFailure("stranger");
    if (reply !== null) await silence(board); // it waits for that before it listens again
    board.heard = new Uint8Array();
  }
  throw new BoardFailure(noise > 0 ? "noise" : "silent");
}

async function silence(board: Board): Promise<void> {
  const { line, quietMs } = board;
  for (let left = 2 * quietMs; left > 0; left -= quietMs) await line.receive(quietMs);
  board.heard = new Uint8Array();
}

interface Patience {
  readonly milliseconds: number; // without a byte
  readonly most: number; // bytes, after which whoever talks there does not answer
}

/** The reply to this; others are dropped. Null where none comes in time. */
async function listen(
  board: Board,
  to: { readonly operation: Operation; readonly tag: number },
  bytesOfWord: number,
  { milliseconds, most }: Patience,
): Promise<{ readonly reply: Reply | null; readonly noise: number }> {
  const piece = Math.max(1, Math.min(milliseconds, board.quietMs));
  let count = 0;
  for (let left = milliseconds; ; left -= piece) {
    for (;;) {
      const found = replyIn(board.heard, bytesOfWord);
      if (found === null) break;
      board.heard = board.heard.slice(found.taken);
      const { operation, tag } = found.reply;
      if (operation === to.operation && tag === to.tag) return { reply: found.reply, noise: 0 };
    }
    if (left <= 0 || count > most) return { reply: null, noise: board.heard.length };
    const more = await board.line.receive(piece);
    board.heard = joined(board.heard, more);
    count += more.length;
    if (more.length > 0) left += piece; // it goes on
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
