/**
 * What a host and a board say to each other over a serial line, a UART or SPI.
 *
 *     request  5a  operation  window:2  address:3  count:2  sum:2   and, of a write, words and sum:2
 *     reply    a5  operation + 80  status  count:2  sum:2           and, of a read, words and sum:2
 *
 * Numbers have their low byte first, sums (CRC-16 of polynomial 1021) their high byte, so that the sum over all of it is zero.
 * Bits 4 to 6 of an operation are a tag, which the reply repeats: a reply that comes late is not taken for one of the next request.
 * Every request may be sent again: a call has a number, and the board begins it once. A board that has seen a damaged
 * header waits until the line is quiet, and says nothing; a host that hears nothing is quiet for longer, and asks again.
 */
export const requestMark = 0x5a;
export const replyMark = 0xa5;

/** `ended` is no request: the board says it when a call has ended. */
export const operations = { write: 1, read: 2, start: 3, restart: 4, ended: 5 } as const;
export type Operation = keyof typeof operations;

/** `damaged`: words of a write, which may be anything now; `busy`: a call runs; `unknown`: no such window or operation. */
export const statuses = ["done", "damaged", "busy", "unknown"] as const;
export type Status = (typeof statuses)[number];

export interface Request {
  readonly operation: Exclude<Operation, "ended">;
  readonly window: number;
  readonly address: number; // the first word; of `start` the number of the call
  readonly count: number; // of words
  readonly tag?: number; // 0 where not said
}

/** Requests that follow each other have different ones. */
export const tags = 8;
export const operationBits = 4;

export const requestBytes = 11;
export const replyBytes = 7;

/** Of the words of a frame, at most: what is lost at once when one of them is damaged. */
export const payloadBytes = 1024;

export function requestFrame(
  { operation, window, address, count, tag = 0 }: Request,
  words: Uint8Array = empty,
): Uint8Array {
  const code = operations[operation] + (tag << operationBits);
  const head = [code, ...low(window, 2), ...low(address, 3), ...low(count, 2)];
  const payload = operation === "write" ? [...words, ...high(sumOf(words))] : [];
  return Uint8Array.from([requestMark, ...head, ...high(sumOf(head)), ...payload]);
}

export interface Reply {
  readonly operation: Operation;
  readonly tag: number;
  readonly status: Status;
  readonly words: Uint8Array;
}

/** The first reply in what was heard, and how much of it that took; null where it is not all there, or damaged. */
export function replyIn(heard: Uint8Array, bytesOfWord: number): { reply: Reply; taken: number } | null {
  for (let at = heard.indexOf(replyMark); at >= 0; at = heard.indexOf(replyMark, at + 1)) {
    const head = heard.subarray(at + 1, at + replyBytes);
    const code = (head[0] ?? 0) - 0x80;
    const operation = operationOf(code & (2 ** operationBits - 1));
    const status = statuses[head[1] ?? statuses.length];
    if (
      head.length < replyBytes - 1 ||
      sumOf(head) !== 0 ||
      code < 0 ||
      operation === null ||
      status === undefined
    )
      continue;
    const count = (head[2] ?? 0) + 256 * (head[3] ?? 0);
    const length = count === 0 ? 0 : count * bytesOfWord + 2;
    const payload = heard.subarray(at + replyBytes, at + replyBytes + length);
    if (payload.length < length || (length > 0 && sumOf(payload) !== 0)) return null;
    const words = payload.slice(0, Math.max(0, length - 2));
    return {
      reply: { operation, tag: code >> operationBits, status, words },
      taken: at + replyBytes + length,
    };
  }
  return null;
}

function operationOf(code: number): Operation | null {
  const found = Object.entries(operations).find(([, one]) => one === code)?.[0];
  return (found as Operation | undefined) ?? null;
}

/** CRC-16 with polynomial 1021 and ones at the beginning. */
export function sumOf(bytes: Iterable<number>): number {
  let sum = 0xffff;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ ((sum & 0x8000) === 0 ? 0 : 0x1021)) & 0xffff;
  }
  return sum;
}

/**
 * On SPI a board that has nothing to say says `spiIdle`; in what it says, that byte and `spiEscape` are told as `spiEscape` and the
 * byte with the bits of `spiFlip` turned. What a host says is as it is: a poll is a byte other than `requestMark`.
 */
export const spiIdle = 0xe7;
export const spiEscape = 0xe6;
export const spiFlip = 0x20;

/** What a board said, from what was on the line; a new one for each selection. */
export function spiUnescaped(): (byte: number) => number | null {
  let isEscaped = false;
  return (byte) => {
    if (byte === spiIdle) return null;
    const told = isEscaped ? byte ^ spiFlip : byte;
    isEscaped = !isEscaped && byte === spiEscape;
    return isEscaped ? null : told;
  };
}

function low(value: number, bytes: number): readonly number[] {
  return Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256);
}

function high(sum: number): readonly number[] {
  return [sum >> 8, sum & 0xff];
}

const empty = new Uint8Array();
