import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeHalf, encodeHalf } from "../../src/call/half.ts";
import { type Dtype, decodeNpy, encodeNpy, type NpyArray, withPlainNaNs } from "../../src/call/npy.ts";
import { inDirectory, numpy, numpyHere } from "./numpy_files.ts";

const dtypes: readonly Dtype[] = [
  "bool",
  "int8",
  "int16",
  "int32",
  "int64",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "float16",
  "float32",
  "float64",
];

describe("files written by NumPy", () => {
  const shapes = ["()", "(0,)", "(5,)", "(2, 3)", "(2, 3, 4)", "(3, 0, 2)", "(1, 2, 1, 3)"];

  it.skipIf(!numpyHere)("are read in every dtype, byte order, memory order, version and shape", () => {
    inDirectory((directory) => {
      const listing = numpy(
        directory,
        `
import itertools, base64, json
rng = np.random.default_rng(1)
for dtype, order, memory, version, shape in itertools.product(
        ${JSON.stringify(dtypes)}, "<>", "CF", [(1, 0), (2, 0), (3, 0)], [${shapes.join(", ")}]):
    size = int(np.prod(shape))
    raw = rng.integers(0, 256, (size, 8)).astype(np.uint8)
    plain = np.dtype(dtype)
    values = (raw[:, 0] % 2).astype(bool) if dtype == "bool" else raw[:, :plain.itemsize].copy().view(plain)
    values = np.nan_to_num(values).reshape(shape) if plain.kind == "f" else values.reshape(shape)
    name = f"{dtype}{'lb'[order == '>']}{memory}{version[0]}x{'x'.join(map(str, shape))}.npy"
    stored = np.array(values, dtype=plain.newbyteorder(order), order=memory)
    with open(name, "wb") as f:
        np.lib.format.write_array(f, stored, version=version)
    exact = values.astype(np.float32) if dtype == "float16" else values
    print(json.dumps([name, dtype, list(shape), base64.b64encode(np.ascontiguousarray(exact).tobytes()).decode()]))
`,
      );
      const rows = listing.trim().split("\n");
      expect(rows).toHaveLength(dtypes.length * 2 * 2 * 3 * shapes.length);
      for (const row of rows) {
        const [name, dtype, shape, base64] = JSON.parse(row) as [string, Dtype, number[], string];
        const file = decodeNpy(readFileSync(join(directory, name)));
        expect(file.dtype, name).toBe(dtype);
        expect(file.shape, name).toEqual(shape);
        const bytes = Buffer.from(file.data.buffer, file.data.byteOffset, file.data.byteLength);
        expect(bytes.toString("base64"), name).toBe(base64);
      }
    });
  });
});

describe("files we write", () => {
  const samples: readonly NpyArray[] = [
    { dtype: "bool", shape: [3], data: Uint8Array.of(1, 0, 1) },
    { dtype: "int8", shape: [2, 2], data: Int8Array.of(-128, -1, 0, 127) },
    { dtype: "int16", shape: [1, 2], data: Int16Array.of(-32768, 32767) },
    { dtype: "int32", shape: [2], data: Int32Array.of(-(2 ** 31), 2 ** 31 - 1) },
    { dtype: "int64", shape: [2], data: BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n) },
    { dtype: "uint8", shape: [], data: Uint8Array.of(255) },
    { dtype: "uint16", shape: [0], data: new Uint16Array() },
    { dtype: "uint32", shape: [1, 1, 1], data: Uint32Array.of(2 ** 32 - 1) },
    { dtype: "uint64", shape: [1], data: BigUint64Array.of(2n ** 64n - 1n) },
    { dtype: "float16", shape: [4], data: Float32Array.of(1.5, -0, 2 ** -24, 65504) },
    { dtype: "float32", shape: [3], data: Float32Array.of(0.1, Number.POSITIVE_INFINITY, -1e-45) },
    { dtype: "float64", shape: [2], data: Float64Array.of(0.1, 5e-324) },
  ];

  it("come back as they were", () => {
    for (const sample of samples) expect(decodeNpy(encodeNpy(sample))).toEqual(sample);
  });

  it.skipIf(!numpyHere)("are byte for byte what NumPy saves again", () => {
    inDirectory((directory) => {
      samples.forEach((sample, i) => {
        writeFileSync(join(directory, `${i}.npy`), encodeNpy(sample));
      });
      numpy(directory, `for i in range(${samples.length}): np.save(f"again{i}.npy", np.load(f"{i}.npy"))`);
      samples.forEach((sample, i) => {
        const [ours, theirs] = [`${i}.npy`, `again${i}.npy`].map((name) =>
          readFileSync(join(directory, name)),
        );
        expect(ours, sample.dtype).toEqual(theirs);
      });
    });
  });
});

