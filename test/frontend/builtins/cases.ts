/** Calls of builtins, one expression each, by the arguments they are tried with. NumPy says what they should give. */

export interface Group {
  readonly title: string;
  readonly header: string; // as in the corpus
  readonly expressions: string;
}

const elements = `
  np.add(a, b) | np.subtract(a, b) | np.multiply(a, b) | np.divide(a, b) | np.true_divide(a, b) | np.maximum(a, b)
  np.minimum(a, b) | np.fmax(a, b) | np.fmin(a, b) | np.floor_divide(a, b) | np.mod(a, b) | np.remainder(a, b)
  np.fmod(a, b) | np.negative(a) | np.positive(a) | np.absolute(a) | np.abs(a) | np.fabs(a) | np.sign(a)
  np.square(a) | np.square(a + b) | np.clip(a, 2, 5) | np.clip(a, 2, None) | np.clip(a, None, 5) | a.clip(1, 3)
  np.clip(a, b, 9) | np.clip(a, a_min=1, a_max=2) | np.clip(a, min=1, max=2) | np.floor(a) | np.ceil(a) | np.trunc(a)
  np.rint(a) | np.round(a) | np.around(a) | a.round() | np.copysign(a, b) | np.signbit(a)
  np.isnan(a) | np.isinf(a) | np.isfinite(a) | np.where(a > b, a, b) | np.where(a > 3, a, 0) | np.where(a, 1, 2)
  np.where(a > b, 1.5, a) | np.equal(a, b) | np.not_equal(a, b) | np.less(a, b) | np.less_equal(a, 3)
  np.greater(a, b) | np.greater_equal(a, b) | np.logical_and(a, b) | np.logical_or(a, b) | np.logical_xor(a, b)
  np.logical_not(a) | np.add(a, 1) | np.multiply(2, a) | np.divmod(a, b) | np.power(a, 2) | np.maximum(a, 1)
  a.astype(np.float32) | a.astype(np.int16) | a.astype(int) | a.astype('uint8') | a.astype(bool) | a.astype('<f8')
  np.float32(a) | np.int32(a[0, 0]) | float(a[0, 1]) | int(a[0, 1]) | bool(a[0, 2]) | np.array_equal(a, a)
  np.array_equal(a, b) | abs(a) | abs(a[0, 0]) | divmod(a[0, 0], b[0, 0]) | pow(a[0, 0], 2) | np.reciprocal(a)
  np.fix(a) | np.nan_to_num(a) | np.isclose(a, b, atol=3)
`;

const bits = `
  np.bitwise_and(a, b) | np.bitwise_or(a, b) | np.bitwise_xor(a, b) | np.invert(a) | np.bitwise_not(a)
  np.left_shift(a, 1) | np.right_shift(a, 1) | np.left_shift(a, b) | np.bitwise_count(a) | np.bitwise_count(a[0, 0])
`;

const folds = `
  np.sum(a) | np.sum(a, axis=0) | np.sum(a, 1) | np.sum(a, axis=-1, keepdims=True) | np.sum(a, axis=(0, 1)) | a.sum()
  np.sum(a, dtype=np.float64) | a.sum(axis=1) | np.prod(a[0]) | np.max(a) | np.min(a) | np.amax(a, axis=1)
  np.amin(a, 0) | a.max() | a.min(axis=0) | np.argmax(a) | np.argmin(a) | np.argmax(a, axis=0) | np.argmin(a, axis=1)
  np.argmax(a, axis=1, keepdims=True) | a.argmax() | np.any(a) | np.all(a) | np.any(a > 5, axis=0) | a.all(axis=1)
  np.mean(a) | np.mean(a, axis=0) | np.mean(a, axis=1, keepdims=True) | a.mean() | np.mean(a, dtype=np.float64)
  np.average(a) | np.var(a) | np.std(a) | np.var(a, axis=0) | np.std(a, axis=1, ddof=1) | a.var() | a.std(axis=0)
  np.var(a * 2) | np.ptp(a[0]) | np.count_nonzero(a) | np.count_nonzero(a, axis=0) | np.median(a) | np.median(a, axis=0)
  np.median(a[:, :3], axis=1) | np.trace(a) | np.trace(a, 1) | np.cumsum(a) | np.cumsum(a, axis=0) | a.cumsum(axis=1)
  np.cumprod(a[0, :3]) | sum(a[0]) | sum(a) | sum(a[1], 3) | max(a[0]) | min(a[0]) | max(a[0, 0], a[0, 1])
  min(a[0, 0], a[0, 1], a[1, 0]) | max(a[0, 0] + 1, b[0, 0] + 1) | any(a[0]) | all(a[0]) | np.mean(a[0, :3])
  np.sum(a, axis=None) | np.sum(a[0, 0]) | np.max(a, axis=(0, 1), keepdims=True) | np.diff(a[0] * 1) | np.sum([1, 2, 3])
`;

