/**
 * Expressions as NumPy's users write them. What is known of one is its length and whether it is true or false, whole, real
 * or complex: types are NumPy's business.
 */
import { type Choices, oneOf } from "./choices.ts";

export const kinds = ["bool", "int", "real", "complex"] as const;
export type Kind = (typeof kinds)[number];

/** A length as the program writes it: `n`, an argument, or that of the arrays it is called with; `?` where data decide. */
export type Length = "given" | "n" | "?";

export interface Vector {
  readonly name: string;
  readonly length: Length;
  readonly kind: Kind;
  readonly stored: boolean;
}

export interface Matrix {
  readonly name: string;
  readonly shape: "given" | "(n, k)";
  readonly kind: Kind;
}

export interface Named {
  readonly name: string;
  readonly kind: Kind;
}

export interface Scope {
  readonly c: Choices;
  readonly length: number; // of the vectors that are given
  readonly rows: number;
  readonly columns: number;
  readonly vectors: Vector[];
  readonly matrices: Matrix[];
  readonly scalars: (Named & { readonly mixed: boolean })[];
  readonly lists: Named[];
  readonly counters: readonly { readonly name: string; readonly below: Length }[];
  readonly count: { names: number };
}

export interface Text {
  readonly text: string;
  readonly kind: Kind;
}

export const rank = (kind: Kind): number => kinds.indexOf(kind);
const wider = (a: Kind, b: Kind): Kind => (rank(a) > rank(b) ? a : b);
const atLeastInt = (kind: Kind): Kind => wider(kind, "int");
const atLeastReal = (kind: Kind): Kind => wider(kind, "real");

/** A vector of a length, no wider than `most`. */
export function vector(scope: Scope, length: Length, depth: number, most: Kind = "complex"): Text {
  const { c } = scope;
  if (depth <= 0 || c.chance(25)) return vectorName(scope, length, most);
  return c.part(() => {
    switch (c.pick(9)) {
      case 0:
      case 1:
        return arithmetic(
          c,
          vector(scope, length, depth - 1, most),
          vector(scope, length, depth - 1, most),
          most,
        );
      case 2:
        return arithmetic(c, vector(scope, length, depth - 1, most), scalar(scope, depth - 1, most), most);
      case 3:
        return arithmetic(c, scalar(scope, depth - 1, most), vector(scope, length, depth - 1, most), most);
      case 4:
        return elementwise(c, vector(scope, length, depth - 1, most));
      case 5: {
        const [yes, no] = [vector(scope, length, depth - 1, most), vector(scope, length, depth - 1, most)];
        return {
          text: `np.where(${condition(scope, length, 1)}, ${yes.text}, ${no.text})`,
          kind: wider(yes.kind, no.kind),
        };
      }
      case 6: {
        const name = vectorName(scope, length, most);
        return length === "?" ? name : { ...name, text: `${name.text}[::-1]` };
      }
      case 7: {
        const parts = vector(scope, length, depth - 1);
        if (parts.kind !== "complex" || rank(most) < rank("real")) return vectorName(scope, length, most);
        return { text: oneOf(c, [`np.real(${parts.text})`, `(${parts.text}).imag`]), kind: "real" };
      }
      default:
        return vectorName(scope, length, most);
    }
  });
}

function vectorName(scope: Scope, length: Length, most: Kind): Text {
  const { c } = scope;
  const found = scope.vectors.filter((v) => v.length === length && rank(v.kind) <= rank(most));
  if (found.length > 0) {
    const { name, kind } = oneOf(c, found);
    return { text: name, kind };
  }
  if (length === "n") return { text: oneOf(c, ["np.arange(n)", "np.ones(n, dtype=int)"]), kind: "int" };
  return { text: `(${condition(scope, length, 0)})`, kind: "bool" };
}

