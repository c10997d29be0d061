"""What a call of the Python package costs beside the kernel: `npm run bench:python`.

Each time stands beside one of the same run, so that a noisy machine spoils both sides alike. Exits with 1 when a figure
is on the wrong side of its bound.
"""
import contextlib
import io
import os
import subprocess
import sys
import time

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "python"), os.path.join(ROOT, "test", "corpus", "module")]

import jpeg_block as jpeg  # noqa: E402
from pylog import compiler, pylog  # noqa: E402

MOST_OVERHEAD = 0.3  # milliseconds beside the kernel
LEAST_RATE = 2.0  # GB/s, both directions counted
MOST_KEPT = 64  # MiB that large arrays may leave behind
MOST_START = 2.0  # times the reference's

rows = []


@pylog
def increment(n):
    return n + 1


@pylog
def total(a, b, c):
    for i in range(8):
        for j in range(8):
            c[i, j] = a[i, j] + b[i, j]


@pylog
def doubled(a):
    for i in range(len(a)):
        a[i] = a[i] * 2


def main():
    a, b, c = (np.ones((8, 8), np.float32) for _ in range(3))
    block, out = np.arange(64, dtype=np.int32).reshape(8, 8), np.zeros(64, np.int32)
    plain = jpeg.jpeg_block.function
    call("call with a number", lambda: increment(3), increment, (3,))
    call("call with three 8x8 arrays", lambda: total(a, b, c), total, (a, b, c))
    call("JPEG block", lambda: jpeg.jpeg_block(block, out), jpeg.jpeg_block, (block, out), lambda: plain(block, out))
    before = resident()
    moved()
    for _ in range(8):
        increment(3)
        time.sleep(0.1)  # the engine gives memory back in a thread of its own
    left = [now - then for now, then in zip(resident(), before)]
    row("memory left by 100 MB arrays", max(left), "MiB, of Python %d, of the compiler %d" % tuple(left), max(left) <= MOST_KEPT)
    for name in ("matmul", "popcount", "sobel"):
        ours, theirs = (started(name, on) for on in ("wasm", "reference"))
        text = "ms, --on reference %.0f ms: %.2f times, at most %g" % (theirs, ours / theirs, MOST_START)
        row("lutra run %s --on wasm" % name, ours, text, ours <= MOST_START * theirs)
    for holds, what, ours, text in rows:
        print("%-4s  %-30s %9.3f %s" % ("ok" if holds else "MISS", what, ours, text))
    return 0 if all(one[0] for one in rows) else 1


def call(what, run, kernel, args, plain=None):
    alone = kernel_time(kernel, args)
    ours = least(run) - alone
    theirs = "" if plain is None else ", CPython %.3f ms a call" % least(plain)
    text = "ms beside the kernel's %.3f%s; a message to Node.js and back %.3f; at most %g" % (
        *(alone, theirs, echo()),
        MOST_OVERHEAD,
    )
    row(what, ours, text, ours <= MOST_OVERHEAD)


def moved():
    array = np.arange(25_000_000, dtype=np.float32)
    other = array.copy()
    both = 2 * array.nbytes / 1e9
    alone = kernel_time(doubled, (array,), 5)
    seconds = (least(lambda: doubled(array), 9) - alone) / 1e3
    copy = least(lambda: np.copyto(other, array), 9) / 1e3
    text = "GB/s there and back; np.copyto %.1f GB/s; at least %g" % (other.nbytes / 1e9 / copy, LEAST_RATE)
    row("100 MB array", both / seconds, text, both / seconds >= LEAST_RATE)


def row(what, ours, text, holds):
    rows.append((holds, what, ours, text))


def least(run, count=2000):
    """Milliseconds of one run, the one least disturbed by others."""
    times = []
    for _ in range(count):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times) * 1e3


def kernel_time(kernel, args, count=50):
    """Milliseconds of the kernel itself, as the compiler's process measures them."""
    said = io.StringIO()
    timed = kernel.using(mode="deploy,timing")
    with contextlib.redirect_stdout(said):
        for _ in range(count):
            timed(*args)
    times = [float(line.split()[-2]) for line in said.getvalue().splitlines() if "kernel alone" in line]
    return min(times)


def echo():
    """Milliseconds of a message to a process of Node.js that sends it back."""
    words = ["node", "-e", "process.stdin.on('data', (bytes) => process.stdout.write(bytes))"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:

        def once():
            process.stdin.write(b"x" * 500)
            process.stdout.read(1 << 16)

        return least(once)


def resident():
    """MiB of Python and of the compiler."""
    found = []
    for number in (os.getpid(), compiler._State.process.popen.pid):
        with open("/proc/%d/status" % number) as file:
            found.append(next(int(line.split()[1]) // 1024 for line in file if line.startswith("VmRSS")))
    return found


def started(name, on):
    """Milliseconds of a command, the least disturbed one."""
    words = ["node", os.path.join(ROOT, "bin", "lutra.js"), "run", os.path.join(ROOT, "examples", name + ".py"), "--on", on]
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return min(times) * 1e3


sys.exit(main())
