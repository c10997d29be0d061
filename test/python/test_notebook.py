"""What a notebook shows of kernels, reports and schedules."""
import unittest
import xml.etree.ElementTree as xml

import numpy as np
import pylog as package
from pylog import *


@pylog
def total(a, b):
    s = 0
    for i in range(len(a)):
        s = s + a[i] if a[i] < b[i] else s  # <b>"bold"</b> & more
    return s


@pylog(schedule="pipeline i")
def scaled(a: "int32[32]", b: "int32[32]"):
    for i in range(32):
        b[i] = a[i] * 3


@pylog
def wrong(a: "int32[4]"):
    return a[9]


@pylog
def endless(a):
    while a[0] > 0:
        a[0] -= 1


def shown(thing):
    """Its HTML as a tree: every mark closed, every text escaped."""
    return xml.fromstring("<body>%s</body>" % thing._repr_html_())


def texts(tree):
    return [text for text in tree.itertext() if text.strip()]


class Reports(unittest.TestCase):
    def setUp(self):
        self.a, self.b = np.arange(16, dtype=np.int32), np.ones(16, np.int32)

    def test_know_loops_and_cycles_without_a_call(self):
        report = total.report(self.a, self.b)
        self.assertIsInstance(report, package.Report)
        self.assertEqual([loop["name"] for loop in report.facts["loops"]], ["i"])
        circuit = total.using(mode="verilog")
        circuit(self.a, self.b)
        self.assertEqual(report.cycles, circuit.cycles)
        self.assertIn("%d cycles" % circuit.cycles, repr(report))

    def test_have_a_table_of_loops_and_a_picture_with_lines_of_the_file(self):
        tree = shown(total.report(self.a, self.b))
        self.assertIn("i", texts(tree))
        labels = [text.text for text in tree.iter("text")]
        line = total.function.__code__.co_firstlineno + 3
        self.assertTrue(any(label.startswith("%d  for i in range" % line) or "s = s + a[i]" in label for label in labels), labels)
        self.assertTrue(list(tree.iter("rect")))

    def test_show_the_time_of_a_call(self):
        tree = shown(total.report(self.a, self.b))
        timelines = [svg for svg in tree.iter() if svg.get("aria-label", "").startswith("total: cycles 0 to")]
        self.assertEqual(len(timelines), 1)
        self.assertNotIn("picture", total.report(self.a, self.b).facts)

    def test_escape_what_a_source_says(self):
        html = total.report(self.a, self.b)._repr_html_()
        self.assertNotIn("<b>\"bold\"", html)
        self.assertNotIn("& more", html)

    def test_say_where_cycles_depend_on_data(self):
        report = endless.report(self.a)
        self.assertIsNone(report.cycles)
        self.assertIn("or more cycles", repr(report))
        shown(report)

    def test_say_why_there_is_no_circuit(self):
        @pylog(board="icebreaker", freq=100)  # a multiplier there takes longer than 10 ns
        def products(a):
            for i in range(8):
                a[i] = a[i] * a[7 - i]

        report = products.report(np.ones(8, np.int32))
        self.assertIsNone(report.cycles)
        self.assertTrue(any(text.startswith("no circuit: ") for text in texts(shown(report))))

    def test_are_about_the_board_and_clock_of_the_kernel(self):
        report = total.using(board="zedboard", freq=50).report(self.a, self.b)
        self.assertEqual(report.facts["circuit"]["clockMHz"], 50)

    def test_compile_again_what_the_compiler_forgot(self):
        fresh = total.using()
        found = fresh._compile({"a": self.a, "b": self.b})
        found.id = "forgotten"
        self.assertGreater(fresh.report(self.a, self.b).cycles, 0)

    def test_refuse_what_cannot_be_compiled(self):
        with self.assertRaises(package.CompileError):
            wrong.report(np.zeros(4, np.int32))


class Schedules(unittest.TestCase):
    def test_are_steps_that_a_kernel_takes(self):
        a, b = np.arange(16, dtype=np.int32), np.ones(16, np.int32)
        report = total.report(a, b)
        self.assertEqual(total.using(schedule=report.schedule).report(a, b).cycles, report.cycles)
        self.assertEqual(str(package.Schedule(["pipeline i", "unroll j"])), "pipeline i\nunroll j\n")

    def test_are_shown_as_a_file_has_them(self):
        steps = package.Schedule(["pipeline <i>", "unroll j & k"])
        self.assertIn("pipeline <i>\nunroll j & k\n", texts(shown(steps)))


class Kernels(unittest.TestCase):
    def test_whose_types_are_known_show_their_circuit(self):
        said = texts(shown(scaled))
        self.assertIn("int32[32]", said)
        self.assertIn("schedule='pipeline i'", said)
        self.assertTrue(any("cycles" in text for text in said))

    def test_whose_types_are_not_known_say_what_to_do(self):
        fresh = total.using()
        self.assertTrue(any("call it" in text for text in texts(shown(fresh))))
        fresh(np.arange(4), np.arange(4))
        self.assertTrue(any("cycles" in text for text in texts(shown(fresh))))

    def test_that_are_wrong_say_what_is_wrong(self):
        self.assertTrue(any("a[9]" in text for text in texts(shown(wrong))))


if __name__ == "__main__":
    unittest.main()
