/** Python names for the names of a Program: the same wherever Python and the prelude leave them free. */

export interface Names {
  /** The Python name of one of the names given. */
  readonly of: (name: string) => string;
  /** A name nobody else has, like `like`. */
  readonly fresh: (like: string) => string;
  /** A name for a position, not among those in use around it; it may be used again elsewhere. */
  readonly index: (used: ReadonlySet<string>) => string;
}

/** For functions: they must not hide what the prelude calls. */
export function chooseFunctionNames(names: Iterable<string>): Names {
  return chooseNames(names, [], new Set([...inFunctions, ...inPrelude]));
}

/** For the variables of one function: they must not hide what its own text calls, `callees` among it. */
export function chooseVariableNames(names: Iterable<string>, callees: Iterable<string>): Names {
  return chooseNames(names, callees, inFunctions);
}

function chooseNames(names: Iterable<string>, outer: Iterable<string>, taboo: ReadonlySet<string>): Names {
  const chosen = new Map<string, string>();
  const taken = new Set(outer);
  // Names of the prelude begin with an underscore and do not end with one.
  const isTaboo = (name: string): boolean => taboo.has(name) || /^_.*[^_]$/.test(name);
  const fresh = (like: string): string => {
    const name = identifier(like);
    let candidate = isTaboo(name) ? `${name}_` : name;
    for (let n = 1; taken.has(candidate); n++) candidate = `${name}_${n}`;
    taken.add(candidate);
    return candidate;
  };
  const own = new Set(names);
  const isFree = (name: string): boolean => identifier(name) === name && !isTaboo(name) && !taken.has(name);
  // Those that need no change come first, so that a changed one never takes their place.
  const order = [...own].sort((a, b) => Number(isFree(b)) - Number(isFree(a)));
  for (const name of order) chosen.set(name, fresh(name));
  const index = (used: ReadonlySet<string>): string => {
    for (let n = 0; ; n++) {
      for (const letter of "ijklmn") {
        const name = n === 0 ? letter : `${letter}${n}`;
        if (!taken.has(name) && !used.has(name)) return name;
      }
    }
  };
  return { of: (name) => chosen.get(name) ?? identifier(name), fresh, index };
}

function identifier(name: string): string {
  const cleaned = name.replace(/[^\p{ID_Continue}]/gu, "_");
  return /^[\p{ID_Start}_]/u.test(cleaned) ? cleaned : `v${cleaned}`;
}

/** Python's keywords, and what the text of a function calls. */
const inFunctions: ReadonlySet<string> = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global
  if import in is lambda nonlocal not or pass raise return try while with yield
  np int float bool object abs min max range`.split(/\s+/),
);

const inPrelude: ReadonlySet<string> = new Set(
  "math Fraction round slice type isinstance len all zip enumerate divmod OverflowError".split(" "),
);
