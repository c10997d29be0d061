"""`pysim` and `deploy` are two roads to one result: the same bits, the same types."""
import copy
import unittest

import numpy as np
import pylog as package
from pylog import *

WEIGHTS = np.array([1, 2, 1], np.int16)
HALF = 0.5


@pylog
def whole_argument(a, b, c):
    c = a + b
    c += 1
    c = c * a
    return c[0]


@pylog
def rows(image, out):
    inside = image[1:-1]
    out = map(lambda x: x[-1, 0] + x[1, 0] - x[0, 1], inside)


@pylog
def windows(image, v):
    blurred = map(lambda p: dot(p[-1:2], WEIGHTS), v[1:-1])
    products = map(lambda r: dot(r[0, :], v), image[:, 0])
    table = map(lambda x: map(lambda y: x * y, v[::2]), v)
    sums = map(lambda x, y: x + y[1], v[:-1], v[:-1])
    return blurred, products, table, sums


@pylog
def declared(a):
    total: np.float32 = 0
    for x in a:
        total += x
    count: "int8" = 127
    count += 1
    return total, count


@pylog
def empties(n: "int32"):
    scratch = np.empty((2, 3), np.float32)
    scratch[0] += n
    return scratch


@pylog
def fir(samples: "fixed<16,2>[24]", taps: "fixed<12,1>[4]", out: "fixed<16,4,nearest_even,saturate>[24]"):
    for n in range(3, 24):
        total: pl_fixed(32, 6) = 0
        for k in range(4):
            total += samples[n - k] * taps[k]
        out[n] = total * 8


@pylog
def exact(a: "int<8>[6]", f: "fixed<8,4>[6]", g: "ufixed<9,3>[6]", x: float, k: np.float32):
    u = f * g - a
    return (
        a + f, u, u / (g + 1), f * 0.25, f * x, f * k, a * 3 - 1, -g, abs(a), ~a, a << 2, f >> 1,
        np.sum(u), dot(a, f),
        a > f, np.maximum(a, f), min(a[0], f[0]), f % (g + 1), f // (g + 1), a ** 2, np.sqrt(g),
        1 / (g + 1), a & 12, f == g, u.astype(np.float32),
    )  # fmt: skip


@pylog
def bits(words: pl_uint49, out: pl_uint6):
    word = words[0]
    for i in range(len(words)):
        differ = words[i] ^ words[0]
        count = pl_uint6(0)
        for b in range(49):
            count += differ[b]
        out[i] = count
        word[0:8] = 255
        words[i][8:16] = count
    return word, ~word, word / 3, word // 3 % 7, pl_fixed(20, 10)(word) * HALF, word[3], word[40:]


@pylog
def keeps(a: pl_int8):
    wrapped = a[0]
    for i in range(len(a)):
        wrapped = wrapped + a[i]
    local = np.zeros(3, pl_fixed(8, 4))
    local[1] = a[0] * 0.3
    local[2] = wrapped
    local[0] = np.max(local)
    return wrapped, local


@pylog
def grows(x: "fixed<8,4>[8]", h: "fixed<8,4>[8]", a: "int<8>[8]", word: "uint<64>"):
    acc = 0
    for j in range(8):
        acc += x[j] * h[j]
    total = a[0]
    for i in range(8):
        total = total + a[i]
    ones = 0
    for b in range(64):
        ones += word[b]
    twice = a[1]
    twice = twice + a[2]
    return acc, total, ones, twice


@pylog
def grows_on(a: "int<8>[8]", n: int):
    total = 0
    for i in range(n):
        total += a[i]
    return total


@pylog
def beside_exact(c: "uint8[6]", d: "int16[6]", e: "int<9>[6]", out: "int<27>[8,6]", less: "bool[2,6]"):
    for i in range(6):
        out[0, i] = 9 * c[i]
        out[1, i] = 1 - c[i]
        out[2, i] = (c[i] - 201) + (c[i] << 4)
        out[3, i] = d[i] + e[i]
        out[4, i] = (d[i] - e[i]) * 3
        out[5, i] = 3 * e[i] - d[i] * e[i]
        out[6, i] = d[i] & e[i]
        out[7, i] = 2 - e[i]
        less[0, i] = d[i] < e[i]
        less[1, i] = c[i] + 1 >= e[i]


