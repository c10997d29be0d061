"""What type checkers and editors know of the package.

A kernel's annotations name types of hardware, `a: np.float32` the elements of an array: so arguments of a call are not held
against them, and calls take anything. What a kernel returns has the type that its function says.
"""
import builtins
import math as math
import os as os
import time as time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Literal, Protocol, TypedDict, TypeVar, Union, overload

import numpy as np
from typing_extensions import TypeAlias

_R = TypeVar("_R")
_F = TypeVar("_F", bound=Callable[..., Any])
_Backend: TypeAlias = Literal["vitis", "vhls", "hls", "merlin", "opencl", "verilog", "csim", "wasm", "reference"]
_Schedule: TypeAlias = Union[str, os.PathLike[str], Sequence[str]]

__version__: str

class _Param(TypedDict):
    name: str
    type: str
    written: bool

class _Signature(TypedDict):
    params: list[_Param]
    returns: list[str]

class Kernel(Generic[_R]):
    """A function under @pylog."""

    __name__: str
    function: Callable[..., _R]
    options: dict[str, Any]
    project: str | None
    cycles: int | None
    def __call__(self, *args: Any, **kwargs: Any) -> _R: ...
    def using(
        self,
        *,
        mode: str = ...,
        board: str | None = ...,
        backend: _Backend | None = ...,
        freq: float | None = ...,
        path: str | os.PathLike[str] = ...,
        schedule: _Schedule | None = ...,
        port: str | os.PathLike[str] | None = ...,
        bitstream: str | os.PathLike[str] | None = ...,
        bus_width: int | None = ...,
        bundles: dict[str, str] | None = ...,
        fixed: str = ...,
        goal: str | None = ...,
    ) -> Kernel[_R]: ...
    def compile(self, *args: Any, **kwargs: Any) -> _Signature: ...
    def report(self, *args: Any, **kwargs: Any) -> Report: ...
    def _repr_html_(self) -> str: ...

class Schedule(tuple[str, ...]):
    def _repr_html_(self) -> str: ...

class Report:
    name: str
    cycles: int | None
    schedule: Schedule
    facts: dict[str, Any]
    def _repr_html_(self) -> str: ...

