"""NumPy arrays and numbers on the way to the compiler and back."""
import functools
import operator
import re
from collections import namedtuple
from fractions import Fraction

import numpy as np

from .exact import type_of_dtype

DTYPES = frozenset(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split()
)
NAMES = {np.dtype(name): name for name in DTYPES}
ADVICE = {
    "c": "complex numbers wider than complex128; convert it with .astype(np.complex128)",
    "O": "Python objects; convert it with .astype to a number type",
    "U": "strings; a kernel takes numbers",
    "S": "byte strings; pass .view(np.uint8)",
    "V": "records; pass each field as an array of its own",
    "M": "dates; pass .view(np.int64)",
    "m": "time spans; pass .view(np.int64)",
    "f": "floats wider than float64; convert it with .astype(np.float64)",
}


def dtype_name(dtype):
    """NumPy finds a name slowly."""
    return NAMES.get(dtype) or dtype.name


class Writer:
    """Collects values for one message: facts for its header, arrays for its body."""

    def __init__(self):
        self.parts = []  # arrays of any strides and byte order
        self.size = 0
        self.kept = {}  # of arrays that lie in the body already

    def number(self, value):
        if isinstance(value, complex):
            return self.array(np.asarray(value))
        name = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "float"
        return {"python": name, "value": repr(value)}

    def array(self, array, key=None):
        """`key`: arrays with the same key share their place."""
        if key is not None and key in self.kept:
            return self.kept[key]
        facts = {"dtype": dtype_name(array.dtype), "shape": array.shape, "at": self.size}
        self.parts.append(array)
        self.size += array.nbytes + -array.nbytes % 8
        if key is not None:
            self.kept[key] = facts
        return facts

    def constant(self, value):
        if isinstance(value, (tuple, list)):
            return {type(value).__name__: [self.constant(item) for item in value]}
        if isinstance(value, (np.ndarray, np.generic)):
            return self.array(np.asarray(value))
        if isinstance(value, complex):
            return {"complex": [repr(value.real), repr(value.imag)]}
        return self.number(value)


def plain_bytes(array):
    """The elements one after the other, in this computer's byte order; the array's own memory where it is like that."""
    plain = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))
    return memoryview(plain.reshape(-1).view(np.uint8))


def is_constant(value):
    """Can the compiler be told this value of a module?"""
    if isinstance(value, (tuple, list)):
        return type(value) in (tuple, list) and all(is_constant(item) for item in value)
    if isinstance(value, (np.ndarray, np.generic)):
        return dtype_name(value.dtype) in DTYPES
    return type(value) in (bool, int, float, complex)


def fields(name, value):
    """Those of a dictionary that the compiler can be told, as the source writes them: `P["gain"]`, `P[2]`."""
    return {
        '%s["%s"]' % (name, key) if type(key) is str else "%s[%d]" % (name, key): item
        for key, item in value.items()
        if type(key) in (str, int) and is_constant(item)
    }


UNCHANGING = frozenset((bool, int, float, complex))


def content(value):
    """Equal for two values that are the same constant to the compiler. None for what is no constant and never will be."""
    if isinstance(value, (tuple, list, np.ndarray, np.generic)):
        return frozen(value) if is_constant(value) else ()
    if type(value) is dict:
        return dict, [(name, frozen(item)) for name, item in fields("", value).items()]
    return frozen(value) if type(value) in UNCHANGING else None


class Items:
    """The items of a list or tuple, to see at once that none of them was changed."""

    def __init__(self, value):
        self.items = list(value)
        inner = [(at, item) for at, item in enumerate(value) if isinstance(item, (tuple, list))]
        self.inner = [(at, Items(item)) for at, item in inner]
        self.unchanging = not any(isinstance(item, np.ndarray) for item in value)

    def still(self, value):
        return (
            self.unchanging
            and len(value) == len(self.items)
            and all(map(operator.is_, value, self.items))
            and all(items.still(value[at]) for at, items in self.inner)
        )


