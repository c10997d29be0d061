/** Names of C: those of the source where C allows them, and never two alike. */
import type { Loops } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { cppWords } from "../../program/cpp_words.ts";
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
  const isTaken = (name: string): boolean => taken.has(name) || words.has(name) || reserved.has(name);
  const fresh = (wish: string): string => {
    let name = identifier(wish);
    if (words.has(name) || reserved.has(name)) name = `${name}_`;
    for (let k = 2; isTaken(name); k++) name = `${identifier(wish)}_${k}`;
    taken.add(name);
    return name;
  };
  const kernel = fresh(library.has(loops.name) ? `${loops.name}_` : loops.name);
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
      regions.set(stmt.name, fresh(library.has(stmt.name) ? `${stmt.name}_` : stmt.name));
    }
    if (stmt.kind === "for" || stmt.kind === "while") {
      if (labels.has(stmt.name)) continue;
      let label = identifier(stmt.name);
      if (words.has(label) || reserved.has(label)) label = `${label}_`;
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

/** `out.0` is `out_0`; letters that C lacks are spelled by their code; what compilers keep for themselves is moved away. */
function identifier(name: string): string {
  const ascii = asciiName(name);
  if (/^_|__/.test(ascii)) return ascii.replace(/^_+/, "v_").replaceAll(/__+/g, "_");
  return /^[0-9]/.test(ascii) ? `v${ascii}` : ascii;
}

/** Of C, C++ and their headers that every file includes: none of them names a variable. */
const words: ReadonlySet<string> = new Set([
  ...cppWords,
  ...`NULL EOF NAN INFINITY HUGE_VAL I assert errno offsetof stdin stdout stderr linux unix main int8_t int16_t int32_t
  int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t size_t ptrdiff_t half std M_PI
  M_E`.split(/\s+/),
]);

/** Functions of the C library: a kernel of that name would stand in their place when it is linked. */
const library: ReadonlySet<string> = new Set(
  `abort abs accept access acos acosh alarm asin asinh atan atan2 atanh atexit atof atoi bind bsearch calloc cbrt ceil
  chdir clock clone close connect copysign cos cosh creat ctime difftime div dup erf erfc execv exit exp exp2 expm1 fabs
  fclose fdim fflush floor fma fmax fmin fmod fopen fork fprintf fputs fread free frexp fscanf fwrite gamma getc getenv
  hypot ilogb index isalpha isatty isinf isnan j0 j1 jn kill labs ldexp ldiv lgamma link listen llabs log log10 log1p
  log2 logb lrint lround malloc memchr memcmp memcpy memmove memset mkdir mmap modf nan nearbyint nextafter nice open
  pause pipe poll pow printf putc puts qsort raise rand random read realloc recv remainder remove remquo rename rewind
  rindex rint rmdir round scalb scalbn scanf select send shutdown signal sin sinh sleep socket sprintf sqrt srand stat
  strcat strchr strcmp strcpy strlen swab symlink sync system tan tanh tee tgamma time times trunc truncate umask uname
  unlink vfork wait write y0 y1 yn`.split(/\s+/),
);
