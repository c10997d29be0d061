"""Kernels as circuits: what they give, what they take, and how they are asked for."""
import contextlib
import io
import os
import tempfile
import unittest

import numpy as np
import pylog as package
from pylog import *
from pylog.options import read_options


@pylog(mode="verilog")
def scaled(a, b, factor):
    for i in range(len(a)):
        b[i] = a[i] * factor
    return b[0]


@pylog(mode="verilog")
def pick(a, k):
    return a[k]


class Calls(unittest.TestCase):
    def setUp(self):
        self.a, self.b = np.arange(16, dtype=np.float32), np.zeros(16, np.float32)

    def test_give_what_compiled_kernels_give(self):
        self.assertEqual(scaled(self.a, self.b, np.float32(3)), 0)
        np.testing.assert_array_equal(self.b, self.a * 3)
        again = np.zeros(16, np.float32)
        scaled.using(mode="deploy")(self.a, again, np.float32(3))
        np.testing.assert_array_equal(self.b, again)

    def test_count_cycles(self):
        self.assertIsNone(scaled.using(mode="verilog").cycles)
        scaled(self.a, self.b, np.float32(3))
        kept = scaled.cycles
        self.assertGreater(kept, 4)
        slow = scaled.using(schedule="pipeline i 4")
        slow(self.a, self.b, np.float32(3))
        self.assertGreater(slow.cycles, kept)

    def test_are_made_for_a_board_and_a_clock(self):
        for options in {"board": "ultra96"}, {"freq": 50}, {"board": "alveo_u250", "freq": 300}:
            with self.subTest(**options):
                scaled.using(**options)(self.a, self.b, np.float32(3))
                np.testing.assert_array_equal(self.b, self.a * 3)

    def test_print_cycles_where_time_is_asked_for(self):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            scaled.using(mode="verilog,timing", freq=100)(self.a, self.b, np.float32(3))
        self.assertRegex(said.getvalue(), r"scaled: \d+ cycles, \d+\.\d+ us at 100 MHz\nscaled: simulated in ")

    def test_are_what_deploy_runs_on_that_back_end(self):
        kernel = scaled.using(mode="deploy", backend="verilog")
        kernel(self.a, self.b, np.float32(3))
        self.assertIsNotNone(kernel.cycles)

    def test_tell_faults_with_their_place(self):
        with self.assertRaisesRegex(package.KernelFault, "index 99 is out of range for axis 0 of `a`, which has 16 elements"):
            pick(self.a, 99)

    def test_say_what_no_circuit_can_do(self):
        @pylog(mode="verilog", schedule="pipeline i 1")
        def total(a):
            s = np.float32(0)
            for i in range(16):
                s += a[i]
            return s

        with self.assertRaises(package.CompileError) as caught:
            total(self.a)
        self.assertEqual(caught.exception.code, "interval-too-short")

    def test_compute_elementary_functions_of_float64(self):
        @pylog(mode="verilog")
        def power(a, n):
            return np.exp(a) + a ** n

        self.assertEqual(power(np.float64(2.5), 3.5), power.using(mode="deploy")(np.float64(2.5), 3.5))


class Options(unittest.TestCase):
    def test_the_mode_and_the_back_end(self):
        self.assertEqual(read_options(mode="verilog").runner, "verilog")
        self.assertEqual(read_options(backend="verilog")[2:4], ("verilog", "verilog"))
        with self.assertRaisesRegex(ValueError, "choose pysim, deploy or verilog"):
            pylog(mode="verilog,pysim")

    def test_cgen_writes_verilog(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            kernel = scaled.using(mode="cgen", backend="verilog", path=folder)
            kernel(np.zeros(4, np.int32), np.zeros(4, np.int32), np.int32(2))
            with open(os.path.join(kernel.project, "scaled.v")) as file:
                self.assertIn("module scaled", file.read())

class Board(unittest.TestCase):
    """mode="deploy" on the whole system of a board, in a simulation."""

    def test_the_board_gives_what_numpy_gives(self):
        @pylog(mode="deploy", board="sim:icebreaker")
        def moved(a: "int16[7]", gain: "int16", out: "int32[7]"):
            for i in range(7):
                out[i] = a[6 - i] * gain
            return out[2]

        for seed in range(3):
            a = np.random.default_rng(seed).integers(-99, 99, 7).astype(np.int16)
            out = np.zeros(7, np.int32)
            self.assertEqual(moved(a, np.int16(seed + 2), out), a[4] * (seed + 2))
            np.testing.assert_array_equal(out, a[::-1].astype(np.int32) * (seed + 2))
            self.assertGreater(moved.cycles, 0)

    def test_a_wrong_board_is_refused(self):
        with self.assertRaisesRegex(ValueError, "did you mean 'icebreaker'"):
            pylog(mode="deploy", board="sim:icebraker")

    def test_one_array_twice_is_refused(self):
        @pylog(mode="deploy", board="sim:icebreaker")
        def added(a: "int32[4]", b: "int32[4]"):
            for i in range(4):
                b[i] = a[i] + 1

        a = np.zeros(4, np.int32)
        with self.assertRaisesRegex(Exception, "one memory for each"):
            added(a, a)
