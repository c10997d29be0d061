"""The compiler as a process of its own: started once, asked over a pipe, started again when it died.

A message is "LUTR", the length of a header (uint32) and of a body (uint64), then both. The header is JSON; the body
holds the elements of arrays, each at a multiple of 8 bytes. A message that starts with "LUTS" has its body in memory that
both processes share (`segment.py`), where there is such memory.
"""
import atexit
import collections
import json
import os
import signal
import struct
import subprocess
import sys
import threading

from . import locate
from .errors import CompilerDied, PylogError, ToolMissing
from .segment import Segment
from .wire import Writer, plain_bytes

PROTOCOL = 1
PREFIX = struct.Struct("<4sIQ")
ONE_READ = 1 << 16


def ask(header, writer, take):
    """Sends a request and gives what `take` makes of (header, body) of the answer. Calls of several threads take turns.

    The body is gone when `take` has returned: it is used again.
    """
    with _State.lock:
        if _State.busy:
            raise PylogError("a kernel was called inside a call of a kernel, by a signal handler or a finalizer; call it later")
        _State.busy = True
        try:
            answer, body = _exchange(header, writer)
            return take(answer, body)
        finally:
            _State.busy = False


def _exchange(header, writer):
    process = _State.process
    if process is None or not process.alive():
        _State.process = None  # a start that fails leaves nothing behind
        if process is not None:
            process.end()
        process = _State.process = Process()
    try:
        return process.exchange(header, writer)
    except BaseException:
        # The answer was not read to its end (Ctrl-C, too): what comes next on the pipe cannot be trusted.
        _State.process = None
        process.end()
        raise


def generation():
    """Changes whenever a new process is started: what the old one knew is gone."""
    with _State.lock:
        process = _State.process
        return process.number if process is not None and process.alive() else 0


class _State:
    lock = threading.RLock()
    busy = False  # with a call of the thread that has the lock
    process = None
    started = 0


# glibc keeps up to 32 MiB of what large arrays took once they are freed; so it gives them back.
ALLOCATION = {"MALLOC_MMAP_THRESHOLD_": "1048576", "MALLOC_TRIM_THRESHOLD_": "1048576", "MALLOC_ARENA_MAX": "2"}


