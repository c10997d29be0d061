"""`@pylog`: a function that is compiled, simulated or run as a kernel when it is called."""
import collections
import functools
import inspect
import operator
import os
import re
import time
import warnings

import numpy as np

from . import axi, compiler, hosts, notebook, project, simulate, wire
from .buffer import Buffer, alike, lent
from .errors import (
    CompileError,
    CompilerBug,
    CompileWarning,
    KernelFault,
    NotDeployed,
    PylogError,
    ToolMissing,
)
from .exact import settle, type_named
from .options import OPEN_BOARDS, OPTION_NAMES, VENDOR_BOARDS, asked_schedule, choice, read_options
from .source import Source


def pylog(func=None, **options):
    """Makes a function a kernel.

        @pylog                                  runs it, compiled, on this computer
        @pylog(mode="cgen", path="build")       writes C++ for it when it is called
        @pylog(mode="pysim")                    runs it as Python
        @pylog(mode="verilog")                  runs it as a circuit, cycle by cycle in a simulator

    mode      cgen, hwgen, deploy (the default), pysim or verilog, or several with commas; debug, timing, viz add to them
    board     zedboard, pynq-z1, pynq-z2, ultra96, aws_f1, alveo_u200, alveo_u250, alveo_u280, icebreaker, upduino-3,
              ice40-hx8k, ulx3s-12f to ulx3s-85f, orangecrab, tang-nano-9k, arty-a7-35t, icebreaker-spi, arty-a7-35t-spi;
              sim:icebreaker and so on: the whole system of one of these, line and all, in a simulation
    backend   vitis, merlin, opencl, verilog (what is written); csim, opencl, wasm, reference, verilog (what runs it)
    freq      the clock in MHz
    path      the folder that projects go to
    schedule  a file, a text or lines: how hardware computes it; or "auto", "streaming", "none"
    port      where the board is: a serial port such as /dev/ttyUSB1, or tcp://HOST:NUMBER; on Zynq the address of the kernel's
              registers, where no .hwh says it; of several cards its number or place on the bus
    bitstream the file that the vendor's tools made of `lutra build --to axi`: .bit for Zynq, .xclbin for cards
    bus_width of the memory's bus on such boards, in bits: 32 to 512, as `--bus-width` of that build
    bundles   which master an array has there: {"a": "gmem1"}, as `--interface a=m_axi:gmem1` of that build
    fixed     integer arguments, such as "n,m": each value of them makes a kernel of its own, with known loop counts
    goal      what a circuit's schedule is for, where Lutra chooses it: "balance" (the default), "speed" or "size"
    """
    for name in options:
        choice("option of @pylog", name, OPTION_NAMES)
    if func is None:
        read_options(**options)
        return functools.partial(pylog, **options)
    if not inspect.isfunction(func):
        raise TypeError("@pylog makes a kernel of a function; this is %r" % (func,))
    return Kernel(func, options)


MOST_DATA = 1 << 25  # bytes of arguments that go with a project


