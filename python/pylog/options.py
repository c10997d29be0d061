"""What `@pylog(mode=..., board=..., backend=..., freq=..., path=..., schedule=..., port=..., bitstream=..., bus_width=...,
bundles=..., fixed=..., goal=...)` may say."""
import difflib
import os
import re
from collections import namedtuple

MODES = {
    "cgen": "cgen",
    "hwgen": "hwgen",
    "deploy": "deploy",
    "pysim": "pysim",
    "verilog": "verilog",
    # Older spellings.
    "codegen": "cgen",
    "hls": "hwgen",
    "syn": "hwgen",
    "acc": "deploy",
    "run": "deploy",
    # These add something to the others.
    "debug": "debug",
    "timing": "timing",
    "viz": "viz",
}
CARDS = ("aws_f1", "alveo_u200", "alveo_u250", "alveo_u280")
VENDOR_BOARDS = ("zedboard", "pynq-z1", "pynq-z2", "ultra96") + CARDS
OPEN_BOARDS = ("icebreaker", "icebreaker-spi", "upduino-3", "ice40-hx8k", "ulx3s-12f", "ulx3s-25f", "ulx3s-45f", "ulx3s-85f", "orangecrab",
               "tang-nano-9k", "arty-a7-35t", "arty-a7-35t-spi")
BOARDS = VENDOR_BOARDS + OPEN_BOARDS
BOARD_SPELLINGS = {
    "pynq": "pynq-z1",
    "zed": "zedboard",
    "aws": "aws_f1",
    "ultra96v1": "ultra96",
    "u200": "alveo_u200",
    "u250": "alveo_u250",
    "u280": "alveo_u280",
    "upduino": "upduino-3",
    "hx8k": "ice40-hx8k",
    "tangnano9k": "tang-nano-9k",
    "arty": "arty-a7-35t",
    "ulx3s": "ulx3s-85f",
}
# What writes C, and what runs a kernel here. "vhls" is PyLog's word for Vivado HLS.
WRITERS = {"vitis": "vitis", "vhls": "vitis", "hls": "vitis", "merlin": "merlin", "opencl": "opencl"}
WRITERS.update({"verilog": "verilog"})
RUNNERS = {"vitis": "csim", "vhls": "csim", "hls": "csim", "csim": "csim", "opencl": "opencl"}
RUNNERS.update({"wasm": "wasm", "reference": "reference", "verilog": "verilog"})

BUS_WIDTHS = (32, 64, 128, 256, 512)

GOALS = ("speed", "balance", "size")

OPTION_NAMES = ("mode", "board", "backend", "freq", "path", "schedule", "port", "bitstream", "bus_width", "bundles", "fixed", "goal")

Options = namedtuple(
    "Options",
    ("steps", "board", "writer", "runner", "freq", "path", "schedule", "port", "bitstream", "bus_width", "bundles", "fixed", "goal",
     "stays"),
)
"""steps: MODES' values; stays: none of them asks for the board; writer: vitis, merlin, opencl, verilog; runner: a target or "fastest"; schedule: (name, text), (word, None) or None;
bundles: ((array, master), ...); fixed: names of arguments; goal: one of GOALS, or None."""


def read_options(
    mode="deploy", board=None, backend=None, freq=None, path=None, schedule=None, port=None, bitstream=None, bus_width=None,
    bundles=None, fixed="", goal=None
):
    steps = read_mode(mode)
    name = None if backend is None else choice("backend", backend, sorted(set(WRITERS) | set(RUNNERS)))
    return Options(
        steps=steps,
        board=None if board is None else read_board(board),
        writer=WRITERS.get(name, "vitis"),
        runner="verilog" if "verilog" in steps else RUNNERS.get(name, "fastest"),
        freq=read_frequency(freq),
        path=read_path(os.environ.get("PYLOG_KERNELS") or "build" if path is None else path),
        schedule=read_schedule(schedule),
        port=read_port(port),
        bitstream=read_bitstream(bitstream, board),
        bus_width=read_bus_width(bus_width, board),
        bundles=read_bundles(bundles, board),
        fixed=read_fixed(fixed),
        goal=None if goal is None else choice("goal", goal, GOALS),
        stays=stays_here(mode),
    )


def read_mode(mode):
    """`"cgen"`, `"cgen,pysim"`, `"deploytiming"`: words with or without something between them."""
    if not isinstance(mode, str):
        raise TypeError("mode is a string such as 'cgen' or 'deploy,timing', not %r" % (mode,))
    words = [word for part in re.split(r"[\s,+|]+", mode.strip().lower()) if part for word in split_words(part)]
    if not words:
        raise ValueError("mode is empty; it is one of %s" % ", ".join(MODES))
    steps = frozenset(MODES[word] for word in words)
    if len(steps & {"pysim", "deploy", "verilog"}) > 1:
        raise ValueError("mode %r asks for the result twice: choose pysim, deploy or verilog" % mode)
    if steps <= {"debug", "timing", "viz"}:
        steps |= {"deploy"}
    return steps


def stays_here(mode):
    """Whether no word of the mode asks for a board, nor for anything else that makes a result."""
    words = [word for part in re.split(r"[\s,+|]+", mode.strip().lower()) if part for word in split_words(part)]
    return all(MODES[word] in {"debug", "timing", "viz"} for word in words)


