/**
 * Zip archives, as far as NumPy writes them: stored or deflated, with 64-bit sizes. Everything is held against what the
 * archive says of itself, sizes before anything is unpacked: a few kilobytes may claim to be petabytes.
 *
 *     for (const { name, read } of zipEntries(bytes, { most: 2 ** 31 })) read(); // its bytes
 *
 * The format: PKWARE's APPNOTE.TXT, sections 4.3 and 4.5.3.
 */
import { inflateSync } from "fflate";
import { DataError } from "./data_error.ts";
import { sizeText } from "./memory.ts";

export interface ZipEntry {
  readonly name: string;
  readonly size: number; // unpacked
  read(): Uint8Array;
}

/** Throws a DataError for what is no archive, is damaged, or would be larger than `most` bytes unpacked. */
export function zipEntries(bytes: Uint8Array, { most }: { readonly most: number }): readonly ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, offset } = directoryOf(view);
  const entries: ZipEntry[] = [];
  let at = offset;
  let total = 0;
  for (let index = 0; index < count; index++) {
    const record = recordAt(view, bytes, at);
    at = record.next;
    total += record.size;
    if (total > most)
      throw new DataError(`it is ${sizeText(total)} or more unpacked; ${sizeText(most)} is the most`);
    if (entries.some(({ name }) => name === record.name))
      throw new DataError(`it holds '${record.name}' twice`);
    entries.push({ name: record.name, size: record.size, read: () => contentOf(view, bytes, record) });
  }
  return entries;
}

interface Record {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number; // bytes in the archive
  readonly size: number;
  readonly header: number; // where its own header is
  readonly next: number;
}

const signatures = {
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  record: 0x02014b50,
  header: 0x04034b50,
} as const;

function directoryOf(view: DataView): { readonly count: number; readonly offset: number } {
  const last = view.byteLength - 22;
  for (let at = last; at >= 0 && at >= last - 0xffff; at--) {
    if (view.getUint32(at, true) !== signatures.end) continue;
    const count = view.getUint16(at + 10, true);
    const offset = view.getUint32(at + 16, true);
    if (count !== 0xffff && offset !== 0xffffffff) return { count, offset };
    return directory64(view, at - 20);
  }
  throw new DataError("this is not a readable .npz (zip) file: it has no directory at its end");
}

function directory64(view: DataView, locator: number): { readonly count: number; readonly offset: number } {
  expectAt(view, locator, 20, signatures.locator64);
  const at = long(view, locator + 8);
  expectAt(view, at, 56, signatures.end64);
  return { count: long(view, at + 32), offset: long(view, at + 48) };
}

function recordAt(view: DataView, bytes: Uint8Array, at: number): Record {
  expectAt(view, at, 46, signatures.record);
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
    view.getUint16(at + field, true),
  );
  const extra = at + 46 + (nameLength ?? 0);
  const next = extra + (extraLength ?? 0) + (commentLength ?? 0);
  if (next > view.byteLength) throw damaged();
  const fields = [24, 20, 42].map((field) => view.getUint32(at + field, true));
  const [size = 0, packed = 0, header = 0] = wide(view, fields, extra, extra + (extraLength ?? 0));
  const flags = view.getUint16(at + 8, true);
  const name = new TextDecoder().decode(bytes.subarray(at + 46, extra));
  if ((flags & 1) !== 0) throw new DataError(`'${name}' in it is encrypted`);
  return {
    name,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed,
    size,
    header,
    next,
  };
}

/** Fields that 32 bits do not hold stand in an extra field of 64 bits each, in that order. */
function wide(view: DataView, fields: readonly number[], from: number, to: number): readonly number[] {
  if (fields.every((field) => field !== 0xffffffff)) return fields;
  let at = from;
  while (at + 4 <= to && view.getUint16(at, true) !== 1) at += 4 + view.getUint16(at + 2, true);
  at += 4;
  return fields.map((field) => {
    if (field !== 0xffffffff) return field;
    at += 8;
    if (at > to) throw damaged();
    return long(view, at - 8);
  });
}

function contentOf(
  view: DataView,
  bytes: Uint8Array,
  { name, method, crc, packed, size, header }: Record,
): Uint8Array {
  expectAt(view, header, 30, signatures.header);
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  if (start + packed > bytes.length) throw damaged();
  const data = bytes.subarray(start, start + packed);
  const content = unpacked(name, method, data, size);
  if (content.length !== size || checksum(content) !== crc) {
    throw new DataError(`'${name}' in it is damaged: its checksum is wrong`);
  }
  return content;
}

function unpacked(name: string, method: number, data: Uint8Array, size: number): Uint8Array {
  if (method === 0) return data;
  if (method !== 8)
    throw new DataError(`'${name}' in it is packed in a way that NumPy does not use (method ${method})`);
  try {
    return inflateSync(data, { out: new Uint8Array(size) });
  } catch (error) {
    if (error instanceof RangeError) throw error; // no memory
    throw new DataError(`'${name}' in it is damaged: it cannot be unpacked`);
  }
}

function expectAt(view: DataView, at: number, length: number, signature: number): void {
  if (at < 0 || at + length > view.byteLength || view.getUint32(at, true) !== signature) throw damaged();
}

function damaged(): DataError {
  return new DataError("the .npz (zip) file is damaged: its directory does not fit it");
}

function long(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw damaged();
  return value;
}

/** CRC-32, as in IEEE 802.3. */
export function checksum(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) crc = (crc >>> 8) ^ (remainders[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}

const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest >>> 0;
});
