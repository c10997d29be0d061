"""Integers and fixed-point numbers of any width, for kernels that CPython itself runs.

    pl_int8, pl_uint49                          integers
    pl_fixed(16, 6), pl_ufixed(8, 3)            fixed point: all bits, bits before the point

A type called with a number converts it. Results of arithmetic grow, so that nothing is lost; bits go only where a value
is put into a narrower type, which says how they go (rounding, overflow).
"""
import math
import operator
import re
from fractions import Fraction

import numpy as np

MOST_BITS = 4096
ROUNDINGS = ("truncate", "floor", "nearest_even", "nearest_away", "toward_zero")
OVERFLOWS = ("wrap", "saturate")


class ExactType:
    """raw * 2**-fraction, raw an integer of `width` bits."""

    __slots__ = ("kind", "width", "fraction", "signed", "rounding", "overflow")

    def __init__(self, kind, width, fraction=0, signed=True, rounding="toward_zero", overflow="wrap"):
        if not 1 <= width <= MOST_BITS:
            raise ValueError("a type has 1 to %d bits, not %d" % (MOST_BITS, width))
        self.kind, self.width, self.fraction, self.signed = kind, width, fraction, signed
        self.rounding, self.overflow = rounding, overflow

    def __call__(self, value=0):
        """The value as one of this type, rounded and cut as the type says."""
        return Exact(self, self.raw_of(value))

    def raw_of(self, value):
        if isinstance(value, Exact):
            down = value.type.fraction - self.fraction
            raw = drop(value.raw, down, self.rounding) if down > 0 else value.raw << -down
        elif isinstance(value, (int, np.integer, np.bool_)):
            raw = int(value)
            raw = raw << self.fraction if self.fraction >= 0 else drop(raw, -self.fraction, self.rounding)
        else:
            raw = self.raw_of_real(value)
        return self.fit(raw)

    def raw_of_real(self, value):
        if not isinstance(value, Fraction):
            value = float(value)
            if not math.isfinite(value):
                return 0 if value != value else 1 << 5000 if value > 0 else -1 << 5000
        numerator, denominator = Fraction(value).numerator, Fraction(value).denominator
        if self.fraction >= 0:
            numerator <<= self.fraction
        else:
            denominator <<= -self.fraction
        return quotient(numerator, denominator, self.rounding)

    def fit(self, raw):
        low, high = self.limits()
        if low <= raw <= high:
            return raw
        if self.overflow == "saturate":
            return min(max(raw, low), high)
        raw &= (1 << self.width) - 1
        return raw - (1 << self.width) if self.signed and raw >> self.width - 1 else raw

    def limits(self):
        if self.signed:
            return -1 << self.width - 1, (1 << self.width - 1) - 1
        return 0, (1 << self.width) - 1

    def checked(self, value):
        """The value, which the type must have: an argument is never rounded."""
        if isinstance(value, (float, np.floating)) and not math.isfinite(value):
            raise ValueError("%r has no value %s" % (self, value))
        exact = Fraction(value if isinstance(value, (int, float, Fraction)) else value.item())
        raw = exact * Fraction(2) ** self.fraction
        low, high = self.limits()
        if raw.denominator != 1 or not low <= raw <= high:
            raise ValueError("%r has no value %s" % (self, value))
        return Exact(self, int(raw))

    @property
    def text(self):
        """As the compiler writes it."""
        sign = "" if self.signed else "u"
        if self.kind == "int":
            return "%sint<%d>" % (sign, self.width)
        modes = (self.rounding, self.overflow)
        more = "" if modes == ("truncate", "wrap") else ",%s,%s" % modes
        return "%sfixed<%d,%d%s>" % (sign, self.width, self.width - self.fraction, more)

    @property
    def dtype(self):
        """How NumPy holds it outside kernels, and that it is this type: `np.zeros(4, pl_fixed(16, 6))`."""
        if self.kind == "fixed":
            held = "float64" if self.width <= 53 else "object"
        else:
            bits = next((bits for bits in (8, 16, 32, 64) if self.width <= bits), None)
            held = "object" if bits is None else "%s%d" % ("int" if self.signed else "uint", bits)
        return np.dtype(held, metadata={"pylog": self})

    def __eq__(self, other):
        return isinstance(other, ExactType) and repr(self) == repr(other)

    def __hash__(self):
        return hash(repr(self))

    def __repr__(self):
        sign = "" if self.signed else "u"
        if self.kind == "int":
            return "pl_%sint%d" % (sign, self.width)
        modes = (self.rounding, self.overflow)
        more = "" if modes == ("truncate", "wrap") else ", %r, %r" % modes
        return "pl_%sfixed(%d, %d%s)" % (sign, self.width, self.width - self.fraction, more)


