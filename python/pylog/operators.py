"""PyLog's operators as CPython runs them: what a kernel means in `pysim` mode, and in host code."""
import builtins
import collections.abc
import itertools
import operator

import numpy as np

from .exact import Exact, binary
from .exact_array import ExactArray, gathered


def pragma(_text):
    """Says something to the compiler, and nothing to CPython."""


def external(header, function=None, source=None):
    """Marks a function that hardware has as C++ already; its Python body says what that computes."""
    if not isinstance(header, str):
        raise TypeError('@external needs the header that declares the function: @external(header="fir.h")')
    return lambda model: model


class range:  # noqa: A001 - in a kernel it takes the place of the builtin
    """The builtin range, and what a kernel may ask of a loop: .pipeline(), .unroll(), .parallel()."""

    __slots__ = ("_range",)

    def __init__(self, *bounds):
        self._range = bounds[0] if len(bounds) == 1 and isinstance(bounds[0], builtins.range) else builtins.range(*bounds)

    def pipeline(self, ii=None):
        """Starts an iteration every `ii` cycles."""
        return self

    def unroll(self, factor=None):
        """Makes `factor` copies of the loop's body, or all."""
        return self

    def parallel(self):
        """Says that iterations may run at the same time; the compiler refuses it where one needs another."""
        return self

    start = property(lambda self: self._range.start)
    stop = property(lambda self: self._range.stop)
    step = property(lambda self: self._range.step)

    def __iter__(self):
        return iter(self._range)

    def __reversed__(self):
        return reversed(self._range)

    def __len__(self):
        return len(self._range)

    def __bool__(self):
        return bool(self._range)

    def __contains__(self, value):
        return value in self._range

    def __getitem__(self, index):
        found = self._range[index]
        return range(found) if isinstance(found, builtins.range) else found

    def __eq__(self, other):
        return self._range == (other._range if isinstance(other, range) else other)

    def __hash__(self):
        return hash(self._range)

    def __repr__(self):
        return repr(self._range)

    def __reduce__(self):
        return range, (self.start, self.stop, self.step)

    def count(self, value):
        return self._range.count(value)

    def index(self, value):
        return self._range.index(value)


collections.abc.Sequence.register(range)


# map


class View:
    """A slice that a map moves over, and the array it was cut from: offsets reach into that."""

    __slots__ = ("origin", "index")

    def __init__(self, origin, index):
        self.origin, self.index = origin, index


def map(f, *sources):  # noqa: A001
    """f at every position of the sources, which have one shape; what f gives has its own axes last.

    A parameter of f that is subscripted is an offset from the current position: x[-1], x[-1:2, -1:2], x[0, :].
    Outside the array lies 0. Where no source is an array this is the builtin map.
    """
    if not any(isinstance(source, (np.ndarray, View)) for source in sources):
        return builtins.map(f, *sources)
    paths = [Path(source) for source in sources]
    shape = paths[0].shape
    for path in paths:
        if path.shape != shape:
            raise ValueError("map over arrays of different shapes: %s and %s" % (shape, path.shape))
    results = []
    for position in np.ndindex(*shape):
        results.append(element_of(f(*[path.cursor(position) for path in paths])))
    if any(isinstance(result, (Exact, ExactArray)) for result in results):
        return gathered_exact(results, shape)
    inner = np.shape(results[0]) if results else ()
    out = np.empty(shape + inner, dtype=common_dtype(results))
    for position, result in zip(np.ndindex(*shape), results):
        out[position] = result
    return out


plmap = map


def gathered_exact(results, shape):
    if not isinstance(results[0], np.ndarray):
        return gathered(results, shape)
    flat = [item for result in results for item in result.reshape(-1)]
    return gathered(flat, shape + results[0].shape)


def common_dtype(values):
    """The promoted type of NumPy values; Python numbers among them are weak."""
    kinds = {}
    for value in values:
        if isinstance(value, (np.ndarray, np.generic)):
            kinds[value.dtype] = value.dtype
        else:
            kinds[type(value)] = type(value)(0)
    return np.result_type(*kinds.values()) if kinds else np.dtype(float)


