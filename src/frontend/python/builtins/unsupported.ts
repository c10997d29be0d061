/** Functions that exist and that a kernel cannot have: why, and what to write instead. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import { knownError } from "../known.ts";
import { report } from "../scope.ts";
import type { Builtin } from "./registry.ts";

interface Reason {
  readonly reason: string;
  readonly help: string;
}

/** A builtin that says why it cannot be called. */
export function refused({ reason, help }: Reason): Builtin {
  return (call) => {
    report(call.scope, diagnose("unsupported-function", call.span, { name: call.name, reason, help }));
    return knownError;
  };
}

const lengthByData = (help: string): Reason => ({
  reason: "the length of its result depends on the data",
  help,
});
const noCircuit = (help: string): Reason => ({ reason: "it has no operator in hardware yet", help });
const outside = (what: string): Reason => ({
  reason: `hardware has no ${what}`,
  help: "do it before or after the call, outside the kernel",
});

export const unsupportedNumpy: Readonly<Record<string, Reason>> = {
  extract: lengthByData("use `np.where(condition, a, 0)`"),
  compress: lengthByData("use `np.where(condition, a, 0)`"),
  intersect1d: lengthByData("compare the elements in two loops"),
  union1d: lengthByData("join with `np.concatenate` and sort"),
  tensordot: noCircuit("reshape to matrices and use `@`"),
  hsplit: noCircuit("slice the parts: `a[:, :n]`"),
  vsplit: noCircuit("slice the parts: `a[:n]`"),
  vectorize: noCircuit("use `map(f, a)`"),
  apply_along_axis: noCircuit("loop over the rows"),
  fromfunction: noCircuit("fill the array in a loop"),
  polyfit: noCircuit("fit outside the kernel and pass the coefficients"),
  partition: noCircuit("use `np.sort`"),
  argpartition: noCircuit("use `np.argsort`"),
  arcsinh: noCircuit("write `np.log(x + np.sqrt(x * x + 1))`"),
  arccosh: noCircuit("write `np.log(x + np.sqrt(x * x - 1))`"),
  arctanh: noCircuit("write `0.5 * np.log((1 + x) / (1 - x))`"),
  logaddexp: noCircuit("write `np.log(np.exp(a) + np.exp(b))`"),
  sinc: noCircuit("write `np.where(x == 0, 1, np.sin(np.pi * x) / (np.pi * x))`"),
  ldexp: noCircuit("multiply by `2.0 ** n`"),
  frexp: noCircuit("use `np.log2` and `np.floor`"),
  modf: noCircuit("write `np.trunc(x)` and `x - np.trunc(x)`"),
  float_power: noCircuit("convert to float64 and use `**`"),
  matrix: noCircuit("use `np.array` and `@`"),
  save: outside("files"),
  load: outside("files"),
  savetxt: outside("files"),
  loadtxt: outside("files"),
  fromfile: outside("files"),
  printoptions: outside("console"),
};

/** Functions of NumPy that kernels lack: another one of a similar name is not what was meant. */
export const otherNumpy: ReadonlySet<string> = new Set(
  (
    "angle apply_over_axes array_equiv asfortranarray asmatrix astype atleast_3d block " +
    "broadcast_arrays broadcast_shapes can_cast choose common_type conj conjugate copyto cumulative_prod cumulative_sum " +
    "diag_indices dsplit dstack ediff1d frombuffer fromiter frompyfunc fromstring geomspace " +
    "histogram2d histogram_bin_edges histogramdd i0 imag iscomplex isfortran isneginf isposinf " +
    "isreal isscalar issubdtype ix_ kaiser logaddexp2 logspace matvec may_share_memory nanargmax nanargmin nancumprod " +
    "nancumsum nanmedian nanpercentile nanprod nanquantile nanstd nanvar nextafter packbits " +
    "piecewise poly polyadd polyder polydiv polyint polymul polysub promote_types put put_along_axis putmask " +
    "ravel_multi_index real result_type rollaxis roots row_stack select setdiff1d setxor1d shares_memory spacing " +
    "take_along_axis tril_indices trim_zeros triu_indices unique_all unique_counts unpackbits " +
    "unwrap vander vecdot"
  ).split(" "),
);