class Kernel:
    """A function under @pylog. `function` is the function itself, `project` the folder that was written last, `cycles`
    what the last call took as a circuit."""

    def __init__(self, function, options):
        functools.update_wrapper(self, function)
        self.function = function
        self.options = dict(options)
        self.project = None
        self.cycles = None
        self._read = read_options(**options)
        self._signature = inspect.signature(function)
        self._names = tuple(self._signature.parameters)
        params = self._signature.parameters.values()
        self._positional = all(param.kind in (param.POSITIONAL_ONLY, param.POSITIONAL_OR_KEYWORD) for param in params)
        self._known = Known()
        for param in params:
            if param.kind in (param.VAR_POSITIONAL, param.VAR_KEYWORD):
                raise TypeError("%s: a kernel has a fixed number of arguments, so no *%s" % (function.__name__, param.name))

    def using(self, **options):
        """The same kernel with other options: `gemm.using(mode="pysim")(a, b, c)`."""
        other = pylog(self.function, **dict(self.options, **options))
        compiled_by = operator.attrgetter("schedule", "fixed", "goal")
        if compiled_by(other._read) == compiled_by(self._read):
            other._known = self._known
        return other

    def __repr__(self):
        said = ", ".join("%s=%r" % item for item in self.options.items())
        return "<pylog kernel %s%s>" % (self.function.__name__, " (%s)" % said if said else "")

    def __call__(self, *args, **kwargs):
        try:
            return self._call(self._bind(args, kwargs))
        except (PylogError, TypeError, ValueError) as error:
            if "pysim" in self._read.steps and not isinstance(error, PylogError):
                raise  # it may come from the kernel itself, whose lines the traceback shows
            raise error.with_traceback(None) from None

    def _bind(self, args, kwargs):
        if not kwargs and len(args) == len(self._names) and self._positional:
            given = dict(zip(self._names, args))
        else:
            given = self._bind_slowly(args, kwargs)
        for name, value in given.items():
            if type(value) is not np.ndarray and isinstance(value, (np.matrix, np.ma.MaskedArray)):
                # Their operators mean something else than an array's: no mode may guess.
                what = "an np.matrix" if isinstance(value, np.matrix) else "a masked array"
                raise TypeError("argument %s is %s; a kernel takes plain arrays: pass np.asarray(%s)" % (name, what, name))
            if type(value) is np.ndarray:
                settle(value)
        return given

    def _bind_slowly(self, args, kwargs):
        try:
            return self._signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise TypeError("%s: %s%s: %s" % (self._place(), self.function.__name__, self._signature, error)) from None

    def _call(self, given):
        steps = self._read.steps
        if steps & {"cgen", "hwgen"}:
            self._write(lent(given))
        if steps & {"debug", "viz"}:
            self._show(given)
        if "pysim" in steps:
            return self._timed("simulated", lambda: self._simulate(given))
        if steps & {"deploy", "verilog"}:
            word = "simulated" if self._read.runner == "verilog" else "ran"
            return self._timed(word, lambda: self._deploy(given))
        return None

    def _timed(self, what, act):
        if "timing" not in self._read.steps:
            return act()
        start = time.perf_counter()
        result = act()
        print("%s: %s in %.3f ms" % (self.function.__name__, what, (time.perf_counter() - start) * 1e3))
        return result

    # pysim

    def _simulate(self, given):
        args = lent(self._with_defaults(given))
        return simulate.run(self.function, args, lambda: self._exact_types(given), given)

    def _exact_types(self, given):
        """The exact type of each local where it is bound: {(file, line, column): type}."""
        try:
            found = self._compile(given)
        except ToolMissing:
            return {}  # then each value has the type that it grows to, and nothing is lost either
        places = {}
        for one in found.exact:
            file, line, column = found.source.place(one["line"], one["column"])
            places[file, line, column - 1] = type_named(one["type"])
        return places

    def _with_defaults(self, given):
        params = self._signature.parameters.values()
        defaults = {param.name: param.default for param in params if param.default is not param.empty}
        return {param.name: given.get(param.name, defaults.get(param.name)) for param in params}

    # The compiler

    def compile(self, *args, **kwargs):
        """Compiles the kernel for these arguments, without running it: {"params": ..., "returns": ...}."""
        try:
            found = self._compile(self._bind(args, kwargs))
        except (PylogError, TypeError, ValueError) as error:
            raise error.with_traceback(None) from None
        return {"params": found.params, "returns": found.returns}

    def _compile(self, given):
        given = alike(given)
        source = self._known.source
        if source is None or not source.is_current():
            source = self._known.source = Source(self.function, self._read.schedule)
        kind = kinds(given)
        # What the compiler specialised on in such a call before: another value is another circuit.
        fixed = source.specialised.get(kind, ())
        key = kind if not fixed else (kind, tuple(given.get(name) for name in fixed))
        found = source.compiled.get(key) if kind is not None else None
        if found is None or found.generation != compiler.generation():
            found = self._compile_source(source, given)
            if kind is not None:
                self._remember(source, kind, given, found)
        return found

    def _remember(self, source, kind, given, found):
        fixed = source.specialised.get(kind, ())
        fixed = source.specialised[kind] = fixed + tuple(
            name for name in found.specialised if name in given and name not in fixed
        )
        key = kind if not fixed else (kind, tuple(given.get(name) for name in fixed))
        source.compiled[key] = found

    def _compile_source(self, source, given):
        types = self._types(given)
        writer = wire.Writer()
        request = {
            "command": "compile",
            "source": {"path": os.path.abspath(source.file), "text": source.text},
            "kernel": self.function.__name__,
            "types": types,
            "values": integers(given),
            "fixed": [name for name in self._read.fixed if name in given],
            "constants": {name: writer.constant(value) for name, value in source.constants.items()},
            "schedule": asked_schedule(self._read.schedule),
            "goal": self._read.goal,
        }
        body = b"".join(bytes(wire.plain_bytes(part)) for part in writer.parts)
        key = (source.text, tuple(types.items()), repr(request["values"]), repr(request["constants"]), body)
        found = self._known.compiled.get(key)
        if found is not None and found.generation == compiler.generation():
            return found
        answer = asked(request, writer, source)
        found = Compiled(answer, source, compiler.generation())
        warn(found.diagnostics)
        self._known.compiled[key] = found
        return found

    def _types(self, given):
        try:
            return {name: wire.type_text(name, value) for name, value in given.items()}
        except TypeError as error:
            raise TypeError("%s: %s" % (self._place(), error)) from None

    def _place(self):
        code = self.function.__code__
        return "%s:%d" % (shown(code.co_filename), code.co_firstlineno)

    def _deploy(self, given):
        on_board = self._read.board is not None and self._read.runner != "verilog" and not self._stays_here()
        if on_board:
            self._refuse_unreachable()
            if self._read.board in VENDOR_BOARDS:
                return self._call_host(given)
        given = lent(given)
        answer, results = self._run(given, "board" if on_board else self._read.runner, give_back)
        if "hardware" in answer:
            self._count(answer["hardware"])
        elif "timing" in self._read.steps:
            print("%s: kernel alone on %s %.3f ms" % (self.function.__name__, answer["on"], answer["milliseconds"]))
        return results

    def _stays_here(self):
        """No mode asks for the board, and nothing says where it is."""
        read = self._read
        return read.stays and read.port is None and read.bitstream is None and not read.board.startswith("sim:")

    def _refuse_unreachable(self):
        """A board that no call can reach."""
        name, board = self.function.__name__, self._read.board
        if board.startswith("sim:") or (self._read.port if board in OPEN_BOARDS else self._read.bitstream) is not None:
            return
        why = "%s cannot be called on %s: port= says where it is, such as '/dev/ttyUSB1'" if board in OPEN_BOARDS else (
            "there is no bitstream of %s for %s: bitstream= names the file that the vendor's tools made of `lutra build --to axi`"
        )
        way = "leave board= out to run the kernel on this computer, or choose mode='verilog' to simulate its circuit"
        raise NotDeployed("%s; %s" % (why % (name, board), way))

    def _call_host(self, given):
        """On a board with a bitstream of the vendor's tools, through the package that reaches it."""
        read = self._read
        facts = self._axi_facts(given)
        values, _ = self._values(facts, given)
        where = hosts.Where(read.board, read.bitstream, read.port)
        results, self.cycles = hosts.call(facts, where, values, values.get)
        if self.cycles is not None:
            self._count({"cycles": self.cycles, "clockMHz": facts.clock})
        return results if len(results) > 1 else results[0] if results else None

    def _axi_facts(self, given):
        """As the compiler has it; where it is not here, as it stood beside the bitstream when that was made."""
        beside = os.path.join(os.path.dirname(self._read.bitstream), "registers.json")
        try:
            found = self._compile(given)
            key = (self._read.board, self._read.freq, self._read.bus_width, self._read.bundles)
            if key not in found.axi:
                found.axi[key] = axi.Facts(self._build(given, "axi")["files"]["registers.json"])
            return found.axi[key]
        except ToolMissing as error:
            try:
                with open(beside, encoding="utf-8") as file:
                    facts = axi.Facts(file.read())
            except OSError:
                raise ToolMissing("%s; without it registers.json must stand beside the bitstream" % error) from None
        if facts.kernel != self.function.__name__:
            raise NotDeployed("%s is of %s, not of %s" % (beside, facts.kernel, self.function.__name__))
        return facts

    def _count(self, hardware):
        self.cycles = hardware["cycles"]
        if "timing" in self._read.steps:
            clock = hardware["clockMHz"]
            facts = (self.function.__name__, self.cycles, self.cycles / clock, clock)
            print("%s: %d cycles, %.3f us at %g MHz" % facts)

    def _run(self, given, on, take):
        """The answer's header, and what `take` makes of it."""

        def run(found):
            values, places = self._values(found, given)
            writer = wire.Writer()
            unread = found.unread_among(places) if on in ("wasm", "fastest") else ()
            args = {
                name: wire.unread(text, values[name]) if name in unread else self._encode(writer, name, text, values, places)
                for name, text in found.types.items()
            }
            request = {"command": "run", "name": self.function.__name__, "id": found.id, "on": on, "args": args}
            if on in ("verilog", "board"):
                request.update(board=self._read.board, clock=self._clock())
            if on == "board":
                request.update(port=self._read.port, **self._bus())
            answer, taken = asked(
                request, writer, found.source, lambda answer, body: (answer, take(answer, body, values))
            )
            found.unread = answer.get("unread", found.unread)
            return answer, taken

        return self._of_compiled(given, run)

    def _of_compiled(self, given, act):
        """What `act` gives for the compiled kernel; it is compiled again where the compiler has dropped it."""
        for again in (False, True):
            found = self._compile(given)
            try:
                return act(found)
            except Forgotten:
                if again:
                    raise CompilerBug("the compiler forgets %s at once" % self.function.__name__) from None
                self._known.compiled.clear()
                found.source.compiled.clear()

    def _encode(self, writer, name, text, values, places):
        try:
            return wire.encode(writer, text, values[name], places.get(name))
        except (TypeError, ValueError) as error:
            raise type(error)("%s: argument %s: %s" % (self._place(), name, error)) from None

    def _values(self, found, given):
        """Arguments by name, defaults filled in, checked for what only the memory of arrays shows; and that memory."""
        whole = given if len(given) == len(self._names) else self._with_defaults(given)
        arrays = {name: whole[name] for name in found.arrays if isinstance(whole[name], np.ndarray)}  # a Buffer has its own
        # Arrays that have memory of their own share it with no other.
        own = all(array.flags.owndata for array in arrays.values())
        places = {name: id(array) if own else memory_of(array) for name, array in arrays.items()}
        for name in (one for one in found.written if one in arrays):
            if not arrays[name].flags.writeable:
                self._refuse("the kernel writes its argument %s; the array it was given is read-only" % name)
            if not own and overlaps_itself(arrays[name]):
                self._refuse("the kernel writes its argument %s, whose elements share memory; pass a copy" % name)
            for other in arrays if not own or len(set(places.values())) < len(places) else ():
                same = places[name] == places[other] and found.types[name] == found.types[other]
                if not same and np.shares_memory(arrays[name], arrays[other]):
                    facts = (name, other, name)
                    self._refuse("arguments %s and %s share memory, and the kernel writes %s; pass a copy of one" % facts)
        return whole, places

    def _refuse(self, message):
        raise ValueError("%s: %s" % (self._place(), message))

    # Notebooks

    def report(self, *args, **kwargs):
        """The loops of the kernel and its circuit for these arguments, a Report; runs nothing."""
        try:
            return self._of_compiled(self._bind(args, kwargs), self._report)
        except (PylogError, TypeError, ValueError) as error:
            raise error.with_traceback(None) from None

    def _report(self, found):
        request = {"command": "report", "id": found.id, "board": self._read.board, "clock": self._clock(), "picture": True}
        answer = asked(request, wire.Writer(), found.source)
        return notebook.Report(self.function.__name__, answer, found.source)

    def _latest(self):
        """What was compiled last, and its report; (None, None) where the types of arguments are not known yet."""
        found = list(self._known.compiled.values())[-1] if self._known.compiled else None
        try:
            if found is None and all(param.annotation is not param.empty for param in self._signature.parameters.values()):
                found = self._compile({})
            return (None, None) if found is None else (found, self._report(found))
        except Forgotten:
            return None, None

    def _repr_html_(self):
        return notebook.kernel_html(self)

    # cgen, hwgen

    def _write(self, given):
        name = self.function.__name__
        answer = self._build(given, self._read.writer)
        data = self._data(given) if answer["wantsData"] else {}
        self.project = project.write(self._read.path, name, answer["files"], data)
        print("%s: wrote %s" % (name, os.path.join(self.project, answer["main"])))
        if "hwgen" in self._read.steps:
            print("%s: to build it, run in %s:" % (name, self.project))
            for step in answer["steps"]:
                print("    " + step)

    def _build(self, given, to):
        def build(found):
            request = {
                "command": "build",
                "name": self.function.__name__,
                "id": found.id,
                "to": to,
                "board": self._read.board,
                "clock": self._clock(),
            }
            if to == "axi":
                request.update(self._bus())
            answer = asked(request, wire.Writer(), found.source)
            warn(found.source.diagnostic(facts) for facts in answer["diagnostics"])
            return answer

        return self._of_compiled(given, build)

    def _bus(self):
        width, bundles = self._read.bus_width, self._read.bundles
        return {"busWidth": None if width is None else str(width), "bundles": dict(bundles)}

    def _clock(self):
        return None if self._read.freq is None else "%gMHz" % self._read.freq

    def _data(self, given):
        """Arguments and what becomes of them, by file, for the project's testbench. None where there is a fault."""
        found = self._compile(given)
        values, _ = self._values(found, given)
        if sum(np.asarray(value).nbytes for value in values.values()) > MOST_DATA:
            name = self.function.__name__
            print("%s: the arguments are large, so the project comes without data for its testbench" % name)
            return {}
        types = found.types
        files = {"data/%s.npy" % name: wire.stored(types[name], values[name]) for name in types}
        try:
            answer, (after, returned) = self._run(given, "fastest", told)
        except KernelFault:
            return {}
        for name, array in after.items():
            files["data/expected/%s.npy" % name] = wire.stored(types[name], array)
        for k, facts in enumerate(answer["results"]):
            name = "return" if len(answer["results"]) == 1 else "return_%d" % k
            text = types[facts["argument"]] if "argument" in facts else facts["type"]
            files["data/expected/%s.npy" % name] = wire.stored(text, returned[k])
        return files

    def _show(self, given):
        found = self._compile(given)
        if "debug" in self._read.steps:
            print("%s  %s" % (self.function.__name__, shown(found.source.file)))
            for param in found.params:
                print("  %s: %s%s" % (param["name"], param["type"], ", written" if param["written"] else ""))
            print("  returns %s" % (", ".join(found.returns) or "nothing"))
        if "viz" in self._read.steps:
            for text in self._build(given, "loops")["files"].values():
                print(text)


