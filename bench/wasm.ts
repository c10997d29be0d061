/** WebAssembly against g++ -O2 on the same loops written in C++ by hand. */
import { type Case, nativeTimes, wasmTime } from "./kernels.ts";
import type { Measurement } from "./table.ts";

export async function wasmSpeed(): Promise<Measurement[]> {
  const theirs = nativeTimes(cases);
  const rows: Measurement[] = [];
  for (const [i, one] of cases.entries()) {
    const ours = await wasmTime(one);
    const time = theirs[i] ?? Number.NaN;
    rows.push({
      what: `${one.what} on wasm`,
      ours,
      theirs: { who: "g++ -O2", time },
      bound: "at most 2x slower",
      holds: ours <= 2 * time,
    });
  }
  return rows;
}

const cases: readonly Case[] = [
  {
    what: "matmul 256^3 float32",
    kernel: `
def kernel(a, b, c):
    for i in range(256):
        for j in range(256):
            s = np.float32(0)
            for k in range(256):
                s += a[i, k] * b[k, j]
            c[i, j] = s
`,
    args: { a: "float32[256,256]", b: "float32[256,256]", c: "float32[256,256]" },
    body: `
  for (int i = 0; i < 256; i++)
    for (int j = 0; j < 256; j++) {
      float s = 0;
      for (int k = 0; k < 256; k++) s += a[i * 256 + k] * b[k * 256 + j];
      c[i * 256 + j] = s;
    }`,
    repeats: 10,
  },
  {
    what: "convolution 3x3, 1024x1024 float32",
    kernel: `
def kernel(a, w, out):
    out[:] = map(lambda x: dot(x[-1:2, -1:2], w), a[1:-1, 1:-1])
`,
    args: { a: "float32[1024,1024]", w: "float32[3,3]", out: "float32[1022,1022]" },
    body: `
  for (int i = 0; i < 1022; i++)
    for (int j = 0; j < 1022; j++) {
      float s = 0;
      for (int r = 0; r < 3; r++)
        for (int t = 0; t < 3; t++) s += a[(i + r) * 1024 + j + t] * w[r * 3 + t];
      out[i * 1022 + j] = s;
    }`,
    repeats: 20,
  },
  {
    what: "Jacobi, 512x512 float32, 20 rounds",
    kernel: `
def kernel(a, b):
    for t in range(20):
        for i in range(1, 511):
            for j in range(1, 511):
                b[i, j] = (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i - 1, j] + a[i + 1, j]) * 0.2
        for i in range(1, 511):
            for j in range(1, 511):
                a[i, j] = b[i, j]
`,
    args: { a: "float32[512,512]", b: "float32[512,512]" },
    body: `
  for (int t = 0; t < 20; t++) {
    for (int i = 1; i < 511; i++)
      for (int j = 1; j < 511; j++)
        b[i * 512 + j] = (a[i * 512 + j] + a[i * 512 + j - 1] + a[i * 512 + j + 1] + a[(i - 1) * 512 + j] +
                          a[(i + 1) * 512 + j]) * 0.2f;
    for (int i = 1; i < 511; i++)
      for (int j = 1; j < 511; j++) a[i * 512 + j] = b[i * 512 + j];
  }`,
    repeats: 20,
  },
  {
    what: "histogram of 2^20 bytes",
    kernel: `
def kernel(image, count):
    for i in range(1048576):
        count[image[i]] += 1
`,
    args: { image: "uint8[1048576]", count: "int32[256]" },
    body: "\n  for (int i = 0; i < 1048576; i++) count[image[i]] += 1;",
    repeats: 20,
  },
];
