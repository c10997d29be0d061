"""What `from pylog import *` means when CPython runs a kernel: PyLog's operators, written as plainly as possible.

It is the oracle for map, dot and the library operators, so nothing here is clever or fast.
"""
import builtins
import itertools
import math
import operator
import re

import numpy as np

__all__ = [
    "pylog", "np", "math", "map", "plmap", "dot", "pragma", "range", "matmul", "conv1d", "convolve", "conv2d",
    "spmv", "argmax", "argmin", "sort", "max", "min", "pl_fixed", "pl_ufixed",
] + [f"pl_{sign}{bits}" for sign in ("int", "uint") for bits in builtins.range(1, 129)] + ["pl_uint256", "pl_uint512"]


def pylog(func=None, **_options):
    """`@pylog` or `@pylog(mode="cgen", ...)`: marks a kernel and leaves it as it is."""
    if func is None:
        return pylog
    func.is_kernel = True
    return func


def pragma(_text):
    """Says something to the compiler, nothing to CPython."""


class range:  # noqa: A001 - takes the place of the builtin, as in a kernel
    """The builtin range, with the loop customisations a kernel may ask for."""

    def __init__(self, *bounds):
        self._range = builtins.range(*bounds)

    def __iter__(self):
        return iter(self._range)

    def __len__(self):
        return len(self._range)

    def __reversed__(self):
        return reversed(self._range)

    def pipeline(self, *_args, **_kwargs):
        return self

    def unroll(self, *_args, **_kwargs):
        return self


# map


def map(f, *sources):  # noqa: A001
    """f at every position of the sources, which have one shape; what f gives has its own axes last."""
    sources = [np.asarray(s) for s in sources]
    shape = sources[0].shape
    for s in sources:
        if s.shape != shape:
            raise ValueError(f"map over arrays of different shapes: {shape} and {s.shape}")
    origins = [Origin(s) for s in sources]
    results = []
    for position in itertools.product(*[builtins.range(n) for n in shape]):
        cursors = [Cursor(s[position], o, position) for s, o in zip(sources, origins)]
        results.append(plain(f(*cursors)))
    inner = np.shape(results[0])
    out = np.empty(shape + inner, dtype=common_dtype(results))
    for position, value in zip(np.ndindex(*shape), results):
        out[position] = value
    return out


plmap = map


def common_dtype(values):
    """The promoted type of NumPy values; Python numbers among them are weak."""
    kinds = {}
    for v in values:
        if isinstance(v, (np.ndarray, np.generic)):
            kinds[v.dtype] = v.dtype
        else:
            kinds[type(v)] = type(v)(0)
    return np.result_type(*kinds.values())


