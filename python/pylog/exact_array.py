"""Arrays of exact numbers: NumPy arrays of objects that convert what is stored in them."""
import operator

import numpy as np

from .exact import Exact, ExactType, binary, compare


def _of_two(op, plain):
    """Of an exact number on either side; NumPy would ask the exact one again."""
    return lambda x, y: binary(op, x, y) if isinstance(x, Exact) or isinstance(y, Exact) else plain(x, y)


def _compared(name, mirrored):
    def ask(x, y):
        if isinstance(x, Exact):
            return compare(name, x, y)
        return compare(mirrored, y, x) if isinstance(y, Exact) else getattr(operator, name)(x, y)

    return ask


UFUNCS = {
    "add": _of_two("add", operator.add),
    "subtract": _of_two("sub", operator.sub),
    "multiply": _of_two("mul", operator.mul),
    "divide": _of_two("div", operator.truediv),
    "true_divide": _of_two("div", operator.truediv),
    "floor_divide": _of_two("floordiv", operator.floordiv),
    "remainder": _of_two("mod", operator.mod),
    "power": _of_two("pow", operator.pow),
    "left_shift": _of_two("shl", operator.lshift),
    "right_shift": _of_two("shr", operator.rshift),
    "bitwise_and": _of_two("and", operator.and_),
    "bitwise_or": _of_two("or", operator.or_),
    "bitwise_xor": _of_two("xor", operator.xor),
    "invert": operator.invert,
    "negative": operator.neg,
    "positive": operator.pos,
    "absolute": abs,
    "square": lambda x: x * x,
    "equal": _compared("eq", "eq"),
    "not_equal": _compared("ne", "ne"),
    "less": _compared("lt", "gt"),
    "less_equal": _compared("le", "ge"),
    "greater": _compared("gt", "lt"),
    "greater_equal": _compared("ge", "le"),
    "minimum": lambda x, y: binary("min", x, y),
    "maximum": lambda x, y: binary("max", x, y),
    "logical_not": operator.not_,
    "logical_and": lambda x, y: bool(x) and bool(y),
    "logical_or": lambda x, y: bool(x) or bool(y),
}
METHODS = set("sqrt floor ceil trunc rint exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan".split())
METHODS |= set("sinh cosh tanh cbrt".split())


class ExactArray(np.ndarray):
    """`element` is the type of what is stored in it, or None for a result that nobody stores into."""

    def __array_finalize__(self, source):
        self.element = getattr(source, "element", None)

    def __setitem__(self, index, value):
        super().__setitem__(index, value if self.element is None else converted(value, self.element))

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return apply(ufunc, method, inputs, kwargs)

    def astype(self, dtype, *_order, **_options):
        return cast(self, dtype)

    def fill(self, value):
        self[...] = value

    def sum(self, axis=None, **_options):
        return apply(np.add, "reduce", (self,), {"axis": axis})

    def dot(self, other):
        return apply(np.add, "reduce", (self * other,), {"axis": None}) if self.ndim == 1 else np.dot(self, other)

    def __iadd__(self, other):
        return self.in_place(self + other)

    def __isub__(self, other):
        return self.in_place(self - other)

    def __imul__(self, other):
        return self.in_place(self * other)

    def in_place(self, result):
        self[...] = result
        return self


def exact_array(shape, element, value=0):
    """An array of an exact type, filled with one value."""
    array = np.empty(shape, dtype=object).view(ExactArray)
    array.element = element
    array[...] = value
    return array


def exact_argument(name, values, element):
    """A caller's array as one of an exact type: every value must be one that the type has."""
    array = np.empty(np.shape(values), dtype=object).view(ExactArray)
    array.element = element
    for place in np.ndindex(*array.shape):
        try:
            np.ndarray.__setitem__(array, place, element.checked(values[place]))
        except ValueError as error:
            raise ValueError("argument %s%s: %s" % (name, list(place), error)) from None
    return array


def converted(value, element):
    if not isinstance(value, (np.ndarray, list, tuple)):
        return element(value)
    if isinstance(value, np.ndarray):
        values = value
    else:
        values = np.empty(np.shape(value), dtype=object)
        values[...] = value
    out = np.empty(values.shape, dtype=object)
    for place in np.ndindex(*out.shape):
        out[place] = element(values[place])
    return out if out.shape else out[()]


def cast(array, dtype):
    """`array.astype(dtype)`, where one of both is exact."""
    if isinstance(dtype, ExactType):
        out = exact_array(array.shape, dtype)
        out[...] = array
        return out
    dtype = np.dtype(dtype)
    out = np.empty(array.shape, dtype)
    for place in np.ndindex(*array.shape):
        out[place] = number(array[place], dtype)
    return out


def number(value, dtype):
    """An exact value as a NumPy number: floats round, integers wrap."""
    if not isinstance(value, Exact):
        return value
    if dtype.kind == "f":
        return float(value)
    if dtype.kind == "b":
        return bool(value)
    bits = dtype.itemsize * 8
    raw = int(value) & (1 << bits) - 1
    return raw - (1 << bits) if dtype.kind == "i" and raw >> bits - 1 else raw


def apply(ufunc, method, inputs, kwargs):
    """A NumPy function on exact numbers, element by element."""
    out = kwargs.pop("out", None)
    if method == "reduce":
        result = reduce(ufunc, inputs[0], kwargs.get("axis", 0))
    elif method == "__call__" and not [key for key in kwargs if kwargs[key] is not None and key != "casting"]:
        result = elementwise(scalar_function(ufunc), inputs)
    else:
        return NotImplemented
    if out is None:
        return result
    out[0][...] = result
    return out[0]


def scalar_function(ufunc):
    name = ufunc.__name__
    if name in UFUNCS:
        return UFUNCS[name]
    if name in METHODS:
        return lambda x: getattr(x, name)() if isinstance(x, Exact) else ufunc(x)
    raise TypeError("np.%s of exact numbers is not known to pysim; run the kernel with mode='deploy'" % name)


def elementwise(function, inputs):
    arrays = [value if isinstance(value, np.ndarray) else boxed(value) for value in inputs]
    shape = np.broadcast_shapes(*[array.shape for array in arrays])
    wide = [np.broadcast_to(array, shape, subok=False) for array in arrays]
    results = [function(*[array[place] for array in wide]) for place in np.ndindex(*shape)]
    return gathered(results, shape)


def boxed(value):
    box = np.empty((), dtype=object)
    box[()] = value
    return box


def gathered(results, shape):
    """An array of results: exact ones, or of NumPy's own type."""
    if not results:
        return np.empty(shape, dtype=object).view(ExactArray)
    if not shape:
        return results[0]
    if any(isinstance(result, Exact) for result in results):
        out = np.empty(len(results), dtype=object)
        out[:] = results
        return out.reshape(shape).view(ExactArray)
    return np.array(results).reshape(shape)


def reduce(ufunc, array, axis):
    function = scalar_function(ufunc)
    if axis is None:
        items = array.reshape(-1)
    else:
        items = np.moveaxis(array, axis, 0)
    total = items[0]
    for k in range(1, len(items)):
        total = function(total, items[k]) if not isinstance(total, np.ndarray) else elementwise(function, (total, items[k]))
    return total
