"""The compiler's process: started when it is needed, shared by threads, not by forks, started again when it died."""
import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np
import pylog as package
from pylog import *
from pylog import compiler


@pylog
def add(a, b, c):
    c = a + b


@pylog
def endless(a, n):
    while n > 0:
        a[0] = a[0] * 3 + n


def sum_of(k):
    out = np.zeros(16, np.float32)
    add(np.full(16, k, np.float32), np.arange(16, dtype=np.float32), out)
    return out


def process_id():
    return compiler._State.process.popen.pid


class Life(unittest.TestCase):
    def setUp(self):
        sum_of(0)

    def works(self):
        np.testing.assert_array_equal(sum_of(3), np.arange(16) + 3)

    def later(self, act):
        timer = threading.Timer(0.5, act)
        timer.start()
        self.addCleanup(timer.join)

    def test_one_process_serves_many_calls(self):
        first = process_id()
        self.works()
        self.assertEqual(process_id(), first)

    def test_its_death_during_a_call_is_one_clear_error_and_the_next_call_works(self):
        self.later(lambda: os.kill(process_id(), signal.SIGKILL))
        with self.assertRaisesRegex(
            package.CompilerDied, r"the Lutra compiler was killed \(SIGKILL\) while it ran endless; the next call starts it again"
        ):
            endless(np.zeros(1, np.int64), 1)
        self.works()

    def test_its_death_between_calls_is_not_noticed(self):
        os.kill(process_id(), signal.SIGKILL)
        compiler._State.process.popen.wait()
        self.works()

    def test_interrupting_a_call_ends_it(self):
        number = process_id()
        self.later(lambda: os.kill(os.getpid(), signal.SIGINT))
        with self.assertRaises(KeyboardInterrupt):
            endless(np.zeros(1, np.int64), 1)
        with self.assertRaises(ProcessLookupError):
            os.kill(number, 0)
        self.works()

    def test_threads_take_turns(self):
        wrong = []

        def work(k):
            for _ in range(5):
                if not np.array_equal(sum_of(k), np.arange(16) + k):
                    wrong.append(k)

        threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_a_fork_has_its_own(self):
        parent = process_id()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                self.works()
                status = 0 if process_id() != parent else 2
            finally:
                compiler._close()
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(process_id(), parent)
        self.works()

    def test_it_is_gone_when_python_is_even_if_it_computes(self):
        script = (
            "import numpy as np, test_process as t\n"
            "t.sum_of(1)\n"
            "print(t.process_id(), flush=True)\n"
            "t.endless(np.zeros(1, np.int64), 1)\n"
        )
        here = os.path.dirname(os.path.abspath(__file__))
        child = subprocess.Popen([sys.executable, "-c", script], cwd=here, stdout=subprocess.PIPE)
        number = int(child.stdout.readline())
        time.sleep(0.3)
        child.kill()
        child.wait()
        child.stdout.close()
        for _ in range(100):
            if not running(number):
                return
            time.sleep(0.1)
        self.fail("the compiler goes on without Python")


def running(number):
    """A process that ended and that nobody has waited for does not run."""
    try:
        with open("/proc/%d/stat" % number) as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


if __name__ == "__main__":
    unittest.main()
