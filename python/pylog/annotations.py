"""What an argument or a local is declared as: `a: "float32[64,64]"`, `n: int`, `x: np.float32`, `w: pl_uint49`."""
import re
from collections import namedtuple

import numpy as np

from .exact import ExactType, type_named
from .wire import DTYPES, shaped

Declared = namedtuple("Declared", ("element", "shape"))
"""element: a NumPy dtype, an ExactType, or int, float, bool; shape: a tuple, or None where it is left open."""


def read(annotation):
    """The type that an annotation names, or None where it says something else (PyLog's 'buffer_in', np.ndarray)."""
    if isinstance(annotation, str):
        return read_text(annotation)
    if isinstance(annotation, (ExactType, OtherFloat)) or any(annotation is one for one in (int, float, bool)):
        return Declared(annotation, None)
    if isinstance(annotation, np.dtype) or isinstance(annotation, type) and issubclass(annotation, np.number):
        dtype = np.dtype(annotation)
        return Declared(dtype, None) if dtype.name in DTYPES else None
    return Declared(np.dtype(bool), None) if annotation is np.bool_ else None


def read_text(text):
    match = re.fullmatch(r"\s*([^\[\]]+?)\s*(?:\[([\d\s,]*)\])?\s*", text)
    if match is None:
        return None
    element = element_named(match[1])
    if element is None:
        return None
    shape = () if match[2] is None else tuple(int(part) for part in match[2].split(",") if part.strip())
    return Declared(element, shape if match[2] is not None else ())


def element_named(text):
    if text in DTYPES:
        return np.dtype(text)
    if text in ("python int", "int"):
        return int
    if text in ("python float", "float"):
        return float
    if text == "python bool":
        return bool
    named = {"float<8,23>": "float32", "float<11,52>": "float64", "float<5,10>": "float16"}.get(text.replace(" ", ""))
    if named is not None:
        return np.dtype(named)
    return OtherFloat(text) if re.match(r"float<", text) else type_named(text.replace(" ", ""))


class OtherFloat:
    """A float format that only the compiler knows."""

    def __init__(self, text):
        self.text = text

    def __call__(self, _value=0):
        raise TypeError("%s is not known to CPython; run the kernel with mode='deploy'" % self.text)


def pl_float(exponent, mantissa, variant="ieee"):
    """A float type with so many exponent and mantissa bits."""
    return OtherFloat("float<%d,%d%s>" % (exponent, mantissa, "" if variant == "ieee" else "," + variant))


def describe(declared):
    element = declared.element
    name = element.name if isinstance(element, np.dtype) else getattr(element, "__name__", repr(element))
    return shaped(name, declared.shape or ())