class Agreement(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(7)

    def check(self, kernel, *args):
        seen = []
        for mode in ("pysim", "deploy"):
            own = copy.deepcopy(args)
            results = kernel.using(mode=mode)(*own)
            seen.append(list(results if isinstance(results, tuple) else (results,)) + list(own))
        for k, (ours, theirs) in enumerate(zip(*seen)):
            self.assertEqual((k, type(ours), np.asarray(ours).dtype), (k, type(theirs), np.asarray(theirs).dtype))
            np.testing.assert_array_equal(ours, theirs, "value %d of %s" % (k, kernel.__name__))

    def ints(self, *shape, dtype=np.int32):
        return self.rng.integers(-50, 50, shape).astype(dtype)

    def fixed(self, width, integer, *shape):
        return self.rng.integers(-(2 ** (width - 1)), 2 ** (width - 1), shape) / 2.0 ** (width - integer)

    def test_assigning_a_whole_argument_writes_it(self):
        self.check(whole_argument, self.ints(4), self.ints(4), np.zeros(4, np.int32))
        self.check(whole_argument, self.ints(4), self.ints(4), np.zeros((2, 4), np.int64))

    def test_offsets_reach_into_the_array_that_was_sliced(self):
        self.check(rows, self.ints(6, 5), np.zeros((4, 5), np.int32))

    def test_offsets_end_at_the_argument_even_if_the_caller_has_more(self):
        self.check(rows, self.ints(10, 9)[2:8, 1:6], np.zeros((4, 5), np.int32))

    def test_windows_rows_and_maps_in_maps(self):
        self.check(windows, self.ints(4, 6), self.ints(6))
        self.check(windows, self.rng.random((4, 6), np.float32), self.rng.random(6, np.float32))

    def test_declared_locals_keep_their_type(self):
        self.check(declared, self.rng.random(9))

    def test_empty_arrays_are_zeros(self):
        self.check(empties, np.int32(4))

    def test_fixed_point_filter(self):
        self.check(fir, self.fixed(16, 2, 24), self.fixed(12, 1, 4), np.zeros(24))

    def test_exact_arithmetic(self):
        g = self.rng.integers(0, 512, 6) / 64.0
        for _ in range(5):
            self.check(exact, self.ints(6, dtype=np.int8), self.fixed(8, 4, 6), g, 0.3, np.float32(0.7))

    def test_bits(self):
        self.check(bits, self.rng.integers(0, 2**49, 5, dtype=np.uint64), np.zeros(5, np.uint8))

    def test_numpy_numbers_beside_exact_ones_keep_their_own_rules(self):
        c, d = self.rng.integers(0, 256, 6).astype(np.uint8), self.ints(6, dtype=np.int16)
        out, less = np.zeros((8, 6), np.int64), np.zeros((2, 6), bool)
        self.check(beside_exact, c, d, self.ints(6, dtype=np.int16), out, less)

    def test_exact_locals_grow_and_lose_nothing(self):
        most = (np.full(8, 7.5), np.full(8, 7.5), np.full(8, 100, np.int8), np.uint64(2**64 - 1))
        self.assertEqual(grows.using(mode="pysim")(*most), (450, 900, 64, 200))
        self.check(grows, *most)
        self.check(grows, self.fixed(8, 4, 8), self.fixed(8, 4, 8), self.ints(8, dtype=np.int8), np.uint64(77))

    def test_growth_without_a_bound_is_refused_in_every_mode(self):
        for mode in ("pysim", "deploy"):
            with self.assertRaisesRegex(package.CompileError, "no bound of it can be proved"):
                grows_on.using(mode=mode)(np.full(8, 100, np.int8), 8)

    def test_names_and_arrays_keep_exact_types(self):
        self.check(keeps, self.ints(7, dtype=np.int8) * 2)


class Python(unittest.TestCase):
    def test_a_kernel_may_print_and_raise_as_any_function(self):
        @pylog(mode="pysim")
        def checks(a):
            if a[0] > 0:
                raise ArithmeticError("positive")
            return a[0]

        self.assertEqual(checks(np.array([-1])), -1)
        with self.assertRaisesRegex(ArithmeticError, "positive"):
            checks(np.array([1]))

    def test_annotations_are_checked(self):
        with self.assertRaisesRegex(TypeError, r"test_pysim.py:\d+: argument samples is .*; it was given float64\[3\]"):
            fir.using(mode="pysim")(np.zeros(3), np.zeros(4), np.zeros(24))

    def test_kernels_call_kernels_as_functions(self):
        @pylog(mode="pysim")
        def outer(a, c):
            c[:] = 1
            declared(a)
            return declared(a)[1]

        self.assertEqual(outer(np.ones(3), np.zeros(3)), -128)


class HostCode(unittest.TestCase):
    """`from pylog import *` takes the place of builtins; programs that use them go on."""

    def test_range(self):
        import random

        numbers = range(2, 20, 3)
        self.assertEqual(list(numbers.pipeline().unroll(2)), [2, 5, 8, 11, 14, 17])
        self.assertEqual((len(numbers), numbers[1], list(numbers[1:3]), 8 in numbers), (6, 5, [5, 8], True))
        self.assertEqual((numbers.start, numbers.stop, numbers.step), (2, 20, 3))
        self.assertEqual(list(reversed(range(3))), [2, 1, 0])
        self.assertEqual(range(3), range(0, 3))
        self.assertLess(max(random.sample(range(10), 3)), 10)

    def test_map_max_min(self):
        self.assertEqual(list(map(int, ["1", "2"])), [1, 2])
        self.assertEqual((max(3, 4), max([1, 2]), max([], default=0), min("b", "a")), (4, 2, 0, "a"))
        self.assertEqual(max(np.array([[1, 5], [2, 3]])), 5)

    def test_integer_types_of_every_width(self):
        import pylog

        self.assertEqual((pl_int8(200), pl_uint3(9), pylog.pl_uint777(1) + 1), (-56, 1, 2))
        with self.assertRaises(AttributeError):
            pylog.pl_int4097


if __name__ == "__main__":
    unittest.main()