/** True and false, of a length. */
export function condition(scope: Scope, length: Length, depth: number): string {
  const { c } = scope;
  const compare = oneOf(c, [">", "<", ">=", "<=", "==", "!="]);
  const found = scope.vectors.filter((v) => v.length === length && v.kind !== "complex");
  const other = scope.vectors.find((v) => v.length === length);
  const left =
    found.length > 0 ? oneOf(c, found).name : other === undefined ? "np.arange(n)" : `${other.name}.real`;
  if (depth > 0) {
    switch (c.pick(6)) {
      case 0:
        return `(${condition(scope, length, depth - 1)}) & (${condition(scope, length, depth - 1)})`;
      case 1:
        return `(${condition(scope, length, depth - 1)}) | (${left} ${compare} ${literal(c, "int").text})`;
      case 2:
        return `~(${condition(scope, length, depth - 1)})`;
      case 3:
        return `${left} ${compare} ${vector(scope, length, 1, "real").text}`;
      case 4:
        return oneOf(c, [`np.isnan(${left} / 2)`, `np.isfinite(${left} * 1.0)`]);
    }
  }
  return `${left} ${compare} ${oneOf(c, ["0", "1", "2", "0.5", "-1", "s"])}`;
}

function arithmetic(c: Choices, left: Text, right: Text, most: Kind): Text {
  const kind = atLeastInt(wider(left.kind, right.kind));
  if (rank(kind) > rank(most)) return left;
  const text = (op: string): string => `(${left.text} ${op} ${right.text})`;
  switch (c.pick(8)) {
    case 0:
    case 1:
      return { text: text("+"), kind };
    case 2:
      return { text: text("*"), kind };
    case 3:
      return left.kind === "bool" || right.kind === "bool"
        ? { text: text("*"), kind }
        : { text: text("-"), kind };
    case 4:
      return rank(most) >= rank("real")
        ? { text: text("/"), kind: atLeastReal(kind) }
        : { text: text("+"), kind };
    case 5:
      return kind === "complex" ? { text: text("-"), kind } : { text: text(oneOf(c, ["//", "%"])), kind };
    case 6:
      return {
        text: `${left.text} ** ${oneOf(c, ["2", "3"])}`.replace(/.*/s, (t) => `(${t})`),
        kind: atLeastInt(left.kind),
      };
    default:
      return kind === "complex"
        ? { text: text("*"), kind }
        : { text: `np.${oneOf(c, ["minimum", "maximum"])}(${left.text} + 0, ${right.text} + 0)`, kind };
  }
}

function elementwise(c: Choices, x: Text): Text {
  if (x.kind === "complex")
    return { text: oneOf(c, [`np.conj(${x.text})`, `(-${x.text})`, `(${x.text}).conj()`]), kind: "complex" };
  if (x.kind === "bool")
    return { text: `(${x.text}).astype(${oneOf(c, ["int", "np.float32", "np.uint8"])})`, kind: "real" };
  const text = oneOf(c, [
    `(-${x.text})`,
    `np.abs(${x.text})`,
    `np.square(${x.text})`,
    `np.sign(${x.text})`,
    `np.clip(${x.text} + 0, -1, 2)`,
  ]);
  if (x.kind === "int") return { text, kind: "int" };
  return {
    text: oneOf(c, [text, `np.floor(${x.text})`, `np.sqrt(${x.text})`, `(${x.text}).astype(np.float32)`]),
    kind: "real",
  };
}

/** A scalar no wider than `most`. */
export function scalar(scope: Scope, depth: number, most: Kind = "complex"): Text {
  const { c } = scope;
  if (depth <= 0 || c.chance(30)) return scalarLeaf(scope, most);
  return c.part(() => {
    switch (c.pick(6)) {
      case 0:
      case 1:
        return arithmetic(c, scalar(scope, depth - 1, most), scalar(scope, depth - 1, most), most);
      case 2:
        return reduction(scope, most);
      case 3: {
        const [a, b] = [scalar(scope, depth - 1, most), scalar(scope, depth - 1, most)];
        if (a.kind !== b.kind) return a;
        return { text: `(${a.text} if ${truth(scope)} else ${b.text})`, kind: a.kind };
      }
      case 4: {
        const x = scalar(scope, depth - 1);
        if (x.kind !== "complex" || rank(most) < rank("real")) return scalarLeaf(scope, most);
        return { text: `(${x.text}).${oneOf(c, ["real", "imag"])}`, kind: "real" };
      }
      default:
        return scalarLeaf(scope, most);
    }
  });
}

