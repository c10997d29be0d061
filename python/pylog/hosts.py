"""Calls of kernels on boards whose bitstreams the vendor's tools made of `lutra build --to axi`: Zynq and cards."""
import contextlib
import importlib
import os
import threading
import weakref
from collections import namedtuple

import numpy as np

from . import axi
from .buffer import Buffer
from .errors import NotDeployed, PylogError, ToolMissing
from .host_pynq import PynqBoard
from .host_xrt import XrtBoard
from .options import CARDS

Where = namedtuple("Where", ("board", "bitstream", "port"))

PATIENCE = 60  # seconds that a call may take beyond twice what was predicted


def call(facts, where, values, return_arrays):
    """Runs the kernel: what it returned, and its cycles (None where the board does not tell).

    `return_arrays`: gives the caller's array where a result is an argument.
    """
    with State.lock:
        if facts.streams:
            raise NotDeployed("`%s` is a stream, which no host reaches; leave `stream` out for arguments" % facts.streams[0])
        for name, text in facts.types.items():
            axi.check(name, text, values[name])
        refuse_twice(facts, values)
        opened = open_board(where)
        unit = opened.unit(facts, where)
        return Call(opened, unit, facts, values).run(return_arrays)


class State:
    lock = threading.RLock()
    opened = {}  # boards, by what they are called through and where they are
    stuck = {}  # those on which a call may still write to memory, which stays until the bitstream is loaded again


class Opened:
    """A board with its bitstream, the kernels in it, and memory there that calls use again."""

    def __init__(self, board, where, stamp):
        self.board, self.where, self.stamp = board, where, stamp
        self.units, self.memories = {}, {}
        self.buffers = weakref.WeakSet()

    def unit(self, facts, where):
        key = facts.module, facts.identity, where.port
        found = self.units.get(key)
        if found is None:
            with trouble(where, "cannot be reached"):
                found = self.board.unit(facts, where.port)
                if self.board.reads_registers:
                    self.refuse_stranger(found, facts, where)
            self.units[key] = found
        return found

    def refuse_stranger(self, unit, facts, where):
        found = bits_in(unit, facts.registers["circuit_identity"])
        if found != facts.identity:
            raise NotDeployed(
                "%s has another circuit than %s, or another version of it (%016x, not %016x); "
                "build it again from what `lutra build --to axi --board %s` writes"
                % (where.bitstream, facts.kernel, found, facts.identity, where.board)
            )

    def plain_memory(self, facts, name, place, size):
        """Of an array that is sent with every call."""
        key = facts.module, name, place, size
        if key not in self.memories:
            self.memories[key] = self.board.memory(size, place)
        return self.memories[key]

    def close(self, lost=None):
        for buffer in list(self.buffers):
            buffer.leave(self, lost)
        if lost is None:
            self.memories.clear()
            return
        for key, opened in list(State.opened.items()):
            if opened is self:
                State.stuck[key] = State.opened.pop(key)


def open_board(where):
    kind = XrtBoard if where.board in CARDS else PynqBoard
    try:
        stamp = where.bitstream, os.stat(where.bitstream).st_mtime_ns
    except OSError as error:
        raise NotDeployed("cannot read the bitstream %s: %s" % (where.bitstream, error.strerror)) from None
    # A port of Zynq is the address of a kernel in the one logic that there is.
    key = (kind.package, where.port if kind is XrtBoard else None)
    known = State.opened.get(key)
    if known is not None and known.stamp == stamp:
        return known
    package = package_of(kind, where)
    if known is not None:
        known.close()
        del State.opened[key]
    with trouble(where, "cannot load %s" % where.bitstream):
        board = kind(package, where.bitstream, *((where.port,) if kind is XrtBoard else ()))
    State.stuck.pop(key, None)
    State.opened[key] = opened = Opened(board, where, stamp)
    return opened


def package_of(kind, where):
    try:
        return importlib.import_module(kind.package)
    except ImportError as error:
        full = (where.board, kind.package, error, kind.advice)
        raise ToolMissing(
            "%s is called through the Python package %s, which cannot be imported (%s): %s; leave board= out to run the kernel "
            "on this computer, or choose mode='verilog' to simulate its circuit" % full
        ) from None


@contextlib.contextmanager
def trouble(where, what):
    """Whatever the vendor's package raises is one message."""
    try:
        yield
    except PylogError:
        raise
    except Exception as error:
        raise NotDeployed("%s %s: %s" % (where.board, what, str(error) or type(error).__name__)) from None


def refuse_twice(facts, values):
    """A board has one memory for each argument."""
    arrays = {name: values[name] for name in facts.arrays}
    for name in facts.written:
        for other, value in arrays.items():
            same = value is arrays[name] or (
                isinstance(value, np.ndarray) and isinstance(arrays[name], np.ndarray) and np.shares_memory(value, arrays[name])
            )
            if other != name and same:
                raise ValueError("arguments %s and %s share memory, and the kernel writes %s; pass a copy" % (name, other, name))