def frozen(value):
    if isinstance(value, (tuple, list)):
        return type(value), [frozen(item) for item in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return value.dtype.str, value.shape, value.tobytes()
    return type(value), repr(value) if type(value) in (float, complex) else value  # NaN is NaN, and -0.0 is not 0.0


def type_text(name, value):
    """The type of an argument as the compiler writes it: "float32[64,64]", "python int"."""
    if isinstance(value, (np.ndarray, np.generic)):
        kind = type_of_dtype(value.dtype)
        if kind is not None:
            return shaped(kind.text, value.shape)
        if value.dtype.name in DTYPES:
            return shaped(value.dtype.name, value.shape)
        if value.dtype == object and all(isinstance(item, (int, float, Fraction)) for item in value.flat):
            return shaped("int64", value.shape)  # the annotation says which type; this is for its shape
        what = ADVICE.get(value.dtype.kind, "no numbers (dtype %s)" % value.dtype)
        raise TypeError("argument %s holds %s" % (name, what))
    if isinstance(value, complex):
        return "python complex"
    if isinstance(value, (bool, int, float)):
        return "python " + ("bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "float")
    if isinstance(value, (list, tuple)):
        raise TypeError(
            "argument %s is a %s; a kernel takes NumPy arrays and numbers: pass np.array(%s)"
            % (name, type(value).__name__, name)
        )
    raise TypeError(
        "argument %s is a %s; a kernel takes NumPy arrays and numbers" % (name, type(value).__name__)
    )


def shaped(element, shape):
    return "%s[%s]" % (element, ",".join(map(str, shape))) if shape else element


def encode(writer, text, value, key):
    """An argument of the type `text`."""
    if not isinstance(value, (np.ndarray, np.generic)):
        return writer.number(value)
    element = text.partition("[")[0]
    form = bits_of(element)
    if form is not None:
        return encode_exact(writer, element, form, np.asarray(value), key)
    if value.dtype == object:
        raise TypeError("the elements of %s are Python objects; convert them with .astype" % text)
    return writer.array(np.asarray(value), key)


NUMBERS = {"int": int, "float": float, "bool": lambda text: text == "True"}


def unread(text, array):
    """An array whose elements stay here: only memory is asked for."""
    return {"dtype": text.partition("[")[0], "shape": array.shape, "unread": True}


def decode(facts, body):
    """A value of an answer: a Python number, a NumPy scalar, or an array of its own memory."""
    if "python" in facts:
        return NUMBERS[facts["python"]](facts["value"])
    array = elements(facts, body)
    element, _, rest = facts["type"].partition("[")
    form = bits_of(element)
    if form is not None:
        array = decode_exact(array, form)
    elif rest:
        array = array.copy()
    if element == "python complex" and not rest:
        return array.item()
    return array if rest else array[()]


def elements(facts, body):
    """An array of an answer as it lies in the body. The body is used again: what is kept must be copied."""
    return np.ndarray(facts["shape"], facts["dtype"], body, facts["at"])


def is_plain(facts):
    """Are the elements on the way what they are in NumPy?"""
    return bits_of(facts["type"].partition("[")[0]) is None


def stored(text, value):
    """A value of the type `text` as a .npy file holds it for the compiler's own programs."""
    element = text.partition("[")[0]
    form = bits_of(element)
    array = np.asarray(value)
    if form is None:
        dtype = {"python int": "int64", "python float": "float64", "python bool": "bool", "python complex": "complex128"}.get(element)
        return array.astype(dtype) if dtype else array
    if form.width > 64:
        return limbs_of([exact_raw(element, form, item) for item in array.flat], form, array.shape)
    if form.kind == "fixed" and form.width <= 53:
        return array.astype(np.float64)
    return raw_of(element, form, array)


# Exact types: up to 64 bits they travel as the integers behind their values, wider ones as limbs of 64 bits. Outside they
# are NumPy integers, float64 where that holds them (53 bits), and Python objects else.

Form = namedtuple("Form", ("kind", "width", "fraction", "signed"))


@functools.lru_cache(maxsize=None)
def bits_of(element):
    """What an integer or fixed type is made of, else None."""
    match = re.match(r"(u?)(int|fixed)<(\d+)(?:,(-?\d+))?", element)
    if match is None:
        return None
    width = int(match[3])
    return Form(match[2], width, width - int(match[4]) if match[2] == "fixed" else 0, match[1] == "")


def storage_of(form):
    """The NumPy integer that holds the raw values."""
    bits = next(bits for bits in (8, 16, 32, 64) if form.width <= bits)
    return np.dtype("%s%d" % ("int" if form.signed else "uint", bits))


def encode_exact(writer, element, form, array, key):
    if form.width > 64:
        return writer.array(limbs_of([exact_raw(element, form, item) for item in array.flat], form, array.shape))
    if key is not None and (key, element) in writer.kept:
        return writer.kept[key, element]
    facts = dict(writer.array(raw_of(element, form, array)), raw=True)
    if key is not None:
        writer.kept[key, element] = facts
    return facts


def raw_of(element, form, array):
    """All values at once, each exactly or not at all."""
    low, high = (-1 << form.width - 1, (1 << form.width - 1) - 1) if form.signed else (0, (1 << form.width) - 1)
    if array.dtype.kind in "iub" and form.fraction == 0:
        bad = (array < low) | (array > high) if array.size else np.zeros(array.shape, bool)
        raw = array
    elif array.dtype.kind == "f" and form.width <= 53:
        raw = np.ldexp(array.astype(np.float64), form.fraction)
        bad = ~(np.floor(raw) == raw) | (raw < low) | (raw > high) | ((raw == 0) != (array == 0))
    else:
        return np.array([exact_raw(element, form, item) for item in array.flat], storage_of(form)).reshape(array.shape)
    if bad.any():
        place = tuple(int(k) for k in np.argwhere(bad)[0])
        raise ValueError("%s has no value %s%s" % (element, array[place], " (at %s)" % list(place) if place else ""))
    return raw.astype(storage_of(form))


def exact_raw(element, form, item):
    number = item.item() if isinstance(item, np.generic) else item
    try:
        raw = Fraction(number) * Fraction(2) ** form.fraction
    except (ValueError, OverflowError):
        raise ValueError("%s has no value %s" % (element, item)) from None
    low, high = (-1 << form.width - 1, (1 << form.width - 1) - 1) if form.signed else (0, (1 << form.width) - 1)
    if raw.denominator != 1 or not low <= raw <= high:
        raise ValueError("%s has no value %s" % (element, item))
    return int(raw)


def limbs_of(raws, form, shape):
    limbs = -(-form.width // 64)
    words = [raw >> 64 * limb & (1 << 64) - 1 for raw in raws for limb in range(limbs)]
    return np.array(words, dtype=np.uint64).reshape(tuple(shape) + (limbs,))


def decode_exact(array, form):
    if form.kind == "int" and form.width <= 64:
        return array.copy()
    if form.width <= 53:
        return np.ldexp(array.astype(np.float64), -form.fraction)
    wide = form.width > 64
    out = np.empty(array.shape[:-1] if wide else array.shape, dtype=object)
    for place in np.ndindex(*out.shape):
        raw = sum(int(limb) << 64 * k for k, limb in enumerate(array[place])) if wide else int(array[place])
        if wide and form.signed and raw >> 64 * array.shape[-1] - 1:
            raw -= 1 << 64 * array.shape[-1]
        out[place] = raw if form.kind == "int" else Fraction(raw) / Fraction(2) ** form.fraction
    return out