class Origin:
    """The array a source is a plain slice of: where the source starts in it, and how far each axis steps.

    NumPy does not keep the slices, so they are read back from addresses and strides.
    """

    def __init__(self, view):
        self.array = view
        self.start = [0] * view.ndim
        self.axes = list(builtins.range(view.ndim))  # origin axis of each view axis
        self.steps = [1] * view.ndim
        base = view.base
        while isinstance(base, np.ndarray) and base.base is not None:
            base = base.base
        if isinstance(base, np.ndarray) and base.dtype == view.dtype and base.flags.c_contiguous:
            self._locate(view, base)

    def _locate(self, view, base):
        distance = view.__array_interface__["data"][0] - base.__array_interface__["data"][0]
        start = np.unravel_index(distance // base.itemsize, base.shape)
        if view.ndim > base.ndim or not increasing(view):
            return  # reshaped or transposed: an array of its own
        for axes in itertools.combinations(builtins.range(base.ndim), view.ndim):
            steps = [s // base.strides[k] for s, k in zip(view.strides, axes)]
            ends = [int(start[k]) + step * (n - 1) for k, step, n in zip(axes, steps, view.shape)]
            exact = all(step * base.strides[k] == s for step, k, s in zip(steps, axes, view.strides))
            if exact and all(0 <= end < base.shape[k] for end, k in zip(ends, axes)):
                self.array, self.axes, self.steps = base, list(axes), steps
                self.start = [int(i) for i in start]
                return
        raise ValueError("map: cannot tell which array this view is a plain slice of")

    def at(self, position):
        """The coordinates in the origin of a position of the view."""
        where = list(self.start)
        for axis, step, i in zip(self.axes, self.steps, position):
            where[axis] += step * i
        return where


def increasing(view):
    """Are the axes in the order of memory, slowest first? A transposed view's are not."""
    strides = [abs(s) for s, n in zip(view.strides, view.shape) if n > 1]
    return strides == sorted(strides, reverse=True)


class Cursor:
    """A lambda parameter of map: the current element and, subscripted, the elements around it."""

    def __init__(self, element, origin, position):
        self.element = element
        self.origin = origin
        self.position = position

    def __getitem__(self, subscript):
        subs = subscript if isinstance(subscript, tuple) else (subscript,)
        array = self.origin.array
        where = self.origin.at(self.position)
        if len(subs) == array.ndim:
            axes = list(builtins.range(array.ndim))
        elif len(subs) == len(self.origin.axes):
            axes = self.origin.axes
        else:
            raise IndexError(f"{len(subs)} offsets for an array of {array.ndim} axes")
        picks = [[i] for i in where]
        shape = []
        for sub, axis in zip(subs, axes):
            if not isinstance(sub, slice):
                picks[axis] = [where[axis] + int(plain(sub))]
            elif sub == slice(None):
                picks[axis] = list(builtins.range(array.shape[axis]))
                shape.append(len(picks[axis]))
            else:
                offsets = builtins.range(sub.start or 0, sub.stop, sub.step or 1)
                picks[axis] = [where[axis] + k for k in offsets]
                shape.append(len(picks[axis]))
        values = [
            array[i] if all(0 <= k < n for k, n in zip(i, array.shape)) else array.dtype.type(0)
            for i in itertools.product(*picks)
        ]
        return np.array(values, dtype=array.dtype).reshape(shape)[()]

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return getattr(ufunc, method)(*[plain(i) for i in inputs], **kwargs)

    def __array_function__(self, func, _types, args, kwargs):
        return func(*[plain(a) for a in args], **{k: plain(v) for k, v in kwargs.items()})

    def __getattr__(self, name):
        return getattr(self.element, name)


def plain(value):
    """The element a cursor stands on; anything else as it is."""
    if isinstance(value, Cursor):
        return value.element
    if isinstance(value, (tuple, list)):
        return type(value)(plain(v) for v in value)
    return value


def _delegate(name, reflected=None):
    """Gives Cursor the operator `name` of its element, and the reflected one (`1 + x`)."""
    operation = getattr(operator, name)
    setattr(Cursor, f"__{name.strip('_')}__", lambda self, *args: operation(self.element, *[plain(a) for a in args]))
    if reflected:
        setattr(Cursor, f"__{reflected}__", lambda self, other: operation(plain(other), self.element))


for _name in "add sub mul truediv floordiv mod pow lshift rshift and_ or_ xor matmul".split():
    _delegate(_name, "r" + _name.strip("_"))
for _name in "lt le gt ge eq ne neg pos abs invert index".split():
    _delegate(_name)
Cursor.__bool__ = lambda self: bool(self.element)
Cursor.__int__ = lambda self: int(self.element)
Cursor.__float__ = lambda self: float(self.element)
Cursor.__round__ = lambda self, *digits: round(self.element, *digits)


# Operators


def dot(a, b):
    """sum(a * b) over everything, products and sum in the element type, in row-major order."""
    products = np.asarray(plain(a) * plain(b))
    total = products.dtype.type(0)
    for p in products.ravel():
        total = total + p
    return total


def matmul(a, b, c=None):
    if c is None:
        return np.matmul(a, b)
    c[...] = np.matmul(a, b)
    return None


def convolve(a, v, mode="full"):
    return np.convolve(a, v, mode)


def conv1d(a, v, mode="valid"):
    return np.convolve(a, v, mode)


def conv2d(image, weights, stride=1):
    """Valid correlation: (H,W) with (h,w); (C,H,W) with (C,h,w) or (K,C,h,w)."""
    if weights.ndim == 4:
        return np.stack([conv2d(image, w, stride) for w in weights])
    h, w = weights.shape[-2:]
    rows = (image.shape[-2] - h) // stride + 1
    columns = (image.shape[-1] - w) // stride + 1
    out = np.zeros((rows, columns), dtype=np.result_type(image, weights))
    for i in builtins.range(rows):
        for j in builtins.range(columns):
            y, x = i * stride, j * stride
            out[i, j] = dot(image[..., y : y + h, x : x + w], weights)
    return out


def spmv(rowptr, col, val, x):
    """A sparse matrix in CSR form times a vector."""
    out = np.zeros(len(rowptr) - 1, dtype=np.result_type(val, x))
    for i in builtins.range(len(rowptr) - 1):
        for k in builtins.range(rowptr[i], rowptr[i + 1]):
            out[i] += val[k] * x[col[k]]
    return out


argmax, argmin, sort = np.argmax, np.argmin, np.sort


def max(*values, **kwargs):  # noqa: A001
    """np.max of one array, the builtin otherwise."""
    if len(values) == 1 and isinstance(values[0], np.ndarray):
        return np.max(*values, **kwargs)
    return builtins.max(*[plain(v) for v in values], **kwargs)


def min(*values, **kwargs):  # noqa: A001
    if len(values) == 1 and isinstance(values[0], np.ndarray):
        return np.min(*values, **kwargs)
    return builtins.min(*[plain(v) for v in values], **kwargs)


# Exact types: a value in range behaves as the Python number it is equal to. Growth needs no care here.


def wrapped(value, bits, signed):
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


def exact_int(bits, signed):
    return lambda value=0: wrapped(int(plain(value)), bits, signed)


def fixed_point(width, integer, signed):
    """Truncates toward minus infinity and wraps. The result is a float: exact while its width stays under 53 bits."""
    scale = 2.0 ** (width - integer)
    return lambda value=0: wrapped(math.floor(float(value) * scale), width, signed) / scale


def pl_fixed(width, integer):
    return fixed_point(width, integer, True)


def pl_ufixed(width, integer):
    return fixed_point(width, integer, False)


for _name in __all__:
    _match = re.fullmatch(r"pl_(u?)int(\d+)", _name)
    if _match:
        globals()[_name] = exact_int(int(_match[2]), _match[1] == "")