class Known:
    """What is known of a kernel from calls before: threads may find it out at the same time, and find the same."""

    def __init__(self):
        self.source = None  # the latest
        self.compiled = {}  # by all that the compiler is told


class Compiled:
    """What the compiler knows of a kernel for one list of argument types."""

    def __init__(self, answer, source, generation):
        self.id, self.params, self.returns = answer["id"], answer["params"], answer["returns"]
        self.source, self.generation = source, generation
        self.exact = answer["exact"]
        self.specialised = answer["specialised"]  # arguments whose values are part of it
        self.diagnostics = [source.diagnostic(facts) for facts in answer["diagnostics"]]
        self.types = {param["name"]: param["type"] for param in self.params}
        self.arrays = [name for name, text in self.types.items() if "[" in text]
        self.written = [param["name"] for param in self.params if param["written"]]
        self.axi = {}  # how a host reaches its circuit, once it was asked for, by what that is built for
        self.unread = ()  # arrays that the kernel sets without a look at what is in them, once it has run

    def unread_among(self, places):
        """Those that need not be sent: nobody sees them under another name either."""
        taken = collections.Counter(places.values()) if self.unread else {}
        return [name for name in self.unread if taken.get(places[name]) == 1]


def kinds(given):
    """What the types of arguments depend on, to look compiled kernels up by. None where it is more than that."""
    key = []
    for name, value in given.items():
        kind = type(value)
        if isinstance(value, (np.ndarray, np.generic)):
            if value.dtype == object:
                return None  # its elements matter
            key.append((name, value.dtype, value.shape))
        elif kind in (bool, int, float):
            key.append((name, kind))
        else:
            return None
    return tuple(key)


