"""Kernels on boards of the vendor's tools, called through stand-ins of pynq and pyxrt; hosts.test.ts runs it beside a simulated board."""
import json
import os
import random
import sys
import tempfile
import unittest
from unittest import mock

import numpy as np
from pylog import *
from pylog import compiler, hosts

STANDINS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "standins")
sys.path.insert(0, STANDINS)
import simulated_board  # noqa: E402

SOURCE = '''from pylog import *


@pylog
def scaled(a: "int16[12]", gain: "int16", out: "int32[12]"):
    for i in range(12):
        out[i] = a[i] * gain


@pylog
def summed(a: "int32[6,4]", start: "int64", scale: "float32"):
    total = start
    for i in range(6):
        for j in range(4):
            total = total + a[i, j]
    return total, scale * 2


@pylog
def stepped(x: "int32[8,3]", y: "int32[8,3]"):
    for i in range(8):
        for j in range(3):
            y[i, j] = 3 * x[i, j] - j


@pylog
def patched(x: "int32[8]", at: "int32"):
    x[at] = x[at] + 1


@pylog
def narrow(a: "int<5>[9]", b: "fixed<16,6>[4]", wide: "int<70>[3]"):
    for i in range(9):
        a[i] = a[i] + 1
    for i in range(4):
        b[i] = b[i] + 0.5
    for i in range(3):
        wide[i] = wide[i] - 1


@pylog
def made(a: "float32[5]"):
    out = np.zeros(5, np.float32)
    for i in range(5):
        out[i] = a[i] + 1
    return out


@pylog
def plain(a: "int32[8]", out: "int32[8]"):
    for i in range(8):
        out[i] = a[i]
'''


class Hosted(unittest.TestCase):
    board, suffix = "pynq-z2", ".bit"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(simulated_board.reset)
        self.addCleanup(hosts.State.opened.clear)
        self.folder, self.kernels = folder.name, {}
        file = os.path.join(self.folder, "kernels.py")
        with open(file, "w", encoding="utf-8") as text:
            text.write(SOURCE)
        exec(compile(SOURCE, file, "exec"), self.kernels)
        self.sim = simulated_board.board()

    def bitstream(self, name, *args, hwh=True, interrupt=True, described=None):
        """What the vendor's tools would have made of the kernel for these arguments, and the kernel on it."""
        path = os.path.join(self.folder, name + self.suffix)
        kernel = self.kernels[name].using(board=self.board, bitstream=path)
        facts = kernel._axi_facts(kernel._bind(args, {}))
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"text": SOURCE, "kernel": name, "board": self.board, "registers": facts.given}, file)
        if hwh and self.suffix == ".bit":
            with open(os.path.join(self.folder, name + ".hwh"), "w", encoding="utf-8") as file:
                json.dump({"interrupt": interrupt, **({} if described is None else {"module": described})}, file)
        return kernel