/** Submodules: every function in them is refused for the same reason. */
export const unsupportedModules: Readonly<Record<string, Reason>> = {
  random: {
    reason: "hardware has no source of random numbers",
    help: "draw them outside and pass them as an argument",
  },
  linalg: noCircuit(
    "there are `norm`, `det`, `inv`, `solve` and `cholesky`; write the algorithm with loops, or use `@`",
  ),
  fft: noCircuit("write the butterflies with loops"),
  ma: { reason: "there are no masked arrays", help: "keep the mask in a bool array and use `np.where`" },
  char: outside("text"),
  testing: outside("tests"),
};

export const unsupportedPython: Readonly<Record<string, Reason>> = {
  object: {
    reason: "objects have no fixed place in hardware",
    help: "use a NumPy type such as `np.float32`",
  },
  print: { reason: "hardware has no console", help: "return the value, or store it in an array argument" },
  input: outside("console"),
  open: outside("files"),
  isinstance: {
    reason: "types are known when compiling",
    help: "write the kernel for the types it is called with",
  },
  issubclass: {
    reason: "types are known when compiling",
    help: "write the kernel for the types it is called with",
  },
  type: { reason: "types are known when compiling", help: "use `.dtype` of an array" },
  hasattr: { reason: "types are known when compiling", help: "remove it" },
  getattr: { reason: "types are known when compiling", help: "write the attribute: `a.name`" },
  setattr: { reason: "objects have no fixed place in hardware", help: "use arrays" },
  str: outside("text"),
  repr: outside("text"),
  format: outside("text"),
  chr: outside("text"),
  hex: outside("text"),
  bin: outside("text"),
  dict: {
    reason: "look-up by arbitrary keys needs dynamic memory",
    help: "use keys that are written, `d['x']`, and no others, or an array indexed by small integers",
  },
  set: {
    reason: "sets need dynamic memory",
    help: "use a bool array with one entry for each possible element",
  },
  frozenset: {
    reason: "sets need dynamic memory",
    help: "use a bool array with one entry for each possible element",
  },
  filter: lengthByData("use `np.where(condition, a, b)`, or loop with `if`"),
  slice: { reason: "a slice is no value of its own", help: "write it between brackets: `a[1:3]`" },
  iter: { reason: "there are no iterators", help: "loop with `for`" },
  next: { reason: "there are no iterators", help: "loop with `for`" },
  eval: { reason: "the program is fixed when it is compiled", help: "write the expression itself" },
  exec: { reason: "the program is fixed when it is compiled", help: "write the statements themselves" },
  id: { reason: "values have no addresses", help: "compare with `==`" },
  hash: { reason: "there are no objects to hash", help: "compute the hash you need from the numbers" },
};

export const unsupportedMath: Readonly<Record<string, Reason>> = {
  factorial: noCircuit("multiply in a loop, or index a table"),
  comb: noCircuit("compute it in a loop, or index a table"),
  perm: noCircuit("compute it in a loop, or index a table"),
  isclose: noCircuit("write `abs(a - b) <= tolerance`"),
  prod: noCircuit("multiply in a loop, or use `np.prod`"),
  fsum: noCircuit("use `sum` or `np.sum`"),
  dist: noCircuit("write `math.sqrt(sum((a - b) ** 2))`"),
  frexp: noCircuit("use `math.log2` and `math.floor`"),
  ldexp: noCircuit("multiply by `2.0 ** n`"),
  modf: noCircuit("write `math.trunc(x)` and `x - math.trunc(x)`"),
  gamma: noCircuit("index a table"),
  lgamma: noCircuit("index a table"),
  asinh: noCircuit("write `math.log(x + math.sqrt(x * x + 1))`"),
  acosh: noCircuit("write `math.log(x + math.sqrt(x * x - 1))`"),
  atanh: noCircuit("write `0.5 * math.log((1 + x) / (1 - x))`"),
};

export const unsupportedMethods: Readonly<Record<string, Reason>> = {
  tolist: { reason: "there are no growing lists in hardware", help: "use the array itself" },
  tobytes: outside("byte strings"),
  tofile: outside("files"),
  dump: outside("files"),
  resize: { reason: "arrays keep their size", help: "make a new array of the size you need" },
  partition: noCircuit("use `.sort()`"),
  compress: lengthByData("use `np.where(condition, a, 0)`"),
  byteswap: noCircuit("shift the bytes: `(x << 8) | (x >> 8)`"),
  setflags: { reason: "arrays have no flags", help: "remove it" },
};
