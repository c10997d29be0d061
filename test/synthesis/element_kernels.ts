/** Kernels whose systolic arrays are looked at as modules. */
export interface ElementKernel {
  readonly name: string;
  readonly source: string;
  readonly steps: string;
  readonly kinds: readonly number[]; // elements of each module
  readonly reach: number; // elements that a wire goes
}

export const elementKernels: readonly ElementKernel[] = [
  {
    name: "a product of matrices",
    source: `
def kernel(a: "int16[12,20]", b: "int16[20,12]", c: "int32[12,12]"):
    for i in range(12):
        for j in range(12):
            s = np.int32(0)
            for k in range(20):
                s += np.int32(a[i, k]) * np.int32(b[k, j])
            c[i, j] = s
`,
    steps: "systolic i rows=i columns=j size=4,4",
    reach: 1,
    kinds: [8, 8], // results leave by two ways, row after row: behind the last row of each nobody waits
  },
  {
    name: "Smith-Waterman",
    source: `
def kernel(a: "uint8[8]", b: "uint8[12]"):
    h = np.zeros((9, 13), np.int16)
    best = np.int16(0)
    for i in range(1, 9):
        for j in range(1, 13):
            s = np.int16(2) if a[i - 1] == b[j - 1] else np.int16(-1)
            v = max(np.int16(0), h[i - 1, j - 1] + s, h[i - 1, j] - np.int16(1), h[i, j - 1] - np.int16(1))
            h[i, j] = v
            best = max(best, v)
    return best
`,
    steps: "systolic i rows=i",
    reach: 1,
    kinds: [6, 1, 1], // zeros come in above the first, and nobody is below the last
  },
  {
    name: "a convolution",
    source: `
def kernel(a: "int16[20]", w: "int16[4,5]", c: "int32[4,16]"):
    for f in range(4):
        for j in range(16):
            s = np.int32(0)
            for p in range(5):
                s += np.int32(a[j + p]) * np.int32(w[f, p])
            c[f, j] = s
`,
    steps: "systolic f rows=f columns=j size=4,4",
    reach: 1,
    kinds: [4, 4, 4, 3, 1], // in some rows a step is a cycle later, and behind some nobody waits
  },
  {
    name: "sorting, two words at a time in and out",
    source: `
def kernel(a: "int16[10]"):
    for t in range(10):
        for i in range(t % 2, 9, 2):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
`,
    steps: "systolic t rows=i",
    reach: 1,
    kinds: [3, 1, 1], // of two places each, as words move by two
  },
  {
    name: "a product of floats, a step every few cycles",
    source: `
def kernel(a: "float32[4,6]", b: "float32[6,4]", c: "float32[4,4]"):
    for i in range(4):
        for j in range(4):
            s = np.float32(0)
            for k in range(6):
                s += a[i, k] * b[k, j]
            c[i, j] = s
`,
    steps: "systolic i rows=i columns=j size=2,2",
    reach: 1,
    kinds: [2, 2],
  },
  {
    name: "LU decomposition, whose words pass through all elements",
    source: `
def kernel(a: "float32[5,5]"):
    for k in range(4):
        for i in range(k + 1, 5):
            a[i, k] = a[i, k] / a[k, k]
            for j in range(k + 1, 5):
                a[i, j] = a[i, j] - a[i, k] * a[k, j]
`,
    steps: "systolic k rows=k columns=j",
    reach: 1,
    kinds: [5, 4, 3, 1, 1], // those that subtract and those that divide; others at the border
  },
];
