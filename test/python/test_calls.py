"""Calling a compiled kernel: what arrays may look like, what comes back, what the kernel sees of its module."""
import contextlib
import io
import linecache
import unittest
import warnings
from fractions import Fraction

import numpy as np
import pylog as package
from pylog import *

SCALE = 3
TABLE = np.array([10, 20, 30], np.int32)


SETTINGS = {"gain": 2, "taps": np.array([1.0, 2.0]), 3: (1, 3)}


def twice(x):
    return x * 2


@pylog
def tuned(x):
    return x * SETTINGS["gain"] + SETTINGS["taps"] + SETTINGS[3][1]


@pylog
def add(a, b, c):
    c = a + b


@pylog
def scaled(a, factor=2):
    return a * factor


@pylog
def changes(a, b):
    a[0] = b[1]
    return a, b[0], np.sum(b), 7, 0.5, True


@pylog
def from_module(a):
    return twice(a) * SCALE + TABLE


TURNS = np.exp(-2j * np.pi * np.arange(4) / 4).astype(np.complex64)
IMAGINARY = 0.5j


@pylog
def turned(a, z, out):
    for i in range(4):
        out[i] = a[i] * TURNS[i]
    return out * z, a[0] * IMAGINARY, z, a[1].imag


@external(header="half.h", source="half.cpp")
def half(x: np.int32) -> np.int32:
    return x // 2


@pylog
def calls_external(a, c):
    for i in range(len(a)):
        c[i] = half(a[i])


@pylog
def shifted(a, b):
    b[1:] = a[:-1]
    return b


def step(x, P, z):
    K = P[:, 0] / (P[0, 0] + 1)
    return x + K * (z - x[0]), P - np.outer(K, P[0])


@pylog
def filtered(x0, P0, z):
    x, P = x0, P0
    for k in range(len(z)):
        x, P = step(x, P, z[k])
    return x, P


def bumped(s):
    s[0] += 1
    return s * 2


@pylog
def bumps_first(a, c):
    c = bumped(a)
    c[1] = c[0] + bumped(a)[0]


@pylog
def halves(x: pl_fixed(16, 6), out: pl_fixed(16, 6)):
    out = x / 2


@pylog
def wide(a: pl_uint512, b: pl_fixed(80, 20)):
    return a[0] + 1, b * 2


def ints(*values):
    return np.array(values, np.int32)


class Arrays(unittest.TestCase):
    def check_sum(self, a, b, c):
        wanted = a + b
        self.assertIsNone(add(a, b, c))
        np.testing.assert_array_equal(c, wanted)

    def test_are_written_in_place(self):
        self.check_sum(ints(1, 2, 3), ints(4, 5, 6), ints(0, 0, 0))

    def test_may_have_any_strides_order_and_byte_order(self):
        grid = np.arange(12, dtype=np.int32).reshape(3, 4)
        self.check_sum(grid[::-1, ::2], np.asfortranarray(grid[:, :2]), np.zeros((2, 3), np.int32).T)
        self.check_sum(grid.astype(">i4"), grid, np.zeros((3, 4), ">i4"))

    def test_may_be_read_only_where_they_are_only_read(self):
        a = ints(1, 2)
        a.setflags(write=False)
        self.check_sum(a, np.broadcast_to(np.int32(5), (2,)), ints(0, 0))
        with self.assertRaisesRegex(ValueError, r"test_calls.py:\d+: the kernel writes its argument c; .* is read-only"):
            add(a, a, a)

    def test_given_twice_are_one_array(self):
        a = ints(1, 2, 3)
        add(a, a, a)
        np.testing.assert_array_equal(a, [2, 4, 6])

    def test_given_twice_are_one_array_on_every_engine(self):
        for options in ({"mode": "pysim"}, {}, {"backend": "reference"}, {"mode": "verilog"}):
            with self.subTest(options=options):
                a = ints(1, 2, 3, 4)
                self.assertIs(shifted.using(**options)(a, a), a)
                np.testing.assert_array_equal(a, [1, 1, 2, 3])

    def test_that_overlap_are_refused_only_if_one_is_written(self):
        a = ints(1, 2, 3, 4)
        self.check_sum(a[:3], a[1:], ints(0, 0, 0))
        with self.assertRaisesRegex(ValueError, "arguments c and b share memory, and the kernel writes c; pass a copy of one"):
            add(ints(0, 0, 0), a[:3], a[1:])
        np.testing.assert_array_equal(a, [1, 2, 3, 4])

    def test_of_each_dtype_come_back_as_they_are(self):
        for name in "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split():
            with self.subTest(dtype=name):
                self.check_sum(np.array([1, 2], name), np.array([3, 100], name), np.zeros(2, name))