class Zynq(Hosted):
    def scaled(self, **options):
        self.a, self.out = np.arange(-6, 6, dtype=np.int16), np.full(12, -1, np.int32)
        return self.bitstream("scaled", self.a, np.int16(1), self.out, **options)

    def test_calls_end_with_an_interrupt(self):
        scaled = self.scaled()
        for gain in 3, -500:
            self.sim.log.clear()
            scaled(self.a, np.int16(gain), self.out)
            np.testing.assert_array_equal(self.out, self.a.astype(np.int32) * gain)
            self.assertEqual(self.sim.log.count(("wait",)), 1)
            self.assertEqual(self.sim.log.count(("read", 0)), 1)  # the control register: not polled
        circuit = scaled.using(mode="verilog")
        circuit(self.a, np.int16(1), self.out)
        self.assertEqual(scaled.cycles, circuit.cycles)

    def test_what_is_only_read_does_not_come_back_and_what_is_overwritten_is_not_sent(self):
        self.scaled()(self.a, np.int16(3), self.out)
        self.assertEqual(self.sim.copies(), [("send", 0, 24), ("bring", 0, 48)])

    def test_are_polled_without_an_interrupt(self):
        self.scaled(interrupt=False)(self.a, np.int16(7), self.out)
        np.testing.assert_array_equal(self.out, self.a.astype(np.int32) * 7)
        self.assertNotIn(("wait",), self.sim.log)

    def test_need_no_hwh_where_the_address_is_said(self):
        scaled = self.scaled(hwh=False)
        with self.assertRaisesRegex(pylog.NotDeployed, "no .hwh beside the bitstream.*port='0x43c00000'"):
            scaled(self.a, np.int16(2), self.out)
        scaled.using(port="0x43c00000")(self.a, np.int16(2), self.out)
        np.testing.assert_array_equal(self.out, self.a.astype(np.int32) * 2)
        with self.assertRaisesRegex(pylog.NotDeployed, "port='here' is no address"):
            scaled.using(port="here")(self.a, np.int16(2), self.out)
        with self.assertRaisesRegex(pylog.NotDeployed, "nothing is at 0x40000000"):
            scaled.using(port="0x40000000")(self.a, np.int16(2), self.out)

    def test_return_numbers(self):
        a = np.arange(24, dtype=np.int32).reshape(6, 4)
        total, twice = self.bitstream("summed", a, np.int64(1), np.float32(1))(a, -(1 << 40), np.float32(0.1))
        self.assertEqual((total, twice), (a.sum() - (1 << 40), np.float32(0.1) * 2))
        self.assertEqual((type(total), type(twice)), (np.int64, np.float32))

    def test_take_types_that_numpy_lacks(self):
        a, b = np.array([-16, -1, 0, 14, 3, 2, 1, 0, -7]), np.array([0.5, -32, 1 / 1024, 7])
        wide = np.array([1 << 68, -5, 0], dtype=object)
        kernel = self.bitstream("narrow", a, b, wide)
        kernel(a, b, wide)
        np.testing.assert_array_equal(a, [-15, 0, 1, 15, 4, 3, 2, 1, -6])
        np.testing.assert_array_equal(b, [1, -31.5, 0.5 + 1 / 1024, 7.5])
        self.assertEqual(list(wide), [(1 << 68) - 1, -6, -1])
        with self.assertRaisesRegex(TypeError, "argument a is int<5>, which a Buffer of int64 does not hold"):
            kernel(Buffer(a), b, wide)

    def test_make_arrays(self):
        a = np.arange(5, dtype=np.float32)
        np.testing.assert_array_equal(self.bitstream("made", a)(a), a + 1)

    def test_strided_arrays_and_views(self):
        scaled = self.scaled()
        a, out = np.arange(24, dtype=np.int16)[::2], np.zeros((12, 2), np.int32)[:, 1]
        scaled(a, np.int16(2), out)
        np.testing.assert_array_equal(out, 2 * a)

    def test_wrong_arguments_are_the_callers(self):
        scaled = self.scaled()
        with self.assertRaisesRegex(ValueError, "int16 has no value 70000"):
            scaled(self.a, 70000, self.out)
        self.out.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "is read-only"):
            scaled(self.a, np.int16(1), self.out)
        x = np.zeros((8, 3), np.int32)
        with self.assertRaisesRegex(ValueError, "share memory"):
            self.bitstream("stepped", x, x.copy())(x, x)
        both = Buffer(x)
        with self.assertRaisesRegex(ValueError, "share memory"):
            self.bitstream("stepped", x, x.copy())(both, both)


