/** Names of C: those of the source where C allows them, and never two alike. */

import type { Loops } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { cppWords } from "../../program/cpp_words.ts";
import { isOfLibrary } from "./library.ts";
import { ofRegion } from "./private.ts";

export interface Names {
  /** Of the kernel's function. */
  readonly kernel: string;
  /** Of a parameter, an array, a scalar or a loop variable. */
  of(name: string): string;
  /** Of a region's function. */
  region(name: string): string;
  /** Of a loop. Labels do not clash with variables. */
  label(loop: string): string;
  /** A name that nothing has yet, as close to `wish` as can be. */
  fresh(wish: string): string;
}

export function namesOf(loops: Loops, reserved: ReadonlySet<string>): Names {
  const taken = new Set<string>();
  const isReserved = (name: string): boolean => words.has(name) || reserved.has(name) || macro.test(name);
  const isTaken = (name: string): boolean => taken.has(name) || isReserved(name);
  const fresh = (wish: string): string => {
    const own = identifier(wish);
    const end = macro.test(own) ? "_" : ""; // no macro of those families ends so
    let name = isReserved(own) ? `${own}_` : own;
    for (let k = 2; isTaken(name); k++) name = `${own}_${k}${end}`;
    taken.add(name);
    return name;
  };
  const kernel = fresh(isOfLibrary(loops.name) ? `${loops.name}_` : loops.name);
  const regions = new Map<string, string>();
  const variables = new Map<string, string>();
  const labels = new Map<string, string>();
  const add = (name: string): void => {
    if (variables.has(name)) return;
    const [base = name, region] = name.split(ofRegion);
    variables.set(name, (region === undefined ? undefined : variables.get(base)) ?? fresh(base));
  };
  for (const { name } of [...loops.params, ...loops.arrays, ...loops.scalars]) add(name);
  const labelsTaken = new Set<string>();
  for (const stmt of statementsIn(loops.body)) {
    if (stmt.kind === "for") add(stmt.variable);
    if (stmt.kind === "region" && !regions.has(stmt.name)) {
      regions.set(stmt.name, fresh(isOfLibrary(stmt.name) ? `${stmt.name}_` : stmt.name));
    }
    if (stmt.kind === "for" || stmt.kind === "while") {
      if (labels.has(stmt.name)) continue;
      let label = identifier(stmt.name);
      if (isReserved(label)) label = `${label}_`;
      while (labelsTaken.has(label)) label = `${label}_`;
      labelsTaken.add(label);
      labels.set(stmt.name, label);
    }
  }
  return {
    kernel,
    of: (name) => known(variables, name),
    region: (name) => known(regions, name),
    label: (name) => known(labels, name),
    fresh,
  };
}

function known(map: ReadonlyMap<string, string>, name: string): string {
  const found = map.get(name);
  if (found === undefined) throw new Error(`bug: nothing is called \`${name}\``);
  return found;
}

/** In ASCII; what compilers keep for themselves is moved away. */
function identifier(name: string): string {
  const ascii = asciiName(name);
  if (/^_|__/.test(ascii)) return ascii.replace(/^_+/, "v_").replaceAll(/__+/g, "_");
  return ascii;
}

/** Of C, C++ and their headers that every file includes: none of them names a variable. */
const words: ReadonlySet<string> = new Set([
  ...cppWords,
  ...`NULL EOF NAN INFINITY HUGE_VAL I assert errno offsetof stdin stdout stderr linux unix main int8_t int16_t int32_t
  int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t size_t ptrdiff_t half std typeof alloca
  BUFSIZ MAXFLOAT NFDBITS NZERO SNAN SNANF SNANL issubnormal math_errhandling strdupa strndupa BIG_ENDIAN LITTLE_ENDIAN
  BYTE_ORDER WORD_BIT FILENAME_MAX`.split(/\s+/),
]);

/**
 * Macros of the headers of C and OpenCL, which come in families: `INT_MAX`, `UINT8_C`, `FLT_EPSILON`, `M_PI`,
 * `CLK_LOCAL_MEM_FENCE`. As `g++ -dM -E` lists them.
 */
const macro =
  /^((M|FP|FLT|DBL|LDBL|HALF|DECIMAL|[SU]?CHAR|U?SHRT|U?INT[A-Z0-9]*|U?LONG|U?LLONG|S?SIZE|PTRDIFF|WCHAR|WINT|SIG|RAND|SEEK|EXIT|HUGE|MATH|CL|CLK|CLOCKS|AP|HLS|LUTRA)_[A-Z0-9]\w*|[A-Z0-9_]+_(MAX|MIN|BIT|WIDTH))(?<!_)$/;
