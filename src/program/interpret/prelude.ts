/**
 * Small functions that generated code calls in inner loops. They are text, so that every kernel has its own copy:
 * the machine then learns the types each kernel really uses, and inlines them.
 *
 * Integers of 64 bits and Python's are numbers as long as they are safe integers, and bigints elsewhere.
 */
export type HelperName = keyof typeof helpers;

interface Helper {
  readonly text: string;
  readonly needs: readonly HelperName[];
}

export function helperNeeds(name: HelperName): readonly HelperName[] {
  return (helpers[name] as Helper).needs;
}

export function preludeText(used: ReadonlySet<HelperName>): string {
  const texts = (Object.keys(helpers) as HelperName[]).filter((name) => used.has(name));
  return texts.map((name) => helpers[name].text).join("\n");
}

const bothNumbers = `typeof a === "number" && typeof b === "number"`;
const safe = "t >= -9007199254740991 && t <= 9007199254740991";

/** `fast` computes from two numbers `t`, kept when it is safe; `slow` is the bigint result. */
function wide(name: string, fast: string, slow: string, site: string): string {
  return `function ${name}(a, b${site}) {
  if (${bothNumbers}) { const t = ${fast}; if (${safe}) return t; }
  return ${slow};
}`;
}

const floorDivide = `const r = a % b;
    const t = (a - r) / b - (r !== 0 && r < 0 !== b < 0 ? 1 : 0) + 0;`;
const floorModulo = `const r = a % b;
    return r !== 0 && r < 0 !== b < 0 ? r + b : r + 0;`;
/** Bitwise operators are native on what fits 32 bits signed. */
const bothSmall = `${bothNumbers} && (a | 0) === a && (b | 0) === b`;

