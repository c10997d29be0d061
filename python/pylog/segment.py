"""Memory that Python and the compiler share, for messages whose bodies are large. Linux has it without a file.

Nothing is left behind, however the processes end: the memory has no name, and goes with the last who has it open.
"""
import mmap
import os

import numpy as np

LARGE = 1 << 16  # bytes of a body that go this way
KEPT_CALLS = 4  # memory that so many messages did not need is given back


class Segment:
    """One body at a time: of the request, then of its answer."""

    @classmethod
    def make(cls):
        """None where there is no such memory: everything goes over the pipe then."""
        try:
            return cls(os.memfd_create("pylog"))
        except (AttributeError, OSError):
            return None

    def __init__(self, fd):
        self.fd = fd
        self.size = 0
        self.memory = None
        self.idle = 0  # messages since the last large one

    def token(self):
        """What the other side must find in the memory, to be sure that it is the same."""
        token = os.urandom(16)
        os.pwrite(self.fd, token, 0)
        return token.hex()

    def put(self, writer):
        """Writes the body of a request, if it is large. False: it is not here."""
        if writer.size < LARGE:
            self._rest()
            return False
        self.idle = 0
        try:
            self._take(writer.size)
        except OSError:
            os.ftruncate(self.fd, self.size)
            return False  # there is no room for it
        at = 0
        for part in writer.parts:
            np.ndarray(part.shape, part.dtype.newbyteorder("="), self.memory, at)[...] = part
            at += part.nbytes + -part.nbytes % 8
        return True

    def get(self, size):
        """The body of an answer, as long as no other message is sent."""
        self.idle = 0
        self._map(size)  # what is written is there
        return self.memory

    def close(self):
        os.close(self.fd)
        self.memory = None

    def _take(self, size):
        """Memory that is not there when it is written to would end the process."""
        if size > self.size:
            os.posix_fallocate(self.fd, 0, size)
            self._map(size)

    def _map(self, size):
        if size > self.size:
            self.memory = mmap.mmap(self.fd, size)  # an old one goes when nobody looks at it any more
            self.size = size

    def _rest(self):
        self.idle += 1
        if self.idle >= KEPT_CALLS and self.size > 0:
            self.memory, self.size = None, 0
            os.ftruncate(self.fd, 0)
