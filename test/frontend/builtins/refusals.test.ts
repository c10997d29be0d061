/** What builtins refuse, and with which code: one call a line. `a` is float32[4,6], `i` int32[4], `n` a Python int. */
import { expect, test } from "vitest";
import { allCodes } from "../../../src/diagnostics/catalogue/index.ts";
import { compilePython } from "../../../src/frontend/python/index.ts";
import { array, float32, int32, pythonInt, type Type } from "../../../src/types/types.ts";

const refusals = `
  missing-argument            np.sum()
  missing-argument            np.full(3)
  missing-argument            a.astype()
  too-many-arguments          len(a, 1)
  too-many-arguments          np.sum(a, 0, None, None, False, None, True, 3)
  too-many-arguments          range(1, 2, 3, 4)
  unknown-keyword             np.sum(a, axs=0)
  unknown-keyword             np.zeros(3, typ=int)
  unknown-keyword             np.add(x1=a, x2=a)
  repeated-argument           np.sum(a, a=a)
  bad-out                     np.sum(a, out=a)
  unsupported-keyword         np.sum(a, where=a > 0)
  unsupported-keyword         np.max(a, initial=0)
  unsupported-keyword         np.zeros(3, order='F')
  unsupported-keyword         a.reshape(24, order='F')
  unsupported-keyword         np.average(a, returned=True)
  unsupported-keyword         sorted(a[0], key=abs)
  argument-value-needed       np.sum(a, axis=n)
  argument-value-needed       np.arange(n)
  argument-value-needed       np.eye(n)
  argument-value-needed       np.round(a, n)
  argument-value-needed       a.reshape(n, 6)
  argument-value-needed       np.zeros(n)
  argument-value-needed       np.full((2, n), 1)
  argument-type               np.sum(a, axis='x')
  argument-type               np.sum(a, keepdims=2)
  bad-index                   range(1.5)
  array-too-large             np.zeros(10**12)
  array-too-large             np.eye(10**6)
  array-too-large             np.linspace(0, 1, 10**9)
  array-too-large             np.repeat(a, 10**12)
  argument-type               math.sqrt(a)
  argument-type               math.gcd(2.5, 3)
  argument-type               round(a)
  argument-type               max(a, a)
  argument-type               np.finfo(np.int8).max
  argument-value              np.convolve(i, i, 'half')
  argument-value              np.pad(a, 1, 'median')
  argument-value              np.zeros(-1)
  argument-value              np.transpose(a, (0, 0))
  argument-value              np.squeeze(a, axis=0)
  argument-value              a.view(np.float64)
  argument-value              np.searchsorted(i, 3, side='middle')
  bad-axis                    np.sum(a, axis=2)
  bad-axis                    np.sum(n, axis=0)
  bad-axis                    np.fliplr(i)
  repeated-axis               np.sum(a, axis=(0, -2))
  unknown-dtype               np.zeros(3, dtype='quick')
  unknown-dtype               a.astype(a)
  bad-exact-type              pl_fixed(0, 0)(1.5)
  bad-exact-type              pl_fixed(8, 4, 'sideways')(1.5)
  wrong-rank                  np.tril(i)
  wrong-rank                  a.item()
  bad-conversion              int('3')
  bad-conversion              float(a)
  bad-conversion              int(None)
  cannot-reshape              a.reshape(5, 5)
  cannot-reshape              a.reshape(-1, -1)
  cannot-broadcast            np.broadcast_to(a, (2, 6))
  concatenate-shapes          np.concatenate((a, a[:, :2]))
  concatenate-shapes          np.vstack((a, i))
  matmul-shapes               a @ a
  matmul-shapes               np.dot(a, i)
  matmul-shapes               matmul(a, a.T, a)
  operator-shapes             np.convolve(a, i)
  operator-shapes             conv2d(a, i)
  operator-shapes             spmv(i, i, a, i)
  empty-reduction             np.max(a[:0])
  empty-reduction             max(a[0, :0])
  argument-value-needed       np.ravel(a[:n])
  not-writable                (a + 1).fill(0)
  changes-in-expression       len(a.sort())
  unsupported-function        print(a)
  unsupported-function        np.partition(i, 2)
  missing-argument            np.where(a > 0, a)
  unsupported-function        np.random.rand(3)
  unsupported-function        np.linalg.eig(a)
  argument-value              np.einsum('ijk->i', a)
  unsupported-function        a.tolist()
  unsupported-function        isinstance(a, int)
  unsupported-function        math.lgamma(1.0)
  choice-of-types             max(a[0, 0], i[0])
  zero-step                   range(0, 5, 0)
  zero-step                   np.arange(0, 5, 0)
  constant-out-of-range       np.uint8(300)
  constant-out-of-range       np.array([1, 2, 300], dtype=np.int8)
  unknown-attribute           n.sum()
  unknown-function            np.summ(a)
`;

const args = new Map<string, Type>([
  ["a", array(float32, [4, 6])],
  ["i", array(int32, [4])],
  ["n", pythonInt],
]);

const cases = refusals
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s{2,}/));

test.each(cases)("%s: %s", (code, call) => {
  const text = `from pylog import *\n\n@pylog\ndef kernel(a, i, n):\n    x = ${call}\n`;
  const { diagnostics } = compilePython({ path: "kernel.py", text }, { args });
  expect(diagnostics.map((d) => d.code)).toEqual([code]);
  const [diagnostic] = diagnostics;
  expect(diagnostic?.help).toBeTruthy();
  expect(text.slice(diagnostic?.span.from, diagnostic?.span.to).length).toBeGreaterThan(0);
});

test("every code of the calls is one of the catalogue", () => {
  for (const [code] of cases) expect(allCodes).toContain(code);
});
