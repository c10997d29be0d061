/** Vectors of WebAssembly against the same loops one iteration at a time, and against g++ -O2. */
import { type Case, nativeTimes, wasmTime } from "./kernels.ts";
import type { Measurement } from "./table.ts";

export async function simdSpeed(): Promise<Measurement[]> {
  const native = nativeTimes(cases);
  const rows: Measurement[] = [];
  for (const [i, one] of cases.entries()) {
    const scalar = await wasmTime(one, { simd: false });
    const vectors = await wasmTime(one);
    const time = native[i] ?? Number.NaN;
    rows.push({
      what: `${one.what}, vectors`,
      ours: vectors,
      theirs: { who: "one at a time", time: scalar },
      bound: "faster",
      holds: vectors < scalar,
    });
    rows.push({
      what: `${one.what}, vectors`,
      ours: vectors,
      theirs: { who: "g++ -O2", time },
      bound: "at most 2x slower",
      holds: vectors <= 2 * time,
    });
  }
  return rows;
}

// 2^14 elements fit the cache, so that arithmetic is measured and not memory; 100 rounds make the call itself small.
const cases: readonly Case[] = [
  {
    what: "a + b, 2^14 float32",
    kernel: `
def kernel(a, b, c):
    for t in range(100):
        c[:] = a + b
`,
    args: { a: "float32[16384]", b: "float32[16384]", c: "float32[16384]" },
    body: "\n  for (int t = 0; t < 100; t++) for (int i = 0; i < 16384; i++) c[i] = a[i] + b[i];",
    repeats: 20,
  },
  {
    what: "saxpy, 2^14 float32",
    kernel: `
def kernel(x, y):
    for t in range(100):
        for i in range(16384):
            y[i] = y[i] + np.float32(1.5) * x[i]
`,
    args: { x: "float32[16384]", y: "float32[16384]" },
    body: "\n  for (int t = 0; t < 100; t++) for (int i = 0; i < 16384; i++) y[i] = y[i] + 1.5f * x[i];",
    repeats: 20,
  },
  {
    what: "saxpy, 2^14 float64",
    kernel: `
def kernel(x, y):
    for t in range(100):
        for i in range(16384):
            y[i] = y[i] + 1.5 * x[i]
`,
    args: { x: "float64[16384]", y: "float64[16384]" },
    body: "\n  for (int t = 0; t < 100; t++) for (int i = 0; i < 16384; i++) y[i] = y[i] + 1.5 * x[i];",
    repeats: 20,
  },
  {
    what: "(a ^ b) * 3 + (a >> 2), 2^14 int32",
    kernel: `
def kernel(a, b, c):
    for t in range(100):
        for i in range(16384):
            c[i] = (a[i] ^ b[i]) * 3 + (a[i] >> 2)
`,
    args: { a: "int32[16384]", b: "int32[16384]", c: "int32[16384]" },
    body: `
  for (int t = 0; t < 100; t++)
    for (int i = 0; i < 16384; i++) c[i] = (a[i] ^ b[i]) * 3 + (a[i] >> 2);`,
    repeats: 20,
  },
  {
    what: "clip and scale, 2^14 uint8",
    kernel: `
def kernel(a, c):
    for t in range(100):
        for i in range(16384):
            c[i] = np.minimum(np.maximum(a[i], 16), 235) // 2
`,
    args: { a: "uint8[16384]", c: "uint8[16384]" },
    body: `
  for (int t = 0; t < 100; t++)
    for (int i = 0; i < 16384; i++) {
      uint8_t low = a[i] > 16 ? a[i] : 16;
      c[i] = (low < 235 ? low : 235) / 2;
    }`,
    repeats: 20,
  },
  {
    what: "sum of 2^14 int32",
    kernel: `
def kernel(a, out):
    for t in range(100):
        s = np.int32(0)
        for i in range(16384):
            s += a[i]
        out[t] = s
`,
    args: { a: "int32[16384]", out: "int32[100]" },
    body: `
  for (int t = 0; t < 100; t++) {
    uint32_t s = 0;
    for (int i = 0; i < 16384; i++) s += a[i];
    out[t] = s;
  }`,
    repeats: 20,
  },
  {
    what: "matmul 256^3 float32, i k j",
    kernel: `
def kernel(a, b, c):
    for i in range(256):
        for k in range(256):
            for j in range(256):
                c[i, j] += a[i, k] * b[k, j]
`,
    args: { a: "float32[256,256]", b: "float32[256,256]", c: "float32[256,256]" },
    body: `
  for (int i = 0; i < 256; i++)
    for (int k = 0; k < 256; k++)
      for (int j = 0; j < 256; j++) c[i * 256 + j] += a[i * 256 + k] * b[k * 256 + j];`,
    repeats: 10,
  },
  {
    what: "matmul 256^3 float32, i j k",
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
    what: "Jacobi, 512x512 float32",
    kernel: `
def kernel(a, b):
    for t in range(20):
        b[1:-1, 1:-1] = (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[:-2, 1:-1] + a[2:, 1:-1]) * 0.2
        a[1:-1, 1:-1] = b[1:-1, 1:-1]
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
    what: "threshold into bool, 2^14 float32",
    kernel: `
def kernel(a, c):
    for t in range(100):
        c[:] = (a > 100) & (a < 200)
`,
    args: { a: "float32[16384]", c: "uint8[16384]" },
    body: `
  for (int t = 0; t < 100; t++)
    for (int i = 0; i < 16384; i++) c[i] = (a[i] > 100) & (a[i] < 200);`,
    repeats: 20,
  },
];
