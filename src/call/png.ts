/**
 * PNG pictures as arrays, and arrays as PNG pictures.
 *
 *     const photo = decodePng(readFileSync("photo.png")); // { dtype: "uint8", shape: [64, 64], … }
 *     writeFileSync("copy.png", encodePng(photo));
 *
 * Grey is [height, width]; grey with alpha, RGB and RGBA have 2, 3 and 4 samples in a last axis. Samples are those that are
 * stored: no gamma or colour profile is applied. Sizes are held against `most` before anything is unpacked.
 *
 * The format: W3C, Portable Network Graphics (PNG) Specification, third edition.
 */
import { FlateErrorCode, Unzlib, zlibSync } from "fflate";
import { DataError } from "./data_error.ts";
import { sizeText, usualMemory } from "./memory.ts";
import type { NpyArray } from "./npy.ts";
import { eachFilter, filterRow, unfilterRow } from "./png_filter.ts";
import { checksum } from "./zip.ts";

/** `most`: how many bytes its array may have. Throws a DataError for what is no picture, is damaged, or is larger. */
export function decodePng(
  bytes: Uint8Array,
  { most = usualMemory }: { readonly most?: number } = {},
): NpyArray {
  const chunks = chunksOf(bytes);
  const header = headerOf(chunks[0]);
  const palette = paletteOf(header, chunks);
  const transparent = chunks.find(({ name }) => name === "tRNS")?.content ?? null;
  const channels = header.color === "palette" ? 3 : samplesOf[header.color];
  const shown = channels + (transparent === null ? 0 : 1);
  const size = header.height * header.width * shown * (header.depth === 16 ? 2 : 1);
  if (size > most) throw new DataError(`it is ${sizeText(size)} unpacked; ${sizeText(most)} is the most`);
  const samples = samplesIn(header, chunks);
  const shape = [header.height, header.width];
  const array = (data: Samples, last: number): NpyArray => ({
    dtype: data instanceof Uint16Array ? "uint16" : "uint8",
    shape: last === 1 ? shape : [...shape, last],
    data,
  });
  if (palette !== null) return array(looked(samples, palette, transparent), shown);
  const key = transparent === null ? null : keyOf(header, transparent);
  const scale = 255 / (2 ** Math.min(8, header.depth) - 1); // depths under 8 become bytes
  const opaque = header.depth === 16 ? 0xffff : 0xff;
  const keyed = key === null ? samples : withAlpha(samples, key, opaque / scale);
  return array(scale === 1 ? keyed : keyed.map((sample) => sample * scale), shown);
}

/** Refuses an array that no PNG file holds. */
export function checkPicture({ dtype, shape }: Pick<NpyArray, "dtype" | "shape">): void {
  const [height = 0, width = 0, channels = 1] = shape;
  const isSampled = dtype === "uint8" || dtype === "uint16";
  const isShaped = shape.length === 2 || (shape.length === 3 && channels >= 2 && channels <= 4);
  if (isSampled && isShaped && Math.min(height, width) >= 1 && Math.max(height, width) <= mostExtent) return;
  throw new DataError(
    `it is ${dtype}[${shape.join(",")}]; a PNG file holds uint8 or uint16, [height,width] or [height,width,C] with C 2 ` +
      "(grey, alpha), 3 (RGB) or 4 (RGBA). Convert it in the kernel, or write a .npy file",
  );
}

export function encodePng(array: NpyArray): Uint8Array {
  checkPicture(array);
  const [height = 0, width = 0, channels = 1] = array.shape;
  const wide = array.dtype === "uint16";
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, wide ? 16 : 8);
  header.setUint8(9, [0, 4, 2, 6][channels - 1] ?? 0);
  const samples = array.data as Samples;
  const bytes = wide ? bigEndian(samples) : Uint8Array.from(samples);
  const pixel = channels * (wide ? 2 : 1);
  const rows = new Uint8Array(height * (1 + width * pixel));
  const none = new Uint8Array(width * pixel);
  for (let y = 0; y < height; y++) {
    const at = y * width * pixel;
    const row = bytes.subarray(at, at + width * pixel);
    const above = y === 0 ? none : bytes.subarray(at - width * pixel, at);
    rows.set(smallest(row, above, pixel), y * (1 + width * pixel));
  }
  const parts = [
    Uint8Array.from(signature),
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("IDAT", zlibSync(rows)),
    chunk("IEND", new Uint8Array(0)),
  ];
  return joined(parts);
}

type Samples = Uint8Array | Uint16Array;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const mostExtent = 2 ** 31 - 1; // of the specification

