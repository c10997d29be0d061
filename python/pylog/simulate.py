"""`pysim`: the kernel run by CPython itself, with what PyLog means beyond Python spelled out (rewrite.py)."""
import ast
import builtins
import copy
import math
import operator
import re
import types
import weakref
from fractions import Fraction

import numpy as np

from . import annotations, exact, exact_array, operators, wire
from .errors import SourceMissing
from .rewrite import rewrite
from .source import closure_of, definition, names_in, plain_function


def run(func, args, types_of_locals, given=None):
    """Calls a kernel with its arguments by name, of which the caller has `given` some. Arrays are changed in place.

    `types_of_locals()` asks the compiler which exact type each local has where: {(file, line, column): type}.
    """
    file, node, _ = definition(func)
    declared = {name: annotations.read(value) for name, value in written_annotations(func, node).items()}
    passed, changed = {}, {}
    for name, value in args.items():
        if given is not None and name not in given and not isinstance(value, (np.ndarray, np.generic, int, float)):
            passed[name] = value  # a default that is no argument: a tuple, None
            continue
        passed[name] = argument(name, value, declared.get(name), "%s:%d" % (file, node.lineno))
        if isinstance(passed[name], exact_array.ExactArray):
            changed[name] = passed[name]
    arrays = frozenset(name for name, value in passed.items() if isinstance(value, np.ndarray))
    world = World(bool(changed) or any(isinstance(value, exact.Exact) for value in passed.values()), types_of_locals)
    call = world.function(func, arrays)
    with np.errstate(all="ignore"):
        result = call(**passed)
    for name, array in changed.items():
        if args[name].flags.writeable:
            args[name][...] = plain(array)
    return outside(result, {id(array): args[name] for name, array in changed.items()})


def written_annotations(func, node):
    """Annotations as values; `from __future__ import annotations` leaves them as text."""
    scope = dict(vars(builtins))
    scope.update(func.__globals__)
    scope.update(closure_of(func))
    found = {}
    for arg in node.args.posonlyargs + node.args.args:
        if arg.annotation is None:
            continue
        try:
            found[arg.arg] = eval(compile(ast.Expression(arg.annotation), "<annotation>", "eval"), scope)
        except Exception:  # noqa: BLE001 - an annotation that means nothing here says nothing
            continue
    return found


def argument(name, value, declared, where):
    """A caller's value as the kernel sees it."""
    scalar = not isinstance(value, np.ndarray) or value.ndim == 0
    kind = exact.type_of_dtype(value.dtype) if isinstance(value, np.ndarray) else None
    if declared is None and kind is not None:
        declared = annotations.Declared(kind, value.shape)
    if declared is None:
        wire.type_text(name, value)
        return value[()] if isinstance(value, np.ndarray) and scalar else value
    element, shape = declared
    if isinstance(element, annotations.OtherFloat):
        raise TypeError("argument %s is %s, which CPython does not know; use mode='deploy'" % (name, element.text))
    numpy = isinstance(element, np.dtype)
    known = isinstance(value, (np.ndarray, np.generic))
    fits = shape is None or tuple(shape) == (np.shape(value) if known else ())
    if not fits or known and not scalar and numpy and value.dtype != element:
        found = wire.type_text(name, value)
        raise TypeError("%s: argument %s is %s; it was given %s" % (where, name, annotations.describe(declared), found))
    if isinstance(element, exact.ExactType):
        if not scalar:
            return exact_array.exact_argument(name, value, element)
        return element.checked(value) if known else literal(name, value, element)
    if not scalar:
        return value
    return element.type(value) if numpy else element(value)


def literal(name, value, element):
    """A Python number as an argument: rounded as one in the source is, and in range."""
    near = element(value)
    if math.isfinite(value) and abs(near.value - Fraction(value)) < Fraction(2) ** -element.fraction:
        return near
    raise ValueError("argument %s is %r; it cannot be %r" % (name, element, value))


def plain(value):
    """An exact number or array as NumPy holds it."""
    if isinstance(value, exact.Exact):
        return plain_number(value)
    if isinstance(value, exact_array.ExactArray) and value.dtype == object:
        flat = [plain_number(item) if isinstance(item, exact.Exact) else item for item in value.reshape(-1)]
        out = np.array(flat) if flat else np.empty(0)
        return out.reshape(value.shape)
    return value