class Path:
    """How a map moves through the array that a source was cut from."""

    def __init__(self, source):
        view = source if isinstance(source, View) else View(np.asarray(source), ())
        self.origin = view.origin
        index = view.index if isinstance(view.index, tuple) else (view.index,)
        if Ellipsis in index:
            at = index.index(Ellipsis)
            index = index[:at] + (slice(None),) * (self.origin.ndim - len(index) + 1) + index[at + 1 :]
        index += (slice(None),) * (self.origin.ndim - len(index))
        self.axes = []  # for each axis of the origin: a range to move along, or where it stays
        for axis, (part, size) in enumerate(zip(index, self.origin.shape)):
            if isinstance(part, slice):
                self.axes.append(builtins.range(*part.indices(size)))
            else:
                at = operator.index(element_of(part))
                if not -size <= at < size:
                    raise IndexError("index %d is out of bounds for axis %d with size %d" % (at, axis, size))
                self.axes.append(at % size)
        self.moving = [axis for axis, path in enumerate(self.axes) if isinstance(path, builtins.range)]
        self.shape = tuple(len(self.axes[axis]) for axis in self.moving)

    def cursor(self, position):
        where = list(self.axes)
        for axis, step in zip(self.moving, position):
            where[axis] = self.axes[axis][step]
        return Cursor(self, tuple(where))


class Cursor:
    """A parameter of a map's function: the current element and, subscripted, the elements around it."""

    __slots__ = ("path", "where")
    __array_priority__ = 1000

    def __init__(self, path, where):
        self.path, self.where = path, where

    @property
    def element(self):
        return self.path.origin[self.where]

    def __getitem__(self, subscript):
        parts = subscript if isinstance(subscript, tuple) else (subscript,)
        origin = self.path.origin
        if len(parts) == origin.ndim:
            axes = builtins.range(origin.ndim)
        elif len(parts) == len(self.path.moving):
            axes = self.path.moving
        else:
            raise IndexError("%d offsets for an array of %d axes" % (len(parts), origin.ndim))
        picks = [[at] for at in self.where]
        shape = []
        for part, axis in zip(parts, axes):
            at = self.where[axis]
            if not isinstance(part, slice):
                picks[axis] = [at + operator.index(element_of(part))]
            elif part == slice(None):
                picks[axis] = builtins.range(origin.shape[axis])
                shape.append(len(picks[axis]))
            else:
                picks[axis] = [at + k for k in builtins.range(part.start or 0, part.stop, part.step or 1)]
                shape.append(len(picks[axis]))
        return around(origin, picks, shape)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return getattr(ufunc, method)(*[element_of(value) for value in inputs], **kwargs)

    def __array_function__(self, func, _types, args, kwargs):
        return func(*[element_of(value) for value in args], **{key: element_of(kwargs[key]) for key in kwargs})

    def __getattr__(self, name):
        return getattr(self.element, name)


def around(origin, picks, shape):
    """The elements at all combinations of positions; 0 outside the array."""
    inside = all(0 <= at < size for pick, size in zip(picks, origin.shape) for at in (pick[0], pick[-1]) if len(pick))
    if not shape:
        where = tuple(pick[0] for pick in picks)
        return origin[where] if inside else zero_of(origin)
    if inside and all(len(pick) for pick in picks):
        return origin[np.ix_(*picks)].reshape(shape)
    values = [
        origin[where] if all(0 <= at < size for at, size in zip(where, origin.shape)) else zero_of(origin)
        for where in itertools.product(*picks)
    ]
    out = np.empty(len(values), dtype=origin.dtype)
    out[:] = values
    out = out.reshape(shape)
    return out.view(ExactArray) if isinstance(origin, ExactArray) else out


def zero_of(array):
    if array.dtype == object:
        return array.element(0) if getattr(array, "element", None) is not None else array.flat[0] * 0
    return array.dtype.type(0)


