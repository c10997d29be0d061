"""`Buffer`: an array whose copies on boards are only renewed where they are stale.

A NumPy array can be changed without anybody noticing, so plain arrays are sent with every call. A Buffer notices:

    x = Buffer(np.arange(64, dtype=np.int32))
    smooth(x, y)          # x is sent
    smooth(x, y)          # and not again
    x[3:5] = 0            # only these rows are sent with the next call
    y[:4]                 # now y comes back, if a board wrote it
"""
import sys

import numpy as np

from .errors import NotDeployed

NONE = (0, 0)  # of rows: from, to


def joined(one, other):
    """The least range that has both."""
    if one[0] >= one[1]:
        return other
    if other[0] >= other[1]:
        return one
    return min(one[0], other[0]), max(one[1], other[1])


def covers(outer, inner):
    return inner[0] >= inner[1] or outer[0] <= inner[0] and inner[1] <= outer[1]


class Copy:
    """The copy on a board. `memory` has send(data, start, stop) and bring(data, start, stop), in bytes."""

    def __init__(self, memory, stale):
        self.memory = memory
        self.stale = stale  # rows


class Buffer:
    """An array of a host with copies on boards. Elements are read and written by indexing; reading gives copies.

    `Buffer((8, 3), np.int32)` is zeros of that shape, `Buffer(values)` a copy of an array or a list.

    `array` is the host's memory itself. As long as anybody holds it, or a view of it, it is treated as any NumPy array: it is
    sent with every call, and what a board wrote comes back at once.
    """

    def __init__(self, values, dtype=None):
        if isinstance(values, (int, tuple)) and dtype is not None:
            self._memory = np.zeros(values, dtype)
        else:
            self._memory = np.array(values, dtype, order="C", copy=True, subok=False)
        if self._memory.dtype == object:
            raise TypeError("a Buffer holds numbers of NumPy's types, not Python objects")
        self._memory = np.array(self._memory, self._memory.dtype.newbyteorder("="))
        self.shape, self.dtype, self.nbytes = self._memory.shape, self._memory.dtype, self._memory.nbytes
        self.ndim, self.size = self._memory.ndim, self._memory.size
        self._rows = self.shape[0] if self.shape else 1
        self._stale = NONE  # rows of the host that are newer on `_latest`
        self._latest = None
        self._copies = {}  # by board and place there
        self._lost = None  # why nobody has its elements any more
        self._alone = self._references()

    def __repr__(self):
        return "<pylog Buffer %s %s>" % (self.dtype, list(self.shape))

    def __len__(self):
        return len(self._memory)

    def __array__(self, dtype=None, copy=None):
        if copy is False:
            raise ValueError("a Buffer gives copies of its elements; .array is the memory itself")
        self._settle()
        return np.array(self._memory, dtype)

    def __getitem__(self, key):
        self._settle()
        found = self._memory[key]
        return found.copy() if isinstance(found, np.ndarray) else found

    def __setitem__(self, key, value):
        rows = self._rows_of(key)
        missing = self._stale if self._lost is None else (0, self._rows)
        if not (is_whole(key) and covers(rows, missing)):
            self._settle()
        self._memory[key] = value
        self._stale, self._lost = NONE, None
        self._touch(rows)

    @property
    def array(self):
        self._settle()
        self._touch((0, self._rows))
        return self._memory

    # What calls on boards do

    def on_board(self, board, place, make, is_loaded):
        """The memory on a board, as new as the kernel needs it. `make`: of as many bytes."""
        if self._is_held():
            self._touch((0, self._rows))
        copy = self._copies.get((board, place))
        if copy is None:
            copy = self._copies[board, place] = Copy(make(self.nbytes), (0, self._rows))
            board.buffers.add(self)
        if is_loaded and copy.stale[0] < copy.stale[1]:
            self._settle()
            copy.memory.send(self._bytes(), *self._span(copy.stale))
            copy.stale = NONE
        return copy.memory

    def after_call(self, board, place):
        """The kernel wrote it there, all of it or what differs from what was sent."""
        for copy in self._copies.values():
            copy.stale = (0, self._rows)
        self._copies[board, place].stale = NONE
        self._stale, self._latest, self._lost = (0, self._rows), (board, place), None
        if self._is_held():
            self._settle()

    def leave(self, board, lost=None):
        """The board is about to forget its memory; or has, and `lost` says why."""
        if lost is None:
            if self._latest is not None and self._latest[0] is board:
                self._settle()
        elif self._stale[0] < self._stale[1] and self._latest[0] is board:
            self._stale, self._latest, self._lost = NONE, None, lost
        for key in [key for key in self._copies if key[0] is board]:
            del self._copies[key]

    # Within

    def _settle(self):
        """Brings back what is stale here."""
        if self._lost is not None:
            raise NotDeployed("the elements of a Buffer were lost: %s; write all of it (buffer[...] = values)" % self._lost)
        if self._stale[0] < self._stale[1]:
            self._copies[self._latest].memory.bring(self._bytes(), *self._span(self._stale))
            self._stale = NONE

    def _touch(self, rows):
        """The host changed these, or may."""
        for copy in self._copies.values():
            copy.stale = joined(copy.stale, rows)

    def _is_held(self):
        """Has anybody else its memory? Pythons that do not count references cannot tell: then it is."""
        return self._alone is None or self._references() > self._alone

    def _references(self):
        """Views, memoryviews and names all count."""
        count = getattr(sys, "getrefcount", None)
        return None if count is None else count(self._memory)

    def _bytes(self):
        return self._memory.reshape(-1).view(np.uint8)

    def _span(self, rows):
        width = self.nbytes // max(1, self._rows)
        return rows[0] * width, rows[1] * width

    def _rows_of(self, key):
        first = key[0] if isinstance(key, tuple) and key else key
        if self.ndim and isinstance(first, (int, np.integer)) and not isinstance(first, (bool, np.bool_)):
            at = int(first) + (self._rows if first < 0 else 0)
            return at, at + 1
        if self.ndim and isinstance(first, slice):
            steps = range(*first.indices(self._rows))
            return (min(steps[0], steps[-1]), max(steps[0], steps[-1]) + 1) if steps else NONE
        return 0, self._rows


def is_whole(key):
    """Does it name all elements of its rows?"""
    keys = key if isinstance(key, tuple) else (key,)
    return all(
        one is Ellipsis or isinstance(one, (int, np.integer)) and at == 0 and not isinstance(one, (bool, np.bool_))
        or isinstance(one, slice) and (at == 0 and one.step in (None, 1) or one == slice(None))
        for at, one in enumerate(keys)
    )


def lent(given):
    """Arguments with the memory of Buffers in their place, for what runs here."""
    return {name: value.array if isinstance(value, Buffer) else value for name, value in given.items()}


def alike(given):
    """Arguments with arrays of the type of Buffers in their place, to be compiled for."""
    return {name: typed(value) if isinstance(value, Buffer) else value for name, value in given.items()}


def typed(buffer):
    return np.broadcast_to(np.zeros((), buffer.dtype), buffer.shape)