class Process:
    def __init__(self):
        words = locate.command()
        self.segment = Segment.make()
        shared = {} if self.segment is None else {"pass_fds": (self.segment.fd,)}
        try:
            self.popen = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=os.name == "posix",  # Ctrl-C is for Python, which then ends this process
                env={**ALLOCATION, **os.environ},
                **shared,
            )
        except OSError as error:
            self._drop_segment()
            raise ToolMissing("%s cannot be started: %s" % (words[0], error.strerror or error)) from None
        _State.started += 1
        self.number = _State.started
        self.said = collections.deque(maxlen=40)  # the last lines on stderr
        self.listener = threading.Thread(target=self._listen, daemon=True, name="pylog compiler")
        self.listener.start()
        self._greet(words)

    def alive(self):
        return self.popen.poll() is None

    def exchange(self, header, writer):
        try:
            self._send(header, writer)
            return self._receive()
        except (EOFError, BrokenPipeError, ConnectionError):
            raise CompilerDied(self._obituary(header)) from None

    def end(self):
        """Ends the process and forgets it. It may clean up first, if it listens: a kernel that runs does not."""
        self.popen.stdin.close()  # nothing is buffered, so nothing can fail here
        if self.alive():
            self.popen.terminate()
        try:
            self.popen.wait(0.5)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()
        self.popen.stdout.close()
        self.listener.join(1)
        self.popen.stderr.close()
        self._drop_segment()

    def forget(self):
        """In a child made by fork: the process is the parent's, only our ends of the pipe are closed."""
        self.popen.returncode = 0  # so that nobody waits for it
        for stream in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            stream.close()
        self._drop_segment()

    def _drop_segment(self):
        segment, self.segment = self.segment, None
        if segment is not None:
            segment.close()

    def _greet(self, words):
        """The first question: does it work, does it speak as we do, and does it see the memory that we would share?"""
        request = {"command": "version"}
        if self.segment is not None:
            request["segment"] = {"fd": self.segment.fd, "token": self.segment.token()}
        try:
            answer, _ = self.exchange(request, Writer())
        except CompilerDied:
            self.end()
            raise ToolMissing(self._why_not(words)) from None
        if answer.get("segment") is not True:
            self._drop_segment()
        if answer.get("protocol") != PROTOCOL:
            self.end()
            raise ToolMissing(
                "the compiler at %s (version %s) and this pylog package do not fit: install both from one source"
                % (words[-2], answer.get("lutra"))
            )

    def _send(self, header, writer):
        text = json.dumps(header).encode()
        if self.segment is not None and self.segment.put(writer):
            _write(self.popen.stdin, PREFIX.pack(b"LUTS", len(text), writer.size) + text)
            return
        message = PREFIX.pack(b"LUTR", len(text), writer.size) + text
        for part in writer.parts:
            data = plain_bytes(part)
            if len(message) + len(data) > ONE_READ:
                _write(self.popen.stdin, message)
                message = b""
            if len(data) > ONE_READ:
                _write(self.popen.stdin, data)
            else:
                message += data
            message += bytes(-len(data) % 8)
        _write(self.popen.stdin, message)

    def _receive(self):
        start = self._some()  # most often all of it
        while len(start) < PREFIX.size:
            start += self._some()
        magic, header, body = PREFIX.unpack_from(start)
        if magic not in (b"LUTR", b"LUTS"):
            raise EOFError
        shared = magic == b"LUTS"
        size = PREFIX.size + header + (0 if shared else body)
        whole = memoryview(start)
        if len(start) < size:
            whole = memoryview(bytearray(size))
            whole[: len(start)] = start
            self._fill(whole[len(start) :])
        end = PREFIX.size + header
        facts = json.loads(bytes(whole[PREFIX.size : end]))
        return facts, self.segment.get(body) if shared else whole[end:size]

    def _some(self):
        data = self.popen.stdout.read(ONE_READ)
        if not data:
            raise EOFError
        return data

    def _fill(self, rest):
        while len(rest):
            count = self.popen.stdout.readinto(rest[: 1 << 24])
            if not count:
                raise EOFError
            rest = rest[count:]

    def _listen(self):
        for line in self.popen.stderr:
            text = line.decode(errors="replace").rstrip()
            self.said.append(text)
            if os.environ.get("LUTRA_DEBUG"):
                print(text, file=sys.stderr)

    def _obituary(self, header):
        cause = self._cause()
        doing = {"compile": "compiled", "run": "ran", "build": "wrote"}.get(header.get("command"), "answered for")
        name = header.get("kernel") or header.get("name") or "a kernel"
        return "the Lutra compiler %s while it %s %s; the next call starts it again" % (cause, doing, name)

    def _cause(self):
        try:
            status = self.popen.wait(5)
        except subprocess.TimeoutExpired:
            return "closed its pipe"
        self.listener.join(1)
        if any("heap out of memory" in line or "allocation failed" in line for line in self.said):
            return "ran out of memory (NODE_OPTIONS=--max-old-space-size=8192 gives it more)"
        if status < 0:
            return "was killed (%s)" % signal.Signals(-status).name
        return "ended with status %d" % status

    def _why_not(self, words):
        """Why it said nothing at all."""
        reason = next((line for line in self.said if line.strip()), "")
        if "not built" in reason:
            return "the Lutra compiler is not built: run `npm ci` in %s" % os.path.dirname(os.path.dirname(words[-2]))
        version = _node_version(words[0]) if len(words) == 3 else None
        if version is not None and version < locate.OLDEST_NODE:
            return "Node.js %d.%d is too old for the Lutra compiler: install %d.%d or later (nodejs.org)" % (
                version + locate.OLDEST_NODE
            )
        return "the Lutra compiler does not start (%s)%s" % (" ".join(words), ": " + reason if reason else "")


def _write(stream, data):
    """A pipe without a buffer may take less than it is given."""
    rest = memoryview(data).cast("B")
    while len(rest):
        rest = rest[stream.write(rest[: 1 << 24]) :]


def _node_version(path):
    try:
        text = subprocess.run([path, "--version"], stdout=subprocess.PIPE, timeout=10).stdout.decode()
        major, minor = text.strip().lstrip("v").split(".")[:2]
        return int(major), int(minor)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


@atexit.register
def _close():
    process, _State.process = _State.process, None
    if process is not None:
        process.end()


def _in_child():
    process, _State.process = _State.process, None
    _State.lock = threading.RLock()  # another thread may have held it when the process was copied
    _State.busy = False
    if process is not None:
        process.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)
