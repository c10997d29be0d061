/**
 * Messages on a pipe: a header in JSON, then bytes that it speaks of.
 *
 *     "LUTR"  header length (uint32)  body length (uint64)  header  body      numbers little endian
 */

export interface Frame {
  readonly header: unknown;
  readonly body: ArrayBuffer; // starts at offset 0, so that typed arrays can lie over its parts
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
        yield finished(parts);
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
  const text = new TextEncoder().encode(JSON.stringify(header));
  const padded = body.flatMap((part) => [part, new Uint8Array(padding(part.length))]);
  const prefix = new Uint8Array(prefixBytes);
  const numbers = new DataView(prefix.buffer);
  prefix.set(magic);
  numbers.setUint32(4, text.length, true);
  numbers.setBigUint64(8, BigInt(padded.reduce((sum, part) => sum + part.length, 0)), true);
  return [prefix, text, ...padded];
}

/** How many bytes follow a part so that the next one is aligned. */
export function padding(bytes: number): number {
  return (8 - (bytes % 8)) % 8;
}

const magic = new TextEncoder().encode("LUTR");
const prefixBytes = 16;
const longestHeader = 2 ** 28;

function roomFor(prefix: Uint8Array): readonly Uint8Array[] {
  if (magic.some((byte, i) => prefix[i] !== byte)) throw new FrameError("these bytes are no message");
  const numbers = new DataView(prefix.buffer);
  const header = numbers.getUint32(4, true);
  const body = numbers.getBigUint64(8, true);
  if (header > longestHeader) throw new FrameError("the header is too long");
  try {
    return [new Uint8Array(header), new Uint8Array(Number(body))];
  } catch {
    throw new FrameError(`there is no memory for a message of ${body} bytes`);
  }
}

function finished([header, body]: readonly Uint8Array[]): Frame {
  if (header === undefined || body === undefined) throw new FrameError("a frame has two parts");
  try {
    return { header: JSON.parse(new TextDecoder().decode(header)), body: body.buffer as ArrayBuffer };
  } catch {
    throw new FrameError("the header is no JSON");
  }
}
