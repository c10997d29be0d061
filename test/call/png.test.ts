/** Pictures written by another program (pypng, Pillow), each beside the array that it shows; and bad files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeNpy, type NpyArray } from "../../src/call/npy.ts";
import { decodePng, encodePng } from "../../src/call/png.ts";

const folder = join(import.meta.dirname, "png");
const pictures = readdirSync(folder).filter((name) => name.endsWith(".png"));
const most = 2 ** 20;
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));
const arrayOf = (name: string): NpyArray => decodeNpy(bytesOf(name.replace(".png", ".npy")));

describe("a PNG file", () => {
  it.each(pictures)("%s is read as the array beside it", (name) => {
    expect(decodePng(bytesOf(name), { most })).toEqual(arrayOf(name));
  });

  it.each(pictures)("the array of %s comes back as it was", (name) => {
    expect(decodePng(encodePng(arrayOf(name)), { most })).toEqual(arrayOf(name));
  });

  it("of few numbers is small", () => {
    const grey = arrayOf("filtered8.png");
    expect(encodePng(grey).length).toBeLessThan(grey.data.length / 2);
  });
});

describe("refused, with the reason", () => {
  const good = bytesOf("grey8.png");
  const header = (width: number, height: number, rest: readonly number[]): Uint8Array => {
    const view = new DataView(new ArrayBuffer(13));
    view.setUint32(0, width);
    view.setUint32(4, height);
    rest.forEach((byte, i) => void view.setUint8(8 + i, byte));
    return chunk("IHDR", new Uint8Array(view.buffer));
  };
  const grey = [8, 0, 0, 0, 0];
  const made = (...chunks: readonly Uint8Array[]): Uint8Array =>
    new Uint8Array(Buffer.concat([good.subarray(0, 8), ...chunks, chunk("IEND", new Uint8Array(0))]));
  const data = (length: number): Uint8Array => chunk("IDAT", deflateSync(new Uint8Array(length)));
  const changed = good.slice();
  changed[good.length - 20] = (changed[good.length - 20] ?? 0) ^ 1;

  it.each<[string, Uint8Array, RegExp]>([
    ["no PNG at all", Uint8Array.of(0xff, 0xd8, 0xff), /this is not a PNG file/],
    ["an empty file", new Uint8Array(0), /this is not a PNG file/],
    ["half a file", good.subarray(0, good.length / 2), /cut short/],
    ["no end mark", good.subarray(0, good.length - 12), /cut short/],
    ["a flipped bit", changed, /checksum in it is wrong/],
    ["no header", made(data(4)), /it has no header/],
    ["no data", made(header(2, 2, grey)), /cut short/],
    ["too little data", made(header(2, 2, grey), data(5)), /cut short/],
    ["more data than its size", made(header(2, 2, grey), data(7)), /more than its size says/],
    ["a bomb", made(header(2, 2, grey), data(1e8)), /more than its size says/],
    ["a size of terabytes", made(header(2 ** 20, 2 ** 20, grey), data(9)), /it is 1 TiB unpacked; 1 MiB/],
    [
      "one bit a pixel, to be bytes",
      made(header(2 ** 14, 2 ** 14, [1, 0, 0, 0, 0]), data(9)),
      /256 MiB unpacked/,
    ],
    ["no pixels", made(header(0, 2, grey), data(2)), /no such size/],
    ["a depth of 3 bits", made(header(2, 2, [3, 0, 0, 0, 0]), data(4)), /no such colours and depth/],
    ["colours nobody knows", made(header(2, 2, [8, 5, 0, 0, 0]), data(6)), /no such colours and depth/],
    [
      "a filter nobody knows",
      made(header(1, 1, grey), chunk("IDAT", deflateSync(Uint8Array.of(9, 0)))),
      /filter/,
    ],
    [
      "data that is not packed",
      made(header(1, 1, grey), chunk("IDAT", Uint8Array.of(1, 2, 3))),
      /be unpacked/,
    ],
    ["no palette", made(header(1, 1, [8, 3, 0, 0, 0]), data(2)), /palette is wrong/],
    [
      "a colour outside the palette",
      made(
        header(1, 1, [8, 3, 0, 0, 0]),
        chunk("PLTE", new Uint8Array(3)),
        chunk("IDAT", deflateSync(Uint8Array.of(0, 7))),
      ),
      /not in its palette/,
    ],
    [
      "transparency twice",
      made(header(1, 1, [8, 4, 0, 0, 0]), chunk("tRNS", new Uint8Array(2)), data(3)),
      /transparency/,
    ],
    ["an animation", made(header(1, 1, grey), chunk("acTL", new Uint8Array(8)), data(2)), /animated/],
    [
      "a part that must be known",
      made(header(1, 1, grey), chunk("XXXX", new Uint8Array(1)), data(2)),
      /"XXXX"/,
    ],
  ])("%s", (_, bytes, message) => {
    expect(() => decodePng(bytes, { most })).toThrow(
      expect.objectContaining({ name: "DataError", message: expect.stringMatching(message) }),
    );
  });

  it.each<[string, NpyArray]>([
    ["floats", { dtype: "float32", shape: [1, 1], data: Float32Array.of(1) }],
    ["signed numbers", { dtype: "int8", shape: [1, 1], data: Int8Array.of(1) }],
    ["one axis", { dtype: "uint8", shape: [2], data: Uint8Array.of(1, 2) }],
    ["five channels", { dtype: "uint8", shape: [1, 1, 5], data: new Uint8Array(5) }],
    ["no pixels", { dtype: "uint8", shape: [0, 4], data: new Uint8Array(0) }],
  ])("to write %s", (_, array) => {
    expect(() => encodePng(array)).toThrow(/a PNG file holds uint8 or uint16, \[height,width\]/);
  });
});

function chunk(name: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(content, 8);
  view.setUint32(8 + content.length, crc32(bytes.subarray(4, 8 + content.length)));
  return bytes;
}
