/** What a bound is, where the variables that it names are known. */
import type { Computed, Formula } from "./nodes.ts";

export type Values = ReadonlyMap<string, number>;

/** Null: data decide. */
export function formulaValue(formula: Formula, values: Values): number | null {
  if (formula === null || typeof formula === "number") return formula;
  if (typeof formula === "string") return values.get(formula) ?? null;
  return computed(formula, values);
}

/** The names in it. */
export function* namesIn(formula: Formula): Generator<string> {
  if (typeof formula === "string") yield formula;
  else if (formula !== null && typeof formula === "object") for (const one of formula.of) yield* namesIn(one);
}

function computed({ op, of }: Computed, values: Values): number | null {
  const [first = null, second = null, third = null] = of;
  const one = formulaValue(first, values);
  if (op === "select") return one === null ? null : formulaValue(one === 0 ? third : second, values);
  if (op === "and" || op === "or") return decided(op, one, formulaValue(second, values));
  if (one === null) return null;
  if (op === "neg") return 0 - one;
  if (op === "not") return one === 0 ? 1 : 0;
  const other = formulaValue(second, values);
  if (other === null) return null;
  const value = combined(op, one, other);
  return value !== null && Number.isSafeInteger(value) ? value : null;
}

/** One side may decide alone. */
function decided(op: "and" | "or", one: number | null, other: number | null): number | null {
  const alone = op === "or" ? 1 : 0;
  if (one === alone || other === alone) return alone;
  return one === null || other === null ? null : 1 - alone;
}

type Binary = Exclude<Computed["op"], "select" | "and" | "or" | "neg" | "not">;

function combined(op: Binary, one: number, other: number): number | null {
  switch (op) {
    case "add":
      return one + other;
    case "sub":
      return one - other;
    case "mul":
      return one * other;
    case "floordiv":
      return other > 0 ? Math.floor(one / other) : null;
    case "mod":
      return other > 0 ? one - other * Math.floor(one / other) : null;
    case "min":
      return Math.min(one, other);
    case "max":
      return Math.max(one, other);
    case "eq":
      return Number(one === other);
    case "ne":
      return Number(one !== other);
    case "lt":
      return Number(one < other);
    case "le":
      return Number(one <= other);
    case "gt":
      return Number(one > other);
    case "ge":
      return Number(one >= other);
  }
}