def type_of_dtype(dtype):
    """The type that `np.zeros(4, pl_fixed(16, 6))` and `.astype(pl_fixed(16, 6))` gave an array; None for any other array."""
    return None if dtype.metadata is None else dtype.metadata.get("pylog")


def settle(array):
    """Elements of an array of an exact type become values of it, as the type rounds: NumPy itself holds any number there."""
    kind = type_of_dtype(array.dtype)
    if kind is None or not array.flags.writeable:
        return
    for place in np.ndindex(*array.shape):
        item = array[place]
        number = kind(item)
        held = number.raw if kind.fraction == 0 else Fraction(number.raw) / Fraction(2) ** kind.fraction
        held = held if array.dtype == object else array.dtype.type(held)
        if held != item:
            array[place] = held


def integer_type(width, signed=True):
    return ExactType("int", width, 0, signed)


def pl_fixed(width, integer, rounding="truncate", overflow="wrap"):
    """A signed fixed-point type: `width` bits, `integer` of them before the point."""
    return fixed_type(width, integer, True, rounding, overflow)


def pl_ufixed(width, integer, rounding="truncate", overflow="wrap"):
    """An unsigned fixed-point type."""
    return fixed_type(width, integer, False, rounding, overflow)


def fixed_type(width, integer, signed, rounding="truncate", overflow="wrap"):
    for what, given, known in (("rounding", rounding, ROUNDINGS), ("overflow", overflow, OVERFLOWS)):
        if given not in known:
            raise ValueError("there is no %s %r; it is one of %s" % (what, given, ", ".join(known)))
    width, integer = operator.index(width), operator.index(integer)
    return ExactType("fixed", width, width - integer, signed, rounding, overflow)


def type_named(text):
    """"int<12>", "ufixed<8,3>", "fixed<16,6,nearest_even,saturate>", "pl_int12"; None for any other text."""
    match = re.fullmatch(r"(?:pl_)?(u?)int<?(\d+)>?", text)
    if match is not None and ("<" in text or text.startswith("pl_")):
        return integer_type(int(match[2]), match[1] == "") if 1 <= int(match[2]) <= MOST_BITS else None
    match = re.fullmatch(r"(u?)fixed<\s*(\d+)\s*,\s*(-?\d+)\s*(?:,\s*(\w+)\s*)?(?:,\s*(\w+)\s*)?>", text)
    if match is None:
        return None
    modes = [word for word in (match[4], match[5]) if word]
    rounding = next((word for word in modes if word in ROUNDINGS), "truncate")
    overflow = next((word for word in modes if word in OVERFLOWS), "wrap")
    return fixed_type(int(match[2]), int(match[3]), match[1] == "", rounding, overflow)


# Rounding


def drop(raw, bits, rounding):
    return quotient(raw, 1 << bits, rounding)


def quotient(dividend, divisor, rounding):
    """dividend / divisor as an integer."""
    if divisor < 0:
        dividend, divisor = -dividend, -divisor
    below, rest = divmod(dividend, divisor)
    if rest == 0 or rounding in ("truncate", "floor"):
        return below
    if rounding == "toward_zero":
        return below + (dividend < 0)
    if 2 * rest != divisor:
        return below + (2 * rest > divisor)
    return below + (below & 1 if rounding == "nearest_even" else dividend > 0)


# Values


class Constant:
    """Marks a Python number that is written down in a kernel, so that its own width counts and not 64 bits."""

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        # To NumPy's numbers it is as any Python number, without a type; of a class of its own NumPy would make an int64.
        if any(isinstance(one, Exact) or isinstance(one, np.ndarray) and type(one) is not np.ndarray for one in inputs):
            return NotImplemented
        return getattr(ufunc, method)(*[plain(one) for one in inputs], **kwargs)


class ConstantInt(int, Constant):
    pass


class ConstantFloat(float, Constant):
    pass


def constant(value):
    if isinstance(value, (bool, Constant)):
        return value
    if type(value) is int:
        return ConstantInt(value)
    return ConstantFloat(value) if type(value) is float else value