def plain_number(value):
    kind = value.type
    if kind.kind == "fixed":
        return np.float64(float(value)) if kind.width <= 53 else value.value
    if kind.width > 64:
        return value.raw
    width = next(bits for bits in (8, 16, 32, 64) if kind.width <= bits)
    return np.dtype("%s%d" % ("int" if kind.signed else "uint", width)).type(value.raw)


def outside(result, same):
    if isinstance(result, tuple):
        return tuple(outside(item, same) for item in result)
    if id(result) in same:
        return same[id(result)]
    return plain(exact.plain(result)) if not isinstance(result, operators.Cursor) else result.element


class World:
    """The functions a kernel reaches, rewritten, each among the names of its own module."""

    def __init__(self, exact_arguments, types_of_locals):
        self.exact_arguments = exact_arguments
        self.types_of_locals = types_of_locals
        self.made = {}

    def function(self, func, arrays=frozenset()):
        if id(func) in self.made:
            return self.made[id(func)]
        file, node, _ = definition(func)
        scope = dict(func.__globals__)
        scope.update(closure_of(func))
        uses_exact = self.exact_arguments or mentions_exact(node, scope)
        self.exact_arguments = uses_exact  # what it calls is called with exact numbers
        code, constants = compiled(func, node, file, arrays, uses_exact)
        scope.update(constants)
        scope["__pl__"] = Support(scope, file, self.types_of_locals() if uses_exact else {})
        made = self.made[id(func)] = Late()
        for name in names_in(node):
            if name in scope:
                scope[name] = self.known(scope[name], uses_exact)
            elif name in ("min", "max"):
                scope[name] = operators.builtin_extreme(name)
        exec(code, scope)
        made.function = scope[func.__name__]
        return made.function

    def known(self, value, uses_exact):
        """What a name of the module stands for in a simulated kernel."""
        if value is np:
            return NUMPY
        if isinstance(value, types.BuiltinFunctionType) and value is np.empty:
            return NUMPY.empty
        own = getattr(value, "__name__", None)
        if isinstance(own, str) and own in vars(Numpy) and getattr(np, own, None) is value:
            return getattr(NUMPY, own)
        if uses_exact and type(value) in (int, float):
            return exact.constant(value)
        helper = plain_function(value)
        if helper is None or helper.__module__ is None or helper.__module__.split(".")[0] in ("numpy", "pylog", "math"):
            return value
        try:
            return self.function(helper)
        except SourceMissing:
            return value


class Late:
    """A function that is still being rewritten, for those that call it meanwhile."""

    function = None

    def __call__(self, *args, **kwargs):
        return self.function(*args, **kwargs)


_codes = {}


def compiled(func, node, file, arrays, uses_exact):
    key = (func.__code__, arrays, uses_exact)
    if key not in _codes:
        module, constants = rewrite(copy.deepcopy(node), arrays, uses_exact)
        _codes[key] = compile(module, file, "exec"), constants
    return _codes[key]


def mentions_exact(node, scope):
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            value = scope.get(one.id)
            if isinstance(value, exact.ExactType) or any(value is one for one in (exact.pl_fixed, exact.pl_ufixed)):
                return True
        elif isinstance(one, ast.Attribute):
            if re.fullmatch(r"pl_(u?int\d+|u?fixed)", one.attr):
                return True
        elif isinstance(one, ast.Constant) and isinstance(one.value, str):
            if re.match(r"\s*u?(int|fixed)<", one.value):
                return True
    return False


OPERATIONS = {
    "Add": operator.iadd,
    "Sub": operator.isub,
    "Mult": operator.imul,
    "Div": operator.itruediv,
    "FloorDiv": operator.ifloordiv,
    "Mod": operator.imod,
    "Pow": operator.ipow,
    "LShift": operator.ilshift,
    "RShift": operator.irshift,
    "BitAnd": operator.iand,
    "BitOr": operator.ior,
    "BitXor": operator.ixor,
    "MatMult": operator.imatmul,
}


