"""Integers that shape arrays: each value is another kernel, and a kernel made for one is never called with another."""
import unittest

import numpy as np
from pylog import *


@pylog
def corner(a, n, m):
    out = np.zeros((n, m), np.float32)
    for i in range(n):
        for j in range(m):
            out[i, j] = a[i, j] * 2
    return out


@pylog
def ramp(n: int = 4):
    return np.arange(n)


@pylog
def total(a, n):
    s = np.float32(0)
    for i in range(n):
        s += a[i]
    return s


@pylog
def rows(a, n):
    out = np.zeros(8, np.float32)
    for i in range(n):
        for j in range(n):
            out[i] += a[i, j]
    return out


class Shapes(unittest.TestCase):
    a = np.arange(64, dtype=np.float32).reshape(8, 8)

    def test_each_value_is_another_kernel(self):
        for n, m in ((2, 3), (3, 2), (2, 3), (8, 1)):
            np.testing.assert_array_equal(corner(self.a, n, m), self.a[:n, :m] * 2)
            np.testing.assert_array_equal(corner.using(mode="pysim")(self.a, n, m), self.a[:n, :m] * 2)

    def test_equal_values_are_compiled_once(self):
        corner(self.a, 5, 6)
        before = len(corner._known.compiled)
        corner(self.a, 5, 6)
        corner(self.a + 1, 5, 6)
        self.assertEqual(len(corner._known.compiled), before)

    def test_numpy_integers_shape_arrays_too(self):
        self.assertEqual(corner(self.a, np.int32(2), np.uint8(3)).shape, (2, 3))

    def test_a_default_is_taken_or_overridden(self):
        np.testing.assert_array_equal(ramp(), np.arange(4))
        np.testing.assert_array_equal(ramp(6), np.arange(6))
        np.testing.assert_array_equal(ramp(), np.arange(4))

    def test_what_is_compiled_does_not_take_it(self):
        names = [param["name"] for param in corner.compile(self.a, 2, 2)["params"]]
        self.assertEqual(names, ["a"])


class Counts(unittest.TestCase):
    a = np.arange(8, dtype=np.float32)

    def test_one_kernel_serves_all_counts(self):
        self.assertEqual([total(self.a, n) for n in range(9)], [n * (n - 1) / 2 for n in range(9)])
        self.assertEqual(len(total._known.compiled), 1)

    def test_fixed_makes_a_kernel_of_each(self):
        slow, fast = (rows.using(mode="verilog", goal="speed", fixed=names) for names in ("", "n"))
        a = np.arange(64, dtype=np.float32).reshape(8, 8)
        for n in (8, 3, 8):
            np.testing.assert_array_equal(fast(a, n), slow(a, n))
        self.assertEqual([param["name"] for param in fast.compile(a, 3)["params"]], ["a"])
        self.assertLess(fast.cycles, slow.cycles / 2)

    def test_fixed_is_text(self):
        with self.assertRaisesRegex(TypeError, "fixed names integer arguments"):
            total.using(fixed=3)


if __name__ == "__main__":
    unittest.main()
