/** Small kernels of the kinds that schedules meet: perfect and imperfect nests, stencils, sums, recurrences, branches. */
import { loopsOf } from "./lowered.ts";

export const kernels = {
  matmul: loopsOf(`def matmul(a: "float32[4,6]", b: "float32[6,5]", c: "float32[4,5]"):
    for i in range(4):
        for j in range(5):
            c[i, j] = 0.0
            for k in range(6):
                c[i, j] = c[i, j] + a[i, k] * b[k, j]
`),
  matvec: loopsOf(`def matvec(a: "int32[6,7]", x: "int32[7]", y: "int32[6]"):
    for i in range(6):
        s = x[0] - x[0]
        for j in range(7):
            s = s + a[i, j] * x[j]
        y[i] = s
`),
  blur: loopsOf(`def blur(a: "float32[9,8]", t: "float32[9,8]", b: "float32[9,8]"):
    for i in range(9):
        for j in range(1, 7):
            t[i, j] = (a[i, j - 1] + a[i, j] + a[i, j + 1]) / np.float32(3.0)
    for y in range(1, 8):
        for x in range(1, 7):
            b[y, x] = (t[y - 1, x] + t[y, x] + t[y + 1, x]) / np.float32(3.0)
`),
  local: loopsOf(`def local(a: "int32[9,8]", b: "int32[7,6]"):
    t = np.zeros((9, 8), np.int32)
    u = np.zeros(8, np.int32)
    for i in range(9):
        for j in range(8):
            t[i, j] = a[i, j] * 2
    for l in range(8):
        s = np.int32(0)
        for m in range(9):
            s = s + a[m, l]
        u[l] = s
    for y in range(1, 8):
        for x in range(1, 7):
            b[y - 1, x - 1] = t[y - 1, x] + t[y + 1, x] - u[x] * t[y, x - 1]
`),
  chain: loopsOf(`def chain(a: "int32[12]", b: "int32[12]", c: "int32[12]", d: "int32[12]"):
    for i in range(12):
        b[i] = a[i] * 3
    for j in range(12):
        c[j] = b[j] + 1
    for k in range(2, 12):
        d[k] = c[k] + b[k - 2]
`),
  triangle: loopsOf(`def triangle(a: "int32[7,7]", s: "int32[7]"):
    for i in range(7):
        for j in range(i, 7):
            a[j, i] = a[i, j] + 1
    for k in range(1, 7):
        s[k] = s[k - 1] + a[k, k]
`),
  wave: loopsOf(`def wave(a: "float64[8,9]"):
    for i in range(1, 8):
        for j in range(1, 8):
            a[i, j] = a[i - 1, j] * 0.5 + a[i, j - 1] * 0.25 + a[i - 1, j + 1]
`),
  dynamic: loopsOf(`def dynamic(a: "int32[20]", b: "int32[20]", n: "python int"):
    for i in range(n % 20):
        if a[i] > 3:
            b[i] = a[i]
            continue
        b[i] = b[i] - a[i]
    for j in range(0, n % 20, 3):
        b[j] = b[j] * 2
`),
  dot: loopsOf(`def dot(a: "float32[22]", b: "float32[22]", r: "float32[2]"):
    s = np.float32(0.0)
    m = a[0]
    for i in range(22):
        s = s + a[i] * b[i]
        m = np.maximum(m, a[i])
    r[0] = s
    r[1] = m
`),
  jacobi: loopsOf(`def jacobi(a: "float32[6,6]", b: "float32[6,6]"):
    for t in range(3):
        for i in range(1, 5):
            for j in range(1, 5):
                b[i, j] = (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]) * np.float32(0.25)
        for i in range(1, 5):
            for j in range(1, 5):
                a[i, j] = b[i, j]
`),
  histogram: loopsOf(`def histogram(a: "int32[5,4]", h: "int32[8]"):
    for i in range(5):
        for j in range(4):
            v = a[i, j] % 8
            h[v] = h[v] + 1
`),
  search: loopsOf(`def search(a: "int32[15]", r: "int32[1]"):
    found = 0
    for i in range(15):
        if a[i] == 7:
            break
        found = found + 1
    r[0] = found
    for j in range(15):
        a[j] = a[j] + found
`),
  arrays: loopsOf(`def arrays(a: "float32[6,8]", b: "float32[6,8]", c: "float32[8]"):
    t = a * b + 1.0
    u = t[:, ::2] - a[:, 1::2]
    c[:4] = u.sum(axis=0)
    b[1:-1, :] = t[:-2, :] * t[2:, :]
    return a @ c
`),
  conv: loopsOf(`def conv(img: "int32[8,9]", w: "int32[3,3]", out: "int32[8,9]"):
    out[1:-1, 1:-1] = map(lambda x: dot(x[-1:2, -1:2], w), img[1:-1, 1:-1])
    s = np.max(out, axis=1)
    out[:, 0] = s + 1
`),
  first: loopsOf(`def first(a: "int32[6,5]", r: "int32[6]"):
    for i in range(6):
        n = 0
        for j in range(5):
            if a[i, j] < 0:
                continue
            if a[i, j] > 30:
                break
            n = n + 1
        r[i] = n
`),
} as const;
