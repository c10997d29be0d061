"""What @pylog may say, in all its spellings."""
import os
import tempfile
import unittest

import numpy as np
from pylog import *
from pylog.options import read_options


@pylog
def add(a, b, c):
    for i in range(len(a)):
        c[i] = a[i] + b[i]


class Modes(unittest.TestCase):
    def test_older_spellings(self):
        for text, steps in {
            "cgen": {"cgen"},
            "codegen": {"cgen"},
            "hls": {"hwgen"},
            "syn": {"hwgen"},
            "acc": {"deploy"},
            "run": {"deploy"},
            "cgen,pysim": {"cgen", "pysim"},
            "hwgen, deploy": {"hwgen", "deploy"},
            "deploytiming": {"deploy", "timing"},
            "debug": {"deploy", "debug"},
            "CGEN viz": {"cgen", "viz"},
        }.items():
            with self.subTest(mode=text):
                self.assertEqual(read_options(mode=text).steps, steps)

    def test_what_asks_for_no_board_runs_here(self):
        for mode in ("timing", "debug,timing"):
            c = np.zeros(4, np.int32)
            add.using(mode=mode, board="zedboard")(np.ones(4, np.int32), np.ones(4, np.int32), c)
            self.assertEqual(c.tolist(), [2, 2, 2, 2])
        with self.assertRaises(pylog.NotDeployed):
            add.using(mode="deploy,timing", board="zedboard")(np.ones(4, np.int32), np.ones(4, np.int32), c)

    def test_projects_go_where_the_environment_says(self):
        os.environ["PYLOG_KERNELS"] = "/somewhere"
        try:
            self.assertEqual(read_options().path, read_options(path="/somewhere").path)
        finally:
            del os.environ["PYLOG_KERNELS"]

    def test_the_result_comes_from_one_of_them(self):
        with self.assertRaisesRegex(ValueError, "choose pysim, deploy or verilog"):
            pylog(mode="pysim,deploy")

    def test_boards_and_back_ends(self):
        self.assertEqual(read_options(board="PYNQ_Z2").board, "pynq-z2")
        self.assertEqual(read_options(board="pynq").board, "pynq-z1")
        self.assertEqual(read_options(backend="vhls")[2:4], ("vitis", "csim"))
        self.assertEqual(read_options()[2:4], ("vitis", "fastest"))


    def test_bus_and_masters(self):
        read = read_options(board="pynq-z2", bus_width=128, bundles={"b": "y", "a": "x"})
        self.assertEqual((read.bus_width, read.bundles), (128, (("a", "x"), ("b", "y"))))

    def test_goals_are_those_of_the_command_line(self):
        self.assertEqual(read_options(goal="speed").goal, "speed")
        with self.assertRaisesRegex(ValueError, "there is no goal 'fast'; .*balance"):
            read_options(goal="fast")
        for options, message in (
            ({"bus_width": 48}, "bus_width is one of 32, 64, 128, 256, 512; 48 is not"),
            ({"bus_width": "64"}, "bus_width is a number of bits"),
            ({"bundles": ["a"]}, "bundles says which master an array has"),
            ({"bus_width": 64, "board": "icebreaker"}, "bus_width= is for boards with memory on AXI .*; icebreaker has none"),
            ({"bundles": {"a": "x"}, "board": "sim:icebreaker"}, "bundles= is for boards with memory on AXI"),
        ):
            with self.assertRaisesRegex((TypeError, ValueError), message):
                read_options(**options)


class Decorator(unittest.TestCase):
    def test_keeps_name_and_documentation(self):
        @pylog(mode="pysim", board="zedboard", freq=125.0)
        def documented(a):
            """Says so."""
            return a

        self.assertEqual((documented.__name__, documented.__doc__, documented(3)), ("documented", "Says so.", 3))
        self.assertEqual(repr(documented), "<pylog kernel documented (mode='pysim', board='zedboard', freq=125.0)>")

    def test_is_for_functions_with_a_fixed_number_of_arguments(self):
        with self.assertRaisesRegex(TypeError, "makes a kernel of a function"):
            pylog(3)
        with self.assertRaisesRegex(TypeError, r"so no \*rest"):
            pylog(lambda *rest: rest)

    def test_schedule_as_file_text_and_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "fast.schedule")
            with open(path, "w") as file:
                file.write("split i 4\n")
            for schedule in (path, "split i 4\nunroll i.inner\n", ["split i 4"], "auto", "none"):
                c = np.zeros(8, np.int32)
                add.using(schedule=schedule)(np.arange(8, dtype=np.int32), c + 1, c)
                np.testing.assert_array_equal(c, np.arange(8) + 1)

    def test_words_are_the_schedules_of_the_command_line(self):
        args = np.zeros((3, 8), np.int32)
        chosen = add.using(schedule="auto").report(*args)
        plain = add.using(schedule="none").report(*args)
        self.assertLess(chosen.cycles, plain.cycles)
        self.assertEqual(list(plain.schedule), [])

    def test_a_schedule_that_is_refused(self):
        with self.assertRaisesRegex(pylog.CompileError, "schedule:1: there is no loop `j`"):
            add.using(schedule="split j 4")(*np.zeros((3, 8), np.int32))


@pylog
def square(x, y):
    for i in range(4):
        y[i] = x[i] * x[i]


class ArraysOfExactTypes(unittest.TestCase):
    def test_know_their_type_outside_kernels(self):
        x = np.array([1.3, 0.1, -2.7, 40.0]).astype(pl_fixed(16, 6))
        results = [np.zeros(4, pl_fixed(16, 6)) for _ in range(2)]
        square.using(mode="deploy")(x, results[0])
        square.using(mode="pysim")(x, results[1])
        self.assertEqual(x.tolist(), [1.2998046875, 0.099609375, -2.7001953125, -24.0])
        self.assertEqual(results[0].tolist(), results[1].tolist())
        self.assertEqual(results[0][0], np.floor(x[0] * x[0] * 1024) / 1024)


if __name__ == "__main__":
    unittest.main()