class Buffers(Hosted):
    def setUp(self):
        super().setUp()
        x = np.arange(24, dtype=np.int32).reshape(8, 3)
        self.stepped = self.bitstream("stepped", x, x.copy())
        self.x, self.y = Buffer(x), Buffer((8, 3), np.int32)

    def expect(self, x):
        return 3 * x - np.arange(3, dtype=np.int32)

    def test_are_sent_once_and_come_back_when_they_are_read(self):
        self.stepped(self.x, self.y)
        self.assertEqual(self.sim.copies(), [("send", 0, 96)])
        self.stepped(self.x, self.y)
        self.assertEqual(self.sim.copies(), [])
        np.testing.assert_array_equal(self.y, self.expect(self.x[...]))
        self.assertEqual(self.sim.copies(), [("bring", 0, 96)])
        self.assertEqual(self.y[2, 1], self.expect(self.x[...])[2, 1])
        self.assertEqual(self.sim.copies(), [])

    def test_stay_on_the_board_between_calls(self):
        for one, other in [(self.x, self.y), (self.y, self.x)] * 3:
            self.stepped(one, other)
        self.assertEqual(self.sim.copies(), [("send", 0, 96)])
        expected = np.arange(24, dtype=np.int32).reshape(8, 3)
        for _ in range(6):
            expected = self.expect(expected)
        np.testing.assert_array_equal(self.x, expected)

    def test_only_rows_that_were_changed_are_sent(self):
        self.stepped(self.x, self.y)
        self.sim.copies()
        self.x[2] = 7
        self.x[-4, 1] = 9
        self.stepped(self.x, self.y)
        self.assertEqual(self.sim.copies(), [("send", 24, 36)])  # rows 2, 3 and 4
        np.testing.assert_array_equal(self.y, self.expect(self.x[...]))

    def test_what_is_overwritten_as_a_whole_does_not_come_back_first(self):
        self.stepped(self.x, self.y)
        self.sim.copies()
        self.y[...] = 5
        self.assertEqual(self.sim.copies(), [])
        self.stepped(self.y, self.x)
        np.testing.assert_array_equal(self.x, self.expect(np.full((8, 3), 5)))

    def test_of_which_somebody_holds_the_memory_are_as_plain_arrays(self):
        view = self.x.array[3:]
        result = self.y.array
        for value in 1, 2:
            view[0] = value
            self.stepped(self.x, self.y)
            np.testing.assert_array_equal(result[3], self.expect(np.full(3, value)))
            self.assertEqual(self.sim.copies(), [("send", 0, 96), ("bring", 0, 96)])
        del view, result
        self.stepped(self.x, self.y)  # it may have been changed before nobody held it any more
        self.sim.copies()
        self.stepped(self.x, self.y)
        self.assertEqual(self.sim.copies(), [])

    def test_are_as_plain_arrays_where_Python_does_not_count_who_holds_them(self):
        with mock.patch("pylog.buffer.sys", object()):
            x, y = Buffer(self.x[...]), Buffer((8, 3), np.int32)
        for _ in range(2):
            self.stepped(x, y)
            self.assertEqual(self.sim.copies(), [("send", 0, 96), ("bring", 0, 96)])

    def test_are_made_of_shapes_and_of_values(self):
        self.assertEqual([Buffer(4, np.int8).shape, Buffer((2, 3), "f4").shape, Buffer([2, 3], "f4").shape], [(4,), (2, 3), (2,)])
        np.testing.assert_array_equal(Buffer(np.arange(6, dtype=">i4")[::2])[...], [0, 2, 4])
        with self.assertRaisesRegex(TypeError, "not Python objects"):
            Buffer(np.array([1 << 80, 2]))

    def test_reading_gives_copies(self):
        part = self.x[:2]
        part[:] = 99
        np.asarray(self.x)[:] = 99
        self.assertEqual(self.x[1, 1], 4)
        with self.assertRaises(ValueError):
            self.x.__array__(copy=False)

    def test_any_order_of_calls_and_changes_gives_the_elements_of_arrays(self):
        pick = random.Random(3)
        x, y = self.x[...], self.y[...]
        held = []
        for _ in range(120):
            one, mine, other, its = pick.choice([(self.x, x, self.y, y), (self.y, y, self.x, x)])
            rows, act = slice(*sorted(pick.sample(range(9), 2))), pick.randrange(8)
            if act == 0:
                one[rows] = mine[rows] = pick.randrange(100)
            elif act == 1:
                at = pick.randrange(8), pick.randrange(3)
                one[at] = mine[at] = pick.randrange(100)
            elif act == 2:
                np.testing.assert_array_equal(one[rows], mine[rows])
            elif act == 3:
                one[::2, 1] = mine[::2, 1] = pick.randrange(100)
            elif act == 4:
                held.append((one.array[rows], mine[rows]))
            elif act == 5 and held:
                view, same = held.pop(pick.randrange(len(held)))
                np.testing.assert_array_equal(view, same)
                view[...] = same[...] = pick.randrange(100)
            else:
                self.stepped(one, other)
                its[...] = self.expect(mine)
        np.testing.assert_array_equal(self.x, x)
        np.testing.assert_array_equal(self.y, y)

    def test_arrays_of_which_elements_stay_are_read_and_written(self):
        x = Buffer(np.arange(8, dtype=np.int32))
        patched = self.bitstream("patched", x, np.int32(0))
        for _ in range(3):
            patched(x, np.int32(5))
        self.assertEqual(self.sim.copies(), [("send", 0, 32)])
        np.testing.assert_array_equal(x, [0, 1, 2, 3, 4, 8, 6, 7])

    def test_survive_another_bitstream(self):
        self.stepped(self.x, self.y)
        a = np.arange(8, dtype=np.int32)
        self.bitstream("plain", a, a.copy())(a, a.copy())
        np.testing.assert_array_equal(self.y, self.expect(self.x[...]))
        self.stepped(self.y, self.x)
        self.assertEqual([one for one in self.sim.log if one[0] == "load"], [("load", n + ".bit") for n in ("stepped", "plain", "stepped")])
        np.testing.assert_array_equal(self.x, self.expect(self.y[...]))

    def test_are_arrays_to_kernels_that_run_here(self):
        self.stepped(self.x, self.y)
        for options in {"mode": "pysim"}, {"board": None}, {"mode": "verilog"}:
            self.x[...] = len(options)
            self.stepped.using(**options)(self.y, self.x)
            np.testing.assert_array_equal(self.x, self.expect(self.y[...]))
            self.stepped(self.x, self.y)
            np.testing.assert_array_equal(self.y, self.expect(self.x[...]))


