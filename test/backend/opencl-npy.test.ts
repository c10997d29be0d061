/** lutra_npy.h against files of every dtype, order and version: what C reads and writes is what we do. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Dtype, decodeNpy, encodeNpy } from "../../src/call/npy.ts";
import { runProcess } from "../../src/toolchain/process.ts";
import { include, mustRun } from "./c-cases.ts";

const folder = mkdtempSync(join(tmpdir(), "lutra-npy-"));

/** Copies a file: as it is; halves through floats; doubles through a fixed<20,13>. */
const program = `
#include "lutra_npy.h"
int main(int argc, char **argv) {
  char why[LUTRA_NPY_MESSAGE];
  lutra_npy a;
  int ok = argc > 2 && lutra_npy_read(argv[1], &a, why);
  if (ok && strcmp(a.dtype, "f2") == 0) {
    float *values = (float *)malloc(a.count * sizeof *values + 1);
    ok = lutra_npy_load_half(argv[1], a.dims, a.shape, values, why) &&
         lutra_npy_save_half(argv[2], a.dims, a.shape, values, why);
    free(values);
  } else if (ok && strcmp(a.dtype, "f8") == 0) {
    int32_t *raw = (int32_t *)malloc(a.count * sizeof *raw + 1);
    ok = lutra_npy_load_fixed(argv[1], "i4", 20, 7, a.dims, a.shape, raw, why) &&
         lutra_npy_save_fixed(argv[2], "i4", 7, a.dims, a.shape, raw, why);
    free(raw);
  } else if (ok && strcmp(a.dtype, "i1") == 0) {
    ok = lutra_npy_check_bits(argv[1], "i1", 5, a.count, a.data, why) &&
         lutra_npy_save(argv[2], a.dtype, a.dims, a.shape, a.data, why);
  } else if (ok) {
    ok = lutra_npy_save(argv[2], a.dtype, a.dims, a.shape, a.data, why);
  }
  if (!ok) puts(why);
  return ok ? 0 : 1;
}
`;

beforeAll(async () => {
  writeFileSync(join(folder, "copy.c"), program);
  const flags = ["-Wall", "-Wextra", "-Werror", "-O2", `-I${include}`, "copy.c", "-lm"];
  await mustRun("gcc", ["-std=c99", ...flags, "-o", "copy"], folder);
  await mustRun("g++", ["-std=c++14", "-x", "c++", ...flags, "-o", "copy_cpp"], folder);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the program wrote, or what it said. */
async function copied(bytes: Uint8Array, name = "copy"): Promise<ReturnType<typeof decodeNpy> | string> {
  writeFileSync(join(folder, "a.npy"), bytes);
  const done = await runProcess(join(folder, name), ["a.npy", "b.npy"], { cwd: folder, timeoutMs: 60_000 });
  if (done.kind === "failed") throw new Error(done.message);
  return done.status === 0 ? decodeNpy(readFileSync(join(folder, "b.npy"))) : done.stdout.trim();
}

describe("what numpy.save writes", () => {
  const cases: readonly [Dtype, number[]][] = [
    ["bool", [0, 1, 1, 0, 1, 0]],
    ["int8", [-16, 15, 0, 1, 2, 3]],
    ["int16", [-32768, 32767, 0, 1, 2, 3]],
    ["uint16", [65535, 0, 1, 2, 3, 4]],
    ["uint32", [4294967295, 0, 1, 2, 3, 4]],
    ["float16", [65504, -0, 2 ** -24, 1.5, Number.NaN, Number.NEGATIVE_INFINITY]],
    ["float32", [0.1, -0, 1e-45, 3e38, Number.NaN, Number.POSITIVE_INFINITY].map(Math.fround)],
    ["float64", [-1.5, 4095.9921875, -4096, 0, 1, 2]],
  ];
  it.each(cases)("%s", async (dtype, values) => {
    const empty = { bool: Uint8Array, int8: Int8Array, int16: Int16Array, uint16: Uint16Array };
    const wide = { uint32: Uint32Array, float16: Float32Array, float32: Float32Array, float64: Float64Array };
    const make = { ...empty, ...wide }[dtype as keyof typeof empty | keyof typeof wide];
    for (const shape of [[6], [2, 3], [1, 6, 1]]) {
      const file = encodeNpy({ dtype, shape, data: make.from(values) });
      for (const name of ["copy", "copy_cpp"]) {
        expect(await copied(file, name)).toEqual(decodeNpy(file));
      }
    }
  });

  it("a number without axes, and an array without elements", async () => {
    const scalar = encodeNpy({ dtype: "uint32", shape: [], data: Uint32Array.of(7) });
    const empty = encodeNpy({ dtype: "uint32", shape: [0, 3], data: new Uint32Array(0) });
    expect(await copied(scalar)).toEqual(decodeNpy(scalar));
    expect(await copied(empty)).toEqual(decodeNpy(empty));
  });
});

describe("other ways to write the same", () => {
  /** Versions 2 and 3 have four bytes for the length of the header. */
  function npy(version: number, header: string, data: readonly number[]): Uint8Array {
    const text = new TextEncoder().encode(header);
    const size =
      version === 1 ? [text.length & 255, text.length >> 8] : [text.length & 255, text.length >> 8, 0, 0];
    return Uint8Array.of(0x93, ...new TextEncoder().encode("NUMPY"), version, 0, ...size, ...text, ...data);
  }

  it.each([1, 2, 3])("version %d, big-endian, Fortran order", async (version) => {
    const header = "{'descr': '>u2', 'fortran_order': True, 'shape': (2, 3), }\n";
    const file = npy(version, header, [0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6]);
    expect(await copied(file)).toEqual({
      dtype: "uint16",
      shape: [2, 3],
      data: Uint16Array.of(1, 2, 3, 4, 5, 6),
    });
  });

  it.each([
    ["nothing", new Uint8Array(0), "a.npy is not a .npy file"],
    ["a later version", npy(9, "{}", []), "a.npy has version 9 of the .npy format; 1, 2 and 3 are read"],
    [
      "text",
      npy(1, "{'descr': '<U1', 'fortran_order': False, 'shape': (1,)}", [0]),
      /a dtype that kernels do not take/,
    ],
    ["no shape", npy(1, "{'descr': '<u2', 'fortran_order': False}", [0]), /without shape or fortran_order/],
    [
      "half of it",
      npy(1, "{'descr': '<u2', 'fortran_order': False, 'shape': (2,)}", [0, 0]),
      "a.npy is cut short: it needs 4 bytes of data and has 2",
    ],
    [
      "an int<5> that is none",
      npy(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (1,)}", [16]),
      "a.npy: element 0 is 16, which int<5> cannot hold",
    ],
    [
      "a fixed value that is none",
      encodeNpy({ dtype: "float64", shape: [2], data: Float64Array.of(1, 0.3) }),
      /element 1 is 0.29999999999999999, which fixed<20,13> cannot hold exactly/,
    ],
  ])("%s is refused in words", async (_, bytes, message) => {
    expect(await copied(bytes)).toMatch(message);
  });
});
