"""The compiler as a process of its own: started once, asked over a pipe, started again when it died.

A message is "LUTR", the length of a header (uint32) and of a body (uint64), then both. The header is JSON; the body
holds the elements of arrays, each at a multiple of 8 bytes.
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
from .errors import CompilerDied, ToolMissing

PROTOCOL = 1
PREFIX = struct.Struct("<4sIQ")


def ask(header, parts=()):
    """Sends a request and gives (header, body) of the answer. Calls of several threads take turns."""
    with _State.lock:
        process = _State.process
        if process is None or not process.alive():
            _State.process = None  # a start that fails leaves nothing behind
            if process is not None:
                process.end()
            process = _State.process = Process()
        try:
            return process.exchange(header, parts)
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
    process = None
    started = 0


class Process:
    def __init__(self):
        words = locate.command()
        try:
            self.popen = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=os.name == "posix",  # Ctrl-C is for Python, which then ends this process
            )
        except OSError as error:
            raise ToolMissing("%s cannot be started: %s" % (words[0], error.strerror or error)) from None
        _State.started += 1
        self.number = _State.started
        self.said = collections.deque(maxlen=40)  # the last lines on stderr
        self.listener = threading.Thread(target=self._listen, daemon=True, name="pylog compiler")
        self.listener.start()
        self._greet(words)

    def alive(self):
        return self.popen.poll() is None

    def exchange(self, header, parts):
        try:
            self._send(header, parts)
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

    def forget(self):
        """In a child made by fork: the process is the parent's, only our ends of the pipe are closed."""
        self.popen.returncode = 0  # so that nobody waits for it
        for stream in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            stream.close()

    def _greet(self, words):
        """The first question: does it work, and does it speak as we do?"""
        try:
            answer, _ = self.exchange({"command": "version"}, ())
        except CompilerDied:
            self.end()
            raise ToolMissing(self._why_not(words)) from None
        if answer.get("protocol") != PROTOCOL:
            self.end()
            raise ToolMissing(
                "the compiler at %s (version %s) and this pylog package do not fit: install both from one source"
                % (words[-2], answer.get("lutra"))
            )

    def _send(self, header, parts):
        text = json.dumps(header).encode()
        body = sum(len(part) + -len(part) % 8 for part in parts)
        stream = self.popen.stdin
        _write(stream, PREFIX.pack(b"LUTR", len(text), body) + text)
        for part in parts:
            _write(stream, part)
            if len(part) % 8:
                _write(stream, bytes(-len(part) % 8))

    def _receive(self):
        magic, header, body = PREFIX.unpack(self._read(PREFIX.size))
        if magic != b"LUTR":
            raise EOFError
        return json.loads(bytes(self._read(header))), self._read(body)

    def _read(self, size):
        data = bytearray(size)
        rest = memoryview(data)
        while len(rest):
            count = self.popen.stdout.readinto(rest[: 1 << 24])
            if not count:
                raise EOFError
            rest = rest[count:]
        return data

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
    if process is not None:
        process.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)