class Trouble(Hosted):
    def setUp(self):
        super().setUp()
        self.a, self.out = np.arange(8, dtype=np.int32), np.full(8, -1, np.int32)
        self.plain = self.bitstream("plain", self.a, self.out)

    def fails(self, message, error=pylog.NotDeployed, kernel=None):
        with self.assertRaisesRegex(error, message) as caught:
            (kernel or self.plain)(self.a, self.out)
        self.assertNotIn("\n", str(caught.exception))
        np.testing.assert_array_equal(self.out, -1)

    def works(self):
        self.plain(self.a, self.out)
        np.testing.assert_array_equal(self.out, self.a)
        self.out[...] = -1

    def test_a_package_that_is_not_here(self):
        with mock.patch.dict(sys.modules, {"pynq": None}):
            self.fails("called through the Python package pynq, which cannot be imported .*run this on the board itself", pylog.ToolMissing)

    def test_a_bitstream_that_is_not_there(self):
        self.fails("cannot read the bitstream .*none.bit: No such file", kernel=self.plain.using(bitstream="none.bit"))
        self.fails("bitstream= names the file", kernel=self.plain.using(bitstream=None))
        with self.assertRaisesRegex(ValueError, "bitstream= is for boards whose bitstreams the vendor's tools make"):
            self.plain.using(board="icebreaker")
        with self.assertRaisesRegex(TypeError, "bitstream is the file"):
            self.plain.using(bitstream=3)

    def test_a_call_that_does_not_end(self):
        self.works()
        self.sim.hangs = True
        with mock.patch.object(hosts, "PATIENCE", 0.05):
            self.fails("plain did not end on pynq-z2 in time; arrays are as they were before the call")
        self.sim.hangs = False
        self.works()
        self.assertEqual(self.sim.log.count(("load", "plain.bit")), 2)  # whatever still ran is gone

    def test_ctrl_c(self):
        self.works()
        with mock.patch.object(hosts.PynqBoard, "memory", side_effect=KeyboardInterrupt):
            hosts.State.opened["pynq", None].memories.clear()
            with self.assertRaises(KeyboardInterrupt):
                self.plain(self.a, self.out)
        self.works()

    def test_another_circuit(self):
        with open(os.path.join(self.folder, "plain.bit"), encoding="utf-8") as file:
            facts = json.load(file)
        facts["text"] = facts["text"].replace("out[i] = a[i]\n", "out[i] = a[i] + 1\n")
        with open(os.path.join(self.folder, "plain.bit"), "w", encoding="utf-8") as file:
            json.dump(facts, file)
        self.fails("plain.bit has another circuit than plain, or another version of it")
        self.bitstream("plain", self.a, self.out, described="other_axi")
        self.fails("the bitstream has no block plain_axi; port= gives the address")

    def test_memory_that_answers_with_an_error(self):
        for way, message in ("reads", "memory answered a read with an error"), ("writes", "memory answered a write with an error"):
            self.works()
            self.sim.ask(refuse=way)
            self.fails("plain failed on pynq-z2: " + message)
            self.sim.ask(refuse=None)
        self.works()

    def test_whatever_the_package_raises(self):
        self.works()
        self.sim.breaks = OSError("bus error")
        self.fails("pynq-z2 failed before the call of plain: bus error")
        self.works()

    def test_elements_that_were_on_the_board_alone(self):
        x, y = Buffer(self.a), Buffer(self.out)
        self.plain(x, y)
        self.sim.hangs = True
        with mock.patch.object(hosts, "PATIENCE", 0.05), self.assertRaises(pylog.NotDeployed):
            self.plain(x, y)
        self.sim.hangs = False
        np.testing.assert_array_equal(x, self.a)
        with self.assertRaisesRegex(pylog.NotDeployed, "the elements of a Buffer were lost: a call of plain failed"):
            y[:]
        with self.assertRaisesRegex(pylog.NotDeployed, "were lost"):
            y[2:4] = 1
        y[...] = 2
        self.plain(y, x)
        np.testing.assert_array_equal(x, 2)

    def test_a_board_without_the_compiler(self):
        facts = self.plain._build(self.plain._bind((self.a, self.out), {}), "axi")["files"]["registers.json"]
        compiler._close()
        gone = {"LUTRA_HOME": self.folder, "LUTRA_NODE": os.path.join(self.folder, "node")}
        with mock.patch.dict(os.environ, gone):
            self.fails("registers.json must stand beside the bitstream", pylog.ToolMissing)
            with open(os.path.join(self.folder, "registers.json"), "w", encoding="utf-8") as file:
                file.write(facts)
            self.works()
            wrong = self.kernels["stepped"].using(board=self.board, bitstream=os.path.join(self.folder, "plain.bit"))
            with self.assertRaisesRegex(pylog.NotDeployed, "registers.json is of plain, not of stepped"):
                wrong(self.a, self.out)
            with self.assertRaisesRegex(TypeError, r"argument a is int32\[8\]; it was given int32\[7\]"):
                self.plain(self.a[:7], self.out)