def integers(given):
    """The integers among arguments, as text: a shape may need them."""
    is_integer = lambda value: isinstance(value, (int, np.integer)) and not isinstance(value, bool)  # noqa: E731
    return {name: str(int(value)) for name, value in given.items() if is_integer(value)}


def give_back(answer, body, values):
    """Writes what the kernel wrote into the caller's arrays, all of it or nothing, and gives what it returned."""
    plain, other = {}, {}
    for name, facts in answer["args"].items():
        if wire.is_plain(facts) and values[name].dtype == facts["dtype"]:
            plain[name] = wire.elements(facts, body)
        else:
            other[name] = array = wire.decode(facts, body)
            target = values[name]
            if target.dtype != array.dtype and not np.array_equal(array.astype(target.dtype), array):
                raise ValueError("argument %s is %s, which cannot hold what the kernel wrote" % (name, target.dtype))
    for name, array in (*plain.items(), *other.items()):
        values[name][...] = array
    results = tuple(
        values[facts["argument"]] if "argument" in facts else wire.decode(facts, body) for facts in answer["results"]
    )
    return results if len(results) > 1 else results[0] if results else None


def told(answer, body, _values):
    """What the kernel wrote, by argument, and what it returned; no array of the caller's is changed."""
    after = {name: wire.decode(facts, body) for name, facts in answer["args"].items()}
    returned = [
        after[facts["argument"]] if "argument" in facts else wire.decode(facts, body) for facts in answer["results"]
    ]
    return after, returned