def element_of(value):
    """The element that a cursor stands on; anything else as it is."""
    if isinstance(value, Cursor):
        return value.element
    if isinstance(value, (tuple, list)):
        return type(value)(element_of(item) for item in value)
    return value


def _delegate(name, reflected=None):
    """Gives Cursor the operator `name` of its element, and the reflected one (`1 + x`)."""
    operation = getattr(operator, name)

    def forward(self, *others):
        return operation(self.element, *[element_of(other) for other in others])

    setattr(Cursor, "__%s__" % name.strip("_"), forward)
    if reflected:
        setattr(Cursor, "__%s__" % reflected, lambda self, other: operation(element_of(other), self.element))


for _name in "add sub mul truediv floordiv mod pow lshift rshift and_ or_ xor matmul".split():
    _delegate(_name, "r" + _name.strip("_"))
for _name in "lt le gt ge eq ne neg pos abs invert index".split():
    _delegate(_name)
Cursor.__hash__ = None
Cursor.__bool__ = lambda self: bool(self.element)
Cursor.__int__ = lambda self: int(self.element)
Cursor.__float__ = lambda self: float(self.element)
Cursor.__round__ = lambda self, *digits: round(self.element, *digits)


# Sums and products


def dot(a, b):
    """sum(a * b) over all elements, in row-major order and in the element type."""
    products = np.asanyarray(element_of(a) * element_of(b))
    if products.dtype == object:
        flat = products.reshape(-1)
        return sum_exact(flat) if len(flat) else 0
    flat = np.zeros(products.size + 1, products.dtype)
    flat[1:] = products.reshape(-1)
    return np.add.accumulate(flat, dtype=products.dtype)[-1]


def sum_exact(values):
    total = values[0]
    for value in values[1:]:
        total = total + value
    return total


def matmul(a, b, c=None):
    """a @ b, or c = a @ b."""
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
        return np.stack([conv2d(image, one, stride) for one in weights])
    height, width = weights.shape[-2:]
    rows = (image.shape[-2] - height) // stride + 1
    columns = (image.shape[-1] - width) // stride + 1
    out = np.zeros((rows, columns), dtype=np.result_type(image, weights))
    for i, j in np.ndindex(rows, columns):
        y, x = i * stride, j * stride
        out[i, j] = dot(image[..., y : y + height, x : x + width], weights)
    return out


def spmv(row_ptr, col, val, x):
    """A sparse matrix in CSR form times a vector."""
    out = np.zeros(len(row_ptr) - 1, dtype=np.result_type(val, x))
    for i in builtins.range(len(out)):
        for k in builtins.range(row_ptr[i], row_ptr[i + 1]):
            out[i] += val[k] * x[col[k]]
    return out


argmax, argmin, sort = np.argmax, np.argmin, np.sort


def max(*values, **options):  # noqa: A001
    """np.max of one array, the builtin otherwise."""
    if len(values) == 1 and isinstance(values[0], np.ndarray) and "key" not in options and "default" not in options:
        return np.max(values[0], **options)
    return extreme("max", [element_of(value) for value in values], options)


def min(*values, **options):  # noqa: A001
    """np.min of one array, the builtin otherwise."""
    if len(values) == 1 and isinstance(values[0], np.ndarray) and "key" not in options and "default" not in options:
        return np.min(values[0], **options)
    return extreme("min", [element_of(value) for value in values], options)


def builtin_extreme(name):
    """`max` or `min` where the kernel's module has none of its own: Python's, which goes through an array by comparing."""
    return lambda *values, **options: extreme(name, [element_of(value) for value in values], options)


def extreme(name, values, options):
    """The builtin; of exact numbers, in the type that holds them all."""
    if options or not any(isinstance(value, Exact) for value in values):
        return getattr(builtins, name)(*values, **options)
    found = values[0]
    for value in values[1:]:
        found = binary(name, found, value)
    return found


__all__ = """pragma external range map plmap dot matmul convolve conv1d conv2d spmv argmax argmin sort max min""".split()