describe("every half", () => {
  it("survives as a float32", () => {
    const all = Uint16Array.from({ length: 65536 }, (_, bits) => bits);
    const halfIsNaN = (bits: number): boolean => (bits & 0x7c00) === 0x7c00 && (bits & 1023) !== 0;
    encodeHalf(decodeHalf(all)).forEach((bits, i) => {
      if (halfIsNaN(i)) expect(halfIsNaN(bits)).toBe(true);
      else expect(bits).toBe(i);
    });
  });
});

describe("files that cannot be used", () => {
  const withHeader = (header: string, data = 64): Uint8Array => {
    const bytes = new Uint8Array(10 + header.length + data);
    bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
    bytes.set(new TextEncoder().encode(header), 10);
    return bytes;
  };
  const ofDescr = (descr: string): Uint8Array =>
    withHeader(`{'descr': ${descr}, 'fortran_order': False, 'shape': (1,), }`);

  it.each([
    ["an empty file", new Uint8Array(), /not a .npy file/],
    ["text", new TextEncoder().encode("a,b,c\n1,2,3\n"), /not a .npy file/],
    ["a later version", Uint8Array.from([0x93, 78, 85, 77, 80, 89, 9, 0, 0, 0]), /version 9.0 is not known/],
    ["a cut header", ofDescr("'<f4'").subarray(0, 30), /cut short inside its header/],
    [
      "cut data",
      withHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (9, 9)}"),
      /needs 648 bytes.*has 64/,
    ],
    ["objects", ofDescr("'|O'"), /Python objects.*astype/],
    ["complex numbers wider than any here", ofDescr("'<c32'"), /complex.*astype\(np\.complex128\)/],
    ["strings", ofDescr("'<U7'"), /strings/],
    ["byte strings", ofDescr("'|S7'"), /uint8/],
    ["dates", ofDescr("'<M8[ns]'"), /dates/],
    ["a long double", ofDescr("'<f16'"), /wider than float64/],
    ["records", ofDescr("[('x', '<f4'), ('y', '<i4')]"), /structured array/],
    ["a broken literal", withHeader("{'descr': '<f4', 'shape': (3"), /not a Python literal/],
    ["no shape", withHeader("{'descr': '<f4', 'fortran_order': False}"), /no valid shape/],
    [
      "a negative extent",
      withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}"),
      /no valid shape/,
    ],
  ])("%s: the message says why", (_, bytes, message) => {
    expect(() => decodeNpy(bytes)).toThrow(message);
  });

  it("random bytes after the magic give a DataError, nothing else", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.constantFrom(1, 2, 3), (tail, version) => {
        const bytes = Uint8Array.from([0x93, 78, 85, 77, 80, 89, version, 0, ...tail]);
        try {
          decodeNpy(bytes);
        } catch (error) {
          expect((error as Error).name).toBe("DataError");
        }
      }),
    );
  });
});

describe("what a call left behind", () => {
  it("has NumPy's own NaN, whatever its sign or payload was", () => {
    const bits = new Uint32Array([0xffc00000, 0x7fc00001, 0x3f800000, 0xff800000]);
    const { data } = withPlainNaNs({ dtype: "float32", shape: [4], data: new Float32Array(bits.buffer) });
    expect([...new Uint32Array(data.buffer)]).toEqual([0x7fc00000, 0x7fc00000, 0x3f800000, 0xff800000]);
    expect(bits[0]).toBe(0xffc00000);
    const long = new BigUint64Array([0xfff8000000000000n, 0x3ff0000000000000n]);
    const wide = withPlainNaNs({ dtype: "complex128", shape: [1], data: new Float64Array(long.buffer) });
    expect([...new BigUint64Array(wide.data.buffer)]).toEqual([0x7ff8000000000000n, 0x3ff0000000000000n]);
  });

  it("has the same bits of halves", () => {
    const nans = new Float32Array(new Uint32Array([0xffc00000, 0x7fc00000]).buffer);
    const file = encodeNpy(withPlainNaNs({ dtype: "float16", shape: [2], data: nans }));
    expect([...file.slice(-4)]).toEqual([0x00, 0x7e, 0x00, 0x7e]);
  });

  it("is itself where there is none", () => {
    const array = { dtype: "float32", shape: [2], data: new Float32Array([-0, 1]) } as const;
    expect(withPlainNaNs(array)).toBe(array);
  });
});
