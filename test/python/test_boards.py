"""Kernels on boards at ports: `lutra simulate` stands for the board, and this package talks to it as to one."""
import json
import os
import signal
import subprocess
import tempfile
import unittest

import numpy as np
from pylog import *
from pylog import locate
from pylog.options import BOARDS, read_options

SOURCE = '''from pylog import *


@pylog(mode="deploy", board="icebreaker")
def scaled(a: "int16[7]", gain: "int16", out: "int32[7]"):
    for i in range(7):
        out[i] = a[i] * gain


@pylog(mode="deploy", board="icebreaker")
def shifted(a: "int16[7]", out: "int32[7]"):
    for i in range(7):
        out[i] = a[i] + 1
'''


class Boards(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = os.path.join(folder.name, "kernels.py")
        with open(self.file, "w") as file:
            file.write(SOURCE)
        self.kernels = {}
        exec(compile(SOURCE, self.file, "exec"), self.kernels)
        self.a, self.out = np.arange(7, dtype=np.int16), np.full(7, -1, np.int32)

    def board(self, kernel, port="tcp://127.0.0.1:0"):
        """A process that is a board with that kernel, and its port."""
        words = locate.command()[:-1] + ["simulate", "%s:%s" % (self.file, kernel), "--board", "icebreaker"]
        process = subprocess.Popen(words + ["--port", port, "--json"], stdout=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.send_signal, signal.SIGINT)
        return process, json.loads(process.stdout.readline())["port"]

    def test_are_called_again_and_again(self):
        scaled = self.kernels["scaled"].using(port=self.board("scaled")[1])
        for gain in 3, -5:
            scaled(self.a, np.int16(gain), self.out)
            np.testing.assert_array_equal(self.out, self.a.astype(np.int32) * gain)
        self.assertGreater(scaled.cycles, 7)

    def test_with_memory_have_the_bus_that_is_asked_for(self):
        for options in {}, {"bus_width": 32}, {"bus_width": 128, "bundles": {"out": "other"}}:
            self.out[:] = -1
            self.kernels["scaled"].using(board="sim:pynq-z2", **options)(self.a, np.int16(3), self.out)
            np.testing.assert_array_equal(self.out, self.a.astype(np.int32) * 3)
        with self.assertRaisesRegex(ValueError, "there is no array z in memory"):
            self.kernels["scaled"].using(board="sim:pynq-z2", bundles={"z": "other"})(self.a, np.int16(3), self.out)

    def test_are_ports_like_those_of_boards(self):
        port = os.path.join(os.path.dirname(self.file), "port")
        self.board("shifted", port)
        self.kernels["shifted"].using(port=port)(self.a, self.out)
        np.testing.assert_array_equal(self.out, self.a + 1)

    def test_may_go_away_and_come_back(self):
        process, port = self.board("scaled")
        scaled = self.kernels["scaled"].using(port=port)
        scaled(self.a, np.int16(2), self.out)
        process.kill()
        process.wait()
        kept = self.out.copy()
        with self.assertRaisesRegex(pylog.NotDeployed, "went away while scaled was on it"):
            scaled(self.a, np.int16(9), self.out)
        np.testing.assert_array_equal(self.out, kept)
        with self.assertRaisesRegex(pylog.NotDeployed, "nobody listens there"):
            scaled(self.a, np.int16(9), self.out)
        self.board("scaled", port)
        scaled(self.a, np.int16(9), self.out)
        np.testing.assert_array_equal(self.out, self.a.astype(np.int32) * 9)

    def test_must_be_there(self):
        scaled = self.kernels["scaled"]
        with self.assertRaisesRegex(pylog.NotDeployed, "port= says where it is"):
            scaled(self.a, np.int16(2), self.out)
        with self.assertRaisesRegex(pylog.NotDeployed, "cannot open /dev/nowhere: there is no such port"):
            scaled.using(port="/dev/nowhere")(self.a, np.int16(2), self.out)
        np.testing.assert_array_equal(self.out, -1)

    def test_ports_are_names(self):
        self.assertEqual(read_options(board="icebreaker", port="/dev/ttyUSB1").port, "/dev/ttyUSB1")
        with self.assertRaisesRegex(TypeError, "port is where the board is"):
            read_options(port=3)
        self.assertIn("icebreaker", BOARDS)


if __name__ == "__main__":
    unittest.main()