interface Chunk {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Up to the end mark; checksums are right, and nothing that a reader must know is unknown. */
function chunksOf(bytes: Uint8Array): readonly Chunk[] {
  if (!signature.every((byte, i) => bytes[i] === byte)) throw new DataError("this is not a PNG file");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  let at = signature.length;
  for (;;) {
    if (at + 12 > bytes.length) throw cutShort();
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) throw cutShort();
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (checksum(bytes.subarray(at + 4, end)) !== view.getUint32(end))
      throw new DataError("the PNG file is damaged: a checksum in it is wrong");
    if (name === "IEND") return chunks;
    if (name === "acTL") throw new DataError("it is an animated PNG; give one picture of it");
    if (/^[A-Z]/.test(name) && !["IHDR", "PLTE", "IDAT"].includes(name))
      throw new DataError(`the PNG file needs a reader that knows its part ${JSON.stringify(name)}`);
    chunks.push({ name, content: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
}

type Color = "grey" | "rgb" | "palette" | "grey and alpha" | "rgb and alpha";

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number; // bits of a sample
  readonly color: Color;
  readonly interlaced: boolean;
}

const colors: Readonly<Record<number, readonly [Color, readonly number[]]>> = {
  0: ["grey", [1, 2, 4, 8, 16]],
  2: ["rgb", [8, 16]],
  3: ["palette", [1, 2, 4, 8]],
  4: ["grey and alpha", [8, 16]],
  6: ["rgb and alpha", [8, 16]],
};

const samplesOf: Readonly<Record<Color, number>> = {
  ...{ grey: 1, rgb: 3, palette: 1, "grey and alpha": 2, "rgb and alpha": 4 },
};

function headerOf(first: Chunk | undefined): Header {
  if (first?.name !== "IHDR" || first.content.length !== 13) throw damaged("it has no header");
  const view = new DataView(first.content.buffer, first.content.byteOffset, 13);
  const [width, height, depth] = [view.getUint32(0), view.getUint32(4), view.getUint8(8)];
  const [color, depths] = colors[view.getUint8(9)] ?? [];
  const [packing, filtering, interlace] = [10, 11, 12].map((at) => view.getUint8(at));
  if (color === undefined || depths?.includes(depth) !== true) throw damaged("no such colours and depth");
  if (Math.min(width, height) < 1 || Math.max(width, height) > mostExtent) throw damaged("no such size");
  if (packing !== 0 || filtering !== 0 || (interlace !== 0 && interlace !== 1))
    throw damaged("no such packing");
  return { width, height, depth, color, interlaced: interlace === 1 };
}

/** Every step that the picture is sent in: all of it, or Adam7's seven. */
function passes({ interlaced, width, height }: Header): readonly Pass[] {
  const whole = [{ x: 0, y: 0, dx: 1, dy: 1 }];
  return (interlaced ? adam7 : whole).flatMap(({ x, y, dx, dy }) => {
    const [columns, rows] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)];
    return columns > 0 && rows > 0 ? [{ x, y, dx, dy, columns, rows }] : [];
  });
}

interface Pass {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly columns: number;
  readonly rows: number;
}

const adam7 = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
] as const;

/** All samples in row-major order, as they are stored: numbers of `depth` bits. */
function samplesIn(header: Header, chunks: readonly Chunk[]): Samples {
  const { width, height, depth, color } = header;
  const channels = samplesOf[color];
  const bits = channels * depth;
  const steps = passes(header);
  const rowBytes = (columns: number): number => Math.ceil((columns * bits) / 8);
  const expected = steps.reduce((sum, { columns, rows }) => sum + rows * (1 + rowBytes(columns)), 0);
  const packed = chunks.filter(({ name }) => name === "IDAT").map(({ content }) => content);
  const bytes = inflated(joined(packed), expected);
  const count = width * height * channels;
  const samples = depth === 16 ? new Uint16Array(count) : new Uint8Array(count);
  let at = 0;
  for (const { x, y, dx, dy, columns, rows } of steps) {
    const length = rowBytes(columns);
    let above: Uint8Array = new Uint8Array(length);
    for (let row = 0; row < rows; row++) {
      const line = bytes.subarray(at + 1, at + 1 + length);
      if (!unfilterRow(bytes[at] ?? 0, line, above, Math.max(1, bits / 8))) throw damaged("no such filter");
      for (let column = 0; column < columns; column++) {
        const to = ((y + row * dy) * width + x + column * dx) * channels;
        for (let c = 0; c < channels; c++) samples[to + c] = sampleAt(line, column * channels + c, depth);
      }
      above = line;
      at += 1 + length;
    }
  }
  return samples;
}

