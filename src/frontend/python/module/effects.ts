/** What a call of a known name may do where it is not computed: which arguments it changes, and which it gives back. */
import type { Arguments } from "./list_methods.ts";
import type { Obj } from "./objects.ts";

/** Python's functions that can give any name of the module another value. */
export function replacesNames(name: string): boolean {
  return ["exec", "eval", "globals", "locals", "vars"].includes(name);
}

/** Whether all that a function of Python or NumPy changes is what `changedBy` says. */
export function isHarmless(name: string): boolean {
  if (name.startsWith("np.random.")) return false;
  return !changers.has(plain(name));
}

const changers: ReadonlySet<string> = new Set([
  ...[
    "setattr",
    "delattr",
    "next",
    "copyto",
    "place",
    "put",
    "putmask",
    "put_along_axis",
    "fill_diagonal",
    "shuffle",
  ],
  ...[
    "apply_along_axis",
    "apply_over_axes",
    "vectorize",
    "fromfunction",
    "frompyfunc",
    "piecewise",
    "memmap",
  ],
]);

/** NumPy's functions without a result that matters, besides those the front end has heard of. */
export function isSilent(name: string): boolean {
  return /^np\.(testing\.|savez|savez_compressed|set_printoptions|seterr|errstate|get_printoptions|array2string|array_repr|array_str|show_config|isscalar|shares_memory|may_share_memory|allclose|array_equiv)/.test(
    name,
  );
}

/** The arguments that a builtin writes to. */
export function changedBy(name: string, { args, keywords }: Arguments): readonly Obj[] {
  const out = keywords.get("out");
  const named = out === undefined ? [] : [out];
  const first = firstOutput[plain(name)] ?? (unaryFunctions.has(plain(name)) ? 1 : 2);
  return [...named, ...args.slice(first)];
}

/** The position that `out` has where it is not the third; of a function without one, beyond all it takes. */
const firstOutput: Readonly<Record<string, number>> = {
  where: 9,
  clip: 3,
  full: 9,
  full_like: 9,
  array: 9,
  linspace: 9,
  arange: 9,
  concatenate: 2,
  sum: 3,
  prod: 3,
  mean: 3,
  std: 3,
  var: 3,
  cumsum: 3,
  cumprod: 3,
  take: 3,
  pad: 9,
  roll: 9,
  reshape: 9,
  swapaxes: 9,
  moveaxis: 9,
  searchsorted: 9,
  isclose: 9,
  allclose: 9,
  interp: 9,
  print: 9,
  isinstance: 9,
  pow: 9,
  max: 9,
  min: 9,
  conv2d: 9,
  conv1d: 9,
  convolve: 9,
  spmv: 9,
  map: 9,
  plmap: 9,
};

const unaryFunctions: ReadonlySet<string> = new Set(
  (
    "negative positive absolute abs fabs sign square reciprocal sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos " +
    "tan arcsin asin arccos acos arctan atan sinh cosh tanh deg2rad radians rad2deg degrees floor ceil trunc rint " +
    "isnan isinf isfinite signbit invert bitwise_not logical_not fix"
  ).split(" "),
);

/** Methods that change the array, list or other object they belong to. */
export function changesSelf(name: string): boolean {
  return selfChangers.has(name);
}

const selfChangers: ReadonlySet<string> = new Set([
  ...[
    "sort",
    "fill",
    "put",
    "resize",
    "partition",
    "itemset",
    "setfield",
    "byteswap",
    "setflags",
    "__setitem__",
  ],
  ...["__iadd__", "__isub__", "__imul__"],
]);

/** Methods of containers that take their arguments in and change nothing else. */
export function takesIn(name: string): boolean {
  return ["append", "appendleft", "extend", "insert", "add", "update", "setdefault", "push"].includes(name);
}

/** Whether the result may be an argument, or share its elements. */
export function givesView(name: string): boolean {
  return views.has(plain(name));
}

const views: ReadonlySet<string> = new Set(
  (
    "asarray asanyarray ascontiguousarray asfortranarray require reshape ravel transpose permute_dims " +
    "matrix_transpose swapaxes moveaxis rollaxis expand_dims squeeze atleast_1d atleast_2d atleast_3d broadcast_to " +
    "broadcast_arrays flip flipud fliplr rot90 split array_split hsplit vsplit dsplit diag diagonal real imag view " +
    "conj conjugate max min iter next reversed zip enumerate list tuple sorted map plmap filter dict set frozenset " +
    "getattr super memoryview nditer unstack"
  ).split(" "),
);

/** Views that the front end makes a copy of, since a kernel cannot write them. */
export function sharesUnseen(name: string): boolean {
  return ["diag", "diagonal", "broadcast_to", "view", "real", "imag"].includes(plain(name));
}

/** Whether a result without axes is an array without axes, which can be changed, and no number. */
export function givesArray(name: string): boolean {
  return zeroDimensional.has(plain(name));
}

const zeroDimensional: ReadonlySet<string> = new Set(
  (
    "array asarray asanyarray copy zeros ones empty full zeros_like ones_like empty_like full_like where reshape " +
    "squeeze transpose broadcast_to swapaxes moveaxis ravel"
  ).split(" "),
);

function plain(name: string): string {
  return name.replace(/^np\.|^math\./, "");
}
