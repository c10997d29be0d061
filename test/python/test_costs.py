"""What a call costs: nothing is found out twice, large arrays go by shared memory, and memory goes back."""
import ast
import os
import signal
import threading
import time
import unittest
from unittest import mock

import numpy as np
import pylog as package
from pylog import *
from pylog import compiler, segment

SCALE = 3
WEIGHTS = [[1, 2], [3, 4]]
TABLE = np.array([10, 20, 30], np.int32)
NUMBER = 2
NAMES = [1, "two"]
a = np.arange(3, dtype=np.int32)  # as the argument of some kernels is called
LARGE = 1 << 16


def offset(x):
    return x + 1


@pylog
def scaled(a):
    return offset(a) * SCALE + TABLE


@pylog
def weighted(x):
    return x * WEIGHTS[1][0]


@pylog
def times_number(x):
    return x * NUMBER


@pylog
def add(x, y, out):
    for i in range(len(out)):
        out[i] = x[i] + y[i]


@pylog
def doubled(x):
    x[:] = x * 2


@pylog
def partly(x, out):
    for i in range(len(x)):
        if x[i] > 0:
            out[i] = x[i]


@pylog
def made(n):
    out = np.zeros(LARGE, np.int32)
    out[:] = n
    return out


@pylog
def halves(x: pl_fixed(16, 6), out: pl_fixed(16, 6)):
    out = x / 2


def ints(*values):
    return np.array(values, np.int32)


def large(dtype=np.int32):
    return (np.arange(LARGE) % 100).astype(dtype)


class Counted:
    """Messages to the compiler, and the bytes that go over the pipe."""

    def __enter__(self):
        self.commands, self.sent, self.received = [], 0, 0
        exchange, write, some = compiler.Process.exchange, compiler._write, compiler.Process._some

        def counted_exchange(process, header, writer):
            self.commands.append(header["command"])
            return exchange(process, header, writer)

        def counted_write(stream, data):
            self.sent += len(data)
            write(stream, data)

        def counted_some(process):
            data = some(process)
            self.received += len(data)
            return data

        self.patches = [
            mock.patch.object(compiler.Process, "exchange", counted_exchange),
            mock.patch.object(compiler, "_write", counted_write),
            mock.patch.object(compiler.Process, "_some", counted_some),
        ]
        for patch in self.patches:
            patch.start()
        return self

    def __exit__(self, *_):
        for patch in self.patches:
            patch.stop()


def shares():
    """Is there shared memory on this system?"""
    add(ints(1), ints(2), ints(0))
    return compiler._State.process.segment is not None


class SecondCalls(unittest.TestCase):
    def test_parse_nothing_and_send_one_message(self):
        scaled(ints(1, 2, 3))
        with Counted() as counted, mock.patch.object(ast, "parse", side_effect=AssertionError("parsed again")):
            np.testing.assert_array_equal(scaled(ints(1, 2, 3)), [16, 29, 42])
            scaled.using(mode="deploy")(ints(1, 2, 3))
        self.assertEqual(counted.commands, ["run", "run"])

    def test_compile_for_new_types_alone(self):
        scaled(ints(1, 2, 3))
        with Counted() as counted, mock.patch.object(ast, "parse", side_effect=AssertionError("parsed again")):
            scaled(np.array([1, 2, 3], np.int64))
            scaled(np.array([1, 2, 3], np.int64))
        self.assertEqual(counted.commands, ["compile", "run", "run"])

    def test_do_not_mind_what_a_module_calls_as_the_kernel_calls_its_arguments(self):
        global a
        scaled(a)
        self.addCleanup(globals().__setitem__, "a", a)
        a = a + 1
        with Counted() as counted:
            scaled(a)
        self.assertEqual(counted.commands, ["run"])


