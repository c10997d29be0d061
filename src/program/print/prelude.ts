/** The Python that a printed program may need besides NumPy: each part is written out only where it is used. */

export type PreludePart = keyof typeof parts;

/** The text of `used` and of all they build on, in an order Python can run. */
export function printPrelude(used: ReadonlySet<PreludePart>): string {
  const needed = new Set<PreludePart>();
  const add = (part: PreludePart): void => {
    if (needed.has(part)) return;
    needed.add(part);
    for (const other of parts[part].needs) add(other as PreludePart);
  };
  for (const part of used) add(part);
  // The table below is in dependence order. Imports stay together, and definitions stand two lines apart.
  const names = (Object.keys(parts) as PreludePart[]).filter((part) => needed.has(part));
  const lines = names.filter((name) => isLine(name)).map((name) => parts[name].text);
  const definitions = names.filter((name) => !isLine(name)).map((name) => parts[name].text);
  const imports = lines.filter((line) => /^(import|from) /.test(line));
  const settings = lines.filter((line) => !/^(import|from) /.test(line));
  return [imports.join("\n"), settings.join("\n"), ...definitions].filter((text) => text !== "").join("\n\n");
}

function isLine(name: PreludePart): boolean {
  return !parts[name].text.includes("\n");
}

interface Part {
  readonly needs: readonly string[];
  readonly text: string;
}