/** Exactly as many bytes as the header promises: what unpacks to more is not unpacked further. */
function inflated(packed: Uint8Array, expected: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const unpack = new Unzlib((part) => {
    size += part.length;
    if (size > expected) throw damaged("it holds more than its size says");
    parts.push(part);
  });
  try {
    for (let at = 0; at < packed.length; at += slice)
      unpack.push(packed.subarray(at, at + slice), at + slice >= packed.length);
  } catch (error) {
    if (error instanceof DataError || error instanceof RangeError) throw error; // told already; no memory
    const isShort = error instanceof Error && "code" in error && error.code === FlateErrorCode.UnexpectedEOF;
    throw isShort ? cutShort() : damaged("it cannot be unpacked");
  }
  if (size !== expected) throw cutShort();
  return joined(parts);
}

const slice = 2 ** 14; // deflate unpacks a byte to at most 1032: so much beyond the promise is unpacked before it is seen

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function sampleAt(line: Uint8Array, index: number, depth: number): number {
  if (depth === 8) return line[index] ?? 0;
  if (depth === 16) return ((line[2 * index] ?? 0) << 8) | (line[2 * index + 1] ?? 0);
  const bit = index * depth;
  return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

function paletteOf({ color }: Header, chunks: readonly Chunk[]): Uint8Array | null {
  if (color !== "palette") return null; // elsewhere it is a hint for screens of few colours
  const palette = chunks.find(({ name }) => name === "PLTE")?.content ?? new Uint8Array(0);
  if (palette.length === 0 || palette.length % 3 !== 0 || palette.length > 768)
    throw damaged("its palette is wrong");
  return palette;
}

/** RGB, or RGBA where the palette has transparent colours. */
function looked(indices: Samples, palette: Uint8Array, alpha: Uint8Array | null): Uint8Array {
  const channels = alpha === null ? 3 : 4;
  const pixels = new Uint8Array(indices.length * channels);
  indices.forEach((index, i) => {
    if (3 * index >= palette.length) throw damaged("a colour is not in its palette");
    for (let c = 0; c < 3; c++) pixels[i * channels + c] = palette[3 * index + c] ?? 0;
    if (alpha !== null) pixels[i * channels + 3] = alpha[index] ?? 255;
  });
  return pixels;
}

/** The one colour that is transparent. */
function keyOf({ color }: Header, content: Uint8Array): readonly number[] {
  const count = color === "grey" ? 1 : color === "rgb" ? 3 : 0;
  if (count === 0 || content.length !== 2 * count) throw damaged("its transparency is wrong");
  return Array.from({ length: count }, (_, i) => sampleAt(content, i, 16));
}

function withAlpha(samples: Samples, key: readonly number[], opaque: number): Samples {
  const pixels = samples.length / key.length;
  const width = key.length + 1;
  const made =
    samples instanceof Uint16Array ? new Uint16Array(pixels * width) : new Uint8Array(pixels * width);
  for (let i = 0; i < pixels; i++) {
    const pixel = samples.subarray(i * key.length, (i + 1) * key.length);
    made.set(pixel, i * width);
    made[i * width + key.length] = key.every((sample, c) => sample === pixel[c]) ? 0 : opaque;
  }
  return made;
}

function bigEndian(samples: Samples): Uint8Array {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  samples.forEach((sample, i) => void view.setUint16(2 * i, sample));
  return new Uint8Array(view.buffer);
}

/** A row, its filter before it: the one that leaves the smallest numbers, as the specification suggests (12.7). */
function smallest(row: Uint8Array, above: Uint8Array, pixel: number): Uint8Array {
  const cost = (line: Uint8Array): number => line.reduce((sum, byte) => sum + Math.min(byte, 256 - byte), 0);
  const tried = eachFilter.map((filter) => filterRow(filter, row, above, pixel));
  const costs = tried.map(cost);
  const best = costs.indexOf(Math.min(...costs));
  const line = new Uint8Array(1 + row.length);
  line[0] = best;
  line.set(tried[best] ?? row, 1);
  return line;
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(content, 8);
  view.setUint32(8 + content.length, checksum(bytes.subarray(4, 8 + content.length)));
  return bytes;
}

function damaged(how: string): DataError {
  return new DataError(`the PNG file is damaged: ${how}`);
}

function cutShort(): DataError {
  return new DataError("the PNG file is cut short");
}