def plain(value):
    """The number without the mark."""
    return int(value) if isinstance(value, ConstantInt) else float(value) if isinstance(value, ConstantFloat) else value


def _folds(base, name):
    """What two constants make is a constant."""
    method = getattr(base, name)

    def fold(self, *others):
        result = method(self, *others)
        return constant(result) if all(isinstance(other, Constant) for other in others) else result

    return fold


for _kind in (ConstantInt, ConstantFloat):
    for _name in "add sub mul truediv floordiv mod pow neg pos abs lshift rshift and or xor invert".split():
        for _method in ("__%s__" % _name, "__r%s__" % _name):
            if hasattr(_kind, _method):
                setattr(_kind, _method, _folds(_kind.__mro__[1], _method))


class Exact:
    """A value of an exact type. Never changes."""

    __slots__ = ("type", "raw")

    def __init__(self, type_, raw):
        self.type, self.raw = type_, raw

    def __bool__(self):
        return self.raw != 0

    def __int__(self):
        fraction = self.type.fraction
        return drop(self.raw, fraction, "toward_zero") if fraction > 0 else self.raw << -fraction

    __trunc__ = __int__

    def __index__(self):
        if self.type.kind != "int":
            raise TypeError("%r is no integer type" % self.type)
        return self.raw

    def __float__(self):
        return float(self.value)

    @property
    def value(self):
        """As an exact number of Python's."""
        return self.raw if self.type.kind == "int" else Fraction(self.raw) / Fraction(2) ** self.type.fraction

    def __repr__(self):
        return "%r(%s)" % (self.type, self.raw if self.type.kind == "int" else float(self.value))

    def __hash__(self):
        return hash(self.value)

    def __neg__(self):
        return Exact(result_type(True, self.type.width + 1, self.type.fraction, self.type.kind == "int"), -self.raw)

    def __pos__(self):
        return self

    def __abs__(self):
        if not self.type.signed:
            return self
        return Exact(result_type(False, self.type.width, self.type.fraction, self.type.kind == "int"), abs(self.raw))

    def __invert__(self):
        return Exact(self.type, self.type.fit(~self.raw) if self.type.signed else self.raw ^ (1 << self.type.width) - 1)

    def __getitem__(self, index):
        low, width = self.bit_range(index)
        return Exact(integer_type(width, False), self.raw >> low & (1 << width) - 1)

    def with_bits(self, index, value):
        """The value with some of its bits replaced."""
        low, width = self.bit_range(index)
        mask = (1 << width) - 1
        bits = integer_type(width, False).raw_of(value)
        raw = (self.raw & (1 << self.type.width) - 1) & ~(mask << low) | bits << low
        signed = self.type.signed and raw >> self.type.width - 1
        return Exact(self.type, raw - (1 << self.type.width) if signed else raw)

    def bit_range(self, index):
        if isinstance(index, slice):
            low = 0 if index.start is None else operator.index(index.start)
            high = self.type.width if index.stop is None else operator.index(index.stop)
            if index.step is None and 0 <= low < high <= self.type.width:
                return low, high - low
        else:
            low = operator.index(index)
            if 0 <= low < self.type.width:
                return low, 1
        raise IndexError("%r has bits 0 to %d" % (self.type, self.type.width - 1))

    # What np.sqrt and the like call.

    def sqrt(self):
        if self.type.kind == "int":
            return np.sqrt(self.as_float())
        if self.raw < 0:
            raise ValueError("the square root of a negative number")
        fraction, rounding = self.type.fraction, self.type.rounding
        scaled, unit = (self.raw << fraction, 1) if fraction >= 0 else (self.raw, 1 << -fraction)
        root = math.isqrt(scaled // unit)
        if rounding.startswith("nearest"):
            distance = 4 * scaled - (2 * root + 1) ** 2 * unit
            root += distance > 0 or distance == 0 and (rounding == "nearest_away" or root & 1)
        return Exact(self.type, self.type.fit(int(root)))

    def floor(self):
        return self.whole("floor")

    def ceil(self):
        return self.whole("ceil")

    def trunc(self):
        return self.whole("toward_zero")

    def rint(self):
        return self.whole("nearest_even")

    def whole(self, rounding):
        fraction = self.type.fraction
        if fraction <= 0:
            return self
        raw = -drop(-self.raw, fraction, "floor") if rounding == "ceil" else drop(self.raw, fraction, rounding)
        return Exact(self.type, self.type.fit(raw << fraction))

    def as_float(self):
        """In the smallest NumPy float that holds every value of the type."""
        significant = self.type.width - self.type.signed
        whole = self.type.width - self.type.fraction
        for float_type, mantissa, bias in ((np.float16, 10, 15), (np.float32, 23, 127)):
            if significant <= mantissa + 1 and whole <= bias and self.type.fraction <= bias - 1 + mantissa:
                return float_type(float(self))
        return np.float64(float(self))

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        from .exact_array import apply

        return apply(ufunc, method, inputs, kwargs)


def _function(name):
    return lambda self: getattr(np, name)(self.as_float())


for _name in "exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh cbrt".split():
    setattr(Exact, _name, _function(_name))


# Arithmetic


def result_type(signed, width, fraction, integral):
    if width > MOST_BITS:
        raise OverflowError("the exact result needs %d bits; %d is the most" % (width, MOST_BITS))
    if integral and fraction == 0:
        return integer_type(width, signed)
    return ExactType("fixed", width, fraction, signed, "truncate", "wrap")


def common(a, b):
    """(signed, bits before the point, bits after it) of the smallest form that holds both."""
    signed = a.signed or b.signed
    whole = max(one.width - one.fraction + (signed and not one.signed) for one in (a, b))
    return signed, whole, max(a.fraction, b.fraction)


def aligned(x, y):
    fraction = max(x.type.fraction, y.type.fraction)
    return x.raw << fraction - x.type.fraction, y.raw << fraction - y.type.fraction


COMMON = {"and": operator.and_, "or": operator.or_, "xor": operator.xor, "min": min, "max": max}  # of two raw values


def grown(op, x, y):
    """x op y for two exact values."""
    a, b = x.type, y.type
    integral = a.kind == "int" and b.kind == "int"
    signed, whole, fraction = common(a, b)
    either = a.signed or b.signed
    if op in ("add", "sub"):
        left, right = aligned(x, y)
        signed = signed or op == "sub"
        raw = left + right if op == "add" else left - right
        return Exact(result_type(signed, max(1, whole + fraction) + 1, fraction, integral), raw)
    if op == "mul":
        return Exact(result_type(either, a.width + b.width, a.fraction + b.fraction, integral), x.raw * y.raw)
    if op in COMMON:
        left, right = aligned(x, y)
        raw = COMMON[op](left, right)
        return Exact(a if a == b else result_type(signed, max(1, whole + fraction), fraction, integral), raw)
    if y.raw == 0:
        raise ZeroDivisionError("division by zero")
    largest = a.width - a.fraction + b.fraction + b.signed
    if op == "div":
        digits = a.fraction + max(b.width - b.fraction, 0)
        kind = result_type(either, max(1, largest + digits), digits, False)
        shift = b.fraction - a.fraction + digits
        up, down = max(shift, 0), max(-shift, 0)
        return Exact(kind, kind.fit(quotient(x.raw << up, y.raw << down, "truncate")))
    left, right = aligned(x, y)
    if op == "floordiv":
        kind = result_type(either, max(1, largest), 0, True)
        return Exact(kind, kind.fit(left // right))
    integer = b.width - b.fraction
    smaller = integer if either else min(a.width - a.fraction, integer)
    kind = result_type(b.signed, max(1, smaller + fraction), fraction, integral)
    return Exact(kind, kind.fit(left % right))


def power(x, exponent):
    times = operator.index(exponent)
    if times < 0:
        raise ValueError("an exact number to a negative power has no exact type")
    a = x.type
    whole = (a.width - a.fraction) * times
    if times == 0:
        whole = max(whole, 2 if a.signed else 1)
    kind = result_type(a.signed, max(1, whole + a.fraction * times), a.fraction * times, a.kind == "int")
    return Exact(kind, kind.fit(x.raw**times))


def shift(op, x, count):
    count = operator.index(count)
    if count < 0:
        raise ValueError("negative shift count")
    if op == "shl":
        wrapping = integer_type(x.type.width, x.type.signed)
        return Exact(x.type, wrapping.fit(x.raw << count) if count < x.type.width else 0)
    return Exact(x.type, x.raw >> min(count, x.type.width))


def as_exact(value, partner):
    """The exact value that takes part in an operation, or None where the operation is a float's."""
    if isinstance(value, Exact):
        return value
    if isinstance(value, (bool, np.bool_)):
        return Exact(integer_type(1, False), int(value))
    if isinstance(value, np.integer):
        return Exact(integer_type(value.dtype.itemsize * 8, value.dtype.kind == "i"), int(value))
    if isinstance(value, Constant) and isinstance(value, int):
        return Exact(smallest(int(value), 0, "int"), int(value))
    if isinstance(value, int):
        return Exact(integer_type(64), value)
    if isinstance(value, Constant) and math.isfinite(value):
        return float_constant(float(value), partner)
    return None


def smallest(mantissa, exponent, kind):
    bits = (-mantissa - 1).bit_length() + 1 if mantissa < 0 else mantissa.bit_length()
    return ExactType(kind, max(1, bits), -exponent, mantissa < 0, "truncate" if kind == "fixed" else "toward_zero")


def float_constant(value, partner):
    """In the smallest fixed type that holds it, if 64 bits are enough; else rounded to the type it meets."""
    numerator, denominator = value.as_integer_ratio()
    exponent = 1 - denominator.bit_length()
    while numerator and numerator & 1 == 0:
        numerator, exponent = numerator >> 1, exponent + 1
    kind = smallest(numerator, exponent if numerator else 0, "fixed")
    whole = kind.width - kind.fraction
    if max(whole, 0) + max(kind.fraction, 0) <= 64:
        return Exact(kind, numerator)
    to = partner.type
    if to.kind == "fixed":
        return ExactType("fixed", to.width, to.fraction, to.signed, "nearest_even", to.overflow)(value)
    raise TypeError("the constant %r has no fixed type of 64 bits; convert the other operand to a float" % value)


def _float_type(x, y):
    for value in (x, y):
        if isinstance(value, np.floating):
            return type(value)
    return np.float64


FLOAT_OPERATIONS = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "pow": operator.pow,
    "min": np.minimum,
    "max": np.maximum,
}


def binary(op, x, y):
    if isinstance(x, np.ndarray) or isinstance(y, np.ndarray):
        return NotImplemented
    if op in ("shl", "shr"):
        if not isinstance(x, Exact):
            return (operator.lshift if op == "shl" else operator.rshift)(int(x), operator.index(y))
        return shift(op, x, y)
    if op == "pow" and isinstance(x, Exact) and not isinstance(y, (float, np.floating)):
        return power(x, y)
    left = as_exact(x, y)
    right = as_exact(y, x)
    if left is not None and right is not None:
        return grown(op, left, right)
    if not all(isinstance(value, (Exact, int, float, np.number)) for value in (x, y)):
        return NotImplemented
    if op not in FLOAT_OPERATIONS:
        raise TypeError("a float has no bits: convert it to an integer type first")
    kind = _float_type(x, y)
    return FLOAT_OPERATIONS[op](kind(float(x)), kind(float(y)))


def compare(name, x, y):
    if isinstance(y, np.ndarray):
        return NotImplemented
    if isinstance(y, (float, np.floating)) and not isinstance(y, Constant):
        kind = _float_type(x, y)
        return np.bool_(getattr(operator, name)(kind(float(x)), kind(y)))
    if not isinstance(y, (Exact, int, float, np.integer, np.bool_)):
        return NotImplemented
    other = y.value if isinstance(y, Exact) else y if isinstance(y, (int, float)) else y.item()
    if isinstance(other, float) and not math.isfinite(other):
        return np.bool_(getattr(operator, name)(float(x), other))
    return np.bool_(getattr(operator, name)(Fraction(x.value), Fraction(other)))


def _operator(op):
    return (lambda self, other: binary(op, self, other)), (lambda self, other: binary(op, other, self))


for _op, _method in (
    ("add", "add"),
    ("sub", "sub"),
    ("mul", "mul"),
    ("div", "truediv"),
    ("floordiv", "floordiv"),
    ("mod", "mod"),
    ("pow", "pow"),
    ("shl", "lshift"),
    ("shr", "rshift"),
    ("and", "and"),
    ("or", "or"),
    ("xor", "xor"),
):
    _forward, _reflected = _operator(_op)
    setattr(Exact, "__%s__" % _method, _forward)
    setattr(Exact, "__r%s__" % _method, _reflected)


def _comparison(name):
    return lambda self, other: compare(name, self, other)


for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(Exact, "__%s__" % _name, _comparison(_name))
