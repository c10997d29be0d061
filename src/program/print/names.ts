/** Python names for the names of a Program: the same wherever Python and the prelude leave them free. */

export interface Names {
  /** The Python name of one of the names given. */
  readonly of: (name: string) => string;
  /** A name nobody else has, like `like`. */
  readonly fresh: (like: string) => string;
  /** A name for a position, not among those in use around it; it may be used again elsewhere. */
  readonly index: (used: ReadonlySet<string>) => string;
}

/** `outer` names are those of Python functions around; they stay visible. */
export function chooseNames(names: Iterable<string>, outer: Iterable<string> = []): Names {
  const chosen = new Map<string, string>();
  const taken = new Set(outer);
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

/** What the prelude and printed code call begins with an underscore and does not end with one, or is listed here. */
function isTaboo(name: string): boolean {
  return taboo.has(name) || /^_.*[^_]$/.test(name);
}

/** Python's keywords, and what printed code itself calls. */
const taboo: ReadonlySet<string> = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global
  if import in is lambda nonlocal not or pass raise return try while with yield
  np math Fraction int float bool object abs min max range round slice type isinstance len all zip enumerate divmod
  OverflowError`.split(/\s+/),
);