def bits_in(unit, register):
    count = -(-register["bits"] // 32)
    return sum(unit.read(register["offset"] + 4 * at) << 32 * at for at in range(count)) & (1 << register["bits"]) - 1


class Call:
    def __init__(self, opened, unit, facts, values):
        self.opened, self.unit, self.facts, self.values = opened, unit, facts, values
        self.where = opened.where
        self.sent = {one["name"]: self.prepared(one["name"], one["kind"]) for one in facts.given}
        self.memories = {}  # by array, with where they are there

    def prepared(self, name, kind):
        """A scalar's bits, or the bytes of an array that is sent; None for others. What is wrong with an argument shows here."""
        value, array = self.values.get(name), self.facts.in_memory.get(name)
        if kind == "argument":
            return axi.to_bits(name, self.facts.types[name], value)
        if array is not None and isinstance(value, Buffer):
            refuse_other_form(name, self.facts.types[name], value)
        elif array is not None and array["isLoaded"]:
            return np.frombuffer(axi.to_memory(self.facts.types[name], value), np.uint8)
        return None

    def run(self, return_arrays):
        kernel, board = self.facts.kernel, self.where.board
        try:
            with trouble(self.where, "failed before the call of %s" % kernel):
                given = [(one, self.argument(at, one)) for at, one in enumerate(self.facts.given)]
            with trouble(self.where, "failed in the call of %s" % kernel):
                if not self.unit.run(given, self.limit()):
                    raise NotDeployed("%s did not end on %s in time; arrays are as they were before the call" % (kernel, board))
                failed, cycles = self.status(), self.cycles()
        except BaseException:  # Ctrl-C too: the circuit may still run, so its bitstream is loaded again before the next call
            self.opened.close("a call of %s failed" % kernel)
            raise
        if failed:
            self.refuse_failed(failed)
        return self.taken(return_arrays), cycles

    def limit(self):
        most = self.facts.most_cycles
        return PATIENCE + (0 if most is None else 2e-6 * most / self.facts.clock)

    def argument(self, at, register):
        name = register["name"]
        if register["kind"] == "argument":
            return self.sent[name]
        array, place, value = self.facts.in_memory.get(name), self.unit.place(at), self.values.get(name)
        if array is not None and isinstance(value, Buffer):
            make = lambda size: self.opened.board.memory(size, place)  # noqa: E731
            memory = value.on_board(self.opened, place, make, array["isLoaded"])
        else:
            memory = self.opened.plain_memory(self.facts, name, place, 1 if array is None else size_of(array))
            if self.sent[name] is not None:
                memory.send(self.sent[name], 0, len(self.sent[name]))
        self.memories[name] = memory, place
        return memory

    def status(self):
        return bits_in(self.unit, self.facts.registers["call_status"]) if self.opened.board.reads_registers else 0

    def cycles(self):
        return bits_in(self.unit, self.facts.registers["call_cycles"]) if self.opened.board.reads_registers else None

    def refuse_failed(self, status):
        said = {
            "readFailed": "memory answered a read with an error, and the kernel was not run",
            "writeFailed": "memory answered a write with an error",
            "misaligned": "an address is no multiple of a beat, and the kernel was not run",
        }
        happened = [name for name, bit in self.facts.wrong.items() if status >> bit & 1]
        why = "; ".join(said.get(name, name) for name in happened) or "its status is %d" % status
        if "writeFailed" in happened:
            self.opened.close("memory answered a write of %s with an error" % self.facts.kernel)
        facts = (self.facts.kernel, self.where.board, why)
        raise NotDeployed("%s failed on %s: %s; arrays are as they were before the call" % facts)

    def taken(self, return_arrays):
        """Brings all results first, then changes arrays."""
        stored = {name: array for name, array in self.facts.in_memory.items() if array["isStored"]}
        plain = [name for name in stored if not isinstance(self.values.get(name), Buffer)]
        with trouble(self.where, "failed after the call of %s" % self.facts.kernel):
            found = {name: self.brought(name, stored[name]) for name in plain}
            scalars = [self.scalar(one) for one in self.facts.results]
        for name in plain:
            refuse_unfit(name, self.values.get(name, found[name]), found[name])
        for name in plain:
            if name in self.values:
                self.values[name][...] = found[name]
        with trouble(self.where, "failed after the call of %s" % self.facts.kernel):
            for name in stored:
                if name not in found:
                    self.values[name].after_call(self.opened, self.memories[name][1])
        return tuple(
            scalar if "register" in one else return_arrays(one["array"]) if one["array"] in self.values else found[one["array"]]
            for one, scalar in zip(self.facts.results, scalars)
        )

    def brought(self, name, array):
        data = np.empty(size_of(array), np.uint8)
        self.memories[name][0].bring(data, 0, len(data))
        return axi.from_memory(array["element"], array["shape"], data)

    def scalar(self, one):
        if "register" not in one:
            return None
        return axi.from_bits(one["type"], bits_in(self.unit, self.facts.registers[one["register"]]))


def size_of(array):
    return array["elementBytes"] * int(np.prod(array["shape"], dtype=np.int64))


def refuse_other_form(name, text, buffer):
    """Elements of a Buffer are never converted: they must lie in it as the circuit wants them, and all be values of its type."""
    element = text.partition("[")[0]
    form = axi.wire.bits_of(element)
    if axi.dtype_of(element) != buffer.dtype or form is not None and (form.fraction or form.width != 8 * buffer.dtype.itemsize):
        raise TypeError("argument %s is %s, which a Buffer of %s does not hold; pass an array" % (name, element, buffer.dtype))


def refuse_unfit(name, target, array):
    if target.dtype != array.dtype and not np.array_equal(array.astype(target.dtype), array):
        raise ValueError("argument %s is %s, which cannot hold what the kernel wrote" % (name, target.dtype))