def split_words(text):
    """The modes that a word is made of: PyLog programs also write them together."""
    if text in MODES:
        return [text]
    for head in MODES:
        if text.startswith(head) and text[len(head) :] in MODES:
            return [head, text[len(head) :]]
    choice("mode", text, MODES)
    raise AssertionError("not reached: the word is no mode")


def read_board(board):
    if not isinstance(board, str):
        raise TypeError("board is a name such as 'zedboard', not %r" % (board,))
    if board.startswith("sim:"):
        return "sim:" + read_board(board[len("sim:") :])
    plain = re.sub(r"[-_ ]", "", BOARD_SPELLINGS.get(board.lower(), board).lower())
    for name in BOARDS:
        if plain == re.sub(r"[-_]", "", name):
            return name
    return choice("board", board, BOARDS)


def choice(option, given, known):
    """`given` if it is known, else a ValueError with the closest name that is."""
    if isinstance(given, str) and given.lower() in known:
        return given.lower()
    likeness = {name: difflib.SequenceMatcher(None, str(given).lower(), name).ratio() for name in known}
    close = max(known, key=likeness.get)
    meant = "did you mean %r? " % close if likeness[close] > 0.5 else ""
    raise ValueError("there is no %s %r; %sit is one of %s" % (option, given, meant, ", ".join(known)))


def read_frequency(freq):
    """In MHz."""
    if freq is None:
        return None
    if isinstance(freq, bool) or not isinstance(freq, (int, float)):
        raise TypeError("freq is a number of MHz, not %r" % (freq,))
    if not 1 <= freq <= 2000:
        raise ValueError("freq is in MHz, from 1 to 2000; %r is not" % freq)
    return float(freq)


def read_path(path):
    try:
        return os.fspath(path)
    except TypeError:
        raise TypeError("path is the folder that projects go to, not %r" % (path,)) from None


def read_port(port):
    if port is None:
        return None
    try:
        return os.fspath(port)
    except TypeError:
        raise TypeError("port is where the board is, such as '/dev/ttyUSB1', not %r" % (port,)) from None


def read_bitstream(bitstream, board):
    if bitstream is None:
        return None
    try:
        name = os.path.abspath(os.fspath(bitstream))
    except TypeError:
        raise TypeError("bitstream is the file that the vendor's tools made, not %r" % (bitstream,)) from None
    if board is not None and read_board(board) not in VENDOR_BOARDS:
        raise ValueError(
            "bitstream= is for boards whose bitstreams the vendor's tools make (%s); that of %s is found by itself"
            % (", ".join(VENDOR_BOARDS), board)
        )
    return name


def read_bus_width(width, board):
    if width is None:
        return None
    if isinstance(width, bool) or not isinstance(width, int):
        raise TypeError("bus_width is a number of bits, not %r" % (width,))
    if width not in BUS_WIDTHS:
        raise ValueError("bus_width is one of %s; %r is not" % (", ".join(map(str, BUS_WIDTHS)), width))
    refuse_line("bus_width", board)
    return width


def read_bundles(bundles, board):
    if bundles is None:
        return ()
    if not isinstance(bundles, dict) or not all(isinstance(one, str) for item in bundles.items() for one in item):
        raise TypeError("bundles says which master an array has, such as {'a': 'gmem1'}, not %r" % (bundles,))
    refuse_line("bundles", board)
    return tuple(sorted(bundles.items()))


def read_fixed(fixed):
    if not isinstance(fixed, str):
        raise TypeError("fixed names integer arguments, with commas between, such as 'n,m', not %r" % (fixed,))
    return tuple(name.strip() for name in fixed.split(",") if name.strip())


def refuse_line(option, board):
    """Arguments go over a line to small boards: there is no bus."""
    name = None if board is None else read_board(board)
    if name is not None and name.replace("sim:", "") not in VENDOR_BOARDS:
        raise ValueError("%s= is for boards with memory on AXI (%s); %s has none" % (option, ", ".join(VENDOR_BOARDS), board))


# Of the compiler's own choice; the same, with each nest a process; what the source asks for alone.
SCHEDULE_WORDS = ("auto", "streaming", "none")


def read_schedule(schedule):
    """A word, a file's name, the text itself, or its lines; as (what messages call it, text), and a word as (word, None)."""
    if schedule is None:
        return None
    if schedule in SCHEDULE_WORDS:
        return schedule, None
    if isinstance(schedule, (list, tuple)) and all(isinstance(line, str) for line in schedule):
        return "schedule", "\n".join(schedule) + "\n"
    if isinstance(schedule, str) and not looks_like_file(schedule):
        return "schedule", schedule
    try:
        name = os.fspath(schedule)
    except TypeError:
        words = ", ".join(SCHEDULE_WORDS)
        raise TypeError("schedule is a file, a text, a list of lines, or one of %s, not %r" % (words, schedule)) from None
    try:
        with open(name, encoding="utf-8") as file:
            return name, file.read()
    except OSError as error:
        raise ValueError("schedule: cannot read %s: %s" % (name, error.strerror)) from None


def asked_schedule(schedule):
    """What `read_schedule` gave, as the compiler is asked for it."""
    if schedule is None:
        return None
    name, text = schedule
    return name if text is None else {"path": name, "text": text}


def looks_like_file(text):
    """A step has a space after its name, and a schedule is made of steps."""
    return "\n" not in text and (os.path.exists(text) or " " not in text.strip())