class Buffer:
    """An array whose copies on boards are renewed where they are stale."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    nbytes: int
    ndim: int
    size: int
    def __init__(self, values: Any, dtype: Any = ...) -> None: ...
    def __len__(self) -> int: ...
    def __array__(self, dtype: Any = ..., copy: bool | None = ...) -> np.ndarray[Any, Any]: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
    @property
    def array(self) -> np.ndarray[Any, Any]: ...

class _Places:
    file: str
    line: int
    column: int
    code: str
    message: str
    source_line: str

class PylogError(Exception): ...

class CompileError(PylogError, _Places):
    help: str | None
    diagnostics: list[Any]

class KernelFault(PylogError, RuntimeError, _Places): ...
class SourceMissing(PylogError): ...
class ToolMissing(PylogError, RuntimeError): ...
class NotDeployed(PylogError, RuntimeError): ...
class CompilerDied(PylogError, RuntimeError): ...
class CompilerBug(PylogError, RuntimeError): ...
class CompileWarning(UserWarning): ...

class _Pylog(Protocol):
    # After `from pylog import *` the name pylog is the decorator, and has the exceptions.
    PylogError: type[PylogError]
    CompileError: type[CompileError]
    CompileWarning: type[CompileWarning]
    CompilerBug: type[CompilerBug]
    CompilerDied: type[CompilerDied]
    KernelFault: type[KernelFault]
    NotDeployed: type[NotDeployed]
    SourceMissing: type[SourceMissing]
    ToolMissing: type[ToolMissing]
    @overload
    def __call__(
        self,
        func: Callable[..., _R],
        *,
        mode: str = ...,
        board: str | None = ...,
        backend: _Backend | None = ...,
        freq: float | None = ...,
        path: str | os.PathLike[str] = ...,
        schedule: _Schedule | None = ...,
        port: str | os.PathLike[str] | None = ...,
        bitstream: str | os.PathLike[str] | None = ...,
        bus_width: int | None = ...,
        bundles: dict[str, str] | None = ...,
        fixed: str = ...,
        goal: str | None = ...,
    ) -> Kernel[_R]: ...
    @overload
    def __call__(
        self,
        *,
        mode: str = ...,
        board: str | None = ...,
        backend: _Backend | None = ...,
        freq: float | None = ...,
        path: str | os.PathLike[str] = ...,
        schedule: _Schedule | None = ...,
        port: str | os.PathLike[str] | None = ...,
        bitstream: str | os.PathLike[str] | None = ...,
        bus_width: int | None = ...,
        bundles: dict[str, str] | None = ...,
        fixed: str = ...,
        goal: str | None = ...,
    ) -> Callable[[Callable[..., _R]], Kernel[_R]]: ...

pylog: _Pylog

def external(header: str, function: str | None = ..., source: str | None = ...) -> Callable[[_F], _F]: ...
def pragma(_text: str) -> None: ...

class range(Sequence[int]):
    @overload
    def __init__(self, stop: int | builtins.range, /) -> None: ...
    @overload
    def __init__(self, start: int, stop: int, step: int = ..., /) -> None: ...
    def pipeline(self, ii: int | None = ...) -> range: ...
    def unroll(self, factor: int | None = ...) -> range: ...
    def parallel(self) -> range: ...
    @property
    def start(self) -> int: ...
    @property
    def stop(self) -> int: ...
    @property
    def step(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> range: ...
    def __hash__(self) -> int: ...

# Of arrays they give arrays, of anything else what the builtins give.
def map(f: Callable[..., Any], *sources: Any) -> Any: ...
def plmap(f: Callable[..., Any], *sources: Any) -> Any: ...
def max(*values: Any, **options: Any) -> Any: ...
def min(*values: Any, **options: Any) -> Any: ...
def dot(a: Any, b: Any) -> Any: ...
def matmul(a: Any, b: Any, c: Any = ...) -> Any: ...
def convolve(a: Any, v: Any, mode: Literal["full", "same", "valid"] = ...) -> Any: ...
def conv1d(a: Any, v: Any, mode: Literal["full", "same", "valid"] = ...) -> Any: ...
def conv2d(image: Any, weights: Any, stride: int = ...) -> Any: ...
def spmv(row_ptr: Any, col: Any, val: Any, x: Any) -> Any: ...

argmax = np.argmax
argmin = np.argmin
sort = np.sort

def pl_fixed(width: int, integer: int, rounding: str = ..., overflow: str = ...) -> Any: ...
def pl_ufixed(width: int, integer: int, rounding: str = ..., overflow: str = ...) -> Any: ...
def pl_float(exponent: int, mantissa: int, variant: str = ...) -> Any: ...

# Integers of any width: a value is a number, an array's element, or bits of a wider one.
pl_int1: TypeAlias = Any
pl_uint1: TypeAlias = Any
pl_int2: TypeAlias = Any
pl_uint2: TypeAlias = Any
pl_int3: TypeAlias = Any
pl_uint3: TypeAlias = Any
pl_int4: TypeAlias = Any
pl_uint4: TypeAlias = Any
pl_int5: TypeAlias = Any
pl_uint5: TypeAlias = Any
pl_int6: TypeAlias = Any
pl_uint6: TypeAlias = Any
pl_int7: TypeAlias = Any
pl_uint7: TypeAlias = Any
pl_int8: TypeAlias = Any
pl_uint8: TypeAlias = Any
pl_int9: TypeAlias = Any
pl_uint9: TypeAlias = Any
pl_int10: TypeAlias = Any
pl_uint10: TypeAlias = Any
pl_int11: TypeAlias = Any
pl_uint11: TypeAlias = Any
pl_int12: TypeAlias = Any
pl_uint12: TypeAlias = Any
pl_int13: TypeAlias = Any
pl_uint13: TypeAlias = Any
pl_int14: TypeAlias = Any
pl_uint14: TypeAlias = Any
pl_int15: TypeAlias = Any
pl_uint15: TypeAlias = Any
pl_int16: TypeAlias = Any
pl_uint16: TypeAlias = Any
pl_int17: TypeAlias = Any
pl_uint17: TypeAlias = Any
pl_int18: TypeAlias = Any
pl_uint18: TypeAlias = Any
pl_int19: TypeAlias = Any
pl_uint19: TypeAlias = Any
pl_int20: TypeAlias = Any
pl_uint20: TypeAlias = Any
pl_int21: TypeAlias = Any
pl_uint21: TypeAlias = Any
pl_int22: TypeAlias = Any
pl_uint22: TypeAlias = Any
pl_int23: TypeAlias = Any
pl_uint23: TypeAlias = Any
pl_int24: TypeAlias = Any
pl_uint24: TypeAlias = Any
pl_int25: TypeAlias = Any
pl_uint25: TypeAlias = Any
pl_int26: TypeAlias = Any
pl_uint26: TypeAlias = Any
pl_int27: TypeAlias = Any
pl_uint27: TypeAlias = Any
pl_int28: TypeAlias = Any
pl_uint28: TypeAlias = Any
pl_int29: TypeAlias = Any
pl_uint29: TypeAlias = Any
pl_int30: TypeAlias = Any
pl_uint30: TypeAlias = Any
pl_int31: TypeAlias = Any
pl_uint31: TypeAlias = Any
pl_int32: TypeAlias = Any
pl_uint32: TypeAlias = Any
pl_int33: TypeAlias = Any
pl_uint33: TypeAlias = Any
pl_int34: TypeAlias = Any
pl_uint34: TypeAlias = Any
pl_int35: TypeAlias = Any
pl_uint35: TypeAlias = Any
pl_int36: TypeAlias = Any
pl_uint36: TypeAlias = Any
pl_int37: TypeAlias = Any
pl_uint37: TypeAlias = Any
pl_int38: TypeAlias = Any
pl_uint38: TypeAlias = Any
pl_int39: TypeAlias = Any
pl_uint39: TypeAlias = Any
pl_int40: TypeAlias = Any
pl_uint40: TypeAlias = Any
pl_int41: TypeAlias = Any
pl_uint41: TypeAlias = Any
pl_int42: TypeAlias = Any
pl_uint42: TypeAlias = Any
pl_int43: TypeAlias = Any
pl_uint43: TypeAlias = Any
pl_int44: TypeAlias = Any
pl_uint44: TypeAlias = Any
pl_int45: TypeAlias = Any
pl_uint45: TypeAlias = Any
pl_int46: TypeAlias = Any
pl_uint46: TypeAlias = Any
pl_int47: TypeAlias = Any
pl_uint47: TypeAlias = Any
pl_int48: TypeAlias = Any
pl_uint48: TypeAlias = Any
pl_int49: TypeAlias = Any
pl_uint49: TypeAlias = Any
pl_int50: TypeAlias = Any
pl_uint50: TypeAlias = Any
pl_int51: TypeAlias = Any
pl_uint51: TypeAlias = Any
pl_int52: TypeAlias = Any
pl_uint52: TypeAlias = Any
pl_int53: TypeAlias = Any
pl_uint53: TypeAlias = Any
pl_int54: TypeAlias = Any
pl_uint54: TypeAlias = Any
pl_int55: TypeAlias = Any
pl_uint55: TypeAlias = Any
pl_int56: TypeAlias = Any
pl_uint56: TypeAlias = Any
pl_int57: TypeAlias = Any
pl_uint57: TypeAlias = Any
pl_int58: TypeAlias = Any
pl_uint58: TypeAlias = Any
pl_int59: TypeAlias = Any
pl_uint59: TypeAlias = Any
pl_int60: TypeAlias = Any
pl_uint60: TypeAlias = Any
pl_int61: TypeAlias = Any
pl_uint61: TypeAlias = Any
pl_int62: TypeAlias = Any
pl_uint62: TypeAlias = Any
pl_int63: TypeAlias = Any
pl_uint63: TypeAlias = Any
pl_int64: TypeAlias = Any
pl_uint64: TypeAlias = Any
pl_int65: TypeAlias = Any
pl_uint65: TypeAlias = Any
pl_int66: TypeAlias = Any
pl_uint66: TypeAlias = Any
pl_int67: TypeAlias = Any
pl_uint67: TypeAlias = Any
pl_int68: TypeAlias = Any
pl_uint68: TypeAlias = Any
pl_int69: TypeAlias = Any
pl_uint69: TypeAlias = Any
pl_int70: TypeAlias = Any
pl_uint70: TypeAlias = Any
pl_int71: TypeAlias = Any
pl_uint71: TypeAlias = Any
pl_int72: TypeAlias = Any
pl_uint72: TypeAlias = Any
pl_int73: TypeAlias = Any
pl_uint73: TypeAlias = Any
pl_int74: TypeAlias = Any
pl_uint74: TypeAlias = Any
pl_int75: TypeAlias = Any
pl_uint75: TypeAlias = Any
pl_int76: TypeAlias = Any
pl_uint76: TypeAlias = Any
pl_int77: TypeAlias = Any
pl_uint77: TypeAlias = Any
pl_int78: TypeAlias = Any
pl_uint78: TypeAlias = Any
pl_int79: TypeAlias = Any
pl_uint79: TypeAlias = Any
pl_int80: TypeAlias = Any
pl_uint80: TypeAlias = Any
pl_int81: TypeAlias = Any
pl_uint81: TypeAlias = Any
pl_int82: TypeAlias = Any
pl_uint82: TypeAlias = Any
pl_int83: TypeAlias = Any
pl_uint83: TypeAlias = Any
pl_int84: TypeAlias = Any
pl_uint84: TypeAlias = Any
pl_int85: TypeAlias = Any
pl_uint85: TypeAlias = Any
pl_int86: TypeAlias = Any
pl_uint86: TypeAlias = Any
pl_int87: TypeAlias = Any
pl_uint87: TypeAlias = Any
pl_int88: TypeAlias = Any
pl_uint88: TypeAlias = Any
pl_int89: TypeAlias = Any
pl_uint89: TypeAlias = Any
pl_int90: TypeAlias = Any
pl_uint90: TypeAlias = Any
pl_int91: TypeAlias = Any
pl_uint91: TypeAlias = Any
pl_int92: TypeAlias = Any
pl_uint92: TypeAlias = Any
pl_int93: TypeAlias = Any
pl_uint93: TypeAlias = Any
pl_int94: TypeAlias = Any
pl_uint94: TypeAlias = Any
pl_int95: TypeAlias = Any
pl_uint95: TypeAlias = Any
pl_int96: TypeAlias = Any
pl_uint96: TypeAlias = Any
pl_int97: TypeAlias = Any
pl_uint97: TypeAlias = Any
pl_int98: TypeAlias = Any
pl_uint98: TypeAlias = Any
pl_int99: TypeAlias = Any
pl_uint99: TypeAlias = Any
pl_int100: TypeAlias = Any
pl_uint100: TypeAlias = Any
pl_int101: TypeAlias = Any
pl_uint101: TypeAlias = Any
pl_int102: TypeAlias = Any
pl_uint102: TypeAlias = Any
pl_int103: TypeAlias = Any
pl_uint103: TypeAlias = Any
pl_int104: TypeAlias = Any
pl_uint104: TypeAlias = Any
pl_int105: TypeAlias = Any
pl_uint105: TypeAlias = Any
pl_int106: TypeAlias = Any
pl_uint106: TypeAlias = Any
pl_int107: TypeAlias = Any
pl_uint107: TypeAlias = Any
pl_int108: TypeAlias = Any
pl_uint108: TypeAlias = Any
pl_int109: TypeAlias = Any
pl_uint109: TypeAlias = Any
pl_int110: TypeAlias = Any
pl_uint110: TypeAlias = Any
pl_int111: TypeAlias = Any
pl_uint111: TypeAlias = Any
pl_int112: TypeAlias = Any
pl_uint112: TypeAlias = Any
pl_int113: TypeAlias = Any
pl_uint113: TypeAlias = Any
pl_int114: TypeAlias = Any
pl_uint114: TypeAlias = Any
pl_int115: TypeAlias = Any
pl_uint115: TypeAlias = Any
pl_int116: TypeAlias = Any
pl_uint116: TypeAlias = Any
pl_int117: TypeAlias = Any
pl_uint117: TypeAlias = Any
pl_int118: TypeAlias = Any
pl_uint118: TypeAlias = Any
pl_int119: TypeAlias = Any
pl_uint119: TypeAlias = Any
pl_int120: TypeAlias = Any
pl_uint120: TypeAlias = Any
pl_int121: TypeAlias = Any
pl_uint121: TypeAlias = Any
pl_int122: TypeAlias = Any
pl_uint122: TypeAlias = Any
pl_int123: TypeAlias = Any
pl_uint123: TypeAlias = Any
pl_int124: TypeAlias = Any
pl_uint124: TypeAlias = Any
pl_int125: TypeAlias = Any
pl_uint125: TypeAlias = Any
pl_int126: TypeAlias = Any
pl_uint126: TypeAlias = Any
pl_int127: TypeAlias = Any
pl_uint127: TypeAlias = Any
pl_int128: TypeAlias = Any
pl_uint128: TypeAlias = Any
pl_int160: TypeAlias = Any
pl_uint160: TypeAlias = Any
pl_int192: TypeAlias = Any
pl_uint192: TypeAlias = Any
pl_int224: TypeAlias = Any
pl_uint224: TypeAlias = Any
pl_int256: TypeAlias = Any
pl_uint256: TypeAlias = Any
pl_int320: TypeAlias = Any
pl_uint320: TypeAlias = Any
pl_int384: TypeAlias = Any
pl_uint384: TypeAlias = Any
pl_int448: TypeAlias = Any
pl_uint448: TypeAlias = Any
pl_int512: TypeAlias = Any
pl_uint512: TypeAlias = Any
pl_int768: TypeAlias = Any
pl_uint768: TypeAlias = Any
pl_int1024: TypeAlias = Any
pl_uint1024: TypeAlias = Any
pl_int2048: TypeAlias = Any
pl_uint2048: TypeAlias = Any
pl_int4096: TypeAlias = Any
pl_uint4096: TypeAlias = Any

__all__ = [
    "pylog",
    "Buffer",
    "external",
    "map",
    "plmap",
    "dot",
    "pragma",
    "range",
    "matmul",
    "conv1d",
    "convolve",
    "conv2d",
    "spmv",
    "argmax",
    "argmin",
    "sort",
    "max",
    "min",
    "pl_fixed",
    "pl_ufixed",
    "pl_float",
    "np",
    "math",
    "os",
    "time",
    "pl_int1",
    "pl_uint1",
    "pl_int2",
    "pl_uint2",
    "pl_int3",
    "pl_uint3",
    "pl_int4",
    "pl_uint4",
    "pl_int5",
    "pl_uint5",
    "pl_int6",
    "pl_uint6",
    "pl_int7",
    "pl_uint7",
    "pl_int8",
    "pl_uint8",
    "pl_int9",
    "pl_uint9",
    "pl_int10",
    "pl_uint10",
    "pl_int11",
    "pl_uint11",
    "pl_int12",
    "pl_uint12",
    "pl_int13",
    "pl_uint13",
    "pl_int14",
    "pl_uint14",
    "pl_int15",
    "pl_uint15",
    "pl_int16",
    "pl_uint16",
    "pl_int17",
    "pl_uint17",
    "pl_int18",
    "pl_uint18",
    "pl_int19",
    "pl_uint19",
    "pl_int20",
    "pl_uint20",
    "pl_int21",
    "pl_uint21",
    "pl_int22",
    "pl_uint22",
    "pl_int23",
    "pl_uint23",
    "pl_int24",
    "pl_uint24",
    "pl_int25",
    "pl_uint25",
    "pl_int26",
    "pl_uint26",
    "pl_int27",
    "pl_uint27",
    "pl_int28",
    "pl_uint28",
    "pl_int29",
    "pl_uint29",
    "pl_int30",
    "pl_uint30",
    "pl_int31",
    "pl_uint31",
    "pl_int32",
    "pl_uint32",
    "pl_int33",
    "pl_uint33",
    "pl_int34",
    "pl_uint34",
    "pl_int35",
    "pl_uint35",
    "pl_int36",
    "pl_uint36",
    "pl_int37",
    "pl_uint37",
    "pl_int38",
    "pl_uint38",
    "pl_int39",
    "pl_uint39",
    "pl_int40",
    "pl_uint40",
    "pl_int41",
    "pl_uint41",
    "pl_int42",
    "pl_uint42",
    "pl_int43",
    "pl_uint43",
    "pl_int44",
    "pl_uint44",
    "pl_int45",
    "pl_uint45",
    "pl_int46",
    "pl_uint46",
    "pl_int47",
    "pl_uint47",
    "pl_int48",
    "pl_uint48",
    "pl_int49",
    "pl_uint49",
    "pl_int50",
    "pl_uint50",
    "pl_int51",
    "pl_uint51",
    "pl_int52",
    "pl_uint52",
    "pl_int53",
    "pl_uint53",
    "pl_int54",
    "pl_uint54",
    "pl_int55",
    "pl_uint55",
    "pl_int56",
    "pl_uint56",
    "pl_int57",
    "pl_uint57",
    "pl_int58",
    "pl_uint58",
    "pl_int59",
    "pl_uint59",
    "pl_int60",
    "pl_uint60",
    "pl_int61",
    "pl_uint61",
    "pl_int62",
    "pl_uint62",
    "pl_int63",
    "pl_uint63",
    "pl_int64",
    "pl_uint64",
    "pl_int65",
    "pl_uint65",
    "pl_int66",
    "pl_uint66",
    "pl_int67",
    "pl_uint67",
    "pl_int68",
    "pl_uint68",
    "pl_int69",
    "pl_uint69",
    "pl_int70",
    "pl_uint70",
    "pl_int71",
    "pl_uint71",
    "pl_int72",
    "pl_uint72",
    "pl_int73",
    "pl_uint73",
    "pl_int74",
    "pl_uint74",
    "pl_int75",
    "pl_uint75",
    "pl_int76",
    "pl_uint76",
    "pl_int77",
    "pl_uint77",
    "pl_int78",
    "pl_uint78",
    "pl_int79",
    "pl_uint79",
    "pl_int80",
    "pl_uint80",
    "pl_int81",
    "pl_uint81",
    "pl_int82",
    "pl_uint82",
    "pl_int83",
    "pl_uint83",
    "pl_int84",
    "pl_uint84",
    "pl_int85",
    "pl_uint85",
    "pl_int86",
    "pl_uint86",
    "pl_int87",
    "pl_uint87",
    "pl_int88",
    "pl_uint88",
    "pl_int89",
    "pl_uint89",
    "pl_int90",
    "pl_uint90",
    "pl_int91",
    "pl_uint91",
    "pl_int92",
    "pl_uint92",
    "pl_int93",
    "pl_uint93",
    "pl_int94",
    "pl_uint94",
    "pl_int95",
    "pl_uint95",
    "pl_int96",
    "pl_uint96",
    "pl_int97",
    "pl_uint97",
    "pl_int98",
    "pl_uint98",
    "pl_int99",
    "pl_uint99",
    "pl_int100",
    "pl_uint100",
    "pl_int101",
    "pl_uint101",
    "pl_int102",
    "pl_uint102",
    "pl_int103",
    "pl_uint103",
    "pl_int104",
    "pl_uint104",
    "pl_int105",
    "pl_uint105",
    "pl_int106",
    "pl_uint106",
    "pl_int107",
    "pl_uint107",
    "pl_int108",
    "pl_uint108",
    "pl_int109",
    "pl_uint109",
    "pl_int110",
    "pl_uint110",
    "pl_int111",
    "pl_uint111",
    "pl_int112",
    "pl_uint112",
    "pl_int113",
    "pl_uint113",
    "pl_int114",
    "pl_uint114",
    "pl_int115",
    "pl_uint115",
    "pl_int116",
    "pl_uint116",
    "pl_int117",
    "pl_uint117",
    "pl_int118",
    "pl_uint118",
    "pl_int119",
    "pl_uint119",
    "pl_int120",
    "pl_uint120",
    "pl_int121",
    "pl_uint121",
    "pl_int122",
    "pl_uint122",
    "pl_int123",
    "pl_uint123",
    "pl_int124",
    "pl_uint124",
    "pl_int125",
    "pl_uint125",
    "pl_int126",
    "pl_uint126",
    "pl_int127",
    "pl_uint127",
    "pl_int128",
    "pl_uint128",
    "pl_int160",
    "pl_uint160",
    "pl_int192",
    "pl_uint192",
    "pl_int224",
    "pl_uint224",
    "pl_int256",
    "pl_uint256",
    "pl_int320",
    "pl_uint320",
    "pl_int384",
    "pl_uint384",
    "pl_int448",
    "pl_uint448",
    "pl_int512",
    "pl_uint512",
    "pl_int768",
    "pl_uint768",
    "pl_int1024",
    "pl_uint1024",
    "pl_int2048",
    "pl_uint2048",
    "pl_int4096",
    "pl_uint4096",
]