class Cards(Hosted):
    board, suffix = "alveo_u250", ".xclbin"

    def test_are_called_and_waited_for(self):
        a, out = np.arange(-6, 6, dtype=np.int16), np.zeros(12, np.int32)
        scaled = self.bitstream("scaled", a, np.int16(1), out)
        for gain in 3, -7:
            scaled(a, np.int16(gain), out)
            np.testing.assert_array_equal(out, a.astype(np.int32) * gain)
        self.assertEqual(self.sim.log.count(("wait",)), 2)
        self.assertEqual(self.sim.log.count(("load", "scaled.xclbin")), 1)
        scaled.using(port="0000:3b:00.1")(a, np.int16(5), out)
        np.testing.assert_array_equal(out, a.astype(np.int32) * 5)
        with self.assertRaisesRegex(pylog.NotDeployed, "alveo_u250 cannot load .*Could not open device with index '4'"):
            scaled.using(port="4")(a, np.int16(5), out)

    def test_buffers_have_a_copy_in_each_memory_that_they_are_used_in(self):
        x, y = Buffer(np.arange(24, dtype=np.int32).reshape(8, 3)), Buffer((8, 3), np.int32)
        stepped = self.bitstream("stepped", x, y)
        stepped(x, y)
        stepped(x, y)
        self.assertEqual(self.sim.copies(), [("send", 0, 96)])
        stepped(y, x)  # y was written to the second memory, and is read from the first
        self.assertEqual(self.sim.copies(), [("bring", 0, 96), ("send", 0, 96)])
        once = 3 * np.arange(24, dtype=np.int32).reshape(8, 3) - np.arange(3)
        np.testing.assert_array_equal(x, 3 * once - np.arange(3))

    def test_what_pyxrt_cannot_say_is_refused(self):
        a = np.zeros((6, 4), np.int32)
        with self.assertRaisesRegex(pylog.NotDeployed, "pyxrt passes numbers of 32 bits at most; give start as an array"):
            self.bitstream("summed", a, np.int64(1), np.float32(1))(a, 1, np.float32(1))

    def test_another_kernel_and_a_run_without_an_end(self):
        a, out = np.arange(8, dtype=np.int32), np.full(8, -1, np.int32)
        plain = self.bitstream("plain", a, out)
        x = np.zeros((8, 3), np.int32)
        other = self.bitstream("stepped", x, x.copy()).options["bitstream"]
        with self.assertRaisesRegex(pylog.NotDeployed, "alveo_u250 cannot be reached: No such kernel 'plain_axi'"):
            plain.using(bitstream=other)(a, out)
        self.sim.hangs = True
        with mock.patch.object(hosts, "PATIENCE", 0.05), self.assertRaisesRegex(pylog.NotDeployed, "did not end on alveo_u250"):
            plain(a, out)
        np.testing.assert_array_equal(out, -1)


if __name__ == "__main__":
    unittest.main()