const parts = {
  math: part([], `import math`),
  fractions: part([], `from fractions import Fraction`),
  numpy: part([], `import numpy as np`),

  seterr: part(["numpy"], `np.seterr(all="ignore")  # integers wrap and floats overflow without a warning`),

  elementwise: part(
    ["seterr"],
    `
def _elementwise(f):
    """f for scalars and, with broadcasting, for arrays of Python numbers."""
    return np.frompyfunc(f, f.__code__.co_argcount, 1)`,
  ),

  int: part(["seterr"], `_int = np.frompyfunc(int, 1, 1)  # of each element`),
  float: part(["seterr"], `_float = np.frompyfunc(float, 1, 1)  # of each element`),
  complex: part(["seterr"], `_complex = np.frompyfunc(complex, 1, 1)  # of each element`),
  pair: part(
    ["numpy"],
    `
def _pair(re, im, dtype):
    """Complex numbers of these parts: re + 1j * im would lose signs of zeros and infinities."""
    out = np.empty(np.broadcast_shapes(np.shape(re), np.shape(im)), complex if dtype is object else dtype)
    out.real, out.imag = re, im
    return out.astype(dtype)[()]`,
  ),
  bool: part(["seterr"], `_bool = np.frompyfunc(bool, 1, 1)  # of each element`),
  min: part(["seterr"], `_min = np.frompyfunc(min, 2, 1)  # of each pair of elements`),
  max: part(["seterr"], `_max = np.frompyfunc(max, 2, 1)  # of each pair of elements`),

  wrap: part(
    ["elementwise"],
    `
@_elementwise
def _wrap(x, bits, signed):
    """The low bits of x as an integer of that width."""
    x = int(x) & (1 << bits) - 1
    return x - (1 << bits) if signed and x >> bits - 1 else x`,
  ),

  saturate: part(
    ["elementwise"],
    `
@_elementwise
def _saturate(x, bits, signed):
    """x, or the nearest integer of that width."""
    low, high = (-1 << bits - 1, (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return min(max(int(x), low), high)`,
  ),

  drop: part(
    ["elementwise"],
    `
@_elementwise
def _drop(x, bits, rounding):
    """x / 2**bits as an integer."""
    low, rest = x >> bits, x & (1 << bits) - 1
    half = 1 << bits >> 1
    if rounding == "toward_zero":
        return low + (x < 0 and rest != 0)
    if rounding == "nearest_even":
        return low + (rest > half or (rest == half != 0 and low & 1))
    if rounding == "nearest_away":
        return low + (rest > half or (rest == half != 0 and x > 0))
    return low`,
  ),

  raw: part(
    ["drop"],
    `
@_elementwise
def _raw(x, fraction, rounding):
    """The float x as an integer count of 2**-fraction; NaN is 0, infinity more than any type holds."""
    if isinstance(x, float) and not np.isfinite(x):
        return 0 if x != x else 1 << 5000 if x > 0 else -1 << 5000
    numerator, denominator = x.as_integer_ratio()
    down = denominator.bit_length() - 1 - fraction
    return _drop(numerator, down, rounding) if down > 0 else numerator << -down`,
  ),

  ratio: part(
    ["fractions", "elementwise"],
    `
@_elementwise
def _ratio(raw, fraction):
    """The value of a fixed-point number."""
    return Fraction(raw) / Fraction(2) ** fraction`,
  ),

  trunc_mod: part(
    ["elementwise"],
    `
@_elementwise
def _trunc_mod(x, y):
    """The remainder of a division that rounds toward zero."""
    return abs(x) % abs(y) if x >= 0 else -(abs(x) % abs(y))`,
  ),

  quotient: part(
    ["elementwise"],
    `
@_elementwise
def _quotient(x, y, rounding):
    """x / y as an integer."""
    x, y = (-x, -y) if y < 0 else (x, y)
    below, rest = divmod(x, y)
    if rounding == "toward_zero":
        return below + (x < 0 and rest != 0)
    if 2 * rest == y:
        return below + (below & 1 if rounding == "nearest_even" else x > 0)
    return below + (2 * rest > y)`,
  ),

  power: part(
    ["drop"],
    `
@_elementwise
def _power(x, n, fraction, result, rounding):
    """(x * 2**-fraction) ** n as a count of 2**-result."""
    down = fraction * n - result
    return _drop(x**n, down, rounding) if down > 0 else x**n << -down`,
  ),

  fixed_sqrt: part(
    ["math", "elementwise"],
    `
@_elementwise
def _fixed_sqrt(x, fraction, rounding):
    """The root of x * 2**-fraction as such a count."""
    scaled, unit = (x << fraction, 1) if fraction >= 0 else (x, 1 << -fraction)
    below = math.isqrt(scaled // unit)
    if not rounding.startswith("nearest"):
        return below
    distance = 4 * scaled - (2 * below + 1) ** 2 * unit
    return below + (distance > 0 or distance == 0 and (rounding == "nearest_away" or below & 1))`,
  ),

  checked: part(
    ["elementwise"],
    `
@_elementwise
def _checked(x, bits, signed):
    """x, which an integer of that width must hold."""
    if not (-1 << bits - 1 <= x < 1 << bits - 1 if signed else 0 <= x < 1 << bits):
        raise OverflowError(f"{x} needs more than {bits} bits")
    return x`,
  ),

  minimum: part(
    ["numpy", "elementwise"],
    `
@_elementwise
def _minimum(x, y):
    """The smaller of two floats; NaN if either is."""
    return float(np.minimum(x, y))`,
  ),

  maximum: part(
    ["numpy", "elementwise"],
    `
@_elementwise
def _maximum(x, y):
    """The larger of two floats; NaN if either is."""
    return float(np.maximum(x, y))`,
  ),

  fmod: part(
    ["numpy", "elementwise"],
    `
@_elementwise
def _fmod(x, y):
    """The remainder of a division that rounds toward zero."""
    return float(np.fmod(x, y))`,
  ),

  with_bits: part(
    [],
    `
def _with_bits(x, low, width, value):
    """The integer x with its bits low .. low+width-1 replaced."""
    mask = (1 << width) - 1
    return x & ~(mask << low) | (value & mask) << low`,
  ),

  fold: part(
    ["numpy"],
    `
def _fold(f, x, axes, empty):
    """f(f(x0, x1), x2) ... over the axes, in row-major order."""
    kept = [n for k, n in enumerate(x.shape) if k not in axes]
    x = np.moveaxis(x, axes, range(-len(axes), 0)).reshape(*kept, -1)
    if x.shape[-1] == 0:
        return np.full(kept, empty, dtype=object)[()]
    out = x[..., 0]
    for k in range(1, x.shape[-1]):
        out = f(out, x[..., k])
    return out`,
  ),

  map: part(
    ["numpy"],
    `
def _map(shape, dtype, f):
    """An array of f(i, j, ...) for each position of the shape; the axes of f's own results come last."""
    results = [f(*position) for position in np.ndindex(*shape)]
    out = np.empty((len(results), *np.shape(results[0] if results else 0)), dtype)
    for k, result in enumerate(results):
        out[k] = result
    return out.reshape(*shape, *out.shape[1:])`,
  ),

  at: part(
    ["numpy"],
    `
def _at(a, *where):
    """a at integer positions and ranges of them; 0 outside."""
    zero = type(a.flat[0])(0)
    axes = [axis if isinstance(axis, range) else (axis,) for axis in where]
    out = np.full([len(axis) for axis in axes], zero, a.dtype)
    for place in np.ndindex(*out.shape):
        index = tuple(axis[k] for axis, k in zip(axes, place))
        if all(0 <= k < n for k, n in zip(index, a.shape)):
            out[place] = a[index]
    return out[tuple(slice(None) if isinstance(axis, range) else 0 for axis in where)]`,
  ),

  start: part(
    [],
    `
def _start(start, stop, step, length):
    """Where the slice start:stop:step of that many elements begins."""
    return slice(start, stop, step).indices(length)[0]`,
  ),

  dot: part(
    ["numpy"],
    `
def _dot(left, right, add, multiply, zero):
    """sum(left * right) in a number type of its own."""
    products = np.asarray(multiply(left, right), dtype=object).ravel()
    total = products[0] if len(products) else zero
    for product in products[1:]:
        total = add(total, product)
    return total`,
  ),

  matmul: part(
    ["numpy", "dot"],
    `
def _matmul(left, right, add, multiply, zero):
    """left @ right in a number type of its own."""
    a = left if left.ndim > 1 else left[None, :]
    b = right if right.ndim > 1 else right[:, None]
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a = np.broadcast_to(a, batch + a.shape[-2:])
    b = np.broadcast_to(b, batch + b.shape[-2:])
    out = np.empty(a.shape[:-1] + b.shape[-1:], dtype=object)
    for *k, i, j in np.ndindex(*out.shape):
        out[(*k, i, j)] = _dot(a[(*k, i)], b[(*k, slice(None), j)], add, multiply, zero)
    out = out if left.ndim > 1 else out[..., 0, :]
    return out if right.ndim > 1 else out[..., 0]`,
  ),

  convolve: part(
    ["numpy", "dot"],
    `
def _convolve(left, right, mode, add, multiply, zero):
    """np.convolve in a number type of its own."""
    if len(right) > len(left):
        left, right = right, left
    n, m = len(left), len(right)
    out = np.empty(n + m - 1, dtype=object)
    for k in range(n + m - 1):
        low, high = max(0, k - m + 1), min(k, n - 1) + 1
        out[k] = _dot(left[low:high], right[k - high + 1:k - low + 1][::-1], add, multiply, zero)
    cut = {"full": 0, "same": (m - 1) // 2, "valid": m - 1}[mode]
    size = {"full": n + m - 1, "same": n, "valid": n - m + 1}[mode]
    return out[cut:cut + size]`,
  ),

  conv2d: part(
    ["numpy"],
    `
def _conv2d(image, weights, stride, dot):
    """Valid 2-D correlation of (H,W) or (C,H,W) with (h,w), (C,h,w) or (K,C,h,w)."""
    kernels = weights if weights.ndim == 4 else weights[None]
    h, w = weights.shape[-2:]
    rows = (image.shape[-2] - h) // stride + 1
    columns = (image.shape[-1] - w) // stride + 1
    out = np.empty((len(kernels), rows, columns), image.dtype)
    for k, i, j in np.ndindex(*out.shape):
        y, x = i * stride, j * stride
        out[k, i, j] = dot(image[..., y:y + h, x:x + w], kernels[k])
    return out if weights.ndim == 4 else out[0]`,
  ),

  spmv: part(
    ["numpy"],
    `
def _spmv(row_start, column, values, vector, dot):
    """A sparse matrix in CSR form times a vector."""
    rows = [slice(int(low), int(high)) for low, high in zip(row_start[:-1], row_start[1:])]
    out = np.empty(len(rows), values.dtype)
    for i, row in enumerate(rows):
        out[i] = dot(values[row], vector[column[row].astype(np.int64)])
    return out`,
  ),

  float_format: part(
    ["math", "fractions", "elementwise"],
    `
class _Float:
    """float<exponent,mantissa>: values are Python floats; an operation is exact, then rounded once to nearest even."""

    def __init__(self, exponent, mantissa, variant="ieee"):
        self.exponent, self.mantissa, self.variant = exponent, mantissa, variant
        self.bias = (1 << exponent - 1) - 1
        flopoco = variant == "flopoco"  # every exponent is that of a normal number
        self.lowest = -self.bias if flopoco else 1 - self.bias
        self.highest = self.bias + 1 if flopoco else self.bias
        self.of = _elementwise(lambda x: self._put(self._round(x)))
        self.number = _elementwise(lambda x: self._get(x))
        self.bits = _elementwise(lambda x: self._bits(self._get(x)))
        self.from_bits = _elementwise(lambda n: self._put(self._from_bits(n)))
        self.neg = self._unary(lambda x: -x)
        self.abs = self._unary(abs)
        self.sqrt = self._unary(self._sqrt)
        self.floor = self._unary(lambda x: self._whole(x, math.floor))
        self.ceil = self._unary(lambda x: self._whole(x, math.ceil))
        self.trunc = self._unary(lambda x: self._whole(x, math.trunc))
        self.rint = self._unary(lambda x: self._whole(x, round))
        self.isnan = _elementwise(lambda x: self._get(x) != self._get(x))
        self.isinf = _elementwise(lambda x: abs(self._get(x)) == math.inf)
        self.isfinite = _elementwise(lambda x: _finite(self._get(x)))
        self.add = self._binary(self._add)
        self.sub = self._binary(lambda x, y: self._add(x, -y))
        self.mul = self._binary(self._mul)
        self.div = self._binary(self._div)
        self.fmod = self._binary(self._fmod)
        self.mod = self._binary(self._mod)
        self.floordiv = self._binary(self._floordiv)
        self.min = self._binary(lambda x, y: x if x < y or x != x else y)
        self.max = self._binary(lambda x, y: x if x > y or x != x else y)

    def call(self, f, *args):
        """A function of float64, rounded. It agrees with Lutra's own to one unit in the last place."""
        compute = lambda *x: self._put(self._round(float(f(*(_double(self._get(v)) for v in x)))))
        return np.frompyfunc(compute, len(args), 1)(*args)

    def _unary(self, f):
        return _elementwise(lambda x: self._put(f(self._get(x))))

    def _binary(self, f):
        return _elementwise(lambda x, y: self._put(f(self._get(x), self._get(y))))

    def _add(self, x, y):
        total = Fraction(x) + Fraction(y) if _finite(x) and _finite(y) else 0
        return self._round(total) if total else _sign(x) + _sign(y)

    def _mul(self, x, y):
        exact = x and y and _finite(x) and _finite(y)
        return self._round(Fraction(x) * Fraction(y)) if exact else _sign(x) * _sign(y)

    def _div(self, x, y):
        if x and y and _finite(x) and _finite(y):
            return self._round(Fraction(x) / Fraction(y))
        return float(np.divide(_sign(x), _sign(y)))

    def _fmod(self, x, y):
        if not _finite(x) or y != y or not y:
            return math.nan
        rest = abs(Fraction(x)) % abs(Fraction(y)) if _finite(y) else abs(Fraction(x))
        return self._round(-rest if x < 0 else rest) if rest else math.copysign(0.0, _sign(x))

    def _mod(self, x, y):
        rest = self._fmod(x, y)
        if rest != rest:
            return rest
        if not rest:
            return math.copysign(0.0, _sign(y))
        return self._add(rest, y) if (rest < 0) != (y < 0) else rest

    def _floordiv(self, x, y):
        """NumPy's steps, each rounded."""
        if not y:
            return self._div(x, y)
        rest = self._fmod(x, y)
        quotient = self._div(self._add(x, -rest), y)
        if rest and (rest < 0) != (y < 0):
            quotient = self._add(quotient, -1.0)
        if not quotient:
            return math.copysign(0.0, _sign(self._div(x, y)))
        if not _finite(quotient):
            return quotient
        floor = self._round(math.floor(quotient))
        return self._add(floor, 1.0) if self._add(quotient, -floor) > 0.5 else floor

    def _sqrt(self, x):
        if x != x or not x or (x > 0 and not _finite(x)):
            return x
        if x < 0:
            return math.nan
        x = Fraction(x)
        shift = 2 * self.mantissa + 8 + abs(x.numerator.bit_length() - x.denominator.bit_length())
        scaled, rest = divmod(x.numerator << 2 * shift, x.denominator)
        root = math.isqrt(scaled)
        inexact = rest != 0 or root * root != scaled
        return self._round(Fraction(2 * root + inexact, 2 << shift))

    def _whole(self, x, f):
        if not x or not _finite(x):
            return x
        whole = f(Fraction(x))
        return self._round(whole) if whole else math.copysign(0.0, _sign(x))

    def _round(self, x):
        if not x or not _finite(x):
            return float(x)
        x, sign = abs(Fraction(x)), -1 if x < 0 else 1
        e = _exponent(x)
        unit = Fraction(2) ** ((max(e, self.lowest) if self.variant == "ieee" else e) - self.mantissa)
        x = round(x / unit) * unit  # Python rounds half to even
        if x >= Fraction(2) ** (self.highest + 1):
            return sign * math.inf
        if not x or (x < Fraction(2) ** self.lowest and self.variant != "ieee"):
            return sign * 0.0
        return self._exact(sign * x)

    def _bits(self, x):
        sign = math.copysign(1, _sign(x)) < 0 and x == x
        kind = 3 if x != x else 2 if not _finite(x) else 1 if x else 0
        field, significand = 0, 0
        if kind == 1:
            x = abs(Fraction(x))
            e = max(_exponent(x), self.lowest)
            significand = int(x / Fraction(2) ** (e - self.mantissa))
            field = e + self.bias if significand >> self.mantissa else 0
            significand &= (1 << self.mantissa) - 1
        if self.variant == "flopoco":
            sign += kind << 1
        elif kind >= 2:
            field, significand = (1 << self.exponent) - 1, (1 << self.mantissa >> 1 if kind == 3 else 0)
        return (sign << self.exponent | field) << self.mantissa | significand

    def _from_bits(self, n):
        significand = n & (1 << self.mantissa) - 1
        field = n >> self.mantissa & (1 << self.exponent) - 1
        sign = -1 if n >> self.exponent + self.mantissa & 1 else 1
        kind = n >> self.exponent + self.mantissa + 1 & 3
        if self.variant != "flopoco":
            kind = (3 if significand else 2) if field + 1 == 1 << self.exponent else 1 if field else 0
        if kind >= 2:
            return math.nan if kind == 3 else sign * math.inf
        if kind == 1:
            significand |= 1 << self.mantissa
        elif self.variant != "ieee" or not significand:
            return sign * 0.0
        e = field - self.bias if kind == 1 else self.lowest
        return self._exact(sign * significand * Fraction(2) ** (e - self.mantissa))

    def _exact(self, x):
        return float(x)

    def _get(self, x):
        return x

    def _put(self, x):
        return x


def _finite(x):
    return isinstance(x, (int, Fraction)) or math.isfinite(x)


def _double(x):
    """The nearest float64."""
    try:
        return np.float64(float(x))
    except OverflowError:
        return np.float64(_sign(x) * math.inf)


def _exponent(x):
    """The e for which 2**e <= x < 2**(e + 1)."""
    e = x.numerator.bit_length() - x.denominator.bit_length()
    return e - (x < Fraction(2) ** e)


def _sign(x):
    """A float that acts like x on zeros and infinities."""
    return x if isinstance(x, float) else 1.0 if x > 0 else -1.0`,
  ),

  flopoco: part(
    ["float_format"],
    `
class _WideFloat(_Float):
    """A FloPoCo format that outranges Python's float: values are bit patterns."""

    def _exact(self, x):
        return x

    def _get(self, x):
        return self._from_bits(x)

    def _put(self, x):
        return self._bits(x)`,
  ),
} as const satisfies Record<string, Part>;

function part<const N extends readonly string[]>(
  needs: N,
  text: string,
): { readonly needs: N; readonly text: string } {
  return { needs, text: text.trimStart() };
}