const arrangements = `
  np.reshape(a, (6, 4)) | np.reshape(a, -1) | np.reshape(a, (2, -1)) | a.reshape(2, 12) | a.reshape((3, 8)) | a.reshape(-1)
  np.ravel(a) | a.flatten() | a.ravel() | np.transpose(a) | a.T | a.transpose() | a.transpose(1, 0)
  np.transpose(a, (1, 0)) | np.swapaxes(a, 0, 1) | np.moveaxis(a, 0, 1) | np.expand_dims(a, 0) | np.expand_dims(a, -1)
  np.expand_dims(a, (0, 2)) | np.squeeze(a[:1]) | np.squeeze(a[:1], axis=0)
  np.broadcast_to(a[0], (3, 6)) | np.flip(a) | np.flip(a, 0) | np.flip(a, axis=1) | np.flipud(a) | np.fliplr(a)
  np.rot90(a) | np.rot90(a, 2) | np.rot90(a, -1) | np.concatenate((a, b)) | np.concatenate([a, b], axis=1)
  np.concatenate((a, b), axis=None) | np.concatenate(a) | np.stack((a, b)) | np.stack(a) | np.stack(a, axis=1) | np.stack([a[r] + 1 for r in range(4)]) | np.vstack([a[r] for r in range(3)]) | np.concatenate([a[r, 1:] * 1 for r in range(3)]) | np.tile(a + 1, (2, 3)) | np.stack([a, b], axis=2) | np.vstack((a, b))
  np.vstack((a[0], b[0])) | np.hstack((a, b)) | np.hstack((a[0], b[0])) | np.column_stack((a[0], b[0])) | np.append(a, b)
  np.append(a[0], 1) | np.tile(a, 2) | np.tile(a, (2, 1)) | np.tile(a[0], (2, 2)) | np.repeat(a, 2) | np.repeat(a, 3, axis=1)
  np.repeat(a, 2, 0) | np.roll(a, 2) | np.roll(a, -1, axis=1) | np.roll(a, (1, 2), axis=(0, 1)) | np.roll(a[0], int(b[0, 0]))
  np.pad(a, 1) | np.pad(a[0], (1, 2)) | np.pad(a, ((0, 1), (2, 0)), constant_values=3) | np.pad(a, 2, 'constant')
  np.take(a[0], np.array([0, 2, -1])) | np.take(a, [1, 0], axis=1) | np.take(a, 3) | np.take(a, 1, axis=0)
  np.diff(a) | np.diff(a, axis=0) | np.diff(a, n=2) | np.triu(a) | np.tril(a) | np.triu(a, 1) | np.tril(a, -1)
  np.diag(a) | np.diag(a, 1) | np.diag(a, -1) | np.diag(a[0]) | np.diag(a[0, :3], 1) | np.diag(a[0, :3], -2)
  np.diagonal(a) | np.sort(a) | np.sort(a, axis=0) | np.sort(a, axis=None) | np.argsort(a[0]) | np.argsort(a, axis=0)
  np.argsort(a[0], kind='stable') | np.searchsorted(np.sort(a[0]), 3) | np.searchsorted(np.sort(a[0]), b[0], side='right')
  np.meshgrid(a[0], a[:, 0]) | np.meshgrid(a[0], a[:, 0], indexing='ij') | np.zeros_like(a) | np.ones_like(a) | np.full_like(a, 3)
  np.array(a) | np.asarray(a) | np.copy(a) | a.copy() | np.array([a[0, 0], a[0, 1]]) | np.array([a[0], a[1]])
  np.atleast_2d(a[0]) | np.atleast_1d(a[0, 0]) | np.zeros(a.shape, dtype=a.dtype) | a.shape | a.size | a.ndim | a.itemsize
  a.nbytes | len(a) | len(a[0]) | np.shape(a) | np.size(a) | np.ndim(a) | np.outer(a[0], b[1]) | a.item(3) | a[0, 0].item()
  np.array(sorted(a[0])) | np.array(sorted(a[0], reverse=True)) | a.T.reshape(-1) | a[:, ::2].reshape(-1) | a.T.flatten()
  np.permute_dims(a) | np.matrix_transpose(a) | a.swapaxes(0, 1) | a.repeat(2) | a.take([0, 1]) | a.diagonal() | a.squeeze()
`;