class OtherArrays(unittest.TestCase):
    """Their operators mean something else, so that no mode may guess what is meant."""

    def test_are_refused_in_every_mode(self):
        @pylog
        def square(a):
            return a * a

        for given in (np.matrix([[1, 2], [3, 4]]), np.ma.masked_equal([2, 3], 3)):
            for mode in ("deploy", "pysim"):
                with self.assertRaisesRegex(TypeError, "a kernel takes plain arrays: pass np.asarray"):
                    square.using(mode=mode)(given)


class Results(unittest.TestCase):
    def test_are_numpy_and_python_numbers_arrays_and_arguments_themselves(self):
        a, b = ints(0, 0), ints(4, 5)
        same, first, total, number, half, truth = changes(a, b)
        self.assertIs(same, a)
        self.assertEqual([type(first), type(total)], [np.int32, np.int64])
        self.assertEqual([first, total, a[0]], [4, 9, 5])
        self.assertEqual([(type(x), x) for x in (number, half, truth)], [(int, 7), (float, 0.5), (bool, True)])

    def test_nan_and_infinity_and_minus_zero(self):
        for value in (float("nan"), float("inf"), -float("inf"), -0.0, 1e300):
            result = scaled(value, 1.0)
            self.assertEqual(repr(result), repr(value))


class Scalars(unittest.TestCase):
    def test_python_and_numpy_numbers_and_arrays_without_axes(self):
        self.assertEqual((type(scaled(3)), scaled(3)), (int, 6))
        self.assertEqual((type(scaled(np.float32(1.5))), scaled(np.float32(1.5))), (np.float32, 3))
        self.assertEqual((type(scaled(np.array(3, np.int8))), scaled(np.array(3, np.int8))), (np.int8, 6))

    def test_defaults_and_keywords(self):
        self.assertEqual(scaled(5), 10)
        self.assertEqual(scaled(factor=4, a=5), 20)

    def test_dictionaries_of_the_module_are_those_of_the_call(self):
        x = np.ones(2)
        for mode in ("deploy", "pysim"):
            np.testing.assert_array_equal(tuned.using(mode=mode)(x), [6, 7], mode)
        SETTINGS["gain"] = 5
        np.testing.assert_array_equal(tuned(x), [9, 10])
        SETTINGS["taps"][0] = 100
        np.testing.assert_array_equal(tuned(x), [108, 10])
        SETTINGS["gain"] = "text"
        with self.assertRaisesRegex(package.CompileError, "`SETTINGS` is a value of the module"):
            tuned(x)

    def test_defaults_may_be_tuples(self):
        @pylog
        def blended(a, weights=(0.5, 0.25), other=None):
            return a * weights[0] + weights[1]

        a = np.arange(4.0)
        for mode in ("deploy", "pysim"):
            np.testing.assert_array_equal(blended.using(mode=mode)(a), a * 0.5 + 0.25)
            with self.assertRaisesRegex(TypeError, "argument weights is a tuple"):
                blended.using(mode=mode)(a, (1.0, 2.0))

    def test_that_are_given_by_name_alone_are_refused_by_place(self):
        @pylog
        def named(a, *, factor):
            return a * factor

        with self.assertRaisesRegex(TypeError, "too many positional arguments"):
            named(2, 3)

    def test_complex_numbers_are_arguments_results_and_constants(self):
        a = np.array([1 + 2j, 3, -1j, 0.5], np.complex64)
        for z in (2 - 1j, np.complex64(1j)):
            out = np.zeros(4, np.complex64)
            products, first, same, part = turned(a, z, out)
            np.testing.assert_array_equal(out, a * TURNS)
            np.testing.assert_array_equal(products, out * z)
            self.assertEqual((first, same, part), (a[0] * IMAGINARY, z, a[1].imag))
            self.assertEqual((products.dtype, type(first), type(same)), (np.complex64, np.complex64, type(z)))

    def test_kernels_of_other_types_are_refused_by_name(self):
        with self.assertRaisesRegex(TypeError, r"argument a is a list; .*np.array\(a\)"):
            scaled([1, 2])
        with self.assertRaisesRegex(TypeError, "argument a holds complex numbers wider than complex128"):
            scaled(np.zeros(2, np.clongdouble))
        with self.assertRaisesRegex(TypeError, r"add\(a, b, c\): missing a required argument: 'c'"):
            add(1, 2)


class ExactTypes(unittest.TestCase):
    def test_are_floats_outside_where_those_hold_them(self):
        for dtype in (np.float64, np.float32):
            out = np.zeros(2, dtype)
            halves(np.array([1.5, -3], dtype), out)
            np.testing.assert_array_equal(out, [0.75, -1.5])

    def test_take_no_value_they_do_not_have(self):
        with self.assertRaisesRegex(ValueError, r"test_calls.py:\d+: argument x: fixed<16,6> has no value 0.1 \(at \[1\]\)"):
            halves(np.array([0.5, 0.1]), np.zeros(2))
        with self.assertRaisesRegex(ValueError, r"fixed<16,6> has no value 32.0"):
            halves(np.array([32.0]), np.zeros(1))

    def test_wider_than_numpy_are_python_numbers(self):
        total, double = wide(np.array([1 << 500], dtype=object), np.array([0.25]))
        self.assertEqual(total, (1 << 500) + 1)
        self.assertEqual(double[0], Fraction(1, 2))


