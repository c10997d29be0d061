/** Data files that are damaged, or made to do harm: read, or refused in one sentence; never a crash, and little memory. */
import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { DataError } from "../../src/call/data_error.ts";
import { decodeNpy, encodeNpy, type NpyArray } from "../../src/call/npy.ts";
import { decodeNpz, encodeNpz } from "../../src/call/npz.ts";
import { seed, sources } from "./survive.ts";

const image: NpyArray = {
  dtype: "float32",
  shape: [3, 4],
  data: Float32Array.from({ length: 12 }, (_, i) => i / 3),
};
const count: NpyArray = { dtype: "int64", shape: [], data: BigInt64Array.of(-7n) };
const arrays = new Map([
  ["image", image],
  ["count", count],
]);

/** A few bytes changed, removed or doubled. */
const harm = fc.array(
  fc.record({
    at: fc.nat(),
    kind: fc.constantFrom("set", "cut", "double", "drop"),
    byte: fc.nat({ max: 255 }),
  }),
  { minLength: 1, maxLength: 6 },
);

function harmed(bytes: Uint8Array, edits: readonly { at: number; kind: string; byte: number }[]): Uint8Array {
  return edits.reduce((found, { at, kind, byte }) => {
    const place = found.length === 0 ? 0 : at % found.length;
    switch (kind) {
      case "set":
        return found.map((old, i) => (i === place ? byte : old));
      case "cut":
        return found.slice(0, place);
      case "double":
        return Uint8Array.from([...found.slice(0, place), ...found.slice(Math.max(0, place - byte))]);
      default:
        return Uint8Array.from([...found.slice(0, place), ...found.slice(place + 1 + (byte % 8))]);
    }
  }, bytes);
}

function survives(decode: () => unknown): void {
  try {
    decode();
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    if (/undefined|NaN|\[object/.test(error.message)) throw new Error(error.message);
  }
}

describe("harmed files", () => {
  it.each([
    ["a .npy file", encodeNpy(image), decodeNpy],
    ["a stored .npz file", encodeNpz(arrays, { compress: false }), decodeNpz],
    ["a deflated .npz file", encodeNpz(arrays, { compress: true }), decodeNpz],
  ] as const)("%s is read or refused", (_, bytes, decode) => {
    const property = fc.property(harm, (edits) => survives(() => decode(harmed(bytes, edits))));
    fc.assert(property, { numRuns: sources(600), seed });
  });

  it("an array whose bytes have changed is never taken for what it was", () => {
    const bytes = encodeNpz(arrays, { compress: false });
    const at = bytes.length / 4; // among the elements
    const changed = bytes.map((byte, i) => (i === Math.floor(at) ? byte ^ 1 : byte));
    expect(() => decodeNpz(changed)).toThrow("is damaged: its checksum is wrong");
  });
});

describe("a .npz file that claims to be larger than it is", () => {
  const zeros = (megabytes: number): Uint8Array => zipSync({ "a.npy": new Uint8Array(megabytes * 2 ** 20) });

  it("is refused before anything is unpacked", () => {
    const bomb = zeros(64); // 64 KiB of it
    expect(bomb.length).toBeLessThan(100_000);
    expect(() => decodeNpz(bomb, { most: 2 ** 20 })).toThrow(
      "it is 64 MiB or more unpacked; 1 MiB is the most",
    );
  });

  it("is refused where its parts together are too large", () => {
    const parts = zipSync(
      Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}.npy`, new Uint8Array(2 ** 18)])),
    );
    expect(() => decodeNpz(parts, { most: 2 ** 21 })).toThrow("2.25 MiB or more unpacked; 2 MiB is the most");
  });

  it("unpacks no more than it says: a stream that goes on is damaged", () => {
    const bomb = zeros(8);
    const view = new DataView(bomb.buffer, bomb.byteOffset);
    const record = bomb.findLastIndex(
      (_, i) => i + 4 <= bomb.length && view.getUint32(i, true) === 0x02014b50,
    );
    view.setUint32(record + 24, 1000, true); // it says: 1000 bytes
    expect(() => decodeNpz(bomb)).toThrow("is damaged");
  });
});

describe("headers of .npy files", () => {
  const file = (header: string): Uint8Array => {
    const text = new TextEncoder().encode(header);
    return Uint8Array.of(
      0x93,
      ...new TextEncoder().encode("NUMPY"),
      1,
      0,
      text.length & 255,
      text.length >> 8,
      ...text,
    );
  };
  it.each([
    ["deep", `${"(".repeat(30_000)}`],
    ["a word that JavaScript knows", "constructor"],
    [
      "a huge shape",
      "{'descr': '<f8', 'fortran_order': False, 'shape': (9007199254740991, 9007199254740991, 0)}",
    ],
    [
      "a larger one",
      `{'descr': '<f8', 'fortran_order': False, 'shape': (${"9007199254740991, ".repeat(40)})}`,
    ],
    ["a negative one", "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}"],
    ["many axes", `{'descr': '|u1', 'fortran_order': False, 'shape': (${"1, ".repeat(65)})}`],
    ["Python objects", "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}"],
    ["no shape", "{'descr': '<f8', 'fortran_order': False}"],
    ["nothing", ""],
  ])("%s", (_, header) => survives(() => decodeNpy(file(header))));
});