const powers = `
  np.sqrt(a) | np.cbrt(a) | np.exp(a) | np.exp2(a) | np.expm1(a) | np.log(a) | np.log2(a) | np.log10(a) | np.log1p(a)
  np.sin(a) | np.cos(a) | np.tan(a) | np.arcsin(a / 16) | np.arccos(a / 16) | np.arctan(a) | np.arctan2(a, b) | np.sinh(a)
  np.cosh(a) | np.tanh(a) | np.hypot(a, b) | np.deg2rad(a) | np.rad2deg(a) | np.radians(a) | np.degrees(a) | np.power(a, b)
  np.power(a, 0.5) | np.heaviside(a, b) | np.round(a, 2) | np.round(a, -1) | a.round(1) | np.asin(a / 16) | np.atan2(a, b)
`;

const matrix = `
  np.dot(a, b.T) | a @ b.T | np.matmul(a, b.T) | np.dot(a[0], b[0]) | a[0] @ b[0] | np.dot(a, b[0]) | a.dot(b[1])
  np.vdot(a, b) | np.inner(a, b) | np.inner(a[0], b[0]) | np.inner(a, b[0]) | np.dot(a, 2) | np.dot(3, a[0])
  np.convolve(a[0], b[0, :3]) | np.convolve(a[0], b[0, :3], 'valid') | np.convolve(a[0], b[0, :3], mode='same')
  np.correlate(a[0], b[0, :3]) | np.correlate(a[0], b[0, :3], 'full') | np.correlate(b[0, :3], a[0], 'same')
  dot(a, b) | dot(a[0], b) | dot(a, 2) | conv2d(a, b[:2, :3]) | conv2d(a, b[:2, :2], 2) | conv1d(a[0], b[0, :2])
  conv2d(a.reshape(2, 3, 4), b[:2, :4].reshape(2, 2, 2)) | conv2d(a.reshape(2, 3, 4), b[:2, :4].reshape(1, 2, 2, 2))
  matmul(a, b.T) | convolve(a[0], b[0, :2])
`;

