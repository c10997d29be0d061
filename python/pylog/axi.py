"""A kernel on AXI as a host sees it: what `registers.json` of `lutra build --to axi` says, and values as they lie in memory there."""
import json
from fractions import Fraction

import numpy as np

from . import wire

PYTHON = {"python int": "int64", "python float": "float64", "python bool": "bool"}


class Facts:
    """Has `types`, `arrays` and `written`, as what the compiler knows of a kernel."""

    def __init__(self, text):
        facts = json.loads(text)
        self.kernel, self.module, self.identity = facts["kernel"], facts["module"], int(facts["identity"], 16)
        self.registers = {one["name"]: one for one in facts["registers"]}
        self.streams = [one["name"] for one in facts["streams"]]
        self.in_memory = {one["name"]: one for one in facts["arrays"]}
        self.control, self.wrong = facts["control"], facts["statusBits"]
        self.types = {one["name"]: one["type"] for one in facts["args"]}
        self.arrays = [name for name, text in self.types.items() if "[" in text]
        self.written = [name for name in self.arrays if self.in_memory.get(name, {}).get("isStored")]
        self.results = facts["results"]
        self.clock, self.most_cycles = facts["clockMHz"], facts["mostCycles"]
        self.given = [one for one in facts["registers"] if one["kind"] in ("argument", "address")]  # in the order of XRT's arguments

    def span(self):
        """Bytes of registers."""
        return max(one["offset"] + 4 * (-(-one["bits"] // 32) + 1) for one in self.registers.values())


def words(register, bits):
    """[(offset, value)] of 32 bits each."""
    return [(register["offset"] + 4 * at, bits >> 32 * at & 0xFFFFFFFF) for at in range(-(-register["bits"] // 32))]


def dtype_of(element):
    """NumPy's type of an element in memory, or None where the compiler alone knows it."""
    form = wire.bits_of(element)
    if form is not None:
        return wire.storage_of(form) if form.width <= 64 else np.dtype(np.uint64)
    name = PYTHON.get(element, element)
    return np.dtype(name) if name in wire.DTYPES else None


def check(name, text, value):
    """Is it what the kernel was built for? Types that NumPy lacks take whatever holds their values."""
    element, _, rest = text.partition("[")
    if dtype_of(element) is None:
        raise TypeError("argument %s is %s, which NumPy cannot hold; give such numbers as integers of their bits" % (name, text))
    if not rest:
        if getattr(value, "shape", ()) != ():
            raise TypeError("argument %s is %s; it was given an array" % (name, text))
        return
    shape = tuple(int(one) for one in rest.rstrip("]").split(",") if one.strip())
    found = getattr(value, "shape", None), getattr(value, "dtype", None)
    if found[0] != shape or wire.bits_of(element) is None and found[1] != dtype_of(element):
        raise TypeError("argument %s is %s; it was given %s" % (name, text, wire.type_text(name, value)))


def to_memory(text, array):
    """Its elements as bytes."""
    element = text.partition("[")[0]
    form = wire.bits_of(element)
    if form is None:
        return wire.plain_bytes(array)
    if form.width <= 64:
        return wire.plain_bytes(wire.raw_of(element, form, array))
    raws = [wire.exact_raw(element, form, item) for item in array.flat]
    return wire.plain_bytes(wire.limbs_of(raws, contained(form), array.shape))


def from_memory(text, shape, data):
    """An array of its own memory."""
    element = text.partition("[")[0]
    form, dtype = wire.bits_of(element), dtype_of(element)
    if form is None:
        return np.frombuffer(data, dtype).reshape(shape).copy()
    if form.width <= 64:
        return wire.decode_exact(np.frombuffer(data, dtype).reshape(shape), form)
    limbs = contained(form).width // 64
    return wire.decode_exact(np.frombuffer(data, dtype).reshape(tuple(shape) + (limbs,)), contained(form))


def contained(form):
    """The type of the next power of two of bits, in which the element lies."""
    width = 1 << (form.width - 1).bit_length()
    return form._replace(width=width)


def to_bits(name, text, value):
    """Of a scalar."""
    form = wire.bits_of(text)
    if form is not None:
        return wire.exact_raw(text, form, value) & (1 << form.width) - 1
    dtype = dtype_of(text)
    with np.errstate(all="ignore"):
        try:
            cast = np.asarray(value).astype(dtype)
        except (OverflowError, ValueError, TypeError):
            raise ValueError("argument %s: %s has no value %r" % (name, text, value)) from None
    if dtype.kind != "f" and cast != value:
        raise ValueError("argument %s: %s has no value %r" % (name, text, value))
    return int.from_bytes(cast.tobytes(), "little")


def from_bits(text, bits):
    form = wire.bits_of(text)
    if form is None:
        dtype = dtype_of(text)
        found = np.frombuffer(bits.to_bytes(8, "little")[: dtype.itemsize], dtype)[0]
        return found.item() if text in PYTHON else found
    raw = bits - (1 << form.width) if form.signed and bits >> form.width - 1 else bits
    if form.kind == "int":
        return wire.storage_of(form).type(raw) if form.width <= 64 else raw
    return np.ldexp(np.float64(raw), -form.fraction) if form.width <= 53 else Fraction(raw) / Fraction(2) ** form.fraction