const helpers = {
  canon: {
    text: `function canon(x) { return x >= -9007199254740991n && x <= 9007199254740991n ? Number(x) : x; }`,
    needs: [],
  },
  wrapI64: { text: `function wrapI64(x) { return canon(BigInt.asIntN(64, x)); }`, needs: ["canon"] },
  wrapU64: { text: `function wrapU64(x) { return canon(BigInt.asUintN(64, x)); }`, needs: ["canon"] },
  fitPy: {
    text: `function fitPy(x, site) {
  if (x < -9223372036854775808n || x > 9223372036854775807n) {
    raise("overflow", "the result does not fit the 64 bits of a Python int", site);
  }
  return canon(x);
}`,
    needs: ["canon"],
  },

  // Memory of 64-bit integers is seen as pairs of 32 bits, low word first.
  loadI64: {
    text: `function loadI64(d, p) {
  const h = d[2 * p + 1];
  return h > -2097152 && h < 2097152 ? h * 4294967296 + (d[2 * p] >>> 0) : bigI64(d, p);
}
function bigI64(d, p) { return canon(BigInt(d[2 * p + 1]) * 4294967296n + BigInt(d[2 * p] >>> 0)); }`,
    needs: ["canon"],
  },
  loadU64: {
    text: `function loadU64(d, p) {
  const h = d[2 * p + 1];
  return h >= 0 && h < 2097152 ? h * 4294967296 + (d[2 * p] >>> 0) : bigU64(d, p);
}
function bigU64(d, p) { return canon(BigInt(d[2 * p + 1] >>> 0) * 4294967296n + BigInt(d[2 * p] >>> 0)); }`,
    needs: ["canon"],
  },
  store64: {
    text: `function store64(d, p, v) {
  if (typeof v === "number") {
    const low = v | 0;
    d[2 * p] = low;
    d[2 * p + 1] = low === v ? low >> 31 : Math.floor(v / 4294967296);
  } else { d[2 * p] = Number(BigInt.asIntN(32, v)); d[2 * p + 1] = Number(BigInt.asIntN(32, v >> 32n)); }
}`,
    needs: [],
  },

  // A complex number is its parts; in memory the real part comes first.
  loadComplex: {
    text: `function loadComplex(d, p) { return { re: d[2 * p], im: d[2 * p + 1] }; }`,
    needs: [],
  },
  storeComplex: {
    text: `function storeComplex(d, p, v) { d[2 * p] = v.re; d[2 * p + 1] = v.im; }`,
    needs: [],
  },

  addI64: { text: wide("addI64", "a + b", "wrapI64(BigInt(a) + BigInt(b))", ""), needs: ["wrapI64"] },
  subI64: { text: wide("subI64", "a - b", "wrapI64(BigInt(a) - BigInt(b))", ""), needs: ["wrapI64"] },
  mulI64: { text: wide("mulI64", "a * b + 0", "wrapI64(BigInt(a) * BigInt(b))", ""), needs: ["wrapI64"] },
  addU64: { text: wide("addU64", "a + b", "wrapU64(BigInt(a) + BigInt(b))", ""), needs: ["wrapU64"] },
  subU64: {
    text: `function subU64(a, b) {
  if (${bothNumbers} && a >= b) return a - b;
  return wrapU64(BigInt(a) - BigInt(b));
}`,
    needs: ["wrapU64"],
  },
  mulU64: { text: wide("mulU64", "a * b", "wrapU64(BigInt(a) * BigInt(b))", ""), needs: ["wrapU64"] },
  addPy: { text: wide("addPy", "a + b", "fitPy(BigInt(a) + BigInt(b), s)", ", s"), needs: ["fitPy"] },
  subPy: { text: wide("subPy", "a - b", "fitPy(BigInt(a) - BigInt(b), s)", ", s"), needs: ["fitPy"] },
  mulPy: { text: wide("mulPy", "a * b + 0", "fitPy(BigInt(a) * BigInt(b), s)", ", s"), needs: ["fitPy"] },
  addBig: { text: wide("addBig", "a + b", "canon(BigInt(a) + BigInt(b))", ""), needs: ["canon"] },
  subBig: { text: wide("subBig", "a - b", "canon(BigInt(a) - BigInt(b))", ""), needs: ["canon"] },
  mulBig: { text: wide("mulBig", "a * b + 0", "canon(BigInt(a) * BigInt(b))", ""), needs: ["canon"] },

  // The operators below take the general closure `k` for what numbers cannot do.
  floordivWide: {
    text: `function floordivWide(a, b, k) {
  if (${bothNumbers} && b !== 0) {
    ${floorDivide}
    return t;
  }
  return k(a, b);
}`,
    needs: [],
  },
  modWide: {
    text: `function modWide(a, b, k) {
  if (${bothNumbers} && b !== 0) {
    ${floorModulo}
  }
  return k(a, b);
}`,
    needs: [],
  },
  andWide: { text: `function andWide(a, b, k) { return ${bothSmall} ? a & b : k(a, b); }`, needs: [] },
  orWide: { text: `function orWide(a, b, k) { return ${bothSmall} ? a | b : k(a, b); }`, needs: [] },
  xorWide: { text: `function xorWide(a, b, k) { return ${bothSmall} ? a ^ b : k(a, b); }`, needs: [] },
  shlWide: {
    text: `function shlWide(a, b, k) {
  if (${bothNumbers} && b >= 0 && b < 53) { const t = a * 2 ** b; if (${safe}) return t; }
  return k(a, b);
}`,
    needs: [],
  },
  shrWide: {
    text: `function shrWide(a, b, k) {
  return ${bothNumbers} && b >= 0 && b < 64 ? Math.floor(a / 2 ** b) : k(a, b);
}`,
    needs: [],
  },
  min: { text: "function min(a, b) { return a < b ? a : b; }", needs: [] },
  max: { text: "function max(a, b) { return a > b ? a : b; }", needs: [] },
  minFloat: { text: "function minFloat(a, b) { return a < b || a !== a ? a : b; }", needs: [] },
  maxFloat: { text: "function maxFloat(a, b) { return a > b || a !== a ? a : b; }", needs: [] },
  negWide: {
    text: `function negWide(a, k) { return typeof a === "number" ? 0 - a : k(a); }`,
    needs: [],
  },
  absWide: {
    text: `function absWide(a, k) { return typeof a === "number" ? Math.abs(a) : k(a); }`,
    needs: [],
  },
  invertWide: {
    text: `function invertWide(a, k) { return typeof a === "number" && a < 9007199254740991 ? -1 - a : k(a); }`,
    needs: [],
  },

  // Integers of at most 32 bits: a quotient of two such numbers never rounds to a wrong integer.
  floordiv32: { text: "function floordiv32(a, b) { return b === 0 ? 0 : Math.floor(a / b); }", needs: [] },
  mod32: {
    text: `function mod32(a, b) {
  if (b === 0) return 0;
  ${floorModulo}
}`,
    needs: [],
  },
  shl32: { text: "function shl32(a, b) { return b >= 0 && b < 32 ? a << b : 0; }", needs: [] },
  shr32: {
    text: "function shr32(a, b) { return b >= 0 && b < 32 ? a >> b : a < 0 ? -1 : 0; }",
    needs: [],
  },
  ushr32: { text: "function ushr32(a, b) { return b >= 0 && b < 32 ? a >>> b : 0; }", needs: [] },

  divPy: {
    text: `function divPy(a, b, site) {
  if (b === 0) raise("zero-division", "division by zero", site);
  return a / b;
}`,
    needs: [],
  },

  // Conversions
  low32: {
    text: `function low32(x) { return typeof x === "number" ? x | 0 : Number(BigInt.asIntN(32, x)); }`,
    needs: [],
  },
  toI64: {
    text: `function toI64(x) { return typeof x === "number" ? x : wrapI64(x); }`,
    needs: ["wrapI64"],
  },
  toU64: {
    text: `function toU64(x) { return typeof x === "number" && x >= 0 ? x : wrapU64(BigInt(x)); }`,
    needs: ["wrapU64"],
  },
  checked: {
    text: `function checked(x, low, high, name, site) {
  if (x < low || x > high) raise("out-of-range", x + " is out of range for " + name, site);
  return x;
}`,
    needs: [],
  },
  truncateFloat: {
    text: `function truncateFloat(x, low, high, k) { return x > low && x < high ? Math.trunc(x) + 0 : k(x); }`,
    needs: [],
  },

  // Indices
  index: {
    text: `function index(i, n, axis, name, site) {
  if (i >= 0 && i < n) return i;
  if (i < 0 && i >= -n) return i + n;
  return badIndex(i, n, axis, name, site);
}`,
    needs: [],
  },
  sliceLow: {
    text: `function sliceLow(v, n) {
  v = Number(v);
  return v < 0 ? Math.max(v + n, 0) : Math.min(v, n);
}`,
    needs: [],
  },
  sliceHigh: {
    text: `function sliceHigh(v, n) {
  v = Number(v);
  return v < 0 ? Math.max(v + n, -1) : Math.min(v, n - 1);
}`,
    needs: [],
  },
  broadcast: {
    text: `function broadcast(a, b, left, right, site) {
  if (a === b || b === 1) return a;
  if (a === 1) return b;
  return badShapes(left, right, site);
}`,
    needs: [],
  },
} satisfies Record<string, { readonly text: string; readonly needs: readonly string[] }>;