const numbers = `
  round(x) | round(y) | round(k) | int(x) | int(y) | float(k) | bool(k) | abs(x) | abs(k) | max(k, 3) | max(3, k, m)
  min(x, y) | max(x, 1.5) | min(k, m) | pow(k, 2) | pow(x, 2.0) | divmod(k, m) | divmod(x, y) | divmod(-k, m)
  math.floor(x) | math.ceil(x) | math.trunc(-x) | math.floor(k) | math.fabs(-x) | math.isnan(x) | math.isinf(x)
  math.isfinite(x) | math.copysign(x, -1.0) | math.fmod(x, y) | math.fmod(-x, y) | math.degrees(x) | math.radians(x)
  math.sqrt(x) | math.pi * x | math.e | math.tau | math.inf | np.pi | np.inf | np.e | -math.inf
  np.float32(x) | np.int8(x) | np.uint8(k) | np.float64(k) | np.bool_(k) | int(np.int16(7)) | float(np.float32(x))
  np.add(k, m) | np.add(x, k) | np.sqrt(k) | np.maximum(k, m) | np.maximum(x, k) | np.abs(-k) | np.sign(-x) | np.floor(x)
  np.sum(k) | np.clip(k, 1, 3) | np.int64(k) // np.int64(m) | np.mean(k)
  np.round(x, 1) | round(np.float32(x)) | round(np.float32(x), 1) | round(np.int8(k)) | sum([k, m, 3]) | max([k, m, 9])
  len([k, m]) | np.iinfo(np.int32).max | np.iinfo(np.uint8).min | np.finfo(np.float32).eps | np.finfo(np.float32).max
  np.iinfo(np.int64).max | np.iinfo(np.int16).bits | math.gcd(84, k) | math.gcd(-12, k + 11, m) | math.lcm(k, m) | math.lcm(0, k) | math.isqrt(k) | math.isqrt(99 + k) | math.gcd(0, 0) | math.isqrt(k * 10**17) | math.isqrt(9 * k * k) | round(x, 1) | round(2.675, 2) | round(x / 3, 2) | round(-x / 7, 5) | round(y, 0) | round(x * 0.5, 2) | round(1e300 * x, 2) | round(k + 0.125, 2) | round(-0.001, 2) | round(k + 0.375, 2) | math.sqrt(-x) | math.log(x - x) | math.exp(x * 1000) | any([k > 3, m > 3]) | all([k > 3, m > 3]) | np.bitwise_count(k)
`;

const functions = `
  math.exp(x) | math.exp2(x) | math.expm1(x) | math.log(x) | math.log(x, 2) | math.log(x, y) | math.log2(x) | math.log10(x)
  math.log1p(x) | math.sin(x) | math.cos(x) | math.tan(x) | math.asin(x / 9) | math.acos(x / 9) | math.atan(x)
  math.atan2(x, y) | math.sinh(x) | math.cosh(x) | math.tanh(x) | math.hypot(x, y) | math.pow(x, y) | math.cbrt(x)
  np.exp(x) | np.log(k) | np.arctan2(x, k) | np.power(x, 0.3) | math.exp(np.float32(x)) | math.sqrt(k) | math.pow(k, 3)
`;

const creations = `
  np.zeros(3) | np.zeros((2, 3)) | np.zeros((2, 3), dtype=np.int8) | np.ones(4, np.uint16) | np.full((2, 2), 7)
  np.full(3, 2.5) | np.full((2,), 3, dtype=np.float32) | np.full(2, np.float32(1)) | np.array([1, 2, 3])
  np.array([1, 2.5]) | np.array([[1, 2], [3, 4]], dtype=np.uint8) | np.array([True, False]) | np.array([1.7, -2.7], dtype=int)
  np.array((1, 2), dtype='f4') | np.array([k, k + 1]) | np.array([k, 2.0]) | np.asarray([1, 2], dtype=np.float16)
  np.arange(5) | np.arange(2, 7) | np.arange(0, 10, 3) | np.arange(10, 0, -3) | np.arange(5.0) | np.arange(0, 1, 0.1)
  np.arange(1, 2, 0.3, dtype=np.float32) | np.arange(6, dtype=np.float16) | np.arange(0.5, 4) | np.arange(3, dtype=np.int8)
  np.arange(0, 1, 0.1, dtype=np.float16) | np.arange(-3, 3) | np.arange(0, -2, -0.5) | np.arange(1, 10, 2, np.uint8)
  np.linspace(0, 1, 5) | np.linspace(0, 1, 7, endpoint=False) | np.linspace(2, 3, num=4, dtype=np.float32)
  np.linspace(0, 10, 4, dtype=int) | np.linspace(-1, 1, 10) | np.linspace(0, 1, 1) | np.linspace(3, 3, 3) | np.linspace(0, 1)
  np.eye(3) | np.eye(2, 3) | np.eye(3, k=1) | np.eye(3, dtype=np.int32) | np.identity(2) | np.tri(3) | np.tri(2, 3, 1)
  np.diag([1, 2, 3]) | np.diag(np.array([1.5, 2.5]), -1) | np.zeros(3, int) | np.zeros(3, float) | np.zeros(3, bool)
  np.array(5) + 1 | np.array(list(range(4))) | np.array(range(2, 9, 3)) | np.array([k, 2.5, True]) | np.array([[k, 1], [2, 3.5]]) | np.array([np.int8(k), 2.5]) | np.array([i * i for i in range(4)]) | np.sum(np.arange(10))
  np.float32(3.7) | np.int8(-3) | np.bool_(2) | np.float16(1.1) | np.double(3) | np.single(1) | np.intc(4) | np.uint8(255)
  np.array([1, 2]).dtype == np.int64 | np.zeros((2, 0)) | np.ones(2)[np.newaxis] | np.full((2, 2), [1, 2]) | np.triu(np.ones((3, 3)))
`;