function scalarLeaf(scope: Scope, most: Kind): Text {
  const { c } = scope;
  const named = scope.scalars.filter((s) => rank(s.kind) <= rank(most));
  switch (c.pick(4)) {
    case 0:
      return literal(c, most);
    case 1: {
      if (named.length === 0) return literal(c, most);
      const { name, kind } = oneOf(c, named);
      return { text: name, kind };
    }
    case 2: {
      const found = scope.vectors.filter((v) => v.length !== "?" && rank(v.kind) <= rank(most));
      if (found.length === 0) return literal(c, most);
      const { name, length, kind } = oneOf(c, found);
      return { text: `${name}[${place(scope, length)}]`, kind };
    }
    default: {
      const found = scope.matrices.filter((m) => m.shape === "given" && rank(m.kind) <= rank(most));
      if (found.length === 0) return literal(c, most);
      const { name, kind } = oneOf(c, found);
      return { text: `${name}[${c.pick(scope.rows)}, ${oneOf(c, ["0", "-1"])}]`, kind };
    }
  }
}

export function literal(c: Choices, most: Kind): Text {
  const whole = { text: oneOf(c, ["1", "2", "3", "-1", "0"]), kind: "int" } as const;
  if (rank(most) < rank("real") || c.chance(40)) return whole;
  if (most === "real" || c.chance(60))
    return { text: oneOf(c, ["0.5", "-2.0", "1.25", "-0.0"]), kind: "real" };
  return { text: oneOf(c, ["1j", "(1 - 2j)", "0.5j"]), kind: "complex" };
}

/** Where an element is; of a vector of n elements it need not be there. */
export function place(scope: Scope, length: Length): string {
  const { c } = scope;
  const counters = scope.counters.filter(({ below }) => below === length).map(({ name }) => name);
  if (counters.length > 0 && c.chance(70)) {
    const i = oneOf(c, counters);
    return oneOf(c, [
      i,
      i,
      `-1 - ${i}`,
      ...(length === "given" ? [`(${i} + k) % ${scope.length}`] : [`n - 1 - ${i}`]),
    ]);
  }
  return length === "given"
    ? String(c.pick(2 * scope.length) - scope.length)
    : oneOf(c, ["0", "-1", "n // 2", "n - 1"]);
}

/** Few elements, of memory without gaps: NumPy adds them from first to last. A sum of -0.0 alone is 0.0 there: so `+ 0`. */
export function reduction(scope: Scope, most: Kind): Text {
  const { c } = scope;
  const found = scope.vectors.filter((v) => rank(v.kind) <= rank(most));
  if (found.length === 0) return literal(c, most);
  const { name, kind, length } = oneOf(c, found);
  const masked = length !== "?" && c.chance(50) ? `${name}[${condition(scope, length, 1)}]` : name;
  switch (c.pick(6)) {
    case 0:
      return { text: `(np.sum(${masked}) + 0)`, kind: atLeastInt(kind) };
    case 1:
      return { text: `(${masked}.sum() + 0)`, kind: atLeastInt(kind) };
    case 2:
      return { text: oneOf(c, [`len(${masked})`, `(${masked}).size`]), kind: "int" };
    case 3:
      return rank(most) >= rank("real")
        ? { text: `(np.mean(${masked}) + 0)`, kind: atLeastReal(kind) }
        : { text: `np.count_nonzero(${masked})`, kind: "int" };
    case 4:
      return {
        text: `np.sum(${length === "?" ? `${name} != 0` : condition(scope, length, 1)})`,
        kind: "int",
      };
    default:
      return kind === "complex" || kind === "bool"
        ? { text: `np.prod(${masked})`, kind: atLeastInt(kind) }
        : { text: `np.${oneOf(c, ["max", "min"])}(${masked} + 0)`, kind };
  }
}

/** What an `if` asks. */
export function truth(scope: Scope): string {
  const { c } = scope;
  switch (c.pick(4)) {
    case 0:
      return `np.${oneOf(c, ["any", "all"])}(${condition(scope, "given", 1)})`;
    case 1:
      return `n ${oneOf(c, [">", "<", "=="])} ${oneOf(c, ["0", "1", "2", "k"])}`;
    case 2: {
      const found = scope.lists;
      return found.length > 0 ? `len(${oneOf(c, found).name}) > ${c.pick(3)}` : "k > 1";
    }
    default:
      return `${scalar(scope, 1, "real").text} ${oneOf(c, [">", "<=", "=="])} ${literal(c, "real").text}`;
  }
}
