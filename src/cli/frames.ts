/**
 * Messages on a pipe: a header in JSON, then bytes that it speaks of.
 *
 *     "LUTR"  header length (uint32)  body length (uint64)  header  body      numbers little endian
 *     "LUTS"  header length           body length           header            the body is in memory that both share
 */

export interface Frame {
  readonly header: unknown;
  readonly body: ArrayBuffer; // starts at offset 0, so that typed arrays can lie over its parts
  readonly shared: number; // how many bytes of shared memory are the body instead
}

/** What ends a conversation: bytes that are no frame. Nothing after them can be trusted. */
export class FrameError extends Error {
  override readonly name = "FrameError";
}

export async function* readFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const prefix = new Uint8Array(prefixBytes);
  let parts: readonly Uint8Array[] = [prefix]; // of the frame at hand: its prefix, or its header and its body
  let part = 0;
  let filled = 0;
  for await (const chunk of stream) {
    let rest = chunk;
    while (true) {
      const target = parts[part];
      if (target === undefined) {
        yield finished(parts, sharedBy(prefix));
        [parts, part, filled] = [[prefix], 0, 0];
        continue;
      }
      if (filled < target.length) {
        if (rest.length === 0) break;
        const taken = rest.subarray(0, target.length - filled);
        target.set(taken, filled);
        filled += taken.length;
        rest = rest.subarray(taken.length);
        continue;
      }
      [part, filled] = [part + 1, 0];
      if (target === prefix) [parts, part] = [roomFor(prefix), 0];
    }
  }
  if (parts[0] !== prefix || filled > 0) throw new FrameError("the pipe ended inside a message");
}

/** The bytes of a frame, in the order they are to be written. Each part of the body starts at a multiple of 8. */
export function writeFrame(header: object, body: readonly Uint8Array[]): readonly Uint8Array[] {
  const padded = body.flatMap((part) =>
    padding(part.length) === 0 ? [part] : [part, new Uint8Array(padding(part.length))],
  );
  return [startOf(magic, header, sizeOf(body)), ...padded];
}

/** A frame whose body of so many bytes lies in shared memory already. */
export function writeSharedFrame(header: object, size: number): readonly Uint8Array[] {
  return [startOf(sharedMagic, header, size)];
}

/** How long a body of these parts is. */
export function sizeOf(body: readonly Uint8Array[]): number {
  return body.reduce((sum, part) => sum + part.length + padding(part.length), 0);
}

function startOf(word: Uint8Array, header: object, body: number): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const start = new Uint8Array(prefixBytes + text.length);
  const numbers = new DataView(start.buffer);
  start.set(word);
  numbers.setUint32(4, text.length, true);
  numbers.setBigUint64(8, BigInt(body), true);
  start.set(text, prefixBytes);
  return start;
}

/** How many bytes follow a part so that the next one is aligned. */
export function padding(bytes: number): number {
  return (8 - (bytes % 8)) % 8;
}

const magic = new TextEncoder().encode("LUTR");
const sharedMagic = new TextEncoder().encode("LUTS");
const prefixBytes = 16;
const longestHeader = 2 ** 28;

function roomFor(prefix: Uint8Array): readonly Uint8Array[] {
  if (!startsWith(prefix, magic) && !startsWith(prefix, sharedMagic))
    throw new FrameError("these bytes are no message");
  const numbers = new DataView(prefix.buffer);
  const header = numbers.getUint32(4, true);
  const body = startsWith(prefix, magic) ? numbers.getBigUint64(8, true) : 0n;
  if (header > longestHeader) throw new FrameError("the header is too long");
  try {
    return [new Uint8Array(header), new Uint8Array(Number(body))];
  } catch {
    throw new FrameError(`there is no memory for a message of ${body} bytes`);
  }
}

function startsWith(bytes: Uint8Array, word: Uint8Array): boolean {
  return word.every((byte, i) => bytes[i] === byte);
}

function sharedBy(prefix: Uint8Array): number {
  if (startsWith(prefix, magic)) return 0;
  return Number(new DataView(prefix.buffer).getBigUint64(8, true));
}

function finished([header, body]: readonly Uint8Array[], shared: number): Frame {
  if (header === undefined || body === undefined) throw new FrameError("a frame has two parts");
  try {
    const facts = JSON.parse(new TextDecoder().decode(header));
    return { header: facts, body: body.buffer as ArrayBuffer, shared };
  } catch {
    throw new FrameError("the header is no JSON");
  }
}