const of = (title: string, header: string, ...lists: string[]): Group => ({
  title,
  header,
  expressions: lists.join(" | "),
});

export const groups: readonly Group[] = [
  of(
    "int8",
    "# args: a=int8[4,6] b=int8[4,6]\n# range: a=-9..9 b=1..6\n# sum: 24 of 2000",
    elements,
    bits,
    folds,
    arrangements,
    matrix,
  ),
  of(
    "uint8",
    "# args: a=uint8[4,6] b=uint8[4,6]\n# range: a=0..20 b=1..6\n# sum: 24 of 2000",
    elements,
    bits,
    folds,
    arrangements,
    matrix,
  ),
  of(
    "int32",
    "# args: a=int32[4,6] b=int32[4,6]\n# range: a=-30..30 b=1..6\n# sum: 24 of 2000",
    elements,
    bits,
    folds,
    arrangements,
    matrix,
  ),
  of(
    "uint64",
    "# args: a=uint64[4,6] b=uint64[4,6]\n# range: a=0..20 b=1..6\n# sum: 24 of 2000",
    elements,
    bits,
    folds,
    arrangements,
  ),
  of(
    "int64",
    "# args: a=int64[4,6] b=int64[4,6]\n# range: a=-30..30 b=1..6\n# sum: 24 of 2000",
    elements,
    bits,
    folds,
    arrangements,
    matrix,
  ),
  of(
    "float32",
    "# args: a=float32[4,6] b=float32[4,6]\n# range: a=-9..9 b=1..6\n# sum: 24 of 200",
    elements,
    folds,
    arrangements,
    matrix,
  ),
  of(
    "float64",
    "# args: a=float64[4,6] b=float64[4,6]\n# range: a=-9..9 b=1..6\n# sum: 24 of 200",
    elements,
    folds,
    arrangements,
    matrix,
  ),
  of(
    "float16",
    "# args: a=float16[4,6] b=float16[4,6]\n# range: a=-9..9 b=1..6\n# sum: 24 of 200",
    elements,
    folds,
    arrangements,
  ),
  of(
    "float32 functions",
    "# args: a=float32[4,6] b=float32[4,6]\n# range: a=0.5..9 b=1..6\n# ulp: 1",
    powers,
  ),
  of(
    "float64 functions",
    "# args: a=float64[4,6] b=float64[4,6]\n# range: a=0.5..9 b=1..6\n# ulp: 1",
    powers,
  ),
  of(
    "float16 functions",
    "# args: a=float16[4,6] b=float16[4,6]\n# range: a=0.5..9 b=1..6\n# ulp: 1",
    powers,
  ),
  of("int16 functions", "# args: a=int16[4,6] b=int16[4,6]\n# range: a=1..9 b=1..4\n# ulp: 1", powers),
  of(
    "special floats",
    "# args: a=float32[2,6] b=float32[2,6]\n# values: a=nan,-0.0,inf,-inf,1.5,0.0,2.5,-2.5,nan,0.5,-1.0,3.0 b=1.0,0.0,nan,inf,-0.0,-0.0,0.0,nan,nan,-inf,2.0,3.5",
    `np.maximum(a, b) | np.minimum(a, b) | np.fmax(a, b + 1) | np.fmin(a, b + 1) | np.isnan(a) | np.isinf(a) | np.signbit(a)
     np.nan_to_num(a) | np.nan_to_num(a, nan=1.0, posinf=2.0, neginf=-3.0) | np.sign(a) | np.rint(a) | np.copysign(a, b)
     max(a[0, 0], b[0, 0]) | max(b[0, 0], a[0, 0]) | min(a[0, 1], b[0, 1]) | max(a[0]) | min(a[0]) | min(b[0]) | max(b[1])
     np.max(a) | np.min(b) | np.argmax(a) | np.argmin(b) | np.any(a) | np.all(a, axis=0) | np.where(np.isnan(a), 0, a)
     np.sort(a, axis=1) | np.median(a) | np.median(b, axis=0) | np.clip(a, -1, 1) | np.heaviside(a, b) | np.abs(a) | np.isclose(a, b)
     np.isclose(a, a, equal_nan=True) | np.array_equal(a, a) | np.array_equal(a, a, equal_nan=True) | np.logical_not(a)
     sum(b[0, 4:6]) | sum(a[0, 1:2]) | a.astype(bool) | np.trunc(a) | np.floor(b) | np.ceil(a) | np.square(a) | np.reciprocal(b)`,
  ),
  of(
    "bool",
    "# args: a=bool[4,6] b=bool[4,6]\n# sum: 24 of 10",
    folds.replace(/\| np\.ptp\(a\[0\]\)/, ""),
    arrangements,
    `np.logical_and(a, b) | np.logical_not(a) | a & b | np.invert(a) | np.where(a, 1, 0) | np.maximum(a, b)
     np.bitwise_xor(a, b) | np.add(a, b) | np.multiply(a, b) | np.square(a) | np.sqrt(a) | a.astype(int) | np.equal(a, b) | a @ b.T | np.dot(a[0], b[0])`,
  ),
  of("Python numbers", "# args: x=2.75 y=1.3 k=7 m=3", numbers),
  of("Python numbers in functions", "# args: x=2.75 y=1.3 k=7 m=3\n# ulp: 1", functions),
  of("creation", "# args: k=7", creations),
  of(
    "mixed types",
    "# args: a=int32[4] b=float32[4] c=uint8[4] s=float32 n=3\n# range: a=1..9 b=1..9 c=0..9\n# sum: 8 of 100",
    `
     np.where(a > 2, a, b) | np.where(c, c, 1) | np.concatenate((a, c)) | np.stack((a, b)) | np.stack(a) | np.stack(a, axis=1) | np.stack([a[r] + 1 for r in range(4)]) | np.vstack([a[r] for r in range(3)]) | np.concatenate([a[r, 1:] * 1 for r in range(3)]) | np.tile(a + 1, (2, 3)) | np.maximum(a, c) | np.dot(a, b) | a @ c
     np.clip(a, 2, 4.5) | np.clip(c, 1, a) | np.add(c, 1.5) | np.full_like(c, 2.9) | max(a[0], 5)
     np.outer(a, c) | dot(a, c) | np.convolve(b, c) | np.array([s, 1.0]) | np.array([c[0], 1]) | np.append(c, 1) | np.pad(c, 1, constant_values=7)
     np.full(n + 1, 2) if False else np.zeros(2) | np.mean(c) | np.isclose(a, b) | np.hypot(a, b) | np.arctan2(c, c) | np.power(c, 2) | np.divide(c, c + 1)
     spmv(np.array([0, 2, 3]), np.array([0, 1, 3]), b[:3], b) | max(a) | min(b) | argmax(a) | sort(a) | sum(c) | sum(b, 1.5)`,
  ),
];

export function expressionsOf(group: Group): readonly string[] {
  return group.expressions
    .split(/\||\n/)
    .map((text) => text.trim())
    .filter((text) => text !== "");
}

/** The kernel that returns one expression of the group's arguments. */
export function kernelOf(group: Group, expression: string): string {
  const args = /# args: (.*)/.exec(group.header)?.[1] ?? "";
  const names = args.split(" ").map((arg) => arg.split("=")[0]);
  return `${group.header}
import math
import numpy as np
from pylog import pylog, dot, matmul, conv1d, conv2d, convolve, spmv, argmax, sort

@pylog
def kernel(${names.join(", ")}):
    return ${expression}
`;
}
