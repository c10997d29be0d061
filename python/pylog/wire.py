"""NumPy arrays and numbers on the way to the compiler and back."""
import re
from fractions import Fraction

import numpy as np

DTYPES = frozenset(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split()
)
ADVICE = {
    "c": "complex numbers; pass .real and .imag as two arrays",
    "O": "Python objects; convert it with .astype to a number type",
    "U": "strings; a kernel takes numbers",
    "S": "byte strings; pass .view(np.uint8)",
    "V": "records; pass each field as an array of its own",
    "M": "dates; pass .view(np.int64)",
    "m": "time spans; pass .view(np.int64)",
    "f": "floats wider than float64; convert it with .astype(np.float64)",
}


class Writer:
    """Collects values for one message: facts for its header, bytes for its body."""

    def __init__(self):
        self.parts = []
        self.size = 0
        self.kept = {}  # of arrays that lie in the body already

    def number(self, value):
        name = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "float"
        return {"python": name, "value": repr(value)}

    def array(self, array, key=None):
        """`key`: arrays with the same key share their place."""
        if key is not None and key in self.kept:
            return self.kept[key]
        plain = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))
        data = memoryview(plain.reshape(-1).view(np.uint8))
        facts = {"dtype": plain.dtype.name, "shape": list(array.shape), "at": self.size}
        self.parts.append(data)
        self.size += len(data) + -len(data) % 8
        if key is not None:
            self.kept[key] = facts
        return facts

    def constant(self, value):
        if isinstance(value, (tuple, list)):
            return {type(value).__name__: [self.constant(item) for item in value]}
        if isinstance(value, (np.ndarray, np.generic)):
            return self.array(np.asarray(value))
        return self.number(value)


def is_constant(value):
    """Can the compiler be told this value of a module?"""
    if isinstance(value, (tuple, list)):
        return type(value) in (tuple, list) and all(is_constant(item) for item in value)
    if isinstance(value, (np.ndarray, np.generic)):
        return value.dtype.name in DTYPES
    return type(value) in (bool, int, float)


def type_text(name, value):
    """The type of an argument as the compiler writes it: "float32[64,64]", "python int"."""
    if isinstance(value, (np.ndarray, np.generic)):
        if value.dtype.name in DTYPES:
            return shaped(value.dtype.name, value.shape)
        if value.dtype == object and all(isinstance(item, (int, Fraction)) for item in value.flat):
            return shaped("int64", value.shape)  # the annotation says which type; this is for its shape
        what = ADVICE.get(value.dtype.kind, "no numbers (dtype %s)" % value.dtype)
        raise TypeError("argument %s holds %s" % (name, what))
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
    element = text.partition("[")[0]
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.asarray(value)
        if array.dtype != object:
            return writer.array(array, key)
        return writer.array(from_objects(array, element))
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        return writer.array(from_objects(np.array(value, dtype=object), element))
    return writer.number(value)


def decode(facts, body):
    """A value of an answer: a Python number, a NumPy scalar, or an array of its own memory."""
    if "python" in facts:
        number = {"int": int, "float": float, "bool": lambda text: text == "True"}[facts["python"]]
        return number(facts["value"])
    count = int(np.prod(facts["shape"], dtype=np.int64))
    flat = np.frombuffer(body, facts["dtype"], count, facts["at"])
    array = flat.reshape(facts["shape"])
    element, _, rest = facts["type"].partition("[")
    if is_raw(element):
        array = to_objects(array, element)
        return array if rest else array[()]
    return array.copy() if rest else array[()]


# Types wider than any NumPy has: objects outside, limbs of 64 bits or raw integers on the wire.


def bits_of(element):
    """(width, bits after the point, signed) of an integer or fixed type, else None."""
    match = re.match(r"(u?)(int|fixed)<(\d+)(?:,(-?\d+))?", element)
    if match is None:
        return None
    width = int(match[3])
    return width, width - int(match[4]) if match[2] == "fixed" else 0, match[1] == ""


def is_raw(element):
    """Does NumPy see the integer behind a value, not the value?"""
    form = bits_of(element)
    return form is not None and form[0] > (64 if "int<" in element else 53)


def from_objects(array, element):
    form = bits_of(element)
    if form is None:
        form = (64, 0, True)
    width, fraction, signed = form
    limbs = max(1, -(-width // 64))
    flat = []
    for item in array.flat:
        raw = Fraction(item) * Fraction(2) ** fraction
        low, high = (-(1 << width - 1), 1 << width - 1) if signed else (0, 1 << width)
        if raw.denominator != 1 or not low <= raw < high:
            raise ValueError("%s has no value %s" % (element, item))
        flat.append(int(raw))
    if width <= 64 and not is_raw(element):
        return np.array([number / Fraction(2) ** fraction for number in flat] if fraction else flat).reshape(array.shape)
    if width <= 64:
        return np.array(flat, dtype=np.int64 if signed else np.uint64).reshape(array.shape)
    mask = (1 << 64) - 1
    words = [number >> 64 * limb & mask for number in flat for limb in range(limbs)]
    return np.array(words, dtype=np.uint64).reshape(array.shape + (limbs,))


def to_objects(array, element):
    width, fraction, signed = bits_of(element)
    wide = width > 64
    out = np.empty(array.shape[:-1] if wide else array.shape, dtype=object)
    for place in np.ndindex(*out.shape):
        raw = sum(int(limb) << 64 * k for k, limb in enumerate(array[place])) if wide else int(array[place])
        if wide and signed and raw >> 64 * array.shape[-1] - 1:
            raw -= 1 << 64 * array.shape[-1]
        out[place] = Fraction(raw) / Fraction(2) ** fraction if "fixed" in element else raw
    return out