class Names(unittest.TestCase):
    def test_constants_tables_and_functions_of_the_module(self):
        np.testing.assert_array_equal(from_module(ints(1, 2, 3)), [16, 32, 48])

    def test_constants_have_the_values_of_the_call(self):
        global SCALE
        self.addCleanup(globals().__setitem__, "SCALE", SCALE)
        SCALE = 5
        np.testing.assert_array_equal(from_module(ints(1, 2, 3)), [20, 40, 60])

    def test_enclosing_functions(self):
        def kernel_with(step, bias):
            @pylog
            def inner(a):
                return twice(a) * step + bias

            return inner

        np.testing.assert_array_equal(kernel_with(3, ints(1, 1))(ints(1, 2)), [7, 13])
        np.testing.assert_array_equal(kernel_with(4, ints(0, 1))(ints(1, 2)), [8, 17])

    def test_functions_that_give_new_arrays_and_run_as_webassembly(self):
        given = np.array([1, 2], np.float32), np.eye(2, dtype=np.float32), np.array([3, 5, 4], np.float32)
        wanted = filtered.using(mode="pysim")(*given)
        printed = io.StringIO()
        with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
            warnings.simplefilter("error")
            found = filtered.using(mode="deploy,timing")(*given)
        for ours, theirs in zip(found, wanted):
            np.testing.assert_array_equal(ours, theirs)
        self.assertIn("filtered: kernel alone on wasm ", printed.getvalue())

    def test_functions_that_change_what_they_are_given(self):
        for mode in ("pysim", "deploy"):
            a, c = ints(1, 2), ints(0, 0)
            bumps_first.using(mode=mode)(a, c)
            np.testing.assert_array_equal(a, [3, 2])
            np.testing.assert_array_equal(c, [4, 10])

    def test_external_functions_by_their_model(self):
        for mode in ("pysim", "deploy"):
            c = ints(0, 0)
            calls_external.using(mode=mode)(ints(5, -3), c)
            np.testing.assert_array_equal(c, [2, -2])

    def test_a_plain_function_under_pylog(self):
        np.testing.assert_array_equal(pylog(twice)(ints(1, 2)), [2, 4])

    def test_notebook_cells_share_imports_and_functions(self):
        scope = {}
        run_cell(scope, "import numpy as np\nfrom pylog import *\nWord = pl_uint12\n\ndef half(x):\n    return x // 2\n")
        run_cell(scope, "@pylog\ndef cell(a, b: Word):\n    return np.maximum(half(a), dot(a, a)), b + 1\n")
        result, word = scope["cell"](ints(4, 5), 4095)
        np.testing.assert_array_equal(result, [41, 41])
        self.assertEqual(word, 4096)
        run_cell(scope, "@pylog\ndef wrong(a):\n    return half(b)\n")
        with self.assertRaises(package.CompileError) as raised:
            scope["wrong"](ints(1))
        self.assertEqual((raised.exception.file, raised.exception.line), ("<cell 3>", 3))

    def test_text_that_nobody_kept(self):
        scope = {}
        exec("from pylog import *\n@pylog\ndef lost(a):\n    return a\n", scope)
        with self.assertRaisesRegex(package.SourceMissing, "the text of lost is not known"):
            scope["lost"](1)


def run_cell(scope, text):
    """As a notebook does: the text of a cell is kept in linecache under a name of its own."""
    scope["__cells__"] = scope.get("__cells__", 0) + 1
    name = "<cell %d>" % scope["__cells__"]
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    exec(compile(text, name, "exec"), scope)


class Warnings(unittest.TestCase):
    def test_come_once_at_the_place_in_the_source(self):
        @pylog
        def smooth(a):
            return map(lambda x: x[-1] + x[1], a)

        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            smooth(ints(1, 2, 3))
            smooth(ints(1, 2, 3))
        self.assertEqual([one.category for one in seen], [package.CompileWarning])
        self.assertIn("reach outside its array", str(seen[0].message))
        self.assertTrue(seen[0].filename.endswith("test_calls.py"))


class Faults(unittest.TestCase):
    def test_name_the_line_and_leave_arrays_alone(self):
        @pylog
        def fills(a, n):
            for i in range(n):
                a[i] = 1

        a = ints(0, 0, 0)
        with self.assertRaises(package.KernelFault) as raised:
            fills(a, 4)
        fault = raised.exception
        self.assertEqual((fault.code, fault.source_line.strip()), ("index-out-of-range", "a[i] = 1"))
        np.testing.assert_array_equal(a, [0, 0, 0])


if __name__ == "__main__":
    unittest.main()