def warn(diagnostics):
    said = {(one.message + (" (%s)" % one.help if one.help else ""), one.file, one.line) for one in diagnostics}
    for text, file, line in sorted(said, key=lambda place: place[2]):
        warnings.warn_explicit(text, CompileWarning, file, line)


class Forgotten(Exception):
    """The compiler no longer knows a kernel that it compiled."""


def asked(request, writer, source, take=lambda answer, body: answer):
    """What `take` makes of the compiler's answer; what the compiler says is wrong as an exception."""
    return compiler.ask(request, writer, lambda answer, body: take(agreed(answer, source), body))


def agreed(answer, source):
    if answer["ok"]:
        return answer
    kind, message = answer["kind"], answer["message"]
    if kind == "unknown-kernel":
        raise Forgotten
    if kind == "diagnostics":
        said = [source.diagnostic(one) for one in answer["diagnostics"]]
        raise CompileError([one for one in said if one.severity == "error"] or said)
    if kind == "fault":
        raise KernelFault(source.diagnostic(answer["diagnostics"][0]))
    full = message if not answer["help"] else "%s; %s" % (message, answer["help"])
    full = re.sub(r"--on (\w+)", r"backend='\1'", full)  # as this package says it
    if kind == "tool":
        raise ToolMissing(full)
    if kind == "board":
        raise NotDeployed(full)
    if kind == "bug":
        raise CompilerBug("this is a bug in Lutra: " + full)
    raise ValueError(full)


def memory_of(array):
    """Equal for two arrays that are the same elements in the same order."""
    return array.__array_interface__["data"][0], array.dtype.str, array.shape, array.strides


def overlaps_itself(array):
    return any(stride == 0 and size > 1 for stride, size in zip(array.strides, array.shape))


def shown(file):
    """As a person would write it."""
    try:
        near = os.path.relpath(file)
    except ValueError:
        return file
    return file if near.startswith("..") else near