class Names(unittest.TestCase):
    """What a kernel sees of its module is what is there at the call, however it came to be there."""

    def set(self, name, value):
        self.addCleanup(globals().__setitem__, name, globals()[name])
        globals()[name] = value

    def test_another_number(self):
        np.testing.assert_array_equal(scaled(ints(1, 2, 3)), [16, 29, 42])
        self.set("SCALE", 1)
        np.testing.assert_array_equal(scaled(ints(1, 2, 3)), [12, 23, 34])

    def test_another_type_of_the_same_number(self):
        for value in (2, 2.0, True, 1, np.int8(1)):
            self.set("NUMBER", value)
            result = times_number(3)
            self.assertEqual((type(result), result), (type(3 * value), 3 * value))

    def test_the_sign_of_zero(self):
        for value in (0.0, -0.0):
            self.set("NUMBER", value)
            self.assertEqual(repr(times_number(3.0)), repr(3.0 * value))

    def test_an_element_of_an_array(self):
        scaled(ints(1, 2, 3))
        self.addCleanup(TABLE.__setitem__, 0, 10)
        TABLE[0] = 0
        np.testing.assert_array_equal(scaled(ints(1, 2, 3)), [6, 29, 42])

    def test_an_item_of_a_list_in_a_list(self):
        self.assertEqual(weighted(2), 6)
        self.addCleanup(WEIGHTS[1].__setitem__, 0, 3)
        WEIGHTS[1][0] = 5
        self.assertEqual(weighted(2), 10)
        WEIGHTS[1][0] = 5.0
        self.assertEqual(repr(weighted(2)), "10.0")

    def test_a_list_that_becomes_a_constant(self):
        @pylog
        def first(x):
            return x * NAMES[1]

        with self.assertRaises(package.CompileError):
            first(3)
        self.addCleanup(NAMES.__setitem__, 1, "two")
        NAMES[1] = 2
        self.assertEqual(first(3), 6)

    def test_another_function(self):
        scaled(ints(1, 2, 3))

        def offset(x):
            return x - 1

        self.set("offset", offset)
        np.testing.assert_array_equal(scaled(ints(1, 2, 3)), [10, 23, 36])

    def test_a_name_that_comes_later(self):
        @pylog
        def late(x):
            return x + COMES_LATER

        with self.assertRaises(package.CompileError):
            late(1)
        globals()["COMES_LATER"] = 4
        self.addCleanup(globals().__delitem__, "COMES_LATER")
        self.assertEqual(late(1), 5)

    def test_a_name_of_the_enclosing_function(self):
        step = 1

        @pylog
        def stepped(x):
            return x + step

        self.assertEqual(stepped(1), 2)
        step = 10
        self.assertEqual(stepped(1), 11)


class LargeArrays(unittest.TestCase):
    def check(self, x, y, out):
        wanted = x + y
        for _ in range(2):
            out[...] = 0
            add(x, y, out)
            np.testing.assert_array_equal(out, wanted)

    def test_do_not_go_over_the_pipe(self):
        if not shares():
            self.skipTest("no shared memory here")
        self.check(large(), large(), large())
        made(3)
        with Counted() as counted:
            self.check(large(), large(), large())
            made(3)
        self.assertEqual(counted.commands, ["run"] * 3)
        self.assertLess(counted.sent + counted.received, 3_000)

    def test_are_what_they_are_where_there_is_no_shared_memory(self):
        compiler._close()
        self.addCleanup(compiler._close)
        with mock.patch.object(segment.Segment, "make", lambda: None):
            self.check(large(), large(), large())
            np.testing.assert_array_equal(made(3), np.full(LARGE, 3))

    def test_are_what_they_are_where_the_compiler_does_not_see_it(self):
        compiler._close()
        self.addCleanup(compiler._close)
        with mock.patch.object(segment.Segment, "token", lambda _: "00" * 16):
            self.check(large(), large(), large())
        self.assertIsNone(compiler._State.process.segment)

    def test_are_what_they_are_where_there_is_no_room(self):
        compiler._close()
        with mock.patch.object(segment.os, "posix_fallocate", side_effect=OSError):
            self.check(large(), large(), large())

    def test_may_have_any_strides_order_byte_order_and_dtype(self):
        grid = large().reshape(256, 256)
        x = grid.T
        x.setflags(write=False)

        @pylog
        def added(x, y, out):
            out[:] = x + y

        for given in ((x, grid[::-1], np.zeros((256, 256), np.int32).T), (grid.astype(">i4"), grid, np.zeros_like(grid, ">i4"))):
            for _ in range(2):
                added(*given)
                np.testing.assert_array_equal(given[2], given[0] + given[1])
        for name in "int8 uint8 int16 uint16 uint32 int64 uint64 float16 float32 float64".split():
            with self.subTest(dtype=name):
                self.check(large(name), large(name), large(name))

    def test_that_are_returned_have_any_length(self):
        @pylog
        def odd(n):
            out = np.zeros(65537, np.uint8)
            out[:] = n
            return out, n + 1

        compiler._close()
        found, number = odd(np.uint8(7))
        np.testing.assert_array_equal(found, np.full(65537, 7, np.uint8))
        self.assertEqual(number, 8)

    def test_beside_empty_ones_and_of_bool(self):
        @pylog
        def where(x, none, out):
            out[:] = x > 50

        out = np.ones(LARGE, bool)
        where(large(), np.zeros((0, 3)), out)
        np.testing.assert_array_equal(out, large() > 50)

    def test_of_exact_types(self):
        out = np.ones(LARGE)
        halves(large() % 16 * 0.5, out)
        np.testing.assert_array_equal(out, large() % 16 * 0.25)

    def test_given_twice_are_one(self):
        x = large()
        add(x, large(), large())
        add(x, x, x)
        np.testing.assert_array_equal(x, large() * 2)

    def test_given_twice_say_nothing_about_others(self):
        @pylog
        def copied(x, out):
            for i in range(len(out)):
                out[i] = x[i]

        x, out = large(), np.zeros(LARGE, np.int32)
        for given in ((x, x), (x, out), (out, out), (x, out)):
            copied(*given)
            np.testing.assert_array_equal(given[1], large())

    def test_that_overlap_are_still_refused(self):
        x = np.zeros(2 * LARGE, np.int32)
        with self.assertRaisesRegex(ValueError, "share memory"):
            add(large(), x[:LARGE], x[1 : LARGE + 1])

    def test_that_are_only_set_are_not_sent(self):
        x, out = large(), large()
        add(x, x.copy(), out)
        with mock.patch.object(segment.Segment, "put", autospec=True, side_effect=segment.Segment.put) as put:
            add(x, x.copy(), out)
        self.assertEqual(len(put.call_args[0][1].parts), 2)
        np.testing.assert_array_equal(out, large() * 2)

    def test_that_are_set_in_part_keep_the_rest(self):
        x = large() - 50
        for _ in range(3):
            out = np.full(LARGE, 7, np.int32)
            partly(x, out)
            np.testing.assert_array_equal(out, np.where(x > 0, x, 7))

    def test_are_left_alone_by_a_fault(self):
        @pylog
        def fills(x, n):
            for i in range(n):
                x[i] = 1

        x = np.zeros(LARGE, np.int32)
        with self.assertRaises(package.KernelFault):
            fills(x, LARGE + 1)
        self.assertEqual(x.sum(), 0)

    def test_of_several_threads(self):
        wrong = []

        def work(k):
            for _ in range(5):
                out = np.zeros(LARGE, np.int32)
                add(np.full(LARGE, k, np.int32), large(), out)
                if not np.array_equal(out, large() + k) or not np.array_equal(made(k), np.full(LARGE, k)):
                    wrong.append(k)

        threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_in_a_fork(self):
        self.check(large(), large(), large())
        child = os.fork()
        if child == 0:
            status = 1
            try:
                self.check(large(), large(), large())
                status = 0
            finally:
                compiler._close()
                os._exit(status)
        self.check(large(), large(), large())
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_after_the_compiler_was_killed(self):
        self.check(large(), large(), large())
        os.kill(compiler._State.process.popen.pid, signal.SIGKILL)
        compiler._State.process.popen.wait()
        self.check(large(), large(), large())