class Support:
    """What a rewritten kernel calls."""

    slice = slice

    def __init__(self, scope, file, types):
        self.scope = scope
        self.file = file
        self.types = types
        self.views = {}  # id of an array: it (weakly), and the slice it is

    def map(self, f, *sources):
        known = (source if isinstance(source, operators.View) else np.asanyarray(source) for source in sources)
        return operators.map(f, *known)

    def source(self, base, index):
        """A slice that a map moves over. Only of plain slices is it known what lies around them."""
        parts = index if isinstance(index, tuple) else (index,)
        if isinstance(base, np.ndarray) and all(is_plain_index(part) for part in parts):
            return operators.View(base, parts)
        return base[index]

    def source_of(self, value):
        value = operators.element_of(value)
        known = self.views.get(id(value))
        return known[1] if known is not None and known[0]() is value else value

    def remember(self, base, index):
        view = base[index]
        if isinstance(view, np.ndarray):
            found = self.source(base, index)
            if isinstance(found, operators.View):
                key = id(view)
                self.views[key] = (weakref.ref(view, lambda _: self.views.pop(key, None)), found)
        return view

    def cast(self, annotation, value):
        declared = annotations.read(annotation)
        value = operators.element_of(value)
        if declared is None:
            return value
        element = declared.element
        if isinstance(element, annotations.OtherFloat):
            raise TypeError("%s is not known to CPython; run the kernel with mode='deploy'" % element.text)
        if isinstance(value, np.ndarray):
            return exact_array.cast(value, element) if exact_cast(value, element) else value.astype(element)
        if isinstance(element, np.dtype):
            return element.type(exact_array.number(value, element))
        return element(value)

    def exact(self, place, value):
        """What is given to a name at a place of the source, in the type that the compiler proved to hold it."""
        value = operators.element_of(value)
        kind = self.types.get((self.file,) + place)
        if kind is not None and isinstance(value, (exact.Exact, int, float, np.generic)):
            return kind(value)
        return value

    def exact_plain(self, place, value):
        return self.exact(place, exact.plain(value))

    def augment(self, operation, left, right):
        return OPERATIONS[operation](left, operators.element_of(right))

    def stored(self, place, index, value):
        if isinstance(place, exact.Exact):
            return place.with_bits(index, value)
        place[index] = value
        return place

    def store_in(self, array, where, index, value):
        element = array[where]
        if isinstance(element, exact.Exact):
            array[where] = element.with_bits(index, value)
        else:
            element[index] = value


def is_plain_index(part):
    return isinstance(part, (int, np.integer, slice, exact.Exact, type(Ellipsis))) and not isinstance(part, bool)


def exact_cast(value, element):
    return isinstance(value, exact_array.ExactArray) or isinstance(element, exact.ExactType)


class Numpy(types.ModuleType):
    """NumPy as kernels know it: np.empty is zeros, and arrays may have exact types."""

    def __getattr__(self, name):
        return getattr(np, name)

    int, float, bool = int, float, np.bool_  # np.int and np.float, as PyLog programs write them

    @staticmethod
    def zeros(shape, dtype=float, *_order, **_options):
        return filled(shape, 0, dtype)

    empty = zeros

    @staticmethod
    def ones(shape, dtype=float, *_order, **_options):
        return filled(shape, 1, dtype)

    @staticmethod
    def full(shape, fill_value, dtype=None, *_order, **_options):
        kind = type_of(dtype)
        return np.full(shape, operators.element_of(fill_value), dtype) if kind is None else filled(shape, fill_value, kind)

    @staticmethod
    def zeros_like(a, dtype=None, **_options):
        return like(a, 0, dtype)

    empty_like = zeros_like

    @staticmethod
    def ones_like(a, dtype=None, **_options):
        return like(a, 1, dtype)

    @staticmethod
    def full_like(a, fill_value, dtype=None, **_options):
        return like(a, fill_value, dtype)

    @staticmethod
    def array(values, dtype=None, **_options):
        kind = type_of(dtype)
        if kind is None:
            return np.array(operators.element_of(values), dtype)
        out = exact_array.exact_array(np.shape(values), kind)
        out[...] = values
        return out


def type_of(dtype):
    if isinstance(dtype, str):
        return exact.type_named(dtype)
    return dtype if isinstance(dtype, exact.ExactType) else None


def filled(shape, value, dtype):
    kind = type_of(dtype)
    return np.full(shape, value, dtype) if kind is None else exact_array.exact_array(shape, kind, value)


def like(a, value, dtype):
    kind = type_of(dtype) if dtype is not None else getattr(a, "element", None)
    if kind is not None:
        return exact_array.exact_array(np.shape(a), kind, value)
    return np.full_like(a, value, dtype)


NUMPY = Numpy("numpy")