def resident():
    """MiB of the compiler."""
    with open("/proc/%d/status" % compiler._State.process.popen.pid) as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith("RssAnon"))


class Memory(unittest.TestCase):
    def setUp(self):
        if not shares():
            self.skipTest("no shared memory here")

    def check_given_back(self, before):
        for seconds in (*[0.1] * 20, 6, 6):  # the last ones: what V8 itself has grown goes when nobody calls
            add(ints(1), ints(2), ints(0))
            if resident() < before + 32:
                return
            time.sleep(seconds)
        self.fail("the compiler keeps %d MiB" % (resident() - before))

    def warm(self):
        """Both kernels compiled and called: what is measured afterwards are arrays."""
        for _ in range(20):
            add(ints(1), ints(2), ints(0))
            doubled(np.zeros(16, np.int32))

    def test_is_given_back_after_a_few_small_calls(self):
        self.warm()
        before = resident()
        doubled(np.zeros(1 << 24, np.int32))
        shared = compiler._State.process.segment
        self.assertGreaterEqual(os.fstat(shared.fd).st_size, 1 << 26)
        self.assertGreater(resident(), before + 48)
        for _ in range(segment.KEPT_CALLS):
            add(ints(1), ints(2), ints(0))
        self.assertEqual((os.fstat(shared.fd).st_size, shared.memory), (0, None))
        self.check_given_back(before)

    def test_is_given_back_where_nothing_is_shared(self):
        compiler._close()
        self.addCleanup(compiler._close)
        with mock.patch.object(segment.Segment, "make", lambda: None):
            self.warm()
        before = resident()
        for _ in range(3):
            doubled(np.zeros(1 << 24, np.int32))
        self.check_given_back(before)

    def test_has_no_name_and_is_closed_with_the_process(self):
        fd = compiler._State.process.segment.fd
        self.assertTrue(os.readlink("/proc/self/fd/%d" % fd).startswith("/memfd:pylog"))
        compiler._close()
        with self.assertRaises(OSError):
            os.fstat(fd)


class CallsInCalls(unittest.TestCase):
    def test_are_refused_and_the_next_call_works(self):
        def take(_answer, _body):
            doubled(ints(1))

        with self.assertRaisesRegex(package.PylogError, "a kernel was called inside a call of a kernel"):
            compiler.ask({"command": "version"}, compiler.Writer(), take)
        x = ints(2)
        doubled(x)
        self.assertEqual(x[0], 4)


if __name__ == "__main__":
    unittest.main()
